// What of a vehicle's time is private: its own hours, else its company's, and stretches of their own. Pure; times are epoch ms.
import type { PrivateRule } from '@flotta/core/private-times.ts'
import { type Hours, Schedule } from '@flotta/core/schedule.ts'

export interface Span {
  readonly from: number
  /** null: it goes on. */
  readonly to: number | null
}
/** Weekly hours and when they were in force. `hours` empty: never; null: as the company's. */
export interface HoursInForce extends Span {
  readonly hours: readonly Hours[] | null
  readonly timezone: string
}

const endOf = ({ to }: Span): number => to ?? Number.POSITIVE_INFINITY
/** What of a stretch lies outside of others. */
function subtractSpans(
  span: Span,
  others: readonly Span[],
): { readonly from: number; readonly to: number }[] {
  let left = [{ from: span.from, to: endOf(span) }]
  for (const other of others)
    left = left.flatMap(({ from, to }) =>
      endOf(other) <= from || other.from >= to
        ? [{ from, to }]
        : [
            ...(other.from > from ? [{ from, to: other.from }] : []),
            ...(endOf(other) < to ? [{ from: endOf(other), to }] : []),
          ],
    )
  return left
}

/**
 * @param own hours of the vehicle: where they stand they count instead of the company's
 * @param stretches private from end to end
 */
export function privateRules(
  own: readonly HoursInForce[],
  company: readonly HoursInForce[],
  stretches: readonly Span[],
): PrivateRule[] {
  const said = own.filter(o => o.hours !== null)
  const weekly = [
    ...said.map(one => ({ one, from: one.from, to: endOf(one) })),
    ...company.flatMap(one => subtractSpans(one, said).map(({ from, to }) => ({ one, from, to }))),
  ]
  return [
    ...weekly.flatMap(({ one: { hours, timezone }, from, to }) =>
      hours === null || hours.length === 0
        ? []
        : [{ from, to, hours: new Schedule(hours, timezone) }],
    ),
    ...stretches.map(span => ({ from: span.from, to: endOf(span), hours: null })),
  ].filter(({ from, to }) => from < to)
}
