// From what a chart shows to what Chart.js draws: its data, axes and tooltips in the house's look and the reader's language.
import type { ChartOptions, ChartType, ChartData as Drawn } from 'chart.js'
import { formatDateTime, formatNumber } from '../texts.ts'
import { tokens } from '../theme.ts'
import { colorOf, type Scheme } from './colors.ts'
import { type ChartData, isOverTime } from './data.ts'
import { thin } from './thin.ts'
import { timeTicks } from './time-ticks.ts'

export type ChartKind = 'line' | 'bar' | 'pie' | 'doughnut'
export interface Look {
  readonly type: ChartKind
  readonly unit?: string | undefined
  readonly decimals?: number | undefined
  /** No axes and no tooltips: a shape beside a figure. */
  readonly small: boolean
  readonly stacked: boolean
  readonly scheme: Scheme
  /** Nothing moves. */
  readonly still: boolean
  /** Series, or slices, that the person has taken out, by their place. */
  readonly hidden: ReadonlySet<number>
  /** Pixels across. */
  readonly width: number
  /** Its numbers are written in it. */
  readonly language: string
}
export type AnyData = Drawn<ChartType, unknown[], unknown>

export const isRound = (type: ChartKind): boolean => type === 'pie' || type === 'doughnut'
const PIXELS_A_TIME = 90
const written = (value: number, { unit, decimals }: Look): string =>
  formatNumber(value, { ...(unit !== undefined && { unit }), ...(decimals !== undefined && { decimals }) })
/** A number of an axis: as many decimals as tell its steps apart. */
const onAxis = (value: number, step: number, { unit }: Look): string =>
  formatNumber(value, { ...(unit !== undefined && { unit }), decimals: Math.max(0, Math.min(3, -Math.floor(Math.log10(step || 1)))) })

export function drawnData(data: ChartData, look: Look): AnyData {
  const { type, small, scheme, hidden } = look
  const ground = tokens[scheme]['--flotta-surface']
  if (isOverTime(data)) {
    const { from, to } = data.period
    return {
      datasets: data.series.map(({ label, at, values, color }, i) => ({
        label,
        hidden: hidden.has(i),
        data: thin(at, values, from, to, look.width),
        ...lineLook(color ?? colorOf(i, scheme), small),
      })),
    }
  }
  const { labels, series } = data
  return {
    labels: [...labels],
    datasets: series.map(({ label, values, color }, i) => ({
      label,
      data: isRound(type) ? values.map((value, slice) => (hidden.has(slice) ? null : value)) : [...values],
      ...(isRound(type)
        ? { backgroundColor: labels.map((_, slice) => colorOf(slice, scheme)), borderColor: ground, borderWidth: small ? 1 : 2, hoverOffset: small ? 0 : 4 }
        : {
            hidden: hidden.has(i),
            ...(type === 'line'
              ? lineLook(color ?? colorOf(i, scheme), small)
              : { backgroundColor: color ?? colorOf(i, scheme), borderRadius: small ? 1 : 3, maxBarThickness: 40, categoryPercentage: small ? 0.9 : 0.8 }),
          }),
    })),
  }
}
const lineLook = (color: string, small: boolean) => ({
  borderColor: color,
  backgroundColor: color,
  borderWidth: small ? 1.5 : 2,
  pointRadius: 0,
  pointHitRadius: 12,
  pointHoverRadius: small ? 0 : 4,
  tension: 0,
  spanGaps: false,
})

export function drawnOptions(data: ChartData, look: Look): ChartOptions {
  const { type, small, stacked, scheme, still } = look
  const colors = tokens[scheme]
  const quiet = colors['--flotta-text-quiet']
  const font = { family: "'Inter Variable', Inter, system-ui, sans-serif", size: 12 }
  const common: ChartOptions = {
    responsive: true,
    maintainAspectRatio: false,
    animation: still || small ? false : { duration: 250 },
    color: quiet,
    font,
    layout: { padding: small ? 1 : isRound(type) ? 4 : 0 },
    events: small ? [] : ['mousemove', 'mouseout', 'click', 'touchstart', 'touchmove'],
    plugins: {
      legend: { display: false },
      tooltip: {
        enabled: !small,
        backgroundColor: colors['--flotta-raised'],
        borderColor: colors['--flotta-border'],
        borderWidth: 1,
        titleColor: quiet,
        titleFont: { ...font, weight: 'normal' },
        bodyColor: colors['--flotta-text'],
        bodyFont: { ...font, weight: 550 },
        footerColor: quiet,
        padding: 8,
        cornerRadius: 6,
        boxWidth: 8,
        boxHeight: 8,
        boxPadding: 6,
        callbacks: tooltip(data, look),
      },
    },
  }
  if (isRound(type)) return { ...common, ...(type === 'doughnut' && { cutout: small ? '60%' : '64%' }) } as ChartOptions
  const x = isOverTime(data) ? timeAxis(data.period, quiet, font) : { ticks: { color: quiet, font, maxRotation: 0, autoSkipPadding: 12 } }
  return {
    ...common,
    ...(isOverTime(data) && { parsing: false as const, normalized: true }),
    interaction: { mode: isOverTime(data) ? ('x' as const) : ('index' as const), intersect: false, axis: 'x' as const },
    scales: {
      x: { ...x, display: !small, stacked, grid: { display: false }, border: { color: colors['--flotta-border'] } },
      y: {
        display: !small,
        stacked,
        beginAtZero: type === 'bar',
        border: { display: false },
        grid: { color: colors['--flotta-border'] },
        ticks: {
          color: quiet,
          font,
          maxTicksLimit: 6,
          callback: (value, _, ticks) => onAxis(Number(value), Math.abs((ticks[1]?.value ?? 1) - (ticks[0]?.value ?? 0)), look),
        },
      },
    },
  } as ChartOptions
}

function timeAxis({ from, to }: { readonly from: number; readonly to: number }, color: string, font: { readonly family: string; readonly size: number }) {
  return {
    type: 'linear' as const,
    min: from,
    max: to,
    afterBuildTicks(axis: { width: number; ticks: { value: number; label?: string }[] }) {
      axis.ticks = timeTicks(from, to, Math.max(2, Math.floor(axis.width / PIXELS_A_TIME))).map(tick => ({
        value: tick.at,
        label: formatDateTime(tick.at, tick.isDay ? 'date' : 'time'),
      }))
    },
    ticks: {
      color,
      font,
      autoSkip: false,
      maxRotation: 0,
      callback: (_: number | string, index: number, ticks: readonly { readonly label?: unknown }[]) => String(ticks[index]?.label ?? ''),
    },
  }
}

interface Told {
  readonly label: string
  readonly dataIndex: number
  readonly dataset: { readonly label?: string | undefined; readonly data: readonly unknown[] }
  readonly parsed: unknown
}
function tooltip(data: ChartData, look: Look) {
  const round = isRound(look.type)
  const told = ({ parsed }: Told): number => (typeof parsed === 'number' ? parsed : ((parsed as { y?: number } | null)?.y ?? Number.NaN))
  return {
    title: (items: readonly Told[]) => {
      const [first] = items
      if (first === undefined || round) return ''
      return isOverTime(data) ? formatDateTime((first.parsed as { x: number }).x, 'seconds') : first.label
    },
    label: (item: Told) => {
      const value = told(item)
      if (!round) return data.series.length === 1 ? written(value, look) : `${item.dataset.label}: ${written(value, look)}`
      const total = item.dataset.data.reduce<number>((sum, v) => sum + (typeof v === 'number' ? v : 0), 0)
      return `${item.label}: ${written(value, look)}${total > 0 ? ` (${formatNumber((value / total) * 100, { unit: '%' })})` : ''}`
    },
  }
}
