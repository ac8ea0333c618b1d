// Trips and stops of the period, newest first, by day.
import { moveInList } from '@flotta/ui/list-keys.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { useNear } from '@flotta/ui/useNear.ts'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Entry } from '../rules.ts'
import { type EntryListProps, StopRow, TripRow } from './EntryRows.tsx'
import classes from './eyegeo.module.css'

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
