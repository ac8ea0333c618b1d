// Days of the reader's calendar, as text: `YYYY-MM-DD`.
import { formatDateTime, type Time } from './texts.ts'

/** The day of an instant. */
export function dayOf(at: Time): string {
  const [d, m, y] = formatDateTime(at, 'date').split('/')
  return `${y}-${m}-${d}`
}
/** Requires the complete year: while four digits are typed, the first two are not a year. */
const TYPED =
  /^(?<d>\d{1,2})([/.\- ])(?<m>\d{1,2})\2(?<y>\d{4})$|^(?<year>\d{4})-(?<month>\d{2})-(?<date>\d{2})$/
/** A typed day, with the day before the month in all languages of the product (`5/6/2026`, `05.06.2026`), or in ISO form; null: the text is no day. */
export function typedDay(text: string): string | null {
  const { d, m, y, year, month, date } = TYPED.exec(text.trim())?.groups ?? {}
  const day = `${y ?? year}-${(m ?? month)?.padStart(2, '0')}-${(d ?? date)?.padStart(2, '0')}`
  const at = new Date(`${day}T00:00:00Z`)
  // The 31st of a shorter month would be read as another day.
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? null : day
}

export type DayFault = 'unknown' | 'too_early' | 'too_late'
/** What is wrong with a typed text; null: it is a day within the limits, or empty. */
export function dayFault(text: string, minDate?: string, maxDate?: string): DayFault | null {
  if (text.trim() === '') return null
  const day = typedDay(text)
  if (day === null) return 'unknown'
  if (minDate !== undefined && day < minDate.slice(0, 10)) return 'too_early'
  return maxDate !== undefined && day > maxDate.slice(0, 10) ? 'too_late' : null
}
