// Values over time as datasets and axes of Chart.js: lines with as many points as the width can show, and above them the parts outside of their band.
import { DAY } from '@flotta/core/time.ts'
import { formatDateTime } from '../texts.ts'
import { tokens } from '../theme.ts'
import { extent, outside } from './band.ts'
import { colorOf, type Scheme } from './colors.ts'
import { type OverTime, paletteIndex } from './data.ts'
import { type Point, thin } from './thin.ts'
import { timeTicks } from './time-ticks.ts'

const PIXELS_PER_TICK = 56
/** Longest period whose ticks leave out the year. */
const NO_YEAR_WITHIN = 300 * DAY
/** Radius of a point without a line on either side, px. */
const LONE_POINT_RADIUS = 2

export interface TimeLook {
  readonly small: boolean
  readonly scheme: Scheme
  readonly hidden: ReadonlySet<number>
  readonly width: number
}
export const lineLook = (color: string, small: boolean) => ({
  borderColor: color,
  backgroundColor: color,
  borderWidth: small ? 1.5 : 2,
  pointRadius: 0 as number | number[],
  pointHitRadius: 12,
  pointHoverRadius: small ? 0 : 4,
  tension: 0,
  spanGaps: false,
})

/** A line for each series, then lines for the parts outside of a band (`isOutside`). The tooltip leaves the latter out. */
export function timeLines(
  { period: { from, to }, series, bands = [] }: OverTime,
  { small, scheme, hidden, width }: TimeLook,
) {
  const lines = series.map(({ label, at, values, color, held = false }, i) => {
    const data = thin(at, values, from, to, width)
    // A setting holds until the end of the visible part.
    const last = data.at(-1)
    if (held && last !== undefined && last.x < to && !Number.isNaN(last.y))
      data.push({ x: to, y: last.y })
    return {
      label,
      hidden: hidden.has(i),
      data,
      ...lineLook(color ?? colorOf(paletteIndex(series, i), scheme), small),
      ...(held
        ? { stepped: 'before' as const, borderDash: [5, 4], borderWidth: 1.5 }
        : { pointRadius: pointRadii(data) }),
    }
  })
  const alarmLines = series.flatMap(({ label, within }, i) => {
    const band = within === undefined ? undefined : bands.find(b => b.label === within)
    const line = lines[i]
    if (band === undefined || line === undefined) return []
    const { '--flotta-alarm': alarm } = tokens[scheme]
    return [
      {
        label,
        hidden: line.hidden,
        isOutside: true,
        order: -1,
        data: outside(line.data, band),
        ...lineLook(alarm, small),
        borderWidth: 2.5,
      },
    ]
  })
  return [...lines, ...alarmLines]
}
export const isOutside = (dataset: object): boolean => 'isOutside' in dataset

/** A point between two gaps is drawn as a dot, because no line leads to it. */
function pointRadii(points: readonly Point[]): number | number[] {
  const gap = (i: number) => Number.isNaN(points[i]?.y ?? Number.NaN)
  const radii = points.map((_, i) => (!gap(i) && gap(i - 1) && gap(i + 1) ? LONE_POINT_RADIUS : 0))
  return radii.some(radius => radius > 0) ? radii : 0
}

/** The range that the axis of values must at least show, so that bands and reference lines are visible. */
export function suggestedRange({ period: { from, to }, bands = [], lines = [] }: OverTime): {
  readonly suggestedMin?: number
  readonly suggestedMax?: number
} {
  const values = [
    ...bands.flatMap(band => extent(band, from, to) ?? []),
    ...lines.map(line => line.value),
  ]
  return values.length === 0
    ? {}
    : { suggestedMin: Math.min(...values), suggestedMax: Math.max(...values) }
}

export function timeAxis(
  { from, to }: OverTime['period'],
  color: string,
  font: { readonly family: string; readonly size: number },
) {
  return {
    type: 'linear' as const,
    min: from,
    max: to,
    afterBuildTicks(axis: { width: number; ticks: { value: number; label?: string }[] }) {
      axis.ticks = timeTicks(from, to, Math.max(2, Math.floor(axis.width / PIXELS_PER_TICK))).map(
        tick => ({
          value: tick.at,
          label: tick.isDay
            ? formatDateTime(tick.at, 'date').slice(
                0,
                to - from < NO_YEAR_WITHIN ? 'dd/MM'.length : undefined,
              )
            : formatDateTime(tick.at, 'time'),
        }),
      )
    },
    ticks: {
      color,
      font,
      autoSkip: false,
      maxRotation: 0,
      callback: (
        _: number | string,
        index: number,
        ticks: readonly { readonly label?: unknown }[],
      ) => String(ticks[index]?.label ?? ''),
    },
  }
}
