// Finds words in the cells of a sheet, in short slices, so that the page stays responsive in large sheets.
import { searchable } from '@flotta/core/searchable.ts'
import type { ReportSheet } from '../../contract.ts'
import type { CellWriter } from './cell-text.ts'

export interface CellPosition {
  readonly row: number
  readonly column: number
}
/** ms that a slice may take. */
const SLICE_MS = 8
/** Cells between two looks at the clock. */
const CELLS_PER_CHECK = 500
/** The search stops after this many cells. */
export const MAX_HITS = 10_000

const pause = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 0))

/** Every cell that contains the words, regardless of case, accents and spaces, row by row; at most `MAX_HITS`. Rejects when `signal` aborts. */
export async function findCells(
  { rows }: Pick<ReportSheet, 'rows'>,
  writers: readonly CellWriter[],
  words: string,
  signal: AbortSignal,
): Promise<CellPosition[]> {
  const searchText = searchable(words)
  const hits: CellPosition[] = []
  if (searchText === '') return hits
  let until = performance.now() + SLICE_MS
  let cellsSinceCheck = 0
  for (const [row, cells] of rows.entries()) {
    for (const [column, cell] of cells.entries()) {
      if (cell === null) continue
      if (searchable(writers[column]?.(cell) ?? '').includes(searchText)) hits.push({ row, column })
      if (hits.length === MAX_HITS) return hits
      if (++cellsSinceCheck < CELLS_PER_CHECK) continue
      cellsSinceCheck = 0
      if (performance.now() < until) continue
      await pause()
      signal.throwIfAborted()
      until = performance.now() + SLICE_MS
    }
  }
  return hits
}
