// Alarms that the device raises by itself: alert 40, one incident for each kind of alarm.

import { derivation, type Effect } from '@flotta/core/derivation.ts'
import { alarmHolds, type DeviceAlarm, deviceAlarms } from '@flotta/core/device-alarms.ts'
import { MINUTE } from '@flotta/core/time.ts'
import {
  type ConditionState,
  conditionEffects,
  nextCondition,
  type Rule,
  ruleOf,
} from '../../alerts/incidents/rules.ts'
import { alerts } from './alerts.ts'

/** Alarms that have no duration: an "over" from the device changes nothing. */
const MOMENTS: ReadonlySet<DeviceAlarm> = new Set([
  'sos',
  'crash',
  'tow',
  'vibration',
  'rollover',
  'break_in',
])
/** How long the incident of such an alarm stays open (alerts.128). */
const MOMENT_HOLDS = 15 * MINUTE

/** The raised kinds. */
type AlarmsMemory = Readonly<Partial<Record<DeviceAlarm, ConditionState>>>

export const deviceAlarm = derivation<AlarmsMemory>({
  name: 'device_alarm',
  needs: ['device_alarm'],
  start: {},
  step(memory, sample, facts) {
    const alarms = sample.device_alarm
    if (alarms === null) return null
    const rule = ruleFor(facts)
    const effects: Effect<'raise' | 'clear'>[] = []
    let state = memory
    for (const [i, kind] of deviceAlarms.entries()) {
      const holds = alarmHolds(alarms, kind)
      if (holds === null) continue
      const before = memory[kind] ?? false
      const now = nextAlarm(rule, kind, before, holds, sample)
      if (now === before) continue
      const { [kind]: _, ...others } = state
      state = now === false ? others : { ...others, [kind]: now }
      // One open incident for each kind: the kind is its subject.
      for (const effect of conditionEffects(alerts.device_alarm.id, before, now, sample, { kind }))
        effects.push({ ...effect, subject_id: i + 1 })
    }
    return state === memory ? null : { state, effects }
  },
})
const ruleFor = ruleOf(alerts.device_alarm)

function nextAlarm(
  rule: Rule,
  kind: DeviceAlarm,
  before: ConditionState,
  holds: boolean,
  sample: Parameters<typeof nextCondition>[3],
): ConditionState {
  if (!MOMENTS.has(kind)) return nextCondition(rule, before, holds, sample)
  const { at } = sample
  const isOpen = typeof before === 'object' && 'until' in before && at < before.until
  if (isOpen || !holds) return before
  const newState = nextCondition(rule, false, true, sample)
  if (newState === false) return before
  const until =
    typeof newState === 'object' && 'until' in newState ? newState.until : at + MOMENT_HOLDS
  return { until: Math.min(until, at + MOMENT_HOLDS) }
}
