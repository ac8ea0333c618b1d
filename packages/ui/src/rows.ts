// Long lists that draw only their visible rows (general.82). All rows have one height, which may differ on phones; keys move from row to row.
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { rowFor } from './list-keys.ts'

type Rows = Virtualizer<HTMLElement, Element>

interface Options {
  readonly box: RefObject<HTMLElement | null>
  readonly count: number
  /** The height of a row in pixels; a change of it moves all rows. */
  readonly height: number
  /** Number of rows that are drawn beyond the edges. */
  readonly overscan?: number
  readonly keyOf?: (index: number) => number
}
export function useRows({ box, count, height, overscan = 8, keyOf }: Options): Rows {
  const rows = useVirtualizer<HTMLElement, Element>({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan,
    ...(keyOf && { getItemKey: keyOf }),
  })
  const placedBy = useRef(height)
  useEffect(() => {
    if (placedBy.current === height) return
    placedBy.current = height
    rows.measure()
  }, [rows, height])
  return rows
}

/**
 * Arrows, Home and End move the focus between rows, which have their index as `data-row`. The row that a key leads to may be drawn only later.
 * @param target selects the element of a row that takes the focus: `a`
 * @param isSource whether keys of a focused element count; default: those of every element
 */
export function useRowKeys(
  box: RefObject<HTMLElement | null>,
  rows: Rows,
  count: number,
  target: string,
  isSource: (element: HTMLElement) => boolean = () => true,
): (event: KeyboardEvent<HTMLElement>) => void {
  /** The row that gets the focus as soon as it is drawn. */
  const wantedRow = useRef<number | null>(null)
  const focusWanted = () => {
    const element =
      wantedRow.current === null
        ? null
        : box.current?.querySelector<HTMLElement>(`[data-row="${wantedRow.current}"] ${target}`)
    if (!element) return
    wantedRow.current = null
    element.focus({ preventScroll: true })
  }
  useEffect(focusWanted)
  return event => {
    const element = event.target instanceof HTMLElement ? event.target : null
    const row = element && isSource(element) ? element.closest<HTMLElement>('[data-row]') : null
    const to =
      row === null ? null : rowFor(event.key, wantedRow.current ?? Number(row.dataset.row), count)
    if (to === null) return
    event.preventDefault()
    wantedRow.current = to
    rows.scrollToIndex(to, { align: 'auto' })
    focusWanted()
  }
}
