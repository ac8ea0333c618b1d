// Motion of a vehicle by its fixes and odometer: which fixes are plausible, the distance, and the
// total. Pure.
import { distance } from '@flotta/core/geo.ts'
import { listCodec } from '@flotta/core/state-codec.ts'
import { AGREEING_FIXES, FIX_ERROR, MOVING_ABOVE_KMH, TOP_SPEED } from '../plausible-fixes.ts'
import type { NormalisedRecord } from './normalise.ts'

/** Times epoch ms, places degrees, distances metres. */
export interface Motion {
  /**
   * The last plausible place, and the time of the last plausible fix. While the vehicle stands,
   * wandering fixes do not move the place.
   */
  readonly at: number | null
  readonly latitude: number
  readonly longitude: number
  /** A run of fixes that the vehicle could not have reached, but that agree with one another. */
  readonly doubt: {
    readonly at: number
    readonly latitude: number
    readonly longitude: number
    readonly count: number
  } | null
  /** The total as shown: it never goes back and never jumps. */
  readonly total: number | null
  /**
   * The last total of the device, its time, and what is added to it because the device was reset or
   * replaced.
   */
  readonly device: number | null
  readonly device_at: number
  readonly added: number
}
export const storedMotion = listCodec<Motion>({
  at: 0,
  latitude: 0,
  longitude: 0,
  doubt: 0,
  total: 0,
  device: 0,
  device_at: 0,
  added: 0,
})
export const initialMotion: Motion = {
  at: null,
  latitude: 0,
  longitude: 0,
  doubt: null,
  total: null,
  device: null,
  device_at: 0,
  added: 0,
}

/** Metres that the fixes of a standing vehicle may wander. */
const STANDING_DRIFT = 100
export interface MotionUpdate {
  readonly motion: Motion
  /** Whether the vehicle could have reached the fix of the record. */
  readonly isPlausible: boolean
  /** metres since the record before */
  readonly travelled: number
}

export function updateMotion(motion: Motion, at: number, record: NormalisedRecord): MotionUpdate {
  const fix = record.position
  if (fix === null && record.odometer === null) return { motion, isPlausible: false, travelled: 0 }
  let { latitude, longitude, doubt } = motion
  let fixAt = motion.at
  let isPlausible = false
  let byFixes = 0
  if (fix !== null) {
    const metres = fixAt === null ? 0 : distance(latitude, longitude, fix.latitude, fix.longitude)
    if (fixAt === null || metres <= FIX_ERROR + (at - fixAt) * TOP_SPEED) {
      isPlausible = true
      doubt = null
      const stands = !fix.moving || fix.speed <= MOVING_ABOVE_KMH
      if (fixAt === null || !stands || metres > STANDING_DRIFT) {
        byFixes = tenths(metres)
        latitude = fix.latitude
        longitude = fix.longitude
      }
      fixAt = at
    } else {
      const agrees =
        doubt !== null &&
        distance(doubt.latitude, doubt.longitude, fix.latitude, fix.longitude) <=
          FIX_ERROR + (at - doubt.at) * TOP_SPEED
      const count = agrees && doubt !== null ? doubt.count + 1 : 1
      isPlausible = count >= AGREEING_FIXES
      doubt = isPlausible ? null : { at, latitude: fix.latitude, longitude: fix.longitude, count }
      if (isPlausible) {
        latitude = fix.latitude
        longitude = fix.longitude
        fixAt = at
      }
    }
  }
  const { counted, travelled } = countDistance(motion, at, record.odometer, byFixes)
  const { total, device, device_at, added } = counted
  return {
    motion: { at: fixAt, latitude, longitude, doubt, total, device, device_at, added },
    isPlausible,
    travelled,
  }
}

type TotalCount = Pick<Motion, 'total' | 'device' | 'device_at' | 'added'>

/**
 * Counts the distance by the device's odometer where it is plausible, else by the fixes. After a
 * reset or a replacement the total continues.
 */
function countDistance(
  motion: Motion,
  at: number,
  odometer: number | null,
  byFixes: number,
): { readonly counted: TotalCount; readonly travelled: number } {
  const { total, device, device_at, added } = motion
  if (odometer === null) {
    const fixesTotal = tenths((total ?? 0) + byFixes)
    return { counted: { total: fixesTotal, device, device_at, added }, travelled: byFixes }
  }
  if (device === null) {
    const first = total === null ? odometer : Math.max(odometer, tenths(total + byFixes))
    return {
      counted: { total: first, device: odometer, device_at: at, added: tenths(first - odometer) },
      travelled: byFixes,
    }
  }
  const delta = odometer - device
  if (delta >= 0 && delta <= FIX_ERROR + (at - device_at) * TOP_SPEED) {
    const next = Math.max(total ?? 0, tenths(odometer + added))
    // Where the fixes have counted more than the device, the total continues from the fixes.
    return {
      counted: { total: next, device: odometer, device_at: at, added: tenths(next - odometer) },
      travelled: tenths(next - (total ?? 0)),
    }
  }
  const next = tenths((total ?? 0) + byFixes)
  return {
    counted: { total: next, device: odometer, device_at: at, added: tenths(next - odometer) },
    travelled: byFixes,
  }
}
const tenths = (metres: number): number => Math.round(metres * 10) / 10
