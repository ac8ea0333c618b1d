// The period of a report: from the start of today until now, unless something else is chosen (P §5).
import { MINUTE } from '@flotta/core/time.ts'
import { clampRange, type Range } from '@flotta/ui/range.ts'

/** Days (P §5). */
export const MAX_DAYS = 31
/** An end this near to the moment of choosing is "now", which goes on until it is asked for. */
const NOW_WITHIN = 2 * MINUTE

export function today(now: number): Range {
  const start = new Date(now)
  start.setHours(0, 0, 0, 0)
  return { from: start.getTime(), to: now }
}

/** What is asked for of a range that was chosen at `chosen`: one that ended then ends when it is asked for (S §3). */
export function requestedRange(range: Range, chosen: number, now: number): Range {
  const to = range.to >= chosen - NOW_WITHIN ? now : range.to
  return clampRange({ from: range.from, to }, now, MAX_DAYS)
}
