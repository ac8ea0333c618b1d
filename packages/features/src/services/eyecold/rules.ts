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
/** The default of the vehicle is also the value in its form. */
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
/** The compartment (from 1) of a sensor (from 1): sensor n hangs in compartment n, further ones in the last. */
export const compartmentOf = (sensor: number, compartments: number): number =>
  Math.min(sensor, compartments)
/** °C, whole; null: none. */
export function orderedOf(value: string | undefined): number | null {
  const number = Number(value?.trim() || Number.NaN)
  return Number.isFinite(number) ? number : null
}

export const setpoints = ['setpoint_t1', 'setpoint_t2', 'setpoint_t3'] as const
export type Setpoint = (typeof setpoints)[number]
/** The values that can be requested of a unit. */
export type CommandTarget =
  | Setpoint
  | 'overall_status'
  | 'operation_status_c2'
  | 'operation_status_c3'
  | 'operating_mode'

/** A request that may still take effect. Epoch ms. On and off belong to a compartment, from 1. */
export interface Wish {
  readonly field: CommandTarget
  readonly compartment: number
  readonly value: number
  readonly since: number
}
/** On or off, of the unit or of a compartment. */
const switches: ReadonlySet<CommandTarget> = new Set([
  'overall_status',
  'operation_status_c2',
  'operation_status_c3',
])
/** The requests that no reading of the unit has confirmed since, newest first: what is changed at the unit afterwards asks for nothing again. */
export function unconfirmedWishes<W extends Wish>(
  wishes: readonly W[],
  readings: readonly { readonly at: number; readonly data: Saying }[],
): W[] {
  const newest = new Map<string, W>()
  for (const wish of wishes) {
    const key = `${wish.field} ${wish.compartment}`
    if (wish.since >= (newest.get(key)?.since ?? Number.NEGATIVE_INFINITY)) newest.set(key, wish)
  }
  const unitValue = (unit: Saying, { field, compartment }: Wish) =>
    switches.has(field) ? (switchedOf(unit, compartment) ?? unit.overall_status) : unit[field]
  return [...newest.values()]
    .filter(
      wish => !readings.some(r => r.at >= wish.since && unitValue(r.data, wish) === wish.value),
    )
    .sort((x, y) => y.since - x.since)
}

/** A value is carried to the other history's times for this long; after a longer silence it is unknown. */
export const HELD_MS = 20 * MINUTE

interface At<D> {
  readonly at: number
  readonly data: D
}
/** Two histories joined, oldest first: at each moment of either, the values of both; null after a longer silence. */
export function together<A extends object, B extends object>(
  a: readonly At<A>[],
  b: readonly At<B>[],
): { at: number; a: A | null; b: B | null }[] {
  const rows: { at: number; a: A | null; b: B | null }[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const at = Math.min(a[i]?.at ?? Number.POSITIVE_INFINITY, b[j]?.at ?? Number.POSITIVE_INFINITY)
    // Several rows of the same instant are all passed.
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

/** An executed command. */
export interface ExecutedCommand {
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
  /** Epoch ms. */
  readonly at: number
}
/** The value that a unit must have: the newest command for each thing that can be requested. */
export interface Order {
  readonly field: 'setpoint' | 'on' | 'mode'
  readonly compartment: number
  readonly value: number
  readonly at: number
}
const orderKinds: Readonly<
  Record<string, (args: ExecutedCommand['args']) => Pick<Order, 'field' | 'value'>>
> = {
  setpoint: ({ value }) => ({ field: 'setpoint', value: Number(value) }),
  on: () => ({ field: 'on', value: 1 }),
  off: () => ({ field: 'on', value: 0 }),
  mode: ({ mode }) => ({ field: 'mode', value: Number(mode) }),
}
/** The same list for the same commands, because every record needs it. */
export const ordersOf = memoize((commands: readonly ExecutedCommand[]): readonly Order[] => {
  const newest = new Map<string, Order>()
  for (const { action, args, at } of commands) {
    const wish = orderKinds[action]?.(args)
    if (wish === undefined) continue
    const order = { ...wish, compartment: Number(args.compartment ?? 1), at }
    const key = keyOf(order)
    if (at >= (newest.get(key)?.at ?? 0)) newest.set(key, order)
  }
  return [...newest.values()]
})
const keyOf = ({ field, compartment }: Pick<Order, 'field' | 'compartment'>): string =>
  `${field} ${compartment}`

/** The reported values of a unit that can be requested. */
type Saying = {
  readonly [K in Setpoint | `operation_status_c${1 | 2 | 3}` | 'overall_status' | 'operating_mode']:
    | number
    | null
}
const compartmentNumber = (compartment: number): 1 | 2 | 3 =>
  compartment === 2 || compartment === 3 ? compartment : 1
/** Whether a compartment runs (1) or not (0); null: not reported. */
function switchedOf(fridge: Saying, compartment: number): number | null {
  const n = compartmentNumber(compartment)
  const status = fridge[`operation_status_c${n}`]
  return status !== null ? Number((status & ON) !== 0) : n === 1 ? fridge.overall_status : null
}
function reportedValue(fridge: Saying, { field, compartment }: Order): number | null {
  if (field === 'mode') return fridge.operating_mode
  return field === 'setpoint'
    ? fridge[`setpoint_t${compartmentNumber(compartment)}`]
    : switchedOf(fridge, compartment)
}

/** A unit that has not followed after this time was set otherwise. */
const FOLLOWS_WITHIN = 5 * MINUTE
/** How a unit took an order: its time, the value before the unit followed, and whether it followed. */
export type OrderOutcome = readonly [at: number, before: number | null, followed: boolean]
export interface Overrides {
  readonly taken: Readonly<Record<string, OrderOutcome>>
  /** The first order that the unit does not follow. */
  readonly off: { readonly order: Order; readonly value: number } | null
}
/** Whether a unit is as it was last ordered. It was set by hand when it leaves a value that it had followed, takes a third value, or has not followed for minutes. */
export function overridesOf(
  before: Readonly<Record<string, OrderOutcome>>,
  orders: readonly Order[],
  fridge: Saying,
  at: number,
): Overrides {
  const outcomes: Record<string, OrderOutcome> = {}
  let off: Overrides['off'] = null
  let isSame = Object.keys(before).length === orders.length
  for (const order of orders) {
    const key = keyOf(order)
    const last = before[key]
    const value = reportedValue(fridge, order)
    const outcome: OrderOutcome =
      last !== undefined && last[0] === order.at ? last : [order.at, last?.[1] ?? null, false]
    const hasFollowed = outcome[2] || value === order.value
    const first = outcome[1] ?? value
    outcomes[key] =
      outcome === last && hasFollowed === outcome[2] && first === outcome[1]
        ? outcome
        : [order.at, hasFollowed ? order.value : first, hasFollowed]
    if (outcomes[key] !== last) isSame = false
    if (value === null || value === order.value) continue
    if (
      off === null &&
      (outcome[2] ||
        (outcome[1] !== null && value !== outcome[1]) ||
        at - order.at >= FOLLOWS_WITHIN)
    )
      off = { order, value }
  }
  return { taken: isSame ? before : outcomes, off }
}
