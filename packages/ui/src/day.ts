// Days of the reader's calendar, as text: `YYYY-MM-DD`.
import { formatDateTime, type Time } from './texts.ts'

/** The day of an instant. */
export function dayOf(at: Time): string {
  const [d, m, y] = formatDateTime(at, 'date').split('/')
  return `${y}-${m}-${d}`
}
/** A day as it is read, dd/MM/yyyy. */
export const formatDay = (day: string): string => day.split('-').toReversed().join('/')
