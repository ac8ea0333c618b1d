// Where a line over time is interrupted, because nothing was heard for too long.
import { MINUTE } from '@flotta/core/time.ts'

/** A tracker at rest tells once an hour at the latest; after two that did not come nothing is known. */
const SILENT_AFTER = 125 * MINUTE

/** The points as columns for a chart, `at` in epoch ms and in their order, with a null between two that are too far apart. */
export function withGaps(
  points: readonly { readonly at: number; readonly value: number | null }[],
  longest = SILENT_AFTER,
): { readonly at: readonly number[]; readonly values: readonly (number | null)[] } {
  const at: number[] = []
  const values: (number | null)[] = []
  for (const point of points) {
    const before = at.at(-1)
    if (before !== undefined && point.at - before > longest) {
      at.push(before + 1)
      values.push(null)
    }
    at.push(point.at)
    values.push(point.value)
  }
  return { at, values }
}
