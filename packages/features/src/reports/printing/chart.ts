// The chart of a receipt as shapes: lines of the sensors over the bands of their limits, and lanes of conditions that may explain warm stretches. Screens and
// paper draw the same shapes.
import { offsetAt } from '@flotta/core/zones.ts'
import { type Sensor, sensors } from '../../services/eyecold/rules.ts'
import { type Point, thinOut, timeMarks, valueTicks } from '../chart-axes.ts'
import type { Certificate } from './contract.ts'

type ReceiptRow = Certificate['rows'][number]
/** One of the kinds of conditions: an open door, a defrost, a unit that is off. */
export type ConditionKind = Certificate['conditions'][number]['kind']

/** Room beside the plot, in the unit of the drawing: names of values left, times below. */
const LEFT = 26
const RIGHT = 4
const TOP = 4
const TIMES = 15
/** Height of a lane of conditions, and of the bar in it. */
const LANE = 9
const BAR = 5
/** The least distance between two marks of time, whose words stand below them. */
const TIME_ROOM = 26
/** The least thickness of a bar. */
const THINNEST = 0.8

/** How the lines of the sensors differ on paper without colour: lengths of stroke and space. */
export const lineDashes: Readonly<Record<Sensor, readonly number[]>> = {
  T1: [],
  T2: [5, 2],
  T3: [1.5, 1.5],
  T4: [6, 2, 1.5, 2],
}

/** Shapes in a drawing whose origin is its upper left corner; `d` is the path of an SVG. */
export interface ReceiptChart {
  readonly plot: {
    readonly left: number
    readonly right: number
    readonly top: number
    readonly bottom: number
  }
  /** Marks of values, °C. */
  readonly values: readonly { readonly y: number; readonly value: number }[]
  /** Marks of times; epoch ms. `isDay`: the beginning of a day. */
  readonly times: readonly { readonly x: number; readonly at: number; readonly isDay: boolean }[]
  /** Each pair of limits once, though several sensors have it. */
  readonly bands: readonly { readonly d: string }[]
  readonly setpoints: readonly { readonly d: string }[]
  readonly lines: readonly { readonly sensor: Sensor; readonly d: string }[]
  readonly lanes: readonly {
    readonly kind: ConditionKind
    readonly y: number
    readonly height: number
    readonly bars: readonly { readonly x: number; readonly width: number }[]
  }[]
  readonly height: number
}

/**
 * Makes the chart; null: the receipt has no temperatures.
 * @param width of the drawing
 * @param plotHeight height of its plot
 */
export function receiptChart(
  receipt: Certificate,
  width: number,
  plotHeight: number,
): ReceiptChart | null {
  const { statistics, limits, conditions, timezone } = receipt
  if (statistics.length === 0) return null
  const [from, to] = [Date.parse(receipt.period_from), Date.parse(receipt.period_to)]
  const lines = sensors
    .filter(sensor => statistics.some(s => s.sensor === sensor))
    .map(sensor => ({ sensor, points: pointsOf(sensor, receipt, from) }))
  const lineValues = lines.flatMap(({ points }) => points.flatMap(([, value]) => value ?? []))
  const ticks = valueTicks(...rangeOf(receipt, lineValues))
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  const plot = { left: LEFT, right: width - RIGHT, top: TOP, bottom: TOP + plotHeight }
  const xOf = (at: number): number =>
    plot.left + ((at - from) / Math.max(1, to - from)) * (plot.right - plot.left)
  const yOf = (value: number): number =>
    plot.bottom - ((value - low) / (high - low || 1)) * plotHeight
  const stretches = limits.map(limit => ({
    ...limit,
    left: round(xOf(Date.parse(limit.from))),
    right: round(xOf(Date.parse(limit.to))),
  }))
  const kinds = (['door', 'defrost', 'off'] as const).filter(kind =>
    conditions.some(condition => condition.kind === kind),
  )
  const most = Math.floor((plot.right - plot.left) / TIME_ROOM)
  return {
    plot,
    values: ticks.map(value => ({ y: yOf(value), value })),
    times: timeMarks(from, to, at => at + offsetAt(at, timezone), most).map(({ at, day }) => ({
      x: xOf(at),
      at,
      isDay: day,
    })),
    bands: once(
      stretches.map(({ left, right, setpoint, tolerance }) => {
        const [top, bottom] = [round(yOf(setpoint + tolerance)), round(yOf(setpoint - tolerance))]
        return `M${left} ${top}H${right}V${bottom}H${left}Z`
      }),
    ),
    setpoints: once(
      stretches.map(({ left, right, setpoint }) => `M${left} ${round(yOf(setpoint))}H${right}`),
    ),
    lines: lines.map(({ sensor, points }) => ({
      sensor,
      d: linePath(
        thinOut(points, at => Math.floor(xOf(at) * 2)),
        xOf,
        yOf,
      ),
    })),
    lanes: kinds.map((kind, lane) => ({
      kind,
      y: plot.bottom + TIMES + lane * LANE,
      height: BAR,
      bars: conditions
        .filter(condition => condition.kind === kind)
        .map(condition => {
          const x = xOf(Date.parse(condition.from))
          return { x, width: Math.max(THINNEST, xOf(Date.parse(condition.to)) - x) }
        }),
    })),
    height: plot.bottom + TIMES + kinds.length * LANE,
  }
}

const round = (value: number): number => Math.round(value * 100) / 100
const once = (paths: readonly string[]): { readonly d: string }[] =>
  [...new Set(paths)].map(d => ({ d }))

/** The lowest and highest value that is drawn, limits among them. */
function rangeOf(
  { statistics, limits }: Certificate,
  lineValues: readonly number[],
): [least: number, most: number] {
  const values = [
    ...statistics.flatMap(({ min, max }) => [min, max]),
    ...limits.flatMap(({ setpoint, tolerance }) => [setpoint - tolerance, setpoint + tolerance]),
  ]
  return [
    lineValues.reduce((least, value) => Math.min(least, value), Math.min(...values)),
    lineValues.reduce((most, value) => Math.max(most, value), Math.max(...values)),
  ]
}

/**
 * The values of a sensor with the lowest and highest in between, in the order of time; interrupted where nothing was measured. A reading from
 * before the period that holds when it begins stands at its beginning.
 */
function pointsOf(sensor: Sensor, { rows, gaps, interval }: Certificate, from: number): Point[] {
  const points: (readonly [at: number, value: number])[] = []
  const silences = gaps.map(gap => [Date.parse(gap.from), Date.parse(gap.to)] as const)
  for (const row of rows)
    for (const [at, value] of readingsIn(row, sensor)) points.push([Math.max(at, from), value])
  points.sort((a, b) => a[0] - b[0])
  return points.flatMap((point, i): Point[] => {
    const before = points[i - 1]
    if (before === undefined) return [point]
    const isSilent =
      point[0] - before[0] > 2 * interval * 1_000 ||
      silences.some(([from, to]) => before[0] <= from && to <= point[0])
    return isSilent ? [[before[0] + 1, null], point] : [point]
  })
}
function readingsIn(row: ReceiptRow, sensor: Sensor): (readonly [at: number, value: number])[] {
  const value = row[sensor]
  if (value === null) return []
  const points: (readonly [at: number, value: number])[] = [[Date.parse(row.at), value]]
  const extremes = row.extremes.find(e => e.sensor === sensor)
  if (extremes?.min != null && extremes.min_at !== null)
    points.push([Date.parse(extremes.min_at), extremes.min])
  if (extremes?.max != null && extremes.max_at !== null)
    points.push([Date.parse(extremes.max_at), extremes.max])
  return points
}

function linePath(
  points: readonly Point[],
  xOf: (at: number) => number,
  yOf: (value: number) => number,
): string {
  let isOpen = false
  return points
    .map(point => {
      const [at, value] = point
      if (value === null) {
        isOpen = false
        return ''
      }
      const command = isOpen ? 'L' : 'M'
      isOpen = true
      return `${command}${round(xOf(at))} ${round(yOf(value))}`
    })
    .join('')
}
