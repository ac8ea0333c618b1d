// Weekly hours as people write and read them.
import type { Hours } from '@flotta/core/schedule.ts'
import type { TFunction } from 'i18next'

/** Hours that are being edited, with a key that distinguishes equal ones. */
export interface Span extends Hours {
  readonly n: number
}
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
export const spansOf = (hours: readonly Hours[]): Span[] => hours.map((one, n) => ({ ...one, n }))
export const hoursOf = (spans: readonly Span[]): { days: number[]; from: string; to: string }[] =>
  spans.map(({ days, from, to }) => ({ days: [...days], from, to }))

/** `Mon–Fri 06:00–20:00, Sat 06:00–12:00` */
export const hoursText = (hours: readonly Hours[], t: TFunction): string =>
  hours.map(({ days, from, to }) => `${daysText(days, t)} ${from}–${to}`).join(', ')
/** Consecutive days as from–to. */
function daysText(days: readonly number[], t: TFunction): string {
  const sortedDays = days.toSorted((a, b) => a - b)
  const [first, last] = [sortedDays[0] ?? 1, sortedDays.at(-1) ?? 1]
  const name = (day: number) => t(`ui.hours.day.${day}`)
  return sortedDays.length > 2 && last - first === sortedDays.length - 1
    ? `${name(first)}–${name(last)}`
    : sortedDays.map(name).join(' ')
}
