// The lines of a receipt, as paper and screen show them: days, samples and gaps.
import { dayAt } from '@flotta/core/zones.ts'
import { type Sensor, setpoints } from '../../services/eyecold/rules.ts'
import type { Receipt } from './contract.ts'

export type ReceiptRow = Receipt['rows'][number]
/** Times are epoch ms; `day` is written `2026-11-22`. */
export type ReceiptLine =
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'row'; readonly at: number; readonly row: ReceiptRow }
  | { readonly kind: 'gap'; readonly from: number; readonly to: number }

/** Lines in the order of time. A gap belongs to the day in which it begins. */
export function linesOf({
  rows,
  gaps,
  timezone,
  interval,
}: Pick<Receipt, 'rows' | 'gaps' | 'timezone' | 'interval'>): ReceiptLine[] {
  const items = [
    // a row is about the interval before it: a gap that began within the interval comes after the row
    ...rows.map(
      row =>
        ({
          kind: 'row',
          at: Date.parse(row.at),
          row,
          since: Date.parse(row.at) - interval * 1_000,
        }) as const,
    ),
    ...gaps.map(
      gap =>
        ({
          kind: 'gap',
          at: Date.parse(gap.from),
          to: Date.parse(gap.to),
          since: Date.parse(gap.from),
        }) as const,
    ),
  ].toSorted((a, b) => a.since - b.since || (a.kind === 'gap' ? -1 : 1))
  const lines: ReceiptLine[] = []
  let last = ''
  for (const line of items) {
    const day = dayAt(line.at, timezone)
    if (day !== last) lines.push({ kind: 'day', day })
    last = day
    lines.push(
      line.kind === 'row'
        ? { kind: 'row', at: line.at, row: line.row }
        : { kind: 'gap', from: line.at, to: line.to },
    )
  }
  return lines
}

/** The columns that have values: sensors that measured something, and setpoints that were reported. */
export function columnsOf({ rows, statistics }: Pick<Receipt, 'rows' | 'statistics'>) {
  return {
    sensors: statistics.map(s => s.sensor) as readonly Sensor[],
    setpoints: setpoints.filter(name => rows.some(row => row[name] !== null)),
  }
}

/** The number of samples, of samples out of tolerance, and of gaps. */
export const countsOf = ({ rows, gaps }: Pick<Receipt, 'rows' | 'gaps'>) => ({
  samples: rows.length,
  out: rows.filter(row => row.marked).length,
  gaps: gaps.length,
})

const reasonMarks = { late: ' +', corrected: ' *' } as const
/** The sign after the time of a row that was written late, corrected, or is not in the register. */
export const markOf = ({
  reason,
  registered,
}: Pick<ReceiptRow, 'reason' | 'registered'>): string =>
  !registered ? ' ~' : reason === null ? '' : reasonMarks[reason]
