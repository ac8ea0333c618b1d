// The list of activities, under the days on which they began.
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { currentLanguage, formatDateTime } from '@flotta/ui/texts.ts'
import { IconSteeringWheel } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DriverActivity } from '../contract.ts'
import { ActivityRow } from './ActivityRow.tsx'
import classes from './activities.module.css'

export function ActivityList({
  activities,
  error,
  onRetry,
  hasFilter,
  onEnd,
}: {
  /** undefined while they load */
  readonly activities: readonly DriverActivity[] | undefined
  readonly error: Error | null
  readonly onRetry: () => void
  readonly hasFilter: boolean
  /** Absent: the reader may not end activities. */
  readonly onEnd: ((activity: DriverActivity) => void) | undefined
}) {
  const { t } = useTranslation()
  return activities === undefined ? (
    <div className={classes.plain}>
      <LoadingRows error={error} onRetry={onRetry} rows={10} height={48} />
    </div>
  ) : activities.length === 0 ? (
    <div className={classes.plain}>
      <Empty
        icon={IconSteeringWheel}
        title={t(hasFilter ? 'activities.none_found' : 'activities.none')}
        text={t(hasFilter ? 'activities.none_found_text' : 'activities.none_text')}
      />
    </div>
  ) : (
    <div className={classes.list}>
      <div className={classes.heads} aria-hidden>
        <span>{t('activities.vehicle')}</span>
        <span>{t('activities.driver')}</span>
        <span>{t('activities.period')}</span>
        <span>{t('activities.duration')}</span>
      </div>
      {daysOf(activities).map(({ day, ofDay }) => (
        <section key={day} aria-label={day}>
          <h2 className={classes.day}>{day}</h2>
          <ul>
            {ofDay.map(activity => (
              <ActivityRow
                key={activity.id}
                activity={activity}
                {...(onEnd !== undefined && { onEnd: () => onEnd(activity) })}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The activities by the day on which they began, which is named with its weekday; the order stays. */
function daysOf(
  activities: readonly DriverActivity[],
): readonly { readonly day: string; readonly ofDay: readonly DriverActivity[] }[] {
  const weekday = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long' })
  const days = new Map<string, DriverActivity[]>()
  for (const activity of activities) {
    const { period_from } = activity
    const day = `${weekday.format(new Date(period_from))} ${formatDateTime(period_from, 'date')}`
    days.set(day, [...(days.get(day) ?? []), activity])
  }
  return [...days].map(([day, ofDay]) => ({ day, ofDay }))
}
