// The state that the address of the alert configurations holds: the selected vehicles, while they are few.
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { z } from 'zod'

/** With more vehicles the address would grow too long. */
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
