// Axles and tyres of simulated trucks and trailers: their load from stop to stop, their temperature, and the faults of two of them.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { DEMO_VEHICLES, type DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import { random } from './random.ts'
import type { Moment } from './signal.ts'

/** Vehicle types with weighed axles; the first axle of each list steers or carries the coupling. kg, empty and full. */
const axlesOf: Readonly<
  Partial<Record<DemoVehicle['vehicle_type'], readonly (readonly [empty: number, full: number])[]>>
> = {
  T: [
    [5_400, 7_300],
    [4_200, 11_300],
  ],
  M: [
    [4_600, 7_600],
    [4_100, 10_400],
    [2_300, 6_900],
  ],
  S: [
    [1_900, 7_700],
    [1_900, 7_800],
    [2_000, 7_900],
  ],
  C: [
    [1_900, 7_600],
    [1_900, 7_700],
    [1_900, 7_800],
  ],
  R: [
    [2_600, 8_600],
    [2_500, 8_800],
  ],
}
export const isWeighed = ({ vehicle_type }: DemoVehicle): boolean =>
  axlesOf[vehicle_type] !== undefined

/** kg on axle `n`, from 1; undefined: there is none. The load stays the same from one drive to the next. */
export function axleLoad(m: Moment, n: number): number | undefined {
  const axle = axlesOf[m.vehicle.vehicle_type]?.[n - 1]
  if (axle === undefined) return undefined
  const [empty, full] = axle
  const legStart =
    m.day.segments.findLast(segment => segment.kind === 'leg' && segment.from <= m.at)?.from ??
    m.day.from
  const load = 0.2 + 0.8 * random(m.seed, m.vehicle.index, legStart, 41)
  const shake = m.moving ? m.noise(`axle ${n}`, MINUTE) * 60 : 0
  return empty + (full - empty) * load + shake
}

/** 0 cold … 1 the warmth of a long drive. */
function warmth({ day, at }: Moment): number {
  let warm = 0.4
  for (const { kind, from, to } of day.segments) {
    if (from > at) break
    const time = Math.min(at, to) - from
    warm =
      kind === 'leg'
        ? 1 - (1 - warm) * Math.exp(-time / (25 * MINUTE))
        : warm * Math.exp(-time / (70 * MINUTE))
  }
  return warm
}
/** Cached, because all wheels of a moment need it. */
const warmths = new WeakMap<Moment, number>()
function warmthOf(m: Moment): number {
  const cachedWarmth = warmths.get(m)
  if (cachedWarmth !== undefined) return cachedWarmth
  const newWarmth = warmth(m)
  warmths.set(m, newWarmth)
  return newWarmth
}

/** Wheel 2n−1 is the left one of axle n, 2n the right one. */
const hasWheel = ({ vehicle_type }: DemoVehicle, wheel: number): boolean =>
  (axlesOf[vehicle_type]?.length ?? 0) * 2 >= wheel
const LEAK = { index: 5, wheel: 4, bar_an_hour: 0.03, mended_every: 48 * HOUR } as const
/** The brake drags on one of every `every` days. */
const DRAGGING_BRAKE = { index: 21, wheel: 3, warmer: 34, every: 4 } as const
const isAt = (
  { vehicle: { index } }: Moment,
  wheel: number,
  where: { readonly index: number; readonly wheel: number },
): boolean => index % DEMO_VEHICLES === where.index && wheel === where.wheel

/** °C */
export function tyreTemperature(m: Moment, wheel: number): number | undefined {
  if (!hasWheel(m.vehicle, wheel)) return undefined
  const outside = 12 + 6 * Math.sin(((m.at % (24 * HOUR)) / (24 * HOUR)) * 2 * Math.PI - 2)
  const variation =
    random(m.seed, m.vehicle.index, wheel, 42) * 4 + m.noise(`tyre ${wheel}`, 20 * MINUTE)
  const drags =
    isAt(m, wheel, DRAGGING_BRAKE) && m.day.day % DRAGGING_BRAKE.every === 0
      ? DRAGGING_BRAKE.warmer
      : 0
  return outside + warmthOf(m) * (32 + variation + drags)
}
/** bar: more when it is warm; where it leaks, less with every hour until it is inflated. */
export function tyrePressure(m: Moment, wheel: number): number | undefined {
  const celsius = tyreTemperature(m, wheel)
  if (celsius === undefined) return undefined
  const fillPressure = 7.85 + random(m.seed, m.vehicle.index, wheel, 43) * 0.25
  const leakage = isAt(m, wheel, LEAK) ? ((m.at % LEAK.mended_every) / HOUR) * LEAK.bar_an_hour : 0
  return (fillPressure - leakage) * (1 + (celsius - 20) / 500)
}
