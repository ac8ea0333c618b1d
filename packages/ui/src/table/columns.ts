// The columns of a table: their content, the ones that a person has chosen, and the rows in their order below headings.
import { type ReactNode, useMemo } from 'react'
import { usePreference } from '../preferences.ts'
import type { Cell } from './export.ts'
import { type Sort, sortedBy } from './sort.ts'

export interface Column<T> {
  readonly key: string
  readonly label: string
  /** The value that rows are sorted by. It is exported unless there is `written`; numbers stay numbers. */
  readonly value: (row: T) => Cell
  /** What is exported instead of the value, such as a date in the person's language. */
  readonly written?: (row: T) => Cell
  /** What the cell shows; default: what is exported. */
  readonly show?: (row: T) => ReactNode
  /** Whether the column is visible until the person chooses otherwise; default: true. */
  readonly shown?: boolean
  /** The column's share of the width when there is little of it; default 1. */
  readonly width?: number
  /** Width in px of what is beside the text in a cell, such as an icon: such a cell is never cut. */
  readonly beside?: number
  /** The cells are aligned at their end and never cut, as for numbers. */
  readonly end?: true
  /** The cells are never cut, as for days. */
  readonly whole?: true
  /** On a phone's card it has a line of its own, because its texts are long. */
  readonly ownLine?: true
  /** Its values say by themselves what they are, as "● Connected" does: a phone's card shows them without the label. */
  readonly selfEvident?: true
  /** The cells hold links and buttons, as the cards do: there is nothing to sort by and nothing to export. */
  readonly actions?: true
}
/** Headings between rows that belong together. */
export interface Grouping<T> {
  readonly of: (row: T) => string
  /** Text beside a heading, such as a sum. */
  readonly note?: (rows: readonly T[]) => string
}
/** The part of a list that a table has not read yet. */
export interface Rest<T> {
  /** How many rows the whole list has. */
  readonly total: number
  /** Reads the next rows. */
  readonly more: () => void
  /** Reads all missing rows; returns the whole list in its own order. */
  readonly every: () => Promise<readonly T[]>
}
export interface Heading {
  readonly heading: string
  readonly note: string
}
export const isHeading = (line: object): line is Heading => 'heading' in line

/**
 * The rows with a heading before the first of each group; rows of a group are adjacent already. @param isWhole false: the last group may have further
 * rows, so its heading has no note about all of them
 */
export function withHeadings<T extends object>(
  rows: readonly T[],
  { of, note }: Grouping<T>,
  isWhole = true,
): readonly (T | Heading)[] {
  const groups: { readonly heading: string; readonly rows: T[] }[] = []
  for (const row of rows) {
    const heading = of(row)
    const last = groups.at(-1)
    if (last?.heading === heading) last.rows.push(row)
    else groups.push({ heading, rows: [row] })
  }
  return groups.flatMap(({ heading, rows: members }, i) => [
    { heading, note: isWhole || i < groups.length - 1 ? (note?.(members) ?? '') : '' },
    ...members,
  ])
}
/** The exported content of a cell. */
export const textOf = <T>(column: Column<T>, row: T): Cell => (column.written ?? column.value)(row)

/** The columns that the person has chosen, and how to show or hide one. The last visible column stays. */
export function useVisibleColumns<T>(
  name: string,
  columns: readonly Column<T>[],
): readonly [readonly Column<T>[], (key: string) => void] {
  const [lists, storeLists] = usePreference('lists')
  const chosenKeys = lists[name]?.columns
  const visible = useMemo(() => {
    const chosenColumns = columns.filter(column => chosenKeys?.includes(column.key))
    // Another person's view may name columns that this table does not have.
    return chosenColumns.length > 0
      ? chosenColumns
      : columns.filter(column => column.shown !== false)
  }, [columns, chosenKeys])
  const toggle = (key: string) => {
    const next = columns
      .filter(column => (column.key === key ? !visible.includes(column) : visible.includes(column)))
      .map(column => column.key)
    if (next.length > 0) storeLists({ ...lists, [name]: { ...lists[name], columns: next } })
  }
  return [visible, toggle]
}

export const inOrder = <T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  sort: Sort | null,
): readonly T[] =>
  sortedBy(rows, columns.find(({ key }) => key === sort?.key)?.value, sort?.down === true)
export function useSorted<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  sort: Sort | null,
): readonly T[] {
  const key = sort?.key
  const down = sort?.down === true
  return useMemo(
    () => inOrder(rows, columns, key === undefined ? null : { key, down }),
    [rows, columns, key, down],
  )
}
