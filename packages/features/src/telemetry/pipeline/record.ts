// Brings a record's fix into the ranges of its columns.
import type { Fix } from '@flotta/core/telemetry.ts'

const MAX_INT16 = 32_767
const smallint = (value: number): number =>
  value > MAX_INT16 ? MAX_INT16 : value < -MAX_INT16 ? -MAX_INT16 : Math.round(value)

/** A fix in the ranges of its columns; null where there is no such place on earth. */
export function storableFix(fix: Fix | null): Fix | null {
  if (fix === null) return null
  if (!(Math.abs(fix.latitude_e7) <= 900_000_000 && Math.abs(fix.longitude_e7) <= 1_800_000_000))
    return null
  const { altitude, direction, speed, satellites } = fix
  if (inRange(altitude) && inRange(direction) && inRange(speed) && inRange(satellites)) return fix
  return {
    ...fix,
    altitude: smallint(altitude),
    direction: smallint(direction),
    speed: smallint(speed),
    satellites: smallint(satellites),
  }
}
const inRange = (value: number): boolean =>
  value === (value | 0) && value <= MAX_INT16 && value >= -MAX_INT16
