// A period that somebody chooses: its limits, and the common ones.

/** Epoch ms. */
export interface Range {
  readonly from: number
  readonly to: number
}
export const DAY = 86_400_000
/** The longest period of a range picker without a limit of its own, in days (general.57). */
export const DEFAULT_MAX_DAYS = 5

const yearBefore = (at: number): number => {
  const d = new Date(at)
  d.setFullYear(d.getFullYear() - 1)
  return d.getTime()
}
/** The earliest moment that may be chosen: one year ago. */
export const earliest = (now: number): number => yearBefore(now)

/** The latest end of a period of at most `days` days, by the browser's clocks: a month in which they are turned back has one hour more. */
export function longestEnd(from: number, days: number): number {
  const end = new Date(from)
  end.setDate(end.getDate() + days)
  return Math.max(from + days * DAY, end.getTime())
}

/** Moves a period into the last year and before now, swaps reversed ends, and ends it at most `maxDays` after its start. */
export function clampRange(range: Range, now: number, maxDays = DEFAULT_MAX_DAYS): Range {
  const bound = (at: number) => Math.min(Math.max(at, earliest(now)), now)
  const from = bound(Math.min(range.from, range.to))
  const to = bound(Math.max(range.from, range.to))
  return { from, to: Math.min(to, longestEnd(from, maxDays)) }
}

const midnight = (at: number, days = 0): number => {
  const d = new Date(at)
  d.setHours(0, 0, 0, 0)
  d.setDate(d.getDate() + days)
  return d.getTime()
}
const firstOfMonth = (at: number, months = 0): number => {
  const d = new Date(at)
  return new Date(d.getFullYear(), d.getMonth() + months, 1).getTime()
}
export type PresetName =
  | 'last_24_hours'
  | 'today'
  | 'yesterday'
  | 'last_3_days'
  | 'last_7_days'
  | 'last_30_days'
  | 'this_month'
  | 'last_month'
  | 'last_90_days'
  | 'last_365_days'

/** The common periods that fit in `maxDays`, by the browser's days. */
export function presets(
  now: number,
  maxDays: number,
): readonly { readonly name: PresetName; readonly range: Range }[] {
  const all: readonly {
    readonly name: PresetName
    readonly days: number
    readonly range: Range
  }[] = [
    { name: 'last_24_hours', days: 1, range: { from: now - DAY, to: now } },
    { name: 'today', days: 1, range: { from: midnight(now), to: now } },
    { name: 'yesterday', days: 1, range: { from: midnight(now, -1), to: midnight(now) - 1 } },
    { name: 'last_3_days', days: 3, range: { from: now - 3 * DAY, to: now } },
    { name: 'last_7_days', days: 7, range: { from: now - 7 * DAY, to: now } },
    { name: 'last_30_days', days: 30, range: { from: now - 30 * DAY, to: now } },
    { name: 'this_month', days: 31, range: { from: firstOfMonth(now), to: now } },
    {
      name: 'last_month',
      days: 31,
      range: { from: firstOfMonth(now, -1), to: firstOfMonth(now) - 1 },
    },
    { name: 'last_90_days', days: 90, range: { from: now - 90 * DAY, to: now } },
    { name: 'last_365_days', days: 365, range: { from: now - 365 * DAY, to: now } },
  ]
  return all.filter(p => p.days <= maxDays)
}
