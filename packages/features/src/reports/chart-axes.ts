// The marks on the axes of a chart (round values, and times at which the clocks show round values), and the points that its lines need.
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'

/** Possible distances between marks on the axis of time; the first that gives few enough marks is used. */
const STEPS = [
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
]
const MAX_MARKS = 12

/** Some five round values that enclose a range. */
export function valueTicks(least: number, most: number): number[] {
  const range = most - least || Math.abs(most) || 1
  const rough = range / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find(s => s * power >= rough) ?? 10)
  const first = Math.floor(least / step)
  const last = Math.max(first + 1, Math.ceil(most / step))
  return Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  )
}

/** The times at which the clocks show round values, some `most` of them where the chart has no room for more. */
export function timeMarks(
  from: number,
  to: number,
  local: (at: number) => number,
  most = MAX_MARKS,
): { readonly at: number; readonly day: boolean }[] {
  const step = STEPS.find(s => (to - from) / s <= Math.min(most, MAX_MARKS)) ?? 7 * DAY
  const marks: { at: number; day: boolean }[] = []
  for (let clock = Math.ceil(local(from) / step) * step; ; clock += step) {
    const near = from + (clock - local(from))
    // the clocks may have been changed since the beginning
    const at = near - (local(near) - clock)
    if (at > to) return marks
    if (at >= from) marks.push({ at, day: clock % DAY === 0 })
  }
}

/** A value at a time; null interrupts the line. */
export type Point = readonly [at: number, value: number | null]

/** Thins a line: for each column of pixels keeps the first, lowest, highest and last value, in order, so that the drawing looks the same. */
export function thinOut(points: readonly Point[], columnOf: (at: number) => number): Point[] {
  const keptPoints: Point[] = []
  let column = Number.NaN
  let bucket: { at: number; value: number }[] = []
  const flush = () => {
    if (bucket.length === 0) return
    let [low, high] = [0, 0]
    for (let i = 1; i < bucket.length; i++) {
      if ((bucket[i]?.value ?? 0) < (bucket[low]?.value ?? 0)) low = i
      if ((bucket[i]?.value ?? 0) > (bucket[high]?.value ?? 0)) high = i
    }
    for (const i of [...new Set([0, Math.min(low, high), Math.max(low, high), bucket.length - 1])])
      keptPoints.push([bucket[i]?.at ?? 0, bucket[i]?.value ?? 0])
    bucket = []
  }
  for (const [at, value] of points) {
    if (value === null) {
      flush()
      column = Number.NaN
      if (keptPoints.at(-1)?.[1] !== null) keptPoints.push([at, null])
      continue
    }
    const next = columnOf(at)
    if (next !== column) flush()
    column = next
    bucket.push({ at, value })
  }
  flush()
  return keptPoints
}
