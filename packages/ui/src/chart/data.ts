// The data of a chart.

/** One line, one set of bars, or the slices of a pie. */
export interface Series {
  readonly label: string
  /** One value for each label; null: a gap. */
  readonly values: readonly (number | null)[]
  /** A fixed colour, such as that of a fleet; default: the next of the palette. */
  readonly color?: string
}
/** Values of categories: months, types, vehicles. */
export interface Categories {
  readonly labels: readonly string[]
  readonly series: readonly Series[]
}
/** A value over time: tens of thousands of points, ordered by time. */
export interface TimeSeries {
  readonly label: string
  /** Epoch ms. */
  readonly at: readonly number[]
  /** Each value holds until the next one, as for settings; the line is dashed. */
  readonly values: readonly (number | null)[]
  readonly color?: string
  /** The label of the series whose colour it shares: a setpoint has that of its sensor. */
  readonly held?: boolean
  /** The label of the series that it belongs to, whose colour it has: a setpoint that of its sensor. */
  readonly like?: string
  /** The label of the band in which values should lie; values outside of it are drawn as alarms. */
  readonly within?: string
}
/** The range in which values should lie. Each step holds until the next one; null: no range from there on. */
export interface Band {
  readonly label: string
  /** Epoch ms, ascending. */
  readonly at: readonly number[]
  readonly low: readonly (number | null)[]
  readonly high: readonly (number | null)[]
}
/** A value to compare with. */
export interface ReferenceLine {
  readonly label: string
  readonly value: number
  readonly color?: string
}
/** An event at one moment. */
export interface Mark {
  /** Epoch ms. */
  readonly at: number
  readonly label: string
  readonly color?: string
  readonly shape?: 'triangle' | 'diamond'
  /** Its name in the legend, which hides all marks of the group. */
  readonly group?: string
  readonly onClick?: () => void
}
/** An event with a duration: an open door, a defrost. */
export interface Span {
  /** Epoch ms; null: it has not ended. */
  readonly from: number
  readonly to: number | null
  /** Its row at the lower edge, and its name in the legend. */
  readonly label: string
  /** Further text, if the label is not enough. */
  readonly text?: string
  readonly color?: string
}
export interface OverTime {
  /** The period of the chart, epoch ms. */
  readonly period: { readonly from: number; readonly to: number }
  readonly series: readonly TimeSeries[]
  readonly bands?: readonly Band[]
  readonly lines?: readonly ReferenceLine[]
  readonly marks?: readonly Mark[]
  /** A row at the lower edge for each label. */
  readonly spans?: readonly Span[]
}
export type ChartData = Categories | OverTime
export const isOverTime = (data: ChartData): data is OverTime => 'period' in data

/** The index of a series in the palette: its own, or that of the series whose colour it shares. */
export function paletteIndex(series: readonly TimeSeries[], index: number): number {
  const { like } = series[index] ?? {}
  const owner = like === undefined ? -1 : series.findIndex(other => other.label === like)
  return owner < 0 ? index : owner
}

/** Largest number of rows of its table. */
export const lengthOf = (data: ChartData): number =>
  isOverTime(data) ? data.series.reduce((sum, s) => sum + s.at.length, 0) : data.labels.length

export const isEmpty = (data: ChartData): boolean =>
  data.series.every(s => s.values.every(v => v === null || v === undefined))

/** The largest `most - 1` parts and the rest, which is shown as one part; all of them when they are at most `most`. */
export function largest<T>(
  parts: readonly T[],
  most: number,
  value: (part: T) => number,
): { readonly shown: readonly T[]; readonly rest: readonly T[] } {
  const largestFirst = [...parts].sort((a, b) => value(b) - value(a))
  return largestFirst.length <= most
    ? { shown: largestFirst, rest: [] }
    : { shown: largestFirst.slice(0, most - 1), rest: largestFirst.slice(most - 1) }
}
