// Imports areas from a map file: the browser reads it, and the server stores all areas or none; errors are listed with the names of their areas.
import { ApiError, call, messageOf } from '@flotta/ui/api.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { refresh } from '@flotta/ui/resource/useRecords.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Alert, Button, FileButton, Stack } from '@mantine/core'
import { IconMapPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { importHubs, importPois } from '../contract.ts'
import type { AreaKind } from '../rules.ts'
import { areaKinds } from './kinds.tsx'
import { featuresOfFile, MapFileError } from './map-file.ts'

const FILES = '.geojson,.json,.kml,.gpx'

export function ImportMapFile({ kind }: { readonly kind: AreaKind }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMapPlus size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('areas.file.button')}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('areas.file.title')}>
        {opened && <FileImport kind={kind} onDone={() => setOpened(false)} />}
      </Dialog>
    </>
  )
}

function FileImport({ kind, onDone }: { readonly kind: AreaKind; readonly onDone: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [features, setFeatures] = useState<readonly unknown[]>([])
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (file: File) => {
      const fileFeatures = featuresOfFile(await file.text())
      setFeatures(fileFeatures)
      const body = { type: 'FeatureCollection' as const, features: [...fileFeatures] }
      return call(kind === 'hub' ? importHubs : importPois, { query: {}, body })
    },
    async onSuccess(areas) {
      toast.success(t('areas.file.done', { count: areas.length }))
      await refresh(client, areaKinds[kind].resource)
      onDone()
    },
  })
  return (
    <Stack>
      <p className="flotta-quiet">{t('areas.file.text')}</p>
      <FileButton accept={FILES} onChange={file => file !== null && mutate(file)}>
        {props => (
          <Button {...props} loading={isPending}>
            {t('areas.file.choose')}
          </Button>
        )}
      </FileButton>
      {error !== null && <Faults error={error} features={features} />}
    </Stack>
  )
}

const MOST_FAULTS = 20
/** The errors; `3.shape` is shown with the name of the fourth feature. */
function Faults({
  error,
  features,
}: {
  readonly error: Error
  readonly features: readonly unknown[]
}) {
  const { t } = useTranslation()
  const fields = error instanceof ApiError ? Object.entries(error.fields) : []
  const words = error instanceof MapFileError ? t(error.message) : messageOf(error)
  return (
    <Alert color="red" title={words}>
      <ul>
        {fields.slice(0, MOST_FAULTS).map(([key, [fault]]) => (
          <li key={key}>
            {nameOf(features, key)}: {fault}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
function nameOf(features: readonly unknown[], key: string): string {
  const index = Number(key.split('.')[0])
  const { properties } = (features[index] ?? {}) as {
    readonly properties?: Readonly<Record<string, unknown>> | null
  }
  return String(properties?.name ?? index + 1)
}
