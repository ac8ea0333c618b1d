// Which fleets are shown: a preference of the person. None chosen means all vehicles; all of them chosen hides the vehicles that are in none.
import { query } from '@flotta/ui/api.ts'
import { usePreference } from '@flotta/ui/preferences.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { fleets as contract, type Fleet } from '../contract.ts'

export interface FleetFilter {
  /** All fleets of the customer; undefined while loading. */
  readonly fleets: readonly Fleet[] | undefined
  /** Ids of the chosen fleets; empty: no filter. */
  readonly chosen: ReadonlySet<number>
  /** Whether a vehicle of this fleet (null or undefined: without one) is shown. The same function while the choice is the same. */
  readonly passes: (fleetId: number | null | undefined) => boolean
  /** Adds a fleet to the choice or removes it. */
  readonly toggle: (fleetId: number) => void
  /** Chooses exactly these; empty: all vehicles. */
  readonly choose: (fleetIds: readonly number[]) => void
}

export function useFleetFilter(): FleetFilter {
  const [storedIds, keep] = usePreference('fleets')
  const { data: fleets } = useQuery({ ...query(contract.all, {}), staleTime: 60_000 })
  const chosenIds = useMemo(() => {
    const fleetIds = new Set(fleets?.map(f => f.id))
    return new Set(storedIds.filter(id => fleetIds.has(id)))
  }, [storedIds, fleets])
  const passes = useCallback(
    (fleetId: number | null | undefined) =>
      chosenIds.size === 0 || (fleetId !== null && fleetId !== undefined && chosenIds.has(fleetId)),
    [chosenIds],
  )
  const choose = (fleetIds: readonly number[]) => keep([...fleetIds])
  const toggle = (fleetId: number) =>
    choose(
      chosenIds.has(fleetId)
        ? [...chosenIds].filter(id => id !== fleetId)
        : [...chosenIds, fleetId],
    )
  return { fleets, chosen: chosenIds, passes, toggle, choose }
}
