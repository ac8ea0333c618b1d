// The vehicles of a rule as people name them: all, whole fleets and types, or some by their plates. Pure.
import type { AlertRule, RulePark } from '../contract.ts'

type Share = Pick<RulePark, 'vehicle_type' | 'fleet_id'>
/** null: any type, or any fleet. */
export interface Group {
  readonly vehicle_type: string | null
  readonly fleet_id: number | null
}
export type Scope =
  | { readonly kind: 'all' }
  /** Every vehicle of these groups. */
  | { readonly kind: 'groups'; readonly groups: readonly Group[] }
  /** `group`: a fleet or type that they share. */
  | { readonly kind: 'some'; readonly group: Group }

/** The most groups that a sentence names. */
const MOST_GROUPS = 3

/**
 * The scope of a rule.
 * @param vehicles all that the company sees
 */
export function scopeOf(
  { vehicles: count, parks }: Pick<AlertRule, 'vehicles' | 'parks'>,
  vehicles: readonly Share[],
): Scope {
  if (count === vehicles.length) return { kind: 'all' }
  const groups = parks.every(park => park.vehicles === park.total)
    ? groupsOf(parks, vehicles)
    : null
  if (groups !== null && groups.length <= MOST_GROUPS) return { kind: 'groups', groups }
  const [first] = parks
  const share = <K extends keyof Share>(field: K): Share[K] | null =>
    first !== undefined && parks.every(park => park[field] === first[field]) ? first[field] : null
  return {
    kind: 'some',
    group: { vehicle_type: share('vehicle_type'), fleet_id: share('fleet_id') },
  }
}

/** Whole fleets if the rule has all their types, else whole types, else types of fleets; null: some vehicles have no fleet. */
function groupsOf(parks: readonly RulePark[], vehicles: readonly Share[]): Group[] | null {
  const isWithin = (vehicle: Share) =>
    parks.some(
      park => park.vehicle_type === vehicle.vehicle_type && park.fleet_id === vehicle.fleet_id,
    )
  const types = [...new Set(parks.map(park => park.vehicle_type))]
  const isWhole = (which: (vehicle: Share) => boolean) => vehicles.filter(which).every(isWithin)
  if (types.every(type => isWhole(vehicle => vehicle.vehicle_type === type)))
    return types.map(vehicle_type => ({ vehicle_type, fleet_id: null }))
  const fleetIds = [...new Set(parks.map(park => park.fleet_id))]
  if (fleetIds.includes(null)) return null
  return fleetIds.flatMap((fleet_id): Group[] =>
    isWhole(vehicle => vehicle.fleet_id === fleet_id)
      ? [{ vehicle_type: null, fleet_id }]
      : parks
          .filter(park => park.fleet_id === fleet_id)
          .map(({ vehicle_type }) => ({ vehicle_type, fleet_id })),
  )
}
