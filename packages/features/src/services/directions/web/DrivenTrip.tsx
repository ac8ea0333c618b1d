// A planned trip compared with the drive of its vehicle: departure, arrival, kilometres, and the delay at each place.
import { query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import { DASH, formatDateTime, formatDuration } from '@flotta/ui/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PlannedTrip } from '../../../map/planner/contract.ts'
import classes from '../../../map/planner/web/planner.module.css'
import { Places } from '../../../map/planner/web/SavedTrip.tsx'
import { driven, type TripComparison } from '../contract.ts'

/** A delay of up to a minute counts as punctual, s. */
const PUNCTUAL_S = 60
/** Interval at which a trip under way is read again, ms. */
const REFETCH_MS = 60_000

export function DrivenTrip({
  vehicle_id,
  trip,
}: {
  readonly vehicle_id: number
  readonly trip: PlannedTrip
}) {
  const { t } = useTranslation()
  const isOfVehicle = trip.vehicle_id === vehicle_id
  const { data, error, refetch } = useQuery({
    ...query(driven, { params: { id: vehicle_id }, query: { trip_id: trip.id } }),
    enabled: isOfVehicle,
    refetchInterval: ({ state }) =>
      state.data?.state === 'done' || state.data?.state === 'unfinished' ? false : REFETCH_MS,
  })
  if (!isOfVehicle)
    return (
      <>
        <p className={classes.quiet}>{t('directions.other_vehicle')}</p>
        <Places trip={trip} />
      </>
    )
  if (data === undefined)
    return <LoadingRows error={error} onRetry={() => void refetch()} rows={3} />
  const isKnown = data.state !== 'ahead' && data.state !== 'no_data'
  return (
    <div className={classes.compared}>
      <p className={classes.quiet} role="status">
        {t(`directions.state.${data.state}`)}
      </p>
      {isKnown && <Figures comparison={data} />}
      <Places
        trip={trip}
        beside={i => <WaypointTimes moment={data.waypoints[i]} isKnown={isKnown} />}
      />
    </div>
  )
}

/** Departure, arrival and kilometres, driven and planned. */
function Figures({
  comparison: { departure, arrival, distance },
}: {
  readonly comparison: TripComparison
}) {
  const { t } = useTranslation()
  const km = (metres: number | null) => (metres === null ? null : metres / 1000)
  return (
    <div className={classes.figures}>
      <Stat
        label={t('directions.departure')}
        value={departure.at === null ? null : formatDateTime(departure.at, 'time')}
        after={<Delay of={departure} />}
      />
      <Stat
        label={t('directions.arrival')}
        value={arrival.at === null ? null : formatDateTime(arrival.at, 'time')}
        after={<Delay of={arrival} />}
      />
      <Stat label={t('directions.driven')} value={km(distance.driven)} unit="km" decimals={1} />
      <Stat label={t('directions.planned')} value={km(distance.planned)} unit="km" decimals={1} />
    </div>
  )
}
type Moment = TripComparison['arrival']

function WaypointTimes({
  moment,
  isKnown,
}: {
  readonly moment: Moment | undefined
  readonly isKnown: boolean
}) {
  const { t } = useTranslation()
  if (moment === undefined) return null
  return (
    <span className={classes.beside}>
      <span className={classes.quiet}>
        {t('directions.planned_at', { time: formatDateTime(moment.planned_at, 'time') })}
      </span>
      {isKnown && (
        <div>
          {moment.at === null ? DASH : formatDateTime(moment.at, 'time')} <Delay of={moment} />
        </div>
      )}
    </span>
  )
}

function Delay({ of: { delay } }: { readonly of: Moment }) {
  const { t } = useTranslation()
  if (delay === null) return null
  if (Math.abs(delay) < PUNCTUAL_S)
    return <span className={classes.early}> {t('directions.punctual')}</span>
  return (
    <span className={delay > 0 ? classes.late : classes.early}>
      {' '}
      {t(delay > 0 ? 'directions.late' : 'directions.early', {
        time: formatDuration(Math.abs(delay)),
      })}
    </span>
  )
}
