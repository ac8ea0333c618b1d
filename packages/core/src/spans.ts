// Matches newly derived periods to stored ones, so that rows keep their ids when they are derived again.

/** Epoch ms; `to` is Infinity while the period lasts. */
export interface Span {
  readonly from: number
  readonly to: number
}
/**
 * Finds the stored row that each derived period continues. In the order of time each takes the stored row with the largest overlap;
 * a period that contains several rows (a merge) takes the oldest; when several periods share one row (a split), the earliest period keeps it.
 * @returns for each derived period the index of its stored row, or -1
 */
export function matchSpans(storedSpans: readonly Span[], periods: readonly Span[]): number[] {
  const overlap = (a: Span, b: Span) => Math.min(a.to, b.to) - Math.max(a.from, b.from)
  const touches = (a: Span, b: Span) => overlap(a, b) > 0 || a.from === b.from
  const matchedIndexes = new Set<number>()
  return periods.map(d => {
    const candidates = storedSpans.flatMap((k, i) =>
      !matchedIndexes.has(i) && touches(k, d) ? [i] : [],
    )
    const alone = candidates.every(i =>
      periods.every(
        otherPeriod => otherPeriod === d || !touches(storedSpans[i] as Span, otherPeriod),
      ),
    )
    let best = -1
    for (const i of candidates) {
      const k = storedSpans[i] as Span
      const b = storedSpans[best]
      if (b === undefined || (alone ? k.from < b.from : overlap(k, d) > overlap(b, d))) best = i
    }
    if (best >= 0) matchedIndexes.add(best)
    return best
  })
}
