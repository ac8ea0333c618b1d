// Round moments along an axis of time, by the clocks and calendars of the browser's zone.

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Steps within a day count from midnight, so that they are round even on days when the clocks change. */
const STEPS = [1, 2, 5, 10, 15, 30].map(n => n * MINUTE).concat([1, 2, 3, 6, 12].map(n => n * HOUR))
const DAYS = [1, 2, 7, 14]

export interface TimeTick {
  /** Epoch ms. */
  readonly at: number
  /** A midnight is labelled with its day, every other moment with its time. */
  readonly isDay: boolean
}

/** At most `most` ticks. */
export function timeTicks(from: number, to: number, most: number): readonly TimeTick[] {
  const span = to - from
  if (!(span > 0) || most < 1) return []
  const step = STEPS.find(s => span / s <= most)
  if (step !== undefined) return withinDays(from, to, step)
  const days = DAYS.find(d => span / DAY / d <= most)
  const dates =
    days === undefined
      ? months(from, to, Math.ceil(span / DAY / 30 / most))
      : everyDays(from, to, days)
  return dates.filter(at => at >= from && at <= to).map(at => ({ at, isDay: true }))
}

const midnight = (at: number, days = 0): number => {
  const d = new Date(at)
  return new Date(d.getFullYear(), d.getMonth(), d.getDate() + days).getTime()
}
function withinDays(from: number, to: number, step: number): TimeTick[] {
  const ticks: TimeTick[] = []
  for (let day = midnight(from); day <= to; day = midnight(day, 1)) {
    const start = new Date(day)
    for (let sinceMidnight = 0; sinceMidnight < DAY; sinceMidnight += step) {
      const at = new Date(
        start.getFullYear(),
        start.getMonth(),
        start.getDate(),
        0,
        sinceMidnight / MINUTE,
      ).getTime()
      // An hour that the clocks skip coincides with the next one, which gets one tick.
      if (at >= from && at <= to && at > (ticks.at(-1)?.at ?? 0))
        ticks.push({ at, isDay: sinceMidnight === 0 })
    }
  }
  return ticks
}
function everyDays(from: number, to: number, step: number): number[] {
  const days: number[] = []
  for (let day = midnight(from); day <= to; day = midnight(day, 1))
    if (Math.round(midnight(day) / DAY) % step === 0) days.push(day)
  return days
}
function months(from: number, to: number, step: number): number[] {
  const start = new Date(from)
  const times: number[] = []
  for (let n = 0; ; n += step) {
    const at = new Date(start.getFullYear(), start.getMonth() + n, 1).getTime()
    if (at > to) return times
    times.push(at)
  }
}
