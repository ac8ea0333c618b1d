// Geometry on the sphere: distances, bearings, polylines. Degrees in, metres out.

const EARTH_RADIUS_M = 6_371_008.8
const RAD = Math.PI / 180

/** Great-circle distance in metres (haversine). */
export function distance(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const a = Math.sin(((lat2 - lat1) * RAD) / 2)
  const b = Math.sin(((lon2 - lon1) * RAD) / 2)
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(a * a + Math.cos(lat1 * RAD) * Math.cos(lat2 * RAD) * b * b)))
}

/** Initial bearing in degrees from north, clockwise, 0–360. */
export function bearing(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const d = (lon2 - lon1) * RAD
  const y = Math.sin(d) * Math.cos(lat2 * RAD)
  const x = Math.cos(lat1 * RAD) * Math.sin(lat2 * RAD) - Math.sin(lat1 * RAD) * Math.cos(lat2 * RAD) * Math.cos(d)
  return (Math.atan2(y, x) / RAD + 360) % 360
}

/** Encoded polyline, precision 5 (P §7), of [latitude, longitude] pairs. */
export function encodePolyline(points: readonly (readonly [number, number])[]): string {
  let text = ''
  let lastLat = 0
  let lastLon = 0
  const put = (delta: number) => {
    let v = delta < 0 ? ~(delta << 1) : delta << 1
    while (v >= 0x20) {
      text += String.fromCharCode((0x20 | (v & 0x1f)) + 63)
      v >>>= 5
    }
    text += String.fromCharCode(v + 63)
  }
  for (const [latitude, longitude] of points) {
    const lat = Math.round(latitude * 1e5)
    const lon = Math.round(longitude * 1e5)
    put(lat - lastLat)
    put(lon - lastLon)
    lastLat = lat
    lastLon = lon
  }
  return text
}

/** [latitude, longitude] pairs of an encoded polyline, precision 5. */
export function decodePolyline(text: string): [number, number][] {
  const points: [number, number][] = []
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
    points.push([lat / 1e5, lon / 1e5])
  }
  return points
}
