// The global search: everything of the caller's customer whose name contains the words.
import { endpoint, Id } from '@flotta/core/contract.ts'
import { z } from 'zod'

export const SEARCH_MIN = 2
/** Group → its rows, the best match first; each group's row is declared in its feature's `search.ts`. */
export const SearchResults = z.record(
  z.string(),
  z.object({ data: z.array(z.looseObject({ id: Id })) }),
)
export type SearchResults = z.infer<typeof SearchResults>
export const search = endpoint({
  method: 'POST',
  path: '/search',
  summary: 'Search in everything that has a name, by group: vehicles, fleets and others',
  reads_only: true,
  allow: 'view',
  scope: 'customer',
  body: z.object({ query: z.string().trim().min(SEARCH_MIN).max(100) }),
  reply: SearchResults,
})
