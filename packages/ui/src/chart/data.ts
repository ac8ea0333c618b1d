// What a chart shows, and the same as a table: for readers, for a sheet, and where nothing can be drawn.
import type { Cell } from '../table/export.ts'
import { formatDateTime } from '../texts.ts'

/** One line, one set of bars, or the slices of a pie. */
export interface Series {
  readonly label: string
  /** One for each of the labels; null: a gap. */
  readonly values: readonly (number | null)[]
  /** Where the house's own next colour will not do: a fleet's. */
  readonly color?: string
}
/** Things beside one another: months, types, vehicles. */
export interface Categories {
  readonly labels: readonly string[]
  readonly series: readonly Series[]
}
/** A value over time: tens of thousands of points, in their order. */
export interface TimeSeries {
  readonly label: string
  /** Epoch ms. */
  readonly at: readonly number[]
  /** null: a gap, the line is interrupted. */
  readonly values: readonly (number | null)[]
  readonly color?: string
}
export interface OverTime {
  /** What is looked at, epoch ms. */
  readonly period: { readonly from: number; readonly to: number }
  readonly series: readonly TimeSeries[]
}
export type ChartData = Categories | OverTime
export const isOverTime = (data: ChartData): data is OverTime => 'period' in data

export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}
/** A row for each label or each moment, a column for each series; `first` heads the labels or the times. */
export function tableOf(data: ChartData, first: string): Table {
  const head = [first, ...data.series.map(s => s.label)]
  if (!isOverTime(data)) return { head, rows: data.labels.map((label, i) => [label, ...data.series.map(s => s.values[i] ?? null)]) }
  const { from, to } = data.period
  const columns = data.series.map(s => new Map(s.at.map((at, i) => [at, s.values[i] ?? null])))
  const times = [...new Set(data.series.flatMap(s => s.at))].filter(at => at >= from && at <= to).sort((a, b) => a - b)
  return { head, rows: times.map(at => [formatDateTime(at, 'seconds'), ...columns.map(c => c.get(at) ?? null)]) }
}

export const isEmpty = (data: ChartData): boolean => data.series.every(s => s.values.every(v => v === null || v === undefined))

/** The dearest `most` parts, and what is left as one. */
export function largest<T>(parts: readonly T[], most: number, value: (part: T) => number): { readonly shown: readonly T[]; readonly rest: readonly T[] } {
  const sorted = [...parts].sort((a, b) => value(b) - value(a))
  return sorted.length <= most ? { shown: sorted, rest: [] } : { shown: sorted.slice(0, most - 1), rest: sorted.slice(most - 1) }
}
