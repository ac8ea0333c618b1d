// The rows of a trip and of a stop in the list of a period.
import { formatDateTime, formatDuration, formatNumber } from '@flotta/ui/texts.ts'
import { IconLock, IconParking, IconRoute } from '@tabler/icons-react'
import { memo, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FromTo, Where } from '../../../places/geocoding/web/Where.tsx'
import type { Trip } from '../../../telemetry/trips/contract.ts'
import type { Entry, StopSpan } from '../rules.ts'
import classes from './eyegeo.module.css'

export interface EntryListProps {
  readonly entries: readonly Entry[]
  readonly chosen: string | undefined
  /** Whether places are shown: agreement 25. */
  readonly withPlaces: boolean
  /** undefined: the trip is deselected */
  readonly onTrip: (id: string | undefined) => void
  readonly onStop: (stop: StopSpan) => void
  /** Epoch ms of the entry under the pointer; null: none. */
  readonly onHover: (period: { readonly from: number; readonly to: number } | null) => void
}

export const TripRow = memo(function TripRow({
  trip,
  chosen,
  withPlaces,
  onTrip,
  onHover,
}: { readonly trip: Trip; readonly chosen: boolean } & Pick<
  EntryListProps,
  'withPlaces' | 'onTrip' | 'onHover'
>) {
  const { t } = useTranslation()
  const row = useRef<HTMLButtonElement>(null)
  // The trip in the address scrolls into view.
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const show = () =>
    onHover({
      from: Date.parse(trip.period_from),
      to: trip.period_to === null ? Number.POSITIVE_INFINITY : Date.parse(trip.period_to),
    })
  const hide = () => onHover(null)
  return (
    <button
      ref={row}
      type="button"
      className={classes.entry}
      aria-pressed={chosen}
      onClick={() => onTrip(chosen ? undefined : trip.id)}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
    >
      <IconRoute size={18} stroke={1.6} aria-hidden className={classes.icon ?? ''} />
      <span className={classes.grow}>
        <span className={classes.main}>
          {formatDateTime(trip.period_from, 'time')} –{' '}
          {trip.period_to === null ? t('eyegeo.under_way') : formatDateTime(trip.period_to, 'time')}
        </span>
        {withPlaces && trip.start !== null && trip.end !== null && (
          <span className={classes.where}>
            <FromTo from={trip.start} to={trip.end} />
          </span>
        )}
        {trip.private && <Private />}
        <span className={classes.quiet}>
          {formatDuration(trip.duration)} ·{' '}
          {t('eyegeo.max_speed', { speed: formatNumber(trip.max_speed, { unit: 'km/h' }) })}
          <Idling seconds={trip.idling} />
        </span>
        <Beyond part={trip} />
      </span>
      <span className={classes.figure}>{formatNumber(trip.km, { unit: 'km', decimals: 1 })}</span>
    </button>
  )
})

export const StopRow = memo(function StopRow({
  stop,
  withPlaces,
  onStop,
}: { readonly stop: StopSpan } & Pick<EntryListProps, 'withPlaces' | 'onStop'>) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={classes.entry}
      data-stop
      disabled={stop.latitude === null}
      onClick={() => onStop(stop)}
    >
      <IconParking size={18} stroke={1.6} aria-hidden className={classes.icon ?? ''} />
      <span className={classes.grow}>
        <span className={classes.main}>
          {t(stop.period_to === null ? 'eyegeo.standing_for' : 'eyegeo.stood_for', {
            time: formatDuration(stop.duration),
          })}
        </span>
        {stop.private && <Private />}
        {withPlaces && stop.latitude !== null && stop.longitude !== null && (
          <span className={classes.where}>
            <Where latitude={stop.latitude} longitude={stop.longitude} />
          </span>
        )}
        <span className={classes.quiet}>
          {formatDateTime(stop.period_from, 'time')}
          {stop.period_to !== null && ` – ${formatDateTime(stop.period_to, 'time')}`}
          <Idling seconds={stop.idling} />
        </span>
        <Beyond part={stop} />
      </span>
    </button>
  )
})

/** How long it stood there with its engine on. */
function Idling({ seconds }: { readonly seconds: number | undefined }) {
  const { t } = useTranslation()
  return seconds === undefined
    ? null
    : ` · ${t('eyegeo.idled_for', { time: formatDuration(seconds) })}`
}

/** The place is hidden because the trip was private. */
function Private() {
  const { t } = useTranslation()
  return (
    <span className={classes.private}>
      <IconLock size={14} stroke={1.75} aria-hidden />
      {t('private_trips.private')}
    </span>
  )
}

/** The real beginning and end of an entry that the period cuts. */
function Beyond({
  part: { period_from, period_to, whole },
}: {
  readonly part: Pick<Trip, 'period_from' | 'period_to' | 'whole'>
}) {
  const { t } = useTranslation()
  const notes = [
    whole.period_from < period_from
      ? t('eyegeo.began_before', { at: formatDateTime(whole.period_from) })
      : null,
    period_to === null || whole.period_to === period_to
      ? null
      : whole.period_to === null
        ? t('eyegeo.goes_on')
        : t('eyegeo.goes_on_until', { at: formatDateTime(whole.period_to) }),
  ].filter(Boolean)
  return notes.length === 0 ? null : <span className={classes.quiet}>{notes.join(' · ')}</span>
}
