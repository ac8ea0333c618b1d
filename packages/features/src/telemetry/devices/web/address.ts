// What the address of the devices says.
import { Id } from '@flotta/core/contract.ts'
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { z } from 'zod'

/**
 * `d`: the device that is looked at; `trouble` 1: only those that are silent or were never heard.
 */
export const DevicesSearch = ListSearch.extend({
  d: z.coerce.number<number>().pipe(Id).optional().catch(undefined),
  trouble: z.coerce.number<number>().pipe(z.literal(1)).optional().catch(undefined),
})
