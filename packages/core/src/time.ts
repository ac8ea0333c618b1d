// Days and months of UTC, by which records are kept. Times are epoch milliseconds.

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Number of the UTC day since 1970-01-01. */
export const dayOf = (at: number): number => Math.floor(at / DAY)
/** First moment of a numbered day. */
export const startOfDay = (day: number): number => day * DAY
/** `2026-11-21` of a numbered day. */
export const dayText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)
/** The number of `2026-11-21`. */
export const dayOfText = (text: string): number => dayOf(Date.parse(`${text}T00:00:00Z`))

/** Number of the UTC month, counted from January of year 0: consecutive months are consecutive numbers. */
export function monthOf(at: number): number {
  const date = new Date(at)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
/** First moment of a numbered month. */
export const startOfMonth = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1)
/** `202611` of a numbered month. */
export const monthText = (month: number): string => `${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`
