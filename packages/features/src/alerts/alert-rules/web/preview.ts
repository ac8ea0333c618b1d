// Previews how many configurations saving a rule makes, keeps and removes. Pure.
import type { RuleDestination } from '../contract.ts'
import { vehiclesOfDestination } from '../destination-vehicles.ts'

export type Target = Pick<RuleDestination, 'alert_channel_id' | 'destination'> &
  Partial<Pick<RuleDestination, 'only' | 'except'>>
interface Extent {
  readonly vehicles: readonly number[]
  readonly destinations: readonly Target[]
}
export interface Preview {
  /** The number of configurations after saving. */
  readonly total: number
  readonly made: number
  readonly removed: number
}
export const nameOfTarget = ({ alert_channel_id, destination }: Target): string =>
  `${alert_channel_id} ${destination.toLowerCase().replaceAll(' ', '')}`

/** Destination → its vehicles. */
const vehiclesByTarget = ({ vehicles, destinations }: Extent): Map<string, ReadonlySet<number>> =>
  new Map(
    destinations.map(one => [nameOfTarget(one), new Set(vehiclesOfDestination(one, vehicles))]),
  )
const sizeOf = (sets: ReadonlyMap<string, ReadonlySet<number>>): number =>
  [...sets.values()].reduce((sum, { size }) => sum + size, 0)

/** @param before null: the rule is new */
export function previewOf(before: Extent | null, after: Extent, alerts: number): Preview {
  const next = vehiclesByTarget(after)
  const total = sizeOf(next) * alerts
  if (before === null) return { total, made: total, removed: 0 }
  const old = vehiclesByTarget(before)
  let staying = 0
  for (const [name, vehicles] of next) {
    const oldVehicles = old.get(name)
    if (oldVehicles !== undefined) for (const id of vehicles) if (oldVehicles.has(id)) staying += 1
  }
  return { total, made: total - staying, removed: sizeOf(old) - staying }
}
