// Reads the rows of a list's table: the first hundred alone, so that they show at once; then the rest of a short list, and of a long one the rows
// that are scrolled to, or all when it is sorted or exported.
import type { CallOf, Endpoint, PageMeta } from '@flotta/core/contract.ts'
import type { Resource } from '@flotta/core/resource.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { call } from '../api.ts'
import type { Rest } from '../table/columns.ts'
import type { Filters, RecordOf } from './useRecords.ts'

const AT_ONCE = 4
const PER_PAGE = 100
/** A list of up to this many rows is read completely without being asked. */
const SHORT = 1_000

interface PageOfRows<T> {
  readonly data: readonly T[]
  readonly meta: PageMeta
}
/** Consecutive pages of the list. */
interface Stretch<T> {
  readonly rows: readonly T[]
  readonly lastPage: number
  readonly meta: PageMeta
}
interface Pages {
  readonly first: number
  readonly last: number
}

export function useTableRows<R extends Resource>(
  resource: R,
  filters: Filters,
  search: string,
  enabled: boolean,
) {
  type Row = RecordOf<R>
  const queryKey = [resource.list.path, 'rows', filters, search]
  const name = JSON.stringify(queryKey)
  /** The key of the list that must be read completely. */
  const wanted = useRef('')
  const readPage = (page: number, signal: AbortSignal) => {
    const request = { ...filters, search: search === '' ? undefined : search, page }
    return call(
      resource.list as Endpoint,
      { query: { ...request, per_page: PER_PAGE } } as CallOf<Endpoint>,
      signal,
    ) as Promise<PageOfRows<Row>>
  }
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readStretch(page => readPage(page, signal), pageParam),
    initialPageParam: { first: 1, last: 1 } as Pages,
    getNextPageParam: ({ lastPage, meta: { total, total_pages } }): Pages | undefined => {
      if (lastPage >= total_pages) return undefined
      const toTheEnd = total <= SHORT || wanted.current === name
      return { first: lastPage + 1, last: toTheEnd ? total_pages : lastPage + 1 }
    },
    placeholderData: keepPreviousData,
    enabled,
  })
  const { data, hasNextPage, fetchNextPage } = list
  const rows = useMemo(() => data && distinctRows(data.pages), [data])
  const total = data?.pages.at(-1)?.meta.total
  const isShort = hasNextPage && (total ?? 0) <= SHORT
  useEffect(() => {
    if (isShort) void fetchNextPage()
  }, [isShort, fetchNextPage])
  const rest: Rest<Row> | undefined = hasNextPage
    ? {
        total: total ?? 0,
        more: () => void fetchNextPage({ cancelRefetch: false }),
        every: async () => {
          const isWanted = wanted.current === name
          wanted.current = name
          const after = await fetchNextPage({ throwOnError: true, cancelRefetch: !isWanted })
          return distinctRows(after.data?.pages ?? [])
        },
      }
    : undefined
  return { rows, total, rest, error: list.error, refetch: list.refetch }
}

/** Reads consecutive pages, a few at a time. */
async function readStretch<T>(
  readPage: (page: number) => Promise<PageOfRows<T>>,
  { first, last }: Pages,
): Promise<Stretch<T>> {
  const pages: PageOfRows<T>[] = []
  for (let n = first; n <= last; n += AT_ONCE) {
    const count = Math.min(AT_ONCE, last - n + 1)
    pages.push(...(await Promise.all(Array.from({ length: count }, (_, i) => readPage(n + i)))))
  }
  return {
    rows: pages.flatMap(({ data }) => data),
    lastPage: last,
    meta: pages[0]?.meta as PageMeta,
  }
}

/** When rows were added between two readings, the last row of one page is the first of the next. */
function distinctRows<T extends { readonly id: number }>(
  stretches: readonly Stretch<T>[],
): readonly T[] {
  const byId = new Map<number, T>()
  for (const { rows } of stretches) for (const row of rows) byId.set(row.id, row)
  return [...byId.values()]
}
