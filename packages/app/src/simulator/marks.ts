// When a simulated tracker makes a record: at intervals, in corners, and when a signal of the vehicle changes.
import type { Word } from '@flotta/core/telemetry.ts'
import { MINUTE, SECOND } from '@flotta/core/time.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import type { DayPlan, Leg, Stop } from './day-plan.ts'
import { transmitterOf } from './signals.ts'

/** A moment at which the tracker makes a record, and the word whose change caused it (null: time or corner). */
export interface Mark {
  readonly at: number
  readonly cause: Word | null
}

const CORNER_DEGREES = 20
/** Interval of records while the engine idles. */
const IDLE_INTERVAL = 2 * MINUTE

const marksOfPlan = new WeakMap<DayPlan, readonly Mark[]>()
/** The marks of one day of the vehicle, in order. */
export function marksOf(vehicle: DemoVehicle, plan: DayPlan): readonly Mark[] {
  const cachedMarks = marksOfPlan.get(plan)
  if (cachedMarks) return cachedMarks
  const causes = new Map<number, Word | null>()
  // The first cause of a moment counts.
  const add = (at: number, cause: Word | null) => {
    if (!causes.has(at)) causes.set(at, cause)
  }
  for (const segment of plan.segments) {
    for (const [at, word] of transmitterOf(vehicle).changes(segment, plan)) add(at, word)
    for (const at of segment.kind === 'leg'
      ? timesOfLeg(vehicle, segment)
      : timesOfStop(vehicle, segment, plan))
      add(at, null)
  }
  // The end of a day is the beginning of the next one and has its mark there.
  const marks = [...causes]
    .flatMap(([at, cause]) => (at < plan.to ? [{ at, cause }] : []))
    .sort((a, b) => a.at - b.at)
  marksOfPlan.set(plan, marks)
  return marks
}

function* every(interval: number, from: number, to: number): Generator<number> {
  for (let at = from + interval; at < to; at += interval) yield at
}

function* timesOfLeg(vehicle: DemoVehicle, { from, to, drive, pace }: Leg): Generator<number> {
  yield* every(vehicle.reporting_interval * SECOND, from, to)
  for (const seconds of drive.turns(CORNER_DEGREES, vehicle.reporting_interval)) {
    const at = from + Math.round(seconds / pace) * SECOND
    if (at < to) yield at
  }
}

function* timesOfStop(vehicle: DemoVehicle, stop: Stop, plan: DayPlan): Generator<number> {
  if (stop.from === plan.from) yield stop.from
  let off = stop.from
  for (const { from, to } of stop.on) {
    yield* every(vehicle.resting_interval * SECOND, off, from)
    yield* every(IDLE_INTERVAL, from, to)
    off = to
  }
  yield* every(vehicle.resting_interval * SECOND, off, stop.to)
}

interface Interval {
  /** Milliseconds. */
  readonly interval: number
  /** Exclusive; `to` is inclusive. */
  readonly from: number
  readonly to: number
  isDriving(at: number): boolean
}
/** The marks of a tracker with a commanded interval: while it drives one at each interval, and those that a signal causes. */
export function* marksAtInterval(
  marks: Iterable<Mark>,
  { interval, from, to, isDriving }: Interval,
): Generator<Mark> {
  for (const mark of marks) if (mark.cause !== null || !isDriving(mark.at)) yield mark
  for (let at = (Math.floor(from / interval) + 1) * interval; at <= to; at += interval)
    if (isDriving(at)) yield { at, cause: null }
}
