// The state that the address of the alert configurations holds: the selected vehicles, while they are few.
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { IdList, searchParam } from '@flotta/ui/search-params.ts'

/** With more vehicles the address would grow too long. */
export const MOST_IN_ADDRESS = 30

export const AlertConfigurationsSearch = ListSearch.extend({
  v: searchParam(IdList),
})
export const chosenIn = (v: string | undefined): number[] =>
  v === undefined ? [] : v.split(',').map(Number)
