// Turns fixes into legs for playback: where the place is known, thinned in time and space. Pure.
import { distance, encodePolyline, METRES_PER_DEGREE } from '@flotta/core/geo.ts'
import { HOUR, MINUTE, SECOND } from '@flotta/core/time.ts'
import type { TimeRange } from '../../fleet/access/rules.ts'
import type { Leg } from './contract.ts'

/** A fix counts as the place of the vehicle for this long, ms. */
export const PLACE_FOR = 6 * HOUR
/** After this time without a fix, a vehicle that has moved meanwhile counts as silent, ms. */
const SILENT_AFTER = 15 * MINUTE
/** Metres: a vehicle that is found farther away has not stood still. */
const STOOD_WITHIN = 200
/** Metres by which a thinned way may be off: a pixel of the embedded map at its highest zoom. */
export const TOLERANCE = 50

/** Fixes as columns: epoch ms, degrees, km/h. */
export interface PastFixes {
  readonly at: ArrayLike<number>
  readonly latitude: ArrayLike<number>
  readonly longitude: ArrayLike<number>
  readonly speed: ArrayLike<number>
}
interface PeriodQuestion {
  /** Epoch ms. */
  readonly from: number
  readonly to: number
  /** Epoch ms: nothing is known after it. */
  readonly now: number
  /** km/h: a faster vehicle is moving. */
  readonly moving_above: number
}

/**
 * The legs of a vehicle.
 * @param visible the stretch in which all of the fixes lie: before and after it nothing is shown
 */
export function legsOf(fixes: PastFixes, visible: TimeRange, question: PeriodQuestion): Leg[] {
  const { from } = question
  const end = Math.min(visible.to, question.to, question.now)
  const count = fixes.at.length
  const at = (i: number): number => fixes.at[i] ?? 0
  // the last fix before the period shows where the vehicle began
  let first = 0
  while (first + 1 < count && at(first + 1) <= from) first++
  const legs: Leg[] = []
  let start = first
  for (let i = first; i < count; i++) {
    const isLast = i + 1 === count
    const until = isLast ? end : at(i + 1)
    const gap = until - at(i)
    const hasGoneOn = isLast ? (fixes.speed[i] ?? 0) > question.moving_above : hasMoved(fixes, i)
    const isSilent = gap > SILENT_AFTER && hasGoneOn
    if (!isLast && !isSilent && gap <= PLACE_FOR) continue
    const holdsUntil = Math.min(until, at(i) + PLACE_FOR)
    const points = keptPoints(fixes, start, i)
    if (!isSilent && holdsUntil > at(i)) points.push({ i, at: holdsUntil })
    legs.push(legOf(fixes, points, from))
    if (isSilent)
      legs.push({
        ...legOf(
          fixes,
          [
            { i, at: at(i) },
            { i, at: holdsUntil },
          ],
          from,
        ),
        silent: true,
      })
    start = i + 1
  }
  return legs.filter(leg => leg.at.length > 0 && endOf(leg) >= 0)
}
const endOf = ({ from, at }: Leg): number => at.reduce((end, seconds) => end + seconds, from)
const hasMoved = ({ latitude, longitude }: PastFixes, i: number): boolean =>
  distance(latitude[i] ?? 0, longitude[i] ?? 0, latitude[i + 1] ?? 0, longitude[i + 1] ?? 0) >
  STOOD_WITHIN

interface Point {
  /** The index of the fix. */
  readonly i: number
  readonly at: number
}
function legOf(fixes: PastFixes, points: readonly Point[], from: number): Leg {
  const seconds = points.map(point => Math.round((point.at - from) / SECOND))
  return {
    from: seconds[0] ?? 0,
    at: seconds.slice(1).map((s, n) => s - (seconds[n] ?? 0)),
    path: encodePolyline(points.map(({ i }) => [fixes.latitude[i] ?? 0, fixes.longitude[i] ?? 0])),
  }
}

/** The slopes that keep every point since the last kept one near its line, for one axis: degrees per millisecond. */
interface Cone {
  low: number
  high: number
}
const widest = (): Cone => ({ low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY })
const holds = ({ low, high }: Cone, slope: number): boolean => low <= slope && slope <= high
function narrow(cone: Cone, way: number, time: number, tolerance: number): void {
  cone.low = Math.max(cone.low, (way - tolerance) / time)
  cone.high = Math.min(cone.high, (way + tolerance) / time)
}

/** The fixes between two, both included, that are needed so that even movement from one to the next is close enough to the real place at every time. */
function keptPoints(fixes: PastFixes, first: number, last: number): Point[] {
  const { latitude, longitude } = fixes
  const at = (i: number): number => fixes.at[i] ?? 0
  const points: Point[] = [{ i: first, at: at(first) }]
  const north = TOLERANCE / METRES_PER_DEGREE
  const east = north / Math.max(0.1, Math.cos(((fixes.latitude[first] ?? 0) * Math.PI) / 180))
  let anchor = first
  let [lat, lng] = [widest(), widest()]
  for (let i = first + 1; i <= last; i++) {
    let time = at(i) - at(anchor)
    // of several fixes at one moment the first counts
    if (time <= 0) continue
    let wayNorth = (latitude[i] ?? 0) - (latitude[anchor] ?? 0)
    let wayEast = (longitude[i] ?? 0) - (longitude[anchor] ?? 0)
    if (!(holds(lat, wayNorth / time) && holds(lng, wayEast / time))) {
      anchor = i - 1
      points.push({ i: anchor, at: at(anchor) })
      ;[lat, lng] = [widest(), widest()]
      time = at(i) - at(anchor)
      if (time <= 0) continue
      wayNorth = (latitude[i] ?? 0) - (latitude[anchor] ?? 0)
      wayEast = (longitude[i] ?? 0) - (longitude[anchor] ?? 0)
    }
    narrow(lat, wayNorth, time, north)
    narrow(lng, wayEast, time, east)
  }
  if (anchor !== last && at(last) > at(anchor)) points.push({ i: last, at: at(last) })
  return points
}
