// Groups configurations into rules: those with the same content and the same vehicles, or nearly the same vehicles with other destinations. Pure.
import { createHash } from 'node:crypto'
import { groupBy } from '@flotta/core/group-by.ts'
import type { Hours } from '@flotta/core/schedule.ts'
import type { EscalationStep } from '../escalations/contract.ts'
import type { RuleDestination } from './contract.ts'
import { MOST_DIFFERENCES, MOST_NAMED } from './destination-vehicles.ts'

/** The content that all configurations of a rule share. */
export interface RuleContent {
  readonly alert_id: number
  readonly hub_ids: readonly number[]
  readonly poi_ids: readonly number[]
  readonly threshold: number | null
  readonly schedule: readonly Hours[] | null
  readonly escalation: readonly EscalationStep[]
}
/** The configurations with the same content and the same destination. */
export interface Alike extends RuleContent {
  readonly alert_channel_id: number
  readonly destination: string
  /** Ascending. */
  readonly vehicle_ids: readonly number[]
  readonly ids: readonly number[]
}
export interface StoredDestination extends Omit<RuleDestination, 'delivery'> {
  /** Ids of its configurations. */
  readonly ids: readonly number[]
}
export interface RuleGroup<A extends Alike> extends RuleContent {
  /** Ascending. */
  readonly vehicle_ids: readonly number[]
  /** Destinations of all vehicles come first. */
  readonly destinations: readonly StoredDestination[]
  readonly alike: readonly A[]
}

/** A set of vehicles with all destinations of exactly this set. */
interface VehicleSet<A extends Alike> {
  readonly vehicle_ids: readonly number[]
  readonly alike: readonly A[]
}
interface Root<A extends Alike> {
  readonly set: VehicleSet<A>
  readonly members: ReadonlySet<number>
  /** Smaller sets that belong to the rule as differences. */
  readonly differences: VehicleSet<A>[]
}

export function rulesOf<A extends Alike>(configurations: readonly A[]): RuleGroup<A>[] {
  const contentOf = ({ alert_id, hub_ids, poi_ids, threshold, schedule, escalation }: A) =>
    JSON.stringify([alert_id, hub_ids, poi_ids, threshold, schedule, escalation])
  return [...groupBy(configurations, contentOf).values()].flatMap(alike =>
    rootsOf(setsOf(alike)).flatMap(({ set, differences }) =>
      differences.length <= MOST_DIFFERENCES
        ? [ruleOf(set, differences)]
        : [set, ...differences].map(one => ruleOf(one, [])),
    ),
  )
}

/** The sets, the largest first. */
const setsOf = <A extends Alike>(alike: readonly A[]): VehicleSet<A>[] =>
  [...groupBy(alike, ({ vehicle_ids }) => vehicle_ids.join())]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, members]) => ({ vehicle_ids: members[0]?.vehicle_ids ?? [], alike: members }))
    .toSorted((a, b) => b.vehicle_ids.length - a.vehicle_ids.length)

/** Finds the roots: each set is a root itself, or differs by few vehicles from the largest root that contains it. */
function rootsOf<A extends Alike>(sets: readonly VehicleSet<A>[]): Root<A>[] {
  const roots: Root<A>[] = []
  const rootsOfVehicle = new Map<number, Root<A>[]>()
  for (const set of sets) {
    const { vehicle_ids } = set
    const candidates = rootsOfVehicle.get(vehicle_ids[0] ?? 0) ?? []
    const root = candidates.find(
      ({ members }) =>
        Math.min(vehicle_ids.length, members.size - vehicle_ids.length) <= MOST_NAMED &&
        vehicle_ids.every(id => members.has(id)),
    )
    if (root !== undefined) {
      root.differences.push(set)
      continue
    }
    const newRoot: Root<A> = { set, members: new Set(vehicle_ids), differences: [] }
    roots.push(newRoot)
    for (const id of vehicle_ids) {
      const itsRoots = rootsOfVehicle.get(id)
      if (itsRoots === undefined) rootsOfVehicle.set(id, [newRoot])
      else itsRoots.push(newRoot)
    }
  }
  return roots
}

function ruleOf<A extends Alike>(
  { vehicle_ids, alike }: VehicleSet<A>,
  differences: readonly VehicleSet<A>[],
): RuleGroup<A> {
  const [first] = alike
  if (first === undefined) throw new Error('a rule without a configuration')
  const { alert_id, hub_ids, poi_ids, threshold, schedule, escalation } = first
  const destinationsOf = (set: VehicleSet<A>): StoredDestination[] => {
    const limits = limitsOf(vehicle_ids, set.vehicle_ids)
    return set.alike
      .map(({ alert_channel_id, destination, ids }) => ({
        alert_channel_id,
        destination,
        ids,
        only: limits.only,
        except: limits.except,
      }))
      .toSorted(
        (a, b) =>
          a.alert_channel_id - b.alert_channel_id || (a.destination < b.destination ? -1 : 1),
      )
  }
  return {
    alert_id,
    hub_ids,
    poi_ids,
    threshold,
    schedule,
    escalation,
    vehicle_ids,
    destinations: [{ vehicle_ids, alike }, ...differences].flatMap(destinationsOf),
    alike: [...alike, ...differences.flatMap(set => set.alike)],
  }
}

/** How the vehicles of a destination differ from those of its rule, with as few names as possible. */
function limitsOf(
  ofRule: readonly number[],
  own: readonly number[],
): Pick<StoredDestination, 'only' | 'except'> {
  if (own.length === ofRule.length) return { only: [], except: [] }
  if (own.length <= ofRule.length - own.length) return { only: [...own], except: [] }
  const members = new Set(own)
  return { only: [], except: ofRule.filter(id => !members.has(id)) }
}

/** A digest of a rule's content, vehicles and destinations. */
export function digestOf({
  vehicle_ids,
  destinations,
  ...rule
}: Omit<RuleGroup<Alike>, 'alike'>): string {
  const { alert_id, hub_ids, poi_ids, threshold, schedule, escalation } = rule
  const targets = destinations.map(one => [
    one.alert_channel_id,
    one.destination,
    one.only,
    one.except,
  ])
  return createHash('md5')
    .update(
      JSON.stringify([
        ...[alert_id, hub_ids, poi_ids, threshold, schedule, escalation],
        ...[vehicle_ids, targets],
      ]),
    )
    .digest('hex')
}
