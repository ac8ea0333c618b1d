// The private times of a vehicle: periods, or weekly hours within periods. Pure functions; times are epoch ms.
import type { Schedule } from './schedule.ts'

export interface PrivateRule {
  readonly from: number
  /** Exclusive; Infinity: no end. */
  readonly to: number
  /** Weekly hours within the period; null: the whole period. */
  readonly hours: Schedule | null
}

export class PrivateTimes {
  readonly #rules: readonly PrivateRule[]

  /** Time of the last change of the rules. */
  readonly changedAt: number

  constructor(rules: readonly PrivateRule[], changedAt = 0) {
    this.#rules = rules
    this.changedAt = changedAt
  }

  holds(at: number): boolean {
    return this.#rules.some(rule => covers(rule, at))
  }
  /** The beginning of the uninterrupted private time at a moment; a moment that is not private gives itself. */
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
  /** The private times within a period: ascending, disjoint and cut to the period; `to` exclusive. */
  within(from: number, to: number): { readonly from: number; readonly to: number }[] {
    const stretches = this.#rules
      .flatMap(rule => stretchesOf(rule, from, to + 1))
      .sort((a, b) => a.from - b.from)
    const spans: { from: number; to: number }[] = []
    for (const stretch of stretches) {
      const last = spans.at(-1)
      if (last !== undefined && stretch.from <= last.to) last.to = Math.max(last.to, stretch.to)
      else spans.push({ ...stretch })
    }
    return spans
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
