// The head and the facts of a schedule's card.
import { IconLine } from '@flotta/ui/IconLine.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { Badge, Group, Stack, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCalendarRepeat,
  IconClock,
  IconMail,
  IconTruck,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { serviceTextKey } from '../../reports/web/offer.ts'
import type { Schedule, ScheduleRuns } from '../contract.ts'
import { LastRuns } from './Runs.tsx'
import { useScheduleWords } from './words.ts'

export function ScheduleHead({
  schedule: { name, type, services, active },
}: {
  readonly schedule: Schedule
}) {
  const { t } = useTranslation()
  const serviceNames = services.split(',').filter(service => service !== '' && type === 'custom')
  return (
    <>
      <Group gap={8} wrap="nowrap">
        <Text fw={550} truncate title={name}>
          {name}
        </Text>
        {active === 0 && (
          <Badge variant="light" color="gray" tt="none" fw={550} style={{ flex: 'none' }}>
            {t('schedules.off')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {[
          t(`reports.type.${type}`),
          serviceNames.map(service => t(`reports.service.${serviceTextKey(service)}`)).join(', '),
        ]
          .filter(word => word !== '')
          .join(': ')}
      </Text>
    </>
  )
}

export function ScheduleFacts({
  schedule,
  state,
}: {
  readonly schedule: Schedule
  readonly state: ScheduleRuns | undefined
}) {
  const { t } = useTranslation()
  const { aboutOf, rhythmOf } = useScheduleWords()
  const { about, about_name, recipients, active } = schedule
  const [last] = state?.runs ?? []
  const unsent =
    last?.mails.filter(mail => mail.state === 'failed').map(mail => mail.recipient) ?? []
  return (
    <Stack gap={4} mt="sm">
      <IconLine
        icon={about !== 'all' && about_name === null ? IconAlertTriangle : IconTruck}
        label={t('schedules.about')}
      >
        {aboutOf(schedule)}
      </IconLine>
      <IconLine icon={IconCalendarRepeat} label={t('schedules.rhythm')}>
        {rhythmOf(schedule)}
      </IconLine>
      <IconLine icon={IconMail} label={t('schedules.recipients')}>
        <span title={recipients.join('\n')}>{recipients.join(', ')}</span>
      </IconLine>
      {active === 1 && state?.next_at != null && (
        <IconLine icon={IconClock}>
          {t('schedules.next_at', { at: formatDateTime(state.next_at) })}
        </IconLine>
      )}
      {last?.state === 'failed' && (
        <Text size="sm" c="var(--flotta-alarm-text)" role="status">
          {t('schedules.failed_because', {
            at: formatDateTime(last.due_at),
            reason: last.error ?? '',
          })}
        </Text>
      )}
      {unsent.length > 0 && (
        <Text size="sm" c="var(--flotta-alarm-text)" role="status">
          {t('schedules.not_delivered', { recipients: unsent.join(', ') })}
        </Text>
      )}
      {state !== undefined && state.runs.length > 0 && (
        <Group gap={8} mt={4} wrap="nowrap">
          <Text size="xs" c="dimmed" style={{ flex: 'none' }}>
            {t('schedules.last_runs')}
          </Text>
          <LastRuns runs={state.runs} />
        </Group>
      )}
    </Stack>
  )
}
