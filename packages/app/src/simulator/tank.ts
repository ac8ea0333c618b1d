// Tanks of simulated vehicles, or their traction batteries: filled up as the day begins, less with every kilometre; now and then somebody takes from one at night.
import { MINUTE } from '@flotta/core/time.ts'
import type { DemoVehicle } from '@flotta/features/demo/fleet.ts'
import type { DayPlan, Span } from './plan.ts'
import { random } from './random.ts'
import type { Moment } from './signal.ts'

const LEAST = 4
/** Percent of the tank for a kilometre. */
const consumption: Readonly<Record<DemoVehicle['vehicle_type'], number>> = { T: 0.034, S: 0.02, C: 0.02, R: 0.02, M: 0.062, V: 0.13, U: 0.12, P: 0 }
export const hasTank = ({ vehicle_type }: DemoVehicle): boolean => consumption[vehicle_type] > 0
/** Some are never filled up: by the evening they run low. */
const filledTo = ({ index }: DemoVehicle): number => (index % 10 === 7 ? 41 : 94)

/** At the pump. */
const [FILLS_AFTER, FILLS_FOR] = [2 * MINUTE, 6 * MINUTE]
export const fillingOf = ({ from }: DayPlan): Span => ({ from: from + FILLS_AFTER, to: from + FILLS_AFTER + FILLS_FOR })

/** Tractors have caps that are watched; each is robbed every fourth day. */
export const hasGuardedTank = ({ vehicle_type }: DemoVehicle): boolean => vehicle_type === 'T'
const ROBBED_EVERY = 4
const ROBBERY = 6 * MINUTE
/** A stop with the engine off that is shorter than this is watched by its driver. */
const UNWATCHED = 25 * MINUTE

/** When somebody takes from the tank on a day: in the longest of its stops. */
export function robberyOf(vehicle: DemoVehicle, { day, segments }: DayPlan): Span | null {
  if (!hasGuardedTank(vehicle) || (day + vehicle.index) % ROBBED_EVERY !== 0) return null
  const longest = segments
    .flatMap(segment => (segment.kind === 'leg' ? [] : [silenceOf(segment)]))
    .reduce((most, span) => (span.to - span.from > most.to - most.from ? span : most), { from: 0, to: 0 })
  if (longest.to - longest.from < UNWATCHED) return null
  const from = longest.from + Math.round(((longest.to - longest.from - ROBBERY) * 0.4) / MINUTE) * MINUTE
  return { from, to: from + ROBBERY }
}
/** The part of a stop with the engine off. */
export function silenceOf({ from, to, on }: { readonly from: number; readonly to: number; readonly on: readonly Span[] }): Span {
  const arrived = on.find(span => span.from === from)
  const leaves = on.find(span => span.to === to && span !== arrived)
  return { from: arrived?.to ?? from, to: leaves?.from ?? to }
}

const progress = ({ from, to }: Span, at: number): number => Math.min(1, Math.max(0, (at - from) / (to - from)))

/** Percent: what is left when so many metres were driven since the day's filling. */
function leftOf(seed: number, vehicle: DemoVehicle, plan: DayPlan, at: number, driven: number): number {
  const robbery = robberyOf(vehicle, plan)
  const stolen = robbery === null ? 0 : (15 + 8 * random(seed, vehicle.index, plan.day, 51)) * progress(robbery, at)
  return Math.max(LEAST, filledTo(vehicle) - (driven / 1000) * consumption[vehicle.vehicle_type] - stolen)
}

/** How full it is, percent. */
export function fuelOf({ seed, vehicle, day, at, driven, before }: Moment): number {
  const filled = progress(fillingOf(day), at)
  const now = leftOf(seed, vehicle, day, at, driven)
  if (filled === 1) return now
  const yesterday = before(day)
  const rest = leftOf(seed, vehicle, yesterday, yesterday.to, yesterday.segments.at(-1)?.metres ?? 0)
  return rest + (Math.max(rest, now) - rest) * filled
}
