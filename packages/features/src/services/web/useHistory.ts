// The history of a service for a period, read once, and again where late records have changed it. For a period that ends now, newer rows are read and
// appended when an event of its kinds arrives.

import { type ById, type Endpoint, HISTORY_MAX_DAYS } from '@flotta/core/contract.ts'
import { instantOf } from '@flotta/core/time.ts'
import { query } from '@flotta/ui/api.ts'
import { DAY, type Range } from '@flotta/ui/range.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { z } from 'zod'
import type { Period } from './usePeriod.ts'

/** `GET /services/{name}/:id/…history?period_from&period_to`, oldest first. */
export interface HistoryEndpoint<T> extends Endpoint {
  readonly params: typeof ById
  readonly query: z.ZodObject
  readonly reply: z.ZodType<T[]>
}
/** The state of a history, as its frame shows it (`HistoryFrame.tsx`). */
export interface HistoryState {
  readonly range: Range
  readonly onRange: (range: Range) => void
  /** No data has arrived yet. */
  readonly loading: boolean
  /** Why the data could not be loaded. */
  readonly error: Error | null
  /** Another period is loading; the shown data belong to the one before. */
  readonly busy: boolean
  readonly onRetry: () => void
}
export interface HistoryOf<T> {
  /** Newest first, as lists show it. */
  readonly items: readonly T[]
  /** Oldest first, as charts draw it. */
  readonly series: readonly T[]
  readonly state: HistoryState
}

/** A row with its time, which some endpoints call `datetime`. */
export type HistoryItem = { readonly message_datetime: string } | { readonly datetime: string }
const timeOf = (item: HistoryItem): number =>
  Date.parse('datetime' in item ? item.datetime : item.message_datetime)
/** A device may deliver buffered records; those older than this, before the period was opened, are not read again, ms. */
const LATE_DATA_MS = 15 * DAY

/** The history of a period. The last parameter holds further query parameters of the endpoint; it must stay the same object while they are the same. */
export function useHistory<T extends HistoryItem>(
  endpoint: HistoryEndpoint<T>,
  vehicle: number,
  { range, isOpen, setRange }: Pick<Period, 'range' | 'isOpen' | 'setRange'>,
  moreQuery?: object,
): HistoryOf<T> {
  const callFor = (from: number, to: number) =>
    query(endpoint, {
      params: { id: vehicle },
      query: {
        ...moreQuery,
        period_from: instantOf(from),
        period_to: instantOf(to),
      },
    })
  const past = useQuery({
    ...callFor(range.from, range.to),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  const begins = useBeginning(range, past.isPlaceholderData ? undefined : past.data)
  // Nothing newer exists when the period is opened, so the list starts empty and is read when an event reports a change.
  const since = useQuery({
    ...callFor(begins, begins + HISTORY_MAX_DAYS * DAY),
    enabled: isOpen && past.data !== undefined,
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
    meta: { grows: true },
  })
  const series = useMemo(
    () => (isOpen ? joinHistory(past.data ?? [], since.data) : (past.data ?? [])),
    [past.data, since.data, isOpen],
  )
  const items = useMemo(() => series.toReversed(), [series])
  return {
    items,
    series,
    state: {
      range,
      onRange: setRange,
      loading: past.data === undefined && past.error === null,
      error: past.data === undefined ? past.error : null,
      busy: past.isPlaceholderData,
      onRetry: () => void past.refetch(),
    },
  }
}

/** Where newer rows begin: after the newest row known when the period was opened. A device may still report the minutes before that moment. */
function useBeginning(range: Range, items: readonly HistoryItem[] | undefined): number {
  const openedRange = useRef<{ readonly range: Range; readonly newest: number } | null>(null)
  const newest = items?.at(-1)
  if (items !== undefined && openedRange.current?.range !== range)
    openedRange.current = { range, newest: newest === undefined ? range.from - 1 : timeOf(newest) }
  const behind = openedRange.current?.range === range ? openedRange.current.newest : range.to
  return Math.max(behind + 1, range.to - LATE_DATA_MS)
}
/** Joins both lists; the rows that were read again may contain newer ones too. */
function joinHistory<T extends HistoryItem>(past: readonly T[], since: readonly T[]): readonly T[] {
  const last = past.at(-1)
  const newest = last === undefined ? Number.NEGATIVE_INFINITY : timeOf(last)
  return [...past, ...since.filter(item => timeOf(item) > newest)]
}
