// Where a vehicle goes on each day of a cycle, and its odometer at the beginning of the day.
import { type DemoVehicle, demoFleet, type Rota } from '@flotta/features/provider/demo/fleet.ts'
import { worksOn } from '@flotta/features/seed.ts'
import { tractorOf } from '@flotta/features/services/tandt/couplings.ts'
import type { Network } from './network.ts'
import { drivewayOf } from './plots.ts'
import { random } from './random.ts'

/** How a rota divides the day into blocks of one drive and one stop each. Minutes; UTC. */
export interface Shift {
  readonly start: number
  /** Vehicles of one rota begin at most this much later than each other, minutes. */
  readonly spread: number
  readonly blocks: number
  readonly block: number
  /** Range of the expected hours of a drive. */
  readonly least: number
  readonly most: number
  /** Shortest stop, minutes. */
  readonly stop: number
  /** When the vehicle's day begins, minutes after midnight; the vehicle rests then. */
  readonly day: number
}
export const shifts: Readonly<Record<Rota, Shift | null>> = {
  line: {
    start: 3 * 60 + 30,
    spread: 90,
    blocks: 2,
    block: 300,
    least: 3.3,
    most: 3.9,
    stop: 50,
    day: 0,
  },
  night: {
    start: 16 * 60,
    spread: 300,
    blocks: 3,
    block: 225,
    least: 2.4,
    most: 2.8,
    stop: 45,
    day: 12 * 60,
  },
  day: {
    start: 3 * 60 + 40,
    spread: 150,
    blocks: 3,
    block: 220,
    least: 2.4,
    most: 2.8,
    stop: 45,
    day: 0,
  },
  rounds: {
    start: 6 * 60,
    spread: 90,
    blocks: 10,
    block: 58,
    least: 0.25,
    most: 0.75,
    stop: 7,
    day: 0,
  },
  trips: {
    start: 6 * 60 + 30,
    spread: 120,
    blocks: 4,
    block: 165,
    least: 0.4,
    most: 1.2,
    stop: 15,
    day: 0,
  },
  yard: null,
  silent: null,
}
/** Hours by which the last drive of a day is shorter than the others. */
const SPARE = 0.3
/** Rotas repeat after this number of days, so that the odometer of any day is a short sum. */
export const CYCLE = 28
/** A day on which the odometers stand at their first reading: 1 January 2026. */
export const FIRST_DAY = 20_454
/** Trackers count metres in 32 bits; programs that read them often use 31. */
const ODOMETER_ROUND = 1_500_000_000
const GOLDEN = 0.618033988749895

const tractors = new Map<number, DemoVehicle>()
/** The tractor that a trailer follows on a day; for other vehicles the vehicle itself. */
export function tractorOn(vehicle: DemoVehicle, day: number): DemoVehicle {
  const index = tractorOf(vehicle.index, day)
  if (index === null) return vehicle
  const tractor = tractors.get(index) ?? demoFleet(1, index)[0]
  if (tractor === undefined) throw new RangeError(`no vehicle ${index}`)
  tractors.set(index, tractor)
  return tractor
}

/** Position of a vehicle within the spread: evenly distributed for any number of vehicles. */
export const share = (vehicle: DemoVehicle) => ((vehicle.rank + 1) * GOLDEN) % 1
/** Minutes after midnight UTC at which the vehicle's day begins. */
export const beginning = ({ rota }: DemoVehicle): number => shifts[rota]?.day ?? 0
/** Index of a day in its cycle. */
export const dayOfCycle = (day: number): number => modulo(day - FIRST_DAY, CYCLE)
const modulo = (a: number, b: number) => ((a % b) + b) % b
/** Places of a day, home first and last; empty: a day of rest. */
export const tourOf = (day: number, { tours }: Cycle): readonly number[] =>
  tours[dayOfCycle(day)] ?? []

export interface Cycle {
  /** Places of each day, home first and last; empty: a day of rest. */
  readonly tours: readonly (readonly number[])[]
  /** Metres before each day, and of the whole cycle last. */
  readonly metres: readonly number[]
}

export function cycle(vehicle: DemoVehicle, seed: number, network: Network | null): Cycle {
  const tours: number[][] = []
  const metres = [0]
  for (let day = 0; day < CYCLE; day++) {
    const tractor = tractorOn(vehicle, FIRST_DAY + day)
    const tour = network === null ? [] : chooseTour(tractor, seed, day, network)
    let sum = 0
    for (let i = 1; network !== null && i < tour.length; i++) {
      const way = (n: number) =>
        drivewayOf(
          vehicle,
          network.places[tour[n] ?? 0] ?? 0,
          n === 0 || n === tour.length - 1,
          tractor,
        )
      sum += way(i - 1) + network.metres(tour[i - 1] ?? 0, tour[i] ?? 0) + way(i)
    }
    tours.push(tour)
    metres.push((metres[day] ?? 0) + Math.round(sum))
  }
  return { tours, metres }
}

/** The best of a few random tours: its drives fill their blocks and do not exceed them. */
function chooseTour(vehicle: DemoVehicle, seed: number, day: number, network: Network): number[] {
  const shift = shifts[vehicle.rota]
  if (shift === null || !worksOn(vehicle, FIRST_DAY + day)) return []
  const proposals = Array.from({ length: 6 }, (_, n) =>
    proposeTour(shift, network, (block, place) =>
      random(seed, vehicle.index, day * 8 + n, block, place),
    ),
  )
  return proposals.reduce((best, p) => (p.cost < best.cost ? p : best)).tour
}

function proposeTour(
  shift: Shift,
  network: Network,
  luck: (block: number, place: number) => number,
): { readonly tour: number[]; readonly cost: number } {
  const tour = [0]
  let sum = 0
  for (let block = 1; block < shift.blocks; block++) {
    const here = tour.at(-1) ?? 0
    const remaining = shift.blocks - block
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (let place = 1; place < network.places.length; place++) {
      if (place === here) continue
      const there = network.hours(here, place)
      const back = network.hours(place, 0)
      if (!Number.isFinite(there + back)) continue
      // The last drive leads home and should fill its block too, with a reserve for a late day; before that, home must only stay within reach.
      const misfit =
        outside(there, shift.least, shift.most) +
        outside(back, remaining === 1 ? shift.least - SPARE : 0, shift.most * remaining - SPARE)
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
/** Hours below a range, or three times the hours above it, since the next block would begin late. */
const outside = (hours: number, least: number, most: number) =>
  hours < least ? least - hours : hours > most ? 3 * (hours - most) : 0

/** Odometer at the beginning of a day; weeks before the first day count backwards. */
export function odometerOf(vehicle: DemoVehicle, day: number, { metres }: Cycle): number {
  const since = day - FIRST_DAY
  const first = (40_000 + ((vehicle.index * 7919) % 400_000)) * 1000
  return modulo(
    first + Math.floor(since / CYCLE) * (metres[CYCLE] ?? 0) + (metres[dayOfCycle(day)] ?? 0),
    ODOMETER_ROUND,
  )
}
