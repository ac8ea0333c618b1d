// The time zone that the clock of a device is set to: a name such as `Europe/Rome`, or a fixed distance such as `+08:00`.
import { MINUTE } from './time.ts'
import { offsetAt } from './zones.ts'

const FIXED = /^([+-])(0\d|1[0-4]):([0-5]\d)$/

/** Whether a text names a time zone that the clock of a device can be set to. */
export function isClockZone(text: string): boolean {
  if (FIXED.test(text)) return true
  try {
    offsetAt(0, text)
    return true
  } catch {
    return false
  }
}

/** How far the clocks of the zone are ahead of UTC at a moment, ms. */
function aheadAt(at: number, zone: string): number {
  const [, sign, hours, minutes] = FIXED.exec(zone) ?? []
  if (sign === undefined) return offsetAt(at, zone)
  const ahead = (Number(hours) * 60 + Number(minutes)) * MINUTE
  return sign === '-' ? -ahead : ahead
}

/** The moment at which clocks of the zone show `clock`, a reading taken as if it were UTC; epoch ms. A value that is no date is returned unchanged. */
export function momentOfClock(clock: number, zone: string): number {
  if (!(Math.abs(clock) < 8e15)) return clock
  return clock - aheadAt(clock - aheadAt(clock, zone), zone)
}
