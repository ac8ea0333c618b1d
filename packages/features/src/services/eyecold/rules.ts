// The rules of cold: plausible temperatures, bits of the unit's status, compartments of sensors, joined histories, pending requests. Pure.
import { memoize } from '@flotta/core/memoize.ts'
import { MINUTE } from '@flotta/core/time.ts'

/** °C that a load thermometer can measure; beyond them it is broken. */
const COLDEST = -60
const WARMEST = 90
export const plausible = (value: number | null): boolean =>
  value === null || (value >= COLDEST && value <= WARMEST)

/** Limits of a setpoint, °C (eyecold.30). */
export const SETPOINT_MIN = -35
export const SETPOINT_MAX = 35
export const TOLERANCE_C = 5
export const COMPARTMENTS = 3
export const SENSORS = 4
export const sensors = ['T1', 'T2', 'T3', 'T4'] as const
export type Sensor = (typeof sensors)[number]

/** Bits of a compartment's operation status (eyecold.12). */
export const AVAILABLE = 1
export const ON = 2
export const DEFROSTING = 4
export const PRETRIP = 8

const states = [
  [DEFROSTING, 'defrosting'],
  [PRETRIP, 'pretrip'],
  [ON, 'on'],
  [AVAILABLE, 'available'],
] as const
export type CompartmentState = (typeof states)[number][1] | 'off'
/** The state of a compartment, the most important first; null: not reported. */
export const compartmentState = (status: number | null): CompartmentState | null =>
  status === null ? null : (states.find(([bit]) => (status & bit) !== 0)?.[1] ?? 'off')

export const modes = ['off', 'heating', 'cooling', 'idle', 'defrost', 'pretrip'] as const
export type Mode = (typeof modes)[number]
export const modeOf = (mode: number | null): Mode | null =>
  mode === null ? null : (modes[mode] ?? null)

const alarms = ['none', 'operative', 'blocked'] as const
export type FridgeAlarm = (typeof alarms)[number]
export const alarmOf = (status: number | null): FridgeAlarm | null =>
  status === null ? null : (alarms[Math.min(status, 2)] ?? null)

type Configurations = Readonly<Record<string, string>>
const wholeNumber = (value: string | undefined, usual: number, most: number): number => {
  const number = Number(value?.trim() || Number.NaN)
  return Number.isInteger(number) && number >= 1 && number <= most ? number : usual
}
/** The default is also the value that the vehicle's form shows. */
export const compartmentsOf = (configurations: Configurations): number =>
  wholeNumber(configurations.fridge_compartments_number, 1, COMPARTMENTS)
export const sensorsOf = (configurations: Configurations): number =>
  wholeNumber(configurations.fridge_temperature_sensors_number, SENSORS, SENSORS)
export function toleranceOf({ temperature_tolerance_c }: Configurations): number {
  const ownTolerance = Number(temperature_tolerance_c?.trim() || Number.NaN)
  return ownTolerance > 0 ? ownTolerance : TOLERANCE_C
}
/** The watched configuration, as derivations need it for every record. */
export const watchedOf = memoize((configurations: Configurations) => ({
  compartments: compartmentsOf(configurations),
  sensors: sensorsOf(configurations),
  tolerance: toleranceOf(configurations),
  ordered: orderedOf(configurations.eyecold_fridge_odl_t1),
}))
/** The compartment (from 1) of a sensor (from 1): sensor n is in compartment n, further ones are in the last. */
export const compartmentOf = (sensor: number, compartments: number): number =>
  Math.min(sensor, compartments)
/** The ordered temperature in whole °C; null: none. */
export function orderedOf(value: string | undefined): number | null {
  const number = Number(value?.trim() || Number.NaN)
  return Number.isFinite(number) ? number : null
}

export const setpoints = ['setpoint_t1', 'setpoint_t2', 'setpoint_t3'] as const
export type Setpoint = (typeof setpoints)[number]

/** A value is carried to the times of the other history for this long; after a longer silence it is unknown, ms. */
export const HELD_MS = 20 * MINUTE

interface At<D> {
  readonly at: number
  readonly data: D
}
/** Two histories joined, oldest first: at each time of either, the values of both; null after a longer silence. */
export function together<A extends object, B extends object>(
  a: readonly At<A>[],
  b: readonly At<B>[],
): { at: number; a: A | null; b: B | null }[] {
  const rows: { at: number; a: A | null; b: B | null }[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const at = Math.min(a[i]?.at ?? Number.POSITIVE_INFINITY, b[j]?.at ?? Number.POSITIVE_INFINITY)
    // several rows of the same instant are all skipped
    if (a[i]?.at === at) i++
    if (b[j]?.at === at) j++
    const dataWithin = <D>(last: At<D> | undefined): D | null =>
      last !== undefined && at - last.at <= HELD_MS ? last.data : null
    rows.push({ at, a: dataWithin(a[i - 1]), b: dataWithin(b[j - 1]) })
  }
  return rows
}

/** Whether a value is off its setpoint by more than the tolerance; without a setpoint it never is. */
export const isOutOfRange = (
  value: number | null,
  setpoint: number | null,
  tolerance: number,
): boolean =>
  value !== null &&
  setpoint !== null &&
  Math.round(Math.abs(value - setpoint) * 100) > Math.round(tolerance * 100)

/** A setpoint is a whole number of degrees within the limits. */
export const clampSetpoint = (celsius: number): number =>
  Math.min(SETPOINT_MAX, Math.max(SETPOINT_MIN, Math.round(celsius)))

/** A history with a part of it replaced by a more detailed one. */
export function refineHistory<R>(
  rows: readonly R[],
  part: readonly R[],
  { from, to }: { readonly from: number; readonly to: number },
  at: (row: R) => number,
): R[] {
  return [...rows.filter(row => at(row) < from), ...part, ...rows.filter(row => at(row) > to)]
}
