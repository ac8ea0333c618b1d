// Faults of vehicles, about twice a week in the fleet: a failing charging system, a worn battery; and when they are repaired.
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { DEMO_VEHICLES, type DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import { random } from './random.ts'

/** `charging`: the voltage sags until nothing is left; `battery`: it stays low. Epoch ms. */
export interface Trouble {
  readonly kind: 'charging' | 'battery'
  readonly from: number
  readonly to: number
}

interface Schedule {
  readonly kind: Trouble['kind']
  /** Interval between two faults. */
  readonly every: number
  readonly lasts: number
}
const schedules: readonly Schedule[] = [
  { kind: 'charging', every: 6 * DAY, lasts: 10 * HOUR },
  { kind: 'battery', every: 5 * DAY, lasts: 9 * HOUR },
  { kind: 'battery', every: 7 * DAY, lasts: 11 * HOUR },
]
/** Largest random delay of the begin, and largest random extension, ms. */
const LUCK = 2 * DAY

/** A third of the fleet for each schedule, so that no fault hides another; the last vehicle, whose tracker is silent, has none. */
const vehicleIndexOf = (luck: number, schedule: number): number =>
  Math.floor(luck * Math.floor((DEMO_VEHICLES - 1) / schedules.length)) * schedules.length +
  schedule

/** The faults of a vehicle at a moment, the gravest first. */
export function troublesOf(seed: number, vehicle: DemoVehicle, at: number): Trouble[] {
  return schedules.flatMap(({ kind, every, lasts }, n) => {
    const troubles: Trouble[] = []
    const newest = Math.floor(at / every)
    for (let slot = Math.floor((at - lasts - 2 * LUCK) / every); slot <= newest; slot++) {
      if (vehicleIndexOf(random(seed, slot, n, 21), n) !== vehicle.index % DEMO_VEHICLES) continue
      const from = slot * every + Math.round(random(seed, slot, n, 22) * LUCK)
      const to = from + lasts + Math.round(random(seed, slot, n, 23) * HOUR)
      if (at >= from && at < to) troubles.push({ kind, from, to })
    }
    return troubles
  })
}

/** Highest voltage of one 12 V battery during these faults; Infinity: there is none. */
export function voltageLeft(troubles: readonly Trouble[], at: number): number {
  return troubles.reduce((least, { kind, from }) => {
    const minutes = (at - from) / MINUTE
    // Down to a warning within an hour, to an alarm within an hour and a half.
    const remaining =
      kind === 'charging'
        ? Math.max(11.3, 12.5 - minutes * 0.012)
        : Math.max(11.68, 12.5 - minutes * 0.02)
    return Math.min(least, remaining)
  }, Number.POSITIVE_INFINITY)
}
