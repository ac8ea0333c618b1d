// The tank over time: its filtered level, thefts, refuels, and its alerts.
import { derivation, type Effect, type Sample, type VehicleFacts } from '@flotta/core/derivation.ts'
import { differBy } from '@flotta/core/reading.ts'
import { MINUTE } from '@flotta/core/time.ts'
import {
  type ConditionState,
  conditionEffects,
  limitBelow,
  nextCondition,
  type Rule,
  ruleOf,
} from '../../alerts/incidents/rules.ts'
import { alerts } from './alerts.ts'
import { idlingConsumption } from './derive-idling.ts'
import { isDriving, passTime, takeLevel } from './derive-level.ts'
import { initialMemory, type TankMemory, tankMemory, upgradeMemory } from './derive-memory.ts'
import type { TankChange } from './derive-tank-step.ts'
import { type Fuel, fuel } from './kinds.ts'
import { WARNING_PERCENT } from './rules.ts'

const KEPT_EVERY = 15 * MINUTE
/** Least change for a new row of the history, percent. */
const LEAST = 1

const tank = derivation<TankMemory>({
  name: 'fuel',
  needs: ['tank', 'moving', 'ignition'],
  start: initialMemory,
  stored: tankMemory,
  step(storedMemory, sample, facts) {
    const memory = upgradeMemory(storedMemory)
    const driving = isDriving(sample)
    const step =
      sample.tank === null
        ? passTime(memory, sample, driving, facts)
        : takeLevel(memory, sample.tank, facts, sample, driving)
    if (step.now === memory) return null
    const { alerts, effects } = alertsOf(memory, step.now, sample, facts)
    const now = alerts === step.now.alerts ? step.now : { ...step.now, alerts }
    if (!isWorth(memory, now, step.change, sample.at)) return { state: now, effects }
    const newMemory = {
      ...now,
      kept_at: sample.at,
      kept_usage: now.tank_usage,
      refuelled: 0,
      stolen: 0,
      restarted: false,
    }
    return { state: newMemory, effects: [row(now, step.change), ...effects] }
  },
})
export const derivations = [tank, idlingConsumption]

function isWorth(
  before: TankMemory,
  now: TankMemory,
  change: TankChange | null,
  at: number,
): boolean {
  if (change !== null || now.kept_at === null || now.restarted || at - now.kept_at >= KEPT_EVERY)
    return true
  if (
    before.alarm_status !== now.alarm_status ||
    before.cap_status !== now.cap_status ||
    before.armed !== now.armed
  )
    return true
  return differBy(now.kept_usage, now.tank_usage, LEAST)
}

function row(
  {
    tank_usage,
    cap_status,
    alarm_status,
    armed,
    estimate,
    refuelled,
    stolen,
    restarted,
  }: TankMemory,
  change: TankChange | null,
): Effect<'reading'> {
  const data: Fuel = {
    tank_usage,
    cap_status,
    alarm_status,
    armed,
    type: change?.type ?? null,
    tank_usage_before: change?.tank_usage_before ?? null,
    ...(estimate !== null && { level: estimate.level }),
    ...(refuelled !== 0 && { refuelled }),
    ...(stolen !== 0 && { stolen }),
    ...(restarted && { restarted }),
  }
  return { effect: 'reading', kind: fuel.kind, data }
}

interface ConditionAlert {
  readonly id: number
  readonly rule: (facts: VehicleFacts) => Rule
  /** The limit in percent where the rule names none; absent: there is no limit. */
  readonly usualLimit?: number
  readonly holds: (now: TankMemory, rule: Rule, before: ConditionState) => boolean
}
const conditionAlerts: readonly ConditionAlert[] = [
  { id: alerts.cap_open.id, rule: ruleOf(alerts.cap_open), holds: now => now.cap_status === 1 },
  {
    id: alerts.fuel_alarm.id,
    rule: ruleOf(alerts.fuel_alarm),
    holds: now => now.alarm_status === 1,
  },
  {
    id: alerts.fuel_running_low.id,
    rule: ruleOf(alerts.fuel_running_low),
    usualLimit: WARNING_PERCENT,
    holds: ({ tank_usage }, rule, before) =>
      tank_usage !== null &&
      tank_usage <= limitBelow(rule.threshold ?? WARNING_PERCENT, rule, before),
  },
]
const NO_EFFECTS: readonly Effect[] = []
function alertsOf(
  memory: TankMemory,
  now: TankMemory,
  sample: Sample,
  facts: VehicleFacts,
): { alerts: readonly ConditionState[]; effects: readonly Effect[] } {
  const before =
    memory.alerts ?? conditionAlerts.map(({ rule, holds }) => holds(memory, rule(facts), true))
  let after = before
  let effects = NO_EFFECTS
  for (let i = 0; i < conditionAlerts.length; i++) {
    const { id, rule, holds, usualLimit } = conditionAlerts[i] as ConditionAlert
    const was = before[i] as ConditionState
    const ownRule = rule(facts)
    const is = nextCondition(ownRule, was, holds(now, ownRule, was), sample)
    if (is === was) continue
    after = after.with(i, is)
    const limit = ownRule.threshold ?? usualLimit
    const data = { tank_usage: now.tank_usage, ...(limit !== undefined && { limit }) }
    effects = [...effects, ...conditionEffects(id, was, is, sample, data)]
  }
  return { alerts: after, effects }
}
