// What is true of the register: which moments it holds, what held at each, what a period comes to. Times are epoch milliseconds.
import { SECOND } from '@flotta/core/time.ts'
import { compartmentOf, compartmentsOf, HELD_MS, isOutOfRange, setpoints, toleranceOf } from '../services/eyecold/rules.ts'
import { type Sensor, type Statistic, sensors } from './contract.ts'

/** At which interval (s) moments follow each other from when on; the first entry begins with the page. */
export type Grid = readonly (readonly [from: number, seconds: number])[]

/** The first moment not before `at` of a page that begins at `begin`: each interval is counted from the beginning of the day, so that rows stand at whole quarters. */
const momentFrom = (at: number, begin: number, seconds: number): number => begin + Math.ceil(Math.max(0, at - begin) / (seconds * SECOND)) * seconds * SECOND

/** The first moment of a page that is not before `at`; `end` where there is none. */
export function nextMoment(grid: Grid, at: number, begin: number, end: number): number {
  for (const [i, [from, seconds]] of grid.entries()) {
    const until = grid[i + 1]?.[0] ?? end
    const moment = momentFrom(Math.max(at, from), begin, seconds)
    if (moment < until) return moment
  }
  return end
}
/** The moments of a page from `from` to `to`, both included. */
export function momentsOf(grid: Grid, from: number, to: number, begin: number, end: number): number[] {
  const moments: number[] = []
  for (let at = nextMoment(grid, from, begin, end); at <= to && at < end; at = nextMoment(grid, at + 1, begin, end)) moments.push(at)
  return moments
}
/** The interval has changed at `at`: what was decided before stays as it is. */
export function regrid(grid: Grid, at: number, seconds: number): Grid {
  if (grid.at(-1)?.[1] === seconds) return grid
  const before = grid.filter(([from]) => from < at)
  return before.at(-1)?.[1] === seconds ? before : [...before, [before.length === 0 ? (grid[0]?.[0] ?? at) : at, seconds]]
}
export const secondsAt = (grid: Grid, at: number): number => (grid.findLast(([from]) => from <= at) ?? grid[0])?.[1] ?? 0

interface At<D> {
  readonly at: number
  readonly data: D
}
export type Temperatures = Readonly<Record<Sensor, number | null>>
export type Setpoints = Readonly<Record<(typeof setpoints)[number], number | null>>

/** What held at a moment. */
export interface Sample extends Temperatures, Setpoints {
  readonly at: number
  /** It speaks for so long before it. */
  readonly seconds: number
  /** When the temperatures were measured. */
  readonly measured_at: number | null
  /** Bit n−1: sensor n is off its setpoint. */
  readonly out: number
}
const NO_SETPOINTS: Setpoints = { setpoint_t1: null, setpoint_t2: null, setpoint_t3: null }

/** The last of ascending readings that is not after `at`, if it is not too old then. */
function heldAt<D>(readings: readonly At<D>[], at: number, held: number): At<D> | null {
  let [low, high] = [0, readings.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((readings[middle]?.at ?? 0) <= at) low = middle + 1
    else high = middle
  }
  const last = readings[low - 1]
  return last !== undefined && at - last.at <= held ? last : null
}
/** A value stands for the interval in which it was measured, and as long as a chart would draw it: after that nobody knows. */
export const heldFor = (seconds: number): number => Math.max(HELD_MS, seconds * SECOND)

/** What is known of a moment; null: no sensor has told anything lately. */
export function sampleAt(
  at: number,
  temperatures: readonly At<Temperatures>[],
  units: readonly At<Setpoints>[],
  configurations: Readonly<Record<string, string>>,
  seconds: number,
): Sample | null {
  const held = heldFor(seconds)
  const measured = heldAt(temperatures, at, held)
  if (measured === null || sensors.every(s => measured.data[s] === null)) return null
  const { T1, T2, T3, T4 } = measured.data
  const { setpoint_t1, setpoint_t2, setpoint_t3 } = heldAt(units, at, held)?.data ?? NO_SETPOINTS
  const told = { T1, T2, T3, T4, setpoint_t1, setpoint_t2, setpoint_t3 }
  return { at, seconds, measured_at: measured.at, ...told, out: outOf(told, configurations) }
}
function outOf(told: Temperatures & Setpoints, configurations: Readonly<Record<string, string>>): number {
  const [compartments, tolerance] = [compartmentsOf(configurations), toleranceOf(configurations)]
  return sensors.reduce((bits, sensor, i) => {
    const setpoint = setpoints[compartmentOf(i + 1, compartments) - 1]
    return setpoint !== undefined && isOutOfRange(told[sensor], told[setpoint], tolerance) ? bits | (1 << i) : bits
  }, 0)
}
export const sensorsOut = (out: number): Sensor[] => sensors.filter((_, i) => (out & (1 << i)) !== 0)

const values = [...sensors, ...setpoints] as const
/** Both say the same of their moment; null: nothing. */
export const saysTheSame = (a: Sample | null, b: Sample | null): boolean => values.every(name => (a?.[name] ?? null) === (b?.[name] ?? null))
export const saysNothing = (sample: Temperatures): boolean => sensors.every(s => sample[s] === null)

/** Of the sensors that measured something. The average to two decimals, as the sensors tell. */
export function statisticsOf(rows: readonly Temperatures[]): Statistic[] {
  return sensors.flatMap(sensor => {
    const told = rows.map(row => row[sensor]).filter(value => value !== null)
    if (told.length === 0) return []
    const average = Math.round((told.reduce((sum, value) => sum + value, 0) / told.length) * 100) / 100
    return [{ sensor, min: told.reduce((a, b) => Math.min(a, b)), max: told.reduce((a, b) => Math.max(a, b)), average, samples: told.length }]
  })
}

/** Stretches of a period that no row speaks for: each speaks for the interval before it. What is not yet decided at the end is no gap for one interval more. */
export function gapsOf(rows: readonly { readonly at: number; readonly seconds: number }[], from: number, to: number): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = []
  let until = from
  for (const { at, seconds } of rows) {
    if (at - seconds * SECOND > until) gaps.push({ from: until, to: at - seconds * SECOND })
    until = Math.max(until, at)
  }
  const usual = rows.at(-1)?.seconds ?? 0
  if (to - until > 2 * usual * SECOND) gaps.push({ from: until, to })
  return gaps
}
