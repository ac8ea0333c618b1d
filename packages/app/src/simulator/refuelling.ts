// The level of a vehicle's tank at the beginning of each day, when it is filled, and whether it is robbed: computed from the kilometres of its cycle
// alone.
import { DEMO_VEHICLES, type DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import { worksOn } from '@flotta/features/seed.ts'
import { random } from './random.ts'
import { CYCLE, type Cycle, dayOfCycle } from './tours.ts'

/** Percent of the tank (or battery) per kilometre: a tractor burns 29 l/100 km of its 600 l, a van 11 of 90. */
const consumption: Readonly<Record<DemoVehicle['vehicle_type'], number>> = {
  T: 0.048,
  M: 0.079,
  V: 0.125,
  U: 0.12,
  S: 0,
  C: 0,
  R: 0,
  P: 0,
}
export const hasTank = ({ vehicle_type }: Pick<DemoVehicle, 'vehicle_type'>): boolean =>
  consumption[vehicle_type] > 0
/** Percent burnt over a distance in metres. */
export const burntOver = ({ vehicle_type }: DemoVehicle, metres: number): number =>
  (metres / 1000) * consumption[vehicle_type]
/** The tank caps of tractors are monitored. */
export const hasGuardedTank = ({ vehicle_type }: Pick<DemoVehicle, 'vehicle_type'>): boolean =>
  vehicle_type === 'T'

/** A day of the tank, percent of the tank. */
export interface TankDay {
  readonly begins: number
  /** The tank is filled in the evening, to `fillsTo`. */
  readonly fills: boolean
  readonly fillsTo: number
  /** Stolen in the following night; 0: nothing. */
  readonly stolen: number
}

/** Level at the beginning of each cycle. */
const FULL = 95
/** The yard fills a tank in the evening when it would fall below this on the next day. Now and then it forgets, if that day can still be driven. */
const LOW = 30
const FORGETS = 0.04
const RESERVE = 7
const WORTH_A_THEFT = 75

/** The day of the tank; null: the vehicle has none. */
export function tankOn(
  vehicle: DemoVehicle,
  day: number,
  seed: number,
  { metres }: Cycle,
): TankDay | null {
  if (!hasTank(vehicle)) return null
  const nth = dayOfCycle(day)
  const first = day - nth
  const works = Array.from({ length: CYCLE }, (_, n) => worksOn(vehicle, first + n))
  const last = works.lastIndexOf(true)
  const burnt = (n: number) => burntOver(vehicle, (metres[n + 1] ?? 0) - (metres[n] ?? 0))
  let begins = FULL
  for (let n = 0; ; n++) {
    const luck = random(seed, vehicle.index, first + n, 52)
    const stolen = stolenOn(seed, vehicle, first, n, works)
    const remaining = begins - burnt(n)
    const next = works.indexOf(true, n + 1)
    const after = next < 0 ? remaining : remaining - burnt(next)
    const isForgotten = luck < FORGETS && after > RESERVE
    // A thief comes only when the tank is full enough.
    const fills =
      works[n] === true &&
      (n === last || (after < LOW && !isForgotten) || (stolen > 0 && remaining < WORTH_A_THEFT))
    const fillsTo = n === last ? FULL : FULL - 5 * luck
    if (n === nth) return { begins, fills, fillsTo, stolen }
    begins = (fills ? fillsTo : remaining) - stolen
  }
}

/** Percent that a thief takes: one of the fleet's tractors is robbed in each cycle, on a day on which it works. */
function stolenOn(
  seed: number,
  vehicle: DemoVehicle,
  first: number,
  n: number,
  works: readonly boolean[],
): number {
  if (!hasGuardedTank(vehicle)) return 0
  const fleet = Math.floor(vehicle.index / DEMO_VEHICLES)
  const victim = GUARDED[Math.floor(random(seed, first, fleet, 53) * GUARDED.length)]
  if (victim !== vehicle.index % DEMO_VEHICLES) return 0
  const days = works.flatMap((working, day) => (working ? [day] : [])).slice(0, -1)
  if (days[Math.floor(random(seed, first, fleet, 54) * days.length)] !== n) return 0
  return 15 + 8 * random(seed, first, fleet, 55)
}
/** Indices in the fleet of the vehicles with a monitored tank. */
const GUARDED = [0, 3, 5, 10, 15, 17, 23, 26, 30, 35]
