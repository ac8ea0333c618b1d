// The receipt as a PDF: on A4 pages that repeat the titles of the columns, or on one page that is 80 mm wide and as long as the receipt.

import { wholeMinutes } from '@flotta/core/durations.ts'
import type { Language } from '@flotta/core/languages.ts'
import { formatDay, SECOND } from '@flotta/core/time.ts'
import { clockAt } from '@flotta/core/zones.ts'
import PDFDocument from 'pdfkit'
import { TextPainter, type Weight } from '../reports/pdf-text.ts'
import { bytesOf } from '../reports/writer.ts'
import type { Paper, Receipt } from './contract.ts'
import { columnsOf, countsOf, linesOf, markOf, type ReceiptLine, type ReceiptRow } from './lines.ts'
import { qrOf } from './qr.ts'

/** Points in a millimetre. */
const MM = 72 / 25.4
/** Lengths in mm; `size` is the size of the letters in points. */
const papers = {
  a4: { width: 210, height: 297, margin: 14, size: 8.5, qr: 32 },
  // longer than every receipt; the rest is cut off
  '80mm': { width: 80, height: 5_000, margin: 4, size: 7, qr: 38 },
} as const
const GREY = '#444444'
const BLACK = '#000000'

export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string

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
  const end = new ReceiptDocument(page, receipt, paper, language, say).draw()
  // a roll is cut off where the receipt ends: of the long page only the upper part is kept
  if (paper === '80mm')
    Object.assign(page.page.dictionary.data, {
      MediaBox: [0, height * MM - end, width * MM, height * MM],
    })
  page.end()
  const parts: Uint8Array[] = []
  for await (const part of bytesOf(page)) parts.push(part)
  return Buffer.concat(parts)
}

interface TextStyle {
  readonly weight?: Weight
  readonly color?: string
}

/** `1 h 5 min`, or `45 min` where it is less than an hour. */
function lengthText(seconds: number): string {
  const minutes = wholeMinutes(seconds)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** The distance from a line of text to the next. */
const lineStep = (size: number): number => size * 1.3

/** Draws a receipt from its top to its end; every part begins where the part before it ended. */
class ReceiptDocument {
  readonly #page: PDFKit.PDFDocument
  readonly #texts: TextPainter
  readonly #receipt: Receipt
  readonly #paper: Paper
  readonly #say: Say
  readonly #decimals: Intl.NumberFormat
  readonly #columns: ReturnType<typeof columnsOf>
  readonly #left: number
  readonly #right: number
  readonly #bottom: number
  /** The size of the letters. */
  readonly #size: number
  /** The size of the letters in the table of rows. */
  readonly #rowSize: number
  #y: number
  #pageNumber = 1

  constructor(
    page: PDFKit.PDFDocument,
    receipt: Receipt,
    paper: Paper,
    language: Language,
    say: Say,
  ) {
    const { width, height, margin, size } = papers[paper]
    this.#page = page
    this.#texts = new TextPainter(page)
    this.#receipt = receipt
    this.#paper = paper
    this.#say = say
    this.#decimals = new Intl.NumberFormat(language, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    })
    this.#columns = columnsOf(receipt)
    this.#left = margin * MM
    this.#right = (width - margin) * MM
    this.#bottom = (height - margin) * MM
    this.#size = size
    this.#rowSize = paper === 'a4' ? size : 6.5
    this.#y = margin * MM
  }

  /** @returns where the receipt ends, in points from the top */
  draw(): number {
    this.#drawHead()
    this.#drawFacts()
    if (this.#receipt.statistics.length > 0) this.#drawStatistics()
    if (this.#receipt.since !== null)
      this.#text(
        this.#say('printing.receipt.since', { at: this.#moment(this.#receipt.since) }),
        this.#size,
      )
    if (this.#receipt.excursions.length > 0) this.#drawExcursions()
    this.#drawRows()
    this.#drawSignature()
    return this.#y + papers[this.#paper].margin * MM
  }

  get #width(): number {
    return this.#right - this.#left
  }

  #degrees(value: number | null): string {
    if (value === null) return '—'
    return this.#decimals
      .format(value)
      .replace(/^-(0(?:[.,]0)?)$/, '$1')
      .replace('-', '\u2212')
  }

  /** Day and time by the clocks of the receipt's zone. */
  #moment(at: string | number): string {
    const clock = clockAt(typeof at === 'number' ? at : Date.parse(at), this.#receipt.timezone)
    return `${formatDay(clock.slice(0, 10))} ${clock.slice(11)}`
  }

  /** The same without the year, which nobody needs within five days. */
  #shortMoment(at: string | null): string {
    if (at === null) return ''
    const clock = clockAt(Date.parse(at), this.#receipt.timezone)
    return `${clock.slice(8, 10)}/${clock.slice(5, 7)} ${clock.slice(11)}`
  }

  /** A text in as many lines as it needs. */
  #text(
    text: string,
    size: number,
    style: TextStyle = {},
    width = this.#width,
    x = this.#left,
  ): void {
    if (text === '') return
    for (const line of this.#texts.lines(text, width, size, 12, style.weight)) {
      this.#texts.draw(line, x, this.#y, size, { color: BLACK, ...style })
      this.#y += lineStep(size)
    }
  }

  #rule(thickness: number, dash?: number): void {
    const y = this.#y
    this.#page.lineWidth(thickness).moveTo(this.#left, y).lineTo(this.#right, y)
    if (dash === undefined) this.#page.stroke(BLACK)
    else this.#page.dash(dash, { space: dash }).stroke(BLACK).undash()
  }

  /** Cells of equal width: the first is aligned to the left, the others to the right. */
  #cells(
    values: readonly string[],
    size: number,
    { weight, bold = [] }: { readonly weight?: Weight; readonly bold?: readonly number[] } = {},
  ): void {
    const width = this.#width / values.length
    for (const [i, value] of values.entries()) {
      const style = { color: BLACK, weight: bold.includes(i) ? 600 : (weight ?? 400) } as const
      const end = this.#left + width * (i + 1) - 1.5 * MM
      if (i === 0) this.#texts.draw(value, this.#left + 1.5 * MM, this.#y, size, style)
      else this.#texts.drawRight(value, end, this.#y, size, style)
    }
    this.#y += lineStep(size) + 0.8
  }

  /** Begins a next page of A4 where the height does not fit. @param drawColumns draws the titles of the columns there */
  #reserve(height: number, drawColumns?: () => void): void {
    if (this.#paper !== 'a4' || this.#y + height <= this.#bottom) return
    const { period_from, period_to, vehicle, company } = this.#receipt
    this.#page.addPage()
    this.#pageNumber++
    this.#y = papers.a4.margin * MM
    const period = `${this.#moment(period_from)} – ${this.#moment(period_to)}`
    const text = `${period} · ${this.#pageNumber}`
    this.#texts.drawRight(text, this.#right, this.#y, this.#size, { color: GREY })
    this.#text(`${vehicle.plate} · ${company.name}`, this.#size, { weight: 600 })
    this.#y += 2 * MM
    drawColumns?.()
  }

  /** The company, and the code that leads to the verification. */
  #drawHead(): void {
    const { company } = this.#receipt
    const { qr } = papers[this.#paper]
    const top = this.#y
    // on A4 the code stands beside the company, on a roll below it
    const width = this.#paper === 'a4' ? this.#width - (qr + 6) * MM : this.#width
    const bold = { weight: 600 } as const
    this.#text(this.#say('printing.receipt.title'), this.#size * 1.7, bold, width)
    this.#text(company.name, this.#size * 1.2, bold, width)
    const town = [company.zip_code, company.city].filter(Boolean).join(' ')
    this.#text([company.address, town].filter(Boolean).join(', '), this.#size, {}, width)
    if (company.vat_id !== null) {
      const vatId = `${this.#say('printing.receipt.vat_id')} ${company.vat_id}`
      this.#text(vatId, this.#size, {}, width)
    }
    this.#drawCode(this.#paper === 'a4' ? top : this.#y + 2 * MM)
  }

  #drawCode(top: number): void {
    const side = papers[this.#paper].qr * MM
    const { size: modules, d } = qrOf(this.#receipt.url)
    this.#page
      .save()
      .translate(
        this.#paper === 'a4' ? this.#right - side : (this.#left + this.#right - side) / 2,
        top,
      )
      .scale(side / modules)
      .path(d)
      .fill(BLACK)
      .restore()
    this.#y = Math.max(this.#y, top + side) + 2 * MM
  }

  /** What the receipt is about: a name and a value in each line. */
  #drawFacts(): void {
    const nameWidth = (this.#paper === 'a4' ? 40 : 22) * MM
    for (const [name, value] of this.#facts()) {
      const label = this.#say(`printing.receipt.${name}`)
      this.#texts.draw(label, this.#left, this.#y, this.#size, { color: GREY })
      this.#text(
        value,
        this.#size,
        { weight: 600 },
        this.#width - nameWidth,
        this.#left + nameWidth,
      )
    }
    this.#y += 3 * MM
  }

  #facts(): readonly (readonly [name: string, value: string])[] {
    const { vehicle, period_from, period_to, verdict, issued_at, timezone, interval } =
      this.#receipt
    const counts = countsOf(this.#receipt)
    const minutes = Math.round(interval / 60)
    const samples = [
      this.#say('printing.receipt.every', { count: counts.samples, minutes }),
      this.#say('printing.receipt.out', { count: counts.out }),
      this.#say('printing.receipt.gaps', { count: counts.gaps }),
    ]
    return [
      ['vehicle', [vehicle.plate, vehicle.model].filter(Boolean).join(' · ')],
      ...(vehicle.serial === null ? [] : [['serial', vehicle.serial] as const]),
      ['from', this.#moment(period_from)],
      ['to', this.#moment(period_to)],
      ['result', this.#say(`register.verdict.${verdict}`)],
      ['issued', `${this.#moment(issued_at)} · ${timezone}`],
      ['samples', samples.join(' · ')],
    ]
  }

  #drawStatistics(): void {
    this.#text(this.#say('printing.receipt.unit'), this.#size * 0.9, { color: GREY })
    const titles = ['sensor', 'min', 'max', 'average', 'received']
    this.#cells(
      titles.map(word => this.#say(`printing.receipt.${word}`)),
      this.#size,
      { weight: 600 },
    )
    this.#rule(0.8)
    this.#y += 2
    for (const { sensor, min, max, average, min_at, max_at, completeness } of this.#receipt
      .statistics) {
      const completenessText =
        completeness === null ? '' : `${this.#decimals.format(completeness)} %`
      const figures = [min, max, average].map(value => this.#degrees(value))
      this.#cells([sensor, ...figures, completenessText], this.#size, { bold: [0] })
      const times = ['', this.#shortMoment(min_at), this.#shortMoment(max_at), '', '']
      this.#cells(times, this.#rowSize * 0.9)
    }
    this.#y += 2 * MM
  }

  #drawExcursions(): void {
    this.#text(this.#say('printing.receipt.excursions'), this.#size, { weight: 600 })
    for (const excursion of this.#receipt.excursions) {
      this.#reserve(2 * lineStep(this.#size))
      this.#text(this.#excursionText(excursion), this.#size)
    }
    this.#y += 2 * MM
  }

  #excursionText(excursion: Receipt['excursions'][number]): string {
    const { sensor, from, to, minutes, peak, peak_at, cause, registered } = excursion
    const text = this.#say('printing.receipt.excursion', {
      sensor,
      from: this.#shortMoment(from),
      to: this.#shortMoment(to),
      count: minutes,
      peak: this.#degrees(peak),
      at: this.#shortMoment(peak_at),
    })
    const causeText = cause === null ? '' : ` · ${this.#say(`register.cause.${cause}`)}`
    return `${text}${causeText}${registered ? '' : ' ~'}`
  }

  #drawRows(): void {
    if (this.#receipt.rows.length === 0) {
      this.#text(this.#say('printing.receipt.none'), this.#size * 1.2, { weight: 600 })
      return
    }
    this.#drawColumnTitles()
    for (const line of linesOf(this.#receipt)) this.#drawLine(line)
    this.#y += 2
    this.#text(this.#say('printing.receipt.legend'), this.#size * 0.9, { color: GREY })
  }

  #drawColumnTitles(): void {
    const { sensors, setpoints } = this.#columns
    const setpointTitles = setpoints.map(name => `SP${name.slice(-1)}`)
    const titles = [this.#say('printing.receipt.time'), ...sensors, ...setpointTitles]
    this.#cells(titles, this.#rowSize, { weight: 600 })
    this.#rule(0.8)
    this.#y += 2
  }

  #drawLine(line: ReceiptLine): void {
    const lines = line.kind === 'day' ? 4 : 2
    this.#reserve(lines * lineStep(this.#rowSize), () => this.#drawColumnTitles())
    if (line.kind === 'day') this.#drawDay(line.day)
    else if (line.kind === 'gap') this.#drawGap(line.from, line.to)
    else this.#drawRow(line.row, line.at)
  }

  #drawDay(day: string): void {
    this.#y += 2
    const style = { weight: 600 } as const
    this.#text(
      formatDay(day.slice(0, 10)),
      this.#rowSize,
      style,
      this.#width,
      this.#left + 1.5 * MM,
    )
    this.#y += 1.5
  }

  #drawGap(from: number, to: number): void {
    const text = this.#say('printing.receipt.gap', {
      from: this.#moment(from),
      to: this.#moment(to),
      length: lengthText((to - from) / SECOND),
    })
    this.#rule(0.8, 2)
    this.#y += 2
    this.#text(text, this.#rowSize, {}, this.#width - 3 * MM, this.#left + 1.5 * MM)
    this.#rule(0.8, 2)
    this.#y += 3
  }

  #drawRow(row: ReceiptRow, at: number): void {
    const { sensors, setpoints } = this.#columns
    // paper may have no colour: a row out of range has a bar before it and a sign at the value
    if (row.marked)
      this.#page.rect(this.#left, this.#y - 0.5, 1 * MM, lineStep(this.#rowSize)).fill(BLACK)
    const isOut = (sensor: (typeof sensors)[number]): boolean => row.out.includes(sensor)
    const boldSensors = sensors.flatMap((sensor, i) => (isOut(sensor) ? [i + 1] : []))
    this.#cells(
      [
        `${clockAt(at, this.#receipt.timezone).slice(11)}${markOf(row)}`,
        ...sensors.map(sensor => `${isOut(sensor) ? '! ' : ''}${this.#degrees(row[sensor])}`),
        ...setpoints.map(name => this.#degrees(row[name])),
      ],
      this.#rowSize,
      { bold: row.marked ? [0, ...boldSensors] : [] },
    )
  }

  /** The line for a signature by hand, and the code in letters. */
  #drawSignature(): void {
    this.#reserve(24 * MM + lineStep(this.#size) * 4)
    this.#y += 16 * MM
    this.#page
      .lineWidth(0.8)
      .moveTo(this.#left, this.#y)
      .lineTo(this.#left + Math.min(90 * MM, this.#width), this.#y)
      .stroke(BLACK)
    this.#y += 3
    this.#text(this.#say('printing.receipt.signature'), this.#size)
    this.#y += 4 * MM
    this.#text(this.#say('printing.receipt.verify'), this.#size * 0.9, { color: GREY })
    this.#text(this.#receipt.code, this.#size)
  }
}
