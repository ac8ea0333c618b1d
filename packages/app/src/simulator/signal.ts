// A signal of simulated vehicles in the product's words; each file of signals/ is one. The device's profile decides its form on the wire.
import type { Values, Word } from '@flotta/core/telemetry.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import type { DayPlan, Leg, Span, Stop } from './day-plan.ts'

/** How a vehicle moves at an instant. */
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
}

/** All that the value of a signal may depend on. */
export interface Moment extends State {
  /** Epoch ms. */
  readonly at: number
  readonly vehicle: DemoVehicle
  readonly seed: number
  readonly day: DayPlan
  /** What it does: a part of the day. */
  readonly doing: Stop | Leg
  /** Metres since the day began. */
  readonly driven: number
  /** The day before any of the vehicle's. */
  before(day: DayPlan): DayPlan
  /** 0 ≤ x < 1, another one at every moment; `key` is the signal's own. */
  chance(key: string): number
  /** −1 … 1, smooth, changes within about `time` (ms). */
  noise(key: string, time: number): number
}

/** The answer of a device to a command. */
export interface CommandAnswer {
  readonly answer: string
  /** When it shows in the readings, so that the device sends then: epoch ms. */
  readonly tells: readonly number[]
}

export interface Signal {
  /** The vehicles that have it; absent: all. */
  readonly appliesTo?: (vehicle: DemoVehicle) => boolean
  /** In the units of core/telemetry.ts; undefined: not told now. What the device's family has no parameter for is left out. */
  readonly words: { readonly [W in Word]?: (moment: Moment) => Values[W] }
  /** When a change of it, within a part of a day, makes the device send: the first of `words` is the cause. */
  readonly changes?: (
    doing: Stop | Leg,
    of: { readonly vehicle: DemoVehicle; readonly day: DayPlan },
  ) => readonly number[]
  /** What it answers to a text from afar, having done it from `at` (epoch ms) on; null: the text is not for it. */
  readonly reply?: (vehicle: DemoVehicle, text: string, at: number) => CommandAnswer | null
  /** It is to be reached at any time: its tracker does not sleep. */
  readonly reachable?: true
}

export const within = ({ from, to }: Span, at: number): boolean => at >= from && at < to
/** Begin and end of a span that change something while a part of a day lasts. */
export const changesWithin = (doing: Stop | Leg, { from, to }: Span): number[] => [
  ...(from > doing.from ? [from] : []),
  ...(to < doing.to ? [to] : []),
]
