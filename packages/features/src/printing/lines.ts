// A receipt line by line, as paper and screen show it: days, samples, and the silence between them.
import { dayAt } from '@flotta/core/zones.ts'
import type { Sensor } from '../register/contract.ts'
import { setpoints } from '../services/eyecold/rules.ts'
import type { Receipt } from './contract.ts'

export type Row = Receipt['rows'][number]
/** Epoch ms; `day` as `2026-11-22`. */
export type Line =
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'row'; readonly at: number; readonly row: Row }
  | { readonly kind: 'gap'; readonly from: number; readonly to: number }

/** In the order of time. A gap stands in the day in which it begins. */
export function linesOf({ rows, gaps, timezone }: Pick<Receipt, 'rows' | 'gaps' | 'timezone'>): Line[] {
  const told = [
    ...rows.map(row => ({ kind: 'row', at: Date.parse(row.at), row }) as const),
    ...gaps.map(gap => ({ kind: 'gap', at: Date.parse(gap.from), to: Date.parse(gap.to) }) as const),
  ].toSorted((a, b) => a.at - b.at || (a.kind === 'gap' ? 1 : -1))
  const lines: Line[] = []
  let last = ''
  for (const line of told) {
    const day = dayAt(line.at, timezone)
    if (day !== last) lines.push({ kind: 'day', day })
    last = day
    lines.push(line.kind === 'row' ? line : { kind: 'gap', from: line.at, to: line.to })
  }
  return lines
}

/** The columns that say something: sensors that measured, setpoints that were told. */
export function columnsOf({ rows, statistics }: Pick<Receipt, 'rows' | 'statistics'>) {
  return {
    sensors: statistics.map(s => s.sensor) as readonly Sensor[],
    setpoints: setpoints.filter(name => rows.some(row => row[name] !== null)),
  }
}

/** How many samples, how many of them out of range, how many interruptions. */
export const countsOf = ({ rows, gaps }: Pick<Receipt, 'rows' | 'gaps'>) => ({
  samples: rows.length,
  out: rows.filter(row => row.marked).length,
  gaps: gaps.length,
})

/** What stands behind the time of a row that was not written in its turn. */
export const reasonMarks = { late: ' +', corrected: ' *' } as const
