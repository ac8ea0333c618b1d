// The search parameters of a board: the vehicle whose panel is open, the filter, the text to search for, and the period of the panel's history.
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'
import { HistorySearch } from '../../web/address.ts'

export const BoardSearch = HistorySearch.extend({
  v: searchParam(z.coerce.number<number>().int().positive().max(2_147_483_647)),
  show: searchParam(z.string().regex(/^[a-z_]{1,40}$/)),
  q: searchParam(z.string().max(100)),
})
export type BoardSearch = z.infer<typeof BoardSearch>
