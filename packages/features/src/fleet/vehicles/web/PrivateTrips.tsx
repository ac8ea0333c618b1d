// The private times of a vehicle: its weekly hours, and the periods that were entered or that its device reported.
import { call, query } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { showRefusal } from '@flotta/ui/show-refusal.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Button, Group } from '@mantine/core'
import { IconLock, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  companyHours,
  endPrivateTrip,
  type PrivateTrip,
  privateTrips,
  setVehicleHours,
  vehicleHours,
} from '../../private-trips/contract.ts'
import { PrivateHours } from '../../private-trips/web/PrivateHours.tsx'
import type { Vehicle } from '../contract.ts'
import classes from './details.module.css'
import { TripForm } from './PrivateTripForm.tsx'

/** Trips shown at first; a button shows the others. */
const TRIPS_AT_FIRST = 4

/** The private trips of a vehicle, with functions that end one and add one to the list. */
function useTrips(id: number) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const trips = query(privateTrips, { params: { id } })
  const took = (answer: PrivateTrip[]) => client.setQueryData(trips.queryKey, answer)
  const end = useMutation({
    meta: { quiet: true },
    mutationFn: (entry_id: number) => call(endPrivateTrip, { params: { id, entry_id }, body: {} }),
    onError: showRefusal,
    onSuccess(answer) {
      took(answer)
      toast.saved(t('private_trips.ended'))
    },
  })
  return { trips: useQuery(trips), took, end }
}

export function PrivateTrips({ vehicle: { id } }: { readonly vehicle: Vehicle }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const params = { id }
  const company = useQuery(query(companyHours, {}))
  const hours = useQuery(query(vehicleHours, { params }))
  const { trips, took, end } = useTrips(id)
  const [showsAll, setWhole] = useState(false)
  const [entering, setEntering] = useState(false)
  const error = company.error ?? hours.error ?? trips.error
  if (company.data === undefined || hours.data === undefined || trips.data === undefined)
    return (
      <LoadingRows
        error={error}
        onRetry={() => void [company, hours, trips].map(q => q.refetch())}
        rows={2}
      />
    )
  const visibleTrips = showsAll ? trips.data : trips.data.slice(0, TRIPS_AT_FIRST)
  return (
    <>
      <PrivateHours
        set={hours.data}
        company={company.data}
        mayEdit
        onSave={async newHours =>
          client.setQueryData(
            query(vehicleHours, { params }).queryKey,
            await call(setVehicleHours, { params, body: { hours: newHours } }),
          )
        }
      />
      <ul className={classes.private} aria-label={t('private_trips.title')}>
        {visibleTrips.map(trip => (
          <TripLine
            key={`${trip.id} ${trip.period_from}`}
            trip={trip}
            isEnding={end.isPending && end.variables === trip.id}
            onEnd={end.mutate}
          />
        ))}
      </ul>
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setEntering(true)}
        >
          {t('private_trips.enter')}
        </Button>
        {trips.data.length > visibleTrips.length && (
          <Button variant="subtle" size="compact-md" onClick={() => setWhole(true)}>
            {t('private_trips.all', { count: trips.data.length })}
          </Button>
        )}
      </Group>
      <Dialog opened={entering} onClose={() => setEntering(false)} title={t('private_trips.enter')}>
        {entering && (
          <TripForm id={id} onDone={answer => took(answer)} onClose={() => setEntering(false)} />
        )}
      </Dialog>
    </>
  )
}

function TripLine({
  trip,
  isEnding,
  onEnd,
}: {
  readonly trip: PrivateTrip
  readonly isEnding: boolean
  readonly onEnd: (id: number) => void
}) {
  const { t } = useTranslation()
  const { id, period_to } = trip
  return (
    <li>
      <IconLock size={18} stroke={1.6} aria-hidden />
      <TripRow trip={trip} />
      {id !== null && (period_to === null || Date.parse(period_to) > now()) && (
        <Button variant="default" size="compact-sm" loading={isEnding} onClick={() => onEnd(id)}>
          {t('private_trips.end')}
        </Button>
      )}
    </li>
  )
}

function TripRow({
  trip: { driver, entered_by, period_from, period_to },
}: {
  readonly trip: PrivateTrip
}) {
  const { t } = useTranslation()
  const who = driver === null ? t('private_trips.by_device') : `${driver.name} ${driver.surname}`
  return (
    <span>
      <span>
        {period_to === null
          ? t('private_trips.since', { at: formatDateTime(period_from) })
          : `${formatDateTime(period_from)} – ${formatDateTime(period_to)}`}
      </span>
      <span className="flotta-quiet">
        {entered_by === null
          ? who
          : t('private_trips.entered_by', { driver: who, name: entered_by })}
      </span>
    </span>
  )
}
