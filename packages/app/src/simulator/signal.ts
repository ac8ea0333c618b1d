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

/** Everything on which the value of a signal may depend. */
export interface Moment extends State {
  /** Epoch ms. */
  readonly at: number
  readonly vehicle: DemoVehicle
  readonly seed: number
  readonly day: DayPlan
  /** The part of the day: a stop or a drive. */
  readonly doing: Stop | Leg
  /** Metres since the day began. */
  readonly driven: number
  /** The vehicle's day before the given one. */
  before(day: DayPlan): DayPlan
  /** 0 ≤ x < 1, different at every moment; `key` is the signal's own. */
  chance(key: string): number
  /** −1 … 1, smooth, changes within about `time` (ms). */
  noise(key: string, time: number): number
}

/** The answer of a device to a command. */
export interface CommandAnswer {
  readonly answer: string
  /** When the readings show the effect, so that the device sends a record, epoch ms. */
  readonly tells: readonly number[]
}

export interface Signal {
  /** Whether a vehicle has the signal; absent: all have. */
  readonly appliesTo?: (vehicle: DemoVehicle) => boolean
  /** In the units of core/telemetry.ts; undefined: not reported now. Words for which the device's family has no parameter are left out. */
  readonly words: { readonly [W in Word]?: (moment: Moment) => Values[W] }
  /** When a change of the signal within a part of a day makes the device send a record; the first of `words` is the cause. */
  readonly changes?: (
    doing: Stop | Leg,
    of: { readonly vehicle: DemoVehicle; readonly day: DayPlan },
  ) => readonly number[]
  /** Executes a remote text from `at` (epoch ms) on and returns the answer; null: the text is not for this signal. */
  readonly reply?: (vehicle: DemoVehicle, text: string, at: number) => CommandAnswer | null
  /** The device must be reachable at any time, so its tracker does not sleep. */
  readonly reachable?: true
}

export const within = ({ from, to }: Span, at: number): boolean => at >= from && at < to
/** The begin and end of a span, if they lie within a part of a day. */
export const changesWithin = (doing: Stop | Leg, { from, to }: Span): number[] => [
  ...(from > doing.from ? [from] : []),
  ...(to < doing.to ? [to] : []),
]
