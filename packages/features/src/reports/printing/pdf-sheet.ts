// The sheet that a receipt is drawn on: A4 pages, or one page that is 80 mm wide; every part begins where the part before it ended.
import type { Language } from '@flotta/core/languages.ts'
import { formatDay } from '@flotta/core/time.ts'
import { clockAt } from '@flotta/core/zones.ts'
import { type TextPainter, textPainterOf, type Weight } from '../pdf-text.ts'
import type { Certificate, Paper } from './contract.ts'

/** Points in a millimetre. */
export const MM = 72 / 25.4
/** Lengths in mm; `size` is the size of the letters in points. */
export const papers = {
  a4: { width: 210, height: 297, margin: 14, size: 8.5, rowSize: 8.5, valueSize: 7.5, qr: 30 },
  // longer than every receipt; the rest is cut off
  '80mm': { width: 80, height: 5_000, margin: 4, size: 7, rowSize: 6.5, valueSize: 6.5, qr: 38 },
} as const
export const GREY = '#444444'
export const BLACK = '#000000'

export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string

interface TextStyle {
  readonly weight?: Weight
  readonly color?: string
}
/** A column of a table: its share of the width, and where its texts stand. */
export interface SheetColumn {
  readonly share: number
  readonly align?: 'left' | 'right'
}

/** The distance from a line of text to the next. */
export const lineStep = (size: number): number => size * 1.3

/** What a sheet is drawn with. */
export interface SheetOptions {
  readonly paper: Paper
  readonly language: Language
  readonly say: Say
  /** The key of its title. */
  readonly title: string
  /** Begins a next page of A4. */
  readonly addPage: () => void
}

export class ReceiptSheet {
  readonly page: PDFKit.PDFDocument
  readonly texts: TextPainter
  readonly receipt: Certificate
  readonly paper: Paper
  readonly say: Say
  readonly title: string
  /** The left and right edges of the drawing; a table in blocks moves them. */
  left: number
  right: number
  readonly bottom: number
  /** The size of the letters. */
  readonly size: number
  /** The size of the letters in tables. */
  readonly rowSize: number
  /** The size of the letters of the values, which are many. */
  readonly valueSize: number
  /** Where the next part begins, in points from the top. */
  y: number
  readonly #decimals: Intl.NumberFormat
  readonly #addPage: () => void
  #pageNumber = 1

  constructor(
    page: PDFKit.PDFDocument,
    receipt: Certificate,
    { paper, language, say, title, addPage }: SheetOptions,
  ) {
    const { width, height, margin, size, rowSize, valueSize } = papers[paper]
    this.page = page
    this.texts = textPainterOf(page)
    this.receipt = receipt
    this.paper = paper
    this.say = say
    this.title = title
    this.#addPage = addPage
    this.#decimals = new Intl.NumberFormat(language, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    })
    this.left = margin * MM
    this.right = (width - margin) * MM
    this.bottom = (height - margin) * MM
    this.size = size
    this.rowSize = rowSize
    this.valueSize = valueSize
    this.y = margin * MM
  }

  get width(): number {
    return this.right - this.left
  }

  /** °C with one decimal; a dash where there is no value. */
  degrees(value: number | null): string {
    if (value === null) return '—'
    return this.#decimals
      .format(value)
      .replace(/^-(0(?:[.,]0)?)$/, '$1')
      .replace('-', '\u2212')
  }

  percent(value: number | null): string {
    return value === null ? '' : `${this.#decimals.format(value)} %`
  }

  /** Day and time by the clocks of the receipt's zone. */
  moment(at: string | number): string {
    const clock = clockAt(typeof at === 'number' ? at : Date.parse(at), this.receipt.timezone)
    return `${formatDay(clock.slice(0, 10))} ${clock.slice(11)}`
  }

  /** The same without the year, which nobody needs within five days. */
  shortMoment(at: string | null): string {
    if (at === null) return ''
    const clock = clockAt(Date.parse(at), this.receipt.timezone)
    return `${clock.slice(8, 10)}/${clock.slice(5, 7)} ${clock.slice(11)}`
  }

  /** A text in as many lines as it needs. */
  text(text: string, size: number, style: TextStyle = {}, width = this.width, x = this.left): void {
    if (text === '') return
    for (const line of this.texts.lines(text, width, size, 12, style.weight)) {
      this.texts.draw(line, x, this.y, size, { color: BLACK, ...style })
      this.y += lineStep(size)
    }
  }

  rule(thickness: number, dash?: number): void {
    const y = this.y
    this.page.lineWidth(thickness).moveTo(this.left, y).lineTo(this.right, y)
    if (dash === undefined) this.page.stroke(BLACK)
    else this.page.dash(dash, { space: dash }).stroke(BLACK).undash()
  }

  /** Cells of equal width: the first is aligned to the left, the others to the right. */
  cells(
    values: readonly string[],
    size: number,
    { weight, bold = [] }: { readonly weight?: Weight; readonly bold?: readonly number[] } = {},
  ): void {
    const columns = values.map((_, i) => ({
      share: 1,
      align: i === 0 ? ('left' as const) : ('right' as const),
    }))
    this.line(columns, values, size, { ...(weight !== undefined && { weight }), bold })
  }

  /** The titles of the columns and the rule below them; each is the receipt's word for its column. */
  titles(columns: readonly (SheetColumn & { readonly name: string })[]): void {
    const titles = columns.map(({ name }) => this.say(`printing.receipt.${name}`))
    this.line(columns, titles, this.rowSize, { weight: 600 })
    this.rule(0.8)
    this.y += 2
  }

  /** One line of a table; a text that is too wide is broken into lines. */
  line(
    columns: readonly SheetColumn[],
    values: readonly string[],
    size: number,
    {
      weight = 400,
      bold = [],
    }: { readonly weight?: Weight; readonly bold?: readonly number[] } = {},
  ): void {
    const unit = this.width / columns.reduce((sum, { share }) => sum + share, 0)
    let x = this.left
    let height = 1
    for (const [i, { share, align }] of columns.entries()) {
      const width = share * unit - 2 * MM
      const style = { color: BLACK, weight: bold.includes(i) ? 600 : weight } as const
      const lines = this.texts.lines(values[i] ?? '', width, size, 4, style.weight)
      for (const [n, text] of lines.entries()) {
        const y = this.y + n * lineStep(size)
        if (align === 'right')
          this.texts.drawRight(text, x + share * unit - 1.5 * MM, y, size, style)
        else this.texts.draw(text, x + 1.5 * MM, y, size, style)
      }
      height = Math.max(height, lines.length)
      x += share * unit
    }
    this.y += height * lineStep(size) + 0.8
  }

  /**
   * Begins a next page of A4 where the height does not fit.
   * @param drawTitles draws the titles of the columns there
   */
  reserve(height: number, drawTitles?: () => void): void {
    if (this.paper !== 'a4' || this.y + height <= this.bottom) return
    this.nextPage()
    drawTitles?.()
  }

  /** Begins an A4 page that names the receipt it belongs to. */
  nextPage(): void {
    const { period_from, period_to, vehicle, company } = this.receipt
    this.#addPage()
    this.#pageNumber++
    this.y = papers.a4.margin * MM
    const period = `${this.moment(period_from)} – ${this.moment(period_to)}`
    const text = `${period} · ${this.#pageNumber}`
    this.texts.drawRight(text, this.right, this.y, this.size, { color: GREY })
    this.text(`${vehicle.plate} · ${company.name}`, this.size, { weight: 600 })
    this.y += 2 * MM
  }
}
