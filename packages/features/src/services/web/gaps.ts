// Interrupts a line over time where nothing was received for too long.
import { MINUTE } from '@flotta/core/time.ts'

/** A tracker at rest reports once an hour at least; after two missing reports the value is unknown. */
const SILENT_AFTER = 125 * MINUTE

export interface Line {
  readonly at: readonly number[]
  readonly values: readonly (number | null)[]
}
/**
 * Rows in order as columns for a chart, `at` in epoch ms, with a null between two that are too far apart.
 * @param steady for a value that changes only while the vehicle reports, such as the level of a tank at rest: if it differs by no more than this after a
 * silence, the line continues
 */
export function lineOf<R>(
  rows: readonly R[],
  timeOf: (row: R) => number,
  readValue: (row: R) => number | null,
  steady?: number,
): Line {
  const at: number[] = []
  const values: (number | null)[] = []
  for (const row of rows) {
    const [time, value, before] = [timeOf(row), readValue(row), at.at(-1)]
    if (
      before !== undefined &&
      time - before > SILENT_AFTER &&
      !isSteady(values.at(-1) ?? null, value, steady)
    ) {
      at.push(before + 1)
      values.push(null)
    }
    at.push(time)
    values.push(value)
  }
  return { at, values }
}
const isSteady = (before: number | null, after: number | null, steady: number | undefined) =>
  steady !== undefined && before !== null && after !== null && Math.abs(after - before) <= steady

export interface SpanOfTime {
  readonly from: number
  /** null: it has not ended. */
  readonly to: number | null
}
/** The stretches in which a condition held, by rows in order; a silence that is too long ends a stretch. */
export function spansOf<R>(
  rows: readonly R[],
  timeOf: (row: R) => number,
  holds: (row: R) => boolean,
): SpanOfTime[] {
  const spans: { from: number; to: number | null }[] = []
  let begin: number | null = null
  let before = 0
  for (const row of rows) {
    const time = timeOf(row)
    if (begin !== null && time - before > SILENT_AFTER) {
      spans.push({ from: begin, to: before })
      begin = null
    }
    if (holds(row)) begin ??= time
    else if (begin !== null) {
      spans.push({ from: begin, to: time })
      begin = null
    }
    before = time
  }
  return begin === null ? spans : [...spans, { from: begin, to: null }]
}
