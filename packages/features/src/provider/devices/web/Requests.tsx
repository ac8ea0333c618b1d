// Requests the tracker's position now, and sets its reporting interval.
import { call } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { formatDuration } from '@flotta/ui/texts.ts'
import { Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DeviceRequest, requestDevice } from '../contract.ts'
import { RequestOutcome } from './RequestOutcome.tsx'

export function Requests({
  id,
  hasPosition,
  intervals,
}: {
  readonly id: number
  /** Whether it can be asked for its position. */
  readonly hasPosition: boolean
  /** Seconds. */
  readonly intervals: readonly number[]
}) {
  const { t } = useTranslation()
  const offered = !hasPosition ? 'interval' : intervals.length > 0 ? 'both' : 'position'
  const [seconds, setSeconds] = useState<number | null>(null)
  const request = useMutation({
    mutationFn: (body: DeviceRequest) => call(requestDevice, { params: { id }, body }),
    meta: { quiet: true },
  })
  const isPending = (kind: DeviceRequest['request']) =>
    request.isPending && request.variables.request === kind
  const setInterval = async (chosen: number) => {
    const isSure = await confirm({
      title: t('area.interval_title', { interval: formatDuration(chosen) }),
      text: t('area.interval_text'),
      confirm: t('area.set_interval'),
    })
    if (isSure) request.mutate({ request: 'interval', seconds: chosen })
  }
  return (
    <Stack gap="sm" component="section">
      <Title order={3} size="h5">
        {t(`area.requests.${offered}`)}
      </Title>
      <Text size="sm">{t(`area.requests_text.${offered}`)}</Text>
      <Group align="flex-end" gap="sm">
        {hasPosition && (
          <Button
            variant="default"
            onClick={() => request.mutate({ request: 'position' })}
            loading={isPending('position')}
          >
            {t('area.ask_position')}
          </Button>
        )}
        {intervals.length > 0 && (
          <>
            <Select
              // wide enough for its label; a line of its own on a phone
              style={{ flex: '1 1 220px' }}
              label={t('area.interval')}
              data={intervals.map(s => ({ value: String(s), label: formatDuration(s) }))}
              value={seconds === null ? null : String(seconds)}
              onChange={value => setSeconds(value === null ? null : Number(value))}
            />
            <Button
              variant="default"
              onClick={() => seconds !== null && void setInterval(seconds)}
              disabled={seconds === null}
              loading={isPending('interval')}
            >
              {t('area.set_interval')}
            </Button>
          </>
        )}
      </Group>
      <RequestOutcome
        id={id}
        error={request.error}
        first={request.data}
        done={request.variables?.request === 'position' ? t('area.position_answered') : undefined}
      />
    </Stack>
  )
}
