// The search parameters of the printing area's addresses.
import { Instant } from '@flotta/core/contract.ts'
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

/** The period of a receipt; without it there is no receipt to show. */
export const PeriodSearch = z.object({
  from: searchParam(Instant),
  to: searchParam(Instant),
})
