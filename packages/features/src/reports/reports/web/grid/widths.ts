// How wide the columns of a sheet begin: as their titles and first rows need, within reason.
import type { ReportSheet } from '../../contract.ts'
import { headOf, type Write } from './write.ts'

/** px */
export const LEAST_WIDTH = 64
export const MOST_WIDTH = 800
const MOST_AT_FIRST = 320
const CHARACTER = 9
const PADDING = 28
/** Rows that are looked at. */
const ROWS = 200

export function widthsOf(
  { columns, rows, kinds }: Pick<ReportSheet, 'columns' | 'rows' | 'kinds'>,
  writers: readonly Write[],
): number[] {
  return columns.map((column, i) => {
    let longest = headOf(column).length
    for (const [at, row] of rows.slice(0, ROWS).entries()) {
      const kind = kinds[at]
      // what a heading, a note or a gap says runs over the columns beside it
      if (kind === 'heading' || kind === 'note' || kind === 'gap') continue
      longest = Math.max(longest, (writers[i]?.(row[i] ?? null) ?? '').length)
    }
    return Math.round(Math.min(MOST_AT_FIRST, Math.max(LEAST_WIDTH, longest * CHARACTER + PADDING)))
  })
}
