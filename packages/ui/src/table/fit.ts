// Which columns fit into the width of a table without overlapping; numbers are never cut.

/** Px between two columns. */
export const GAP = 12
/** Px that a column of text of width 1 needs at least: longer words end with an ellipsis. */
const TEXT = 72
/** Px that a figure or a day needs at least with its head: they are never cut. */
const FIGURE = 96

/** The share of the width that a column gets, and whether its values must not be cut. */
export interface ColumnSize {
  readonly width?: number
  readonly end?: true
  readonly whole?: true
}

/** Px that a column needs at least. */
export const leastWidth = ({ width = 1, end, whole }: ColumnSize): number =>
  Math.round(end || whole ? Math.max(FIGURE, width * TEXT) : width * TEXT)

/**
 * The first columns that stand whole beside each other; at least one.
 * @param room px inside the table; 0: not measured yet, all of them
 * @param opener px of what opens a row, with its gap
 */
export function fittingColumns<C extends ColumnSize>(
  columns: readonly C[],
  room: number,
  opener: number,
): readonly C[] {
  if (room === 0) return columns
  let remaining = room - GAP - opener
  const overflow = columns.findIndex((column, i) => {
    remaining -= leastWidth(column) + GAP
    return i > 0 && remaining < 0
  })
  return overflow < 0 ? columns : columns.slice(0, overflow)
}
