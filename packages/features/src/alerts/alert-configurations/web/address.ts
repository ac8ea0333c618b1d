// The state that the address of the alert configurations holds: the selected vehicles, while they are few.
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { IdList, searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

/** With more vehicles the address would grow too long. */
export const MOST_IN_ADDRESS = 30

export const AlertConfigurationsSearch = ListSearch.extend({
  v: searchParam(IdList),
  /** The alert whose parameters are open, with the trial. */
  tune: searchParam(z.coerce.number<number>().int().positive().max(32_767)),
})
export const chosenIn = (v: string | undefined): number[] =>
  v === undefined ? [] : v.split(',').map(Number)
