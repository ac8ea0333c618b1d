// The period of a new report: from midnight until now, unless another one is chosen (reports.77).
import { MINUTE } from '@flotta/core/time.ts'
import { clampRange, type Range } from '@flotta/ui/range.ts'

/** The longest period in days (reports.14). */
export const MAX_DAYS = 31
/** An end this close to the moment of choosing means "now" and moves on until the request. */
const NOW_WITHIN = 2 * MINUTE

export function today(now: number): Range {
  const start = new Date(now)
  start.setHours(0, 0, 0, 0)
  return { from: start.getTime(), to: now }
}

/** The range to request: an end that meant "now" at `chosenAt` becomes the time of the request. */
export function requestedRange(range: Range, chosenAt: number, now: number): Range {
  const to = range.to >= chosenAt - NOW_WITHIN ? now : range.to
  return clampRange({ from: range.from, to }, now, MAX_DAYS)
}
