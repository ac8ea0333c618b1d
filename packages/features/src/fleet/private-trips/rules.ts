// When a vehicle is private: in its own weekly hours, else in its company's, and in entered or reported periods. Times are epoch ms.
import type { PrivateRule } from '@flotta/core/private-times.ts'
import { type Hours, Schedule } from '@flotta/core/schedule.ts'

export interface Span {
  readonly from: number
  /** null: it has not ended. */
  readonly to: number | null
}
/** Weekly hours and when they were in force. `hours` empty: never; null: as the company's. */
export interface HoursInForce extends Span {
  readonly hours: readonly Hours[] | null
  readonly timezone: string
}

const endOf = ({ to }: Span): number => to ?? Number.POSITIVE_INFINITY
/** The parts of a span that lie outside of others. */
function subtractSpans(
  span: Span,
  others: readonly Span[],
): { readonly from: number; readonly to: number }[] {
  let remaining = [{ from: span.from, to: endOf(span) }]
  for (const otherSpan of others)
    remaining = remaining.flatMap(({ from, to }) =>
      endOf(otherSpan) <= from || otherSpan.from >= to
        ? [{ from, to }]
        : [
            ...(otherSpan.from > from ? [{ from, to: otherSpan.from }] : []),
            ...(endOf(otherSpan) < to ? [{ from: endOf(otherSpan), to }] : []),
          ],
    )
  return remaining
}

/**
 * The private times of a vehicle as rules.
 * @param vehicleHours hours of the vehicle; while it has any, they replace the company's
 * @param stretches single private periods
 */
export function privateRules(
  vehicleHours: readonly HoursInForce[],
  company: readonly HoursInForce[],
  stretches: readonly Span[],
): PrivateRule[] {
  const vehicleOwnHours = vehicleHours.filter(o => o.hours !== null)
  const weekly = [
    ...vehicleOwnHours.map(inForce => ({ one: inForce, from: inForce.from, to: endOf(inForce) })),
    ...company.flatMap(inForce =>
      subtractSpans(inForce, vehicleOwnHours).map(({ from, to }) => ({ one: inForce, from, to })),
    ),
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
