// Rounding and formatting of durations: one rule for screens, spreadsheets, PDFs, the report viewer, mails and receipts.
import { HOUR, MINUTE, SECOND } from './time.ts'

/**
 * Whole minutes of a length, half a minute up. A sum is rounded from its seconds, never from parts that were rounded already.
 * @param seconds negative ones are rounded as if they were positive
 */
export function wholeMinutes(seconds: number): number {
  const minutes = Math.round((Math.abs(seconds) * SECOND) / MINUTE)
  return seconds < 0 && minutes > 0 ? -minutes : minutes
}

/** A duration as `2:05` (h:mm) for tables; hours go on above 24. */
export function clockText(seconds: number): string {
  const minutes = wholeMinutes(seconds)
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : ''}${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`
}

/** A duration in the units in which people say it. */
export interface Length {
  readonly days: number
  readonly hours: number
  readonly minutes: number
}
/** Durations below a day in hours and minutes, longer ones in days and hours, rounded once to the smaller unit. A negative duration is shown as 0. */
export function lengthOf(seconds: number): Length {
  const minutes = Math.max(0, wholeMinutes(seconds))
  if (minutes < 24 * 60) return { days: 0, hours: Math.floor(minutes / 60), minutes: minutes % 60 }
  const hours = Math.round((seconds * SECOND) / HOUR)
  return { days: Math.floor(hours / 24), hours: hours % 24, minutes: 0 }
}
