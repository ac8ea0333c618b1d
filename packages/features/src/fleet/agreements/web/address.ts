// What the address of the agreements says.
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { z } from 'zod'

/** `archived` 1: what has ended. */
export const AgreementsSearch = ListSearch.extend({
  archived: z.coerce.number<number>().pipe(z.literal(1)).optional().catch(undefined),
})
