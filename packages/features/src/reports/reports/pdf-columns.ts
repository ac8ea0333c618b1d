// The columns of a sheet on a page: the size of the letters and the width of each column.
import { isRightAligned } from './format.ts'
import type { HeadColumn } from './writer.ts'

/** A column as it is drawn on the pages of its sheet. */
export interface PdfColumn extends HeadColumn {
  /** The index of its cell in a row. */
  readonly index: number
  readonly x: number
  readonly columnWidth: number
  readonly right: boolean
}

/** Points between the edge of a cell and its text. */
export const PADDING = 5
/** Sizes of letters in points, the one that is easiest to read first. */
export const SIZES = [7.5, 6.5, 6, 5.5, 5] as const
/** A sheet with more columns than this begins with the second size. */
const MANY_COLUMNS = 14
/** A word of up to this many characters is never broken within its column. */
const UNBROKEN_CHARACTERS = 24
type MeasuredColumn = Pick<HeadColumn, 'title' | 'width' | 'longestWord' | 'format'>
/** How wide a text is in letters of a size, in points. */
type Measure = (text: string, size: number) => number

/** The letters of this size are still read with ease, so texts may have them for the sake of fewer lines. */
const EASY_SIZE = 6.5

/** The smallest width of a column, the width at which its texts take two lines, and the width at which nothing is broken; in points. */
interface ColumnNeed {
  readonly least: number
  readonly twoLines: number
  readonly natural: number
}
/** A sample text as wide as the longest value; the figures of a moment are separated by narrow signs. */
const pictureOf = (format: HeadColumn['format'], width: number): string =>
  format === 'instant' ? '00/00/0000 00:00:00' : format === 'day' ? '00/00/0000' : '0'.repeat(width)

function needOf(
  { title, width, longestWord, format }: MeasuredColumn,
  measure: Measure,
  size: number,
): ColumnNeed {
  const titleWord = Math.max(...title.split(' ').map(word => measure(word, size)))
  const content = measure(pictureOf(format, width), size)
  const unbroken =
    format === 'text'
      ? Math.min(content, measure('n'.repeat(Math.min(UNBROKEN_CHARACTERS, longestWord)), size))
      : content
  const least = Math.max(titleWord, unbroken)
  return {
    least: least + 2 * PADDING,
    twoLines: Math.max(least, format === 'text' ? content / 2 : content) + 2 * PADDING,
    natural: Math.max(titleWord, content) + 2 * PADDING,
  }
}

/** Columns are at most this many times as wide as their texts, because an eye loses its row between columns that are far apart. */
const MOST_STRETCH = 1.5
/** A table that would take nearly the whole page takes all of it, so that its edge does not look like a mistake. */
const NEARLY = 0.85
/** @param possible how often the texts fit into the page */
const stretchOf = (possible: number): number =>
  MOST_STRETCH / possible >= NEARLY ? possible : MOST_STRETCH

const sum = (widths: readonly number[]): number => widths.reduce((a, b) => a + b, 0)

/**
 * The size of the letters and the widths of the columns, both in points. Figures, days and words of a title are never broken:
 * where they do not fit, the columns of texts become narrower first, to half of their longest text, and then the letters become smaller.
 * @param available points that the columns may take together
 */
export function fitColumns(
  columns: readonly MeasuredColumn[],
  measure: Measure,
  available: number,
): { size: number; widths: number[] } {
  const needsAt = (size: number) => columns.map(column => needOf(column, measure, size))
  const sizes = SIZES.slice(columns.length > MANY_COLUMNS ? 1 : 0)
  const fits = (need: 'least' | 'twoLines') => (candidate: number) =>
    sum(needsAt(candidate).map(column => column[need])) <= available
  const size =
    sizes.filter(candidate => candidate >= EASY_SIZE).find(fits('twoLines')) ??
    sizes.find(fits('least')) ??
    SIZES[SIZES.length - 1] ??
    5
  const needs = needsAt(size)
  const base = fits('twoLines')(size) ? 'twoLines' : 'least'
  const least = sum(needs.map(need => need[base]))
  const natural = sum(needs.map(need => need.natural))
  const widthOf = (need: ColumnNeed): number => {
    if (natural <= available) return need.natural * stretchOf(available / natural)
    if (least > available) return (need[base] * available) / least
    return need[base] + ((need.natural - need[base]) * (available - least)) / (natural - least)
  }
  return { size, widths: needs.map(widthOf) }
}

/** The columns of a sheet that are printed, each at its place on the page. */
export function placeColumns(
  columns: readonly HeadColumn[],
  measure: Measure,
  left: number,
  available: number,
): { readonly size: number; readonly columns: readonly PdfColumn[] } {
  const printedColumns = columns.flatMap((column, index) =>
    column.paper ? [{ ...column, index }] : [],
  )
  const { size, widths } = fitColumns(printedColumns, measure, available)
  let x = left
  const placedColumns = printedColumns.map((column, i) => {
    const columnWidth = widths[i] ?? 0
    const right = isRightAligned(column.format)
    const placedColumn = { ...column, x, columnWidth, right }
    x += columnWidth
    return placedColumn
  })
  return { size, columns: placedColumns }
}
