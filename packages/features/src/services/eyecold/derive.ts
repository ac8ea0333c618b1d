// Alerts of cold: a load off its setpoint, a setpoint off the work order, a unit that is off or has an alarm, a door that is open while it runs.
import { derivation } from '@flotta/core/derivation.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { cleared, raised } from '../../alerts/rules.ts'
import '../eyedoor/kinds.ts'
import { ownDoors } from '../eyedoor/rules.ts'
import { alerts } from './alerts.ts'
import { compartmentOf, compartmentsOf, DEFROSTING, isOutOfRange, orderedOf, sensorsOf, toleranceOf } from './rules.ts'
import './kinds.ts'

/** A load is off for so long before it is an alert. */
const DWELL = 5 * MINUTE

/** What the unit said last: whether it is on, and of each compartment its setpoint and whether it defrosts. */
interface Known {
  readonly on: boolean | null
  readonly setpoints: readonly (number | null)[]
  readonly defrosting: readonly boolean[]
}
const nothing: Known = { on: null, setpoints: [], defrosting: [] }
interface OffRange {
  readonly known: Known
  /** Since when a sensor has been off; null: none is. */
  readonly since: number | null
  readonly active: boolean
}
type Fridge = NonNullable<Parameters<Parameters<typeof derivation>[0]['step']>[1]['fridge']>
const knownOf = (fridge: Fridge): Known => ({
  on: fridge.overall_status === null ? null : fridge.overall_status === 1,
  setpoints: [fridge.setpoint_t1, fridge.setpoint_t2, fridge.setpoint_t3],
  defrosting: [fridge.operation_status_c1, fridge.operation_status_c2, fridge.operation_status_c3].map(
    status => status !== null && (status & DEFROSTING) !== 0,
  ),
})

const offRange = derivation<OffRange>({
  name: 'temperature_out_of_range',
  needs: ['temperature', 'fridge'],
  start: { known: nothing, since: null, active: false },
  step({ known: before, since, active }, sample, { configurations }) {
    const { at, temperature, fridge } = sample
    const known = fridge === null ? before : knownOf(fridge)
    if (temperature === null && known.on !== false) return fridge === null ? null : { state: { known, since, active } }
    const [compartments, sensors, tolerance] = [compartmentsOf(configurations), sensorsOf(configurations), toleranceOf(configurations)]
    const values = [temperature?.T1 ?? null, temperature?.T2 ?? null, temperature?.T3 ?? null, temperature?.T4 ?? null].slice(0, sensors)
    const hung = values.map((value, i) => ({ value, compartment: compartmentOf(i + 1, compartments) - 1 }))
    const off = known.on === true ? hung.filter(({ value, compartment }) => isOutOfRange(value, known.setpoints[compartment] ?? null, tolerance)) : []
    const judged = off.filter(({ compartment }) => known.defrosting[compartment] !== true)
    const [worst] = judged
    if (worst === undefined) {
      // while it defrosts nothing is said, and what was said stays
      const stays = active && off.length > 0
      return { state: { known, since: null, active: stays }, effects: active && !stays ? [cleared(alerts.temperature_out_of_range.id, at)] : [] }
    }
    const began = since ?? at
    if (active || at - began < DWELL) return { state: { known, since: began, active } }
    const data = { temperature: worst.value, setpoint: known.setpoints[worst.compartment] ?? null, compartment: worst.compartment + 1, tolerance }
    return { state: { known, since: began, active: true }, effects: [raised(alerts.temperature_out_of_range.id, sample, data)] }
  },
})

/** A condition of the unit that a record tells; null: it does not. */
const ofUnit = (alert_id: number, name: string, holds: (fridge: Fridge, configurations: Readonly<Record<string, string>>) => boolean | null) =>
  derivation<boolean>({
    name,
    needs: ['fridge'],
    start: false,
    step(active, sample, { configurations }) {
      const now = sample.fridge === null ? null : holds(sample.fridge, configurations)
      if (now === null || now === active) return null
      return { state: now, effects: [now ? raised(alert_id, sample, {}) : cleared(alert_id, sample.at)] }
    },
  })
const offOrder = ofUnit(alerts.setpoint_out_of_range.id, 'setpoint_out_of_range', ({ setpoint_t1 }, { eyecold_fridge_odl_t1 }) => {
  const ordered = orderedOf(eyecold_fridge_odl_t1)
  return ordered === null ? false : setpoint_t1 === null ? null : setpoint_t1 !== ordered
})
const off = ofUnit(alerts.cooling_system_off.id, 'cooling_system_off', ({ overall_status }) => (overall_status === null ? null : overall_status === 0))
const alarm = ofUnit(alerts.cooling_system_alarm.id, 'cooling_system_alarm', ({ alarm_status }) => (alarm_status === null ? null : alarm_status >= 1))

interface DoorOpen {
  readonly on: boolean
  readonly open: boolean
}
const doorOpen = derivation<DoorOpen>({
  name: 'cooling_door_open',
  needs: ['fridge', 'door'],
  start: { on: false, open: false },
  step(before, sample, { configurations }) {
    const { fridge, door } = sample
    const doors = door === null ? null : ownDoors(door, configurations)
    const on = fridge === null || fridge.overall_status === null ? before.on : fridge.overall_status === 1
    const open = doors === null ? before.open : doors.door_1 === true || doors.door_2 === true || doors.door_3 === true || doors.door_4 === true
    if (on === before.on && open === before.open) return null
    const [was, is] = [before.on && before.open, on && open]
    const effect = is ? raised(alerts.cooling_door_open.id, sample, {}) : cleared(alerts.cooling_door_open.id, sample.at)
    return { state: { on, open }, effects: was === is ? [] : [effect] }
  },
})

export const derivations = [offRange, offOrder, off, alarm, doorOpen]
