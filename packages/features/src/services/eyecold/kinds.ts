// Temperatures of the load (°C), from wired sensors or else from wireless ones, and the state that the refrigeration unit reports.
import type { Kind } from '@flotta/core/kinds.ts'
import { differBy, numberOf, numberReading, reading, type Sources } from '@flotta/core/reading.ts'
import type { RecordValues } from '@flotta/core/record-values.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'
import { ON, plausible } from './rules.ts'

/** Any one of these agreements lets the holder see temperatures and setpoints. */
export const temperatureAgreements = [
  agreement.eyecold,
  agreement.fridge,
  agreement.recorder,
] as const
const open = { agreements: temperatureAgreements }

const celsius = { decimals: 2, least: 0.1 }
const sensors = numberReading({
  T1: { words: ['temp1', 'ble_temp1', 'eye_temp1', 'probe_temp1'], ...celsius },
  T2: { words: ['temp2', 'ble_temp2', 'eye_temp2', 'probe_temp2'], ...celsius },
  T3: { words: ['temp3', 'ble_temp3', 'eye_temp3', 'probe_temp3'], ...celsius },
  T4: { words: ['temp4', 'ble_temp4', 'eye_temp4', 'probe_temp4'], ...celsius },
})
type Temperatures = Readonly<z.infer<typeof sensors.shape>>

export const temperature = reading('temperature', open, {
  ...sensors,
  dataClass: 'temperatures',
  read(values: RecordValues, sources: Sources, before?: Temperatures | null): Temperatures | null {
    const temperatures = sensors.read(values, sources, before)
    if (
      temperatures === null ||
      (plausible(temperatures.T1) &&
        plausible(temperatures.T2) &&
        plausible(temperatures.T3) &&
        plausible(temperatures.T4))
    )
      return temperatures
    const plausibleOrNull = (value: number | null) => (plausible(value) ? value : null)
    return {
      T1: plausibleOrNull(temperatures.T1),
      T2: plausibleOrNull(temperatures.T2),
      T3: plausibleOrNull(temperatures.T3),
      T4: plausibleOrNull(temperatures.T4),
    }
  },
  kept_every: 15 * MINUTE,
})

const state = { least: 1 }
const setpoint = { decimals: 1, least: 0.1 }
const unit = numberReading({
  /** 1: current flows to the unit; only with a sensor. */
  current_sensor: { words: [], ...state },
  /** 0 none, 1 operative, 2 blocked; anything more severe counts as blocked. */
  alarm_status: { words: ['reefer_alarm'], ...state, most: 2 },
  operating_mode: { words: ['reefer_run_mode'], ...state },
  operating_mode_status: { words: [], ...state },
  hour_meter_electric: { words: ['reefer_hours_electric'], ...state },
  hour_meter_fuel: { words: ['reefer_hours_engine'], ...state },
  setpoint_t1: { words: ['zone1_setpoint'], ...setpoint },
  setpoint_t2: { words: ['zone2_setpoint'], ...setpoint },
  setpoint_t3: { words: ['zone3_setpoint'], ...setpoint },
  operation_mode_c1: { words: ['zone1_mode'], ...state },
  operation_mode_c2: { words: ['zone2_mode'], ...state },
  operation_mode_c3: { words: ['zone3_mode'], ...state },
  operation_status_c1: { words: ['zone1_state'], ...state },
  operation_status_c2: { words: ['zone2_state'], ...state },
  operation_status_c3: { words: ['zone3_state'], ...state },
})
const emptyUnit = unit.shape.parse(
  Object.fromEntries(Object.keys(unit.shape.shape).map(name => [name, null])),
)
const { current_sensor, alarm_status, ...rest } = unit.shape.shape
/** The stored fields, in their order. */
const shape = z.object({
  current_sensor,
  alarm_status,
  overall_status: z.number().nullable(),
  ...rest,
  engine_status: z.enum(['fuel', 'electric']).nullable(),
})
type FridgeData = Readonly<z.infer<typeof shape>>
declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    readonly temperature: Temperatures
    readonly fridge: FridgeData
  }
}

/** Whether any compartment runs, by those that report it. */
const onBy = (c1: number | null, c2: number | null, c3: number | null): 0 | 1 | null =>
  c1 === null && c2 === null && c3 === null
    ? null
    : (((c1 ?? 0) | (c2 ?? 0) | (c3 ?? 0)) & ON) !== 0
      ? 1
      : 0

export const fridge = reading('fridge', open, {
  dataClass: 'temperatures',
  shape,
  meanings: { ...unit.meanings, overall_status: [], engine_status: ['zone1_power_mode'] },
  accompanying: ['engine_status'],
  read(values: RecordValues, sources: Sources, before?: FridgeData | null): FridgeData | null {
    const wiredStatus = numberOf(values, sources.overall_status)
    const unitData = unit.read(values, sources, before) ?? (wiredStatus === null ? null : emptyUnit)
    if (unitData === null) return null
    const overall_status =
      wiredStatus ??
      onBy(unitData.operation_status_c1, unitData.operation_status_c2, unitData.operation_status_c3)
    const power = numberOf(values, sources.engine_status)
    const engine_status =
      power === null ? null : power === 0 ? ('fuel' as const) : ('electric' as const)
    if (
      unitData === before &&
      before.overall_status === overall_status &&
      before.engine_status === engine_status
    )
      return before
    return { ...unitData, overall_status, engine_status }
  },
  changed: (storedData: FridgeData, data: FridgeData) =>
    storedData.engine_status !== data.engine_status ||
    differBy(storedData.overall_status, data.overall_status, state.least) ||
    unit.changed(storedData, data),
  kept_every: 15 * MINUTE,
})

export const kinds: readonly Kind[] = [temperature, fridge]
