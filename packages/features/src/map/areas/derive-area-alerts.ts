// The alerts of areas: which one an event raises or clears, for whom, and after how long a stay is reported.
import type { Effect, VehicleFacts } from '@flotta/core/derivation.ts'
import { isWatched, ruleOf } from '../../alerts/incidents/rules.ts'
import { alerts } from '../../services/eyegeo/alerts.ts'
import type { AreaId, AreaKind } from './rules.ts'

export const ENTER_ALERTS = {
  hub: alerts.hub_enter.id,
  poi: alerts.poi_enter.id,
} as const satisfies Record<AreaKind, number>
export const EXIT_ALERTS = {
  hub: alerts.hub_exit.id,
  poi: alerts.poi_exit.id,
} as const satisfies Record<AreaKind, number>

export interface AreaEvent extends AreaId {
  readonly customer_id: number
  /** Epoch ms of the arrival or the departure. */
  readonly since: number
}
/** `shape`: the area as it was when the vehicle was last seen in it; `stayed`: the stay was long enough to be reported. */
export interface Visit extends AreaEvent {
  readonly shape: number
  readonly stayed?: true
}

export const STAY = alerts.area_dwell.id
const stayRule = ruleOf(alerts.area_dwell)
export const { default: USUAL_STAY } = alerts.area_dwell.parameters.threshold
/** The rule of a customer: the owner's settings apply to the owner, the defaults to others. */
export function ownRule(facts: VehicleFacts, customer_id: number) {
  const rule = stayRule(facts)
  return rule.customer_id === null || rule.customer_id === customer_id
    ? rule
    : stayRule({ ...facts, alert_parameters: {} })
}

/** The fewest minutes after which any configuration reports a stay in an area. */
export function leastMinutes(
  { stay_limits = [] }: VehicleFacts,
  { kind, area_id, customer_id }: AreaEvent,
  usual: number,
  at: number,
): number {
  let least = usual
  for (const limit of stay_limits) {
    const ids = kind === 'hub' ? limit.hub_ids : limit.poi_ids
    const names = limit.hub_ids.length + limit.poi_ids.length === 0 || ids.includes(area_id)
    if (names && limit.customer_id === customer_id && limit.from <= at)
      least = Math.min(least, limit.minutes)
  }
  return least
}

type AlertByKind = Readonly<Record<AreaKind, number>>
/** Whether an event is reported: to the owner within the hours that the owner has set, to other customers always. */
export function isTold(
  alert: AlertByKind,
  { kind, customer_id }: AreaEvent,
  { alert_parameters }: VehicleFacts,
  at: number,
): boolean {
  const rule = alert_parameters?.[alert[kind]]
  return rule === undefined || rule.customer_id !== customer_id || isWatched(rule, at)
}
/** The effects that end a visit: they clear the alert of its entry, and of its stay if that was raised. */
export const endVisit = (was: Visit, at: number): Effect<'clear'>[] => [
  clearEffect(ENTER_ALERTS[was.kind], was, at),
  ...(was.stayed ? [clearEffect(STAY, was, at)] : []),
]
export const clearEffect = (alert_id: number, was: AreaEvent, at: number): Effect<'clear'> => ({
  effect: 'clear',
  alert_id,
  customer_id: was.customer_id,
  subject_id: subjectOf(alert_id, was),
  at,
})
/**
 * The subject of an area's alert. Both kinds share the alert of a stay; there a point of interest has the negative of its id, because a hub may have the same
 * id.
 */
export const subjectOf = (
  alert_id: number,
  { kind, area_id }: Pick<AreaEvent, 'kind' | 'area_id'>,
) => (alert_id === STAY && kind === 'poi' ? -area_id : area_id)
