// The receipt as a PDF: its first page is the certificate, then the values follow; on A4 pages, or on one page that is 80 mm wide and as long as the receipt.
import { wholeMinutes } from '@flotta/core/durations.ts'
import type { Language } from '@flotta/core/languages.ts'
import { formatDay, SECOND } from '@flotta/core/time.ts'
import { clockAt } from '@flotta/core/zones.ts'
import PDFDocument from 'pdfkit'
import { bytesOf } from '../reports/writer.ts'
import type { Paper, Receipt } from './contract.ts'
import { columnsOf, linesOf, markOf, type ReceiptLine, type ReceiptRow } from './lines.ts'
import {
  drawChart,
  drawExcursions,
  drawFacts,
  drawFigures,
  drawHead,
  drawSignature,
  drawVerdict,
} from './pdf-certificate.ts'
import { BLACK, GREY, lineStep, MM, papers, ReceiptSheet, type Say } from './pdf-sheet.ts'

export type { Say } from './pdf-sheet.ts'

export async function receiptPdf(
  receipt: Receipt,
  paper: Paper,
  language: Language,
  say: Say,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = papers[paper]
  const page = new PDFDocument({
    size: [width * MM, height * MM],
    margin: 0,
    lang: language,
    displayTitle: true,
    info: {
      Title: `${say('printing.receipt.title')} · ${receipt.vehicle.plate}`,
      Author: receipt.company.name,
      Creator: 'Flotta',
    },
  })
  const sheet = new ReceiptSheet(page, receipt, paper, language, say)
  drawReceipt(sheet)
  // a roll is cut off where the receipt ends: of the long page only the upper part is kept
  if (paper === '80mm')
    Object.assign(page.page.dictionary.data, {
      MediaBox: [0, height * MM - sheet.y - papers[paper].margin * MM, width * MM, height * MM],
    })
  page.end()
  const parts: Uint8Array[] = []
  for await (const part of bytesOf(page)) parts.push(part)
  return Buffer.concat(parts)
}

/** `1 h 5 min`, or `45 min` where it is less than an hour. */
function lengthText(seconds: number): string {
  const minutes = wholeMinutes(seconds)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

function drawReceipt(sheet: ReceiptSheet): void {
  const { receipt, say, size } = sheet
  drawHead(sheet)
  drawVerdict(sheet)
  drawFacts(sheet)
  if (receipt.statistics.length > 0) {
    drawFigures(sheet)
    drawExcursions(sheet)
    drawChart(sheet)
  }
  if (receipt.since !== null)
    sheet.text(say('printing.receipt.since', { at: sheet.moment(receipt.since) }), size)
  if (receipt.rows.length === 0) {
    sheet.text(say('printing.receipt.none'), size * 1.2, { weight: 600 })
    drawSignature(sheet)
    return
  }
  drawSignature(sheet)
  new ValueTable(sheet).draw()
}

/** The values of the register, moment by moment, on pages of their own. */
class ValueTable {
  readonly #sheet: ReceiptSheet
  readonly #columns: ReturnType<typeof columnsOf>

  constructor(sheet: ReceiptSheet) {
    this.#sheet = sheet
    this.#columns = columnsOf(sheet.receipt)
  }

  draw(): void {
    const sheet = this.#sheet
    if (sheet.paper === 'a4') sheet.nextPage()
    else sheet.y += 4 * MM
    sheet.text(sheet.say('printing.receipt.values'), sheet.size, { weight: 600 })
    this.#drawColumnTitles()
    for (const line of linesOf(sheet.receipt)) this.#drawLine(line)
    sheet.y += 2
    sheet.text(sheet.say('printing.receipt.legend'), sheet.size * 0.9, { color: GREY })
  }

  #drawColumnTitles(): void {
    const sheet = this.#sheet
    const { sensors, setpoints } = this.#columns
    const setpointTitles = setpoints.map(name => `SP${name.slice(-1)}`)
    const titles = [sheet.say('printing.receipt.time'), ...sensors, ...setpointTitles]
    sheet.cells(titles, sheet.rowSize, { weight: 600 })
    sheet.rule(0.8)
    sheet.y += 2
  }

  #drawLine(line: ReceiptLine): void {
    const sheet = this.#sheet
    const lines = line.kind === 'day' ? 4 : 2
    sheet.reserve(lines * lineStep(sheet.rowSize), () => this.#drawColumnTitles())
    if (line.kind === 'day') this.#drawDay(line.day)
    else if (line.kind === 'gap') this.#drawGap(line.from, line.to)
    else this.#drawRow(line.row, line.at)
  }

  #drawDay(day: string): void {
    const sheet = this.#sheet
    sheet.y += 2
    const style = { weight: 600 } as const
    sheet.text(formatDay(day), sheet.rowSize, style, sheet.width, sheet.left + 1.5 * MM)
    sheet.y += 1.5
  }

  #drawGap(from: number, to: number): void {
    const sheet = this.#sheet
    const text = sheet.say('printing.receipt.gap', {
      from: sheet.moment(from),
      to: sheet.moment(to),
      length: lengthText((to - from) / SECOND),
    })
    sheet.rule(0.8, 2)
    sheet.y += 2
    sheet.text(text, sheet.rowSize, {}, sheet.width - 3 * MM, sheet.left + 1.5 * MM)
    sheet.rule(0.8, 2)
    sheet.y += 3
  }

  #drawRow(row: ReceiptRow, at: number): void {
    const sheet = this.#sheet
    const { sensors, setpoints } = this.#columns
    // paper may have no colour: a row out of range has a bar before it and a sign at the value
    if (row.marked)
      sheet.page.rect(sheet.left, sheet.y - 0.5, 1 * MM, lineStep(sheet.rowSize)).fill(BLACK)
    const isOut = (sensor: (typeof sensors)[number]): boolean => row.out.includes(sensor)
    const boldSensors = sensors.flatMap((sensor, i) => (isOut(sensor) ? [i + 1] : []))
    sheet.cells(
      [
        `${clockAt(at, sheet.receipt.timezone).slice(11)}${markOf(row)}`,
        ...sensors.map(sensor => `${isOut(sensor) ? '! ' : ''}${sheet.degrees(row[sensor])}`),
        ...setpoints.map(name => sheet.degrees(row[name])),
      ],
      sheet.rowSize,
      { bold: row.marked ? [0, ...boldSensors] : [] },
    )
  }
}
