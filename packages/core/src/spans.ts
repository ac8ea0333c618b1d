// Stretches of time that were told once and are told again: which of the new ones is which of the old.

/** Epoch ms; `to` Infinity while it goes on. */
export interface Span {
  readonly from: number
  readonly to: number
}
/**
 * Which kept row each derived one continues: ids survive a rewriting. In order of time each takes the kept one that it overlaps most;
 * where it swallows several whole (a merge), the oldest; where several share one (a split), the earliest of them keeps it.
 * @returns for each derived one the index of its kept one, or -1
 */
export function matchSpans(kept: readonly Span[], derived: readonly Span[]): number[] {
  const overlap = (a: Span, b: Span) => Math.min(a.to, b.to) - Math.max(a.from, b.from)
  const touches = (a: Span, b: Span) => overlap(a, b) > 0 || a.from === b.from
  const taken = new Set<number>()
  return derived.map(d => {
    const candidates = kept.flatMap((k, i) => (!taken.has(i) && touches(k, d) ? [i] : []))
    const alone = candidates.every(i =>
      derived.every(other => other === d || !touches(kept[i] as Span, other)),
    )
    let best = -1
    for (const i of candidates) {
      const k = kept[i] as Span
      const b = kept[best]
      if (b === undefined || (alone ? k.from < b.from : overlap(k, d) > overlap(b, d))) best = i
    }
    if (best >= 0) taken.add(best)
    return best
  })
}
