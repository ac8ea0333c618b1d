// The small line on a board: a day of readings in a few even steps, each with the value farthest from its limits. Pure.
import type { LinePoint } from '../board.ts'

export interface ReadingRow {
  /** Epoch ms. */
  readonly at: number
  readonly data: object
}
interface Frame {
  readonly from: number
  readonly to: number
  readonly points: number
  /** A value holds for this long, ms. */
  readonly holds: number
}
interface Line {
  readonly values: (number | null)[]
  readonly low: (number | null)[] | null
  readonly high: (number | null)[] | null
}

/** How far a value lies beyond its limits; negative: within them. */
function beyond({ value, low = null, high = null }: LinePoint): number {
  if (value === null) return Number.NEGATIVE_INFINITY
  return Math.max(
    low === null ? Number.NEGATIVE_INFINITY : low - value,
    high === null ? Number.NEGATIVE_INFINITY : value - high,
  )
}
/** The value that is farther beyond its limits; of equal ones the later. */
const worseOf = (before: LinePoint | null, point: LinePoint): LinePoint =>
  before !== null && beyond(before) > Math.max(0, beyond(point)) ? before : point

/**
 * The line of a day.
 * @param series the rows of each kind, oldest first; each holds until the next one
 * @param pointOf the value and its limits, from the newest row of each kind
 */
export function lineOf(
  series: readonly (readonly [kind: string, rows: readonly ReadingRow[]])[],
  { from, to, points, holds }: Frame,
  pointOf: (data: Readonly<Record<string, object | null>>) => LinePoint,
): Line {
  const step = (to - from) / points
  const moments = [...new Set(series.flatMap(([, rows]) => rows.map(row => row.at)))].sort(
    (a, b) => a - b,
  )
  const next = series.map(() => 0)
  const pointAt = (at: number): LinePoint => {
    const data: Record<string, object | null> = {}
    for (const [i, [kind, rows]] of series.entries()) {
      while ((rows[next[i] ?? 0]?.at ?? Number.POSITIVE_INFINITY) <= at)
        next[i] = (next[i] ?? 0) + 1
      const last = rows[(next[i] ?? 0) - 1]
      data[kind] = last !== undefined && at - last.at <= holds ? last.data : null
    }
    return pointOf(data)
  }
  const line: LinePoint[] = []
  let n = 0
  for (let i = 0; i < points; i++) {
    const end = from + (i + 1) * step
    let worst: LinePoint | null = null
    for (; n < moments.length && (moments[n] as number) <= end; n++) {
      const at = moments[n] as number
      const point = pointAt(at)
      if (at > end - step) worst = worseOf(worst, point)
    }
    line.push(worst ?? pointAt(end))
  }
  const limitsOf = (name: 'low' | 'high') =>
    line.some(point => point[name] != null) ? line.map(point => point[name] ?? null) : null
  return { values: line.map(point => point.value), low: limitsOf('low'), high: limitsOf('high') }
}
