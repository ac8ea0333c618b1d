// When the temperatures of a period were beyond their limits, what may have caused it, and the verdict. Pure. Times are epoch ms, values °C.
import { valueAt } from '@flotta/core/by-time.ts'
import { countBefore } from '@flotta/core/sorted.ts'
import { MINUTE } from '@flotta/core/time.ts'
import {
  compartmentOf,
  DEFROSTING,
  HELD_MS,
  ON,
  type Sensor,
  sensors,
  watchedOf,
} from '../../services/eyecold/rules.ts'
import { type Extreme, extremeOf } from './sensor-figures.ts'
import type { At, Span, Stretch, Timeline, UnitState } from './timeline.ts'

/** A state this long before an excursion may be its cause, because a load becomes warm slowly. */
export const CAUSE_WINDOW_MS = 15 * MINUTE

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
          peak: extremeOf(point, peak.from),
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
  const later = countBefore(states.length, i => (states[i]?.at ?? 0) > from)
  for (let i = Math.max(0, later - 1); i < states.length; i++) {
    const { at, data } = states[i] as At<D>
    if (at > to) return false
    if (holds(data)) return true
  }
  return false
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
    const first = list[countBefore(list.length, i => (list[i]?.to ?? 0) > from)]
    return first !== undefined && first.from <= to
  }
  return (from, to) => sensors.filter((_, i) => touches(bySensor[i] ?? [], from, to))
}
