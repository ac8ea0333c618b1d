// Looking for words in the cells of a sheet, a slice at a time, so that the page stays quick while there are very many.
import { searchable } from '@flotta/core/searchable.ts'
import type { ReportSheet } from '../../contract.ts'
import type { Write } from './write.ts'

export interface Hit {
  readonly row: number
  readonly column: number
}
/** ms that a slice may take. */
const SLICE = 8
/** Cells between two looks at the clock. */
const CHECKED = 500
/** More are counted by nobody. */
export const MOST_HITS = 10_000

const pause = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 0))

/** Every cell that holds the words, whatever the case, accents and spaces, row by row; at most `MOST_HITS`. Rejects when `signal` aborts. */
export async function find(
  { rows }: Pick<ReportSheet, 'rows'>,
  writers: readonly Write[],
  words: string,
  signal: AbortSignal,
): Promise<Hit[]> {
  const wanted = searchable(words)
  const hits: Hit[] = []
  if (wanted === '') return hits
  let until = performance.now() + SLICE
  let unchecked = 0
  for (const [row, cells] of rows.entries()) {
    for (const [column, cell] of cells.entries()) {
      if (cell === null) continue
      if (searchable(writers[column]?.(cell) ?? '').includes(wanted)) hits.push({ row, column })
      if (hits.length === MOST_HITS) return hits
      if (++unchecked < CHECKED) continue
      unchecked = 0
      if (performance.now() < until) continue
      await pause()
      signal.throwIfAborted()
      until = performance.now() + SLICE
    }
  }
  return hits
}
