// The vehicles that the person has chosen on the screen of fleets, to be moved together.
import { useCallback, useMemo, useState } from 'react'
import type { VehicleItem } from '../../vehicles/contract.ts'
import { NO_VEHICLES, vehiclesByFleet } from './vehicles-by-fleet.ts'

export function useChosenVehicles(vehicles: readonly VehicleItem[]) {
  const [chosenIds, setChosen] = useState<ReadonlySet<number>>(new Set())
  const choose = useCallback(
    ({ id }: VehicleItem) =>
      setChosen(old =>
        old.has(id) ? new Set([...old].filter(otherId => otherId !== id)) : new Set([...old, id]),
      ),
    [],
  )
  const chosenVehicles = useMemo(
    () => (chosenIds.size === 0 ? NO_VEHICLES : vehicles.filter(v => chosenIds.has(v.id))),
    [vehicles, chosenIds],
  )
  // A card renders again only where its own choice changed.
  const chosenOf = useMemo(
    () =>
      new Map(
        [...vehiclesByFleet(chosenVehicles)].map(([id, some]) => [
          id,
          new Set(some.map(v => v.id)),
        ]),
      ),
    [chosenVehicles],
  )
  const clear = useCallback(() => setChosen(new Set()), [])
  return { chosenIds, chosenVehicles, chosenOf, choose, clear }
}
