// What a simulated vehicle really did within a period, by its plan and its signals: the reference for everything that the product reports.

import { profileReader } from '@flotta/core/profile-reader.ts'
import { firstReception } from '@flotta/core/protocol.ts'
import { DAY, dayText, MINUTE, SECOND } from '@flotta/core/time.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import { tankLitres } from '@flotta/features/services/eyefuel/tanks.ts'
import { avlFrame } from '@flotta/protocols/teltonika/device.ts'
import teltonika from '@flotta/protocols/teltonika/protocol.ts'
import type { DayPlan, Leg, Span, Stop } from './day-plan.ts'
import { type ExecutedCommand, executedBy } from './obedience.ts'
import { hoursOf, unitAt } from './reefers.ts'
import { couplingsOf } from './signals/beacon.ts'
import { codecOf } from './signals.ts'
import { usedBy } from './tank.ts'
import type { Simulation } from './vehicle.ts'

/** A temperature that was sent, °C after the device's profile, and when it was measured (epoch ms). */
export interface Peak {
  readonly value: number
  readonly at: number
}
export interface Truth {
  readonly plate: string
  /** Epoch ms, `to` excluded. */
  readonly from: number
  readonly to: number
  readonly metres: number
  /**
   * Milliseconds driving, standing, and standing with the ignition on for a minute or longer. A drive ends when the engine is off or the vehicle has
   * stood for five minutes.
   * An engine that runs for less than five minutes after arrival still belongs to the drive.
   */
  readonly driving: number
  readonly standing: number
  readonly idling: number
  /** Litres; null: it has no tank, or one that is not measured in litres. */
  readonly fuel: {
    readonly burnt: number
    readonly refuelled: number
    readonly stolen: number
  } | null
  /** The extremes of each sensor that the vehicle has, by its name (T1 …), among the values that were sent. */
  readonly temperatures: Readonly<Record<string, { readonly lowest: Peak; readonly highest: Peak }>>
  /** How long the body was open, ms. */
  readonly doors: number
  /** How long the refrigeration unit was on, ms, and the hours that it ran by its engine and by mains; null: it has none. */
  readonly unit: { readonly on: number; readonly engine: number; readonly mains: number } | null
  /** The tags of a trailer's tractors, cut to the period. */
  readonly couplings: readonly (Span & { readonly tag: string })[]
  /** The remote commands that it executed. */
  readonly commands: readonly ExecutedCommand[]
}

const overlap = (span: Span, from: number, to: number): number =>
  Math.max(0, Math.min(to, span.to) - Math.max(from, span.from))
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** A drive begins with the first record on the way: until then the vehicle idles. */
function idlingOf(
  world: Simulation,
  vehicle: DemoVehicle,
  stop: Stop,
  from: number,
  to: number,
): number {
  return sum(
    stop.on.map(span => {
      const [mark] = span.to === stop.to ? world.marks(vehicle, stop.to, stop.to + 5 * MINUTE) : []
      const until = mark?.at ?? span.to
      return until - span.from >= MINUTE ? overlap({ from: span.from, to: until }, from, to) : 0
    }),
  )
}

const ENDS_AFTER = 5 * MINUTE
/** The end of a drive. An engine that is switched off soon after arriving still belongs to it. */
function driveEnd(leg: Leg, { segments }: DayPlan): number {
  const stop = segments[segments.indexOf(leg) + 1]
  const engine = stop?.kind === 'stop' ? stop.on.find(span => span.from === leg.to) : undefined
  return engine === undefined || engine.to === stop?.to || engine.to - leg.to >= ENDS_AFTER
    ? leg.to
    : engine.to
}

/** Parts of days that overlap the period, each with its day. */
function partsWithin(
  world: Simulation,
  vehicle: DemoVehicle,
  from: number,
  to: number,
): { readonly day: DayPlan; readonly part: Stop | Leg }[] {
  const days: DayPlan[] = []
  for (let day = world.plan(vehicle, from); ; day = world.plan(vehicle, day.to)) {
    days.push(day)
    if (day.to >= to) break
  }
  return days.flatMap(day =>
    day.segments.filter(part => part.from < to && part.to > from).map(part => ({ day, part })),
  )
}

/** What a vehicle did from `from` until before `to` (epoch ms). */
export function truthOf(world: Simulation, vehicle: DemoVehicle, from: number, to: number): Truth {
  const parts = partsWithin(world, vehicle, from, to)
  const days = [...new Set(parts.map(({ day }) => day))]
  const stops = parts.flatMap(({ part }) => (part.kind === 'stop' ? [part] : []))
  const drives = parts.flatMap(({ day, part }) =>
    part.kind === 'leg' ? [{ from: part.from, to: driveEnd(part, day) }] : [],
  )
  const driving = sum(drives.map(drive => overlap(drive, from, to)))
  return {
    plate: vehicle.plate,
    from,
    to,
    metres: world.state(vehicle, to).odometer - world.state(vehicle, from).odometer,
    driving,
    standing: to - from - driving,
    idling: sum(stops.map(stop => idlingOf(world, vehicle, stop, from, to))),
    fuel: fuelOf(world, vehicle, days, from, to),
    temperatures: temperaturesOf(world, vehicle, from, to),
    doors: sum(stops.map(({ door }) => (door === null ? 0 : overlap(door, from, to)))),
    unit: unitOf(world, vehicle, from, to),
    couplings: days.flatMap(day =>
      couplingsOf(vehicle, day)
        .filter(span => overlap(span, from, to) > 0)
        .map(span => ({ ...span, from: Math.max(from, span.from), to: Math.min(to, span.to) })),
    ),
    commands: executedBy(vehicle).filter(({ at }) => at >= from && at < to),
  }
}
/** The truth of a UTC day (`2026-11-20`). */
export const truthOfDay = (
  world: Simulation,
  vehicle: DemoVehicle,
  day: number,
): Truth & { readonly day: string } => ({
  day: dayText(day),
  ...truthOf(world, vehicle, day * DAY, (day + 1) * DAY),
})

function fuelOf(
  world: Simulation,
  vehicle: DemoVehicle,
  days: readonly DayPlan[],
  from: number,
  to: number,
): Truth['fuel'] {
  const capacity = tankLitres(vehicle)
  if (capacity === null) return null
  const usedUntil = (day: DayPlan, at: number) =>
    usedBy(
      vehicle,
      day,
      at,
      at >= day.to ? (day.segments.at(-1)?.metres ?? 0) : world.moment(vehicle, at).driven,
    )
  const used = days.map(day => {
    const [before, after] = [
      usedUntil(day, Math.max(from, day.from)),
      usedUntil(day, Math.min(to, day.to)),
    ]
    return {
      burnt: after.burnt - before.burnt,
      stolen: after.stolen - before.stolen,
      refuelled: after.filled - before.filled,
    }
  })
  const litres = (percent: readonly number[]) => (sum(percent) * capacity) / 100
  return {
    burnt: litres(used.map(u => u.burnt)),
    refuelled: litres(used.map(u => u.refuelled)),
    stolen: litres(used.map(u => u.stolen)),
  }
}

/** Read from the bytes that the device really sends. */
function temperaturesOf(
  world: Simulation,
  vehicle: DemoVehicle,
  from: number,
  to: number,
): Truth['temperatures'] {
  const profile = teltonika.profiles.find(p => p.code === vehicle.profile)
  if (profile === undefined || vehicle.thermometers === 0) return {}
  const { read } = profileReader(profile)
  const peaks: Record<string, { lowest: Peak; highest: Peak }> = {}
  for (const mark of world.marks(vehicle, from - 1, to - 1)) {
    const frame = teltonika.tcp?.decode(
      avlFrame(codecOf(vehicle), [world.record(vehicle, mark)]),
      firstReception(0),
    )
    if (frame?.kind !== 'messages' || frame.messages[0] === undefined)
      throw new Error('a record that nobody can read')
    const values = read(frame.messages[0].io)
    for (const [name, value] of [
      ['T1', values.temp1],
      ['T2', values.temp2],
      ['T3', values.temp3],
    ] as const) {
      if (typeof value !== 'number') continue
      const peak = { value, at: mark.at }
      const peaksOfName = peaks[name] ?? { lowest: peak, highest: peak }
      peaks[name] = {
        lowest: value < peaksOfName.lowest.value ? peak : peaksOfName.lowest,
        highest: value > peaksOfName.highest.value ? peak : peaksOfName.highest,
      }
    }
  }
  return peaks
}

const STEP = 10 * SECOND
function unitOf(world: Simulation, vehicle: DemoVehicle, from: number, to: number): Truth['unit'] {
  if (vehicle.setpoint === null) return null
  let on = 0
  for (let at = from; at < to; at += STEP)
    on += unitAt(world.moment(vehicle, at))?.on === true ? Math.min(STEP, to - at) : 0
  const [before, after] = [hoursOf(world.moment(vehicle, from)), hoursOf(world.moment(vehicle, to))]
  return { on, engine: after.fuel - before.fuel, mains: after.electric - before.electric }
}
