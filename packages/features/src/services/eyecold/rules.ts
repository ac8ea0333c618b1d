// What is true of cold: which temperatures are believed, what a unit's bits mean, whose compartment a sensor hangs in, how both histories stand in one, what is still awaited.
import { MINUTE } from '@flotta/core/time.ts'

/** °C that a thermometer of a load can tell; beyond them it is broken. */
const COLDEST = -60
const WARMEST = 90
export const plausible = (value: number | null): boolean => value === null || (value >= COLDEST && value <= WARMEST)

/** S §9. */
export const SETPOINT_MIN = -35
export const SETPOINT_MAX = 35
export const TOLERANCE_C = 5
export const COMPARTMENTS = 3
export const SENSORS = 4

/** Bits of a compartment's operation status (S §4). */
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
/** What a compartment does, the most telling first; null: not told. */
export const compartmentState = (status: number | null): CompartmentState | null =>
  status === null ? null : (states.find(([bit]) => (status & bit) !== 0)?.[1] ?? 'off')

export const modes = ['off', 'heating', 'cooling', 'idle', 'defrost', 'pretrip'] as const
export type Mode = (typeof modes)[number]
export const modeOf = (mode: number | null): Mode | null => (mode === null ? null : (modes[mode] ?? null))

const alarms = ['none', 'operative', 'blocked'] as const
export type FridgeAlarm = (typeof alarms)[number]
export const alarmOf = (status: number | null): FridgeAlarm | null => (status === null ? null : (alarms[Math.min(status, 2)] ?? null))

type Configurations = Readonly<Record<string, string>>
const whole = (value: string | undefined, usual: number, most: number): number => {
  const number = Number(value?.trim() || Number.NaN)
  return Number.isInteger(number) && number >= 1 && number <= most ? number : usual
}
/** What holds where the vehicle says nothing is also what its form offers. */
export const compartmentsOf = (configurations: Configurations): number => whole(configurations.fridge_compartments_number, 1, COMPARTMENTS)
export const sensorsOf = (configurations: Configurations): number => whole(configurations.fridge_temperature_sensors_number, SENSORS, SENSORS)
export function toleranceOf({ temperature_tolerance_c }: Configurations): number {
  const own = Number(temperature_tolerance_c?.trim() || Number.NaN)
  return own > 0 ? own : TOLERANCE_C
}
/** The compartment (from 1) of a sensor (from 1): sensor n hangs in compartment n, further ones in the last. */
export const compartmentOf = (sensor: number, compartments: number): number => Math.min(sensor, compartments)
/** °C, whole; null: none. */
export function orderedOf(value: string | undefined): number | null {
  const number = Number(value?.trim() || Number.NaN)
  return Number.isFinite(number) ? number : null
}

export const setpoints = ['setpoint_t1', 'setpoint_t2', 'setpoint_t3'] as const
export type Setpoint = (typeof setpoints)[number]
/** What can be asked of a unit. */
export type Asked = Setpoint | 'overall_status' | 'operating_mode'

/** A wish that may still come true. Epoch ms. */
export interface Wish {
  readonly field: Asked
  readonly value: number
  readonly since: number
}
/** The wishes that the unit's own words have not confirmed since. */
export function awaited<W extends Wish>(
  wishes: readonly W[],
  told: { readonly at: number; readonly data: Readonly<Record<Asked, number | null>> } | null,
): W[] {
  const newest = new Map<Asked, W>()
  for (const wish of wishes) if (wish.since >= (newest.get(wish.field)?.since ?? Number.NEGATIVE_INFINITY)) newest.set(wish.field, wish)
  return [...newest.values()].filter(({ field, value, since }) => told === null || told.at < since || told.data[field] !== value)
}

/** A value is taken along to the other's times for so long; after a longer silence nobody knows. */
export const HELD_MS = 20 * MINUTE

interface At<D> {
  readonly at: number
  readonly data: D
}
/** Two histories as one, oldest first: at each moment of either what is known of both; null where one has been silent too long. */
export function together<A extends object, B extends object>(a: readonly At<A>[], b: readonly At<B>[]): { at: number; a: A | null; b: B | null }[] {
  const rows: { at: number; a: A | null; b: B | null }[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const at = Math.min(a[i]?.at ?? Number.POSITIVE_INFINITY, b[j]?.at ?? Number.POSITIVE_INFINITY)
    // several of one instant are all told
    if (a[i]?.at === at) i++
    if (b[j]?.at === at) j++
    const known = <D>(last: At<D> | undefined): D | null => (last !== undefined && at - last.at <= HELD_MS ? last.data : null)
    rows.push({ at, a: known(a[i - 1]), b: known(b[j - 1]) })
  }
  return rows
}

/** Off by more than the tolerance; without a setpoint nothing is. */
export const isOutOfRange = (value: number | null, setpoint: number | null, tolerance: number): boolean =>
  value !== null && setpoint !== null && Math.round(Math.abs(value - setpoint) * 100) > Math.round(tolerance * 100)

/** What is asked is a whole number of degrees within the limits. */
export const clamped = (celsius: number): number => Math.min(SETPOINT_MAX, Math.max(SETPOINT_MIN, Math.round(celsius)))

/** A history in which a part is known in more detail. */
export function refined<R>(rows: readonly R[], part: readonly R[], { from, to }: { readonly from: number; readonly to: number }, at: (row: R) => number): R[] {
  return [...rows.filter(row => at(row) < from), ...part, ...rows.filter(row => at(row) > to)]
}
