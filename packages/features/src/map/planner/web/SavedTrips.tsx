// The planned trips of the company: show on the map, change, remove, print, save as a
// file.

import { call, query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import { refresh } from '@flotta/ui/resource/useRecords.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { useExistingPage } from '@flotta/ui/useExistingPage.ts'
import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconRoute, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pickerVehicles } from '../../../fleet/vehicles/web/picker-vehicles.ts'
import { type PlannedTrip, plannedTrips } from '../contract.ts'
import classes from './planner.module.css'
import { RoutesOnMap } from './RoutesOnMap.tsx'
import { SavedTrip } from './SavedTrip.tsx'

/** With more trips than this the list has a search. */
const MANY = 10
const QUIET_MS = 200

export interface SavedTripsProps {
  readonly vehicle_id: number | null
  readonly renderComparison?: ((trip: PlannedTrip) => ReactNode) | undefined
  /**
   * The trip that is being changed in the form; the list leaves it out until it is saved or
   * given up.
   */
  readonly edited?: PlannedTrip | undefined
  /** Without it trips cannot be changed. */
  readonly onEdit?: (trip: PlannedTrip) => void
  /** Returns to the form. */
  readonly onBack?: () => void
}

export function SavedTrips({
  vehicle_id,
  renderComparison,
  edited,
  onEdit,
  onBack,
}: SavedTripsProps) {
  const { t } = useTranslation()
  const remove = useRemoveTrip()
  const [ofVehicle, setOwn] = useState(false)
  const [typedSearch, setTyped] = useState('')
  const [search] = useDebouncedValue(typedSearch.trim(), QUIET_MS)
  const [page, setPage] = useState(1)
  const [openId, setOpened] = useState<number | null>(null)
  const listQuery = {
    page,
    search: search === '' ? undefined : search,
    vehicle_id: ofVehicle && vehicle_id !== null ? vehicle_id : undefined,
  }
  const { data, error, refetch } = useQuery({
    ...query(plannedTrips.list, { query: listQuery }),
    placeholderData: keepPreviousData,
  })
  useExistingPage(page, data?.meta.total_pages, setPage)
  const { data: vehicles } = useQuery(pickerVehicles)
  const trips = data?.data.filter(trip => trip.id !== edited?.id)
  const open = trips?.find(trip => trip.id === openId)
  const many = (data?.meta.total ?? 0) > MANY || search !== ''
  return (
    <section aria-label={t('planner.saved')}>
      <TripFilters
        ofVehicle={vehicle_id === null ? null : ofVehicle}
        onOfVehicle={isOwn => {
          setOwn(isOwn)
          setPage(1)
        }}
        typedSearch={many ? typedSearch : null}
        onType={text => {
          setTyped(text)
          setPage(1)
        }}
      />
      {edited !== undefined && <TripInForm name={edited.name} onBack={onBack} />}
      {trips === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={4} height={64} />
      ) : trips.length === 0 && edited !== undefined ? null : trips.length === 0 ? (
        <Empty
          icon={IconRoute}
          title={t(search === '' ? 'planner.none' : 'planner.none_found')}
          text={t(onEdit === undefined ? 'planner.none_text' : 'planner.none_yet')}
        />
      ) : (
        <ul>
          {trips.map(trip => (
            <SavedTrip
              key={trip.id}
              trip={trip}
              plate={vehicles?.find(v => v.id === trip.vehicle_id)?.plate}
              open={trip.id === openId}
              onOpen={() => setOpened(trip.id === openId ? null : trip.id)}
              onEdit={onEdit}
              onRemove={onEdit === undefined ? undefined : () => void remove(trip)}
              renderComparison={renderComparison}
            />
          ))}
        </ul>
      )}
      {data !== undefined && (
        <Pagination page={page} pages={data.meta.total_pages} onChange={setPage} />
      )}
      {open !== undefined && <TripOnMap trip={open} />}
    </section>
  )
}

/** Asks, then removes a trip. */
function useRemoveTrip() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return async (trip: PlannedTrip) => {
    const isConfirmed = await confirm({
      title: t('planner.remove_title', { name: trip.name }),
      text: t('planner.remove_text'),
      confirm: t('planner.remove'),
      color: 'red',
      action: () => call(plannedTrips.remove, { params: { id: trip.id } }),
    })
    if (!isConfirmed) return
    toast.success(t('planner.removed', { name: trip.name }))
    await refresh(client, plannedTrips)
  }
}

interface TripFiltersProps {
  /** Whether only the trips of the vehicle are listed; null: there is no vehicle. */
  readonly ofVehicle: boolean | null
  readonly onOfVehicle: (isOwn: boolean) => void
  /** null: there are too few trips for a search. */
  readonly typedSearch: string | null
  readonly onType: (text: string) => void
}

function TripFilters({ ofVehicle, onOfVehicle, typedSearch, onType }: TripFiltersProps) {
  const { t } = useTranslation()
  if (ofVehicle === null && typedSearch === null) return null
  return (
    <div className={classes.bar}>
      {ofVehicle !== null && (
        <SegmentedControl
          size="xs"
          aria-label={t('planner.which')}
          value={ofVehicle ? 'own' : 'all'}
          onChange={which => onOfVehicle(which === 'own')}
          data={[
            { value: 'all', label: t('planner.of_all') },
            { value: 'own', label: t('planner.of_vehicle') },
          ]}
        />
      )}
      {typedSearch !== null && (
        <TextInput
          type="search"
          aria-label={t('planner.search')}
          placeholder={t('planner.search')}
          value={typedSearch}
          maxLength={100}
          leftSection={<IconSearch size={16} aria-hidden />}
          onChange={event => onType(event.currentTarget.value)}
        />
      )}
    </div>
  )
}

interface TripInFormProps {
  readonly name: string
  readonly onBack: (() => void) | undefined
}
function TripInForm({ name, onBack }: TripInFormProps) {
  const { t } = useTranslation()
  return (
    <Group gap="xs" px={12} py={8} wrap="nowrap" justify="space-between">
      <Text size="sm">{t('planner.in_form', { name })}</Text>
      <Button variant="default" size="compact-sm" onClick={onBack}>
        {t('planner.back_to_form')}
      </Button>
    </Group>
  )
}

function TripOnMap({ trip }: { readonly trip: PlannedTrip }) {
  return <RoutesOnMap choices={[trip.route]} chosen={trip.route} stops={trip.waypoints} />
}
