// The complement of weekly hours: the times that are out of hours. Pure.
import type { Hours } from '@flotta/core/schedule.ts'

const DAY = 24 * 60
const WEEK = 7 * DAY
const minuteOf = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** The hours outside of some hours; empty: they are the whole week. */
export function outsideOf(hours: readonly Hours[]): Hours[] {
  const isWithin = new Uint8Array(WEEK)
  for (const { days, from, to } of hours)
    for (const day of days) {
      const [begin, end] = [minuteOf(from), minuteOf(to)]
      const length = end > begin ? end - begin : end + DAY - begin
      for (let i = 0; i < length; i++) isWithin[((day - 1) * DAY + begin + i) % WEEK] = 1
    }
  const daysBySpan = new Map<string, number[]>()
  for (let day = 0; day < 7; day++)
    for (const [from, to] of stretchesOf(isWithin.subarray(day * DAY, (day + 1) * DAY))) {
      const span = `${clockOf(from)} ${clockOf(to)}`
      daysBySpan.set(span, [...(daysBySpan.get(span) ?? []), day + 1])
    }
  return [...daysBySpan].map(([span, days]) => {
    const [from = '', to = ''] = span.split(' ')
    return { days, from, to }
  })
}
/** The stretches of a day, in minutes, that are outside. */
function stretchesOf(isWithin: Uint8Array): [from: number, to: number][] {
  const stretches: [number, number][] = []
  let begin: number | null = null
  for (let minute = 0; minute <= DAY; minute++) {
    const isOutside = minute < DAY && isWithin[minute] === 0
    if (isOutside) begin ??= minute
    else if (begin !== null) {
      stretches.push([begin, minute])
      begin = null
    }
  }
  return stretches
}
