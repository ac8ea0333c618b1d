// The data of a chart as a table: for screen readers, for files and for browsers that cannot draw.
import type { Cell } from '../table/export.ts'
import { formatDateTime, say } from '../texts.ts'
import { type ChartData, isOverTime, type OverTime } from './data.ts'
import { occurrencesOf } from './occurrences.ts'

export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}
/** A row for each label or moment, a column for each series; `first` is the heading of the labels or times. */
export function tableOf(data: ChartData, first: string): Table {
  const head = [first, ...data.series.map(s => s.label)]
  if (!isOverTime(data))
    return {
      head,
      rows: data.labels.map((label, i) => [label, ...data.series.map(s => s.values[i] ?? null)]),
    }
  const { from, to } = data.period
  const columns = data.series.map(s => new Map(s.at.map((at, i) => [at, s.values[i] ?? null])))
  const events = eventColumn(data)
  const times = [...new Set([...data.series.flatMap(s => s.at), ...events.keys()])]
    .filter(at => at >= from && at <= to)
    .sort((a, b) => a - b)
  return {
    head: events.size === 0 ? head : [...head, say('ui.chart.events')],
    rows: times.map(at => [
      formatDateTime(at, 'seconds'),
      ...columns.map(c => c.get(at) ?? null),
      ...(events.size === 0 ? [] : [events.get(at) ?? null]),
    ]),
  }
}
/** The texts of marks and spans, at the moment of their begin, or at the begin of the period when they began earlier. */
function eventColumn(data: OverTime): Map<number, string> {
  const texts = new Map<number, string>()
  for (const { from, text } of occurrencesOf(data)) {
    const at = Math.max(from, data.period.from)
    texts.set(at, [...(texts.has(at) ? [texts.get(at)] : []), text].join(' · '))
  }
  return texts
}
