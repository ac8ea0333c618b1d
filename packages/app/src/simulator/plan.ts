// What a vehicle does on one day: drives and stops, from home to home, computed from the seed and the day alone. Where to: tours.ts; where it stands: plots.ts.
import { DAY, HOUR, MINUTE, SECOND } from '@flotta/core/time.ts'
import { roads } from '@flotta/features/places/routing/roads.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import { hasDoors, worksOn } from '@flotta/features/seed.ts'
import { type Drive, drive } from './drive.ts'
import { type Network, networks } from './network.ts'
import { plotOf } from './plots.ts'
import { random } from './random.ts'
import { type TankDay, tankOn } from './refuelling.ts'
import {
  beginning,
  type Cycle,
  cycle,
  odometerOf,
  share,
  shifts,
  tourOf,
  tractorOn,
} from './tours.ts'

/** Times are epoch ms, in whole seconds. */
export interface Stop {
  readonly kind: 'stop'
  readonly from: number
  readonly to: number
  readonly latitude: number
  readonly longitude: number
  /** Direction in which it stands, degrees. */
  readonly direction: number
  /** When the ignition is on, within from–to. */
  readonly on: readonly Span[]
  /** When the body stands open. */
  readonly door: Span | null
  /** When the yard's people look after it, in its depot in the evening. */
  readonly service: Service | null
  /** Metres driven on this day before it. */
  readonly metres: number
}
export interface Leg {
  readonly kind: 'leg'
  readonly from: number
  readonly to: number
  /** Made again when it is asked for, unless it is the vehicle's last: a drive is large, and few are needed at a time. */
  readonly drive: Drive
  /** Seconds of the drive that pass in one second; 1 but for a day that would not end in time. */
  readonly pace: number
  /** Out of coverage. */
  readonly gap: Span | null
  /** How often the driver of a late day had more luck with the traffic. */
  readonly traffic: number
  /** Names of the towns that it joins. */
  readonly start: string
  readonly end: string
  /** Metres driven on this day before it. */
  readonly metres: number
}
export interface Span {
  readonly from: number
  readonly to: number
}
export interface Service extends Span {
  /** When it stands at the pump with its engine off. */
  readonly filling: Span | null
}
/** Segments follow each other without a gap from `from` to `to`; the first and the last are stops at home. */
export interface DayPlan {
  readonly day: number
  readonly from: number
  readonly to: number
  readonly segments: readonly (Stop | Leg)[]
  /** Device total in metres as the day begins. */
  readonly odometer: number
  /** null: it has no tank. */
  readonly tank: TankDay | null
  /** Of the world that it is a day of. */
  readonly seed: number
}

export interface Plans {
  /** Days are counted from 1970 and begin at the vehicle's own hour. */
  dayOf(vehicle: DemoVehicle, at: number): number
  plan(vehicle: DemoVehicle, day: number): DayPlan
}

/** Regulation (EC) 561/2006, article 7: after so much driving so much rest. */
const DRIVEN_MOST = 4.5 * HOUR
const BREAK = 45 * MINUTE
/** A drive is hurried along by so much at most, before its traffic is another. */
const PACE_MOST = 1.03
const CALMER = 12

export function plans(seed: number): Plans {
  const network = networks(roads(), seed)
  const cycles = new Map<number, Cycle>()
  const cycleOf = (vehicle: DemoVehicle): Cycle => {
    const known =
      cycles.get(vehicle.index) ??
      cycle(vehicle, seed, shifts[vehicle.rota] === null ? null : network(vehicle))
    cycles.set(vehicle.index, known)
    return known
  }
  // today and yesterday of each vehicle are asked for all the time
  const recent = new Map<number, DayPlan[]>()
  const lastDrives = new Map<number, LastDrive>()
  const lastDriveOf = (vehicle: DemoVehicle): LastDrive => {
    const lastDrive = lastDrives.get(vehicle.index) ?? { from: Number.NaN, drive: null }
    lastDrives.set(vehicle.index, lastDrive)
    return lastDrive
  }
  const planOf = (vehicle: DemoVehicle, day: number): DayPlan => {
    const recentPlans = recent.get(vehicle.index) ?? []
    const cached = recentPlans.find(p => p.day === day)
    if (cached) return cached
    const tractor = tractorOn(vehicle, day)
    const dayPlan =
      shifts[vehicle.rota] === null
        ? yardDay(vehicle, day, cycleOf(vehicle), seed)
        : drivingDay(
            vehicle,
            day,
            cycleOf(vehicle),
            network(vehicle),
            seed,
            lastDriveOf(vehicle),
            tractor === vehicle ? null : planOf(tractor, day),
          )
    recent.set(vehicle.index, [dayPlan, ...recentPlans].slice(0, 3))
    return dayPlan
  }
  return {
    dayOf: (vehicle, at) => Math.floor((at - beginning(vehicle) * MINUTE) / DAY),
    plan: planOf,
  }
}

interface LastDrive {
  from: number
  drive: Drive | null
}

/** @param lead the day of the tractor that pulls it: a trailer goes where and when its tractor goes, from and to a plot of its own */
function drivingDay(
  vehicle: DemoVehicle,
  day: number,
  cycle: Cycle,
  network: Network,
  seed: number,
  last: LastDrive,
  lead: DayPlan | null,
): DayPlan {
  const shift = shifts[vehicle.rota]
  const from = day * DAY + beginning(vehicle) * MINUTE
  const to = from + DAY
  const tour = tourOf(day, cycle)
  const graph = roads()
  const led = lead?.segments.filter(segment => segment.kind === 'leg')
  const tractor = tractorOn(vehicle, day)
  const chance = (n: number, m = 0) => random(seed, tractor.index, day, 100 + n, m)
  const tank = tankOn(vehicle, day, seed, cycle)
  const segments: (Stop | Leg)[] = []
  const place = (index: number) => network.places[tour[index] ?? 0] ?? 0
  let metres = 0
  let free = from
  let direction = 0
  /** Driven since the last break, ms. */
  let driven = 0
  const stand = (index: number, until: number) => {
    const node = place(index)
    const at = { from: free, to: until }
    const service =
      index > 0 && until === to ? serviceAt(vehicle, at, tank?.fills === true, chance(7)) : null
    const on =
      shift === null
        ? []
        : [...ignitionAt(at, index === 0, until === to, chance(2, index)), ...enginesOf(service)]
    const door = index > 0 && until !== to ? doorAt(vehicle, at, chance(3, index)) : null
    segments.push({
      kind: 'stop',
      from: free,
      to: until,
      ...plotOf(vehicle, node, index === 0 || index === tour.length - 1, tractor),
      direction,
      on,
      door,
      service,
      metres,
    })
  }
  if (shift !== null && tour.length > 1) {
    const offset = Math.floor(shift.start + share(tractor) * shift.spread) - shift.day
    for (let i = 1; i < tour.length; i++) {
      const wantedTime =
        from +
        (offset + (i - 1) * shift.block) * MINUTE +
        Math.round(60 + chance(0, i) * 180) * SECOND
      const before = led?.[i - 1]
      let departs =
        before?.from ?? (i === 1 ? wantedTime : Math.max(wantedTime, free + shift.stop * MINUTE))
      let traffic = before?.traffic ?? 0
      const make = () =>
        drive(
          graph,
          network.path(tour[i - 1] ?? 0, tour[i] ?? 0),
          network.weight,
          seed + traffic,
          tractor.index,
          departs,
          {
            from: plotOf(vehicle, place(i - 1), i === 1, tractor),
            to: plotOf(vehicle, place(i), i === tour.length - 1, tractor),
          },
        )
      let made = make()
      if (departs - free >= BREAK) driven = 0
      else if (before === undefined && driven + made.seconds * SECOND > DRIVEN_MOST) {
        departs = free + BREAK
        driven = 0
        made = make()
      }
      const time =
        to -
        Math.max(15, shift.stop) * MINUTE -
        departs -
        (tour.length - 1 - i) * shift.block * MINUTE * 0.9
      // a late day has luck with its traffic
      while (before === undefined && made.seconds * SECOND > time * PACE_MOST && traffic < CALMER) {
        traffic++
        made = make()
      }
      driven += made.seconds * SECOND
      stand(i - 1, departs)
      const pace = Math.max(1, (made.seconds * SECOND) / time)
      const arrives = departs + Math.ceil(made.seconds / pace) * SECOND
      segments.push({
        kind: 'leg',
        from: departs,
        to: arrives,
        get drive() {
          if (last.from !== departs || last.drive === null) {
            last.drive = make()
            last.from = departs
          }
          return last.drive
        },
        pace,
        traffic,
        gap: gapIn({ from: departs, to: arrives }, chance(4, i), chance(5, i), chance(6, i)),
        start: graph.name(place(i - 1)),
        end: graph.name(place(i)),
        metres,
      })
      metres += made.metres
      direction = made.at(made.seconds).direction
      free = arrives
    }
    stand(tour.length - 1, to)
  } else stand(0, to)
  return { day, from, to, segments, odometer: odometerOf(vehicle, day, cycle), tank, seed }
}

/** The engine runs a little after arriving and before leaving; through short stops it keeps running. */
function ignitionAt({ from, to }: Span, first: boolean, last: boolean, chance: number): Span[] {
  const idles = Math.round(20 + chance * 160) * SECOND
  const warms = Math.round(30 + chance * 90) * SECOND
  if (!first && !last && to - from < idles + warms + 3 * MINUTE) return [{ from, to }]
  return [
    ...(first ? [] : [{ from, to: Math.min(from + idles, to) }]),
    ...(last ? [] : [{ from: Math.max(to - warms, from), to }]),
  ]
}

/** The yard takes over so long after arriving: drives to the pump, fills up, parks. */
const TAKES_OVER = 20 * MINUTE
const [TO_PUMP, AT_PUMP, PARKS] = [3 * MINUTE, 6 * MINUTE, 2 * MINUTE]

/** In the evening at home, of what has an engine. */
function serviceAt(
  { vehicle_type }: DemoVehicle,
  { from, to }: Span,
  fills: boolean,
  chance: number,
): Service | null {
  const begins = from + TAKES_OVER + Math.round(chance * 15) * MINUTE
  const pump = begins + TO_PUMP + MINUTE
  const ends = fills ? pump + AT_PUMP + MINUTE + PARKS : begins + TO_PUMP
  if (!'TMVU'.includes(vehicle_type) || ends > to) return null
  return { from: begins, to: ends, filling: fills ? { from: pump, to: pump + AT_PUMP } : null }
}
const enginesOf = (service: Service | null): Span[] =>
  service === null
    ? []
    : service.filling === null
      ? [service]
      : [
          { from: service.from, to: service.from + TO_PUMP },
          { from: service.to - PARKS, to: service.to },
        ]

/** One door of so many is forgotten for a while. */
const FORGOTTEN = 1 / 60
function doorAt(vehicle: DemoVehicle, { from, to }: Span, chance: number): Span | null {
  if (!hasDoors(vehicle)) return null
  const opens = from + Math.round(60 + chance * 120) * SECOND
  const length = Math.min(
    ((to - from) * 0.6) / MINUTE,
    3 + chance * 9 + (chance < FORGOTTEN ? 24 : 0),
  )
  return { from: opens, to: opens + Math.max(1, Math.floor(length)) * MINUTE }
}

function gapIn({ from, to }: Span, chance: number, where: number, length: number): Span | null {
  if (chance > 0.08 || to - from < 30 * MINUTE) return null
  const begins = from + Math.floor(((to - from - 22 * MINUTE) * where) / SECOND) * SECOND
  return { from: begins, to: begins + Math.floor(4 + length * 16) * MINUTE }
}

/** A truck for pallets: works by the hour on the spot. */
function yardDay(vehicle: DemoVehicle, day: number, cycle: Cycle, seed: number): DayPlan {
  const graph = roads()
  const node = graph.town(vehicle.home)
  const from = day * DAY
  const works = !worksOn(vehicle, day) ? [] : [6, 7, 8, 9, 10, 12, 13, 14, 15, 16]
  const on = works.map(hour => ({ from: from + hour * HOUR, to: from + hour * HOUR + 38 * MINUTE }))
  const stop: Stop = {
    kind: 'stop',
    from,
    to: from + DAY,
    ...plotOf(vehicle, node, true),
    direction: 0,
    on: vehicle.rota === 'silent' ? [] : on,
    door: null,
    service: null,
    metres: 0,
  }
  return {
    day,
    from,
    to: from + DAY,
    segments: [stop],
    odometer: odometerOf(vehicle, day, cycle),
    tank: null,
    seed,
  }
}
