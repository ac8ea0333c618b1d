// Polygons and corridors on the map: whether a place is inside, and which part of the way between two fixes is inside. Degrees in, metres out.
import { METRES_PER_DEGREE } from './geo.ts'
import { capsulePassage, type Passage, RAD } from './passage.ts'
import {
  type Box,
  boxOfPoints,
  continuous,
  nearest,
  openRing,
  type Point,
  toSegment,
  withoutRepeats,
} from './points.ts'

/** A polygon or corridor, prepared for thousands of tests a second. */
export class Outline {
  /** Metres to each side of a corridor; 0: a polygon. */
  readonly width: number
  /** Longitudes and latitudes; a ring repeats its first point at the end. */
  readonly #x: Float64Array
  readonly #y: Float64Array
  readonly box: Box

  private constructor(points: readonly Point[], width: number) {
    const line = continuous(points)
    this.box = boxOfPoints(line)
    const shift = this.box.west - Math.min(...line.map(p => p[0]))
    this.width = width
    this.#x = Float64Array.from(line, p => p[0] + shift)
    this.#y = Float64Array.from(line, p => p[1])
  }
  static polygon(points: readonly Point[]): Outline {
    const ring = openRing(points)
    return new Outline([...ring, ...ring.slice(0, 1)], 0)
  }
  static corridor(points: readonly Point[], width: number): Outline {
    return new Outline(withoutRepeats(points), width)
  }

  /** Whether a place is inside, or at most `metres` outside. */
  holds(latitude: number, longitude: number, metres: number): boolean {
    const x = this.#nearBox(latitude, longitude, this.width + metres)
    if (x === null) return false
    if (this.width > 0) return this.#isWithin(x, latitude, this.width + metres)
    return this.#contains(x, latitude) || (metres > 0 && this.#isWithin(x, latitude, metres))
  }
  /** The part of a straight way that is inside, from the first place inside to the last one; null: the way passes by, or only touches. */
  passage(from: Point, to: Point): Passage | null {
    const middle = (this.box.west + this.box.east) / 2
    const x0 = nearest(from[0], middle)
    const x1 = nearest(to[0], x0)
    const margin = this.width / METRES_PER_DEGREE
    const sideways =
      margin / Math.max(0.01, Math.cos(Math.min(89, Math.abs(from[1]) + margin) * RAD))
    if (x0 === x1 && from[1] === to[1]) return null
    const { south, north, west, east } = this.box
    if (
      Math.max(from[1], to[1]) < south - margin ||
      Math.min(from[1], to[1]) > north + margin ||
      Math.max(x0, x1) < west - sideways ||
      Math.min(x0, x1) > east + sideways
    )
      return null
    return this.width > 0
      ? this.#corridorPassage(x0, from[1], x1, to[1])
      : this.#ringPassage(x0, from[1], x1, to[1])
  }

  /** The longitude of a place on the outline's side of the date line; null: the place is more than `metres` away from the box. */
  #nearBox(latitude: number, longitude: number, metres: number): number | null {
    const { south, north, west, east } = this.box
    const margin = (metres / METRES_PER_DEGREE) * 1.01
    if (latitude < south - margin || latitude > north + margin) return null
    const x = nearest(longitude, (west + east) / 2)
    const sideways = margin === 0 ? 0 : margin / Math.max(1e-3, Math.cos(latitude * RAD))
    return x < west - sideways || x > east + sideways ? null : x
  }
  /** Whether a polygon contains the point, by the number of edges north of it. */
  #contains(x: number, y: number): boolean {
    const [xs, ys] = [this.#x, this.#y]
    let inside = false
    for (let i = 1; i < xs.length; i++) {
      const [ay, by] = [ys[i - 1] as number, ys[i] as number]
      const [ax, bx] = [xs[i - 1] as number, xs[i] as number]
      if (ax > x !== bx > x && y < ay + ((by - ay) * (x - ax)) / (bx - ax)) inside = !inside
    }
    return inside
  }
  /** Whether a place is at most `metres` away from the line. */
  #isWithin(x: number, y: number, metres: number): boolean {
    const [xs, ys] = [this.#x, this.#y]
    const shrink = Math.cos(y * RAD)
    const limit = metres / METRES_PER_DEGREE
    const limit2 = limit * limit
    let ax = ((xs[0] as number) - x) * shrink
    let ay = (ys[0] as number) - y
    if (ax * ax + ay * ay <= limit2) return true
    for (let i = 1; i < xs.length; i++) {
      const bx = ((xs[i] as number) - x) * shrink
      const by = (ys[i] as number) - y
      const isFar = (ay > limit && by > limit) || (ay < -limit && by < -limit)
      if (!isFar && toSegment(ax, ay, bx, by) <= limit2) return true
      ax = bx
      ay = by
    }
    return false
  }
  #ringPassage(x0: number, y0: number, x1: number, y1: number): Passage | null {
    const [xs, ys] = [this.#x, this.#y]
    const [dx, dy] = [x1 - x0, y1 - y0]
    let [enter, exit] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    const cross = (part: number) => {
      enter = Math.min(enter, part)
      exit = Math.max(exit, part)
    }
    for (let i = 1; i < xs.length; i++) {
      const [ax, ay] = [(xs[i - 1] as number) - x0, (ys[i - 1] as number) - y0]
      const [ex, ey] = [(xs[i] as number) - x0 - ax, (ys[i] as number) - y0 - ay]
      const turn = dx * ey - dy * ex
      if (turn === 0) continue
      const part = (ax * ey - ay * ex) / turn
      const along = (ax * dy - ay * dx) / turn
      if (part >= 0 && part <= 1 && along >= 0 && along <= 1) cross(part)
    }
    if (this.#contains(x0, y0)) cross(0)
    if (this.#contains(x1, y1)) cross(1)
    return exit > enter ? { enter, exit } : null
  }
  #corridorPassage(x0: number, y0: number, x1: number, y1: number): Passage | null {
    const [xs, ys] = [this.#x, this.#y]
    const shrink = Math.cos(((y0 + y1) / 2) * RAD)
    const radius = this.width / METRES_PER_DEGREE
    const [dx, dy] = [(x1 - x0) * shrink, y1 - y0]
    let [enter, exit] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let i = 1; i < xs.length; i++) {
      const part = capsulePassage(
        dx,
        dy,
        ((xs[i - 1] as number) - x0) * shrink,
        (ys[i - 1] as number) - y0,
        ((xs[i] as number) - x0) * shrink,
        (ys[i] as number) - y0,
        radius,
      )
      if (part === null) continue
      enter = Math.min(enter, part.enter)
      exit = Math.max(exit, part.exit)
    }
    return exit > enter ? { enter, exit } : null
  }
}
