// Counts the vehicles of a rule by type and fleet. Pure.
import type { RulePark } from './contract.ts'

export interface ParkRow {
  readonly vehicle_id: number
  readonly plate: string
  readonly vehicle_type: string
  readonly fleet_id: number | null
}
interface RuleVehicles {
  readonly vehicle_ids: readonly number[]
}
type Share = Pick<RulePark, 'vehicle_type' | 'fleet_id'>
const shareName = ({ vehicle_type, fleet_id }: Share): string => `${vehicle_type} ${fleet_id ?? ''}`

/**
 * By the rule's index: its vehicles by type and fleet, the largest share first. Counted here, because the database would compare each of thousands of ids
 * with each.
 */
export function parksOf(
  park: readonly ParkRow[],
  rows: readonly RuleVehicles[],
): Map<number, RulePark[]> {
  const byId = new Map(park.map(vehicle => [vehicle.vehicle_id, vehicle]))
  const totals = new Map<string, number>()
  for (const vehicle of park)
    totals.set(shareName(vehicle), (totals.get(shareName(vehicle)) ?? 0) + 1)
  const sharesOf = ({ vehicle_ids }: RuleVehicles): RulePark[] => {
    const shares = new Map<string, Share & { vehicles: number }>()
    for (const id of vehicle_ids) {
      const vehicle = byId.get(id)
      if (vehicle === undefined) continue
      const name = shareName(vehicle)
      const share = shares.get(name)
      const { vehicle_type, fleet_id } = vehicle
      if (share === undefined) shares.set(name, { vehicle_type, fleet_id, vehicles: 1 })
      else share.vehicles++
    }
    return [...shares]
      .map(([name, share]) => ({ ...share, total: totals.get(name) ?? 0 }))
      .toSorted((a, b) => b.vehicles - a.vehicles || shareName(a).localeCompare(shareName(b)))
  }
  return new Map(rows.map((row, place) => [place, sharesOf(row)]))
}
