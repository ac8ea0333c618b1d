// The state that the address of the alert configurations holds: the selected vehicles, while they are few.
import { ListSearch } from '@flotta/ui/resource/useRecords.ts'
import { IdList, searchParam } from '@flotta/ui/search-params.ts'
import { z } from 'zod'

/** With more vehicles the address would grow too long. */
export const MOST_IN_ADDRESS = 30

export const AlertConfigurationsSearch = ListSearch.extend({
  /** What the screen lists; absent: rules, or vehicles if the address names some. */
  view: searchParam(z.enum(['rules', 'vehicles'])),
  /** Only the rules of this alert. */
  alert: searchParam(z.coerce.number<number>().int().positive().max(32_767)),
  /** Only the rules with this destination. */
  to: searchParam(z.string().max(254)),
  v: searchParam(IdList),
  /** The alert whose parameters are open, with the trial. */
  tune: searchParam(z.coerce.number<number>().int().positive().max(32_767)),
})
export const chosenIn = (v: string | undefined): number[] =>
  v === undefined ? [] : v.split(',').map(Number)

export type ConfigurationsView = 'rules' | 'vehicles'
export const viewIn = ({
  view,
  v,
}: z.output<typeof AlertConfigurationsSearch>): ConfigurationsView =>
  view ?? (v === undefined ? 'rules' : 'vehicles')
