// A sheet of which the totals alone are seen, and the rows behind those that are open. Pure.
import type { ReportSheet } from '../../contract.ts'

export interface FoldedSheet {
  readonly sheet: ReportSheet
  /** For each row its place in the whole sheet. */
  readonly places: readonly number[]
}

/** The places of the totals. */
export const totalsOf = ({ kinds }: ReportSheet): readonly number[] =>
  Object.entries(kinds)
    .filter(([, kind]) => kind === 'total')
    .map(([place]) => Number(place))
    .toSorted((a, b) => a - b)

/** Behind a total are the rows since the one before it; a total that follows another at once is of the whole sheet. Rows that no total follows are always seen. @param open places of totals */
export function foldedSheet(sheet: ReportSheet, open: ReadonlySet<number>): FoldedSheet {
  const totals = totalsOf(sheet)
  const isWhole = totals.some((place, i) => open.has(place) && i > 0 && totals[i - 1] === place - 1)
  const places: number[] = []
  let next = 0
  for (const [place] of sheet.rows.entries()) {
    while (next < totals.length && (totals[next] ?? 0) < place) next++
    const total = totals[next]
    if (total === undefined || total === place || isWhole || open.has(total)) places.push(place)
  }
  const kinds = Object.fromEntries(
    places.flatMap((place, i) => {
      const kind = sheet.kinds[place]
      return kind === undefined ? [] : [[String(i), kind] as const]
    }),
  )
  return {
    sheet: { ...sheet, rows: places.map(place => sheet.rows[place] ?? []), kinds },
    places,
  }
}
