// What the address of the devices says.
import { Id } from '@flotta/core/contract.ts'
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

/**
 * `d`: the device that is looked at; `trouble` 1: only those that are silent or were never heard.
 */
export const DevicesSearch = ListSearch.extend({
  d: searchParam(z.coerce.number<number>().pipe(Id)),
  trouble: searchParam(z.coerce.number<number>().pipe(z.literal(1))),
})
