// The PDF of a report: A4 landscape, written page by page. Every page repeats the titles of the columns, and charts are drawn.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Cell, Item, ReportChart } from '@flotta/platform/report.ts'
import PDFDocument from 'pdfkit'
import type { ReportFileStore } from './files.ts'
import { CHART_HEIGHT, drawChart } from './pdf-chart.ts'
import { PADDING, type PdfColumn, placeColumns, SIZES } from './pdf-columns.ts'
import { type Placeholder, TextPainter, type Weight } from './pdf-text.ts'
import { bytesOf, gapText, type ReportContext, type SheetHead, type Writer } from './writer.ts'

const PAGE = { width: 841.89, height: 595.28, side: 32, top: 62, bottom: 559 }
const WIDTH = PAGE.width - 2 * PAGE.side
const GREY = '#5c6470'
const BLACK = '#1c2024'
const LINE_COLOR = '#dfe3ea'
const BAND_COLOR = '#e8ecf7'
const MARKED_COLOR = '#ffefd6'
const HEAD_COLOR = '#26418f'
const TOTAL_LINE_COLOR = '#8a94a6'
const MAX_LINES = 4
const FOOTER_SIZE = 7
const NOTE_SIZE = 7.5
const BAND_HEIGHT = 16
/** Rows of a sheet on paper. The spreadsheet has the other rows, and the last page says so. */
const MAX_ROWS = 20_000
/** Bytes of the document that may wait until they are stored. */
const MAX_BUFFERED_BYTES = 1_048_576

export class PdfFile implements Writer {
  readonly #context: ReportContext
  readonly #maxRows: number
  readonly #page: PDFKit.PDFDocument
  readonly #texts: TextPainter
  /** The number of pages, which stands on every page and is known when all are written. */
  readonly #pageCount: Placeholder
  readonly #stored: Promise<void>
  readonly #madeAt: string
  #failure: Error | null = null
  #head: SheetHead | null = null
  #columns: readonly PdfColumn[] = []
  #size: number = SIZES[0]
  #pageNumber = 0
  #rows = 0
  /** Where the next item of the page begins. */
  #y = 0
  /** The titles of the columns stand on this page. */
  #hasColumnHeads = false
  /** The heading above the rows, which a next page repeats. */
  #heading: string | null = null

  constructor(
    context: ReportContext,
    store: Pick<ReportFileStore, 'writeAll'>,
    maxRows = MAX_ROWS,
  ) {
    const { title, period, customer, language, now, formatter } = context
    this.#context = context
    this.#maxRows = maxRows
    this.#page = new PDFDocument({
      autoFirstPage: false,
      size: 'A4',
      layout: 'landscape',
      margin: 0,
      bufferPages: false,
      // the cache would hold every word of the report
      fontLayoutCache: false,
      lang: language,
      displayTitle: true,
      info: { Title: `${title} · ${period}`, Author: customer, Creator: 'Flotta' },
    })
    this.#texts = new TextPainter(this.#page)
    this.#pageCount = this.#texts.placeholder(FOOTER_SIZE)
    this.#madeAt = formatter.instant(now)
    this.#stored = store.writeAll(bytesOf(this.#page))
    this.#stored.catch(error => {
      this.#failure = error as Error
    })
  }

  begin(head: SheetHead): void {
    this.#head = head
    if (!head.paper) return
    this.#rows = 0
    this.#heading = null
    const { size, columns } = placeColumns(
      head.columns,
      (text, letters) => this.#texts.width(text, letters, 600),
      PAGE.side,
      WIDTH,
    )
    this.#size = size
    this.#columns = columns
    this.#addPage()
    this.#drawIntro(head.intro)
  }

  item(item: Item): Promise<void> | undefined {
    if (this.#head?.paper !== true) return
    if (this.#failure !== null) throw this.#failure
    const before = this.#pageNumber
    this.#draw(item)
    return this.#pageNumber === before || this.#page.readableLength < MAX_BUFFERED_BYTES
      ? undefined
      : this.#waitUntilStored()
  }

  end(): void {
    const { paper, intro } = this.#head ?? { paper: false, intro: [] }
    if (paper && !this.#hasColumnHeads && this.#heading === null && intro.length === 0)
      this.#drawLine(this.#context.say('reports.file.nothing'))
  }

  async finish(): Promise<void> {
    this.#pageCount.fill(this.#context.say('reports.file.page_of', { total: this.#pageNumber }))
    this.#page.end()
    await this.#stored
  }

  destroy(error: Error): void {
    this.#page.destroy(error)
  }

  #draw(item: Item): void {
    const { words, say } = this.#context
    if ('heading' in item) this.#drawHeading(item.heading, item.note)
    else if ('chart' in item) this.#drawChart(item.chart)
    else if ('gap' in item) this.#drawLine(gapText(this.#context, item.gap))
    else if ('total' in item) this.#drawRow(item.total, 'total', words(item.label))
    else if (++this.#rows <= this.#maxRows)
      this.#drawRow(item.row, item.marked === true ? 'marked' : 'plain')
    else if (this.#rows === this.#maxRows + 1)
      this.#drawLine(say('reports.file.more_in_spreadsheet'))
  }

  #addPage(): void {
    this.#page.addPage()
    this.#pageNumber++
    this.#drawPageHead()
    this.#drawPageFoot()
    this.#y = PAGE.top
    this.#hasColumnHeads = false
  }

  #drawPageHead(): void {
    const { title, customer, period, zone } = this.#context
    const right = PAGE.width - PAGE.side
    this.#texts.draw(title, PAGE.side, 22, 11, { weight: 600 })
    this.#texts.drawRight(customer, right, 23, 9, { weight: 600 })
    this.#texts.draw(this.#head?.name ?? '', PAGE.side, 38, 8, { color: GREY })
    this.#texts.drawRight(`${period} · ${zone}`, right, 38, 8, { color: GREY })
    this.#rule(52, HEAD_COLOR, 1)
  }

  #drawPageFoot(): void {
    const { say } = this.#context
    const y = PAGE.height - 26
    const madeText = `Flotta · ${say('reports.file.made')} ${this.#madeAt}`
    this.#texts.draw(madeText, PAGE.side, y, FOOTER_SIZE, { color: GREY })
    // the number of pages has room for two digits; a longer one runs into the margin
    const pageTextEnd =
      PAGE.width -
      PAGE.side -
      this.#texts.width(say('reports.file.page_of', { total: 99 }), FOOTER_SIZE)
    const pageText = `${say('reports.file.page', { page: this.#pageNumber })} `
    this.#texts.drawRight(pageText, pageTextEnd, y, FOOTER_SIZE, { color: GREY })
    this.#pageCount.draw(pageTextEnd, y, GREY)
  }

  #rule(y: number, color: string, width: number): void {
    this.#page
      .lineWidth(width)
      .moveTo(PAGE.side, y)
      .lineTo(PAGE.width - PAGE.side, y)
      .stroke(color)
  }

  #fill(color: string, height: number): void {
    this.#page.rect(PAGE.side, this.#y, WIDTH, height).fill(color)
  }

  get #lineHeight(): number {
    return this.#size * 1.32
  }

  #drawIntro(intro: SheetHead['intro']): void {
    for (const [label, value] of intro) {
      this.#texts.draw(label, PAGE.side, this.#y, 8.5, { color: GREY })
      for (const line of this.#texts.lines(value, WIDTH - 150, 8.5, 3, 600)) {
        this.#texts.draw(line, PAGE.side + 150, this.#y, 8.5, { weight: 600 })
        this.#y += 13
      }
    }
    if (intro.length > 0) this.#y += 12
  }

  /** Begins a next page where the height does not fit, and draws the titles of the columns where the page has none yet. */
  #reserve(height: number): void {
    const headsHeight = this.#hasColumnHeads ? 0 : 24
    if (this.#y + height + headsHeight > PAGE.bottom) {
      this.#addPage()
      if (this.#heading !== null)
        this.#drawBand(this.#context.say('reports.file.continued', { about: this.#heading }), 400)
    }
    if (!this.#hasColumnHeads) this.#drawColumnHeads()
  }

  #drawColumnHeads(): void {
    this.#hasColumnHeads = true
    if (this.#columns.length === 0) return
    const titles = this.#columns.map(({ title, unit, columnWidth }) =>
      this.#texts.lines(
        unit === null ? title : `${title} (${unit})`,
        columnWidth - 2 * PADDING,
        this.#size,
        3,
        600,
      ),
    )
    const height = Math.max(...titles.map(lines => lines.length)) * this.#lineHeight + 2 * PADDING
    this.#fill(HEAD_COLOR, height)
    const style = { weight: 600, color: '#ffffff' } as const
    for (const [i, column] of this.#columns.entries())
      this.#drawCell(column, titles[i] ?? [], this.#y + PADDING, style)
    this.#y += height
  }

  #drawCell(
    { x, columnWidth, right }: PdfColumn,
    lines: readonly string[],
    top: number,
    style: { readonly weight?: Weight; readonly color?: string },
  ): void {
    for (const [i, line] of lines.entries()) {
      const y = top + i * this.#lineHeight
      if (right) this.#texts.drawRight(line, x + columnWidth - PADDING, y, this.#size, style)
      else this.#texts.draw(line, x + PADDING, y, this.#size, style)
    }
  }

  /** @param label what the first column says instead of its cell */
  #drawRow(row: readonly Cell[], look: 'plain' | 'marked' | 'total', label?: string): void {
    const weight = look === 'total' ? 600 : 400
    const cells = this.#columns.map((column, i) => {
      const text =
        i === 0 && label !== undefined
          ? label
          : this.#context.formatter.text(row[column.index] ?? null, column.format)
      const width = column.columnWidth - 2 * PADDING
      return text === '' ? [] : this.#texts.lines(text, width, this.#size, MAX_LINES, weight)
    })
    const height = Math.max(1, ...cells.map(lines => lines.length)) * this.#lineHeight + 5
    this.#reserve(height)
    if (look === 'marked') this.#fill(MARKED_COLOR, height)
    for (const [i, column] of this.#columns.entries()) {
      const lines = cells[i] ?? []
      if (lines.length > 0) this.#drawCell(column, lines, this.#y + 2.5, { weight, color: BLACK })
    }
    if (look === 'total') this.#rule(this.#y, TOTAL_LINE_COLOR, 0.8)
    this.#y += height
    this.#rule(this.#y, LINE_COLOR, 0.4)
  }

  /** A text across all columns. */
  #drawLine(text: string): void {
    const lines = this.#texts.lines(text, WIDTH - 2 * PADDING, this.#size, MAX_LINES)
    this.#reserve(lines.length * this.#lineHeight + 5)
    for (const line of lines) {
      this.#texts.draw(line, PAGE.side + PADDING, this.#y + 2.5, this.#size, { color: GREY })
      this.#y += this.#lineHeight
    }
    this.#y += 5
    this.#rule(this.#y, LINE_COLOR, 0.4)
  }

  #drawHeading(text: string, note: string | undefined): void {
    this.#heading = text
    const noteLines =
      note === undefined ? [] : this.#texts.lines(note, WIDTH - 2 * PADDING, NOTE_SIZE, MAX_LINES)
    // a heading never stands alone at the foot of a page
    const withFirstRows = BAND_HEIGHT + noteLines.length * 10 + 60
    if (this.#y > PAGE.top && this.#y + withFirstRows > PAGE.bottom) this.#addPage()
    else if (this.#y > PAGE.top) this.#y += 8
    this.#drawBand(text, 600)
    for (const line of noteLines) {
      this.#texts.draw(line, PAGE.side + PADDING, this.#y + 2, NOTE_SIZE, { color: GREY })
      this.#y += 10
    }
    if (noteLines.length > 0) this.#y += 3
  }

  #drawBand(text: string, weight: Weight): void {
    this.#fill(BAND_COLOR, BAND_HEIGHT)
    this.#texts.draw(text, PAGE.side + PADDING, this.#y + 3.5, 8.5, { weight })
    this.#y += BAND_HEIGHT
  }

  #drawChart(chart: ReportChart): void {
    const ends = chart.series.flatMap(({ points }) =>
      [points[0]?.[0] ?? [], points.at(-1)?.[0] ?? []].flat(),
    )
    if (ends.length === 0) return
    if (this.#y + CHART_HEIGHT + 8 > PAGE.bottom) this.#addPage()
    drawChart(
      this.#page,
      this.#texts,
      this.#context.formatter,
      {
        title: this.#context.words(chart.title),
        chart,
        from: Math.min(...ends),
        to: Math.max(...ends),
      },
      { x: PAGE.side, y: this.#y + 6, width: WIDTH },
    )
    this.#y += CHART_HEIGHT + 8
    this.#hasColumnHeads = false
  }

  async #waitUntilStored(): Promise<void> {
    while (this.#page.readableLength >= MAX_BUFFERED_BYTES && this.#failure === null)
      await nextTurn()
    if (this.#failure !== null) throw this.#failure
  }
}
