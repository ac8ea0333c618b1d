// What all alerts share: when an alert is raised and when it ends, given whether its condition is met (dwell, hysteresis, hours), and when an incident is late. Pure; times are epoch ms.
import { type Alert, LONGEST_DWELL_S } from '@flotta/core/alerts.ts'
import {
  type Derivation,
  derivation,
  type Effect,
  type Need,
  type Sample,
  type VehicleFacts,
} from '@flotta/core/derivation.ts'
import type { Schedule } from '@flotta/core/schedule.ts'
import { MINUTE, SECOND } from '@flotta/core/time.ts'

declare module '@flotta/core/derivation.ts' {
  interface VehicleFacts {
    /** The rules of the vehicle's alerts, by alert id; where one is missing, the usual rule is in force. */
    readonly alert_parameters?: Readonly<Record<number, Rule>>
    /** Stays that are reported earlier or later than by the rule. */
    readonly stay_limits?: readonly StayLimit[]
  }
}
/** A configuration that reports a stay after its own minutes; both lists empty: in all areas. */
export interface StayLimit {
  readonly customer_id: number
  readonly minutes: number
  readonly hub_ids: readonly number[]
  readonly poi_ids: readonly number[]
  /** Epoch ms since when the limit holds. */
  readonly from: number
}

/** The vehicle's last believed fix: that of the record, else the one before. */
export const placeOf = ({
  at,
  position,
  previous,
}: Pick<Sample, 'at' | 'position' | 'previous'>): Effect<'raise'>['place'] =>
  position === null ? previous : { at, latitude: position.latitude, longitude: position.longitude }

/** The condition of the vehicle itself is met since this record, or since an earlier one that the derivation remembers. */
export const raiseEffect = (
  alert_id: number,
  since: Pick<Sample, 'at' | 'position' | 'previous'>,
  data: Effect<'raise'>['data'] & object,
): Effect<'raise'> => ({
  effect: 'raise',
  alert_id,
  customer_id: null,
  at: since.at,
  place: placeOf(since),
  data,
})
/** The condition is no longer met. */
export const clearEffect = (alert_id: number, at: number): Effect<'clear'> => ({
  effect: 'clear',
  alert_id,
  customer_id: null,
  at,
})

/** An incident that ended longer ago than this is not notified. */
export const NOTIFY_WITHIN = 15 * MINUTE
/** Late: the incident was found some time after its end. An incident that is still open is never late. */
export const isLate = (closed_at: number | null, now: number): boolean =>
  closed_at !== null && now - closed_at >= NOTIFY_WITHIN

/** The rule of an alert on a vehicle: its parameters, with the usual value for each that is not set. */
export interface Rule {
  readonly active: boolean
  /** null: the vehicle's own configuration is the threshold, or the alert has none. */
  readonly threshold: number | null
  readonly clear: number | null
  /** How long the condition must be met before the alert is raised, ms. */
  readonly dwell: number
  /** null: at all times. */
  readonly schedule: Schedule | null
  /** Whether the alert is watched while the vehicle is parked, too. */
  readonly parked: boolean
  /** The owner of the vehicle: its parameters do not concern the areas of other customers. null: nothing is set. */
  readonly customer_id: number | null
}

/** The rule of an alert without set parameters. */
export function usualRule({ parameters }: Pick<Alert, 'parameters'>): Rule {
  const { threshold, dwell_s = 0 } = parameters ?? {}
  if (dwell_s > LONGEST_DWELL_S) throw new RangeError(`a dwell of ${dwell_s} s`)
  return {
    active: true,
    threshold: threshold !== undefined && 'default' in threshold ? threshold.default : null,
    clear: null,
    dwell: dwell_s * SECOND,
    schedule: null,
    parked: true,
    customer_id: null,
  }
}
/** The rule of the alert on a vehicle. */
export function ruleOf(alert: Alert): (facts: VehicleFacts) => Rule {
  const usual = usualRule(alert)
  const { id } = alert
  return ({ alert_parameters }) => alert_parameters?.[id] ?? usual
}

/** Whether the alert is watched at a moment: it is switched on, and the moment is within its hours. */
export const isWatched = ({ active, schedule }: Rule, at: number): boolean =>
  active && (schedule === null || schedule.isOpen(at))

/** The state of an alert between two records: not met; met since a moment but not raised yet; raised; or raised until a time at which it ends by the clock. */
export type ConditionState = false | { readonly since: Since } | true | { readonly until: number }
interface Since {
  readonly at: number
  readonly place: Effect<'raise'>['place']
}
const isWaiting = (state: ConditionState): state is { readonly since: Since } =>
  typeof state === 'object' && 'since' in state
const endOf = (state: ConditionState): number =>
  typeof state === 'object' && 'until' in state ? state.until : Number.POSITIVE_INFINITY
export const isRaised = (state: ConditionState): boolean => state !== false && !isWaiting(state)

/** The limit that a value must exceed: the threshold, and once the alert is raised the clear value. A clear value on the wrong side of the threshold is ignored. */
export const limitAbove = (threshold: number, { clear }: Rule, before: ConditionState): number =>
  clear !== null && clear < threshold && isRaised(before) ? clear : threshold
export const limitBelow = (threshold: number, { clear }: Rule, before: ConditionState): number =>
  clear !== null && clear > threshold && isRaised(before) ? clear : threshold

/**
 * The state after a record. An unchanged state is the same object.
 * @param holds whether the condition is met; `suspended`: it is not judged for a while, and a raised alert stays raised
 */
export function nextCondition(
  rule: Rule,
  before: ConditionState,
  holds: boolean | 'suspended',
  sample: Sample,
): ConditionState {
  const { at } = sample
  const { schedule, dwell } = rule
  // An incident that ends by the clock ended before this record.
  const was: ConditionState = at >= endOf(before) ? false : before
  if (holds === false || !isWatched(rule, at)) return false
  if (isRaised(was)) return was
  if (holds === 'suspended') return false
  if (dwell === 0) return raisedState(schedule, at)
  // The dwell begins again when the hours open.
  if (!isWaiting(was) || (schedule !== null && schedule.since(at) > was.since.at))
    return { since: { at, place: placeOf(sample) } }
  return at - was.since.at < dwell ? was : raisedState(schedule, at)
}
function raisedState(schedule: Schedule | null, at: number): ConditionState {
  const until = schedule?.until(at) ?? Number.POSITIVE_INFINITY
  return Number.isFinite(until) ? { until } : true
}

/** The effects between two states. An incident begins where its dwell began; one that ends by the clock ended at that time. */
export function conditionEffects(
  alert_id: number,
  before: ConditionState,
  now: ConditionState,
  sample: Sample,
  data: Effect<'raise'>['data'] & object,
): Effect<'raise' | 'clear'>[] {
  const effects: Effect<'raise' | 'clear'>[] = []
  const end = endOf(before)
  const goesOn = isRaised(before) && isRaised(now) && sample.at < end
  if (isRaised(before) && !goesOn)
    effects.push({ ...clearEffect(alert_id, Math.min(sample.at, end)), ...untilOf(before) })
  if (isRaised(now) && !goesOn)
    effects.push({
      ...raiseEffect(alert_id, sample, data),
      ...(isWaiting(before) && before.since),
      ...untilOf(now),
    })
  return effects
}
const untilOf = (state: ConditionState): { until?: number } =>
  typeof state === 'object' && 'until' in state ? { until: state.until } : {}

type Data = Effect<'raise'>['data'] & object
/** An alert whose condition one record alone decides. */
export interface Watch {
  /** Key of its state; never changed once released. */
  readonly name: string
  readonly alert: Alert
  readonly needs: readonly Need[]
  /** null: the record does not report it. */
  holds(sample: Sample, facts: VehicleFacts, rule: Rule, before: ConditionState): boolean | null
  /** The data of the incident. */
  data?(sample: Sample, facts: VehicleFacts): Data
}
const NOTHING: Data = {}
export function watch({ name, alert, needs, holds, data }: Watch): Derivation {
  const rule = ruleOf(alert)
  return derivation<ConditionState>({
    name,
    needs,
    start: false,
    step(before, sample, facts) {
      const ownFacts = rule(facts)
      const is = holds(sample, facts, ownFacts, before)
      if (is === null || (!is && before === false)) return null
      const now = nextCondition(ownFacts, before, is, sample)
      return now === before
        ? null
        : {
            state: now,
            effects: conditionEffects(
              alert.id,
              before,
              now,
              sample,
              data?.(sample, facts) ?? NOTHING,
            ),
          }
    },
  })
}
