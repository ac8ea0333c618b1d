// Calendar days in a time zone with changing clocks. Times are epoch milliseconds.
import { DAY, dayOfText, dayText } from './time.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string): Intl.DateTimeFormat {
  const existing = formats.get(zone)
  if (existing !== undefined) return existing
  const digits = '2-digit'
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: digits,
    day: digits,
    hour: digits,
    minute: digits,
    second: digits,
  })
  formats.set(zone, format)
  return format
}

/** How far a zone's clocks are ahead of UTC at a moment, ms. */
export function offsetAt(at: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000
}

/** The moment when a zone's clocks show the same time `days` calendar days later. */
export function addDays(at: number, days: number, zone: string): number {
  const offset = offsetAt(at, zone)
  const later = at + days * DAY
  return later + offset - offsetAt(later + offset - offsetAt(later, zone), zone)
}

/** The day, `2026-11-22`, that a zone's clocks show at a moment. */
export const dayAt = (at: number, zone: string): string =>
  new Date(at + offsetAt(at, zone)).toISOString().slice(0, 10)

/** What a zone's clocks show at a moment, to the minute: `2026-11-22T10:30`. */
export const clockAt = (at: number, zone: string): string =>
  new Date(at + offsetAt(at, zone)).toISOString().slice(0, 16)

/** The moment when a zone's clocks show `2026-11-21T10:30`. A skipped hour is counted on; of an hour that comes twice, the second is meant. */
export function momentAt(clock: string, zone: string): number {
  const utc = Date.parse(`${clock}Z`)
  return utc - offsetAt(utc - offsetAt(utc, zone), zone)
}

/** The first moment of a calendar day (`2026-11-21`) of a zone. */
export function dayBegin(day: string, zone: string): number {
  const begin = momentAt(`${day}T00:00`, zone)
  // When the clocks are put forward at midnight, the day begins at one o'clock.
  return dayAt(begin, zone) === day ? begin : Date.parse(`${day}T00:00Z`) - offsetAt(begin, zone)
}

/** A calendar day, cut to a period; `to` exclusive. */
export interface DayPart {
  readonly day: string
  readonly from: number
  readonly to: number
}
/** The days of a period by a zone's clocks, in order. Together they cover the period, also days of 23 and 25 hours. */
export function daysOf(from: number, to: number, zone: string): DayPart[] {
  const days: DayPart[] = []
  for (let begin = from; begin < to; ) {
    const day = dayAt(begin, zone)
    const end = Math.min(to, dayBegin(dayText(dayOfText(day) + 1), zone))
    days.push({ day, from: begin, to: end })
    begin = end
  }
  return days
}
