// The way to the tachograph's platform: it waits, leads there, or says whom to ask.
import { call, messageOf } from '@flotta/ui/api.ts'
import { Button, Loader, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconExternalLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Panel } from '../panel.tsx'
import { data } from './contract.ts'
import { openPlatform } from './web/open-platform.ts'

const CronoPanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  // A link holds for a minute: one is made when the panel opens, and another one whenever somebody goes there again.
  const {
    mutate,
    data: link,
    error,
    isPending,
  } = useMutation({
    meta: { quiet: true },
    mutationFn: () => call(data, { params: { id: vehicle.id } }),
    onSuccess: ({ url }) => openPlatform(url),
  })
  const requestedVehicle = useRef<number | null>(null)
  useEffect(() => {
    if (requestedVehicle.current === vehicle.id) return
    requestedVehicle.current = vehicle.id
    mutate()
  }, [vehicle.id, mutate])
  const again = (label: string) => (
    <Button
      variant="default"
      leftSection={<IconExternalLink size={16} aria-hidden />}
      onClick={() => mutate()}
    >
      {label}
    </Button>
  )
  return (
    <Stack align="center" gap="sm" px="lg" py="xl" ta="center" role="status">
      {error !== null && !isPending ? (
        <>
          <IconAlertTriangle
            size={28}
            stroke={1.5}
            color="var(--mantine-color-red-text)"
            aria-hidden
          />
          <Text fw={550}>{t('crono.failed_title')}</Text>
          <Text size="sm" c="dimmed" maw={320}>
            {messageOf(error)}
          </Text>
          {again(t('crono.retry'))}
        </>
      ) : link !== undefined && !isPending ? (
        <>
          <IconCircleCheck
            size={28}
            stroke={1.5}
            color="var(--mantine-color-green-text)"
            aria-hidden
          />
          <Text fw={550}>{t('crono.done')}</Text>
          <Text size="sm" c="dimmed" maw={320}>
            {t('crono.done_text')}
          </Text>
          {again(t('crono.go'))}
        </>
      ) : (
        <>
          <Loader size="sm" />
          <Text fw={550}>{t('crono.waiting')}</Text>
          <Text size="sm" c="dimmed" maw={320}>
            {t('crono.waiting_text')}
          </Text>
        </>
      )}
    </Stack>
  )
}
export default CronoPanel
