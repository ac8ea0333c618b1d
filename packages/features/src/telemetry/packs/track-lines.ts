// The lines of a track within the stretches of time that the caller may see and, if given, within a box of the map. Pure.
import { PolylineWriter } from '@flotta/core/geo.ts'
import { dayOf, SECOND } from '@flotta/core/time.ts'
import type { TimeRange } from '../../fleet/access/rules.ts'
import type { DrawnTrack } from './levels.ts'

/** Degrees × 10⁵. */
export interface TrackBox {
  readonly west_e5: number
  readonly south_e5: number
  readonly east_e5: number
  readonly north_e5: number
}
export interface TrackPart extends DrawnTrack {
  /** The part does not continue the one before it, because the points between were not read. */
  readonly isApart?: boolean
}
export interface TrackLine {
  /** Epoch s. */
  readonly at: number[]
  /** An encoded polyline. */
  readonly path: string
}

/**
 * The lines of a track. A point is drawn where its whole second lies within a stretch, because the times of a track are whole seconds; a line never leads
 * from one stretch to another.
 * @param parts of a track, in any order
 * @param ranges sorted, without overlap
 * @param box only lines between two points whose bounding box meets it; null: all. Days outside of the box are then missing among the parts, so a line leads
 * to the following day at most
 */
export function trackLines(
  parts: readonly TrackPart[],
  ranges: readonly TimeRange[],
  box: TrackBox | null = null,
): TrackLine[] {
  const cutter = new LineCutter(box)
  let next = 0
  for (const { at, latitude_e5, longitude_e5, isApart = false } of parts.toSorted(
    (a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0),
  )) {
    if (isApart || (box !== null && dayAfter(cutter.last) < dayOfSecond(at[0] ?? 0))) cutter.leave()
    for (let i = 0; i < at.length; i++) {
      const second = at[i] ?? 0
      const begin = second * SECOND
      while (next < ranges.length && begin + SECOND - 1 > (ranges[next]?.to ?? 0)) {
        cutter.leave()
        next++
      }
      if (begin >= (ranges[next]?.from ?? Number.POSITIVE_INFINITY))
        cutter.go(second, latitude_e5[i] ?? 0, longitude_e5[i] ?? 0)
    }
  }
  cutter.leave()
  return cutter.lines
}
const dayOfSecond = (second: number): number => dayOf(second * SECOND)
const dayAfter = (second: number): number => dayOfSecond(second) + 1

/** Walks along a track and collects its lines. */
class LineCutter {
  readonly lines: TrackLine[] = []
  readonly #box: TrackBox | null
  readonly #line = new PolylineWriter()
  #at: number[] = []
  /** The point that a line to the next one would begin at; epoch s and degrees × 10⁵. */
  #isOnWay = false
  last = 0
  #latitude = 0
  #longitude = 0

  constructor(box: TrackBox | null) {
    this.#box = box
  }
  go(at: number, latitude_e5: number, longitude_e5: number): void {
    if (this.#isOnWay && !this.#meetsBox(latitude_e5, longitude_e5)) this.#endLine()
    else if (this.#isOnWay) {
      if (this.#line.count === 0) this.#draw(this.last, this.#latitude, this.#longitude)
      this.#draw(at, latitude_e5, longitude_e5)
    }
    this.#isOnWay = true
    this.last = at
    this.#latitude = latitude_e5
    this.#longitude = longitude_e5
  }
  /** Ends the line: none leads to the next point. */
  leave(): void {
    this.#endLine()
    this.#isOnWay = false
  }
  #draw(at: number, latitude_e5: number, longitude_e5: number): void {
    this.#line.put(latitude_e5, longitude_e5)
    this.#at.push(at)
  }
  #endLine(): void {
    if (this.#line.count === 0) return
    this.lines.push({ at: this.#at, path: this.#line.take() })
    this.#at = []
  }
  #meetsBox(latitude: number, longitude: number): boolean {
    const box = this.#box
    return (
      box === null ||
      ((latitude >= box.south_e5 || this.#latitude >= box.south_e5) &&
        (latitude <= box.north_e5 || this.#latitude <= box.north_e5) &&
        (longitude >= box.west_e5 || this.#longitude >= box.west_e5) &&
        (longitude <= box.east_e5 || this.#longitude <= box.east_e5))
    )
  }
}
