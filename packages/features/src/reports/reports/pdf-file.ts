// The PDF of a report: a title page with its totals, then sheet after sheet below each other on A4 that lies, with charts and upright pages between.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Cell, Item, OwnPages, ReportChart } from '@flotta/platform/report.ts'
import type { Weight } from '../pdf-text.ts'
import { bytesOf } from '../stream-bytes.ts'
import type { ReportFileStore } from './files.ts'
import { CHART_HEIGHT, drawChart } from './pdf-chart.ts'
import { PADDING, type PdfColumn, placeColumns, SIZES } from './pdf-columns.ts'
import {
  BLACK,
  type ContentsSheet,
  GREY,
  HEAD_COLOR,
  LINE_COLOR,
  PAGE,
  PdfPaper,
  WIDTH,
} from './pdf-paper.ts'
import { drawTitlePage } from './pdf-title-page.ts'
import {
  gapText,
  type ReportContext,
  type SheetHead,
  type SheetSummary,
  type Writer,
} from './writer.ts'

const BAND_COLOR = '#e8ecf7'
const MARKED_COLOR = '#ffefd6'
const TOTAL_COLOR = '#f3f5fa'
const TOTAL_LINE_COLOR = '#8a94a6'
const MAX_LINES = 4
const NOTE_SIZE = 7.5
const NAME_HEIGHT = 30
const BAND_HEIGHT = 16
const NOTE_HEIGHT = 10
/** The height that a name or a heading needs below it, so that it never stands alone at the foot of a page. */
const FIRST_ROWS = 64
/** Rows of a sheet on paper. The spreadsheet has the other rows, and the last page says so. */
const MAX_ROWS = 20_000
/** Bytes of the document that may wait until they are stored. */
const MAX_BUFFERED_BYTES = 1_048_576

/** The headings above the next item, drawn as soon as its height is known. */
interface Heading {
  readonly text: string
  readonly noteLines: readonly string[]
}

export class PdfFile implements Writer {
  readonly onPaper = true
  readonly #context: ReportContext
  readonly #maxRows: number
  readonly #paper: PdfPaper
  readonly #stored: Promise<void>
  #failure: Error | null = null
  #sheet: ContentsSheet = { title: '', note: '', page: 0, entries: [] }
  #columns: readonly PdfColumn[] = []
  #size: number = SIZES[0]
  #rows = 0
  /** Rows that only the spreadsheet has. */
  #leftOut = 0
  /** The only row since the heading; a total that repeats it is not drawn. */
  #onlyRow: readonly Cell[] | null = null
  #rowsOfHeading = 0
  #isNamed = false
  #pendingHeading: Heading | null = null
  /** The titles of the columns stand on this page. */
  #hasColumnHeads = false
  /** The heading above the rows, which a next page repeats. */
  #heading: string | null = null

  constructor(
    context: ReportContext,
    store: Pick<ReportFileStore, 'writeAll'>,
    maxRows = MAX_ROWS,
  ) {
    this.#context = context
    this.#maxRows = maxRows
    this.#paper = new PdfPaper(context)
    this.#stored = store.writeAll(bytesOf(this.#paper.document))
    this.#stored.catch(error => {
      this.#failure = error as Error
    })
  }

  begin(head: SheetHead): void {
    this.#sheet = { title: head.name, note: '', page: 0, entries: [] }
    this.#rows = 0
    this.#leftOut = 0
    this.#rowsOfHeading = 0
    this.#isNamed = false
    this.#heading = null
    this.#pendingHeading = null
    this.#hasColumnHeads = false
    const { size, columns } = placeColumns(
      head.columns,
      (text, letters) => this.#paper.texts.width(text, letters, 600),
      PAGE.side,
      WIDTH,
    )
    this.#size = size
    this.#columns = columns
  }

  item(item: Item): Promise<void> | undefined {
    if (this.#failure !== null) throw this.#failure
    const before = this.#paper.pageNumber
    this.#draw(item)
    return this.#paper.pageNumber === before ||
      this.#paper.document.readableLength < MAX_BUFFERED_BYTES
      ? undefined
      : this.#waitUntilStored()
  }

  end(): void {
    if (this.#pendingHeading !== null) this.#place(0)
    if (this.#leftOut > 0)
      this.#drawLine(this.#context.say('reports.file.left_out', { count: this.#leftOut }))
    if (!this.#isNamed) this.#drawLine(this.#context.say('reports.file.nothing'))
  }

  async finish(summaries: readonly SheetSummary[]): Promise<void> {
    const paper = this.#paper
    if (this.#context.hasTitlePage) paper.titlePage(() => drawTitlePage(paper, summaries))
    paper.end()
    await this.#stored
  }

  destroy(error: Error): void {
    this.#paper.document.destroy(error)
  }

  #draw(item: Item): void {
    const { words, say } = this.#context
    if ('heading' in item) this.#takeHeading(item.heading, item.note)
    else if ('chart' in item) this.#drawChart(item.chart)
    else if ('pages' in item) this.#drawPages(item.pages)
    else if ('gap' in item) this.#drawLine(gapText(this.#context, item.gap))
    else if ('total' in item) this.#drawTotal(item.total, words(item.label))
    else if (item.paper === false) this.#leftOut++
    else if (++this.#rows <= this.#maxRows) {
      this.#onlyRow = this.#rowsOfHeading++ === 0 ? item.row : null
      this.#drawRow(item.row, item.marked === true ? 'marked' : 'plain')
    } else if (this.#rows === this.#maxRows + 1)
      this.#drawLine(say('reports.file.more_in_spreadsheet'))
  }

  #fill(color: string, height: number, width: number): void {
    this.#paper.document.rect(PAGE.side, this.#paper.y, width, height).fill(color)
  }

  /** The width of the table, which may be narrower than the page. */
  get #tableWidth(): number {
    const last = this.#columns.at(-1)
    return last === undefined ? WIDTH : last.x + last.columnWidth - PAGE.side
  }

  #drawTotal(cells: readonly Cell[], label: string): void {
    const row = this.#onlyRow
    if (row !== null && cells.every((cell, i) => cell === null || cell === row[i])) return
    this.#drawRow(cells, 'total', label)
  }

  get #lineHeight(): number {
    return this.#size * 1.32
  }

  /** Makes room for an item, together with the name of its sheet and the heading that wait for it. */
  #place(height: number): void {
    const paper = this.#paper
    const heading = this.#pendingHeading
    const waiting =
      (this.#isNamed ? 0 : NAME_HEIGHT) +
      (heading === null ? 0 : BAND_HEIGHT + 8 + heading.noteLines.length * NOTE_HEIGHT)
    const below = waiting > 0 ? Math.max(height, FIRST_ROWS) : height
    const isNew = !paper.isOpen || paper.y + waiting + below > PAGE.bottom
    if (isNew) {
      paper.nextPage()
      this.#hasColumnHeads = false
    }
    if (!this.#isNamed) this.#drawName(isNew)
    if (heading !== null) this.#drawHeading(heading, isNew)
    else if (isNew && this.#heading !== null) {
      this.#drawBand(this.#context.say('reports.file.continued', { about: this.#heading }), 400)
      paper.y += 2
    }
  }

  /** The same for a row, together with the titles of the columns. */
  #placeRow(height: number): void {
    this.#place(height + (this.#hasColumnHeads ? 0 : 24))
    if (!this.#hasColumnHeads) this.#drawColumnHeads()
  }

  #beginSheet(): void {
    this.#isNamed = true
    this.#sheet = { ...this.#sheet, page: this.#paper.pageNumber }
    if (this.#sheet.title !== '') this.#paper.contents.push(this.#sheet)
  }

  #drawName(isFirst: boolean): void {
    const paper = this.#paper
    this.#beginSheet()
    if (this.#sheet.title === '') return
    if (!isFirst) paper.y += 14
    paper.texts.draw(this.#sheet.title, PAGE.side, paper.y, 12, { weight: 600, color: HEAD_COLOR })
    paper.y += 19
  }

  #takeHeading(text: string, note: string | undefined): void {
    this.#rowsOfHeading = 0
    this.#onlyRow = null
    if (this.#pendingHeading !== null) this.#place(0)
    const noteLines =
      note === undefined
        ? []
        : this.#paper.texts.lines(note, WIDTH - 2 * PADDING, NOTE_SIZE, MAX_LINES)
    this.#pendingHeading = { text, noteLines }
  }

  #drawHeading({ text, noteLines }: Heading, isFirst: boolean): void {
    const paper = this.#paper
    this.#pendingHeading = null
    this.#heading = text
    this.#sheet.entries.push({ title: text, note: '', page: paper.pageNumber })
    if (!isFirst && this.#sheet.entries.length > 1) paper.y += 8
    this.#drawBand(text, 600)
    for (const line of noteLines) {
      paper.texts.draw(line, PAGE.side + PADDING, paper.y + 2, NOTE_SIZE, { color: GREY })
      paper.y += NOTE_HEIGHT
    }
    if (noteLines.length > 0) paper.y += 3
  }

  #drawBand(text: string, weight: Weight): void {
    const paper = this.#paper
    this.#fill(BAND_COLOR, BAND_HEIGHT, this.#tableWidth)
    paper.texts.draw(text, PAGE.side + PADDING, paper.y + 3.5, 8.5, { weight })
    paper.y += BAND_HEIGHT
  }

  #drawColumnHeads(): void {
    const paper = this.#paper
    this.#hasColumnHeads = true
    if (this.#columns.length === 0) return
    const titles = this.#columns.map(({ title, unit, columnWidth }) =>
      paper.texts.lines(
        unit === null ? title : `${title} (${unit})`,
        columnWidth - 2 * PADDING,
        this.#size,
        3,
        600,
      ),
    )
    const height = Math.max(...titles.map(lines => lines.length)) * this.#lineHeight + 2 * PADDING
    this.#fill(HEAD_COLOR, height, this.#tableWidth)
    const style = { weight: 600, color: '#ffffff' } as const
    for (const [i, column] of this.#columns.entries())
      this.#drawCell(column, titles[i] ?? [], paper.y + PADDING, style)
    paper.y += height
  }

  #drawCell(
    { x, columnWidth, right }: PdfColumn,
    lines: readonly string[],
    top: number,
    style: { readonly weight?: Weight; readonly color?: string },
  ): void {
    const { texts } = this.#paper
    for (const [i, line] of lines.entries()) {
      const y = top + i * this.#lineHeight
      if (right) texts.drawRight(line, x + columnWidth - PADDING, y, this.#size, style)
      else texts.draw(line, x + PADDING, y, this.#size, style)
    }
  }

  /** @param label what the first columns say instead of their cells */
  #drawRow(row: readonly Cell[], look: 'plain' | 'marked' | 'total', label?: string): void {
    const paper = this.#paper
    const weight = look === 'total' ? 600 : 400
    const labelColumns = label === undefined ? 0 : Math.max(1, this.#emptyAtFirst(row))
    const cells = this.#columns.map((column, i) => {
      if (i < labelColumns && i > 0) return []
      const width =
        (labelColumns > 0 && i === 0
          ? this.#columns.slice(0, labelColumns).reduce((sum, c) => sum + c.columnWidth, 0)
          : column.columnWidth) -
        2 * PADDING
      const text =
        i === 0 && label !== undefined
          ? label
          : this.#context.formatter.text(row[column.index] ?? null, column.format)
      return text === '' ? [] : paper.texts.lines(text, width, this.#size, MAX_LINES, weight)
    })
    const height = Math.max(1, ...cells.map(lines => lines.length)) * this.#lineHeight + 5
    this.#placeRow(height)
    const width = this.#tableWidth
    if (look !== 'plain') this.#fill(look === 'marked' ? MARKED_COLOR : TOTAL_COLOR, height, width)
    for (const [i, column] of this.#columns.entries()) {
      const lines = cells[i] ?? []
      const place = i === 0 && label !== undefined ? { ...column, right: false } : column
      if (lines.length > 0) this.#drawCell(place, lines, paper.y + 2.5, { weight, color: BLACK })
    }
    if (look === 'total') paper.rule(paper.y, TOTAL_LINE_COLOR, 0.8, width)
    paper.y += height
    paper.rule(paper.y, LINE_COLOR, 0.4, width)
  }

  /** The number of columns before the first that has a value. */
  #emptyAtFirst(row: readonly Cell[]): number {
    const first = this.#columns.findIndex(({ index }) => (row[index] ?? null) !== null)
    return first === -1 ? this.#columns.length : first
  }

  /** A text across all columns. */
  #drawLine(text: string): void {
    const paper = this.#paper
    const lines = paper.texts.lines(text, WIDTH - 2 * PADDING, this.#size, MAX_LINES)
    this.#place(lines.length * this.#lineHeight + 5)
    for (const line of lines) {
      paper.texts.draw(line, PAGE.side + PADDING, paper.y + 2.5, this.#size, { color: GREY })
      paper.y += this.#lineHeight
    }
    paper.y += 5
    paper.rule(paper.y, LINE_COLOR, 0.4)
  }

  #drawChart(chart: ReportChart): void {
    const ends = chart.series.flatMap(({ points }) =>
      [points[0]?.[0] ?? [], points.at(-1)?.[0] ?? []].flat(),
    )
    if (ends.length === 0) return
    const paper = this.#paper
    this.#place(CHART_HEIGHT + 8)
    drawChart(
      paper.document,
      paper.texts,
      this.#context.formatter,
      {
        title: this.#context.words(chart.title),
        chart,
        from: Math.min(...ends),
        to: Math.max(...ends),
      },
      { x: PAGE.side, y: paper.y + 6, width: WIDTH },
    )
    paper.y += CHART_HEIGHT + 8
    this.#hasColumnHeads = false
  }

  #drawPages({ title, note, draw }: OwnPages): void {
    const pages = this.#paper.upright()
    const page = this.#paper.pageNumber
    if (!this.#isNamed) this.#beginSheet()
    this.#sheet.entries.push({ title, note, page })
    draw(pages)
  }

  async #waitUntilStored(): Promise<void> {
    while (this.#paper.document.readableLength >= MAX_BUFFERED_BYTES && this.#failure === null)
      await nextTurn()
    if (this.#failure !== null) throw this.#failure
  }
}
