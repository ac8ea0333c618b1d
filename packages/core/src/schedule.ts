// Weekly hours in a time zone: whether they are open at a moment, since when and until when. Pure functions; times are epoch ms.
import { z } from 'zod'
import { DAY, dayOf, MINUTE } from './time.ts'
import { offsetAt } from './zones.ts'

/** `06:30` */
const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'validation.clock')
/** Days 1 Monday … 7 Sunday. When `to` is not after `from`, it is on the next day. */
export const Hours = z.object({
  days: z.array(z.int().min(1).max(7)).min(1, 'validation.required').max(7),
  from: Clock,
  to: z.union([Clock, z.literal('24:00')]),
})
export interface Hours {
  readonly days: readonly number[]
  readonly from: string
  readonly to: string
}

interface Stretch {
  readonly from: number
  readonly to: number
  readonly open: boolean
}
/** Days around a moment that are examined. Longer stretches count as endless. */
const AROUND = 8

export class Schedule {
  readonly #hours: readonly Hours[]
  readonly #zone: string
  /** The period of the last moment, since most queries come in the order of time. */
  #known: Stretch = { from: 0, to: 0, open: false }

  constructor(hours: readonly Hours[], zone: string) {
    this.#hours = hours
    this.#zone = zone
  }

  isOpen(at: number): boolean {
    return this.#stretch(at).open
  }
  /** Since when the hours have been open, or closed, without a break; −Infinity: for longer than a week. */
  since(at: number): number {
    return this.#stretch(at).from
  }
  /** The end of that stretch; Infinity: not within a week. */
  until(at: number): number {
    return this.#stretch(at).to
  }

  #stretch(at: number): Stretch {
    if (at < this.#known.from || at >= this.#known.to) this.#known = this.#around(at)
    return this.#known
  }
  #around(at: number): Stretch {
    const today = dayOf(at + offsetAt(at, this.#zone))
    // When the clocks change within these days, the offset is computed for each moment.
    const ahead = offsetAt(at - (AROUND + 1) * DAY, this.#zone)
    const steady = ahead === offsetAt(at + (AROUND + 2) * DAY, this.#zone)
    const moment = (day: number, minute: number): number => {
      const clockTime = day * DAY + minute * MINUTE
      return (
        clockTime -
        (steady ? ahead : offsetAt(clockTime - offsetAt(clockTime, this.#zone), this.#zone))
      )
    }
    const open: { from: number; to: number }[] = []
    for (let day = today - AROUND; day <= today + AROUND; day++)
      for (const { days, from, to } of this.#hours)
        if (days.includes(weekday(day))) {
          const [begin, end] = [minutes(from), minutes(to)]
          open.push({
            from: moment(day, begin),
            to: end > begin ? moment(day, end) : moment(day + 1, end),
          })
        }
    const spans: { from: number; to: number }[] = []
    for (const hours of open.sort((a, b) => a.from - b.from)) {
      const last = spans.at(-1)
      if (last !== undefined && hours.from <= last.to) last.to = Math.max(last.to, hours.to)
      else spans.push({ ...hours })
    }
    const far = (from: number, to: number, isOpen: boolean): Stretch => ({
      from: at - from >= (AROUND - 1) * DAY ? Number.NEGATIVE_INFINITY : from,
      to: to - at >= (AROUND - 1) * DAY ? Number.POSITIVE_INFINITY : to,
      open: isOpen,
    })
    const within = spans.find(({ from, to }) => from <= at && at < to)
    if (within !== undefined) return far(within.from, within.to, true)
    const before = spans.findLast(({ to }) => to <= at)?.to ?? Number.NEGATIVE_INFINITY
    return far(before, spans.find(({ from }) => from > at)?.from ?? Number.POSITIVE_INFINITY, false)
  }
}

/** 1 Monday … 7 Sunday; 1970-01-01 was a Thursday. */
const weekday = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1
function minutes(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}
