// Interrupts a line over time where nothing was received for too long.
import { MINUTE } from '@flotta/core/time.ts'

/** A tracker at rest reports once an hour at least; after two missing reports the value is unknown. */
const SILENT_AFTER = 125 * MINUTE

export interface Line {
  readonly at: readonly number[]
  readonly values: readonly (number | null)[]
}
/** Rows in their order as columns for a chart, `at` in epoch ms, with a null between two that are too far apart. */
export function lineOf<R>(
  rows: readonly R[],
  timeOf: (row: R) => number,
  value: (row: R) => number | null,
): Line {
  const at: number[] = []
  const values: (number | null)[] = []
  for (const row of rows) {
    const [time, before] = [timeOf(row), at.at(-1)]
    if (before !== undefined && time - before > SILENT_AFTER) {
      at.push(before + 1)
      values.push(null)
    }
    at.push(time)
    values.push(value(row))
  }
  return { at, values }
}
