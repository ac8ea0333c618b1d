// The search parameters of the fleet's tracks: period, fleets and colouring.
import { IdList, searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

export const FleetTracksSearch = z.object({
  /** period; without an end it ends now, without a beginning it is the last 30 days */
  from: searchParam(z.iso.datetime()),
  to: searchParam(z.iso.datetime()),
  /** ids of the fleets that are shown; absent: all */
  fleets: searchParam(IdList),
  /** `density`: all lines in one colour; absent: in the colour of their fleet */
  color: searchParam(z.enum(['density'])),
})
