// A sheet of a report as a grid: only what is seen is drawn, the head and the first column stay, arrows lead from cell to cell, words are found in it.
import { useRows } from '@flotta/ui/rows.ts'
import { toast } from '@flotta/ui/toast.tsx'
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportCell, ReportSheet, RowKind } from '../../contract.ts'
import { type CellWriter, cellWriter, columnHead, isNumber, momentWriter } from './cell-text.ts'
import { FindBar } from './FindBar.tsx'
import type { CellPosition } from './find.ts'
import classes from './grid.module.css'
import { initialWidths, MAX_WIDTH, MIN_WIDTH } from './widths.ts'

/** One whose cells are chosen by keys is a grid, by whatever element it is drawn. */
const gridProps = (cell: string | undefined) =>
  ({ role: 'grid', tabIndex: 0, 'aria-activedescendant': cell }) as const
const CELL = { role: 'gridcell' } as const
const SELECTED = { 'aria-selected': true } as const
const ROW_HEIGHT = 32
const HEAD_HEIGHT = 40
/** Characters that may not fit into a column: they are said in full where the pointer rests. */
const LONG_TEXT = 20
/** px that a key widens a column by. */
const WIDTH_STEP = 16
/** What a heading, a note or a gap says runs over the columns beside it. */
const spansRow = (kind: RowKind | undefined): boolean =>
  kind === 'heading' || kind === 'note' || kind === 'gap'
const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))

export interface SheetGridProps {
  readonly sheet: ReportSheet
  /** By its clocks instants are shown. */
  readonly zone: string
}
export function SheetGrid({ sheet, zone }: SheetGridProps) {
  const { t } = useTranslation()
  const { columns, rows, kinds, name } = sheet
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const drawn = useMemo<readonly ColumnView[]>(() => {
    const moment = momentWriter(zone)
    return columns.map(column => ({
      key: column.key,
      write: cellWriter(column, moment),
      end: isNumber(column) || undefined,
    }))
  }, [columns, zone])
  const writers = useMemo(() => drawn.map(d => d.write), [drawn])
  const [widths, setWidths] = useState(() => initialWidths(sheet, writers))
  const [active, setActive] = useState<CellPosition>({ row: 0, column: 0 })
  const [found, setFound] = useState<readonly CellPosition[]>([])
  const virtual = useRows({ box, count: rows.length, height: ROW_HEIGHT, overscan: 10 })
  const marks = useMemo(() => {
    const byRow = new Map<number, Set<number>>()
    for (const { row, column } of found) byRow.set(row, (byRow.get(row) ?? new Set()).add(column))
    return byRow
  }, [found])

  /** Chooses a cell and brings it into sight: head and first column stand still and cover what lies below them. */
  const show = ({ row, column }: CellPosition) => {
    setActive({ row, column })
    const { current: list } = box
    if (list === null) return
    const top = row * ROW_HEIGHT
    if (top < list.scrollTop) list.scrollTop = top
    else if (top + ROW_HEIGHT > list.scrollTop + list.clientHeight - HEAD_HEIGHT)
      list.scrollTop = top + ROW_HEIGHT - list.clientHeight + HEAD_HEIGHT
    if (column === 0) return
    const left = widths.slice(0, column).reduce((sum, width) => sum + width, 0)
    const right = left + (widths[column] ?? 0)
    const [fixed = 0] = widths
    if (left < list.scrollLeft + fixed) list.scrollLeft = left - fixed
    else if (right > list.scrollLeft + list.clientWidth) list.scrollLeft = right - list.clientWidth
  }
  const widen = (column: number, width: number) =>
    setWidths(old =>
      old.map((w, i) => (i === column ? clamp(Math.round(width), MIN_WIDTH, MAX_WIDTH) : w)),
    )

  const onKeyDown = (event: KeyboardEvent) => {
    const { row, column } = active
    const last = { row: rows.length - 1, column: columns.length - 1 }
    if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      event.preventDefault()
      return widen(
        column,
        (widths[column] ?? 0) + (event.key === 'ArrowRight' ? WIDTH_STEP : -WIDTH_STEP),
      )
    }
    const far = event.ctrlKey || event.metaKey
    if (far && event.key === 'c') {
      const text = writers[column]?.(rows[row]?.[column] ?? null) ?? ''
      if (text !== '' && window.getSelection()?.isCollapsed !== false)
        void navigator.clipboard?.writeText(text).then(() => toast.copied())
      return
    }
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2)
    const moves: Readonly<Record<string, CellPosition>> = {
      ArrowDown: { row: far ? last.row : row + 1, column },
      ArrowUp: { row: far ? 0 : row - 1, column },
      ArrowRight: { row, column: far ? last.column : column + 1 },
      ArrowLeft: { row, column: far ? 0 : column - 1 },
      PageDown: { row: row + page, column },
      PageUp: { row: row - page, column },
      Home: { row: far ? 0 : row, column: 0 },
      End: { row: far ? last.row : row, column: last.column },
    }
    const to = moves[event.key]
    if (to === undefined) return
    event.preventDefault()
    show({ row: clamp(to.row, 0, last.row), column: clamp(to.column, 0, last.column) })
  }
  const choose = (event: PointerEvent) => {
    const cell =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-column]') : null
    const row = cell?.closest<HTMLElement>('[data-row]')
    if (cell && row)
      setActive({ row: Number(row.dataset.row), column: Number(cell.dataset.column) })
  }
  const total = widths.reduce((sum, width) => sum + width, 0)
  const template = {
    '--columns': widths.map(w => `${w}px`).join(' '),
    width: total,
  } as CSSProperties
  return (
    <div className={classes.whole}>
      <FindBar key={name} sheet={sheet} writers={writers} onFound={setFound} onShow={show} />
      <div ref={box} className={classes.box}>
        <table
          {...gridProps(
            rows.length > 0
              ? `${id}-${active.row}-${spansRow(kinds[active.row]) ? 0 : active.column}`
              : undefined,
          )}
          className={classes.table}
          style={template}
          aria-label={name}
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          onKeyDown={onKeyDown}
          onPointerDown={choose}
        >
          <thead className={classes.head}>
            <tr aria-rowindex={1} className={classes.heads} style={{ height: HEAD_HEIGHT }}>
              {columns.map((column, i) => (
                <th
                  key={column.key}
                  scope="col"
                  className={classes.headCell}
                  data-end={drawn[i]?.end}
                  title={columnHead(column)}
                >
                  <span className={classes.text}>{columnHead(column)}</span>
                  <ResizeHandle
                    width={widths[i] ?? 0}
                    onWidth={width => widen(i, width)}
                    onFit={() => widen(i, initialWidths(sheet, writers)[i] ?? 0)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={classes.rows} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const cells = rows[index]
              return cells === undefined ? null : (
                <Row
                  key={index}
                  id={id}
                  index={index}
                  start={start}
                  cells={cells}
                  drawn={drawn}
                  kind={kinds[index]}
                  active={active.row === index ? active.column : -1}
                  marks={marks.get(index)}
                />
              )
            })}
          </tbody>
        </table>
        {rows.length === 0 && <p className={classes.none}>{t('ui.list.nothing')}</p>}
      </div>
    </div>
  )
}

/** How a column's cells are drawn. */
interface ColumnView {
  readonly key: string
  readonly write: CellWriter
  readonly end: true | undefined
}
interface RowProps {
  readonly id: string
  readonly index: number
  readonly start: number
  readonly cells: readonly ReportCell[]
  readonly drawn: readonly ColumnView[]
  readonly kind: RowKind | undefined
  /** Column of the cell that is chosen, -1: in another row. */
  readonly active: number
  /** Columns in which the words were found. */
  readonly marks: ReadonlySet<number> | undefined
}
const Row = memo(function Row({ id, index, start, cells, drawn, kind, active, marks }: RowProps) {
  const wide = spansRow(kind)
  return (
    <tr
      aria-rowindex={index + 2}
      data-row={index}
      data-kind={kind}
      className={classes.row}
      style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
    >
      {(wide ? drawn.slice(0, 1) : drawn).map(({ key, write, end }, i) => {
        const text = write(cells[i] ?? null)
        return (
          <td
            key={key}
            id={`${id}-${index}-${i}`}
            {...CELL}
            {...((active === i || (wide && active > 0)) && SELECTED)}
            aria-colindex={i + 1}
            {...(wide && { colSpan: drawn.length })}
            data-column={i}
            data-end={wide ? undefined : end}
            data-found={marks?.has(i) || undefined}
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

/** The right edge of a column's head: drawn, it is as wide as wanted; clicked twice, as wide as needed. */
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
