// The tachograph panel: a link to the platform, or the reason why there is none.
import { call, messageOf } from '@flotta/ui/api.ts'
import { Button, Loader, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconExternalLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Panel } from '../panel.tsx'
import { data } from './contract.ts'
import { openPlatform } from './web/open-platform.ts'

const sign = { size: 28, stroke: 1.5, 'aria-hidden': true } as const
const CronoPanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  // A link is valid for a minute: one is made when the panel opens, and a new one for every click.
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
      {isPending || (error === null && link === undefined) ? (
        <>
          <Loader size="sm" />
          <Message title={t('crono.waiting')} text={t('crono.waiting_text')} />
        </>
      ) : error !== null ? (
        <>
          <IconAlertTriangle {...sign} color="var(--mantine-color-red-text)" />
          <Message title={t('crono.failed_title')} text={messageOf(error)} />
          {again(t('crono.retry'))}
        </>
      ) : (
        <>
          <IconCircleCheck {...sign} color="var(--mantine-color-green-text)" />
          <Message title={t('crono.done')} text={t('crono.done_text')} />
          {again(t('crono.go'))}
        </>
      )}
    </Stack>
  )
}
export default CronoPanel
function Message({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <Text fw={550}>{title}</Text>
      <Text size="sm" c="dimmed" maw={320}>
        {text}
      </Text>
    </>
  )
}
