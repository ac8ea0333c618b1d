// The search parameters in the address of the devices screen.
import { Id } from '@flotta/core/contract.ts'
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

/** `d`: the device that is shown; `trouble` 1: only devices that are silent or never sent anything. */
export const DevicesSearch = ListSearch.extend({
  d: searchParam(z.coerce.number<number>().pipe(Id)),
  trouble: searchParam(z.coerce.number<number>().pipe(z.literal(1))),
})
