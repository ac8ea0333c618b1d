// What a service kept of a period, read once, and again where late records have changed it; of one that ends now, what comes is read behind it by the news of its kinds.

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
/** What the frame of a history shows of its state (`HistoryFrame.tsx`). */
export interface HistoryState {
  readonly range: Range
  readonly onRange: (range: Range) => void
  /** Nothing is known yet. */
  readonly loading: boolean
  /** Why nothing is known. */
  readonly error: Error | null
  /** Another period is on its way; what is shown is of the one before. */
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

/** When something happened, under the word that its call has for it. */
export type HistoryItem = { readonly message_datetime: string } | { readonly datetime: string }
const timeOf = (item: HistoryItem): number =>
  Date.parse('datetime' in item ? item.datetime : item.message_datetime)
/** What a tracker held back while it was out of reach is asked for no further back, ms before the period was opened. */
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
  // of what comes nothing has come when it is opened: news say when to ask
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

/** Where what comes begins: behind the newest that was known when the period was opened. A tracker may tell of minutes before that moment. */
function useBeginning(range: Range, items: readonly HistoryItem[] | undefined): number {
  const openedRange = useRef<{ readonly range: Range; readonly newest: number } | null>(null)
  const newest = items?.at(-1)
  if (items !== undefined && openedRange.current?.range !== range)
    openedRange.current = { range, newest: newest === undefined ? range.from - 1 : timeOf(newest) }
  const behind = openedRange.current?.range === range ? openedRange.current.newest : range.to
  return Math.max(behind + 1, range.to - LATE_DATA_MS)
}
/** What was read again of the past may hold what came meanwhile. */
function joinHistory<T extends HistoryItem>(past: readonly T[], since: readonly T[]): readonly T[] {
  const last = past.at(-1)
  const newest = last === undefined ? Number.NEGATIVE_INFINITY : timeOf(last)
  return [...past, ...since.filter(item => timeOf(item) > newest)]
}
