// A simulated vehicle at any instant, and the records that its tracker makes of it.
import { DAY, HOUR, MINUTE, SECOND } from '@flotta/core/time.ts'
import type { DemoVehicle } from '@flotta/features/demo/fleet.ts'
import { type AvlRecord, CODEC_8, CODEC_8E, CODEC_16, type DataCodec, type Element } from '@flotta/protocols/teltonika/device.ts'
import { type DayPlan, type Leg, type Plans, plans, type Span, type Stop } from './plan.ts'
import { noise, random } from './random.ts'
import { troublesOf, voltageLeft } from './troubles.ts'

export interface State {
  readonly latitude: number
  readonly longitude: number
  readonly direction: number
  /** km/h */
  readonly speed: number
  readonly ignition: boolean
  readonly moving: boolean
  /** Device total, metres. */
  readonly odometer: number
  /** External voltage. */
  readonly volts: number
  /** Percent of the tank, or of the traction battery. */
  readonly fuel: number
  readonly door: boolean
  /** °C, one per thermometer. */
  readonly temperatures: readonly number[]
}

/** A moment at which the tracker makes a record, and the id of what caused it (0: time or corner). */
export interface Mark {
  readonly at: number
  readonly event: number
}

export interface Simulation {
  readonly seed: number
  state(vehicle: DemoVehicle, at: number): State
  record(vehicle: DemoVehicle, mark: Mark): AvlRecord
  /** Every moment after `from` up to and with `to` at which the tracker makes a record, in order. */
  marks(vehicle: DemoVehicle, from: number, to: number): Generator<Mark>
  /** Whether the tracker reaches a network. */
  covered(vehicle: DemoVehicle, at: number): boolean
  plan(vehicle: DemoVehicle, at: number): DayPlan
}

const IGNITION = 239
const MOVEMENT = 240
const DOOR = 1
const CORNER_DEGREES = 20
/** Between records while the engine idles. */
const IDLE_INTERVAL = 2 * MINUTE
const FULL = 94
/** Percent of the tank for a kilometre. */
const consumption: Readonly<Record<DemoVehicle['vehicle_type'], number>> = { T: 0.034, S: 0.02, C: 0.02, R: 0.02, M: 0.062, V: 0.13, U: 0.12, P: 0 }

export const codecOf = (vehicle: DemoVehicle): DataCodec =>
  vehicle.profile === 'fmb1xx' ? (vehicle.index % 4 === 0 ? CODEC_8E : CODEC_8) : vehicle.index % 3 === 2 ? CODEC_16 : CODEC_8E

export function simulation(seed = 1): Simulation {
  const days = plans(seed)
  const planAt = (vehicle: DemoVehicle, at: number) => days.plan(vehicle, days.dayOf(vehicle, at))
  const state = (vehicle: DemoVehicle, at: number) => stateOf(seed, days, vehicle, planAt(vehicle, at), at)
  return {
    seed,
    state,
    plan: planAt,
    record(vehicle, { at, event }) {
      const now = state(vehicle, at)
      const blind = event === IGNITION && now.ignition && random(seed, vehicle.index, at, 9) < 0.05
      return toRecord(seed, vehicle, now, at, event, blind)
    },
    *marks(vehicle, from, to) {
      const last = days.dayOf(vehicle, to)
      for (let day = days.dayOf(vehicle, from); day <= last; day++) {
        if (vehicle.rota === 'silent' && day % 7 !== 0) continue
        for (const mark of marksOf(vehicle, days.plan(vehicle, day))) if (mark.at > from && mark.at <= to) yield mark
      }
    },
    covered(vehicle, at) {
      const segment = segmentAt(planAt(vehicle, at), at)
      return segment.kind === 'stop' || segment.gap === null || !within(segment.gap, at)
    },
  }
}

const within = ({ from, to }: Span, at: number) => at >= from && at < to

function segmentAt(plan: DayPlan, at: number): Stop | Leg {
  const found = plan.segments.find(s => at < s.to) ?? plan.segments.at(-1)
  if (found === undefined) throw new RangeError('a day without segments')
  return found
}

function stateOf(seed: number, days: Plans, vehicle: DemoVehicle, plan: DayPlan, at: number): State {
  const segment = segmentAt(plan, at)
  const moment = segment.kind === 'leg' ? segment.drive.at(((at - segment.from) / SECOND) * segment.pace) : null
  const ignition = segment.kind === 'leg' || segment.on.some(span => within(span, at))
  // receivers wander by metres, less while they move
  const wander = (key: number) => noise(seed, vehicle.index * 8 + key, at / (4 * MINUTE)) * (moment ? 2.5e-5 : 1.5e-5)
  const speed = moment ? moment.speed * (segment.kind === 'leg' ? segment.pace : 1) : 0
  const place = moment ?? (segment.kind === 'stop' ? segment : { latitude: 0, longitude: 0, direction: 0 })
  const metres = segment.metres + (moment?.metres ?? 0)
  return {
    latitude: place.latitude + wander(0),
    longitude: place.longitude + wander(1),
    direction: place.direction,
    speed,
    ignition,
    moving: speed >= 1,
    odometer: Math.floor(plan.odometer + metres),
    volts: voltsOf(seed, days, vehicle, plan, at, ignition),
    fuel: Math.max(4, FULL - (metres / 1000) * consumption[vehicle.vehicle_type]),
    door: segment.kind === 'stop' && segment.door !== null && within(segment.door, at),
    temperatures: temperaturesOf(seed, vehicle, plan, at),
  }
}

function voltsOf(seed: number, days: Plans, vehicle: DemoVehicle, plan: DayPlan, at: number, ignition: boolean): number {
  const cells = vehicle.volts / 12
  const left = voltageLeft(troublesOf(seed, vehicle, at), at)
  return Math.min(soundVoltage(seed, days, vehicle, plan, at, ignition), left * cells)
}

function soundVoltage(seed: number, days: Plans, vehicle: DemoVehicle, plan: DayPlan, at: number, ignition: boolean): number {
  const cells = vehicle.volts / 12
  const ripple = noise(seed, vehicle.index * 8 + 2, at / (3 * MINUTE))
  if (ignition) return cells * (vehicle.vehicle_type === 'P' ? 12.4 + 0.1 * ripple : 14.05 + 0.14 * ripple)
  const off = lastOff(days, vehicle, plan, at)
  const hours = (at - off) / HOUR
  const rested = 12.72 - 0.12 * (1 - Math.exp(-hours / 6)) + 0.008 * ripple
  if (!vehicle.weak_battery) return cells * rested
  // some nights are worse than others: a weak battery ends between a warning and an alarm
  const depth = 0.55 + 0.6 * random(seed, vehicle.index, off, 11)
  return cells * (rested - depth * (1 - Math.exp(-hours / 2.2)))
}

/** When the ignition went off before `at`; three days back at most. */
function lastOff(days: Plans, vehicle: DemoVehicle, plan: DayPlan, at: number): number {
  for (let p = plan, back = 0; back < 4; p = days.plan(vehicle, p.day - 1), back++)
    for (let i = p.segments.length - 1; i >= 0; i--) {
      const segment = p.segments[i]
      if (segment === undefined || segment.from > at) continue
      if (segment.kind === 'leg') return segment.to
      const span = segment.on.findLast(s => s.to <= at)
      if (span) return span.to
    }
  return plan.from - 3 * DAY
}

/** Around the setpoint; an open door lets warm air in, the unit then takes its time. */
function temperaturesOf(seed: number, vehicle: DemoVehicle, plan: DayPlan, at: number): number[] {
  if (vehicle.setpoint === null) return []
  let warmth = 0
  let closed = plan.from
  const outside = (19 - vehicle.setpoint) * 0.4
  for (const segment of plan.segments) {
    if (segment.kind === 'leg' || segment.door === null || segment.door.from > at) continue
    const { from, to } = segment.door
    warmth *= Math.exp(-(from - closed) / (20 * MINUTE))
    warmth = outside - (outside - warmth) * Math.exp(-(Math.min(at, to) - from) / (45 * MINUTE))
    closed = Math.min(at, to)
  }
  warmth *= Math.exp(-(at - closed) / (20 * MINUTE))
  const setpoint = vehicle.setpoint
  return Array.from({ length: vehicle.thermometers }, (_, i) => {
    const cycle = Math.sin((at / (23 * MINUTE)) * 2 * Math.PI + vehicle.index + i) * 0.5
    const value = setpoint + cycle + 0.3 * i + 0.3 * noise(seed, vehicle.index * 8 + 3 + i, at / (15 * MINUTE)) + warmth * (1 - 0.2 * i)
    return Math.round(value * 10) / 10
  })
}

const marksOfPlan = new WeakMap<DayPlan, readonly Mark[]>()
function marksOf(vehicle: DemoVehicle, plan: DayPlan): readonly Mark[] {
  const known = marksOfPlan.get(plan)
  if (known) return known
  const found = new Map<number, number>()
  // the first cause of a moment is the one that is told
  const add = (at: number, event: number) => {
    if (!found.has(at)) found.set(at, event)
  }
  for (const segment of plan.segments) {
    if (segment.kind === 'leg') {
      add(segment.from, MOVEMENT)
      add(segment.to, MOVEMENT)
      for (let at = segment.from + vehicle.reporting_interval * SECOND; at < segment.to; at += vehicle.reporting_interval * SECOND) add(at, 0)
      for (const seconds of segment.drive.turns(CORNER_DEGREES, vehicle.reporting_interval)) {
        const at = segment.from + Math.round(seconds / segment.pace) * SECOND
        if (at < segment.to) add(at, 0)
      }
    } else marksOfStop(vehicle, segment, plan, add)
  }
  const marks = [...found].map(([at, event]) => ({ at, event })).sort((a, b) => a.at - b.at)
  // a day is up to its end, which is the next one's beginning
  const own = marks.filter(m => m.at < plan.to)
  marksOfPlan.set(plan, own)
  return own
}

function marksOfStop(vehicle: DemoVehicle, stop: Stop, plan: DayPlan, add: (at: number, event: number) => void): void {
  let off = stop.from
  for (const span of stop.on) {
    if (span.from > stop.from) add(span.from, IGNITION)
    for (let at = span.from + IDLE_INTERVAL; at < span.to; at += IDLE_INTERVAL) add(at, 0)
    rest(off, span.from)
    if (span.to < stop.to) add(span.to, IGNITION)
    off = span.to
  }
  rest(off, stop.to)
  if (stop.door) {
    add(stop.door.from, DOOR)
    if (stop.door.to < stop.to) add(stop.door.to, DOOR)
  }
  function rest(from: number, to: number) {
    if (from === plan.from) add(from, 0)
    for (let at = from + vehicle.resting_interval * SECOND; at < to; at += vehicle.resting_interval * SECOND) add(at, 0)
  }
}

const e7 = (degrees: number) => Math.round(degrees * 1e7)
/** Hills that are nowhere, but smooth: the road graph has no heights. */
const altitudeOf = (latitude: number, longitude: number) =>
  Math.round(180 + 120 * Math.sin(latitude * 9) * Math.cos(longitude * 7) + 40 * Math.sin(longitude * 31))

function toRecord(seed: number, vehicle: DemoVehicle, s: State, at: number, event: number, blind: boolean): AvlRecord {
  const chance = (key: number) => random(seed, vehicle.index, at, key)
  const satellites = s.moving ? 8 + Math.floor(chance(1) * 10) : 6 + Math.floor(chance(1) * 8)
  const direction = Math.floor((s.direction + 360) % 360)
  const fix = {
    latitude_e7: e7(s.latitude),
    longitude_e7: e7(s.longitude),
    altitude: altitudeOf(s.latitude, s.longitude),
    direction,
    speed: Math.round(s.speed),
    satellites,
  }
  const elements = vehicle.profile === 'fmb1xx' ? fmb1xx(vehicle, s, chance) : fmx6(vehicle, s, chance)
  return { at, fix: blind ? null : fix, elements, event, priority: event === 0 ? 0 : 1, generation: event === 0 ? 7 : 5 }
}

const bit = (on: boolean): number => (on ? 1 : 0)
function common(vehicle: DemoVehicle, s: State, chance: (key: number) => number): Element[] {
  const battery = 4050 + Math.floor(chance(2) * 40)
  return [
    { id: IGNITION, width: 1, value: bit(s.ignition) },
    { id: MOVEMENT, width: 1, value: bit(s.moving) },
    { id: 21, width: 1, value: 2 + Math.floor(chance(3) * 4) },
    { id: 200, width: 1, value: 0 },
    { id: DOOR, width: 1, value: bit(s.door) },
    { id: 181, width: 2, value: 9 + Math.floor(chance(4) * 9) },
    { id: 182, width: 2, value: 5 + Math.floor(chance(4) * 6) },
    { id: 66, width: 2, value: Math.round(s.volts * 1000) },
    { id: 67, width: 2, value: battery },
    ...(vehicle.setpoint === null ? [] : [{ id: 2, width: 1, value: 1 } as const]),
  ]
}
function fmb1xx(vehicle: DemoVehicle, s: State, chance: (key: number) => number): Element[] {
  return [
    ...common(vehicle, s, chance),
    { id: 69, width: 1, value: 1 },
    { id: 113, width: 1, value: 96 + Math.floor(chance(2) * 5) },
    ...(vehicle.vehicle_type === 'P' ? [] : [{ id: 89, width: 1, value: Math.round(s.fuel) } as const]),
    { id: 16, width: 4, value: s.odometer },
    ...s.temperatures.map((t, i) => ({ id: 72 + i, width: 4, value: Math.round(t * 10) }) as const),
  ]
}
function fmx6(vehicle: DemoVehicle, s: State, chance: (key: number) => number): Element[] {
  const rpm = s.moving ? 1050 + Math.round(s.speed * 4 + chance(5) * 80) : s.ignition ? 600 : 0
  return [
    ...common(vehicle, s, chance),
    { id: 71, width: 1, value: 1 },
    { id: 37, width: 1, value: Math.round(s.fuel) },
    { id: 35, width: 2, value: rpm },
    { id: 216, width: 4, value: s.odometer },
    ...s.temperatures.map((t, i) => ({ id: 72 + i, width: 2, value: Math.round(t * 10) }) as const),
    ...(vehicle.setpoint === null
      ? []
      : ([
          { id: 10_045, width: 1, value: 1 },
          { id: 10_046, width: 1, value: 2 },
          { id: 10_047, width: 2, value: Math.round((s.temperatures[0] ?? 0) * 10) },
          { id: 10_049, width: 2, value: vehicle.setpoint * 10 },
        ] as const)),
  ]
}
