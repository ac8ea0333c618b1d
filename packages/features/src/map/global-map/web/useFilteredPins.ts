// The pins of the map: those of the selected fleets, and among these the ones that pass the filter of
// the address.
import { useMemo } from 'react'
import { useFleetFilter } from '../../../fleet/fleets/web/useFleetFilter.ts'
import { services } from '../../../services/services.ts'
import type { Pin } from '../contract.ts'
import { isNoFilter, readFilter } from '../filter.ts'
import { keeps, quickCounts } from '../filter-masks.ts'
import { urgentFirst } from '../rules.ts'
import type { MapSearch } from './useMapSearch.ts'

export const NO_PINS: readonly Pin[] = []

/** @param all undefined: the pins are not loaded yet */
export function useFilteredPins(all: readonly Pin[] | undefined, { s, f, st }: MapSearch) {
  const { fleets, chosen, passes } = useFleetFilter()
  const filter = useMemo(() => readFilter({ s, f, st }, services), [s, f, st])
  const inFleets = useMemo(
    () => (chosen.size === 0 ? all : all?.filter(pin => passes(pin.fleet_id))),
    [all, chosen, passes],
  )
  const filtered = useMemo(
    () =>
      isNoFilter(filter)
        ? (inFleets ?? NO_PINS)
        : (inFleets ?? NO_PINS).filter(keeps(filter, services)),
    [inFleets, filter],
  )
  const sorted = useMemo(() => urgentFirst(filtered), [filtered])
  const counts = useMemo(
    () => (inFleets === undefined ? undefined : quickCounts(inFleets, filter, services)),
    [inFleets, filter],
  )
  const fleetById = useMemo(() => new Map((fleets ?? []).map(fleet => [fleet.id, fleet])), [fleets])
  return { filter, inFleets, filtered, sorted, counts, fleetById }
}
