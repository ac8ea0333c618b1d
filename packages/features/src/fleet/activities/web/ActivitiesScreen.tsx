// The driver activities, newest first, filtered by driver and vehicle. Activities begin and end here.
import { query } from '@flotta/ui/api.ts'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { ReportButton } from '../../../reports/reports/web/ReportButton.tsx'
import { type Driver, drivers } from '../../drivers/contract.ts'
import { useFleetFilter } from '../../fleets/web/useFleetFilter.ts'
import { type VehicleItem, all as vehiclesAll } from '../../vehicles/contract.ts'
import { type DriverActivity, list, setActivity } from '../contract.ts'
import { driversReport } from '../report-services.ts'
import { ActivityList } from './ActivityList.tsx'
import classes from './activities.module.css'
import { ActivitiesSearch } from './address.ts'
import { DriverColumn } from './DriverColumn.tsx'
import { EndActivity } from './EndActivity.tsx'
import { Picker } from './Picker.tsx'
import { StartActivity } from './StartActivity.tsx'

interface ActivitiesFilter {
  readonly driver: number | undefined
  readonly vehicle: number | undefined
  readonly page: number
}
/** A page of the activities that match the address and the chosen fleets. */
function useActivities({ driver, vehicle, page }: ActivitiesFilter) {
  const { chosen } = useFleetFilter()
  const fleet_id = chosen.size === 0 ? undefined : [...chosen].join(',')
  const filter = { query: { driver_id: driver, vehicle_id: vehicle, fleet_id, page } }
  const { data, error, refetch } = useQuery({
    ...query(list, filter),
    placeholderData: keepPreviousData,
  })
  const hasFilter = driver !== undefined || vehicle !== undefined || fleet_id !== undefined
  return { data, error, refetch, hasFilter }
}

export default function ActivitiesScreen() {
  const { t } = useTranslation()
  const mayEdit = useMay(setActivity)
  const { driver, vehicle, page = 1 } = ActivitiesSearch.parse(useSearch({ strict: false }))
  const people = useQuery({ ...query(drivers.all, {}), staleTime: 60_000 })
  const vehicles = useQuery({ ...query(vehiclesAll, {}), staleTime: 60_000 })
  const { data, error, refetch, hasFilter } = useActivities({ driver, vehicle, page })
  const [isStarting, setStarting] = useState(false)
  const [ending, setEnding] = useState<DriverActivity | null>(null)
  const setAddress = useSetAddress()

  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <div className={classes.title}>
          <PageTitle />
          <span className={classes.count} aria-live="polite">
            {data === undefined ? '' : formatNumber(data.meta.total)}
          </span>
        </div>
        <Filters drivers={people.data} vehicles={vehicles.data} />
        <ReportButton
          types={['custom', 'drivers']}
          services={[driversReport.service]}
          label={t('activities.ask_report')}
        />
        {mayEdit && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setStarting(true)}
          >
            {t('activities.add')}
          </Button>
        )}
      </header>
      <div className={classes.body}>
        <DriverColumn
          drivers={people.data}
          chosen={driver}
          onChoose={id => setAddress({ driver: id })}
        />
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
                onChange={to => setAddress({ page: to === 1 ? undefined : to })}
              />
            )}
          </div>
        </section>
      </div>
      <StartActivity
        opened={isStarting}
        onClose={() => setStarting(false)}
        drivers={people.data ?? []}
        vehicles={vehicles.data ?? []}
        {...{ driver, vehicle }}
      />
      <EndActivity activity={ending} onClose={() => setEnding(null)} />
    </div>
  )
}

interface AddressChange {
  readonly driver?: number | undefined
  readonly vehicle?: number | undefined
  readonly page?: number | undefined
}
/** Changes the address; another filter begins at the first page. */
function useSetAddress() {
  const navigate = useNavigate()
  return (change: AddressChange) =>
    void navigate({
      to: '.',
      search: (old: object) => ({ ...old, page: undefined, ...change }),
    })
}

/** The activities of one driver, of one vehicle, or of both. */
function Filters({
  drivers,
  vehicles,
}: {
  readonly drivers: readonly Pick<Driver, 'id' | 'name' | 'surname'>[] | undefined
  readonly vehicles: readonly Pick<VehicleItem, 'id' | 'plate'>[] | undefined
}) {
  const { t } = useTranslation()
  const { driver, vehicle } = ActivitiesSearch.parse(useSearch({ strict: false }))
  const setAddress = useSetAddress()
  return (
    <>
      <Picker
        className={classes.narrow}
        label={t('activities.driver_filter')}
        placeholder={t('activities.all_drivers')}
        value={driver}
        options={drivers?.map(d => ({ id: d.id, name: `${d.surname} ${d.name}` }))}
        onPick={id => setAddress({ driver: id })}
      />
      <Picker
        label={t('activities.vehicle_filter')}
        placeholder={t('activities.all_vehicles')}
        value={vehicle}
        options={vehicles?.map(v => ({ id: v.id, name: v.plate }))}
        onPick={id => setAddress({ vehicle: id })}
      />
    </>
  )
}
