// Converts the content of a chart to the input of Chart.js: data, axes and tooltips in the product's look and the reader's language.
import type { ChartOptions, ChartType, ChartData as Drawn } from 'chart.js'
import { formatDateTime, formatNumber, say } from '../texts.ts'
import { tokens } from '../theme.ts'
import { isOutsideOf } from './band.ts'
import { colorOf, type Scheme } from './colors.ts'
import { type ChartData, isOverTime } from './data.ts'
import { occurrencesAt } from './occurrences.ts'
import { isOutside, lineLook, suggestedRange, timeAxis, timeLines } from './over-time.ts'

export type ChartKind = 'line' | 'bar' | 'pie' | 'doughnut'
export interface Look {
  readonly type: ChartKind
  readonly unit?: string | undefined
  readonly decimals?: number | undefined
  /** Without axes and tooltips: a shape beside a figure. */
  readonly small: boolean
  readonly stacked: boolean
  readonly scheme: Scheme
  /** Indices of the series or slices that the person has hidden. */
  readonly hidden: ReadonlySet<number>
  /** Width, pixels. */
  readonly width: number
  /** The language of its numbers. */
  readonly language: string
  /** Range of the axis of values; absent: that of the data. */
  readonly range?: readonly [number, number] | undefined
}
export type AnyData = Drawn<ChartType, unknown[], unknown>

export const isRound = (type: ChartKind): boolean => type === 'pie' || type === 'doughnut'
export const valueText = (value: number, { unit, decimals }: Look): string =>
  formatNumber(value, {
    ...(unit !== undefined && { unit }),
    ...(decimals !== undefined && { decimals }),
  })
/** A number of an axis, with enough decimals to distinguish its steps. */
const onAxis = (value: number, step: number, { unit }: Look): string =>
  formatNumber(value, {
    ...(unit !== undefined && { unit }),
    decimals: Math.max(0, Math.min(3, -Math.floor(Math.log10(step || 1)))),
  })

export function drawnData(data: ChartData, look: Look): AnyData {
  const { type, small, scheme, hidden } = look
  const ground = tokens[scheme]['--flotta-surface']
  if (isOverTime(data)) return { datasets: timeLines(data, look) }
  const { labels, series } = data
  return {
    labels: [...labels],
    datasets: series.map(({ label, values, color }, i) => ({
      label,
      data: isRound(type)
        ? values.map((value, slice) => (hidden.has(slice) ? null : value))
        : [...values],
      ...(isRound(type)
        ? {
            backgroundColor: labels.map((_, slice) => colorOf(slice, scheme)),
            borderColor: ground,
            borderWidth: small ? 1 : 2,
            hoverOffset: small ? 0 : 4,
          }
        : {
            hidden: hidden.has(i),
            ...(type === 'line'
              ? lineLook(color ?? colorOf(i, scheme), small)
              : {
                  backgroundColor: color ?? colorOf(i, scheme),
                  borderRadius: small ? 1 : 3,
                  maxBarThickness: 40,
                  categoryPercentage: small ? 0.9 : 0.8,
                }),
          }),
    })),
  }
}
export function drawnOptions(data: ChartData, look: Look): ChartOptions {
  const { type, small, stacked, scheme, range } = look
  const colors = tokens[scheme]
  const quiet = colors['--flotta-text-quiet']
  const font = { family: "'Inter Variable', Inter, system-ui, sans-serif", size: 12 }
  const common: ChartOptions = {
    responsive: true,
    maintainAspectRatio: false,
    // An animation would delay what follows: each of its frames is drawn anew, and it would lag behind gestures that zoom.
    animation: false,
    color: quiet,
    font,
    layout: { padding: small ? 1 : isRound(type) ? 4 : 0 },
    events: small ? [] : ['mousemove', 'mouseout', 'click', 'touchstart', 'touchmove'],
    plugins: {
      legend: { display: false },
      tooltip: {
        enabled: !small,
        // Beside the moment and at the top, so that it hides neither the point nor the following ones.
        ...(isOverTime(data) && { position: 'aside' as const, caretSize: 0 }),
        backgroundColor: colors['--flotta-raised'],
        borderColor: colors['--flotta-border'],
        borderWidth: 1,
        titleColor: quiet,
        titleFont: { ...font, weight: 'normal' },
        bodyColor: colors['--flotta-text'],
        bodyFont: { ...font, weight: 550 },
        footerColor: quiet,
        footerFont: { ...font, weight: 'normal' },
        padding: 8,
        cornerRadius: 6,
        boxWidth: 8,
        boxHeight: 8,
        boxPadding: 6,
        callbacks: tooltip(data, look),
        filter: (item: { readonly dataset: object }) => !isOutside(item.dataset),
      },
    },
  }
  if (isRound(type))
    return {
      ...common,
      ...(type === 'doughnut' && { cutout: small ? '60%' : '64%' }),
    } as ChartOptions
  const x = isOverTime(data)
    ? timeAxis(data.period, quiet, font)
    : { ticks: { color: quiet, font, maxRotation: 0, autoSkipPadding: 12 } }
  return {
    ...common,
    ...(isOverTime(data) && { parsing: false as const, normalized: true }),
    interaction: {
      mode: isOverTime(data) ? ('moment' as const) : ('index' as const),
      intersect: false,
      axis: 'x' as const,
    },
    scales: {
      x: {
        ...x,
        display: !small,
        stacked,
        grid: { display: false },
        border: { color: colors['--flotta-border'] },
      },
      y: {
        display: !small,
        stacked,
        beginAtZero: type === 'bar',
        ...(range !== undefined
          ? { min: range[0], max: range[1] }
          : isOverTime(data) && suggestedRange(data)),
        border: { display: false },
        grid: { color: colors['--flotta-border'] },
        ticks: {
          color: quiet,
          font,
          maxTicksLimit: 6,
          // Counts have no decimals.
          ...(look.decimals !== undefined && { precision: look.decimals }),
          callback: (value, _, ticks) =>
            onAxis(Number(value), Math.abs((ticks[1]?.value ?? 1) - (ticks[0]?.value ?? 0)), look),
        },
      },
    },
  } as ChartOptions
}

/** The box of a moment also names marks within this distance, pixels. */
const NEAR_MARK = 12

interface TooltipItem {
  readonly datasetIndex: number
  readonly label: string
  readonly dataIndex: number
  readonly dataset: { readonly label?: string | undefined; readonly data: readonly unknown[] }
  readonly parsed: unknown
}
function tooltip(data: ChartData, look: Look) {
  const round = isRound(look.type)
  const numberOf = ({ parsed }: TooltipItem): number =>
    typeof parsed === 'number' ? parsed : ((parsed as { y?: number } | null)?.y ?? Number.NaN)
  return {
    title: (items: readonly TooltipItem[]) => {
      const [first] = items
      if (first === undefined || round) return ''
      return isOverTime(data)
        ? formatDateTime((first.parsed as { x: number }).x, 'seconds')
        : first.label
    },
    label: (item: TooltipItem) => {
      const value = numberOf(item)
      if (!round) {
        const text = isBeyond(data, item)
          ? say('ui.chart.outside', { value: valueText(value, look) })
          : valueText(value, look)
        return data.series.length === 1 ? text : `${item.dataset.label}: ${text}`
      }
      const total = item.dataset.data.reduce<number>(
        (sum, v) => sum + (typeof v === 'number' ? v : 0),
        0,
      )
      return `${item.label}: ${valueText(value, look)}${total > 0 ? ` (${formatNumber((value / total) * 100, { unit: '%' })})` : ''}`
    },
    footer: ([first]: readonly TooltipItem[]): string[] => {
      if (first === undefined || !isOverTime(data)) return []
      const { from, to } = data.period
      const { x } = first.parsed as { readonly x: number }
      return occurrencesAt(data, x, ((to - from) / Math.max(1, look.width)) * NEAR_MARK)
    },
  }
}
function isBeyond(data: ChartData, { datasetIndex, parsed }: TooltipItem): boolean {
  if (!isOverTime(data)) return false
  const { within } = data.series[datasetIndex] ?? {}
  const band = data.bands?.find(b => b.label === within)
  const { x, y } = parsed as { readonly x: number; readonly y: number }
  return band !== undefined && isOutsideOf(band, x, y)
}
