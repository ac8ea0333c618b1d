// Which part of a day's running time of the engine is over.
import type { DayPlan, Leg, Span, Stop } from './day-plan.ts'

const spansOf = (segment: Stop | Leg): readonly Span[] =>
  segment.kind === 'leg' ? [segment] : segment.on

/** The part of the day's running time before a moment, 0–1; it does not grow while the ignition is off. */
export function runOf({ segments }: DayPlan, at: number): number {
  let before = 0
  let total = 0
  for (const segment of segments)
    for (const { from, to } of spansOf(segment)) {
      total += to - from
      before += Math.max(0, Math.min(at, to) - from)
    }
  return total === 0 ? 0 : before / total
}
