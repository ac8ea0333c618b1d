// The columns that fit into the width of a table, and their widths: the longest content is shown completely when there is enough space.

/** Space between two columns, px. */
export const GAP = 12
/** Smallest width of a text column of width 1, px; a longer text continues on a second line. */
const TEXT = 72
/** Smallest width of a column of figures or days of unknown length with its head, px; they are never cut. */
const FIGURE = 96
/** Smallest width of a column of figures or days of known length, px, so that later content moves little. */
const SHORT = 64
/** Longest text that is still shown in one line, px. */
const LONG = 260
/** Additional space before text that follows figures, px, because figures end where text begins. */
const AFTER_FIGURES = 12

/** The share of the width that a column gets, and whether its values must not be cut. */
export interface ColumnSize {
  readonly width?: number
  readonly end?: true
  readonly whole?: true
  readonly beside?: number
}
/** A column with the width of its longest content and its head, px; undefined: unknown. */
export interface MeasuredColumn<C extends ColumnSize> {
  readonly column: C
  readonly content: number | undefined
}

/** The smallest width of a column, and the width that shows all of it in one line, px. */
export function extentOf(
  { width = 1, end, whole, beside }: ColumnSize,
  content: number | undefined,
): { readonly least: number; readonly full: number } {
  const share = Math.round(width * TEXT)
  if (content === undefined) {
    const px = end || whole ? Math.max(FIGURE, share) : share
    return { least: px, full: px }
  }
  if (end || whole) {
    const px = Math.max(SHORT, content)
    return { least: px, full: px }
  }
  const full = Math.max(share, Math.min(content, LONG))
  return { least: beside === undefined ? share : full, full }
}

export interface Fit<C> {
  readonly columns: readonly C[]
  /** Width of each column, px. */
  readonly widths: readonly number[]
}
const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0)

/**
 * The first columns that fit completely beside each other, at least one, and their widths.
 * When there is not enough space for all content, the text columns shrink evenly; remaining space is shared by all columns according to their width.
 * @param room px inside the table; 0: not measured yet, all columns
 * @param opener width of the button that opens a row, with its gap, px
 */
export function fitColumns<C extends ColumnSize>(
  measured: readonly MeasuredColumn<C>[],
  room: number,
  opener: number,
): Fit<C> {
  const extents = measured.map(({ column, content }, i) => {
    const { least, full } = extentOf(column, content)
    const before = !column.end && measured[i - 1]?.column.end ? AFTER_FIGURES : 0
    return { least: least + before, full: full + before }
  })
  const inside = room - GAP - opener
  let remaining = inside
  const overflow = extents.findIndex(({ least }, i) => {
    remaining -= least + GAP
    return i > 0 && remaining < 0
  })
  const count = room === 0 || overflow < 0 ? measured.length : overflow
  const columns = measured.slice(0, count).map(({ column }) => column)
  const fitting = extents.slice(0, count)
  const full = sum(fitting.map(extent => extent.full))
  const free = inside - GAP * count - full
  if (room === 0) return { columns, widths: fitting.map(extent => extent.full) }
  const give = full - sum(fitting.map(extent => extent.least))
  const widths = fitting.map(extent =>
    free >= 0
      ? extent.full + (free * extent.full) / full
      : extent.full + (give === 0 ? 0 : (free * (extent.full - extent.least)) / give),
  )
  return { columns, widths: widths.map(Math.floor) }
}
