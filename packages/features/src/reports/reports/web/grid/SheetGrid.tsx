// A sheet of a report as a grid: only visible rows are drawn, the head and the first column do not scroll, arrow keys move between cells, and words can be found.
import { useRows } from '@flotta/ui/rows.ts'
import { toast } from '@flotta/ui/toast.tsx'
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type RefObject,
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

/** A table whose cells are chosen by keys has the role of a grid, one with rows that fold that of a tree. */
const gridProps = (cell: string | undefined, folds: boolean) =>
  ({ role: folds ? 'treegrid' : 'grid', tabIndex: 0, 'aria-activedescendant': cell }) as const
const CELL = { role: 'gridcell' } as const
const SELECTED = { 'aria-selected': true } as const
const ROW_HEIGHT = 32
const HEAD_HEIGHT = 40
/** Characters of a text that may not fit into its column: the whole text is shown at the pointer. */
const LONG_TEXT = 20
/** px by which a key changes the width of a column. */
const WIDTH_STEP = 16
/** The text of a heading, a note or a gap takes the whole row. */
const spansRow = (kind: RowKind | undefined): boolean =>
  kind === 'heading' || kind === 'note' || kind === 'gap'
const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))

export interface SheetGridProps {
  readonly sheet: ReportSheet
  /** The zone by whose clocks times are shown. */
  readonly zone: string
  /** Totals that open and fold the rows behind them; absent: every row is seen. */
  readonly totals?: {
    readonly isOpen: (row: number) => boolean
    readonly onToggle: (row: number) => void
  }
}
/** @param isFixed a person has set a width; until then the columns share what is left of the window */
const templateOf = (widths: readonly number[], isFixed: boolean) =>
  ({
    '--columns': widths
      .map(width => (isFixed ? `${width}px` : `minmax(${width}px, ${width}fr)`))
      .join(' '),
    width: widths.reduce((sum, width) => sum + width, 0),
  }) as CSSProperties

export function SheetGrid({ sheet, zone, totals }: SheetGridProps) {
  const { t } = useTranslation()
  const { columns, rows, kinds, name } = sheet
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const views = useColumnViews(columns, zone)
  const writers = useMemo(() => views.map(view => view.write), [views])
  const { widths, isFixed, widen, fit } = useWidths(sheet, writers)
  const [hits, setFound] = useState<readonly CellPosition[]>([])
  const foundColumns = useMemo(() => columnsByRow(hits), [hits])
  const { active: chosenCell, setActive, show } = useActiveCell(box, widths)
  const active = { ...chosenCell, row: Math.min(chosenCell.row, Math.max(0, rows.length - 1)) }
  const moveByKeys = useGridKeys({ sheet, writers, box, active, show, widths, widen })
  const visibleRows = useRows({ box, count: rows.length, height: ROW_HEIGHT, overscan: 10 })
  const choose = (event: PointerEvent) => {
    const position = positionOf(event.target)
    if (position !== null) setActive(position)
  }
  const isTotal = (row: number) => totals !== undefined && kinds[row] === 'total'
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isTotal(active.row)) totals?.onToggle(active.row)
    else moveByKeys(event)
  }
  const activeCell =
    rows.length > 0
      ? `${id}-${active.row}-${spansRow(kinds[active.row]) ? 0 : active.column}`
      : undefined
  return (
    <div className={classes.whole}>
      <FindBar key={name} sheet={sheet} writers={writers} onFound={setFound} onShow={show} />
      <div ref={box} className={classes.box}>
        <table
          {...gridProps(activeCell, totals !== undefined)}
          className={classes.table}
          style={templateOf(widths, isFixed)}
          aria-label={name}
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          onKeyDown={onKeyDown}
          onPointerDown={choose}
          onClick={event => {
            const position = positionOf(event.target)
            if (position !== null && isTotal(position.row)) totals?.onToggle(position.row)
          }}
        >
          <GridHead columns={columns} views={views} widths={widths} onWidth={widen} onFit={fit} />
          <tbody className={classes.rows} style={{ height: visibleRows.getTotalSize() }}>
            {visibleRows.getVirtualItems().map(({ index, start }) => {
              const cells = rows[index]
              return cells === undefined ? null : (
                <Row
                  key={index}
                  id={id}
                  index={index}
                  start={start}
                  cells={cells}
                  views={views}
                  kind={kinds[index]}
                  expanded={isTotal(index) ? totals?.isOpen(index) : undefined}
                  active={active.row === index ? active.column : -1}
                  foundColumns={foundColumns.get(index)}
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

/** How the cells of each column are written and aligned. */
function useColumnViews(columns: ReportSheet['columns'], zone: string): readonly ColumnView[] {
  return useMemo(() => {
    const moment = momentWriter(zone)
    return columns.map(column => ({
      key: column.key,
      write: cellWriter(column, moment),
      end: isNumber(column) || undefined,
    }))
  }, [columns, zone])
}

/** The widths of the columns, which a person changes. */
function useWidths(sheet: ReportSheet, writers: readonly CellWriter[]) {
  const [widths, setWidths] = useState(() => initialWidths(sheet, writers))
  const [isFixed, setFixed] = useState(false)
  const widen = (column: number, width: number) => {
    setFixed(true)
    setWidths(before =>
      before.map((before, i) =>
        i === column ? clamp(Math.round(width), MIN_WIDTH, MAX_WIDTH) : before,
      ),
    )
  }
  const fit = (column: number) => widen(column, initialWidths(sheet, writers)[column] ?? 0)
  return { widths, isFixed, widen, fit }
}

/** For each row the columns in which the words were found. */
function columnsByRow(
  positions: readonly CellPosition[],
): ReadonlyMap<number, ReadonlySet<number>> {
  const byRow = new Map<number, Set<number>>()
  for (const { row, column } of positions) byRow.set(row, (byRow.get(row) ?? new Set()).add(column))
  return byRow
}

/** The cell that is chosen, and how one is brought into sight. */
function useActiveCell(box: RefObject<HTMLDivElement | null>, widths: readonly number[]) {
  const [active, setActive] = useState<CellPosition>({ row: 0, column: 0 })
  const show = ({ row, column }: CellPosition) => {
    setActive({ row, column })
    const { current: list } = box
    if (list !== null) scrollToCell(list, { row, column }, widths)
  }
  return { active, setActive, show }
}

/** Scrolls until a cell is seen. The head and the first column do not scroll and cover what lies below them. */
function scrollToCell(
  list: HTMLDivElement,
  { row, column }: CellPosition,
  widths: readonly number[],
): void {
  const top = row * ROW_HEIGHT
  if (top < list.scrollTop) list.scrollTop = top
  else if (top + ROW_HEIGHT > list.scrollTop + list.clientHeight - HEAD_HEIGHT)
    list.scrollTop = top + ROW_HEIGHT - list.clientHeight + HEAD_HEIGHT
  if (column === 0) return
  const start = widths.slice(0, column).reduce((sum, width) => sum + width, 0)
  const right = start + (widths[column] ?? 0)
  const [firstWidth = 0] = widths
  if (start < list.scrollLeft + firstWidth) list.scrollLeft = start - firstWidth
  else if (right > list.scrollLeft + list.clientWidth) list.scrollLeft = right - list.clientWidth
}

/** The cell that an element of the page belongs to; null: none. */
function positionOf(target: EventTarget): CellPosition | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  const row = cell?.closest<HTMLElement>('[data-row]')
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : null
}

/** The keys of the grid: arrows and page keys move, Alt with an arrow changes a width, Ctrl+C copies the cell. */
function useGridKeys({
  sheet: { rows, columns },
  writers,
  box,
  active,
  show,
  widths,
  widen,
}: {
  readonly sheet: ReportSheet
  readonly writers: readonly CellWriter[]
  readonly box: RefObject<HTMLDivElement | null>
  readonly active: CellPosition
  readonly show: (position: CellPosition) => void
  readonly widths: readonly number[]
  readonly widen: (column: number, width: number) => void
}) {
  const { row, column } = active
  const copy = () => {
    const text = writers[column]?.(rows[row]?.[column] ?? null) ?? ''
    if (text !== '' && window.getSelection()?.isCollapsed !== false)
      void navigator.clipboard?.writeText(text).then(() => toast.copied())
  }
  return (event: KeyboardEvent) => {
    const { key, altKey } = event
    if (altKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      event.preventDefault()
      return widen(
        column,
        (widths[column] ?? 0) + (key === 'ArrowRight' ? WIDTH_STEP : -WIDTH_STEP),
      )
    }
    const isFar = event.ctrlKey || event.metaKey
    if (isFar && key === 'c') return copy()
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2)
    const last = { row: rows.length - 1, column: columns.length - 1 }
    const target = targetOf(key, active, last, isFar, page)
    if (target === undefined) return
    event.preventDefault()
    show({ row: clamp(target.row, 0, last.row), column: clamp(target.column, 0, last.column) })
  }
}

/** Where a key leads from a cell, also beyond the edges; undefined: the key leads nowhere. @param isFar to the end of the row or column @param page rows that are seen at once */
function targetOf(
  key: string,
  { row, column }: CellPosition,
  last: CellPosition,
  isFar: boolean,
  page: number,
): CellPosition | undefined {
  const targets: Readonly<Record<string, CellPosition>> = {
    ArrowDown: { row: isFar ? last.row : row + 1, column },
    ArrowUp: { row: isFar ? 0 : row - 1, column },
    ArrowRight: { row, column: isFar ? last.column : column + 1 },
    ArrowLeft: { row, column: isFar ? 0 : column - 1 },
    PageDown: { row: row + page, column },
    PageUp: { row: row - page, column },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? last.row : row, column: last.column },
  }
  return targets[key]
}

function GridHead({
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
  readonly views: readonly ColumnView[]
  readonly kind: RowKind | undefined
  /** Whether the rows behind a total are seen; undefined: it does not fold. */
  readonly expanded: boolean | undefined
  /** Column of the active cell; -1: it is in another row. */
  readonly active: number
  /** Columns in which the words were found. */
  readonly foundColumns: ReadonlySet<number> | undefined
}
const Row = memo(function Row({
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
