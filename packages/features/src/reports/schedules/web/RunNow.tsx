// The button that makes and mails the report of the last whole period at once. It asks first, because people get mails by it.
import { call } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { runSchedule, type Schedule, scheduleRuns } from '../contract.ts'

export function RunNow({
  schedule: { id, name, recipients },
  busy,
}: {
  readonly schedule: Schedule
  readonly busy: boolean
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const confirmRun = async () => {
    const isStarted = await confirm({
      title: t('schedules.run_title', { name }),
      text: t('schedules.run_text', {
        count: recipients.length,
        recipients: recipients.join(', '),
      }),
      confirm: t('schedules.run'),
      action: () => call(runSchedule, { params: { id } }),
    })
    if (!isStarted) return
    toast.info(t('reports.in_progress'))
    await client.invalidateQueries({ queryKey: [scheduleRuns.path] })
  }
  return (
    <Tooltip label={t('schedules.run')}>
      <ActionIcon
        onClick={() => void confirmRun()}
        disabled={busy}
        aria-label={t('schedules.run_of', { name })}
      >
        <IconPlayerPlay size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
