// The history of a service: its period, and the list of its events, newest first; only visible rows are rendered.
import type { Range } from '@flotta/ui/range.ts'
import { useRowKeys, useRows } from '@flotta/ui/rows.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { IconMapPin, type TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import shared from '../panel.module.css'
import { HistoryFrame, type HistoryFrameProps } from './HistoryFrame.tsx'
import classes from './history.module.css'
import { useRowCursor } from './useRowCursor.ts'

/** CSS pixels of a row with two lines. */
const ROW_HEIGHT = 48
/** Keys can scroll the list even when its rows are not buttons. */
const KEYBOARD_REACHABLE = { tabIndex: 0 } as const

export interface HistoryProps<T> extends Omit<HistoryFrameProps, 'isEmpty' | 'children'> {
  readonly items: readonly T[]
  /** The content of a row: a `HistoryRow`, or anything of the same height. */
  readonly row: (item: T) => ReactNode
  /** CSS pixels; all rows have this height. */
  readonly rowHeight?: number
  /** The time of an item, epoch ms: pointing at its row marks the moment in charts and on the map. */
  readonly timeOf?: (item: T) => number
}

export function History<T>({
  items,
  row,
  rowHeight = ROW_HEIGHT,
  timeOf,
  ...frame
}: HistoryProps<T>) {
  return (
    <HistoryFrame {...frame} isEmpty={items.length === 0}>
      <HistoryRows
        label={frame.label}
        items={items}
        row={row}
        rowHeight={rowHeight}
        range={frame.range}
        {...(timeOf && { timeOf })}
      />
    </HistoryFrame>
  )
}

const NO_PERIOD: Range = { from: 0, to: 0 }
export interface HistoryRowsProps<T> {
  readonly label: string
  readonly items: readonly T[]
  readonly row: (item: T) => ReactNode
  readonly rowHeight: number
  /** When the period changes, the list scrolls to its top. */
  readonly range?: Range
  readonly timeOf?: (item: T) => number
}
export function HistoryRows<T>({
  label,
  items,
  row,
  rowHeight,
  range = NO_PERIOD,
  timeOf,
}: HistoryRowsProps<T>) {
  const box = useRef<HTMLDivElement>(null)
  const count = items.length
  const rows = useRows({ box, count, height: rowHeight })
  const onKeyDown = useRowKeys(box, rows, count, 'button')
  const { marked, point } = useRowCursor(items, timeOf, range)
  useEffect(() => {
    if (marked !== null) rows.scrollToIndex(marked, { align: 'auto' })
  }, [marked, rows])
  const period = `${range.from} ${range.to}`
  // New rows appear on top; a reader further down keeps the place.
  const shownBefore = useRef({ count, period })
  useLayoutEffect(() => {
    const before = shownBefore.current
    shownBefore.current = { count, period }
    const { current: list } = box
    if (list === null) return
    if (before.period !== period) list.scrollTop = 0
    else if (count > before.count && list.scrollTop > 0)
      list.scrollTop += (count - before.count) * rowHeight
  }, [count, period, rowHeight])
  return (
    <div ref={box} {...KEYBOARD_REACHABLE} className={classes.box}>
      <ul
        aria-label={label}
        className={classes.rows}
        style={{ height: rows.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index]
          return item === undefined ? null : (
            // Counted from the oldest, so that a row keeps its key when new ones arrive.
            <li
              key={count - index}
              data-row={index}
              data-marked={index === marked || undefined}
              {...point(item)}
              aria-setsize={count}
              aria-posinset={index + 1}
              className={classes.place}
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              {row(item)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

export interface HistoryRowProps {
  /** The time of the event. */
  readonly at: string
  /** A period in place of the time. */
  readonly when?: string
  /** Shows the place on the map: the row is then a button with a pin. */
  readonly onShow?: (() => void) | undefined
  readonly icon?: TablerIcon
  /** At the right: a figure, a badge. */
  readonly after?: ReactNode
  readonly children: ReactNode
}

/** One line of a history: the event, with its time below. */
export function HistoryRow({
  at,
  when = formatDateTime(at),
  onShow,
  icon: Icon = IconMapPin,
  after,
  children,
}: HistoryRowProps) {
  const content = (
    <>
      <Icon size={18} stroke={1.6} aria-hidden className={classes.icon ?? ''} />
      <span className={classes.grow}>
        <span className={classes.main}>{children}</span>
        <span className={shared.quiet}>{when}</span>
      </span>
      {after}
    </>
  )
  return onShow === undefined ? (
    <div className={classes.row}>{content}</div>
  ) : (
    <button type="button" className={classes.row} onClick={onShow}>
      {content}
    </button>
  )
}
