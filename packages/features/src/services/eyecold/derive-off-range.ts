// Alert of a temperature that is off its setpoint: since when, in which compartment, and when it is raised.
import { derivation, type Sample } from '@flotta/core/derivation.ts'
import {
  type ConditionState,
  conditionEffects,
  isRaised,
  limitAbove,
  nextCondition,
  ruleOf,
} from '../../alerts/incidents/rules.ts'
import { alerts } from './alerts.ts'
import {
  compartmentOf,
  DEFROSTING,
  isOutOfRange,
  sensors as sensorNames,
  watchedOf,
} from './rules.ts'

/** The last reported state of the unit: on or off, and for each compartment its setpoint and whether it defrosts. */
interface LastUnitState {
  readonly on: boolean | null
  readonly setpoints: readonly (number | null)[]
  readonly defrosting: readonly boolean[]
}
/** By compartment: since when it is beyond its limits, epoch ms; null: it is not. Empty: none is. */
type Outside = readonly (number | null)[]
const NOWHERE: Outside = []
interface OffRange {
  readonly known: LastUnitState
  readonly held: ConditionState
  /** null: the vehicle has been outside since before the state had times by compartment. */
  readonly outside: Outside | null
}
/** The stored form before all alerts shared one form of state. */
interface Before {
  readonly known: LastUnitState
  readonly since: number | null
  readonly active: boolean
}
type Fridge = NonNullable<Sample['fridge']>
const isDefrosting = (status: number | null): boolean =>
  status !== null && (status & DEFROSTING) !== 0
export const isOn = ({ overall_status }: Fridge): boolean | null =>
  overall_status === null ? null : overall_status === 1
/** Updates the state from a reading; the same object when nothing has changed. */
function knownOf(fridge: Fridge, before: LastUnitState): LastUnitState {
  const [s1, s2, s3] = before.setpoints
  const [d1, d2, d3] = before.defrosting
  const { setpoint_t1, setpoint_t2, setpoint_t3 } = fridge
  const [is1, is2, is3] = [
    isDefrosting(fridge.operation_status_c1),
    isDefrosting(fridge.operation_status_c2),
    isDefrosting(fridge.operation_status_c3),
  ]
  const on = isOn(fridge)
  const isSame =
    on === before.on &&
    s1 === setpoint_t1 &&
    s2 === setpoint_t2 &&
    s3 === setpoint_t3 &&
    d1 === is1 &&
    d2 === is2 &&
    d3 === is3
  return isSame
    ? before
    : { on, setpoints: [setpoint_t1, setpoint_t2, setpoint_t3], defrosting: [is1, is2, is3] }
}

/** The load sensor to report: the first that is off its setpoint and whose compartment is not defrosting. */
interface Worst {
  readonly sensor: string
  readonly value: number
  readonly compartment: number
}
function worstOf(
  values: NonNullable<Sample['temperature']>,
  lastUnit: LastUnitState,
  { compartments, sensors }: ReturnType<typeof watchedOf>,
  limit: number,
): Worst | 'excused' | null {
  let worst: 'excused' | null = null
  for (let i = 0; i < sensors; i++) {
    const value = values[sensorNames[i] ?? 'T1']
    const compartment = compartmentOf(i + 1, compartments)
    if (value === null || !isOutOfRange(value, lastUnit.setpoints[compartment - 1] ?? null, limit))
      continue
    if (lastUnit.defrosting[compartment - 1] !== true)
      return { sensor: sensorNames[i] ?? 'T1', value, compartment }
    worst = 'excused'
  }
  return worst
}
/** Whether a sensor of the compartment is beyond the limit; null: none of them reports. */
function isBeyond(
  values: NonNullable<Sample['temperature']>,
  setpoint: number | null,
  compartment: number,
  { compartments, sensors }: ReturnType<typeof watchedOf>,
  limit: number,
): boolean | null {
  let hasValue = false
  for (let i = 0; i < sensors; i++) {
    const value = values[sensorNames[i] ?? 'T1']
    if (value === null || compartmentOf(i + 1, compartments) !== compartment) continue
    if (isOutOfRange(value, setpoint, limit)) return true
    hasValue = true
  }
  return hasValue ? false : null
}
/**
 * Updates the times by compartment; the same object when nothing has changed. While a compartment defrosts, its time neither begins nor ends.
 * @param limit of a raised alert
 */
function outsideAfter(
  before: Outside,
  { on, setpoints, defrosting }: LastUnitState,
  { temperature, at }: Pick<Sample, 'temperature' | 'at'>,
  watched: ReturnType<typeof watchedOf>,
  limit: number,
): Outside {
  if (on !== true || temperature === null) return before.length === 0 ? before : NOWHERE
  let after: (number | null)[] | undefined
  for (let c = 0; c < watched.compartments; c++) {
    const since = before[c] ?? null
    const ownLimit = since === null ? watched.tolerance : limit
    const beyond = isBeyond(temperature, setpoints[c] ?? null, c + 1, watched, ownLimit)
    const isKept = beyond === null || (beyond && defrosting[c] === true)
    const now = isKept ? since : beyond ? (since ?? at) : null
    if (now === since) continue
    after ??= Array.from({ length: watched.compartments }, (_, i) => before[i] ?? null)
    after[c] = now
  }
  if (after === undefined) return before
  return after.every(since => since === null) ? NOWHERE : after
}
const temperatureRule = ruleOf(alerts.temperature_out_of_range)
export const offRange = derivation<OffRange>({
  name: 'temperature_out_of_range',
  needs: ['temperature', 'fridge'],
  start: { known: { on: null, setpoints: [], defrosting: [] }, held: false, outside: NOWHERE },
  stored: {
    read(json) {
      const { known, held, outside = null } = json as OffRange
      if (held !== undefined) return { known, held, outside }
      const { since, active } = json as Before
      return {
        known,
        held: active || (since === null ? false : { since: { at: since, place: null } }),
        outside: null,
      }
    },
  },
  step(memory, sample, facts) {
    const { temperature, fridge } = sample
    const lastUnit = fridge === null ? memory.known : knownOf(fridge, memory.known)
    if (temperature === null && lastUnit.on !== false)
      return lastUnit === memory.known
        ? null
        : { state: { known: lastUnit, held: memory.held, outside: memory.outside } }
    const watched = watchedOf(facts.configurations)
    const { tolerance } = watched
    const rule = temperatureRule(facts)
    const limit = limitAbove(tolerance, rule, memory.held)
    const worst =
      lastUnit.on === true && temperature !== null
        ? worstOf(temperature, lastUnit, watched, limit)
        : null
    // While a compartment defrosts, alerts are neither raised nor cleared.
    const now = nextCondition(
      rule,
      memory.held,
      worst === 'excused' ? 'suspended' : worst !== null,
      sample,
    )
    const outside =
      memory.outside === null && memory.held !== false
        ? null
        : outsideAfter(memory.outside ?? NOWHERE, lastUnit, sample, watched, limit)
    if (now === memory.held && outside === memory.outside && lastUnit === memory.known) return null
    const state = { known: lastUnit, held: now, outside }
    if (now === memory.held) return { state }
    const data =
      worst === null || worst === 'excused'
        ? {}
        : {
            sensor: worst.sensor,
            temperature: worst.value,
            setpoint: lastUnit.setpoints[worst.compartment - 1] ?? null,
            compartment: worst.compartment,
            tolerance,
          }
    // The incident begins when its dwell began.
    const before = isRaised(memory.held) ? memory.held : false
    return {
      state,
      effects: conditionEffects(alerts.temperature_out_of_range.id, before, now, sample, data),
    }
  },
})
