// Loads the rows of a board as they come into view, a page at a time, reads them again every few seconds, and loads the lines of the rows in view.
import { query } from '@flotta/ui/api.ts'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { type BoardLine, type BoardRow, type boards, MOST_LINES } from '../contract.ts'

export type Endpoints = (typeof boards)[number]
export interface BoardQuestion {
  readonly search?: string
  readonly filter?: string
  readonly fleet_ids?: string
}
/** Rows of a page: at most the vehicles whose lines one call returns. */
const PER_PAGE = Math.min(50, MOST_LINES)
const POLL_MS = 5_000
const LINES_POLL_MS = 120_000

export interface LoadedBoard {
  /** undefined: not loaded yet. */
  readonly rowAt: (index: number) => BoardRow | undefined
  readonly total: number
  readonly counts: Readonly<Record<string, number>>
}
export interface BoardData {
  /** undefined: nothing is loaded yet. */
  readonly board: LoadedBoard | undefined
  readonly error: Error | null
  readonly refetch: () => void
  /** The shown rows belong to an earlier filter or search. */
  readonly isStale: boolean
  readonly lines: ReadonlyMap<string, BoardLine>
  /** Reports which rows are in view. */
  readonly showRows: (first: number, last: number) => void
}
export const lineKey = (vehicle_id: number, part: number | null): string =>
  `${vehicle_id}-${part ?? ''}`

export function useBoard(endpoints: Endpoints, asked: BoardQuestion): BoardData {
  const [pages, setPages] = useState<readonly number[]>([1])
  const { board, vehicles, error, refetch } = useQueries({
    queries: pages.map(page => ({
      ...query(endpoints.rows, { query: { ...asked, page, per_page: PER_PAGE } }),
      refetchInterval: POLL_MS,
    })),
    combine: useCallback(
      (answers: readonly Answer<RowsAnswer>[]) => ({
        board: boardFrom(
          pages,
          answers.map(answer => answer.data),
        ),
        vehicles: answers
          .map(({ data }) => [...new Set(data?.data.map(row => row.vehicle_id))])
          .map(ids => ids.sort((a, b) => a - b).join(','))
          .filter(ids => ids !== ''),
        error: answers.find(answer => answer.error !== null)?.error ?? null,
        refetch: () => {
          for (const answer of answers) void answer.refetch()
        },
      }),
      [pages],
    ),
  })
  const lastBoard = useRef<LoadedBoard | undefined>(undefined)
  if (board !== undefined) lastBoard.current = board
  const shownBoard = board ?? lastBoard.current
  const showRows = useCallback((from: number, to: number) => {
    const pageOf = (index: number) => Math.floor(Math.max(0, index) / PER_PAGE) + 1
    const [first, last] = [pageOf(from), pageOf(to)]
    setPages(before =>
      before[0] === first && before.at(-1) === last
        ? before
        : Array.from({ length: last - first + 1 }, (_, i) => first + i),
    )
  }, [])
  return {
    board: shownBoard,
    error,
    refetch,
    isStale: board === undefined && shownBoard !== undefined,
    lines: useLines(endpoints, vehicles),
    showRows,
  }
}

interface RowsAnswer {
  readonly data: readonly BoardRow[]
  readonly meta: { readonly total: number; readonly counts: Readonly<Record<string, number>> }
}
interface Answer<D> {
  readonly data: D | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}
/** undefined: no page is loaded yet. */
function boardFrom(
  pages: readonly number[],
  answers: readonly (RowsAnswer | undefined)[],
): LoadedBoard | undefined {
  const first = answers.find(answer => answer !== undefined)
  if (first === undefined) return undefined
  const rows = new Map<number, BoardRow>()
  for (const [i, answer] of answers.entries())
    for (const [n, row] of answer?.data.entries() ?? [])
      rows.set(((pages[i] ?? 1) - 1) * PER_PAGE + n, row)
  return {
    rowAt: index => rows.get(index),
    total: first.meta.total,
    counts: first.meta.counts,
  }
}

/** The lines of the vehicles on each page. Loaded lines stay while the page is read again. */
function useLines(endpoints: Endpoints, pages: readonly string[]): ReadonlyMap<string, BoardLine> {
  const linesByKey = useRef<ReadonlyMap<string, BoardLine>>(new Map())
  return useQueries({
    queries: pages.map(vehicles => ({
      ...query(endpoints.lines, { query: { vehicles } }),
      staleTime: LINES_POLL_MS,
      refetchInterval: LINES_POLL_MS,
    })),
    combine: useCallback((answers: readonly Answer<readonly BoardLine[]>[]) => {
      const lines = new Map(linesByKey.current)
      for (const line of answers.flatMap(answer => answer.data ?? []))
        lines.set(lineKey(line.vehicle_id, line.part), line)
      linesByKey.current = lines
      return lines
    }, []),
  })
}
