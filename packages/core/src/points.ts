// Rings and lines of points on the map: their box and centre, and where a ring crosses itself. Degrees in, metres out.
import { METRES_PER_DEGREE } from './geo.ts'

/** As GeoJSON orders it. */
export type Point = readonly [longitude: number, latitude: number]
export interface Box {
  readonly south: number
  readonly north: number
  /** East is beyond 180 where the box spans the date line. */
  readonly west: number
  readonly east: number
}
const RAD = Math.PI / 180

/** Longitudes of neighbours are never more than 180 degrees apart, so that a line over the date line goes on beyond 180. */
export function continuous(points: readonly Point[]): Point[] {
  let before: number | undefined
  return points.map(([longitude, latitude]) => {
    const near = before === undefined ? longitude : nearest(longitude, before)
    before = near
    return [near, latitude]
  })
}
/** The longitude of the same meridian that is at most 180 degrees away from `to`. */
export const nearest = (longitude: number, to: number): number =>
  longitude + 360 * Math.round((to - longitude) / 360)

const isSamePlace = (a: Point, b: Point): boolean =>
  a[1] === b[1] && (a[0] === b[0] || Math.abs(a[0] - b[0]) === 360)
/** The points without those that repeat the one before. */
export const withoutRepeats = (points: readonly Point[]): Point[] =>
  points.filter((point, i) => i === 0 || !isSamePlace(point, points[i - 1] as Point))
/** A ring without repeats and without its closing point. */
export function openRing(points: readonly Point[]): Point[] {
  const ring = withoutRepeats(points)
  const [first, last] = [ring[0], ring.at(-1)]
  if (ring.length > 1 && first && last && isSamePlace(first, last)) ring.pop()
  return ring
}

/** The box around points, which are given in the order of the line or ring. */
export function boxOfPoints(points: readonly Point[]): Box {
  const line = continuous(points)
  const [longitudes, latitudes] = [line.map(p => p[0]), line.map(p => p[1])]
  const west = Math.min(...longitudes)
  const shift = nearest(west, 0) - west
  return {
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
    west: west + shift,
    east: Math.max(...longitudes) + shift,
  }
}
/** Between -180 and 180. */
export const usualLongitude = (longitude: number): number =>
  longitude >= -180 && longitude <= 180
    ? longitude
    : ((((longitude + 180) % 360) + 360) % 360) - 180

/** The centre of gravity of a ring; without an area, the middle of its box. */
export function centreOfRing(points: readonly Point[]): Point {
  const ring = continuous(openRing(points))
  const [x0, y0] = ring[0] ?? [0, 0]
  let [area, x, y] = [0, 0, 0]
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length] ?? [ax, ay]
    const cross = (ax - x0) * (by - y0) - (bx - x0) * (ay - y0)
    area += cross
    x += (ax - x0 + (bx - x0)) * cross
    y += (ay - y0 + (by - y0)) * cross
  })
  const { south, north, west, east } = boxOfPoints(ring)
  const centre: Point = [x0 + x / (3 * area), y0 + y / (3 * area)]
  const isWithin =
    centre[1] >= south &&
    centre[1] <= north &&
    Math.abs(nearest(centre[0], (west + east) / 2) - (west + east) / 2) <= (east - west) / 2
  return isWithin
    ? [usualLongitude(centre[0]), centre[1]]
    : [usualLongitude((west + east) / 2), (south + north) / 2]
}
/** The place halfway along a line. */
export function middleOfLine(points: readonly Point[]): Point {
  const line = continuous(points)
  const lengths = line.slice(1).map((to, i) => metresBetween(line[i] as Point, to))
  let remaining = lengths.reduce((sum, length) => sum + length, 0) / 2
  for (const [i, length] of lengths.entries()) {
    const [from, to] = [line[i] as Point, line[i + 1] as Point]
    if (remaining <= length && length > 0) {
      const part = remaining / length
      return [
        usualLongitude(from[0] + (to[0] - from[0]) * part),
        from[1] + (to[1] - from[1]) * part,
      ]
    }
    remaining -= length
  }
  const [longitude, latitude] = line[0] ?? [0, 0]
  return [usualLongitude(longitude), latitude]
}
const metresBetween = (a: Point, b: Point): number =>
  Math.hypot((b[0] - a[0]) * Math.cos(((a[1] + b[1]) / 2) * RAD), b[1] - a[1]) * METRES_PER_DEGREE

/** On which side of the line from a to b a point is; 0: on it. */
const sideOf = (a: Point, b: Point, p: Point): number =>
  (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
const isBetween = (a: Point, b: Point, p: Point): boolean =>
  Math.min(a[0], b[0]) <= p[0] &&
  p[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= p[1] &&
  p[1] <= Math.max(a[1], b[1])

/** The point where two edges meet, which includes touching; null: they do not meet. */
function meetingOf(a: Point, b: Point, c: Point, d: Point): Point | null {
  if (
    Math.max(a[0], b[0]) < Math.min(c[0], d[0]) ||
    Math.max(c[0], d[0]) < Math.min(a[0], b[0]) ||
    Math.max(a[1], b[1]) < Math.min(c[1], d[1]) ||
    Math.max(c[1], d[1]) < Math.min(a[1], b[1])
  )
    return null
  const [sideC, sideD, sideA, sideB] = [
    sideOf(a, b, c),
    sideOf(a, b, d),
    sideOf(c, d, a),
    sideOf(c, d, b),
  ]
  if (sideC === 0 && isBetween(a, b, c)) return c
  if (sideD === 0 && isBetween(a, b, d)) return d
  if (sideA === 0 && isBetween(c, d, a)) return a
  if (sideB === 0 && isBetween(c, d, b)) return b
  if (sideC > 0 === sideD > 0 || sideA > 0 === sideB > 0) return null
  const part = sideC / (sideC - sideD)
  return [c[0] + (d[0] - c[0]) * part, c[1] + (d[1] - c[1]) * part]
}
/** The point where a ring crosses, touches or folds back on itself; null: it does not. */
export function selfCrossing(points: readonly Point[]): Point | null {
  const ring = continuous(openRing(points))
  const count = ring.length
  const at = (i: number) => ring[i % count] as Point
  const place = ([longitude, latitude]: Point): Point => [usualLongitude(longitude), latitude]
  for (let i = 0; i < count; i++) {
    const [a, b, c] = [at(i), at(i + 1), at(i + 2)]
    const back = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])
    if (sideOf(a, b, c) === 0 && back < 0) return place(b)
    for (let j = i + 2; j < count; j++) {
      if (i === 0 && j === count - 1) continue
      const meeting = meetingOf(a, b, at(j), at(j + 1))
      if (meeting !== null) return place(meeting)
    }
  }
  return null
}
/** Whether a ring goes around a pole; such a ring has no inside on a map. */
export function isAroundPole(points: readonly Point[]): boolean {
  const ring = openRing(points)
  const [first] = ring
  if (first === undefined) return false
  const closedRing = continuous([...ring, first])
  return Math.abs((closedRing.at(-1)?.[0] ?? 0) - (closedRing[0]?.[0] ?? 0)) > 180
}

/** The square of the distance from the origin to a segment. */
export function toSegment(ax: number, ay: number, bx: number, by: number): number {
  const [ex, ey] = [bx - ax, by - ay]
  const length2 = ex * ex + ey * ey
  const along = length2 === 0 ? 0 : Math.max(0, Math.min(1, -(ax * ex + ay * ey) / length2))
  const [px, py] = [ax + ex * along, ay + ey * along]
  return px * px + py * py
}
