// When a vehicle is its driver's own affair: stretches of time, or weekly hours within them. Pure; times are epoch ms.
import type { Schedule } from './schedule.ts'

export interface PrivateRule {
  readonly from: number
  /** Exclusive; Infinity: it goes on. */
  readonly to: number
  /** Only within these hours; null: all of it. */
  readonly hours: Schedule | null
}

export class PrivateTimes {
  readonly #rules: readonly PrivateRule[]

  /** When they were last set otherwise. */
  readonly changedAt: number

  constructor(rules: readonly PrivateRule[], changed = 0) {
    this.#rules = rules
    this.changedAt = changed
  }

  holds(at: number): boolean {
    return this.#rules.some(rule => covers(rule, at))
  }
  /** Since when it has been private without a break; at a moment that is not, that moment. */
  since(at: number): number {
    let since = at
    for (let before = at; ; since = before) {
      const rule = this.#rules.find(r => covers(r, before) && beginOf(r, before) < since)
      if (rule === undefined) return since
      const begin = beginOf(rule, before)
      if (!Number.isFinite(begin)) return begin
      since = begin
      before = begin - 1
      if (!this.holds(before)) return begin
    }
  }
  /** The parts of a period that are not private, ascending; both ends inclusive. */
  openOf(from: number, to: number): { readonly from: number; readonly to: number }[] {
    const open: { from: number; to: number }[] = []
    let begin = from
    for (const { from: since, to: until } of this.within(from, to)) {
      if (since > begin) open.push({ from: begin, to: since - 1 })
      begin = until
    }
    if (begin <= to) open.push({ from: begin, to })
    return open
  }
  /** The private stretches that touch a period, ascending, apart from one another and cut to it; `to` exclusive. */
  within(from: number, to: number): { readonly from: number; readonly to: number }[] {
    const stretches = this.#rules
      .flatMap(rule => stretchesOf(rule, from, to + 1))
      .sort((a, b) => a.from - b.from)
    const merged: { from: number; to: number }[] = []
    for (const stretch of stretches) {
      const last = merged.at(-1)
      if (last !== undefined && stretch.from <= last.to) last.to = Math.max(last.to, stretch.to)
      else merged.push({ ...stretch })
    }
    return merged
  }
}
export const neverPrivate = new PrivateTimes([])

const covers = ({ from, to, hours }: PrivateRule, at: number): boolean =>
  from <= at && at < to && (hours === null || hours.isOpen(at))
const beginOf = ({ from, hours }: PrivateRule, at: number): number =>
  hours === null ? from : Math.max(from, hours.since(at))

function stretchesOf(
  { from, to, hours }: PrivateRule,
  begin: number,
  end: number,
): { from: number; to: number }[] {
  const [first, last] = [Math.max(from, begin), Math.min(to, end)]
  if (first >= last) return []
  if (hours === null) return [{ from: first, to: last }]
  if (!Number.isFinite(first) || !Number.isFinite(last))
    throw new TypeError('weekly hours are asked for a period that has no end')
  const stretches: { from: number; to: number }[] = []
  for (let at = first; at < last; ) {
    const until = Math.min(hours.until(at), last)
    if (hours.isOpen(at)) stretches.push({ from: at, to: until })
    at = until
  }
  return stretches
}
