// The moment under the pointer, shared between the rows of a list and the charts and the map beside it.
import { useCursor } from '@flotta/ui/cursor.ts'
import type { Range } from '@flotta/ui/range.ts'
import { useEffect, useId, useMemo, useState } from 'react'
import { nearestRow } from '../chart-events/rules.ts'

/** A row that is farther from the moment than this share of the period is not marked. */
const NEAR_PART = 1 / 48

export interface RowCursor<T> {
  /** The row of the moment that is pointed at elsewhere; null: none. */
  readonly marked: number | null
  /** Handlers that make the row of an item point at its moment. */
  readonly point: (item: T) => {
    readonly onPointerEnter?: () => void
    readonly onPointerLeave?: () => void
    readonly onFocus?: () => void
    readonly onBlur?: () => void
  }
}
/**
 * Connects a list with the shared moment.
 * @param items newest first
 */
export function useRowCursor<T>(
  items: readonly T[],
  timeOf: ((item: T) => number) | undefined,
  { from, to }: Range,
): RowCursor<T> {
  const source = useId()
  const cursor = useCursor()
  const [marked, setMarked] = useState<number | null>(null)
  const times = useMemo(() => (timeOf === undefined ? [] : items.map(timeOf)), [items, timeOf])
  useEffect(() => {
    const update = () =>
      setMarked(
        cursor.at === null || cursor.source === source
          ? null
          : nearestRow(times, cursor.at, (to - from) * NEAR_PART),
      )
    update()
    return cursor.subscribe(update)
  }, [cursor, source, times, from, to])
  useEffect(() => () => cursor.point(null, source), [cursor, source])
  const point = (item: T) => {
    if (timeOf === undefined) return {}
    const begin = () => cursor.point(timeOf(item), source)
    const end = () => cursor.point(null, source)
    return { onPointerEnter: begin, onPointerLeave: end, onFocus: begin, onBlur: end }
  }
  return { marked, point }
}
