// The first page of a receipt: company, verdict, facts, chart and signature.

import { clockAt } from '@flotta/core/zones.ts'
import { lineDashes, type ReceiptChart, receiptChart } from './chart.ts'
import { countsOf } from './lines.ts'
import { BLACK, GREY, lineStep, MM, papers, type ReceiptSheet } from './pdf-sheet.ts'
import { qrOf } from './qr.ts'
import { verdictWords } from './verdict.ts'

/** The company, and the code that leads to the verification. */
export function drawHead(sheet: ReceiptSheet): void {
  const { receipt, paper, size, say } = sheet
  const { company } = receipt
  const top = sheet.y
  // on A4 the code stands beside the company, on a roll below it
  const width = paper === 'a4' ? sheet.width - (papers.a4.qr + 6) * MM : sheet.width
  const bold = { weight: 600 } as const
  sheet.text(say(sheet.title), size * 1.7, bold, width)
  sheet.text(company.name, size * 1.2, bold, width)
  const town = [company.zip_code, company.city].filter(Boolean).join(' ')
  sheet.text([company.address, town].filter(Boolean).join(', '), size, {}, width)
  if (company.vat_id !== null)
    sheet.text(`${say('printing.receipt.vat_id')} ${company.vat_id}`, size, {}, width)
  const { url, short_code } = receipt
  if (url === null || short_code === null) sheet.y += 2 * MM
  else drawCode(sheet, paper === 'a4' ? top : sheet.y + 2 * MM, url, short_code)
}

function drawCode(sheet: ReceiptSheet, top: number, url: string, code: string): void {
  const { paper, page, texts } = sheet
  const side = papers[paper].qr * MM
  const x = paper === 'a4' ? sheet.right - side : (sheet.left + sheet.right - side) / 2
  const { size: modules, d } = qrOf(url)
  page
    .save()
    .translate(x, top)
    .scale(side / modules)
    .path(d)
    .fill(BLACK)
    .restore()
  const size = sheet.size * 0.95
  const width = texts.width(code, size, 600)
  // in the middle below its picture, but never beyond the margin
  const start = Math.min(x + side / 2 - width / 2, sheet.right - width)
  texts.draw(code, start, top + side + 1 * MM, size, { weight: 600, color: BLACK })
  sheet.y = Math.max(sheet.y, top + side + 1 * MM + lineStep(size)) + 2 * MM
}

/** The verdict in a frame, black where something was out of range: paper may have no colour. */
export function drawVerdict(sheet: ReceiptSheet): void {
  const { receipt, say, page, size } = sheet
  const { headline, details } = verdictWords(receipt)
  const isOutside = receipt.verdict === 'outside'
  const color = isOutside ? '#ffffff' : BLACK
  const title = size * 1.6
  const inner = sheet.width - 6 * MM
  const detail = details.map(({ key, values }) => say(key, values)).join(' · ')
  const lines = detail === '' ? [] : sheet.texts.lines(detail, inner, size, 3, 400)
  const height = lineStep(title) + lines.length * lineStep(size) + 4 * MM
  page.lineWidth(1.2).rect(sheet.left, sheet.y, sheet.width, height)
  if (isOutside) page.fill(BLACK)
  else page.stroke(BLACK)
  sheet.y += 2 * MM
  const x = sheet.left + 3 * MM
  sheet.text(say(headline.key, headline.values), title, { weight: 600, color }, inner, x)
  for (const line of lines) sheet.text(line, size, { color }, inner, x)
  sheet.y += 2 * MM + 3 * MM
}

/** The facts of the receipt: one name and value a line; two columns on A4. */
export function drawFacts(sheet: ReceiptSheet): void {
  const { size, paper, texts } = sheet
  const columns = paper === 'a4' ? 2 : 1
  const columnWidth = sheet.width / columns
  const nameWidth = (paper === 'a4' ? 24 : 22) * MM
  const [about, period] = factsOf(sheet)
  const top = sheet.y
  let end = top
  for (const [column, facts] of (columns === 1
    ? [[...about, ...period]]
    : [about, period]
  ).entries()) {
    sheet.y = top
    const x = sheet.left + column * columnWidth
    for (const [name, value] of facts) {
      texts.draw(sheet.say(`printing.receipt.${name}`), x, sheet.y, size, { color: GREY })
      sheet.text(value, size, { weight: 600 }, columnWidth - nameWidth - 3 * MM, x + nameWidth)
    }
    end = Math.max(end, sheet.y)
  }
  sheet.y = end + 3 * MM
}

type Fact = readonly [name: string, value: string]
/** The facts of vehicle and measurement, and those of the period, which are printed side by side. */
function factsOf(sheet: ReceiptSheet): readonly [about: readonly Fact[], period: readonly Fact[]] {
  const { vehicle, period_from, period_to, issued_at, timezone, interval } = sheet.receipt
  const { say } = sheet
  const counts = countsOf(sheet.receipt)
  const minutes = Math.round(interval / 60)
  const samples = [
    say('printing.receipt.every', { count: counts.samples, minutes }),
    say('printing.receipt.out', { count: counts.out }),
    say('printing.receipt.gaps', { count: counts.gaps }),
  ].join(' · ')
  return [
    [
      ['vehicle', [vehicle.plate, vehicle.model].filter(Boolean).join(' · ')],
      ...(vehicle.serial === null ? [] : [['serial', vehicle.serial] as const]),
      ['issued', `${sheet.moment(issued_at)} · ${timezone}`],
    ],
    [
      ['from', sheet.moment(period_from)],
      ['to', sheet.moment(period_to)],
      ['samples', samples],
    ],
  ]
}

const PLOT_HEIGHT = { a4: 48 * MM, '80mm': 36 * MM } as const
const SMALL = 0.8

/** The lines of the sensors over the bands of their limits, and lanes of doors, defrosts and a unit that is off. */
export function drawChart(sheet: ReceiptSheet): void {
  const chart = receiptChart(sheet.receipt, sheet.width, PLOT_HEIGHT[sheet.paper])
  if (chart === null) return
  sheet.reserve(chart.height + 3 * lineStep(sheet.size))
  const { page, left } = sheet
  const top = sheet.y + drawLegend(sheet, chart)
  page.save().translate(left, top)
  for (const { d } of chart.bands) page.path(d).fill('#e4e7ea')
  page.lineWidth(0.4)
  for (const { y } of chart.values)
    page.moveTo(chart.plot.left, y).lineTo(chart.plot.right, y).stroke('#b9bec6')
  for (const { x } of chart.times)
    page.moveTo(x, chart.plot.top).lineTo(x, chart.plot.bottom).stroke('#d5d9de')
  page.lineWidth(0.6).dash(1, { space: 1.5 })
  for (const { d } of chart.setpoints) page.path(d).stroke('#555555')
  page.undash().lineWidth(0.9).lineJoin('round')
  for (const { sensor, d } of chart.lines) {
    const [stroke, space] = lineDashes[sensor]
    if (stroke !== undefined && space !== undefined) page.dash(stroke, { space })
    page.path(d).stroke(BLACK).undash()
  }
  for (const { y, height, bars } of chart.lanes)
    for (const { x, width } of bars) page.rect(x, y, width, height).fill(BLACK)
  page.restore()
  drawChartTexts(sheet, chart, top)
  sheet.y = top + chart.height + 3 * MM
}

/** @returns its height */
function drawLegend(
  { texts, page, paper, left, size, y, say }: ReceiptSheet,
  { lines }: ReceiptChart,
): number {
  let x = left
  for (const { sensor } of lines) {
    const [stroke, space] = lineDashes[sensor]
    page.lineWidth(1)
    if (stroke !== undefined && space !== undefined) page.dash(stroke, { space })
    page
      .moveTo(x, y + size * 0.6)
      .lineTo(x + 18, y + size * 0.6)
      .stroke(BLACK)
      .undash()
    texts.draw(sensor, x + 21, y, size * SMALL, { color: BLACK })
    x += 21 + texts.width(sensor, size * SMALL) + 10
  }
  const isWide = paper === 'a4'
  const [legendX, legendY] = isWide ? [x, y] : [left, y + lineStep(size)]
  texts.draw(say('printing.receipt.chart_legend'), legendX, legendY, size * SMALL, { color: GREY })
  return lineStep(size) * (isWide ? 1 : 2)
}

function drawChartTexts(sheet: ReceiptSheet, chart: ReceiptChart, top: number): void {
  const { texts, left, size, receipt, say } = sheet
  const small = size * SMALL
  for (const { y, value } of chart.values)
    texts.drawRight(sheet.degrees(value), left + chart.plot.left - 3, top + y - small / 2, small, {
      color: GREY,
    })
  for (const { x, at, isDay } of chart.times) {
    const clock = clockAt(at, receipt.timezone)
    const text = isDay ? `${clock.slice(8, 10)}/${clock.slice(5, 7)}` : clock.slice(11)
    const middle = left + x - texts.width(text, small) / 2
    texts.draw(text, middle, top + chart.plot.bottom + 4.5, small, { color: GREY })
  }
  for (const { kind, y } of chart.lanes)
    texts.draw(say(`printing.receipt.lane_${kind}`), left, top + y - 1, small, { color: GREY })
}

/** The line for a signature by hand, and where the receipt is verified. */
export function drawSignature(sheet: ReceiptSheet): void {
  const { page, left, size, say, receipt } = sheet
  sheet.reserve(16 * MM + lineStep(size) * 4)
  sheet.y += 10 * MM
  page
    .lineWidth(0.8)
    .moveTo(left, sheet.y)
    .lineTo(left + Math.min(90 * MM, sheet.width), sheet.y)
    .stroke(BLACK)
  sheet.y += 3
  sheet.text(say('printing.receipt.signature'), size)
  sheet.y += 2 * MM
  const { url, short_code } = receipt
  const words =
    url === null || short_code === null
      ? say('printing.certificate.no_register')
      : say('printing.receipt.verify', {
          address: url.replace(/\?.*$/, '').replace(/^https?:\/\//, ''),
          code: short_code,
        })
  sheet.text(words, size * 0.9, { color: GREY })
}
