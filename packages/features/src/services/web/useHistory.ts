// What a service kept of a period, read once; of one that ends now, what comes is read behind it by the news of its kinds.
import { type ById, type Endpoint, HISTORY_MAX_DAYS } from '@flotta/core/contract.ts'
import { query } from '@flotta/ui/api.ts'
import { DAY } from '@flotta/ui/range.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import type { Period } from './usePeriod.ts'

/** `GET /services/{name}/:id/…history?period_from&period_to`, oldest first. */
export interface HistoryEndpoint<T> extends Endpoint {
  readonly params: typeof ById
  readonly query: z.ZodObject
  readonly reply: z.ZodType<T[]>
}
export interface HistoryOf<T> {
  /** Newest first, as lists show it. */
  readonly items: readonly T[]
  /** Oldest first, as charts draw it. */
  readonly series: readonly T[]
  /** Nothing is known yet. */
  readonly loading: boolean
  /** Why nothing is known. */
  readonly error: Error | null
  /** Another period is on its way; what is shown is of the one before. */
  readonly busy: boolean
  readonly retry: () => void
}

/** @param asked what else the endpoint asks for; the same object while it is the same */
export function useHistory<T>(
  endpoint: HistoryEndpoint<T>,
  vehicle: number,
  { range, isOpen }: Pick<Period, 'range' | 'isOpen'>,
  asked?: object,
): HistoryOf<T> {
  const of = (from: number, to: number) =>
    query(endpoint, { params: { id: vehicle }, query: { ...asked, period_from: new Date(from).toISOString(), period_to: new Date(to).toISOString() } })
  const past = useQuery({ ...of(range.from, range.to), staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData })
  const since = useQuery({ ...of(range.to + 1, range.to + HISTORY_MAX_DAYS * DAY), enabled: isOpen, meta: { grows: true } })
  const series = useMemo(() => [...(past.data ?? []), ...(isOpen ? (since.data ?? []) : [])], [past.data, since.data, isOpen])
  const items = useMemo(() => series.toReversed(), [series])
  return {
    items,
    series,
    loading: past.data === undefined && past.error === null,
    error: past.data === undefined ? past.error : null,
    busy: past.isPlaceholderData,
    retry: () => void past.refetch(),
  }
}
