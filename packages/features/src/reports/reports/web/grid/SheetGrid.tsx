// A sheet of a report as a grid: only visible rows are drawn, the head and the first column do not scroll, arrow keys move between cells, and words can be found.
import { useRows } from '@flotta/ui/rows.ts'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportSheet } from '../../contract.ts'
import { type CellWriter, cellWriter, isNumber, momentWriter } from './cell-text.ts'
import { FindBar } from './FindBar.tsx'
import type { CellPosition } from './find.ts'
import { type ColumnView, GridHead, ROW_HEIGHT, Row, spansRow } from './GridRows.tsx'
import classes from './grid.module.css'
import { clamp, positionOf, useActiveCell, useGridKeys } from './useGridKeys.ts'
import { initialWidths, MAX_WIDTH, MIN_WIDTH } from './widths.ts'

/** A table whose cells are chosen by keys has the role of a grid, one with rows that fold that of a tree. */
const gridProps = (cell: string | undefined, folds: boolean) =>
  ({ role: folds ? 'treegrid' : 'grid', tabIndex: 0, 'aria-activedescendant': cell }) as const
export interface SheetGridProps {
  readonly sheet: ReportSheet
  /** The zone by whose clocks times are shown. */
  readonly zone: string
  /** Totals that fold and unfold their rows; absent: every row is shown. */
  readonly totals?: {
    readonly isOpen: (row: number) => boolean
    readonly onToggle: (row: number) => void
  }
}
/**
 * The grid template of the widths.
 * @param isFixed a person has set a width; until then the columns share the rest of the window
 */
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
