// The rules of the register: its moments, and the values at each moment. Times are epoch milliseconds.
import { countBefore } from '@flotta/core/sorted.ts'
import { SECOND } from '@flotta/core/time.ts'
import { addDays, dayAt, dayBegin } from '@flotta/core/zones.ts'
import {
  compartmentOf,
  compartmentsOf,
  HELD_MS,
  isOutOfRange,
  type Sensor,
  sensors,
  setpoints,
  toleranceOf,
} from '../../services/eyecold/rules.ts'

/** The intervals (s) between moments, each with the time from which it holds; the first begins with the page. */
export type Grid = readonly (readonly [from: number, seconds: number])[]

/** The first moment at or after `at` on a page that begins at `begin`. Moments are counted from the beginning of the day, so that rows are at whole quarters of an hour (register.7). */
const momentFrom = (at: number, begin: number, seconds: number): number =>
  begin + Math.ceil(Math.max(0, at - begin) / (seconds * SECOND)) * seconds * SECOND

/** The first moment of a page at or after `at`; `end` where there is none. */
export function nextMoment(grid: Grid, at: number, begin: number, end: number): number {
  for (const [i, [from, seconds]] of grid.entries()) {
    const until = grid[i + 1]?.[0] ?? end
    const moment = momentFrom(Math.max(at, from), begin, seconds)
    if (moment < until) return moment
  }
  return end
}
/** The moments of a page from `from` to `to`, both included. */
export function momentsOf(
  grid: Grid,
  from: number,
  to: number,
  begin: number,
  end: number,
): number[] {
  const moments: number[] = []
  for (
    let at = nextMoment(grid, from, begin, end);
    at <= to && at < end;
    at = nextMoment(grid, at + 1, begin, end)
  )
    moments.push(at)
  return moments
}
/** The moments between two times, both included, across all days, where the interval (s) never changes. */
export function momentsIn(from: number, to: number, seconds: number, timezone: string): number[] {
  const moments: number[] = []
  for (let begin = dayBegin(dayAt(from, timezone), timezone); begin <= to; ) {
    const end = addDays(begin, 1, timezone)
    for (const at of momentsOf(
      [[begin, seconds]],
      Math.max(from, begin),
      Math.min(to, end - 1),
      begin,
      end,
    ))
      moments.push(at)
    begin = end
  }
  return moments
}
/** Sets the interval from `at` on; earlier moments stay as they are. */
export function regrid(grid: Grid, at: number, seconds: number): Grid {
  if (grid.at(-1)?.[1] === seconds) return grid
  const before = grid.filter(([from]) => from < at)
  return before.at(-1)?.[1] === seconds
    ? before
    : [...before, [before.length === 0 ? (grid[0]?.[0] ?? at) : at, seconds]]
}
export const secondsAt = (grid: Grid, at: number): number =>
  (grid.findLast(([from]) => from <= at) ?? grid[0])?.[1] ?? 0

interface At<D> {
  readonly at: number
  readonly data: D
}
export type Temperatures = Readonly<Record<Sensor, number | null>>
export type Setpoints = Readonly<Record<(typeof setpoints)[number], number | null>>

/** When a sensor was read last, and the lowest and the highest value since the moment before, with their times (the first of equal values). null: it measured nothing since. */
export interface Extremes {
  readonly last_at: number
  readonly min: number | null
  readonly min_at: number | null
  readonly max: number | null
  readonly max_at: number | null
}
/** The values at a moment. */
export interface Sample extends Temperatures, Setpoints {
  readonly at: number
  /** Length of the interval before the moment, which the sample stands for. */
  readonly seconds: number
  /** When the newest of the temperatures was measured. */
  readonly measured_at: number | null
  /** Bit n−1: sensor n is off its setpoint, or was off it at some time since the moment before. */
  readonly out: number
  /** For each sensor that has a temperature; null: a row of version 1, which has only the last temperatures. */
  readonly extremes: Readonly<Partial<Record<Sensor, Extremes>>> | null
}
const NO_SETPOINTS: Setpoints = { setpoint_t1: null, setpoint_t2: null, setpoint_t3: null }

/**
 * How many readings are at or before `at`.
 * @param readings in the order of time
 */
const countUntil = (readings: readonly At<unknown>[], at: number): number =>
  countBefore(readings.length, i => (readings[i]?.at ?? 0) > at)
/**
 * The last reading at or before `at`, if it is not too old.
 * @param readings in the order of time
 */
function readingAt<D>(readings: readonly At<D>[], at: number, maxAge: number): At<D> | null {
  const last = readings[countUntil(readings, at) - 1]
  return last !== undefined && at - last.at <= maxAge ? last : null
}
/** How long a value holds: for the interval in which it was measured, and at least as long as a chart carries it on. */
export const maxAgeOf = (seconds: number): number => Math.max(HELD_MS, seconds * SECOND)

interface SensorSample extends Extremes {
  readonly last: number
  /** Off its setpoint at the moment, or at some time since the moment before. */
  readonly out: boolean
}
/** The sample at a moment; null: no sensor has a value that still holds. */
export function sampleAt(
  at: number,
  temperatures: readonly At<Temperatures>[],
  units: readonly At<Setpoints>[],
  configurations: Readonly<Record<string, string>>,
  seconds: number,
): Sample | null {
  const maxAge = maxAgeOf(seconds)
  const end = countUntil(temperatures, at)
  const { setpoint_t1, setpoint_t2, setpoint_t3 } =
    readingAt(units, at, maxAge)?.data ?? NO_SETPOINTS
  const [compartments, tolerance] = [compartmentsOf(configurations), toleranceOf(configurations)]
  const sensorSamples = sensors.map((sensor, i): SensorSample | null => {
    const setpoint = setpoints[compartmentOf(i + 1, compartments) - 1]
    const isOff = (value: number, when: number): boolean =>
      setpoint !== undefined &&
      isOutOfRange(value, readingAt(units, when, maxAge)?.data[setpoint] ?? null, tolerance)
    return sensorAt(sensor, temperatures, end, at, seconds * SECOND, maxAge, isOff)
  })
  if (sensorSamples.every(sample => sample === null)) return null
  const [T1 = null, T2 = null, T3 = null, T4 = null] = sensorSamples.map(
    sample => sample?.last ?? null,
  )
  return {
    ...{ at, seconds, T1, T2, T3, T4, setpoint_t1, setpoint_t2, setpoint_t3 },
    measured_at: sensorSamples.reduce(
      (newest, sample) => Math.max(newest, sample?.last_at ?? 0),
      0,
    ),
    out: sensorSamples.reduce(
      (bits, sample, i) => (sample?.out === true ? bits | (1 << i) : bits),
      0,
    ),
    extremes: Object.fromEntries(
      sensors.flatMap((sensor, i) => {
        const sample = sensorSamples[i]
        return sample == null
          ? []
          : [
              [
                sensor,
                {
                  last_at: sample.last_at,
                  min: sample.min,
                  min_at: sample.min_at,
                  max: sample.max,
                  max_at: sample.max_at,
                },
              ],
            ]
      }),
    ),
  }
}
/** @param end how many of the readings are at or before the moment */
function sensorAt(
  sensor: Sensor,
  readings: readonly At<Temperatures>[],
  end: number,
  moment: number,
  interval: number,
  maxAge: number,
  isOff: (value: number, at: number) => boolean,
): SensorSample | null {
  let result: {
    last: number
    last_at: number
    min: number | null
    min_at: number | null
    max: number | null
    max_at: number | null
    out: boolean
  } | null = null
  for (let i = end - 1; i >= 0; i--) {
    const { at, data } = readings[i] as At<Temperatures>
    if (moment - at > maxAge || (result !== null && moment - at >= interval)) break
    const value = data[sensor]
    if (value === null) continue
    result ??= {
      last: value,
      last_at: at,
      min: null,
      min_at: null,
      max: null,
      max_at: null,
      out: isOff(value, moment),
    }
    if (moment - at >= interval) continue
    // from the newest to the oldest: of equal values the first in time remains
    if (result.min === null || value <= result.min)
      Object.assign(result, { min: value, min_at: at })
    if (result.max === null || value >= result.max)
      Object.assign(result, { max: value, max_at: at })
    result.out ||= isOff(value, at)
  }
  return result
}
export const sensorsOutOfRange = (out: number): Sensor[] =>
  sensors.filter((_, i) => (out & (1 << i)) !== 0)

const values = [...sensors, ...setpoints] as const
const extremeNames = ['min', 'min_at', 'max', 'max_at'] as const
/** Whether two samples are equal; null stands for an empty sample. Extremes are compared only where both rows have them. */
export function isSameSample(a: Sample | null, b: Sample | null): boolean {
  if (values.some(name => (a?.[name] ?? null) !== (b?.[name] ?? null))) return false
  const [extremesA, extremesB] = [a?.extremes ?? null, b?.extremes ?? null]
  if (extremesA === null || extremesB === null) return true
  return sensors.every(sensor =>
    extremeNames.every(
      name => (extremesA[sensor]?.[name] ?? null) === (extremesB[sensor]?.[name] ?? null),
    ),
  )
}
export const isEmptySample = (sample: Temperatures): boolean =>
  sensors.every(s => sample[s] === null)
