// What the address of the alert configurations says: the chosen vehicles, as long as they are few.
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { z } from 'zod'

/** Of more the address would grow too long. */
export const MOST_IN_ADDRESS = 30

export const AlertConfigurationsSearch = ListSearch.extend({
  v: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9})*$/)
    .optional()
    .catch(undefined),
})
export const chosenIn = (v: string | undefined): number[] =>
  v === undefined ? [] : v.split(',').map(Number)
