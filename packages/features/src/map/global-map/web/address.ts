// The search parameters of the map's address: what is selected, filtered and open, and the period.
import { Id } from '@flotta/core/contract.ts'
import { IdList, searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

export const MapSearchParams = z.object({
  /** vehicle */ v: searchParam(Id),
  /** hub */ h: searchParam(Id),
  /** point of interest */ p: searchParam(Id),
  /** service or `type_X` */ s: searchParam(z.string()),
  /** feature or status */ f: searchParam(z.string()),
  /** ids of the fleets that are shown; absent: all */ fleets: searchParam(IdList),
  /** subtype of type U */ st: searchParam(z.string()),
  /** alert shown at lat, lng, t; without it the moment t is shown there */ a: searchParam(
    z.string(),
  ),
  lat: searchParam(z.coerce.number<number>().min(-90).max(90)),
  lng: searchParam(z.coerce.number<number>().min(-180).max(180)),
  t: searchParam(z.string()),
  /** service whose tab is open */ tab: searchParam(z.string()),
  /** part of the tab that is open */ sub: searchParam(z.string()),
  /** period of the history; without an end it ends now */ from: searchParam(z.iso.datetime()),
  to: searchParam(z.iso.datetime()),
  trip: searchParam(z.uuid()),
  /** moment of the time machine; absent: the present */ at: searchParam(z.iso.datetime()),
})
