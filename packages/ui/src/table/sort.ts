// The order of a table's rows.
import { currentLanguage } from '../texts.ts'
import type { Cell } from './export.ts'

export interface Sort {
  readonly key: string
  readonly down: boolean
}
const isEmpty = (value: Cell): boolean => value === null || value === ''

/** Sorts by a value, with words in the order of the language; rows without a value come last, and equal rows keep their order. */
export function sortedBy<T>(
  rows: readonly T[],
  value: ((row: T) => Cell) | undefined,
  down: boolean,
): readonly T[] {
  if (value === undefined) return rows
  const { compare } = new Intl.Collator(currentLanguage(), { numeric: true, sensitivity: 'base' })
  const withKeys = rows.map(row => ({ row, key: value(row) }))
  withKeys.sort(({ key: a }, { key: b }) => {
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b))
    const order =
      typeof a === 'number' && typeof b === 'number'
        ? a - b
        : a === b
          ? 0
          : compare(String(a), String(b))
    return down ? -order : order
  })
  return withKeys.map(({ row }) => row)
}

/** A sort order in an address: `plate` ascending, `-plate` descending. */
export const parseSort = (text: string | undefined): Sort | null =>
  text === undefined || text === ''
    ? null
    : text.startsWith('-')
      ? { key: text.slice(1), down: true }
      : { key: text, down: false }
export const sortText = (sort: Sort | null): string | undefined =>
  sort === null ? undefined : `${sort.down ? '-' : ''}${sort.key}`
/** The first click on a column sorts ascending, the second descending, the third not at all. */
export const nextSort = (sort: Sort | null, key: string): Sort | null =>
  sort?.key !== key ? { key, down: false } : sort.down ? null : { key, down: true }
