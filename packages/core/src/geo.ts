// Geometry on the sphere: distances, bearings, polylines. Degrees in, metres out.

const EARTH_RADIUS_M = 6_371_008.8
const RAD = Math.PI / 180
/** Metres per degree of latitude, and per degree of longitude at the equator. */
export const METRES_PER_DEGREE = EARTH_RADIUS_M * RAD

/** Great-circle distance in metres (haversine). */
export function distance(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const a = Math.sin(((lat2 - lat1) * RAD) / 2)
  const b = Math.sin(((lon2 - lon1) * RAD) / 2)
  return (
    2 *
    EARTH_RADIUS_M *
    Math.asin(Math.min(1, Math.sqrt(a * a + Math.cos(lat1 * RAD) * Math.cos(lat2 * RAD) * b * b)))
  )
}

/** Initial bearing in degrees from north, clockwise, 0–360. */
export function bearing(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const d = (lon2 - lon1) * RAD
  const y = Math.sin(d) * Math.cos(lat2 * RAD)
  const x =
    Math.cos(lat1 * RAD) * Math.sin(lat2 * RAD) -
    Math.sin(lat1 * RAD) * Math.cos(lat2 * RAD) * Math.cos(d)
  return (Math.atan2(y, x) / RAD + 360) % 360
}

/** Encoded polyline, precision 5, of [latitude, longitude] pairs. */
export function encodePolyline(points: readonly (readonly [number, number])[]): string {
  const writer = new PolylineWriter()
  for (const [latitude, longitude] of points)
    writer.put(Math.round(latitude * 1e5), Math.round(longitude * 1e5))
  return writer.take()
}

const MOST_BYTES_OF_POINT = 14
const ascii = new TextDecoder()

/** Writes encoded polylines, precision 5, one after the other, from integers and without an object for a point. */
export class PolylineWriter {
  #bytes = new Uint8Array(1_024)
  #length = 0
  #latitude = 0
  #longitude = 0
  /** Number of points of the line so far. */
  count = 0

  /** A point in degrees × 10⁵. */
  put(latitude_e5: number, longitude_e5: number): void {
    if (this.#length + MOST_BYTES_OF_POINT > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#append(latitude_e5 - this.#latitude)
    this.#append(longitude_e5 - this.#longitude)
    this.#latitude = latitude_e5
    this.#longitude = longitude_e5
    this.count++
  }
  /** Returns the line; the next point begins another one. */
  take(): string {
    const line = ascii.decode(this.#bytes.subarray(0, this.#length))
    this.#length = 0
    this.#latitude = 0
    this.#longitude = 0
    this.count = 0
    return line
  }
  #append(delta: number): void {
    let rest = delta < 0 ? ~(delta << 1) : delta << 1
    while (rest >= 0x20) {
      this.#bytes[this.#length++] = (0x20 | (rest & 0x1f)) + 63
      rest >>>= 5
    }
    this.#bytes[this.#length++] = rest + 63
  }
}

/** [latitude, longitude] pairs of an encoded polyline, precision 5. */
export function decodePolyline(text: string): [number, number][] {
  const points: [number, number][] = []
  everyOfPolyline(text, (latitude, longitude) => points.push([latitude, longitude]) > 0)
  return points
}
/** Whether `holds` is true for every place of an encoded polyline, precision 5. It stops at the first place where it is false. */
export function everyOfPolyline(
  text: string,
  holds: (latitude: number, longitude: number) => boolean,
): boolean {
  let lat = 0
  let lon = 0
  let i = 0
  const next = () => {
    let shift = 0
    let v = 0
    let byte: number
    do {
      byte = text.charCodeAt(i++) - 63
      v |= (byte & 0x1f) << shift
      shift += 5
    } while (byte >= 0x20)
    return v & 1 ? ~(v >> 1) : v >> 1
  }
  while (i < text.length) {
    lat += next()
    lon += next()
    if (!holds(lat / 1e5, lon / 1e5)) return false
  }
  return true
}

/**
 * Indices of the points to draw of a long path: all of `required`, the first and the last, and between them the points that form the largest triangles with their neighbours,
 * so that its shape stays. Linear in the number of points, and without an object for a point: a long history has 90,000.
 * The places may be in degrees or any multiple of them.
 * @param required ascending indices that must be drawn (ends of stops)
 * @param most about how many indices are returned, at least three
 */
export function thin(
  latitude: ArrayLike<number>,
  longitude: ArrayLike<number>,
  most: number,
  required: readonly number[] = [],
): number[] {
  const n = latitude.length
  if (n <= most) return Array.from({ length: n }, (_, i) => i)
  const buckets = Math.max(1, most - 2 - required.length, Math.floor(most / 2))
  const size = (n - 2) / buckets
  const indices = [0]
  let last = 0
  let next = 0
  for (let b = 0; b < buckets; b++) {
    const from = Math.floor(1 + b * size)
    const to = Math.min(n - 1, Math.floor(1 + (b + 1) * size))
    const end = Math.min(n, Math.max(to + 1, Math.floor(1 + (b + 2) * size)))
    let middleLatitude = 0
    let middleLongitude = 0
    for (let i = to; i < end; i++) {
      middleLatitude += latitude[i] as number
      middleLongitude += longitude[i] as number
    }
    middleLatitude /= end - to
    middleLongitude /= end - to
    const lastLatitude = latitude[last] as number
    const lastLongitude = longitude[last] as number
    let best = -1
    let largest = -1
    // A degree of longitude is shorter than one of latitude, but by the same factor in every triangle, so any unit will do.
    for (let i = from; i < to; i++) {
      const area = Math.abs(
        (lastLongitude - middleLongitude) * ((latitude[i] as number) - lastLatitude) -
          (lastLongitude - (longitude[i] as number)) * (middleLatitude - lastLatitude),
      )
      if (area > largest) {
        largest = area
        best = i
      }
    }
    while (next < required.length && (required[next] ?? n) < best) {
      const index = required[next++] ?? 0
      if (index > last) indices.push(index)
    }
    if (best > (indices.at(-1) ?? -1)) indices.push(best)
    last = indices.at(-1) ?? 0
  }
  for (; next < required.length; next++)
    if ((required[next] ?? 0) > (indices.at(-1) ?? -1)) indices.push(required[next] ?? 0)
  if (indices.at(-1) !== n - 1) indices.push(n - 1)
  return indices
}
