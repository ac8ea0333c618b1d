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
 * Places of the plausible fixes of a track, by the rule by which the pipeline believes a fix. Times epoch ms, degrees.
 */
export function plausibleFixes(
  at: Float64Array,
  latitude: Float64Array,
  longitude: Float64Array,
): Uint32Array {
  const reaches = (from: number, to: number): boolean => {
    const [lat, lon] = [latitude[to] as number, longitude[to] as number]
    const [lastLat, lastLon] = [latitude[from] as number, longitude[from] as number]
    const within = FIX_ERROR + ((at[to] as number) - (at[from] as number)) * TOP_SPEED
    // The sum of both differences decides nearly all cases without trigonometry.
    return (
      (Math.abs(lat - lastLat) + Math.abs(lon - lastLon)) * METRES_A_DEGREE <= within ||
      distance(lastLat, lastLon, lat, lon) <= within
    )
  }
  const places = new Uint32Array(at.length)
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
