// The search parameters of the agreements' address.
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

/** `archived` 1: the agreements that have ended; `ending` 1: those that end soon. */
export const AgreementsSearch = ListSearch.extend({
  archived: searchParam(z.coerce.number<number>().pipe(z.literal(1))),
  ending: searchParam(z.coerce.number<number>().pipe(z.literal(1))),
})
