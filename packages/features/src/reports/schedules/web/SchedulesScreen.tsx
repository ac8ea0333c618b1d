// The list of scheduled reports, with their last and next runs.
import { query } from '@flotta/ui/api.ts'
import { EditCard } from '@flotta/ui/resource/EditCard.tsx'
import { ListScreen } from '@flotta/ui/resource/ListScreen.tsx'
import type { Column } from '@flotta/ui/table/columns.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { ReportsTabs } from '../../reports/web/ReportsTabs.tsx'
import {
  MAX_SCHEDULES,
  type Schedule,
  type ScheduleRuns,
  scheduleRuns,
  schedules,
} from '../contract.ts'
import { RunNow } from './RunNow.tsx'
import { isUnderWay, LastRuns, runWords } from './Runs.tsx'
import { ScheduleFacts, ScheduleHead } from './ScheduleCard.tsx'
import classes from './schedules.module.css'
import { useScheduleKind } from './useScheduleKind.tsx'
import { useScheduleWords } from './words.ts'

/** ms between two polls; the live stream usually brings changes before. */
const POLL_MS = 10_000

type StateOf = (id: number) => ScheduleRuns | undefined

export default function SchedulesScreen() {
  const { t } = useTranslation()
  const mayEdit = useMay(schedules.create)
  const kind = useScheduleKind()
  const { data: states } = useQuery({ ...query(scheduleRuns, {}), refetchInterval: POLL_MS })
  const stateOf: StateOf = id => states?.find(state => state.schedule_id === id)
  const columns = useScheduleColumns(stateOf)
  const full =
    states !== undefined && states.length >= MAX_SCHEDULES
      ? t('schedules.limit', { max: MAX_SCHEDULES })
      : undefined
  return (
    <div className={classes.page}>
      <ReportsTabs />
      <ListScreen
        kind={kind}
        mayEdit={mayEdit}
        full={full}
        icon={IconCalendarRepeat}
        words={{
          add: t('schedules.add'),
          search: t('schedules.search'),
          empty: t('schedules.empty'),
          emptyText: t('schedules.empty_text'),
        }}
        columns={columns}
        isMarked={schedule => stateOf(schedule.id)?.runs[0]?.state === 'failed'}
        card={card => (
          <EditCard
            {...card}
            head={card.record && <ScheduleHead schedule={card.record} />}
            actions={
              card.record && (
                <RunNow
                  schedule={card.record}
                  busy={isUnderWay(stateOf(card.record.id)?.runs[0])}
                />
              )
            }
          >
            {card.record && (
              <ScheduleFacts schedule={card.record} state={stateOf(card.record.id)} />
            )}
          </EditCard>
        )}
      />
    </div>
  )
}

function useScheduleColumns(stateOf: StateOf): Column<Schedule>[] {
  const { t } = useTranslation()
  const { aboutOf, rhythmOf } = useScheduleWords()
  const nextOf = ({ id }: Schedule) => stateOf(id)?.next_at ?? null
  const runsOf = ({ id }: Schedule) => stateOf(id)?.runs ?? []
  return [
    { key: 'name', label: t('schedules.name'), value: schedule => schedule.name, width: 1.4 },
    {
      key: 'type',
      label: t('schedules.type'),
      value: schedule => t(`reports.type.${schedule.type}`),
      width: 1.2,
    },
    { key: 'about', label: t('schedules.about'), value: aboutOf },
    { key: 'every', label: t('schedules.rhythm'), value: rhythmOf, width: 1.4 },
    {
      key: 'recipients',
      label: t('schedules.recipients'),
      value: schedule => schedule.recipients.join(', '),
      width: 1.6,
    },
    {
      key: 'next',
      label: t('schedules.next'),
      value: nextOf,
      written: schedule => {
        const next = nextOf(schedule)
        return next === null ? '' : formatDateTime(next)
      },
      width: 1.2,
    },
    {
      key: 'last',
      label: t('schedules.last_runs'),
      value: schedule => runsOf(schedule)[0]?.due_at ?? null,
      written: schedule => {
        const [last] = runsOf(schedule)
        return last === undefined ? '' : `${formatDateTime(last.due_at)} ${runWords(t, last)}`
      },
      show: schedule => <LastRuns runs={runsOf(schedule)} />,
      width: 1.4,
    },
    {
      key: 'active',
      label: t('schedules.active'),
      value: schedule => t(schedule.active === 1 ? 'schedules.on' : 'schedules.off'),
    },
  ]
}
