// Draws a chart into a PDF: lines over time that are interrupted by gaps, with times on the customer's clocks and values in their unit.
import type { Format, ReportChart } from '@flotta/platform/report.ts'
import { thinOut, timeMarks, valueTicks } from '../chart-axes.ts'
import { seriesColors } from '../chart-colors.ts'
import type { TextPainter } from '../pdf-text.ts'
import { unitOf, type ValueFormatter } from './format.ts'

export const CHART_HEIGHT = 196
const GREY = '#5c6470'
const GRID = '#e2e5ec'
const LABEL_SIZE = 7
/** Height of a line of the legend. */
const LEGEND_LINE_HEIGHT = 10

/** The part of the page that the chart takes. */
interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
}
interface ChartContent {
  readonly title: string
  readonly chart: ReportChart
  readonly from: number
  readonly to: number
}

export function drawChart(
  page: PDFKit.PDFDocument,
  texts: TextPainter,
  formatter: ValueFormatter,
  { title, chart, from, to }: ChartContent,
  { x, y, width }: Box,
): void {
  const ticks = chartTicks(chart)
  const unit = unitOf(chart.format)
  texts.draw(unit === null ? title : `${title} (${unit})`, x, y, 8.5, { weight: 600 })
  const colors = seriesColors(chart.series)
  const legendLines = drawLegend(page, texts, chart, colors, { x, y: y + 13, width })
  const area = plotArea(ticks, from, to, {
    left: x + 34,
    right: x + width - 6,
    top: y + 18 + legendLines * LEGEND_LINE_HEIGHT,
    bottom: y + CHART_HEIGHT - 24,
  })
  page.lineWidth(0.5).undash()
  drawValueAxis(page, texts, area, ticks, tick =>
    formatter.text(tick, tickFormat(chart.format, ticks)),
  )
  drawTimeAxis(page, texts, area, formatter, from, to)
  for (const [i, series] of chart.series.entries())
    drawSeries(page, area, series, colors[i] ?? GREY)
}

function chartTicks({ series }: ReportChart): number[] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { points } of series)
    for (const [, value] of points) {
      if (value === null) continue
      if (value < least) least = value
      if (value > most) most = value
    }
  return least > most ? [0, 1] : valueTicks(least, most)
}

/** Where the lines are drawn: its edges, and where times and values lie in it. */
interface PlotArea {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  xOf(at: number): number
  yOf(value: number): number
}
function plotArea(
  ticks: readonly number[],
  from: number,
  to: number,
  edges: Pick<PlotArea, 'left' | 'right' | 'top' | 'bottom'>,
): PlotArea {
  const { left, right, top, bottom } = edges
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  return {
    ...edges,
    xOf: at => left + ((at - from) / Math.max(1, to - from)) * (right - left),
    yOf: value => bottom - ((value - low) / (high - low || 1)) * (bottom - top),
  }
}

function drawValueAxis(
  page: PDFKit.PDFDocument,
  texts: TextPainter,
  { left, right, yOf }: PlotArea,
  ticks: readonly number[],
  textOf: (tick: number) => string,
): void {
  for (const tick of ticks) {
    const y = yOf(tick)
    page.moveTo(left, y).lineTo(right, y).stroke(GRID)
    texts.drawRight(textOf(tick), left - 4, y - LABEL_SIZE / 2 - 1, LABEL_SIZE, { color: GREY })
  }
}

function drawTimeAxis(
  page: PDFKit.PDFDocument,
  texts: TextPainter,
  { top, bottom, xOf }: PlotArea,
  formatter: ValueFormatter,
  from: number,
  to: number,
): void {
  let lastLabelEnd = Number.NEGATIVE_INFINITY
  for (const { at, day } of timeMarks(from, to, formatter.localTime)) {
    const x = xOf(at)
    page.moveTo(x, top).lineTo(x, bottom).stroke(GRID)
    const text = formatter.instant(at)
    const label = day ? text.slice(0, 5) : text.slice(11, 16)
    const half = texts.width(label, LABEL_SIZE) / 2
    if (x - half < lastLabelEnd) continue
    texts.draw(label, x - half, bottom + 4, LABEL_SIZE, {
      color: GREY,
      ...(day && { weight: 600 }),
    })
    lastLabelEnd = x + half + 6
  }
}

function drawSeries(
  page: PDFKit.PDFDocument,
  { xOf, yOf }: PlotArea,
  { points, dashed, limit }: ReportChart['series'][number],
  color: string,
): void {
  page.lineWidth(limit === true ? 0.5 : 1.1).lineJoin('round')
  if (limit === true) page.dash(1, { space: 2 })
  else if (dashed === true) page.dash(3, { space: 2 })
  let isLineOpen = false
  const visible = thinOut(points, at => Math.floor(xOf(at) * 2))
  for (const [i, [at, value]] of visible.entries()) {
    if (value === null) isLineOpen = false
    else if (isLineOpen) page.lineTo(xOf(at), yOf(value))
    else {
      page.moveTo(xOf(at), yOf(value))
      isLineOpen = true
      // a single point between two gaps is drawn as a dot
      if (visible[i + 1]?.[1] == null) page.lineTo(xOf(at) + 0.6, yOf(value))
    }
  }
  page.stroke(color).undash()
}

/** The values on the axis have decimals only where they need them. */
const tickFormat = (format: Format, ticks: readonly number[]): Format =>
  ticks.every(t => Number.isInteger(t)) && format !== 'duration' ? 'count' : format

/**
 * Draws the names of the lines below the title.
 * @returns lines of text that they take
 */
function drawLegend(
  page: PDFKit.PDFDocument,
  texts: TextPainter,
  { series }: ReportChart,
  colors: readonly string[],
  box: Box,
): number {
  let [x, lines] = [box.x, 1]
  for (const [i, { dashed, label, limit }] of series.entries()) {
    if (limit === true) continue
    const width = 16 + texts.width(label, LABEL_SIZE)
    if (x > box.x && x + width > box.x + box.width) {
      x = box.x
      lines++
    }
    const y = box.y + (lines - 1) * LEGEND_LINE_HEIGHT
    page.lineWidth(1.4)
    if (dashed === true) page.dash(3, { space: 2 })
    page
      .moveTo(x, y + 4.5)
      .lineTo(x + 12, y + 4.5)
      .stroke(colors[i] ?? GREY)
      .undash()
    texts.draw(label, x + 16, y, LABEL_SIZE, { color: GREY })
    x += width + 10
  }
  return series.length === 0 ? 0 : lines
}
