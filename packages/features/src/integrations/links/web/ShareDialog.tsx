// The dialog to share a vehicle with a consignee: a new link, and the existing ones.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { query } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { type PlannedTrip, plannedTrips } from '../../../map/planner/contract.ts'
import { links } from '../contract.ts'
import { LinkForm } from './LinkForm.tsx'
import { LinkRows } from './LinkRows.tsx'

const USUAL_MS = 24 * HOUR
/** Vehicles come earlier and later than planned, ms. */
const AROUND_TRIP = 2 * HOUR

export default function ShareDialog({
  vehicle,
  lastAt,
  onClose,
}: {
  readonly vehicle: Vehicle
  /** The time of its last position, ISO. */
  readonly lastAt: string
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const { id: vehicle_id, plate } = vehicle
  const trips = useQuery(query(plannedTrips.list, { query: { vehicle_id, per_page: 100 } }))
  const [tripId, setTripId] = useState<string | null>(null)
  const coming = (trips.data?.data ?? []).filter(({ arrival }) => Date.parse(arrival) > now())
  const trip = coming.find(({ id }) => String(id) === tripId)
  const { data, error, refetch } = useQuery(
    query(links.list, { query: { vehicle_id, per_page: 100 } }),
  )
  return (
    <Dialog onClose={onClose} title={t('links.share_title', { plate })} size="lg">
      <Stack gap="lg">
        <p className="flotta-quiet" style={{ margin: 0 }}>
          {t('links.share_text')}
        </p>
        <LinkForm
          // another trip has another period, so its form starts anew
          key={tripId}
          subject={trip === undefined ? { vehicle_id } : { trip_id: trip.id }}
          {...periodOf(trip, Date.parse(lastAt))}
        >
          {coming.length > 0 && (
            <Select
              label={t('links.trip')}
              description={t('links.trip_text')}
              placeholder={t('links.no_trip')}
              clearable
              data={coming.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={tripId}
              onChange={setTripId}
            />
          )}
        </LinkForm>
        {data === undefined ? (
          <LoadingRows error={error} onRetry={() => void refetch()} rows={1} />
        ) : (
          data.data.length > 0 && <LinkRows links={data.data} />
        )}
      </Stack>
    </Dialog>
  )
}

/** The suggested period in epoch ms, whole minutes. It begins with the last position, if that is of today: a standing vehicle may not report for long. */
function periodOf(
  trip: PlannedTrip | undefined,
  lastAt: number,
): { readonly from: number; readonly to: number } {
  if (trip !== undefined)
    return { from: Date.parse(trip.startdate), to: Date.parse(trip.arrival) + AROUND_TRIP }
  const from = Math.max(Math.min(now(), lastAt), now() - USUAL_MS)
  return { from: from - (from % MINUTE), to: now() - (now() % MINUTE) + USUAL_MS }
}
