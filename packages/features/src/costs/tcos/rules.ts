// The rules of costs: exact sums, the periods of the analysis, and due dates. Pure.
import { addMonths, dayOfText, dayText } from '@flotta/core/time.ts'

/** Months of the analysis, the default first. */
export const periods = [12, 6, 3, 1] as const
export type Months = (typeof periods)[number]

/** Whole cents of an amount in euro: sums of whole numbers are exact. */
export const cents = (amount: number): number => Math.round(amount * 100)
/** An amount has at most two decimals. */
export const isAmount = (amount: number): boolean => Math.abs(amount * 100 - cents(amount)) < 1e-4
/** The exact sum of amounts in euro. */
export const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + cents(amount), 0) / 100
/** Rounded to the cent; null when there is nothing to divide by. */
export const average = (total: number, count: number): number | null =>
  count === 0 ? null : Math.round(cents(total) / count) / 100

/** The first day of a period that ends today. Consecutive periods share no day. */
export const firstDay = (today: string, months: number): string =>
  nextDay(addMonths(today, -months))
const nextDay = (day: string, days = 1): string => dayText(dayOfText(day) + days)

export interface Slice {
  /** First and last day. */
  readonly from: string
  readonly to: string
}
/** The parts of a period in a chart: calendar months, weeks for three months, days for one. The first and the last part may be shorter. */
export function slices(today: string, months: Months): readonly Slice[] {
  const parts: Slice[] = []
  for (let from = firstDay(today, months); from <= today; ) {
    const to = endOfSlice(from, months)
    parts.push({ from, to: to < today ? to : today })
    from = nextDay(to)
  }
  return parts
}
function endOfSlice(day: string, months: Months): string {
  if (months === 1) return day
  if (months > 3) return nextDay(`${addMonths(`${day.slice(0, 8)}01`, 1)}`, -1)
  // 1970-01-01 was a Thursday; weeks begin on Monday
  return nextDay(day, 6 - ((dayOfText(day) + 3) % 7))
}

/** The interval after which a type is due again, and how long before that a notice appears. null and 0: no such limit. */
export interface Interval {
  readonly repeat_after_km: number | null
  readonly repeat_after_hour: number | null
  readonly repeat_after_period: number | null
  readonly notice_after_km: number | null
  readonly notice_after_hour: number | null
  readonly notice_after_period: number | null
}
/** The counters of the vehicle when the type was last done, or now. */
export interface CounterState {
  readonly date: string
  readonly km: number | null
  readonly hour: number | null
}
export const dueStates = ['fine', 'due', 'overdue'] as const
export type DueState = (typeof dueStates)[number]
export type DueBy = 'period' | 'km' | 'hour'
export interface Due {
  readonly state: DueState
  /** The limit that comes first. */
  readonly by: DueBy
  readonly due_date: string | null
  readonly due_km: number | null
  readonly due_hour: number | null
  /** Days, km and hours left; negative when past. null: no such limit, or the counter of the vehicle is unknown. */
  readonly left_days: number | null
  readonly left_km: number | null
  readonly left_hour: number | null
}

/** The share of the interval that is left, and whether the notice is due. */
interface DueCriterion {
  readonly by: DueBy
  readonly state: DueState
  readonly share: number
}
const rank = { fine: 0, due: 1, overdue: 2 } as const
const stateOf = (remaining: number, notice: number): DueState =>
  remaining < 0 ? 'overdue' : remaining <= notice ? 'due' : 'fine'

/** Counters have two decimals, so the difference is rounded to hundredths: 128,457 − 123,456.8 is 5,000.2. */
const difference = (a: number, b: number): number => Math.round((a - b) * 100) / 100

/**
 * When a type is due again: at the first of its limits in months, kilometres and hours. It is overdue once a limit is past, and due from the notice on
 * (without a notice, when the limit is reached). null: it has no limit that can be computed.
 */
export function dueOf(interval: Interval, last: CounterState, now: CounterState): Due | null {
  const due_date = interval.repeat_after_period
    ? addMonths(last.date, interval.repeat_after_period)
    : null
  const due_km =
    interval.repeat_after_km && last.km !== null ? last.km + interval.repeat_after_km : null
  const due_hour =
    interval.repeat_after_hour && last.hour !== null ? last.hour + interval.repeat_after_hour : null
  const left_days = due_date === null ? null : dayOfText(due_date) - dayOfText(now.date)
  const left_km = due_km === null || now.km === null ? null : difference(due_km, now.km)
  const left_hour = due_hour === null || now.hour === null ? null : difference(due_hour, now.hour)
  const ways: DueCriterion[] = []
  if (due_date !== null && left_days !== null) {
    const noticeDays =
      dayOfText(due_date) - dayOfText(addMonths(due_date, -(interval.notice_after_period ?? 0)))
    ways.push({
      by: 'period',
      state: stateOf(left_days, noticeDays),
      share: left_days / (dayOfText(due_date) - dayOfText(last.date)),
    })
  }
  if (left_km !== null)
    ways.push({
      by: 'km',
      state: stateOf(left_km, interval.notice_after_km ?? 0),
      share: left_km / (interval.repeat_after_km ?? 1),
    })
  if (left_hour !== null)
    ways.push({
      by: 'hour',
      state: stateOf(left_hour, interval.notice_after_hour ?? 0),
      share: left_hour / (interval.repeat_after_hour ?? 1),
    })
  const [first] = ways.sort((a, b) => rank[b.state] - rank[a.state] || a.share - b.share)
  return first === undefined
    ? null
    : {
        state: first.state,
        by: first.by,
        due_date,
        due_km,
        due_hour,
        left_days,
        left_km,
        left_hour,
      }
}

/** The most urgent first. */
export const byUrgency = (a: Due, b: Due): number =>
  rank[b.state] - rank[a.state] || remainingDays(a) - remainingDays(b)
/** Days left; kilometres and hours are converted with 300 km and 8 hours a day. */
const remainingDays = ({ by, left_days, left_km, left_hour }: Due): number =>
  by === 'period'
    ? (left_days ?? 0)
    : by === 'km'
      ? (left_km ?? 0) / KM_A_DAY
      : (left_hour ?? 0) / HOURS_A_DAY
const KM_A_DAY = 300
const HOURS_A_DAY = 8

/** The values of a select. */
const steps = (step: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => step * (i + 1))
export const choices = {
  repeat_after_km: steps(5_000, 40),
  repeat_after_period: steps(3, 24),
  notice_after_km: steps(5_000, 20),
  notice_after_period: steps(3, 12),
} as const
