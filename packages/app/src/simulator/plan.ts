// What a vehicle does on one day: drives and stops, from home to home, computed from the seed and the day alone.
import { bearing, distance } from '@flotta/core/geo.ts'
import { DAY, HOUR, MINUTE, SECOND } from '@flotta/core/time.ts'
import type { DemoVehicle, Rota } from '@flotta/features/demo/fleet.ts'
import { type Drive, drive } from './drive.ts'
import { type Network, networks } from './network.ts'
import { random } from './random.ts'
import { roads } from './roads.ts'

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
/** Segments follow each other without a gap from `from` to `to`; the first and the last are stops at home. */
export interface DayPlan {
  readonly day: number
  readonly from: number
  readonly to: number
  readonly segments: readonly (Stop | Leg)[]
  /** Device total in metres as the day begins. */
  readonly odometer: number
}

export interface Plans {
  /** Days are counted from 1970 and begin at the vehicle's own hour. */
  dayOf(vehicle: DemoVehicle, at: number): number
  plan(vehicle: DemoVehicle, day: number): DayPlan
}

/** How a rota divides the day: blocks of one drive and one stop each. Minutes; UTC. */
interface Shift {
  readonly start: number
  /** Vehicles of one rota begin up to this much later than each other. */
  readonly spread: number
  readonly blocks: number
  readonly block: number
  /** Expected hours of a drive. */
  readonly least: number
  readonly most: number
  /** Minutes of a stop at least. */
  readonly stop: number
  /** Begins the vehicle's day, minutes after midnight; undefined: with the first block. */
  readonly day?: number
}
const shifts: Readonly<Record<Rota, Shift | null>> = {
  relay: { start: 0, spread: 288, blocks: 5, block: 288, least: 3.5, most: 3.75, stop: 45 },
  night: { start: 16 * 60, spread: 300, blocks: 3, block: 225, least: 2.4, most: 2.8, stop: 45, day: 12 * 60 },
  day: { start: 3 * 60 + 40, spread: 150, blocks: 3, block: 220, least: 2.4, most: 2.8, stop: 45, day: 0 },
  rounds: { start: 6 * 60, spread: 90, blocks: 10, block: 58, least: 0.25, most: 0.75, stop: 7, day: 0 },
  trips: { start: 6 * 60 + 30, spread: 120, blocks: 4, block: 165, least: 0.5, most: 2.1, stop: 15, day: 0 },
  yard: null,
  silent: null,
}
/** Regulation (EC) 561/2006, article 7: after so much driving so much rest. */
const DRIVEN_MOST = 4.5 * HOUR
const BREAK = 45 * MINUTE
/** A drive is hurried along by so much at most, before its traffic is another. */
const PACE_MOST = 1.03
const CALMER = 12
/** Hours that the last drive of a day is shorter than the others. */
const SPARE = 0.3
/** Rotas repeat after so many days, so that the odometer of any day is a sum of few. */
const CYCLE = 28
/** A day on which the odometers stand at their first reading: 1 January 2026. */
const FIRST_DAY = 20_454
/** Trackers count metres in 32 bits; the products that read them often in 31. */
const ODOMETER_ROUND = 1_500_000_000
const GOLDEN = 0.618033988749895

export function plans(seed: number): Plans {
  const network = networks(roads(), seed)
  const cycles = new Map<number, Cycle>()
  const cycleOf = (vehicle: DemoVehicle): Cycle => {
    const known = cycles.get(vehicle.index) ?? cycle(vehicle, seed, shifts[vehicle.rota] === null ? null : network(vehicle))
    cycles.set(vehicle.index, known)
    return known
  }
  // today and yesterday of each vehicle are asked for all the time
  const recent = new Map<number, DayPlan[]>()
  const lastDrives = new Map<number, LastDrive>()
  const lastDriveOf = (vehicle: DemoVehicle): LastDrive => {
    const known = lastDrives.get(vehicle.index) ?? { from: Number.NaN, drive: null }
    lastDrives.set(vehicle.index, known)
    return known
  }
  return {
    dayOf: (vehicle, at) => Math.floor((at - beginning(vehicle) * MINUTE) / DAY),
    plan(vehicle, day) {
      const kept = recent.get(vehicle.index) ?? []
      const known = kept.find(p => p.day === day)
      if (known) return known
      const made =
        shifts[vehicle.rota] === null
          ? yardDay(vehicle, day, cycleOf(vehicle))
          : drivingDay(vehicle, day, cycleOf(vehicle), network(vehicle), seed, lastDriveOf(vehicle))
      recent.set(vehicle.index, [made, ...kept].slice(0, 3))
      return made
    },
  }
}

/** Where within the spread a vehicle begins: evenly filled for any number of vehicles. */
const share = (vehicle: DemoVehicle) => ((vehicle.rank + 1) * GOLDEN) % 1
/** Minutes after midnight UTC at which the vehicle's day begins. */
function beginning(vehicle: DemoVehicle): number {
  const shift = shifts[vehicle.rota]
  if (shift === null) return 0
  return shift.day ?? Math.floor(shift.start + share(vehicle) * shift.spread + (vehicle.rank % shift.blocks) * shift.block) % 1440
}
const modulo = (a: number, b: number) => ((a % b) + b) % b

interface Cycle {
  /** Places of each day, home first and last; empty: a day of rest. */
  readonly tours: readonly (readonly number[])[]
  /** Metres before each day, and of the whole cycle last. */
  readonly metres: readonly number[]
}

function cycle(vehicle: DemoVehicle, seed: number, network: Network | null): Cycle {
  const tours: number[][] = []
  const metres = [0]
  for (let day = 0; day < CYCLE; day++) {
    const tour = network === null ? [] : chooseTour(vehicle, seed, day, network)
    let sum = 0
    for (let i = 1; network !== null && i < tour.length; i++) {
      const way = (n: number) => drivewayOf(vehicle, network.places[tour[n] ?? 0] ?? 0, n === 0 || n === tour.length - 1)
      sum += way(i - 1) + network.metres(tour[i - 1] ?? 0, tour[i] ?? 0) + way(i)
    }
    tours.push(tour)
    metres.push((metres[day] ?? 0) + Math.round(sum))
  }
  return { tours, metres }
}

/** The best of a few tours that luck proposes: drives that fill their blocks and do not overrun them. */
function chooseTour(vehicle: DemoVehicle, seed: number, day: number, network: Network): number[] {
  const shift = shifts[vehicle.rota]
  // two days of rest in a week
  if (shift === null || (vehicle.rota !== 'relay' && (day + vehicle.index) % 7 < 2)) return []
  const proposals = Array.from({ length: 6 }, (_, n) => proposeTour(shift, network, (block, place) => random(seed, vehicle.index, day * 8 + n, block, place)))
  return proposals.reduce((best, p) => (p.cost < best.cost ? p : best)).tour
}

function proposeTour(shift: Shift, network: Network, luck: (block: number, place: number) => number): { readonly tour: number[]; readonly cost: number } {
  const tour = [0]
  let sum = 0
  for (let block = 1; block < shift.blocks; block++) {
    const here = tour.at(-1) ?? 0
    const left = shift.blocks - block
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (let place = 1; place < network.places.length; place++) {
      if (place === here) continue
      const there = network.hours(here, place)
      const back = network.hours(place, 0)
      if (!Number.isFinite(there + back)) continue
      // the last drive leads home and should fill its block too, with something to spare for a late day; before, home must only stay within reach
      const misfit = outside(there, shift.least, shift.most) + outside(back, left === 1 ? shift.least - SPARE : 0, shift.most * left - SPARE)
      const cost = misfit + (tour.includes(place) ? 0.3 : 0) + luck(block, place) * 0.25
      if (cost < least) {
        least = cost
        best = place
      }
    }
    tour.push(best)
    sum += least
  }
  return { tour: [...tour, 0], cost: sum }
}
/** Hours short of a range; over it counts threefold, since the next block would begin late. */
const outside = (hours: number, least: number, most: number) => (hours < least ? least - hours : hours > most ? 3 * (hours - most) : 0)

/** Device total at the beginning of a day; weeks before the first day count backwards. */
function odometerOf(vehicle: DemoVehicle, day: number, { metres }: Cycle): number {
  const since = day - FIRST_DAY
  const first = (40_000 + ((vehicle.index * 7919) % 400_000)) * 1000
  return modulo(first + Math.floor(since / CYCLE) * (metres[CYCLE] ?? 0) + (metres[modulo(since, CYCLE)] ?? 0), ODOMETER_ROUND)
}

/** Where a vehicle stands near a node of the graph: at its depot a plot of its own in rows of ten, elsewhere a ramp. Beside a road, so that it is on land. */
function plotOf(vehicle: DemoVehicle, node: number, home: boolean): { readonly latitude: number; readonly longitude: number } {
  const graph = roads()
  const way = bearing(graph.latitude(node), graph.longitude(node), graph.latitude(graph.neighbour(node)), graph.longitude(graph.neighbour(node)))
  const luck = random(vehicle.index, node, 31)
  const [along, aside] = home ? [450 + 9 * (vehicle.index % 10), 70 + 18 * Math.floor(vehicle.index / 10)] : [200 + 350 * luck, -60 - 7 * (vehicle.index % 40)]
  const [north, east] = [Math.cos((way * Math.PI) / 180), Math.sin((way * Math.PI) / 180)]
  const metres = 111_195
  const latitude = graph.latitude(node) + (along * north - aside * east) / metres
  return { latitude, longitude: graph.longitude(node) + (along * east + aside * north) / (metres * Math.cos((latitude * Math.PI) / 180)) }
}
/** Metres between a node and the plot near it. */
function drivewayOf(vehicle: DemoVehicle, node: number, home: boolean): number {
  const { latitude, longitude } = plotOf(vehicle, node, home)
  return distance(roads().latitude(node), roads().longitude(node), latitude, longitude)
}

interface LastDrive {
  from: number
  drive: Drive | null
}

function drivingDay(vehicle: DemoVehicle, day: number, cycle: Cycle, network: Network, seed: number, last: LastDrive): DayPlan {
  const shift = shifts[vehicle.rota]
  const from = day * DAY + beginning(vehicle) * MINUTE
  const to = from + DAY
  const tour = cycle.tours[modulo(day - FIRST_DAY, CYCLE)] ?? []
  const graph = roads()
  const chance = (n: number, m = 0) => random(seed, vehicle.index, day, 100 + n, m)
  const segments: (Stop | Leg)[] = []
  const place = (index: number) => network.places[tour[index] ?? 0] ?? 0
  let metres = 0
  let free = from
  let direction = 0
  /** Driven since the last break, ms. */
  let driven = 0
  const stand = (index: number, until: number) => {
    const node = place(index)
    const on = shift === null ? [] : ignitionAt({ from: free, to: until }, index === 0, until === to, chance(2, index))
    const door = index > 0 && until !== to ? doorAt(vehicle, { from: free, to: until }, chance(3, index)) : null
    segments.push({
      kind: 'stop',
      from: free,
      to: until,
      ...plotOf(vehicle, node, index === 0 || index === tour.length - 1),
      direction,
      on,
      door,
      metres,
    })
  }
  if (shift !== null && tour.length > 1) {
    const offset = shift.day === undefined ? 0 : Math.floor(shift.start + share(vehicle) * shift.spread) - shift.day
    for (let i = 1; i < tour.length; i++) {
      const wanted = from + (offset + (i - 1) * shift.block) * MINUTE + Math.round(60 + chance(0, i) * 180) * SECOND
      let departs = i === 1 ? wanted : Math.max(wanted, free + shift.stop * MINUTE)
      let traffic = 0
      const make = () =>
        drive(graph, network.path(tour[i - 1] ?? 0, tour[i] ?? 0), network.weight, seed + traffic, vehicle.index, departs, {
          from: plotOf(vehicle, place(i - 1), i === 1),
          to: plotOf(vehicle, place(i), i === tour.length - 1),
        })
      let made = make()
      if (departs - free >= BREAK) driven = 0
      else if (driven + made.seconds * SECOND > DRIVEN_MOST) {
        departs = free + BREAK
        driven = 0
        made = make()
      }
      const time = to - Math.max(15, shift.stop) * MINUTE - departs - (tour.length - 1 - i) * shift.block * MINUTE * 0.9
      // a late day has luck with its traffic
      while (made.seconds * SECOND > time * PACE_MOST && traffic < CALMER) {
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
  return { day, from, to, segments, odometer: odometerOf(vehicle, day, cycle) }
}

/** The engine runs a little after arriving and before leaving; through short stops it keeps running. */
function ignitionAt({ from, to }: Span, first: boolean, last: boolean, chance: number): Span[] {
  const idles = Math.round(20 + chance * 160) * SECOND
  const warms = Math.round(30 + chance * 90) * SECOND
  if (!first && !last && to - from < idles + warms + 3 * MINUTE) return [{ from, to }]
  return [...(first ? [] : [{ from, to: Math.min(from + idles, to) }]), ...(last ? [] : [{ from: Math.max(to - warms, from), to }])]
}

function doorAt(vehicle: DemoVehicle, { from, to }: Span, chance: number): Span | null {
  if (vehicle.setpoint === null && vehicle.vehicle_type !== 'V') return null
  const opens = from + Math.round(60 + chance * 120) * SECOND
  const length = Math.min(((to - from) * 0.6) / MINUTE, 6 + chance * 22)
  return { from: opens, to: opens + Math.max(1, Math.floor(length)) * MINUTE }
}

function gapIn({ from, to }: Span, chance: number, where: number, length: number): Span | null {
  if (chance > 0.08 || to - from < 30 * MINUTE) return null
  const begins = from + Math.floor(((to - from - 22 * MINUTE) * where) / SECOND) * SECOND
  return { from: begins, to: begins + Math.floor(4 + length * 16) * MINUTE }
}

/** A truck for pallets: works by the hour on the spot. */
function yardDay(vehicle: DemoVehicle, day: number, cycle: Cycle): DayPlan {
  const graph = roads()
  const node = graph.town(vehicle.home)
  const from = day * DAY
  const works = day % 7 === vehicle.index % 7 ? [] : [6, 7, 8, 9, 10, 12, 13, 14, 15, 16]
  const on = works.map(hour => ({ from: from + hour * HOUR, to: from + hour * HOUR + 38 * MINUTE }))
  const stop: Stop = {
    kind: 'stop',
    from,
    to: from + DAY,
    ...plotOf(vehicle, node, true),
    direction: 0,
    on: vehicle.rota === 'silent' ? [] : on,
    door: null,
    metres: 0,
  }
  return { day, from, to: from + DAY, segments: [stop], odometer: odometerOf(vehicle, day, cycle) }
}
