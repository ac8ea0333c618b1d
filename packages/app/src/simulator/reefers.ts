// Refrigeration units: their settings and who changed them, their defrosts and faults, and the effect on their compartments. All are functions of the
// moment, except the commands that units have received.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import { worksOn } from '@flotta/features/seed.ts'
import { compartmentOf } from '@flotta/features/services/eyecold/rules.ts'
import { asksUnit, compartmentsOfUnit } from '@flotta/features/services/eyecold/units.ts'
import { random } from './random.ts'
import type { Moment } from './signal.ts'
import { FIRST_DAY } from './tours.ts'

/** Bits of a compartment's state, and its modes, as units number them. */
const AVAILABLE = 1
const ON = 2
const DEFROSTING = 4
const COOLING = 2
const HEATING = 1
const IDLE = 3
const DEFROST = 4

/** One unit of the fleet at a time has an alarm: the interval between two alarms, and how long each lasts. */
const ALARM_EVERY = 60 * HOUR
const ALARM_LASTS = 150 * MINUTE
/** The evaporator of frozen goods ices up, so it is defrosted at this interval. */
const DEFROST_EVERY = 6 * HOUR
const DEFROST_LASTS = 22 * MINUTE
/** °C by which a defrost warms its compartment. */
const THAWS = 3.5
const OUTSIDE = 19

interface Order {
  readonly at: number
  readonly setpoint?: readonly [compartment: number, value: number]
  readonly on?: boolean
  readonly mode?: number
}
/** The orders that each vehicle received remotely, by its index, oldest first. They are lost when the simulator ends. */
const ordersByVehicle = new Map<number, Order[]>()
/** For tests, because they share vehicles. */
export const forgetOrders = (): void => ordersByVehicle.clear()
const ordersOf = ({ index }: DemoVehicle, at: number): readonly Order[] =>
  (ordersByVehicle.get(index) ?? []).filter(order => order.at <= at)

/** Carries out a command for the unit and returns its answer; null: the text is no command for it. */
export function commandUnit(vehicle: DemoVehicle, text: string, at: number): string | null {
  const [name, verb, ...values] = text.trim().split(/\s+/)
  if (name !== 'reefer' || !asksUnit(vehicle)) return null
  const [first = Number.NaN, second = Number.NaN] = values.map(Number)
  const order = orderOf(verb, first, second, compartmentsOfUnit(vehicle).length, at)
  if (order === null) return 'reefer: invalid'
  ordersByVehicle.set(vehicle.index, [...(ordersByVehicle.get(vehicle.index) ?? []), order])
  return 'reefer: OK'
}
function orderOf(
  verb: string | undefined,
  first: number,
  second: number,
  compartments: number,
  at: number,
): Order | null {
  if (verb === 'on' || verb === 'off') return { at, on: verb === 'on' }
  if (verb === 'mode') return first === 0 || first === 1 ? { at, mode: first } : null
  const fits = first >= 1 && first <= compartments && second >= -40 && second <= 40
  return verb === 'setpoint' && fits ? { at, setpoint: [first, second] } : null
}

export interface Unit {
  readonly on: boolean
  /** 0 none, 1 operative, 2 blocked. */
  readonly alarm: number
  /** 1 start-stop, 0 continuous. */
  readonly mode: number
  readonly electric: boolean
  readonly compartments: readonly {
    readonly setpoint: number
    readonly state: number
    readonly mode: number
  }[]
}
/** Cached, because many words of a moment need the unit. */
const units = new WeakMap<Moment, Unit | null>()
/** null: the vehicle has no unit. */
export function unitAt(m: Moment): Unit | null {
  const cachedUnit = units.get(m)
  if (cachedUnit !== undefined) return cachedUnit
  const unit = unitOf(m)
  units.set(m, unit)
  return unit
}
function unitOf(m: Moment): Unit | null {
  const { vehicle, at, seed, day, doing } = m
  const compartments = compartmentsOfUnit(vehicle)
  const [first] = compartments
  if (first === undefined) return null
  const orders = ordersOf(vehicle, at)
  const last = <K extends 'on' | 'mode'>(what: K) =>
    orders.findLast(order => order[what] !== undefined)?.[what]
  const alarm = alarmAt(seed, vehicle, at)
  const on = (last('on') ?? true) && alarm !== 2
  const defrosting = on && sinceDefrost(vehicle, at) < DEFROST_LASTS
  return {
    on,
    alarm,
    mode: last('mode') ?? (first < 0 ? 1 : 0),
    // In the yard it runs on mains.
    electric: doing === day.segments[0] || doing === day.segments.at(-1),
    compartments: compartments.map((usual, i) => {
      const setpoint =
        orders.findLast(order => order.setpoint?.[0] === i + 1)?.setpoint?.[1] ?? usual
      const isFrosted = defrosting && setpoint < 0
      return {
        setpoint,
        state: on ? AVAILABLE | ON | (isFrosted ? DEFROSTING : 0) : AVAILABLE,
        mode: !on
          ? 0
          : isFrosted
            ? DEFROST
            : modeFor(setpoint, temperature(m, i) ?? setpoint, isFalling(m, i)),
      }
    }),
  }
}

/** Deviation from the setpoint at which the unit starts to cool, and to heat chilled goods, °C. */
const [COOLS_FROM, HEATS_FROM] = [0.4, -0.9]
function modeFor(setpoint: number, temperature: number, falling: boolean): number {
  const off = temperature - setpoint
  if (off > COOLS_FROM || (falling && off > -COOLS_FROM)) return COOLING
  return off < HEATS_FROM && setpoint > -5 ? HEATING : IDLE
}

/** The temperature at thermometer `i` (from 0) of the body: near the setpoint of its compartment, changed by the unit and by open doors. undefined: the vehicle has fewer thermometers. */
export function temperature(m: Moment, i: number): number | undefined {
  const { thermometers, vehicle_type } = m.vehicle
  const compartments = compartmentsOfUnit(m.vehicle)
  if (compartments.length === 0 || i >= thermometers) return undefined
  const compartment = compartmentOf(i + 1, compartments.length)
  const usual = compartments[compartment - 1] ?? 0
  // The doors of a trailer open its first compartment.
  const doors = vehicle_type === 'S' && compartment > 1 ? 0.2 : 1 - 0.2 * i
  const measured =
    usual +
    0.5 * Math.sin(phaseOf(m, i)) +
    0.3 * m.noise(`thermometer ${i}`, 15 * MINUTE) +
    deviationOf(m, compartment) +
    warmth(m, usual) * doors
  // −0.1 °C is the thermometers' only code for "not ready", so it is never sent as a value.
  return Math.round(measured * 10) === -1 ? 0 : measured
}
/** Phase of the unit's cycle of cooling and warming up. */
const phaseOf = ({ at, vehicle: { index } }: Moment, i: number): number =>
  (at / (23 * MINUTE)) * 2 * Math.PI + index + i
const isFalling = (m: Moment, i: number): boolean => Math.cos(phaseOf(m, i)) < 0

/** Rise of the temperature by open doors, °C. */
function warmth({ day, at }: Moment, setpoint: number): number {
  const outside = (OUTSIDE - setpoint) * 0.25
  let warm = 0
  let closedSince = day.from
  for (const segment of day.segments) {
    if (segment.kind === 'leg' || segment.door === null || segment.door.from > at) continue
    const { from, to } = segment.door
    warm *= Math.exp(-(from - closedSince) / (20 * MINUTE))
    warm = outside - (outside - warm) * Math.exp(-(Math.min(at, to) - from) / (45 * MINUTE))
    closedSince = Math.min(at, to)
  }
  return warm * Math.exp(-(at - closedSince) / (20 * MINUTE))
}

/** Time since the last defrost began, ms. */
const sinceDefrost = ({ index }: DemoVehicle, at: number): number =>
  (at - ((index * 67 * MINUTE) % DEFROST_EVERY)) % DEFROST_EVERY

/** The unit's fault of this period, even after its end; null: it has none. */
function troubleAt(
  seed: number,
  { index }: DemoVehicle,
  at: number,
): { readonly from: number; readonly to: number; readonly level: 1 | 2 } | null {
  const slot = Math.floor(at / ALARM_EVERY)
  if (UNITS[Math.floor(random(seed, slot, 32) * UNITS.length)] !== index % FLEET) return null
  const from = slot * ALARM_EVERY + Math.floor(random(seed, slot, 31) * 24 * 60) * MINUTE
  return { from, to: from + ALARM_LASTS, level: slot % 2 === 0 ? 2 : 1 }
}
/** When the unit stops or starts by itself within a time. */
export function switchesOf(seed: number, vehicle: DemoVehicle, from: number, to: number): number[] {
  if (!asksUnit(vehicle)) return []
  const alarms: number[] = []
  for (let slot = Math.floor((from - ALARM_EVERY) / ALARM_EVERY); slot * ALARM_EVERY < to; slot++) {
    const trouble = troubleAt(seed, vehicle, slot * ALARM_EVERY)
    if (trouble !== null) alarms.push(trouble.from, trouble.to)
  }
  return alarms.filter(at => at >= from && at < to)
}

/** Units that trackers read over their data bus, by the vehicle's index in the fleet. */
const UNITS = [1, 6, 9, 14, 20, 21, 25, 29, 31]
const FLEET = 40
function alarmAt(seed: number, vehicle: DemoVehicle, at: number): 0 | 1 | 2 {
  const trouble = asksUnit(vehicle) ? troubleAt(seed, vehicle, at) : null
  return trouble !== null && at >= trouble.from && at < trouble.to ? trouble.level : 0
}

/** The difference that remains after exponential decay: about a third after `time`. */
const remainingDifference = (difference: number, elapsedMs: number, time: number): number =>
  difference * Math.exp(-Math.max(0, elapsedMs) / time)
/** Time constants with which a compartment approaches its setpoint, and without its unit the temperature outside. */
const COOLS = 40 * MINUTE
const WARMS = 10 * HOUR

/** Deviation of a compartment from its usual setpoint by a defrost, a unit that does not run, or another setpoint, °C. */
function deviationOf({ vehicle, at, seed }: Moment, compartment: number): number {
  const usual = compartmentsOfUnit(vehicle)[compartment - 1] ?? 0
  const outside = OUTSIDE - usual
  const thawing = sinceDefrost(vehicle, at)
  const thawRise =
    thawing < DEFROST_LASTS
      ? THAWS * Math.sin(((thawing / DEFROST_LASTS) * Math.PI) / 2)
      : remainingDifference(THAWS, thawing - DEFROST_LASTS, 9 * MINUTE)
  return (
    (usual < 0 ? thawRise : 0) +
    standstillDeviation(seed, vehicle, at, outside) +
    orderedDeviation(vehicle, at, compartment, usual, outside)
  )
}
function standstillDeviation(
  seed: number,
  vehicle: DemoVehicle,
  at: number,
  outside: number,
): number {
  const trouble = asksUnit(vehicle) ? troubleAt(seed, vehicle, at) : null
  if (trouble?.level !== 2 || at < trouble.from) return 0
  const warmestRise =
    outside - remainingDifference(outside, Math.min(at, trouble.to) - trouble.from, WARMS)
  return remainingDifference(warmestRise, at - trouble.to, COOLS)
}
function orderedDeviation(
  vehicle: DemoVehicle,
  at: number,
  compartment: number,
  usual: number,
  outside: number,
): number {
  let [off, target, since, on] = [0, 0, 0, true]
  const goOn = (until: number) => {
    const end = on ? target : outside
    off = end + remainingDifference(off - end, until - since, on ? COOLS : WARMS)
    since = until
  }
  for (const order of ordersOf(vehicle, at)) {
    goOn(order.at)
    if (order.setpoint?.[0] === compartment) target = order.setpoint[1] - usual
    if (order.on !== undefined) on = order.on
  }
  if (since > 0) goOn(at)
  return off
}

/** Hours per day that a unit runs by its engine on a working day, and by mains on every day. */
const [FUEL_HOURS, MAINS_HOURS] = [7, 5]
/** Days of work before a day, since the unit was built: five of every seven. */
function workingDaysBefore(vehicle: DemoVehicle, day: number): number {
  const weeks = Math.floor((day - FIRST_DAY) / 7)
  const rest = Array.from({ length: day - FIRST_DAY - weeks * 7 }, (_, n) =>
    worksOn(vehicle, FIRST_DAY + weeks * 7 + n),
  )
  return weeks * 5 + rest.filter(works => works).length
}
/** Hours that a unit has run by its engine and by mains since it was built. They never decrease; the former grow while it is away, the latter in the yard. */
export function hoursOf({ vehicle, day, at }: Moment): {
  readonly fuel: number
  readonly electric: number
} {
  const [first, last] = [day.segments[0], day.segments.at(-1)]
  const away =
    first === undefined || last === undefined || first === last
      ? { from: day.to, to: day.to }
      : { from: first.to, to: last.from }
  const driven = Math.max(0, Math.min(at, away.to) - away.from)
  const length = away.to - away.from
  const elapsedDays = day.day - FIRST_DAY
  return {
    fuel:
      900 +
      vehicle.index * 37 +
      workingDaysBefore(vehicle, day.day) * FUEL_HOURS +
      (length === 0 ? 0 : (FUEL_HOURS * driven) / length),
    electric:
      120 +
      vehicle.index * 5 +
      MAINS_HOURS * (elapsedDays + (at - day.from - driven) / (day.to - day.from - length)),
  }
}
