// The rows of a sheet: its head, whose columns are made wider or narrower, and the rows of cells.
import { memo, useRef } from 'react'
import type { ReportCell, ReportSheet, RowKind } from '../../contract.ts'
import { type CellWriter, columnHead } from './cell-text.ts'
import classes from './grid.module.css'

const CELL = { role: 'gridcell' } as const
const SELECTED = { 'aria-selected': true } as const
export const ROW_HEIGHT = 32
export const HEAD_HEIGHT = 40
/** Characters of a text that may not fit into its column: the whole text is shown at the pointer. */
const LONG_TEXT = 20
/** The text of a heading, a note or a gap takes the whole row. */
export const spansRow = (kind: RowKind | undefined): boolean =>
  kind === 'heading' || kind === 'note' || kind === 'gap'
/** px by which a key changes the width of a column. */
export const WIDTH_STEP = 16
export function GridHead({
  columns,
  views,
  widths,
  onWidth,
  onFit,
}: {
  readonly columns: ReportSheet['columns']
  readonly views: readonly ColumnView[]
  readonly widths: readonly number[]
  readonly onWidth: (column: number, width: number) => void
  readonly onFit: (column: number) => void
}) {
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1} className={classes.heads} style={{ height: HEAD_HEIGHT }}>
        {columns.map((column, i) => (
          <th
            key={column.key}
            scope="col"
            className={classes.headCell}
            data-end={views[i]?.end}
            title={columnHead(column)}
          >
            <span className={classes.text}>{columnHead(column)}</span>
            <ResizeHandle
              width={widths[i] ?? 0}
              onWidth={width => onWidth(i, width)}
              onFit={() => onFit(i)}
            />
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** How the cells of a column are written and aligned. */
export interface ColumnView {
  readonly key: string
  readonly write: CellWriter
  readonly end: true | undefined
}
interface RowProps {
  readonly id: string
  readonly index: number
  readonly start: number
  readonly cells: readonly ReportCell[]
  readonly views: readonly ColumnView[]
  readonly kind: RowKind | undefined
  /** Whether the rows of a total are shown; undefined: the row does not fold. */
  readonly expanded: boolean | undefined
  /** Column of the active cell; -1: it is in another row. */
  readonly active: number
  /** Columns in which the words were found. */
  readonly foundColumns: ReadonlySet<number> | undefined
}
export const Row = memo(function Row({
  id,
  index,
  start,
  cells,
  views,
  kind,
  expanded,
  active,
  foundColumns,
}: RowProps) {
  const wide = spansRow(kind)
  return (
    <tr
      aria-rowindex={index + 2}
      data-row={index}
      data-kind={kind}
      aria-expanded={expanded}
      className={classes.row}
      style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
    >
      {(wide ? views.slice(0, 1) : views).map(({ key, write, end }, i) => {
        const text = write(cells[i] ?? null)
        return (
          <td
            key={key}
            id={`${id}-${index}-${i}`}
            {...CELL}
            {...((active === i || (wide && active > 0)) && SELECTED)}
            aria-colindex={i + 1}
            {...(wide && { colSpan: views.length })}
            data-column={i}
            data-end={wide ? undefined : end}
            data-found={foundColumns?.has(i) || undefined}
            className={classes.cell}
            title={text.length > LONG_TEXT ? text : undefined}
          >
            {text}
          </td>
        )
      })}
    </tr>
  )
})

/** The right edge of a column's head: dragged, it changes the width; clicked twice, it makes the column as wide as its texts. */
function ResizeHandle({
  width,
  onWidth,
  onFit,
}: {
  readonly width: number
  readonly onWidth: (width: number) => void
  readonly onFit: () => void
}) {
  const began = useRef<{ readonly x: number; readonly width: number } | null>(null)
  return (
    <span
      aria-hidden
      className={classes.edge}
      onPointerDown={event => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        began.current = { x: event.clientX, width }
      }}
      onPointerMove={event =>
        began.current !== null && onWidth(began.current.width + event.clientX - began.current.x)
      }
      onPointerUp={() => {
        began.current = null
      }}
      onPointerCancel={() => {
        began.current = null
      }}
      onDoubleClick={onFit}
    />
  )
}
