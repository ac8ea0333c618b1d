// Trips and stops of the period, newest first, by day.
import { moveInList } from '@flotta/ui/list-keys.ts'
import { formatDateTime, formatDuration, formatNumber } from '@flotta/ui/texts.ts'
import { useNear } from '@flotta/ui/useNear.ts'
import { IconLock, IconParking, IconRoute } from '@tabler/icons-react'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
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

/** Rows rendered at once; a month has thousands. */
const FIRST_ROWS = 30
/** Height of a row that is not rendered yet, CSS pixels. */
const ROW_HEIGHT = 48
const PLACE_HEIGHT = 22

interface Day {
  readonly date: string
  readonly entries: readonly Entry[]
  /** Rows of the days above it. */
  readonly before: number
}
const beganAt = (entry: Entry): string =>
  entry.kind === 'trip' ? entry.trip.period_from : entry.stop.period_from

function daysOf(entries: readonly Entry[]): Day[] {
  const days: (Day & { readonly entries: Entry[] })[] = []
  for (const [before, entry] of entries.entries()) {
    const date = formatDateTime(beganAt(entry), 'date')
    const last = days.at(-1)
    if (last?.date === date) last.entries.push(entry)
    else days.push({ date, entries: [entry], before })
  }
  return days
}

/** Whether the row beside the focused one belongs to a day that is not rendered yet. */
function isUndrawn(side: 'nextElementSibling' | 'previousElementSibling'): boolean {
  let beside = document.activeElement?.closest('li')?.[side]
  if (beside?.className === classes.day) beside = beside?.[side]
  return beside?.ariaHidden === 'true'
}

export function EntryList({ entries, ...rowProps }: EntryListProps) {
  const days = useMemo(() => daysOf(entries), [entries])
  const [all, setAll] = useState(false)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    // A row must be rendered before it can get the focus.
    if (
      event.key === 'End' ||
      (event.key === 'ArrowDown' && isUndrawn('nextElementSibling')) ||
      (event.key === 'ArrowUp' && isUndrawn('previousElementSibling'))
    )
      flushSync(() => setAll(true))
    moveInList(event)
  }
  return (
    <ul onKeyDown={move}>
      {days.map(day => (
        <DayRows key={day.date} {...day} {...rowProps} all={all} />
      ))}
    </ul>
  )
}

/** A day far from the view gets the height of its rows and is rendered when it comes near. */
function DayRows({
  date,
  entries,
  before,
  all,
  chosen,
  withPlaces,
  onTrip,
  onStop,
  onHover,
}: Day & EntryListProps & { readonly all: boolean }) {
  const rest = useRef<HTMLLIElement>(null)
  const near = useNear(rest, before < FIRST_ROWS)
  const isDrawn =
    near ||
    all ||
    (chosen !== undefined &&
      entries.some(entry => entry.kind === 'trip' && entry.trip.id === chosen))
  return (
    <>
      <li className={classes.day}>{date}</li>
      {isDrawn ? (
        entries.map(entry => (
          <li key={entry.kind === 'trip' ? entry.trip.id : `stop ${entry.stop.period_from}`}>
            {entry.kind === 'trip' ? (
              <TripRow
                trip={entry.trip}
                withPlaces={withPlaces}
                chosen={entry.trip.id === chosen}
                onTrip={onTrip}
                onHover={onHover}
              />
            ) : (
              <StopRow stop={entry.stop} withPlaces={withPlaces} onStop={onStop} />
            )}
          </li>
        ))
      ) : (
        <li
          ref={rest}
          aria-hidden
          style={{ height: entries.length * (ROW_HEIGHT + (withPlaces ? PLACE_HEIGHT : 0)) }}
        />
      )}
    </>
  )
}

const TripRow = memo(function TripRow({
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

const StopRow = memo(function StopRow({
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
