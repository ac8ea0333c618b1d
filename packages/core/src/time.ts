// Moments as the API writes them, and the days and months of UTC by which records are stored. Times are epoch milliseconds.

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** `2026-11-21T08:00:00.000Z`: a moment as the API writes it. */
export const instantOf = (at: number): string => new Date(at).toISOString()
export const instantOrNull = (at: number | null): string | null =>
  at === null ? null : instantOf(at)

/** `21/11/2026`: a day (`2026-11-21`) as people read it, in all languages of the product (general.25). */
export const formatDay = (day: string): string => day.split('-').toReversed().join('/')

/** Number of the UTC day since 1970-01-01. */
export const dayOf = (at: number): number => Math.floor(at / DAY)
/** First moment of a numbered day. */
export const startOfDay = (day: number): number => day * DAY
/** `2026-11-21` of a numbered day. */
export const dayText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)
/** The number of a day given as `2026-11-21`. */
export const dayOfText = (text: string): number => dayOf(Date.parse(`${text}T00:00:00Z`))

/** Number of the UTC month, counted from January of year 0: consecutive months are consecutive numbers. */
export function monthOf(at: number): number {
  const date = new Date(at)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
/** First moment of a numbered month. */
export const startOfMonth = (month: number): number =>
  Date.UTC(Math.floor(month / 12), month % 12, 1)
/** `202611` of a numbered month. */
export const monthText = (month: number): string =>
  `${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`

/** The same day `months` months later, or the last day of a shorter month: a month after `2026-01-31` is `2026-02-28`. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const target = year * 12 + month - 1 + months
  const last = new Date(startOfMonth(target + 1) - DAY).getUTCDate()
  return `${dayText(dayOf(startOfMonth(target))).slice(0, 8)}${String(Math.min(date, last)).padStart(2, '0')}`
}
