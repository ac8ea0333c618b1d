// What every alert does alike: when it is raised and when it ends, given whether its condition holds (dwell, hysteresis, hours), and when an incident is late. Pure; times are epoch ms.
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
    /** What is set of its alerts, by their ids; absent: as is usual. */
    readonly alert_parameters?: Readonly<Record<number, Rule>>
  }
}

/** The vehicle's last believed fix, as a record finds it: its own, else the one before. */
export const placeOf = ({
  at,
  position,
  previous,
}: Pick<Sample, 'at' | 'position' | 'previous'>): Effect<'raise'>['place'] =>
  position === null ? previous : { at, latitude: position.latitude, longitude: position.longitude }

/** The vehicle's own condition holds since this record, or since what a derivation remembers of an earlier one. */
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
/** It does not hold any more. */
export const clearEffect = (alert_id: number, at: number): Effect<'clear'> => ({
  effect: 'clear',
  alert_id,
  customer_id: null,
  at,
})

/** Nobody is woken for what ended longer ago. */
export const TOLD_WITHIN = 15 * MINUTE
/** Late: found only after it was over for a while. An incident that is still open is never late. */
export const isLate = (closed_at: number | null, now: number): boolean =>
  closed_at !== null && now - closed_at >= TOLD_WITHIN

/** What is set of an alert on a vehicle, the rest as is usual. */
export interface Rule {
  readonly active: boolean
  /** null: the vehicle's own configuration says it, or the alert has none. */
  readonly threshold: number | null
  readonly clear: number | null
  /** ms for which it must hold before it is raised. */
  readonly dwell: number
  /** null: at all times. */
  readonly schedule: Schedule | null
  /** It holds while the vehicle is parked, too. */
  readonly parked: boolean
  /** Whose vehicle it is: what is set does not concern the areas of others. null: nothing is set. */
  readonly customer_id: number | null
}

/** What holds of an alert of which nothing is set. */
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
/** What holds of it on a vehicle. */
export function ruleOf(alert: Alert): (facts: VehicleFacts) => Rule {
  const usual = usualRule(alert)
  const { id } = alert
  return ({ alert_parameters }) => alert_parameters?.[id] ?? usual
}

/** Whether it is watched at a moment: switched on, and within its hours. */
export const isWatched = ({ active, schedule }: Rule, at: number): boolean =>
  active && (schedule === null || schedule.isOpen(at))

/** What is remembered of an alert: nothing, that it holds since a moment and is not raised yet, that it is raised, that it is raised and ends by the clock. */
export type ConditionState = false | { readonly since: Since } | true | { readonly until: number }
interface Since {
  readonly at: number
  readonly place: Effect<'raise'>['place']
}
const isWaiting = (held: ConditionState): held is { readonly since: Since } =>
  typeof held === 'object' && 'since' in held
const endOf = (held: ConditionState): number =>
  typeof held === 'object' && 'until' in held ? held.until : Number.POSITIVE_INFINITY
export const isRaised = (held: ConditionState): boolean => held !== false && !isWaiting(held)

/** The number that a value must be beyond: that of the threshold, and once it is raised that which ends it. A clear threshold on the wrong side ends it at the threshold itself. */
export const limitAbove = (threshold: number, { clear }: Rule, before: ConditionState): number =>
  clear !== null && clear < threshold && isRaised(before) ? clear : threshold
export const limitBelow = (threshold: number, { clear }: Rule, before: ConditionState): number =>
  clear !== null && clear > threshold && isRaised(before) ? clear : threshold

/**
 * What is remembered after a record; the same value where that has not changed.
 * @param holds whether the condition does; `suspended`: nothing is said of it for a while, and what was raised stays
 */
export function nextCondition(
  rule: Rule,
  before: ConditionState,
  holds: boolean | 'suspended',
  sample: Sample,
): ConditionState {
  const { at } = sample
  const { schedule, dwell } = rule
  // what ends by the clock has ended by itself
  const was: ConditionState = at >= endOf(before) ? false : before
  if (holds === false || !isWatched(rule, at)) return false
  if (isRaised(was)) return was
  if (holds === 'suspended') return false
  if (dwell === 0) return raisedState(schedule, at)
  // hours that have opened since begin anew
  if (!isWaiting(was) || (schedule !== null && schedule.since(at) > was.since.at))
    return { since: { at, place: placeOf(sample) } }
  return at - was.since.at < dwell ? was : raisedState(schedule, at)
}
function raisedState(schedule: Schedule | null, at: number): ConditionState {
  const until = schedule?.until(at) ?? Number.POSITIVE_INFINITY
  return Number.isFinite(until) ? { until } : true
}

/** What happened between the two. It began where its dwell began; what ended by the clock ended then. */
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
const untilOf = (held: ConditionState): { until?: number } =>
  typeof held === 'object' && 'until' in held ? { until: held.until } : {}

type Data = Effect<'raise'>['data'] & object
/** An alert that stands for itself: a record tells whether its condition holds. */
export interface Watch {
  /** Key of its state; never changed once released. */
  readonly name: string
  readonly alert: Alert
  readonly needs: readonly Need[]
  /** null: the record does not tell. */
  holds(sample: Sample, facts: VehicleFacts, rule: Rule, before: ConditionState): boolean | null
  /** What is worth knowing of it. */
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
      const own = rule(facts)
      const is = holds(sample, facts, own, before)
      if (is === null || (!is && before === false)) return null
      const now = nextCondition(own, before, is, sample)
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
