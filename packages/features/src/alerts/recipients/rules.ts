// The rules of rehearsals: why an alert would not be raised now, and how the results by vehicle become one line for each destination. Pure.
import type { Schedule } from '@flotta/core/schedule.ts'
import { type DeliveryFacts, deliveryFault } from '../deliveries/rules.ts'
import type { GroupRole } from '../escalations/contract.ts'
import { isWatched, type Rule } from '../incidents/rules.ts'
import type { ObstacleCode } from './contract.ts'

/** The most plates that a reason lists. */
const MOST_PLATES = 5

export interface Reason {
  readonly code: ObstacleCode
  /** When it ends by the clock, epoch ms; null: it does not. */
  readonly until: number | null
}
const outsideOf = (schedule: Schedule | null, at: number): Reason => {
  const until = schedule?.until(at) ?? Number.POSITIVE_INFINITY
  return { code: 'hours', until: Number.isFinite(until) ? until : null }
}
/** Why an alert of this rule would not be raised at a moment, or why a configuration with hours of its own would not tell of it; null: it would. */
export function quietReason(rule: Rule, ownHours: Schedule | null, at: number): Reason | null {
  if (!rule.active) return { code: 'muted', until: null }
  if (!isWatched(rule, at)) return outsideOf(rule.schedule, at)
  return ownHours === null || ownHours.isOpen(at) ? null : outsideOf(ownHours, at)
}

/** The facts that decide whether a destination is told of an alert raised now. */
export interface RehearsalFacts extends DeliveryFacts {
  readonly rule: Rule
  /** The hours of the configuration; null: it has none of its own. */
  readonly ownHours: Schedule | null
  /** The operator has named a server for the channel. */
  readonly hasServer: boolean
}
/** The first reason why nobody would be told, from the delivery back to the rule. */
export function rehearsalReason(facts: RehearsalFacts, now: number): Reason | null {
  const fault = deliveryFault(facts, now)
  if (fault !== null) return { code: fault, until: null }
  return (
    quietReason(facts.rule, facts.ownHours, now) ??
    (facts.hasServer ? null : { code: 'no_server', until: null })
  )
}

/** The result for one destination, alert and vehicle. */
export interface Verdict {
  readonly alert_channel_id: number
  readonly destination: string
  readonly person: { readonly id: number; readonly name: string } | null
  readonly draft: boolean
  /** Minutes after which the destination is told; 0: at once. */
  readonly after: number
  readonly role: GroupRole | null
  /** Minutes of a stay after which the destination is told; null: the alert is no stay. */
  readonly stay_minutes: number | null
  readonly alert_id: number
  readonly vehicle_id: number
  readonly plate: string
  readonly reason: Reason | null
}
interface ReasonOfVehicles extends Reason {
  readonly alert_id: number
  readonly vehicles: number
  readonly plates: readonly string[]
}
export interface DestinationVerdict
  extends Pick<
    Verdict,
    'alert_channel_id' | 'destination' | 'person' | 'draft' | 'after' | 'role' | 'stay_minutes'
  > {
  /** The number of vehicles of which it is told. */
  readonly vehicles: number
  readonly obstacles: readonly ReasonOfVehicles[]
}

const groupsBy = <T>(list: readonly T[], keyOf: (one: T) => string): T[][] => {
  const groups = new Map<string, T[]>()
  for (const one of list) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return [...groups.values()]
}
const countOf = (verdicts: readonly Verdict[]): number =>
  new Set(verdicts.map(({ vehicle_id }) => vehicle_id)).size

/** A destination is told of a stay once: by the configuration with the fewest minutes. */
const firstOfStays = (verdicts: readonly Verdict[]): Verdict[] =>
  groupsBy(
    verdicts,
    v =>
      `${v.alert_id} ${v.vehicle_id} ${v.after} ${v.alert_channel_id} ${v.destination} ${v.role}`,
  ).flatMap(same => {
    const [first] = same
      .filter(v => v.stay_minutes !== null)
      .toSorted(
        (a, b) =>
          Number(a.reason !== null) - Number(b.reason !== null) ||
          (a.stay_minutes ?? 0) - (b.stay_minutes ?? 0),
      )
    return first === undefined ? same : [first]
  })

/** One line for each destination and time, the earliest first; each reason appears once per alert. */
export const byDestination = (verdicts: readonly Verdict[]): DestinationVerdict[] =>
  groupsBy(
    firstOfStays(verdicts).toSorted(
      (a, b) => a.after - b.after || (a.stay_minutes ?? 0) - (b.stay_minutes ?? 0),
    ),
    v => `${v.after} ${v.stay_minutes} ${v.alert_channel_id} ${v.destination} ${v.role}`,
  ).flatMap(ofDestination => {
    const [first] = ofDestination
    if (first === undefined) return []
    const { alert_channel_id, destination, person, after, role, stay_minutes } = first
    const silent = ofDestination.flatMap(v =>
      v.reason === null ? [] : [{ ...v, reason: v.reason }],
    )
    return [
      {
        alert_channel_id,
        destination,
        person,
        after,
        role,
        stay_minutes,
        draft: ofDestination.every(v => v.draft),
        vehicles: countOf(ofDestination.filter(v => v.reason === null)),
        obstacles: groupsBy(silent, v => `${v.reason.code} ${v.alert_id}`).flatMap(alike => {
          const [one] = alike
          return one === undefined
            ? []
            : [
                {
                  ...one.reason,
                  alert_id: one.alert_id,
                  vehicles: countOf(alike),
                  plates: alike.slice(0, MOST_PLATES).map(({ plate }) => plate),
                },
              ]
        }),
      },
    ]
  })
