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

/**
 * Indices of the plausible fixes of a track, by the rule by which the pipeline believes a fix. Times epoch ms, places
 * degrees.
 */
export function plausibleFixes(
  at: ArrayLike<number>,
  latitude: ArrayLike<number>,
  longitude: ArrayLike<number>,
): number[] {
  const indices: number[] = []
  let last = -1
  let doubt = -1
  let agreeing = 0
  const reaches = (from: number, to: number): boolean => {
    const [lat, lon] = [latitude[to] ?? 0, longitude[to] ?? 0]
    const within = FIX_ERROR + ((at[to] ?? 0) - (at[from] ?? 0)) * TOP_SPEED
    const [north, east] = [
      Math.abs(lat - (latitude[from] ?? 0)) * METRES_A_DEGREE,
      Math.abs(lon - (longitude[from] ?? 0)) * METRES_A_DEGREE,
    ]
    // The sum of both differences decides nearly all cases without trigonometry.
    return (
      north + east <= within ||
      distance(latitude[from] ?? 0, longitude[from] ?? 0, lat, lon) <= within
    )
  }
  for (let i = 0; i < at.length; i++) {
    if (last >= 0 && !reaches(last, i)) {
      agreeing = doubt >= 0 && reaches(doubt, i) ? agreeing + 1 : 1
      doubt = i
      if (agreeing < AGREEING_FIXES) continue
    }
    doubt = -1
    last = i
    indices.push(i)
  }
  return indices
}
/** No degree of latitude or longitude is longer. */
const METRES_A_DEGREE = 111_700
