// The search parameters of a panel: the part that is open, the period of its history and the chosen trip.
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

export const PartSearch = z.object({ sub: searchParam(z.string()) })
export const HistorySearch = z.object({
  from: searchParam(z.iso.datetime()),
  to: searchParam(z.iso.datetime()),
  trip: searchParam(z.uuid()),
})
