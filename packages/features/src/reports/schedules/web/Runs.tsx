// The last runs of a schedule, newest first: each shows its state and leads to its report.
import { formatDateTime } from '@flotta/ui/texts.ts'
import { Loader, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconMailPause } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ScheduleRun } from '../contract.ts'
import classes from './schedules.module.css'

export function LastRuns({ runs }: { readonly runs: readonly ScheduleRun[] }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.runs} aria-label={t('schedules.last_runs')}>
      {runs.map(run => (
        <li key={run.due_at}>
          <RunMark run={run} />
        </li>
      ))}
    </ul>
  )
}

/** Whether a run is not over: a schedule makes one at a time. */
export const isUnderWay = (run: ScheduleRun | undefined): boolean =>
  run?.state === 'making' || run?.state === 'waiting'

/** What became of a run, and until when its mails wait. */
export const runWords = (t: TFunction, { state, mails_at }: ScheduleRun): string =>
  mails_at === null
    ? t(`schedules.state.${state}`)
    : t('schedules.waits_until', { at: formatDateTime(mails_at) })

function RunMark({ run }: { readonly run: ScheduleRun }) {
  const { t } = useTranslation()
  const { due_at, state, error, report_id } = run
  const description = [`${formatDateTime(due_at)}: ${runWords(t, run)}`, error]
    .filter(word => word !== null)
    .join('. ')
  const mark =
    state === 'making' ? (
      <Loader size={12} aria-hidden />
    ) : state === 'waiting' ? (
      <IconMailPause size={16} aria-hidden />
    ) : state === 'sent' ? (
      <IconCheck size={16} aria-hidden />
    ) : (
      <IconAlertTriangle size={16} aria-hidden />
    )
  return (
    <Tooltip label={description} multiline maw={320}>
      {(state === 'sent' || state === 'waiting') && report_id !== null ? (
        <Link
          to="/report"
          search={{ r: report_id } as never}
          className={classes.run}
          data-state={state}
          aria-label={description}
        >
          {mark}
        </Link>
      ) : (
        <span className={classes.run} data-state={state} role="img" aria-label={description}>
          {mark}
        </span>
      )}
    </Tooltip>
  )
}
