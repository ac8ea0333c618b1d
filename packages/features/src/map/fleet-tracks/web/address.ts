// The search parameters of the fleet's tracks: period, fleets and what the colours mean.
import { IdList, searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

export const FleetTracksSearch = z.object({
  /** period; without an end it ends now, without a beginning it is the last 30 days */
  from: searchParam(z.iso.datetime()),
  to: searchParam(z.iso.datetime()),
  /** ids of the fleets that are shown; absent: all */
  fleets: searchParam(IdList),
  /** `density`: all lines have one colour; absent: that of their fleet */
  color: searchParam(z.enum(['density'])),
})
