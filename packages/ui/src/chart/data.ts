// The data of a chart.

/** One line, one set of bars, or the slices of a pie. */
export interface Series {
  readonly label: string
  /** One for each of the labels; null: a gap. */
  readonly values: readonly (number | null)[]
  /** A colour of its own, such as that of a fleet; default: the next of the palette. */
  readonly color?: string
}
/** Values of categories: months, types, vehicles. */
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
  /** Each value holds until the next one, as settings do; drawn dashed. */
  readonly held?: boolean
  /** The label of the series that it belongs to, whose colour it has: a setpoint that of its sensor. */
  readonly like?: string
  /** The label of the band in which values should be; values outside are drawn as alarms. */
  readonly within?: string
}
/** The range in which values should be. Each step holds until the next; null: no range from there on. */
export interface Band {
  readonly label: string
  /** Epoch ms, in their order. */
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
/** Something that happened. */
export interface Mark {
  /** Epoch ms. */
  readonly at: number
  readonly label: string
  readonly color?: string
  readonly shape?: 'triangle' | 'diamond'
  /** Its name in the legend, which takes all marks of the group out. */
  readonly group?: string
  readonly onClick?: () => void
}
/** Something that lasted: an open door, a defrost. */
export interface Span {
  /** Epoch ms; null: it goes on. */
  readonly from: number
  readonly to: number | null
  /** Its row at the lower edge, and its name in the legend. */
  readonly label: string
  /** Further text, where the label is not enough. */
  readonly text?: string
  readonly color?: string
}
export interface OverTime {
  /** What is looked at, epoch ms. */
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

/** The place of a series in the palette: its own, or that of the one that it belongs to. */
export function paletteIndex(series: readonly TimeSeries[], index: number): number {
  const { like } = series[index] ?? {}
  const owner = like === undefined ? -1 : series.findIndex(other => other.label === like)
  return owner < 0 ? index : owner
}

/** Rows of its table, at most. */
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
