// The period that a panel's history shows, kept in the address: `from`, `to` (absent: until now) and the chosen `trip`.
import { instantOf } from '@flotta/core/time.ts'
import { now } from '@flotta/ui/clock.ts'
import { DAY, DEFAULT_MAX_DAYS, longestEnd, type Range } from '@flotta/ui/range.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { z } from 'zod'
import { HistorySearch } from './address.ts'

/** Choosing a period or a trip removes the alert in the address. */
const CLEARED_SEARCH = {
  trip: undefined,
  a: undefined,
  lat: undefined,
  lng: undefined,
  t: undefined,
}
/** An end this close to now counts as now, ms. */
const NOW_WITHIN_MS = 120_000

export interface Period {
  /** Epoch ms; for an open period the end is the moment when it was opened. */
  readonly range: Range
  /** The period ends now and grows. */
  readonly isOpen: boolean
  readonly setRange: (range: Range) => void
  readonly trip: string | undefined
  readonly setTrip: (trip: string | undefined) => void
}

/**
 * Reads the period from the address.
 * @param maxDays the panel's longest period: of a longer one that another panel left in the address the first days are shown, or the last days if it ends now
 * @param usualDays days of the period when the address has none
 */
export function usePeriod(maxDays = DEFAULT_MAX_DAYS, usualDays = 1): Period {
  const raw: unknown = useSearch({ strict: false })
  const navigate = useNavigate()
  const { from, to, trip } = useMemo(() => HistorySearch.parse(raw), [raw])
  const [openedAt, setOpenedAt] = useState(now)
  const change = useCallback(
    (patch: z.input<typeof HistorySearch>) =>
      void navigate({ to: '.', search: (old: object) => ({ ...old, ...patch }) }),
    [navigate],
  )
  const range = useMemo<Range>(() => {
    const end = to === undefined ? openedAt : Date.parse(to)
    const begin = from === undefined ? end - usualDays * DAY : Date.parse(from)
    const longest = longestEnd(begin, maxDays)
    return to === undefined
      ? { from: longest < end ? end - maxDays * DAY : begin, to: end }
      : { from: begin, to: Math.min(end, longest) }
  }, [from, to, openedAt, maxDays, usualDays])
  const setRange = useCallback(
    (next: Range) => {
      setOpenedAt(now())
      const open = next.to >= now() - NOW_WITHIN_MS
      change({
        from: instantOf(next.from),
        to: open ? undefined : instantOf(next.to),
        ...CLEARED_SEARCH,
      })
    },
    [change],
  )
  const setTrip = useCallback(
    (next: string | undefined) => change({ ...CLEARED_SEARCH, trip: next }),
    [change],
  )
  return { range, isOpen: to === undefined, setRange, trip, setTrip }
}
