// The width of the content of a table's columns, from the longest texts of all rows.
import { useMemo } from 'react'
import { type Column, textOf } from './columns.ts'
import type { MeasuredColumn } from './fit.ts'
import type { Sort } from './sort.ts'

/** Number of texts of a column that are measured, because the one with the most letters is not always the widest. */
const CANDIDATES = 8
/** Width of a letter when nothing can be measured, px. */
const LETTER = 8
/** Widths grow in steps of this many px, so that a change of a few letters moves no column. */
const STEP = 4
/** Space around the head of a column, px. */
const AROUND_HEAD = 8
/** Width of the arrow beside the head of the sorted column, px. */
const ARROW = 18

interface Font {
  readonly size: number
  readonly weight: number
}
const CELL: Font = { size: 14, weight: 400 }
const HEAD: Font = { size: 12, weight: 550 }

let pen: OffscreenCanvasRenderingContext2D | null | undefined
function textWidth(text: string, { size, weight }: Font): number {
  pen ??= typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d')
  if (pen === null || pen === undefined) return (text.length * LETTER * size) / CELL.size
  pen.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`
  // All digits in a table are as wide as a zero.
  return pen.measureText(text.replaceAll(/\d/g, '0')).width
}

/** The rows whose content has the most letters, or is the largest or smallest number. */
function longestOf<T>(column: Column<T>, rows: readonly T[]): readonly T[] {
  const longest: { readonly row: T; readonly letters: number }[] = []
  let limit = 0
  for (const row of rows) {
    const text = textOf(column, row)
    const letters = text === null ? 0 : String(text).length
    if (letters <= limit) continue
    longest.push({ row, letters })
    longest.sort((a, b) => b.letters - a.letters)
    if (longest.length > CANDIDATES) longest.pop()
    if (longest.length === CANDIDATES) limit = longest.at(-1)?.letters ?? 0
  }
  return longest.map(({ row }) => row)
}
/** The text of a cell; null: it shows something else. */
function wordsOf<T>(column: Column<T>, row: T): string | null {
  if (column.show === undefined || column.beside !== undefined)
    return String(textOf(column, row) ?? '')
  const content = column.end ? column.show(row) : null
  return typeof content === 'string' ? content : null
}
function contentOf<T>(column: Column<T>, rows: readonly T[], isSorted: boolean) {
  if (column.show !== undefined && column.beside === undefined && !column.end) return undefined
  let widest = textWidth(column.label, HEAD) + AROUND_HEAD + (isSorted ? ARROW : 0)
  for (const row of longestOf(column, rows)) {
    const words = wordsOf(column, row)
    if (words === null) return undefined
    widest = Math.max(widest, textWidth(words, CELL) + (column.beside ?? 0))
  }
  return Math.ceil((widest + STEP) / STEP) * STEP
}

/** Each column with the width of its longest content, px. */
export const useMeasuredColumns = <T>(
  columns: readonly Column<T>[],
  rows: readonly T[],
  sort: Sort | null,
): readonly MeasuredColumn<Column<T>>[] => {
  const sortedBy = sort?.key
  return useMemo(
    () =>
      columns.map(column => ({
        column,
        content: contentOf(column, rows, column.key === sortedBy),
      })),
    [columns, rows, sortedBy],
  )
}
