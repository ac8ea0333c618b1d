// The vehicles of each fleet, and the fleets that a search finds by themselves or by their vehicles.
import { contains } from '@flotta/core/searchable.ts'
import type { VehicleItem } from '../../vehicles/contract.ts'
import type { Fleet } from '../contract.ts'

export const NO_VEHICLES: readonly VehicleItem[] = []

/** null: the vehicles without a fleet. */
export type VehiclesByFleet = ReadonlyMap<number | null, readonly VehicleItem[]>

export function vehiclesByFleet(vehicles: readonly VehicleItem[]): VehiclesByFleet {
  const groups = new Map<number | null, VehicleItem[]>()
  for (const vehicle of vehicles) {
    const group = groups.get(vehicle.fleet_id)
    if (group === undefined) groups.set(vehicle.fleet_id, [vehicle])
    else group.push(vehicle)
  }
  return groups
}

/** The fleets that match the search by their own words or by the plate of one of their vehicles. */
export const matchingFleets = (
  fleets: readonly Fleet[],
  byFleet: VehiclesByFleet,
  search: string,
): readonly Fleet[] =>
  search === ''
    ? fleets
    : fleets.filter(
        ({ id, code, description }) =>
          contains(code, search) ||
          contains(description, search) ||
          (byFleet.get(id) ?? NO_VEHICLES).some(v => contains(v.plate, search)),
      )
