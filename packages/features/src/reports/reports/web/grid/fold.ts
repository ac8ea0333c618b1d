// A folded sheet: its totals, and the rows of those that are open. Pure.
import type { ReportSheet } from '../../contract.ts'

export interface FoldedSheet {
  readonly sheet: ReportSheet
  /** For each shown row its index in the whole sheet. */
  readonly places: readonly number[]
}

/** The indices of the totals. */
export const totalsOf = ({ kinds }: ReportSheet): readonly number[] =>
  Object.entries(kinds)
    .filter(([, kind]) => kind === 'total')
    .map(([place]) => Number(place))
    .toSorted((a, b) => a - b)

/**
 * A total sums up the rows since the total before it; a total right after another one is that of the whole sheet. Rows without a total after them are always
 * shown.
 * @param open indices of totals
 */
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
