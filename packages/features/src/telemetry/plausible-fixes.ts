// Which fixes a vehicle could have reached, and when it moves: what motion, tracks and packs share. Pure.
import { distance } from '@flotta/core/geo.ts'

/** km/h. A slower vehicle stands. */
export const MOVING_ABOVE_KMH = 3
/** 250 km/h in metres per millisecond. No vehicle is faster. */
export const TOP_SPEED = 250 / 3_600
/**
 * Metres that a good fix may be wrong by, so that two fixes of one second do not look like a jump.
 */
export const FIX_ERROR = 200
/** This many agreeing fixes in a row are plausible, because the fix before them was wrong. */
export const AGREEING_FIXES = 3

/** No degree of latitude or longitude is longer, in metres. */
const METRES_A_DEGREE = 111_700

/**
 * Places of the plausible fixes of a track, by the rule by which the pipeline believes a fix. The columns are as they are stored: microseconds since 2000,
 * degrees × 10⁷.
 */
export function plausibleFixes(
  micros: Float64Array,
  latitude_e7: Int32Array,
  longitude_e7: Int32Array,
): Uint32Array {
  // Runs for every fix of a period, so it makes no objects that the garbage collector would have to remove.
  const reaches = (from: number, to: number): boolean => {
    const lat = latitude_e7[to] as number
    const lon = longitude_e7[to] as number
    const lastLat = latitude_e7[from] as number
    const lastLon = longitude_e7[from] as number
    const milliseconds = ((micros[to] as number) - (micros[from] as number)) / 1_000
    const within = FIX_ERROR + milliseconds * TOP_SPEED
    // The sum of both differences decides nearly all cases without trigonometry.
    return (
      ((Math.abs(lat - lastLat) + Math.abs(lon - lastLon)) / 1e7) * METRES_A_DEGREE <= within ||
      distance(lastLat / 1e7, lastLon / 1e7, lat / 1e7, lon / 1e7) <= within
    )
  }
  const places = new Uint32Array(micros.length)
  let count = 0
  let last = -1
  let doubt = -1
  let agreeing = 0
  for (let i = 0; i < places.length; i++) {
    if (last >= 0 && !reaches(last, i)) {
      agreeing = doubt >= 0 && reaches(doubt, i) ? agreeing + 1 : 1
      doubt = i
      if (agreeing < AGREEING_FIXES) continue
    }
    doubt = -1
    last = i
    places[count++] = i
  }
  return places.subarray(0, count)
}
