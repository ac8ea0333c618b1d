// A simulated vehicle at any moment, and the records that its tracker makes.
import type { Values } from '@flotta/core/telemetry.ts'
import { MINUTE, SECOND } from '@flotta/core/time.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import type { AvlRecord } from '@flotta/protocols/teltonika/device.ts'
import type { DayPlan, Leg, Stop } from './day-plan.ts'
import { type Mark, marksOf } from './marks.ts'
import { type Plans, plans } from './plan.ts'
import { keyOf, noise, random } from './random.ts'
import { type Moment, type State, within } from './signal.ts'
import { transmitterOf } from './signals.ts'

export interface Simulation {
  readonly seed: number
  /** Everything on which its signals depend. */
  moment(vehicle: DemoVehicle, at: number): Moment
  state(vehicle: DemoVehicle, at: number): State
  /** The values of the vehicle's signals, in the words that its device knows. */
  values(vehicle: DemoVehicle, at: number): Values
  record(vehicle: DemoVehicle, mark: Mark): AvlRecord
  /** Every moment after `from` up to and with `to` at which the tracker makes a record, in order. */
  marks(vehicle: DemoVehicle, from: number, to: number): Generator<Mark>
  /** Whether the tracker has coverage. */
  covered(vehicle: DemoVehicle, at: number): boolean
  plan(vehicle: DemoVehicle, at: number): DayPlan
}

export function simulation(seed = 1): Simulation {
  const days = plans(seed)
  const planAt = (vehicle: DemoVehicle, at: number) => days.plan(vehicle, days.dayOf(vehicle, at))
  const momentAt = (vehicle: DemoVehicle, at: number) =>
    momentOf(seed, days, vehicle, planAt(vehicle, at), at)
  return {
    seed,
    moment: momentAt,
    state: momentAt,
    values: (vehicle, at) => transmitterOf(vehicle).values(momentAt(vehicle, at)),
    plan: planAt,
    record: (vehicle, { at, cause }) => recordOf(momentAt(vehicle, at), cause),
    *marks(vehicle, from, to) {
      const last = days.dayOf(vehicle, to)
      for (let day = days.dayOf(vehicle, from); day <= last; day++) {
        if (vehicle.rota === 'silent' && day % 7 !== 0) continue
        for (const mark of marksOf(vehicle, days.plan(vehicle, day)))
          if (mark.at > from && mark.at <= to) yield mark
      }
    },
    covered(vehicle, at) {
      const segment = segmentAt(planAt(vehicle, at), at)
      return segment.kind === 'stop' || segment.gap === null || !within(segment.gap, at)
    },
  }
}

function segmentAt(plan: DayPlan, at: number): Stop | Leg {
  const segment = plan.segments.find(s => at < s.to) ?? plan.segments.at(-1)
  if (segment === undefined) throw new RangeError('a day without segments')
  return segment
}

function momentOf(
  seed: number,
  days: Plans,
  vehicle: DemoVehicle,
  day: DayPlan,
  at: number,
): Moment {
  const doing = segmentAt(day, at)
  const drive =
    doing.kind === 'leg' ? doing.drive.at(((at - doing.from) / SECOND) * doing.pace) : null
  const smooth = (key: string, time: number) => noise(seed, vehicle.index, keyOf(key), at / time)
  // The positions of receivers drift by metres, less while they stand.
  const wander = (key: string) => smooth(key, 4 * MINUTE) * (drive ? 2.5e-5 : 1.5e-5)
  const speed = drive ? drive.speed * (doing.kind === 'leg' ? doing.pace : 1) : 0
  const place =
    drive ?? (doing.kind === 'stop' ? doing : { latitude: 0, longitude: 0, direction: 0 })
  const driven = doing.metres + (drive?.metres ?? 0)
  return {
    at,
    vehicle,
    seed,
    day,
    doing,
    driven,
    latitude: place.latitude + wander('latitude'),
    longitude: place.longitude + wander('longitude'),
    direction: place.direction,
    speed,
    ignition: doing.kind === 'leg' || doing.on.some(span => within(span, at)),
    moving: speed >= 1,
    odometer: Math.floor(day.odometer + driven),
    before: ({ day }) => days.plan(vehicle, day - 1),
    chance: key => random(seed, vehicle.index, at, keyOf(key)),
    noise: smooth,
  }
}

const e7 = (degrees: number) => Math.round(degrees * 1e7)
/** Imaginary but smooth hills, because the road graph has no heights. */
const altitudeOf = (latitude: number, longitude: number) =>
  Math.round(
    180 + 120 * Math.sin(latitude * 9) * Math.cos(longitude * 7) + 40 * Math.sin(longitude * 31),
  )

function recordOf(m: Moment, cause: Mark['cause']): AvlRecord {
  const transmitter = transmitterOf(m.vehicle)
  const fix = {
    latitude_e7: e7(m.latitude),
    longitude_e7: e7(m.longitude),
    altitude: altitudeOf(m.latitude, m.longitude),
    direction: Math.floor((m.direction + 360) % 360),
    speed: Math.round(m.speed),
    satellites: m.moving
      ? 8 + Math.floor(m.chance('satellites') * 10)
      : 6 + Math.floor(m.chance('satellites') * 8),
  }
  // A receiver that was just switched on may not have a fix yet.
  const blind = cause === 'ignition' && m.ignition && m.chance('blind') < 0.05
  return {
    at: m.at,
    fix: blind ? null : fix,
    elements: transmitter.elements(m),
    event: cause === null ? 0 : transmitter.idOf(cause),
    priority: cause === null ? 0 : 1,
    generation: cause === null ? 7 : 5,
  }
}
