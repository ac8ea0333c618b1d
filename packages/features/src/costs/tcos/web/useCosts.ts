// The filters of the costs screen: months and tab from the address, fleets from the bar.
import { usePreference } from '@flotta/ui/preferences.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useFleetFilter } from '../../../fleet/fleets/web/useFleetFilter.ts'
import { type Months, periods } from '../rules.ts'
import { type Tab, TcosSearch } from './address.ts'

export interface Costs {
  readonly period: Months
  readonly tab: Tab
  /** The fleets of the bar's filter, as calls take them; undefined: all vehicles. */
  readonly fleets: string | undefined
  /** False until the fleet filter is loaded. */
  readonly ready: boolean
  readonly vehicle: number | undefined
  readonly type: number | undefined
  /** Changes the address and resets page and search. */
  readonly go: (to: {
    readonly period?: Months
    readonly tab?: Tab
    readonly vehicle?: number | undefined
    readonly type?: number | undefined
  }) => void
}
export function useCosts(): Costs {
  const {
    period = periods[0],
    tab = 'activities',
    vehicle,
    type,
  } = TcosSearch.parse(useSearch({ strict: false }))
  const { fleets, chosen } = useFleetFilter()
  const [storedFleets] = usePreference('fleets')
  const navigate = useNavigate()
  return {
    period,
    tab,
    vehicle,
    type,
    fleets: chosen.size === 0 ? undefined : [...chosen].sort((a, b) => a - b).join(','),
    ready: fleets !== undefined || storedFleets.length === 0,
    go: to =>
      void navigate({
        to: '.',
        search: (old: object) => addressOf({ ...old, search: undefined, page: undefined, ...to }),
      }),
  }
}
/** Default values are left out of the address. */
export const addressOf = <T extends { readonly period?: Months; readonly tab?: Tab }>(
  search: T,
) => ({
  ...search,
  ...(search.period === periods[0] && { period: undefined }),
  ...(search.tab === 'activities' && { tab: undefined }),
})
