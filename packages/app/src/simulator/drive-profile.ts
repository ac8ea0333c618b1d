// How a vehicle drives along a path: its speed and place at each second, limited by the driver's wish, by each point, and by its acceleration and
// brakes.
import { bearing } from '@flotta/core/geo.ts'
import { countBefore } from '@flotta/core/sorted.ts'

export interface Moment {
  readonly latitude: number
  readonly longitude: number
  /** degrees from north */
  readonly direction: number
  /** km/h */
  readonly speed: number
  /** metres since the drive began */
  readonly metres: number
}

export interface Drive {
  readonly seconds: number
  readonly metres: number
  /** Before the beginning or after the end, the nearer one of both is returned. */
  at(seconds: number): Moment
  /** Seconds, ascending, at which the heading has turned by more than `degrees` since the previous such second or the last multiple of `every`. */
  turns(degrees: number, every: number): number[]
}

export interface Style {
  /** m/s² */
  readonly accelerates: number
  readonly brakes: number
  /** Top speed on a stretch where the driver is in a hurry, km/h. */
  readonly hurry: number
}
/** Lowest wanted speed, m/s: a vehicle stops only at lights and at both ends. */
export const CREEP = 2.5

/** The points of a path with the limits at each of them. */
export interface Path {
  readonly lats: readonly number[]
  readonly lons: readonly number[]
  /** Metres from the beginning of the path. */
  readonly metres: readonly number[]
  /** m/s that the driver wants between two points, and the limit at a point. */
  readonly wanted: readonly number[]
  readonly allowed: readonly number[]
  /** Seconds that the vehicle stands at a point. */
  readonly waits: readonly number[]
}

/** Smallest angle between two headings, degrees. */
export function turn(a: number, b: number): number {
  const d = Math.abs(a - b) % 360
  return d > 180 ? 360 - d : d
}

/** Speeds that the vehicle can reach and leave by its acceleration and brakes, m/s. */
function reachableSpeeds(
  { metres, wanted: wantedSpeeds, allowed: allowedSpeeds }: Path,
  style: Style,
): Float64Array {
  const n = metres.length
  const v = new Float64Array(n)
  for (let i = 0; i < n; i++)
    v[i] = Math.min(
      wantedSpeeds[i] ?? 0,
      wantedSpeeds[i + 1] ?? wantedSpeeds[i] ?? 0,
      allowedSpeeds[i] ?? 0,
    )
  if (n > 0) v[0] = 0
  if (n > 0) v[n - 1] = 0
  const between = (i: number) => (metres[i] ?? 0) - (metres[i - 1] ?? 0)
  for (let i = 1; i < n; i++)
    v[i] = Math.min(v[i] ?? 0, Math.sqrt((v[i - 1] ?? 0) ** 2 + 2 * style.accelerates * between(i)))
  for (let i = n - 1; i > 0; i--)
    v[i - 1] = Math.min(v[i - 1] ?? 0, Math.sqrt((v[i] ?? 0) ** 2 + 2 * style.brakes * between(i)))
  return v
}

function headingsOf({ lats, lons }: Path): Float64Array {
  const headings = new Float64Array(lats.length)
  for (let i = 1; i < lats.length; i++)
    headings[i] = bearing(lats[i - 1] ?? 0, lons[i - 1] ?? 0, lats[i] ?? 0, lons[i] ?? 0)
  if (lats.length > 1) headings[0] = headings[1] ?? 0
  return headings
}

/** A path with the speeds of a driving style, and the resulting times. */
export class DriveProfile implements Drive {
  readonly seconds: number
  readonly metres: number
  readonly #path: Path
  readonly #speeds: Float64Array
  readonly #headings: Float64Array
  /** Seconds of the arrival at each point and of the departure from it. */
  readonly #arrives: Float64Array
  readonly #leaves: Float64Array

  constructor(path: Path, style: Style) {
    const n = path.metres.length
    this.#path = path
    this.#speeds = reachableSpeeds(path, style)
    this.#headings = headingsOf(path)
    this.#arrives = new Float64Array(n)
    this.#leaves = new Float64Array(n)
    for (let i = 1; i < n; i++) {
      const sum = (this.#speeds[i - 1] ?? 0) + (this.#speeds[i] ?? 0)
      const arrival = (this.#leaves[i - 1] ?? 0) + (2 * this.#metresTo(i)) / Math.max(sum, CREEP)
      this.#arrives[i] = arrival
      this.#leaves[i] = arrival + (path.waits[i] ?? 0)
    }
    this.seconds = this.#leaves[n - 1] ?? 0
    this.metres = path.metres[n - 1] ?? 0
  }

  at(seconds: number): Moment {
    const n = this.#path.metres.length
    if (n === 0) throw new RangeError('a drive without a path')
    const i = seconds >= this.seconds ? n - 1 : Math.max(1, this.#ahead(seconds))
    if (seconds <= 0) return this.#moment(1, 0, 0)
    if (seconds >= this.seconds) return this.#moment(i, 1, 0)
    const leftAt = this.#leaves[i - 1] ?? 0
    const t = seconds - leftAt
    if (t <= 0) return this.#moment(i, 0, 0)
    const length = this.#metresTo(i)
    const duration = (this.#arrives[i] ?? 0) - leftAt
    const v0 = this.#speeds[i - 1] ?? 0
    const v1 = this.#speeds[i] ?? 0
    // When the speeds do not fit the time (creeping), the piece is passed at a constant speed.
    if (v0 + v1 < CREEP) return this.#moment(i, t / duration, length / duration)
    const a = (v1 - v0) / duration
    return this.#moment(i, Math.min(1, (v0 * t + (a * t * t) / 2) / length), v0 + a * t)
  }

  turns(degrees: number, every: number): number[] {
    const stops: number[] = []
    let heading = this.#headings[1] ?? 0
    let next = every
    for (let i = 1; i < this.#headings.length - 1; i++) {
      const t = Math.ceil(this.#leaves[i] ?? 0) + 1
      while (next <= t) {
        if (next < t) heading = this.#headings[this.#ahead(next)] ?? heading
        next += every
      }
      const now = this.#headings[i + 1] ?? 0
      if (turn(heading, now) > degrees && t < this.seconds) {
        stops.push(t)
        heading = now
      }
    }
    return stops
  }

  /** Metres from the point before. */
  #metresTo(i: number): number {
    return (this.#path.metres[i] ?? 0) - (this.#path.metres[i - 1] ?? 0)
  }
  /** First point not yet reached at `seconds`. */
  #ahead(seconds: number): number {
    return countBefore(this.#arrives.length - 1, i => (this.#arrives[i] ?? 0) > seconds)
  }
  #moment(i: number, share: number, speed: number): Moment {
    const between = (values: readonly number[]) =>
      (values[i - 1] ?? 0) + ((values[i] ?? 0) - (values[i - 1] ?? 0)) * share
    return {
      latitude: between(this.#path.lats),
      longitude: between(this.#path.lons),
      direction: this.#headings[i] ?? 0,
      speed: speed * 3.6,
      metres: between(this.#path.metres),
    }
  }
}
