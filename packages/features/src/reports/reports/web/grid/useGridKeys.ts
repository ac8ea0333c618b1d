// Keys and pointer in a sheet: which cell is active, and how it is scrolled into view.
import { copyText } from '@flotta/ui/copy.ts'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { ReportSheet } from '../../contract.ts'
import type { CellWriter } from './cell-text.ts'
import type { CellPosition } from './find.ts'
import { HEAD_HEIGHT, ROW_HEIGHT, WIDTH_STEP } from './GridRows.tsx'

export const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))

/** The active cell, and a function that scrolls a cell into view. */
export function useActiveCell(box: RefObject<HTMLDivElement | null>, widths: readonly number[]) {
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
export function positionOf(target: EventTarget): CellPosition | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  const row = cell?.closest<HTMLElement>('[data-row]')
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : null
}

/** The keys of the grid: arrows and page keys move, Alt with an arrow changes a width, Ctrl+C copies the cell. */
export function useGridKeys({
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
    if (text !== '' && window.getSelection()?.isCollapsed !== false) void copyText(text)
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

/**
 * The cell to which a key leads, possibly beyond the edges; undefined: the key does not move.
 * @param isFar to the end of the row or column
 * @param page number of visible rows
 */
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
