// When the runs of a schedule are due, and which period each is about: whole days, weeks (from Monday) and months of the customer's calendar. Times are epoch milliseconds.
import { dayOfText, dayText } from '@flotta/core/time.ts'
import { dayAt, dayBegin, offsetAt } from '@flotta/core/zones.ts'

export const rhythms = ['day', 'week', 'month'] as const
export type Rhythm = (typeof rhythms)[number]
export interface Plan {
  readonly every: Rhythm
  /** By the clocks of the zone, 0 to 23. */
  readonly hour: number
  readonly timezone: string
}
/** `to` is the first moment after it. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A month and a day: the runs of every rhythm are nearer to each other. */
const MAX_DAYS_TO_TURN = 32

const dayAfter = (day: string, days: number): string => dayText(dayOfText(day) + days)
/** 1 January 1970 was a Thursday. */
const isMonday = (day: string): boolean => (dayOfText(day) + 3) % 7 === 0
const isRunDay = (every: Rhythm, day: string): boolean =>
  every === 'day' || (every === 'week' ? isMonday(day) : day.endsWith('-01'))

/** When the clocks of a zone show a full hour of a day. An hour that spring skips is the hour after it; of an hour that comes twice in autumn, the first. */
export function hourOf(day: string, hour: number, zone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000
  const [before, after] = [offsetAt(utc - 86_400_000, zone), offsetAt(utc + 86_400_000, zone)]
  const [early, late] = [utc - Math.max(before, after), utc - Math.min(before, after)]
  return early + offsetAt(early, zone) === utc ? early : late
}

/** The first run after a moment. */
export function nextRun({ every, hour, timezone }: Plan, after: number): number {
  const today = dayAt(after, timezone)
  for (let days = 0; days <= MAX_DAYS_TO_TURN; days++) {
    const day = dayAfter(today, days)
    const at = isRunDay(every, day) ? hourOf(day, hour, timezone) : 0
    if (at > after) return at
  }
  throw new RangeError(`no ${every} begins within ${MAX_DAYS_TO_TURN} days of ${today}`)
}

/** The last run at or before a moment. */
export function lastRun({ every, hour, timezone }: Plan, until: number): number {
  const today = dayAt(until, timezone)
  for (let days = 0; days <= MAX_DAYS_TO_TURN; days++) {
    const day = dayAfter(today, -days)
    if (!isRunDay(every, day)) continue
    const at = hourOf(day, hour, timezone)
    if (at <= until) return at
  }
  throw new RangeError(`no ${every} began within ${MAX_DAYS_TO_TURN} days before ${today}`)
}

/** The period of a run: the whole day, week or month before it. */
export function periodOf({ every, timezone }: Plan, dueAt: number): Span {
  const end = dayAt(dueAt, timezone)
  const first =
    every === 'day'
      ? dayAfter(end, -1)
      : every === 'week'
        ? dayAfter(end, -7)
        : `${dayAfter(end, -1).slice(0, 8)}01`
  return { from: dayBegin(first, timezone), to: dayBegin(end, timezone) }
}

/** The run that is due, or null: the last one, if it came after `since`. Earlier runs that were missed are not made. */
export function dueRun(plan: Plan, since: number, now: number): number | null {
  const at = lastRun(plan, now)
  return at > since ? at : null
}
