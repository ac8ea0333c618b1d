// Arrows, Home, End and the page keys in lists of buttons.
import type { KeyboardEvent } from 'react'

/** Number of rows that a page key moves. */
const PAGE = 8

/** The row that a key leads to from row `at` of `count`; null: the key is not handled. */
export function rowFor(key: string, at: number, count: number): number | null {
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: count - 1,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
  }[key]
  return to === undefined || count === 0 ? null : Math.min(count - 1, Math.max(0, to))
}

/** For a list with all rows in the page: moves the focus from button to button. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a[href]')]
  const at = event.target instanceof HTMLElement ? rows.indexOf(event.target) : -1
  const to =
    at < 0 || event.ctrlKey || event.altKey || event.metaKey
      ? null
      : rowFor(event.key, at, rows.length)
  if (to === null) return
  event.preventDefault()
  rows[to]?.focus()
}
