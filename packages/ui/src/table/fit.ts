// Which columns fit into the width of a table, and how wide each is: its longest content stands whole while there is room.

/** Px between two columns. */
export const GAP = 12
/** Px that a column of text of width 1 needs at least: what is longer takes a second line. */
const TEXT = 72
/** Px that a figure or a day of unknown length needs at least with its head: they are never cut. */
const FIGURE = 96
/** Px that a figure or a day of known length needs at least, so that what comes later moves little. */
const SHORT = 64
/** Px of text that is still shown in one line. */
const LONG = 260
/** Px before words that follow figures, beside the gap: figures end where words begin. */
const AFTER_FIGURES = 12

/** The share of the width that a column gets, and whether its values must not be cut. */
export interface ColumnSize {
  readonly width?: number
  readonly end?: true
  readonly whole?: true
  readonly beside?: number
}
/** A column and the px of its longest content with its head; undefined: not known. */
export interface MeasuredColumn<C extends ColumnSize> {
  readonly column: C
  readonly content: number | undefined
}

/** Px that a column needs at least, and those at which all of it stands in one line. */
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
  /** Px of each. */
  readonly widths: readonly number[]
}
const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0)

/**
 * The first columns that stand whole beside each other, at least one, and their widths.
 * Where there is too little room for all content, the columns of text give way alike; what is left over goes to all by their width.
 * @param room px inside the table; 0: not measured yet, all of them
 * @param opener px of what opens a row, with its gap
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
