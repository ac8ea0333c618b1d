// The initial widths of a sheet's columns, by their titles and rows.
import type { ReportSheet } from '../../contract.ts'
import { type CellWriter, columnHead } from './cell-text.ts'

/** Widths are in px. */
export const MIN_WIDTH = 64
export const MAX_WIDTH = 800
const MAX_INITIAL_WIDTH = 640
const CHARACTER_WIDTH = 9
const PADDING = 28
/** Rows that are measured: the first, and others at even distances. */
const FIRST_ROWS = 200
const OTHER_ROWS = 800

export function initialWidths(
  { columns, rows, kinds }: Pick<ReportSheet, 'columns' | 'rows' | 'kinds'>,
  writers: readonly CellWriter[],
): number[] {
  const step = Math.max(1, Math.ceil((rows.length - FIRST_ROWS) / OTHER_ROWS))
  return columns.map((column, i) => {
    let longest = columnHead(column).length
    for (let at = 0; at < rows.length; at += at < FIRST_ROWS ? 1 : step) {
      const row = rows[at] ?? []
      const kind = kinds[at]
      // the text of a heading, a note or a gap takes the whole row
      if (kind === 'heading' || kind === 'note' || kind === 'gap') continue
      longest = Math.max(longest, (writers[i]?.(row[i] ?? null) ?? '').length)
    }
    return Math.round(
      Math.min(MAX_INITIAL_WIDTH, Math.max(MIN_WIDTH, longest * CHARACTER_WIDTH + PADDING)),
    )
  })
}
