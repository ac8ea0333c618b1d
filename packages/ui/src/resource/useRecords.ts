// Reads the list of a managed entity. The search and the page are in the address (general.76).
import type { CallOf, Endpoint, PageMeta, ReplyOf } from '@flotta/core/contract.ts'
import type { Resource } from '@flotta/core/resource.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { query } from '../api.ts'
import { searchParam } from '../search-params.ts'

/** The query parameters of a list; screens add their own. */
export const ListSearch = z.object({
  search: searchParam(z.string().max(100)),
  page: searchParam(z.coerce.number<number>().int().min(1)),
  /** `new` opens the form of a new record. */
  open: searchParam(z.literal('new')),
})

export type RecordOf<R extends Pick<Resource, 'one'>> = ReplyOf<R['one']> & { readonly id: number }
/** Conditions besides search and page. */
export type Filters = Readonly<Record<string, string | number | undefined>>

/** A search starts this many milliseconds after the last key. */
const SEARCH_AFTER_MS = 200

export interface ListAddress {
  /** The text of the search field, which `search` follows a little later. */
  readonly typed: string
  readonly search: string
  readonly page: number
  readonly type: (words: string) => void
  readonly turn: (page: number) => void
}
export function useListAddress(): ListAddress {
  const { search = '', page = 1 } = ListSearch.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const [typed, type] = useState(search)
  const [settledSearch] = useDebouncedValue(typed.trim(), SEARCH_AFTER_MS)
  useEffect(() => {
    if (settledSearch !== search)
      void navigate({
        to: '.',
        search: (old: object) => ({
          ...old,
          search: settledSearch === '' ? undefined : settledSearch,
          page: undefined,
        }),
        replace: true,
      })
  }, [settledSearch, search, navigate])
  return {
    typed,
    search,
    page,
    type,
    turn: to =>
      void navigate({
        to: '.',
        search: (old: object) => ({ ...old, page: to === 1 ? undefined : to }),
      }),
  }
}

/** An address with `open=new` opens the form of a new record, once it is known that the person may add one; then the parameter is removed. */
export function useAddByAddress(may: boolean, add: () => void): void {
  const isAsked = ListSearch.shape.open.parse(useSearch({ strict: false }).open) === 'new'
  const navigate = useNavigate()
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    if (!isAsked || !may) return
    latest.current()
    void navigate({
      to: '.',
      search: (old: object) => ({ ...old, open: undefined }),
      replace: true,
    })
  }, [isAsked, may, navigate])
}

interface ListPage<T> {
  readonly data: readonly T[]
  readonly meta: PageMeta
}
/** One page of the list; the previous page is shown until the next one has loaded. */
export function usePage<R extends Resource>(
  resource: R,
  filters: Filters,
  { search, page }: Pick<ListAddress, 'search' | 'page'>,
  enabled = true,
) {
  const request = {
    query: { ...filters, search: search === '' ? undefined : search, page },
  } as CallOf<Endpoint>
  return useQuery({
    ...query(resource.list as Endpoint, request),
    placeholderData: keepPreviousData,
    enabled,
  }) as {
    readonly data: ListPage<RecordOf<R>> | undefined
    readonly error: Error | null
    readonly refetch: () => Promise<unknown>
  }
}

/** Reads everything of an entity again; `reads` are other endpoints whose answers contain it. */
export const refresh = (
  client: QueryClient,
  { resource }: Pick<Resource, 'resource'>,
  reads: readonly Endpoint[] = [],
): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' &&
      (path === `/${resource}` ||
        path.startsWith(`/${resource}/`) ||
        reads.some(e => e.path === path)),
  })
