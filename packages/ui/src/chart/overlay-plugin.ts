// A plugin of Chart.js that draws bands below the lines of a chart over time, and reference lines and marks above them. `overlay` returns what to
// draw.
import type { Chart, Plugin } from 'chart.js'
import { tokens } from '../theme.ts'
import { stepsOf } from './band.ts'
import { colorOf, type Scheme, SPAN_COLOR } from './colors.ts'
import type { OverTime } from './data.ts'
import { MARK, tiersOf } from './mark-tiers.ts'
import { marksIn } from './occurrences.ts'

export interface Overlay {
  readonly data: OverTime
  readonly scheme: Scheme
  /** Formats the value of a reference line. */
  readonly write: (value: number) => string
}
/** The area of the picture in which values are drawn, pixels. */
export interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}
const FONT = "12px 'Inter Variable', Inter, system-ui, sans-serif"

/** @param onArea receives the area in which values are drawn, whenever it changes */
export function overlayPlugin(overlay: () => Overlay | null, onArea: (area: Area) => void): Plugin {
  return {
    id: 'beside',
    afterLayout(chart) {
      const { left, right, top, bottom } = chart.chartArea
      onArea({ left, right, top, bottom })
    },
    beforeDatasetsDraw(chart) {
      const now = overlay()
      if (now !== null) within(chart, pen => bands(chart, pen, now))
    },
    afterDatasetsDraw(chart) {
      const now = overlay()
      if (now === null) return
      within(chart, pen => {
        spans(chart, pen, now)
        references(chart, pen, now)
        marks(chart, pen, now)
      })
    },
  }
}

function within(chart: Chart, draw: (pen: CanvasRenderingContext2D) => void): void {
  const { left, top, right, bottom } = chart.chartArea
  const pen = chart.ctx
  pen.save()
  pen.beginPath()
  pen.rect(left, top, right - left, bottom - top)
  pen.clip()
  draw(pen)
  pen.restore()
}
const place = (chart: Chart, axis: 'x' | 'y', value: number): number =>
  chart.scales[axis]?.getPixelForValue(value) ?? 0

function bands(chart: Chart, pen: CanvasRenderingContext2D, { data, scheme }: Overlay): void {
  const { from, to } = data.period
  pen.fillStyle = tokens[scheme]['--flotta-event']
  for (const band of data.bands ?? [])
    for (const step of stepsOf(band)) {
      if (step.until < from || step.from > to) continue
      const [left, right] = [
        place(chart, 'x', Math.max(step.from, from)),
        place(chart, 'x', Math.min(step.until, to)),
      ]
      const [top, bottom] = [place(chart, 'y', step.high), place(chart, 'y', step.low)]
      pen.globalAlpha = 0.1
      pen.fillRect(left, top, right - left, bottom - top)
      pen.globalAlpha = 0.4
      pen.fillRect(left, top, right - left, 1)
      pen.fillRect(left, bottom, right - left, 1)
    }
}

/** Height of a row of spans, and of the space between two rows, pixels. */
const ROW = 6
const ROOM = 2
/** From one row of spans to the next, pixels. */
export const SPAN_PITCH = ROW + ROOM
/** Draws spans as bars at the lower edge: one row for each label. */
function spans(chart: Chart, pen: CanvasRenderingContext2D, { data, scheme }: Overlay): void {
  const { from, to } = data.period
  const labels = [...new Set((data.spans ?? []).map(span => span.label))]
  for (const { from: begin, to: end, label, color } of data.spans ?? []) {
    const until = end ?? to
    if (until < from || begin > to) continue
    const startX = place(chart, 'x', Math.max(begin, from))
    const endX = place(chart, 'x', Math.min(until, to))
    const row = labels.indexOf(label)
    pen.globalAlpha = 0.75
    pen.fillStyle = color ?? colorOf(SPAN_COLOR + row, scheme)
    const y = chart.chartArea.bottom - (row + 1) * SPAN_PITCH
    pen.fillRect(startX, y, Math.max(2, endX - startX), ROW)
  }
  pen.globalAlpha = 1
}

function references(
  chart: Chart,
  pen: CanvasRenderingContext2D,
  { data, scheme, write }: Overlay,
): void {
  const { left, right, top } = chart.chartArea
  const {
    '--flotta-text-quiet': quiet,
    '--flotta-text': text,
    '--flotta-surface': ground,
  } = tokens[scheme]
  for (const { label, value, color = quiet } of data.lines ?? []) {
    const y = Math.round(place(chart, 'y', value)) + 0.5
    pen.strokeStyle = color
    pen.setLineDash([6, 4])
    pen.beginPath()
    pen.moveTo(left, y)
    pen.lineTo(right, y)
    pen.stroke()
    pen.font = FONT
    pen.textAlign = 'right'
    pen.textBaseline = y - top < 18 ? 'top' : 'bottom'
    const below = y - top < 18 ? 2 : -2
    // An outline in the background colour keeps the text readable on a line.
    pen.setLineDash([])
    pen.lineWidth = 3
    pen.strokeStyle = ground
    const words = `${label} ${write(value)}`
    pen.strokeText(words, right - 4, y + below)
    // The label has the colour of text, because the yellow of a warning is readable only as a line.
    pen.fillStyle = text
    pen.fillText(words, right - 4, y + below)
    pen.lineWidth = 1
  }
}

function marks(chart: Chart, pen: CanvasRenderingContext2D, { data, scheme }: Overlay): void {
  const { top, bottom } = chart.chartArea
  const eventMarks = marksIn(data)
  const xs = eventMarks.map(({ at }) => place(chart, 'x', at))
  const tiers = tiersOf(xs)
  for (const [
    i,
    { color = tokens[scheme]['--flotta-text-quiet'], shape },
  ] of eventMarks.entries()) {
    const x = Math.round(xs[i] ?? 0) + 0.5
    const y = top + (tiers[i] ?? 0) * MARK
    pen.strokeStyle = color
    pen.fillStyle = color
    pen.setLineDash([2, 3])
    pen.beginPath()
    pen.moveTo(x, y + SHAPE)
    pen.lineTo(x, bottom)
    pen.stroke()
    pen.setLineDash([])
    pen.beginPath()
    if (shape === 'diamond') {
      pen.moveTo(x, y)
      pen.lineTo(x + SHAPE / 2, y + SHAPE / 2)
      pen.lineTo(x, y + SHAPE)
      pen.lineTo(x - SHAPE / 2, y + SHAPE / 2)
    } else {
      pen.moveTo(x - SHAPE / 2, y)
      pen.lineTo(x + SHAPE / 2, y)
      pen.lineTo(x, y + SHAPE)
    }
    pen.fill()
  }
}
/** Size of the shape of a mark, CSS pixels. */
const SHAPE = 10
