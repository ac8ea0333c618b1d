// What the sensors of a vehicle measured in a period: their readings, the limits that held meanwhile, and their gaps. Pure. Times are epoch ms, values °C.
import { type ByTime, valueAt } from '@flotta/core/by-time.ts'
import { countBefore } from '@flotta/core/sorted.ts'
import { MINUTE } from '@flotta/core/time.ts'
import {
  compartmentOf,
  HELD_MS,
  isOutOfRange,
  type Sensor,
  sensors,
  setpoints,
  watchedOf,
} from '../../services/eyecold/rules.ts'
import { maxAgeOf } from './rules.ts'

/** In the mean a reading holds until the next one, but no longer than this (register.31). */
export const MAX_WEIGHT_MS = 15 * MINUTE
/** How long before a period readings are read that may still hold when it begins. */
export const LOOKBACK_MS = HELD_MS

export interface At<D> {
  readonly at: number
  readonly data: D
}
export interface Stretch {
  readonly from: number
  readonly to: number
}
export type Celsius = Readonly<Record<Sensor, number | null>>
/** A reading of one sensor. */
export interface Point {
  readonly at: number
  readonly value: number
  /** It is in the temperature register, or between the extremes of a row. */
  readonly registered: boolean
  /** For readings that only the register has, which keeps some of each interval: two of them this far apart (ms) are no silence. */
  readonly maxSilence: number
}
export type UnitState = Readonly<
  Record<
    (typeof setpoints)[number] | 'overall_status' | `operation_status_c${1 | 2 | 3}`,
    number | null
  >
>
type Configurations = Readonly<Record<string, string>>

/** The readings of each sensor in a row of the register, with their times. */
export interface RegisteredRow {
  readonly at: number
  /** Length of the interval before `at`, which the row stands for. */
  readonly seconds: number
  readonly sensors: readonly {
    readonly sensor: Sensor
    readonly readings: readonly { readonly at: number; readonly value: number }[]
    /** All readings of the interval are between these two; null: a row of version 1, which does not have them. */
    readonly within: readonly [min: number, max: number] | null
  }[]
}
/** All known data of a vehicle in a period that the caller may see, and shortly before it, in the order of time. */
export interface TimelineSource {
  /** `last`: the last instant that counts; `to`: the end of the period. */
  readonly period: Stretch & { readonly last: number }
  /** When the first device was mounted; the time before it is no gap. */
  readonly since: number
  readonly readings: readonly At<Celsius>[]
  readonly rows: readonly RegisteredRow[]
  readonly units: readonly At<UnitState>[]
  readonly configurations: ByTime<{ readonly configurations: Configurations }>
}

/** A time in which one reading and one limit hold. Times within the same limits are joined and may have several readings. */
export interface Span extends Stretch {
  /** The first reading. */
  readonly point: Point
  /** How far the value is beyond its limits (°C); 0: within them; null: no limits are known. */
  readonly beyond: number | null
  readonly limit: Limit
}
interface SensorTimeline {
  readonly sensor: Sensor
  /** Includes readings from before the period that still hold when it begins. */
  readonly points: readonly Point[]
  readonly spans: readonly Span[]
  readonly gaps: readonly Stretch[]
}
/** The prepared data of a part of the period, from which all figures are computed. */
export interface Timeline {
  readonly period: TimelineSource['period']
  readonly since: number
  /** How long a reading stands in the first row of the period, ms. */
  readonly heldFor: number
  readonly sensors: readonly SensorTimeline[]
  /** Times in which no sensor measured anything. */
  readonly gaps: readonly Stretch[]
  readonly units: readonly At<UnitState>[]
  readonly configurations: TimelineSource['configurations']
}

/** Prepares the data of a part of the period that may be seen. */
export function timelineOf({
  period,
  since,
  readings,
  rows,
  units,
  configurations,
}: TimelineSource): Timeline {
  const begin = Math.max(period.from, Math.min(since, firstOf(readings, rows) ?? since))
  const window = { ...period, from: Math.min(begin, period.to) }
  const lines = sensors.flatMap((sensor, i) => {
    const points = pointsOf(sensor, readings, rows).filter(p => p.at <= period.last)
    if (!points.some(p => p.at >= period.from)) return []
    return [
      {
        sensor,
        points,
        spans: spansOf(points, limitsOf(i + 1, units, configurations), window),
        gaps: gapsOf(points, window),
      },
    ]
  })
  const [only] = lines
  const all =
    lines.length === 1 && only !== undefined
      ? only.points
      : lines.flatMap(line => line.points).sort((a, b) => a.at - b.at)
  return {
    period,
    since: window.from,
    heldFor: maxAgeOf(rows[0]?.seconds ?? 0),
    sensors: lines,
    gaps: gapsOf(all, window),
    units,
    configurations,
  }
}
/**
 * The places of the readings that count in a time: those that were taken in it, and before them the one that still holds when it begins. Means, extremes and
 * lines of the time are made of the same readings (register.51).
 * @param from both ends of the time are included
 */
export function placesWithin(
  { heldFor }: Timeline,
  points: readonly Point[],
  from: number,
  last: number,
): { readonly first: number; readonly end: number } {
  const next = countBefore(points.length, i => (points[i]?.at ?? 0) >= from)
  const end = countBefore(points.length, i => (points[i]?.at ?? 0) > last)
  const before = points[next - 1]
  const isHeld = before !== undefined && points[next]?.at !== from && from - before.at <= heldFor
  return { first: isHeld ? next - 1 : next, end }
}
const firstOf = (
  readings: readonly At<Celsius>[],
  rows: readonly RegisteredRow[],
): number | null => {
  const first = Math.min(
    readings.find(({ data }) => sensors.some(s => data[s] !== null))?.at ??
      Number.POSITIVE_INFINITY,
    rows[0]?.sensors[0]?.readings[0]?.at ?? Number.POSITIVE_INFINITY,
  )
  return Number.isFinite(first) ? first : null
}

/** The readings of the database and of the register, each once, in the order of time. */
function pointsOf(
  sensor: Sensor,
  readings: readonly At<Celsius>[],
  rows: readonly RegisteredRow[],
): Point[] {
  const points: MutablePoint[] = []
  let i = 0
  for (const { at, data } of readings) {
    const value = data[sensor]
    if (value === null || pointAt(points, at, value) !== undefined) continue
    while (i < rows.length && (rows[i]?.at ?? 0) < at) i++
    const row = rows[i]
    const within =
      row === undefined || row.at - row.seconds * 1_000 >= at
        ? null
        : (row.sensors.find(s => s.sensor === sensor)?.within ?? null)
    points.push({
      at,
      value,
      registered: within !== null && within[0] <= value && value <= within[1],
      maxSilence: HELD_MS,
    })
  }
  /** Readings that only the register has, by time and value. */
  const registerPoints = new Map<string, Point>()
  for (const { seconds, sensors: rowSensors } of rows)
    for (const { at, value } of rowSensors.find(s => s.sensor === sensor)?.readings ?? []) {
      const point = pointAt(points, at, value)
      if (point !== undefined) point.registered = true
      else if (!registerPoints.has(`${at} ${value}`))
        registerPoints.set(`${at} ${value}`, {
          at,
          value,
          registered: true,
          maxSilence: HELD_MS + seconds * 1_000,
        })
    }
  return registerPoints.size === 0
    ? points
    : [...points, ...registerPoints.values()].sort((x, y) => x.at - y.at)
}
type MutablePoint = { -readonly [Field in keyof Point]: Point[Field] }
/** @param points in the order of time */
function pointAt(
  points: readonly MutablePoint[],
  at: number,
  value: number,
): MutablePoint | undefined {
  const first = countBefore(points.length, i => (points[i]?.at ?? 0) >= at)
  for (let i = first; points[i]?.at === at; i++) if (points[i]?.value === value) return points[i]
  return undefined
}

/** Whether no reading came for longer than a reading holds. */
const isSilence = (before: Point, after: Point): boolean =>
  after.at - before.at > Math.max(HELD_MS, Math.min(before.maxSilence, after.maxSilence))

function gapsOf(points: readonly Point[], { from, to }: Stretch): Stretch[] {
  const gaps: Stretch[] = []
  const add = (gap: Stretch) => {
    const cut = { from: Math.max(gap.from, from), to: Math.min(gap.to, to) }
    // a person would not look for a silence of less than a minute
    if (cut.to - cut.from >= MINUTE) gaps.push(cut)
  }
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return to > from ? [{ from, to }] : []
  if (first.at > from) add({ from, to: first.at })
  for (let i = 1; i < points.length; i++) {
    const [before, after] = [points[i - 1] as Point, points[i] as Point]
    if (isSilence(before, after)) add({ from: before.at, to: after.at })
  }
  if (to - last.at > HELD_MS) add({ from: last.at, to })
  return gaps
}

interface Limit {
  readonly at: number
  readonly setpoint: number | null
  readonly tolerance: number
}
/** The limits of a sensor (counted from 1), each with its beginning: the setpoint of its compartment as the unit reported it, and the vehicle's tolerance. */
function limitsOf(
  sensor: number,
  units: readonly At<UnitState>[],
  configurations: TimelineSource['configurations'],
): Limit[] {
  const changes = configurations.slice(0, -1).map(({ until }) => until)
  const moments = [
    ...units.flatMap(({ at }, i) =>
      at + HELD_MS < (units[i + 1]?.at ?? Number.POSITIVE_INFINITY) ? [at, at + HELD_MS + 1] : [at],
    ),
    ...changes,
  ]
  const limits: Limit[] = [{ at: Number.NEGATIVE_INFINITY, setpoint: null, tolerance: 0 }]
  let i = -1
  for (const at of moments.sort((a, b) => a - b)) {
    while ((units[i + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) i++
    const { compartments, tolerance } = watchedOf(valueAt(configurations, at).configurations)
    const unit = units[i]
    const name = setpoints[compartmentOf(sensor, compartments) - 1]
    const setpoint =
      unit === undefined || at - unit.at > HELD_MS || name === undefined ? null : unit.data[name]
    const before = limits.at(-1)
    if (before?.setpoint !== setpoint || before.tolerance !== tolerance)
      limits.push({ at, setpoint, tolerance })
  }
  return limits
}
const beyondOf = (value: number, { setpoint, tolerance }: Limit): number | null =>
  setpoint === null
    ? null
    : isOutOfRange(value, setpoint, tolerance)
      ? Math.abs(value - setpoint) - tolerance
      : 0

/** How long each reading holds: until the next one. Before a silence it holds as long as the reading before it did, but at most a quarter of an hour. */
function spansOf(
  points: readonly Point[],
  limits: readonly Limit[],
  { from, to }: Stretch,
): Span[] {
  const spans: (Omit<Span, 'to'> & { to: number })[] = []
  let holdsFor = MAX_WEIGHT_MS
  let next = 0
  for (const [i, point] of points.entries()) {
    const after = points[i + 1]
    const silent = after === undefined ? to - point.at > HELD_MS : isSilence(point, after)
    const end = silent ? point.at + holdsFor : (after?.at ?? to)
    holdsFor =
      silent || after === undefined ? MAX_WEIGHT_MS : Math.min(MAX_WEIGHT_MS, after.at - point.at)
    const [begin, until] = [Math.max(point.at, from), Math.min(end, to)]
    if (until < begin || (point.at < from && end <= from)) continue
    while ((limits[next + 1]?.at ?? Number.POSITIVE_INFINITY) <= begin) next++
    // a limit may change while the reading holds
    for (let [at, k] = [begin, next]; ; k++) {
      const stop = Math.min(until, limits[k + 1]?.at ?? Number.POSITIVE_INFINITY)
      const limit = limits[k] as Limit
      const beyond = beyondOf(point.value, limit)
      const before = spans.at(-1)
      // a month within the same limits becomes one span instead of one for each reading
      if (
        before !== undefined &&
        before.to === at &&
        before.beyond === beyond &&
        before.limit === limit &&
        !(beyond !== null && beyond > 0)
      )
        before.to = stop
      else spans.push({ from: at, to: stop, point, beyond, limit })
      if (stop >= until) break
      at = stop
    }
  }
  return spans
}
