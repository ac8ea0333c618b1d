// Trips and stops of the period, newest first, by day.
import { moveInList } from '@flotta/ui/list-keys.ts'
import { formatDateTime, formatDuration, formatNumber } from '@flotta/ui/texts.ts'
import { IconLock, IconParking, IconRoute } from '@tabler/icons-react'
import { Fragment, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FromTo, Where } from '../../../geocoding/web/Where.tsx'
import type { Trip } from '../../../trips/contract.ts'
import type { Entry, StopSpan } from '../rules.ts'
import classes from './eyegeo.module.css'

export interface EntryListProps {
  readonly entries: readonly Entry[]
  readonly chosen: string | undefined
  /** Whether it says where: agreement 25. */
  readonly withPlaces: boolean
  readonly onTrip: (id: string) => void
  readonly onStop: (stop: StopSpan) => void
  /** Epoch ms of the entry under the pointer; null: none. */
  readonly onHover: (period: { readonly from: number; readonly to: number } | null) => void
}

export function EntryList({ entries, chosen, withPlaces, onTrip, onStop, onHover }: EntryListProps) {
  let day = ''
  return (
    <ul className={classes.entries} onKeyDown={moveInList}>
      {entries.map(entry => {
        const began = entry.kind === 'trip' ? entry.trip.period_from : entry.stop.period_from
        const date = formatDateTime(began, 'date')
        const head = date === day ? null : date
        day = date
        return (
          <Fragment key={entry.kind === 'trip' ? entry.trip.id : `stop ${began}`}>
            {head !== null && <li className={classes.day}>{head}</li>}
            <li>
              {entry.kind === 'trip' ? (
                <TripRow trip={entry.trip} withPlaces={withPlaces} chosen={entry.trip.id === chosen} onTrip={onTrip} onHover={onHover} />
              ) : (
                <StopRow stop={entry.stop} withPlaces={withPlaces} onStop={onStop} />
              )}
            </li>
          </Fragment>
        )
      })}
    </ul>
  )
}

function TripRow({
  trip,
  chosen,
  withPlaces,
  onTrip,
  onHover,
}: { readonly trip: Trip; readonly chosen: boolean } & Pick<EntryListProps, 'withPlaces' | 'onTrip' | 'onHover'>) {
  const { t } = useTranslation()
  const row = useRef<HTMLButtonElement>(null)
  // A trip that the address names comes into view.
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const show = () => onHover({ from: Date.parse(trip.period_from), to: trip.period_to === null ? Number.POSITIVE_INFINITY : Date.parse(trip.period_to) })
  const hide = () => onHover(null)
  return (
    <button
      ref={row}
      type="button"
      className={classes.entry}
      aria-pressed={chosen}
      onClick={() => onTrip(trip.id)}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
    >
      <IconRoute size={18} stroke={1.6} aria-hidden className={classes.icon ?? ''} />
      <span className={classes.grow}>
        <span className={classes.main}>
          {formatDateTime(trip.period_from, 'time')} – {trip.period_to === null ? t('eyegeo.under_way') : formatDateTime(trip.period_to, 'time')}
        </span>
        {withPlaces && trip.start !== null && trip.end !== null && (
          <span className={classes.where}>
            <FromTo from={trip.start} to={trip.end} />
          </span>
        )}
        {trip.private && <Private />}
        <span className={classes.quiet}>
          {formatDuration(trip.duration)} · {t('eyegeo.max_speed', { speed: formatNumber(trip.max_speed, { unit: 'km/h' }) })}
        </span>
        <Beyond part={trip} />
      </span>
      <span className={classes.figure}>{formatNumber(trip.km, { unit: 'km', decimals: 1 })}</span>
    </button>
  )
}

function StopRow({ stop, withPlaces, onStop }: { readonly stop: StopSpan } & Pick<EntryListProps, 'withPlaces' | 'onStop'>) {
  const { t } = useTranslation()
  return (
    <button type="button" className={classes.entry} data-stop disabled={stop.latitude === null} onClick={() => onStop(stop)}>
      <IconParking size={18} stroke={1.6} aria-hidden className={classes.icon ?? ''} />
      <span className={classes.grow}>
        <span className={classes.main}>{t(stop.period_to === null ? 'eyegeo.standing_for' : 'eyegeo.stood_for', { time: formatDuration(stop.duration) })}</span>
        {stop.private && <Private />}
        {withPlaces && stop.latitude !== null && stop.longitude !== null && (
          <span className={classes.where}>
            <Where latitude={stop.latitude} longitude={stop.longitude} />
          </span>
        )}
        <span className={classes.quiet}>
          {formatDateTime(stop.period_from, 'time')}
          {stop.period_to !== null && ` – ${formatDateTime(stop.period_to, 'time')}`}
        </span>
        <Beyond part={stop} />
      </span>
    </button>
  )
}

/** Where it was is its driver's own affair. */
function Private() {
  const { t } = useTranslation()
  return (
    <span className={classes.private}>
      <IconLock size={14} stroke={1.75} aria-hidden />
      {t('privatetrips.private')}
    </span>
  )
}

/** Of what is cut by the period: when it really began and ended. */
function Beyond({ part: { period_from, period_to, whole } }: { readonly part: Pick<Trip, 'period_from' | 'period_to' | 'whole'> }) {
  const { t } = useTranslation()
  const said = [
    whole.period_from < period_from ? t('eyegeo.began_before', { at: formatDateTime(whole.period_from) }) : null,
    period_to === null || whole.period_to === period_to
      ? null
      : whole.period_to === null
        ? t('eyegeo.goes_on')
        : t('eyegeo.goes_on_until', { at: formatDateTime(whole.period_to) }),
  ].filter(Boolean)
  return said.length === 0 ? null : <span className={classes.quiet}>{said.join(' · ')}</span>
}
