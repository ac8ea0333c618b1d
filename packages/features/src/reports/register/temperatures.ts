// The figures of the temperatures of a period, sensor by sensor: extremes, mean, excursions, gaps. Pure; all screens and papers show these figures. Times are epoch ms, values °C.
import { type ByTime, valueAt } from '@flotta/core/by-time.ts'
import { MINUTE } from '@flotta/core/time.ts'
import {
  compartmentOf,
  DEFROSTING,
  HELD_MS,
  isOutOfRange,
  ON,
  type Sensor,
  sensors,
  setpoints,
  watchedOf,
} from '../../services/eyecold/rules.ts'
import { agingRate, temperatureOfRate } from './mean-kinetic.ts'

/** In the mean a reading holds until the next one, but no longer than this (register.31). */
const MAX_WEIGHT_MS = 15 * MINUTE
/** A state this long before an excursion may be its cause, because a load becomes warm slowly. */
export const CAUSE_WINDOW_MS = 15 * MINUTE

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
interface Span extends Stretch {
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
  readonly sensors: readonly SensorTimeline[]
  /** Times in which no sensor measured anything. */
  readonly gaps: readonly Stretch[]
  readonly units: readonly At<UnitState>[]
  readonly configurations: TimelineSource['configurations']
}

export interface Extreme {
  readonly value: number
  readonly at: number
  readonly registered: boolean
}
export type Cause = 'door' | 'defrost' | 'off'
export interface Excursion extends Stretch {
  readonly sensor: Sensor
  /** The reading farthest beyond the limits; the first of equal ones. */
  readonly peak: Extreme
  /** The limits at the time of the peak. */
  readonly limits: { readonly setpoint: number; readonly tolerance: number }
  readonly cause: Cause | null
}
/** `unknown`: no limits were known at any time. */
export type Verdict = 'within' | 'outside' | 'unknown'
export interface Figures {
  readonly sensor: Sensor
  readonly min: Extreme
  readonly max: Extreme
  /** Weighted by time, with two decimals. */
  readonly average: number
  /** The mean kinetic temperature, weighted by time, with two decimals. */
  readonly mean_kinetic: number
  /** The number of readings. */
  readonly readings: number
  /** How long the sensor was beyond its limits, ms. */
  readonly outside: number
  /** How much of the time since the first device is covered by readings, in percent with one decimal. It is 100 only where nothing is missing. */
  readonly completeness: number
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
    sensors: lines,
    gaps: gapsOf(all, window),
    units,
    configurations,
  }
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
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.at ?? 0) < at) low = middle + 1
    else high = middle
  }
  for (let i = low; points[i]?.at === at; i++) if (points[i]?.value === value) return points[i]
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
    if (until < begin || end < from) continue
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

const overlap = (a: Stretch, from: number, to: number): number =>
  Math.max(0, Math.min(a.to, to) - Math.max(a.from, from))
const extremeOf = ({ value, at, registered }: Point): Extreme => ({ value, at, registered })

/**
 * The figures of a part of the time, one for each sensor that measured something in it.
 * @param timelines of the parts that may be seen, in order
 * @param part `to` is exclusive; default: everything
 */
export function figuresOf(timelines: readonly Timeline[], part?: Stretch): Figures[] {
  return sensors.flatMap(sensor => {
    let [min, max]: [Point | null, Point | null] = [null, null]
    let [count, outside, total, silent] = [0, 0, 0, 0]
    const means = new Means()
    for (const { period, since, sensors: lines } of timelines) {
      const [from, to] = [
        Math.max(period.from, part?.from ?? period.from),
        Math.min(period.to, part?.to ?? period.to),
      ]
      const last = part === undefined || part.to > period.to ? period.last : part.to - 1
      const begin = Math.max(from, since)
      total += Math.max(0, to - begin)
      const line = lines.find(l => l.sensor === sensor)
      if (line === undefined) {
        silent += Math.max(0, to - begin)
        continue
      }
      silent += line.gaps.reduce((sum, gap) => sum + overlap(gap, begin, to), 0)
      outside += line.spans.reduce(
        (sum, span) => sum + ((span.beyond ?? 0) > 0 ? overlap(span, from, to) : 0),
        0,
      )
      for (const [i, point] of line.points.entries()) {
        const holdsUntil = Math.min(
          line.points[i + 1]?.at ?? Number.POSITIVE_INFINITY,
          point.at + MAX_WEIGHT_MS,
        )
        const share = overlap({ from: point.at, to: holdsUntil }, from, to)
        means.hold(point.value, share)
        if (point.at < from || point.at > last) continue
        count++
        means.read(point.value)
        if (min === null || point.value < min.value) min = point
        if (max === null || point.value > max.value) max = point
      }
    }
    if (min === null || max === null) return []
    return [
      {
        sensor,
        min: extremeOf(min),
        max: extremeOf(max),
        ...means.values(),
        readings: count,
        outside,
        completeness: percentOf(total - silent, total),
      },
    ]
  })
}
const twoDecimals = (value: number): number => Math.round(value * 100) / 100

/** The means of a sensor: each reading weighs as long as it holds. */
class Means {
  #weight = 0
  #sum = 0
  #rate = 0
  #count = 0
  #plainSum = 0
  #plainRate = 0

  /** A value that held for a time, ms. */
  hold(value: number, duration: number): void {
    this.#weight += duration
    this.#sum += value * duration
    this.#rate += agingRate(value) * duration
  }
  /** Counts a reading even without weight, such as one at the very end of the time. */
  read(value: number): void {
    this.#count++
    this.#plainSum += value
    this.#plainRate += agingRate(value)
  }
  values(): Pick<Figures, 'average' | 'mean_kinetic'> {
    const [sum, rate, weight] =
      this.#weight > 0
        ? [this.#sum, this.#rate, this.#weight]
        : [this.#plainSum, this.#plainRate, this.#count]
    return {
      average: twoDecimals(sum / weight),
      mean_kinetic: twoDecimals(temperatureOfRate(rate / weight)),
    }
  }
}

/** The only place that rounds percentages, so that all pages show the same; 100 is shown only where nothing is missing. */
const percentOf = (part: number, total: number): number =>
  total <= 0 ? 0 : part >= total ? 100 : Math.floor((1_000 * part) / total) / 10

/** A time in which a sensor had one pair of limits. */
export interface LimitStretch extends Stretch {
  readonly sensor: Sensor
  /** Counted from 1. */
  readonly compartment: number
  readonly setpoint: number
  readonly tolerance: number
}
/** The limits that were known while a sensor measured, sensor by sensor in the order of time. */
export function limitStretches(timelines: readonly Timeline[]): LimitStretch[] {
  return sensors.flatMap((sensor, i) => {
    const stretches: (Omit<LimitStretch, 'to'> & { to: number })[] = []
    for (const { sensors: lines, configurations } of timelines)
      for (const { from, to, limit } of lines.find(l => l.sensor === sensor)?.spans ?? []) {
        const { setpoint, tolerance } = limit
        const before = stretches.at(-1)
        if (setpoint === null || to <= from) continue
        if (before?.to === from && before.setpoint === setpoint && before.tolerance === tolerance)
          before.to = to
        else {
          const { compartments } = watchedOf(valueAt(configurations, from).configurations)
          const compartment = compartmentOf(i + 1, compartments)
          stretches.push({ sensor, compartment, from, to, setpoint, tolerance })
        }
      }
    return stretches
  })
}

/** A time with a condition that may warm a load. */
export interface ConditionStretch extends Stretch {
  readonly kind: Cause
}
/**
 * When doors were open, a compartment defrosted or the unit was off, within the time; kind by kind in the order of time.
 * @param doors when any door was open
 */
export function conditionStretches(
  timelines: readonly Timeline[],
  doors: readonly At<boolean>[],
): ConditionStretch[] {
  const stretches = timelines.flatMap(({ period, units }) => [
    // a door reports only changes, a unit repeats its state
    ...stretchesWhere('door', doors, open => open, period, Number.POSITIVE_INFINITY),
    ...stretchesWhere('defrost', units, isDefrosting, period, HELD_MS),
    ...stretchesWhere('off', units, unit => unit.overall_status === 0, period, HELD_MS),
  ])
  return stretches.sort((a, b) => a.from - b.from)
}
const isDefrosting = (unit: UnitState): boolean =>
  ([1, 2, 3] as const).some(n => ((unit[`operation_status_c${n}`] ?? 0) & DEFROSTING) !== 0)

/**
 * The stretches in which a state held; each state holds until the next.
 * @param longest how long a state holds without another report, ms
 */
function stretchesWhere<D>(
  kind: Cause,
  states: readonly At<D>[],
  holds: (data: D) => boolean,
  { from, to }: Stretch,
  longest: number,
): ConditionStretch[] {
  const stretches: { kind: Cause; from: number; to: number }[] = []
  for (const [i, { at, data }] of states.entries()) {
    if (!holds(data)) continue
    const begin = Math.max(at, from)
    const end = Math.min(states[i + 1]?.at ?? to, at + longest, to)
    if (end <= begin) continue
    const before = stretches.at(-1)
    if (before?.to === begin) before.to = end
    else stretches.push({ kind, from: begin, to: end })
  }
  return stretches
}

/**
 * Times beyond the limits, in the order of their beginning.
 * @param doors when any door was open
 */
export function excursionsOf(
  timelines: readonly Timeline[],
  doors: readonly At<boolean>[] = [],
): Excursion[] {
  const excursions: Excursion[] = []
  for (const timeline of timelines)
    for (const { sensor, spans } of timeline.sensors) {
      let open: { from: number; to: number; peak: Span } | null = null
      const close = () => {
        if (open === null) return
        const { from, to, peak } = open
        const { point, limit } = peak
        excursions.push({
          ...{ sensor, from, to },
          peak: { ...extremeOf(point), at: Math.max(point.at, peak.from) },
          limits: { setpoint: limit.setpoint ?? 0, tolerance: limit.tolerance },
          cause: causeOf(timeline, sensor, from, point.at, doors),
        })
        open = null
      }
      for (const span of spans) {
        const { beyond } = span
        if (beyond === null || beyond === 0) {
          // a span without length does not interrupt an excursion
          if (span.to > span.from) close()
          continue
        }
        if (open !== null && span.from > open.to) close()
        if (open === null) open = { from: span.from, to: span.to, peak: span }
        else
          open = {
            from: open.from,
            to: Math.max(open.to, span.to),
            peak: beyond > (open.peak.beyond ?? 0) ? span : open.peak,
          }
      }
      close()
    }
  return excursions.sort(
    (a, b) => a.from - b.from || sensors.indexOf(a.sensor) - sensors.indexOf(b.sensor),
  )
}
/** The cause of an excursion, among the states shortly before it and until its peak: an open door comes before a defrost, and a defrost before a unit that is off. */
function causeOf(
  { units, configurations }: Timeline,
  sensor: Sensor,
  from: number,
  peak: number,
  doors: readonly At<boolean>[],
): Cause | null {
  const window = { from: from - CAUSE_WINDOW_MS, to: Math.max(from, peak) }
  if (isStateWithin(doors, window, open => open)) return 'door'
  const { compartments } = watchedOf(valueAt(configurations, from).configurations)
  const compartment = compartmentOf(sensors.indexOf(sensor) + 1, compartments)
  const statusOf = (unit: UnitState): number | null =>
    unit[`operation_status_c${compartment === 2 || compartment === 3 ? compartment : 1}`]
  if (isStateWithin(units, window, unit => ((statusOf(unit) ?? 0) & DEFROSTING) !== 0))
    return 'defrost'
  const isOff = (unit: UnitState): boolean =>
    unit.overall_status === 0 ||
    (statusOf(unit) !== null && ((statusOf(unit) ?? 0) & (ON | DEFROSTING)) === 0)
  return isStateWithin(units, window, isOff) ? 'off' : null
}
/** Whether a state held at some time of a window; each state holds until the next. */
function isStateWithin<D>(
  states: readonly At<D>[],
  { from, to }: Stretch,
  holds: (data: D) => boolean,
): boolean {
  // the state that holds when the window begins is the last one at or before its beginning
  let [low, high] = [0, states.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((states[middle]?.at ?? 0) <= from) low = middle + 1
    else high = middle
  }
  for (let i = Math.max(0, low - 1); i < states.length; i++) {
    const { at, data } = states[i] as At<D>
    if (at > to) return false
    if (holds(data)) return true
  }
  return false
}

/** Whole minutes; the only place that rounds them. */
export const minutesOf = ({ from, to }: Stretch): number => Math.round((to - from) / MINUTE)

/**
 * Whether the load stayed within its limits: an excursion counts if it lasted longer than the dwell of alert 2.
 * @param dwellAt the dwell at a time, ms
 * @param sensor default: all sensors
 */
export function verdictOf(
  timelines: readonly Timeline[],
  excursions: readonly Excursion[],
  dwellAt: (at: number) => number,
  sensor?: Sensor,
): Verdict {
  const isOfSensor = (item: { readonly sensor: Sensor }): boolean =>
    sensor === undefined || item.sensor === sensor
  if (excursions.some(e => isOfSensor(e) && e.to - e.from > dwellAt(e.from))) return 'outside'
  const hasLimits = timelines.some(({ sensors: lines }) =>
    lines.some(line => isOfSensor(line) && line.spans.some(({ beyond }) => beyond !== null)),
  )
  return hasLimits ? 'within' : 'unknown'
}

/** Finds the sensors that were beyond their limits in an interval (`from` exclusive). */
export function beyondIn(excursions: readonly Excursion[]): (from: number, to: number) => Sensor[] {
  const bySensor = sensors.map(sensor => excursions.filter(e => e.sensor === sensor))
  const touches = (list: readonly Excursion[], from: number, to: number): boolean => {
    // the excursions of a sensor do not overlap: only the first that ends after the beginning of the interval can be in it
    let [low, high] = [0, list.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((list[middle]?.to ?? 0) > from) high = middle
      else low = middle + 1
    }
    const first = list[low]
    return first !== undefined && first.from <= to
  }
  return (from, to) => sensors.filter((_, i) => touches(bySensor[i] ?? [], from, to))
}

/** How long before a period readings are read that may still hold when it begins. */
export const LOOKBACK_MS = HELD_MS
