// The driver activities, newest first, filtered by driver and vehicle. Activities begin and end here.
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Button } from '@mantine/core'
import { IconPlus, IconSteeringWheel } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { ReportButton } from '../../../reports/reports/web/ReportButton.tsx'
import { drivers } from '../../drivers/contract.ts'
import { useFleetFilter } from '../../fleets/web/useFleetFilter.ts'
import { all as vehiclesAll } from '../../vehicles/contract.ts'
import { type DriverActivity, list, setActivity } from '../contract.ts'
import { ActivityRow } from './ActivityRow.tsx'
import classes from './activities.module.css'
import { ActivitiesSearch } from './address.ts'
import { DriverColumn } from './DriverColumn.tsx'
import { EndActivity } from './EndActivity.tsx'
import { Picker } from './Picker.tsx'
import { StartActivity } from './StartActivity.tsx'

export default function ActivitiesScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayEdit = useMay(setActivity)
  const { driver, vehicle, page = 1 } = ActivitiesSearch.parse(useSearch({ strict: false }))
  const { chosen } = useFleetFilter()
  const people = useQuery({ ...query(drivers.all, {}), staleTime: 60_000 })
  const vehicles = useQuery({ ...query(vehiclesAll, {}), staleTime: 60_000 })
  const fleet_id = chosen.size === 0 ? undefined : [...chosen].join(',')
  const filter = { query: { driver_id: driver, vehicle_id: vehicle, fleet_id, page } }
  const { data, error, refetch } = useQuery({
    ...query(list, filter),
    placeholderData: keepPreviousData,
  })
  const [starting, setStarting] = useState(false)
  const [ending, setEnding] = useState<DriverActivity | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  const lead = (to: {
    readonly driver?: number | undefined
    readonly vehicle?: number | undefined
    readonly page?: number | undefined
  }) => void navigate({ to: '.', search: (old: object) => ({ ...old, page: undefined, ...to }) })

  const hasFilter = driver !== undefined || vehicle !== undefined || fleet_id !== undefined
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <div className={classes.title}>
          <PageTitle />
          <span className={classes.count} aria-live="polite">
            {data === undefined ? '' : formatNumber(data.meta.total)}
          </span>
        </div>
        <Picker
          className={classes.narrow}
          label={t('activities.driver_filter')}
          placeholder={t('activities.all_drivers')}
          value={driver}
          options={people.data?.map(d => ({ id: d.id, name: `${d.surname} ${d.name}` }))}
          onPick={id => lead({ driver: id })}
        />
        <Picker
          label={t('activities.vehicle_filter')}
          placeholder={t('activities.all_vehicles')}
          value={vehicle}
          options={vehicles.data?.map(v => ({ id: v.id, name: v.plate }))}
          onPick={id => lead({ vehicle: id })}
        />
        <ReportButton
          types={['custom', 'drivers']}
          services={['drivers.report']}
          label={t('activities.ask_report')}
        />
        {mayEdit && (
          <Button
            ref={add}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setStarting(true)}
          >
            {t('activities.add')}
          </Button>
        )}
      </header>
      <div className={classes.body}>
        <DriverColumn drivers={people.data} chosen={driver} onChoose={id => lead({ driver: id })} />
        <section className={classes.main} aria-label={t('activities.title')}>
          <ActivityList
            activities={data?.data}
            error={error}
            onRetry={() => void refetch()}
            hasFilter={hasFilter}
            onEnd={mayEdit ? setEnding : undefined}
          />
          <div className={classes.pages}>
            {data !== undefined && (
              <Pagination
                page={page}
                pages={data.meta.total_pages}
                onChange={to => lead({ page: to === 1 ? undefined : to })}
              />
            )}
          </div>
        </section>
      </div>
      <StartActivity
        opened={starting}
        onClose={() => setStarting(false)}
        drivers={people.data ?? []}
        vehicles={vehicles.data ?? []}
        {...{ driver, vehicle }}
      />
      <EndActivity activity={ending} onClose={() => setEnding(null)} />
    </div>
  )
}

function ActivityList({
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
      {error === null ? (
        <SkeletonRows rows={10} height={48} />
      ) : (
        <LoadError error={error} onRetry={onRetry} />
      )}
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
    <ul className={classes.list}>
      {activities.map(activity => (
        <ActivityRow
          key={activity.id}
          activity={activity}
          {...(onEnd !== undefined && { onEnd: () => onEnd(activity) })}
        />
      ))}
    </ul>
  )
}
