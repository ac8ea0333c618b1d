// A level of detail that fits the drawing: of the points on one pixel it keeps the first, the lowest, the highest and the last. Peaks and gaps stay.
import { countBefore } from '@flotta/core/sorted.ts'

export interface Point {
  readonly x: number
  /** NaN: the line is interrupted. */
  readonly y: number
}

/**
 * The points of a period, and one on either side of it, so that the line continues to the edges of the picture.
 * @param at ascending
 * @param columns number of pixels from `from` to `to`
 */
export function thin(
  at: readonly number[],
  values: readonly (number | null)[],
  from: number,
  to: number,
  columns: number,
): Point[] {
  const first = Math.max(0, before(at, from))
  const last = Math.min(at.length - 1, before(at, to) + 1)
  const point = (i: number): Point => ({ x: at[i] ?? 0, y: values[i] ?? Number.NaN })
  if (last - first < columns * 4)
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => point(first + i))
  const width = (to - from) / columns
  const keptPoints: Point[] = []
  for (let i = first; i <= last; ) {
    const end = from + (Math.floor(((at[i] ?? 0) - from) / width) + 1) * width
    const column: number[] = [i]
    let low = i
    let high = i
    let gap: number | null = null
    let j = i
    for (; j <= last && (at[j] ?? 0) < end; j++) {
      const value = values[j] ?? null
      if (value === null) gap ??= j
      else {
        if (!(value >= (values[low] ?? Number.POSITIVE_INFINITY))) low = j
        if (!(value <= (values[high] ?? Number.NEGATIVE_INFINITY))) high = j
      }
    }
    column.push(low, high, j - 1)
    if (gap !== null) column.push(gap)
    for (const index of [...new Set(column)].sort((a, b) => a - b)) keptPoints.push(point(index))
    i = Math.max(j, i + 1)
  }
  return keptPoints
}

/** Index of the last moment that is not after `x`; −1: all are. */
const before = (at: readonly number[], x: number): number =>
  countBefore(at.length, i => (at[i] ?? 0) > x) - 1
