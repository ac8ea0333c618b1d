// How many configurations saving a rule makes, keeps and removes. Pure.
interface Extent {
  readonly vehicles: readonly number[]
  readonly destinations: readonly {
    readonly alert_channel_id: number
    readonly destination: string
  }[]
}
export interface Preview {
  /** How many the rule stands for then. */
  readonly total: number
  readonly made: number
  readonly removed: number
}
/** @param before null: the rule is new */
export function previewOf(before: Extent | null, after: Extent, alerts: number): Preview {
  const total = after.vehicles.length * after.destinations.length * alerts
  if (before === null) return { total, made: total, removed: 0 }
  const oldVehicles = new Set(before.vehicles)
  const nameOf = (one: Extent['destinations'][number]) =>
    `${one.alert_channel_id} ${one.destination.toLowerCase().replaceAll(' ', '')}`
  const oldDestinations = new Set(before.destinations.map(nameOf))
  const staying =
    after.vehicles.filter(id => oldVehicles.has(id)).length *
    after.destinations.filter(one => oldDestinations.has(nameOf(one))).length
  return {
    total,
    made: total - staying,
    removed: before.vehicles.length * before.destinations.length - staying,
  }
}
