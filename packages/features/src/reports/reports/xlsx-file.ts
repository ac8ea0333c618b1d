// The spreadsheet of a report, written row by row into a zip: first its facts and totals, then one table per sheet. Texts stay texts, times are dates in the
// customer's time zone, numbers are numbers.
import { PassThrough, Readable } from 'node:stream'
import { wholeMinutes } from '@flotta/core/durations.ts'
import type { Language } from '@flotta/core/languages.ts'
import { decimalsOf } from '@flotta/core/report-formats.ts'
import { DAY, MINUTE } from '@flotta/core/time.ts'
import type { Cell, Format, Item, ReportChart } from '@flotta/platform/report.ts'
import yazl from 'yazl'
import { bytesOf } from '../stream-bytes.ts'
import type { ReportFileStore } from './files.ts'
import { isRightAligned, spreadsheetDate, spreadsheetDay, unitOf } from './format.ts'
import {
  type ReportContext,
  type SheetHead,
  type SheetSummary,
  type Writer,
  writeChunk,
} from './writer.ts'
import { columnName, emptyCell, numberCell, sheetName, textCell, titleLines } from './xlsx-cells.ts'
import { CHART_CELLS, type ChartOf, chartSheetFiles } from './xlsx-chart.ts'
import { Styles } from './xlsx-style.ts'
import { sheetBegin, sheetEnd, type WorkbookSheet, workbookFiles } from './xlsx-workbook.ts'

/** Characters of XML that are gathered before they are compressed. */
const CHUNK = 65_536
/** Rows of a table; a sheet may have 1,048,576, and totals stand below. */
const MAX_ROWS = 1_000_000
const COMPRESSION = { compressionLevel: 4 }
/** Charts of a spreadsheet; the paper has all. */
const MAX_CHARTS = 12
/** A text that begins so would become a formula if a person edited it. */
const LIKE_FORMULA = /^[=+\-@\t\r]/

/** Height of the row of titles: around the text, and per line; points. */
const HEAD_HEIGHT = { around: 7, line: 13 } as const
type Look = 'plain' | 'marked' | 'total'

/** Characters beside the longest word of a column: its edges, and in the head the button of the filter. */
const BESIDE_TITLE = 4
/** The widths of the sheet that says what the report is about, in characters. */
const SUMMARY_WIDTHS = [34, 44] as const

export class XlsxFile implements Writer {
  readonly onPaper = false
  readonly #context: ReportContext
  readonly #maxRows: number
  readonly #zip = new yazl.ZipFile()
  readonly #stored: Promise<void>
  readonly #styles: Styles
  readonly #sheets: WorkbookSheet[] = []
  readonly #sheetNames = new Set<string>()
  #failure: Error | null = null
  #head: SheetHead | null = null
  /** Where the XML of the open sheet goes. */
  #sheet: PassThrough | null = null
  #columnNames: readonly string[] = []
  /** XML that is not in the zip yet. */
  #xml = ''
  /** The number of the last row that was written. */
  #row = 0
  /** The number of the last row of the table. */
  #lastRow = 1
  /** The totals of the sheet, which stand below its table. */
  #totals: (() => string)[] = []
  readonly #charts: ChartOf[] = []
  #heading = ''
  /** The subject of the next rows; it is written only if there are any. */
  #subject: string | null = null

  /** @param maxRows rows of a sheet; the rows after them go into a next sheet */
  constructor(
    context: ReportContext,
    language: Language,
    store: ReportFileStore,
    maxRows = MAX_ROWS,
  ) {
    this.#context = context
    this.#maxRows = maxRows
    this.#styles = new Styles(language)
    // an error of the zip also ends the stream of its bytes, where it is handled
    this.#zip.on('error', () => {})
    this.#stored = store.writeAll(bytesOf(this.#zip.outputStream))
    this.#stored.catch(error => {
      this.#failure = error as Error
      this.#sheet?.destroy(this.#failure)
    })
  }

  begin(head: SheetHead): void {
    this.#head = head
    this.#openSheet(head)
  }

  item(item: Item): Promise<void> | undefined {
    if (this.#row + 1 > this.#maxRows) return this.#continueInNextSheet(item)
    this.#write(item)
    return this.#xml.length > CHUNK ? this.#flush() : undefined
  }

  async end(): Promise<void> {
    this.#writeEmptySubject()
    const table = this.#closeTable()
    if (this.#totals.length > 0) this.#row++
    for (const cells of this.#totals.splice(0)) this.#addRow(cells)
    await this.#endSheet(table)
  }

  async finish(summaries: readonly SheetSummary[]): Promise<void> {
    await this.#writeSummary(summaries)
    this.#addCharts()
    const files = workbookFiles(this.#sheets, this.#context, this.#styles)
    for (const [path, content] of Object.entries(files))
      this.#zip.addBuffer(Buffer.from(content), path, COMPRESSION)
    this.#zip.end()
    await this.#stored
  }

  destroy(error: Error): void {
    this.#sheet?.destroy(error)
    const { outputStream } = this.#zip
    if (outputStream instanceof Readable) outputStream.destroy(error)
  }

  #openSheet(head: SheetHead): void {
    const name = sheetName(head.name, this.#sheetNames)
    this.#sheetNames.add(name.toLowerCase())
    const file = this.#sheets.length + 1
    this.#sheets.push({ name, file, table: null })
    this.#addStream(file)
    this.#columnNames = head.columns.map((_, i) => columnName(i))
    this.#xml = sheetBegin(
      head.columns.map(({ width }) => width + BESIDE_TITLE),
      true,
    )
    this.#row = 0
    this.#writeColumnTitles(head)
    this.#lastRow = this.#row
  }

  #addStream(file: number): void {
    this.#sheet = new PassThrough({ highWaterMark: CHUNK * 4 })
    this.#sheet.on('error', () => {})
    this.#zip.addReadStream(this.#sheet, `xl/worksheets/sheet${file}.xml`, COMPRESSION)
  }

  /** The cells of the table that ends here: `A1:F24`. */
  #closeTable(): string {
    const table = `A1:${this.#columnNames.at(-1) ?? 'A'}${this.#lastRow}`
    const sheet = this.#sheets.pop()
    if (sheet !== undefined) this.#sheets.push({ ...sheet, table })
    return table
  }

  async #endSheet(table: string | null): Promise<void> {
    this.#xml += sheetEnd(this.#context, table)
    await this.#flush()
    this.#sheet?.end()
  }

  async #continueInNextSheet(item: Item): Promise<void> {
    await this.#endSheet(this.#closeTable())
    if (this.#head !== null) this.#openSheet(this.#head)
    this.#write(item)
  }

  async #flush(): Promise<void> {
    if (this.#failure !== null) throw this.#failure
    const chunk = this.#xml
    this.#xml = ''
    if (this.#sheet !== null) await writeChunk(this.#sheet, chunk, this.#stored)
  }

  #writeColumnTitles({ columns }: SheetHead): void {
    const titles = columns.map(({ title, unit }) => (unit === null ? title : `${title} (${unit})`))
    const cells = () =>
      columns.map(({ format }, i) =>
        this.#text(
          i,
          titles[i] ?? '',
          this.#styles.specialStyle(isRightAligned(format) ? 'head_right' : 'head'),
        ),
      )
    const lines = Math.max(1, ...columns.map(({ width }, i) => titleLines(titles[i] ?? '', width)))
    const height = HEAD_HEIGHT.around + lines * HEAD_HEIGHT.line
    this.#addRow(() => cells().join(''), ` ht="${height}" customHeight="1"`)
  }

  #write(item: Item): void {
    if ('row' in item) {
      this.#subject = null
      this.#addRow(() => this.#values(item.row, item.marked === true ? 'marked' : 'plain'))
      this.#lastRow = this.#row
    } else if ('total' in item)
      this.#totals.push(
        () =>
          this.#text(0, this.#context.words(item.label), this.#styles.valueStyle('text', 'total')) +
          this.#values(item.total, 'total', 1),
      )
    else if ('chart' in item) this.#takeChart(item.chart)
    else if ('heading' in item) {
      this.#heading = item.heading
      this.#writeEmptySubject()
      if (item.note !== undefined) this.#subject = item.heading
    }
  }

  /** A chart gets a sheet of its own at the end, when no other is being written. */
  #takeChart(chart: ReportChart): void {
    const hasPoints = chart.series.some(({ points }) => points.length > 0)
    if (this.#charts.length < MAX_CHARTS && hasPoints)
      this.#charts.push({ subject: this.#heading, chart, after: this.#sheets.at(-1)?.file ?? 0 })
  }

  /** Adds the sheets of the charts, each behind the sheet that it belongs to. */
  #addCharts(): void {
    for (const chartOf of this.#charts) {
      const { chart, subject, after } = chartOf
      const name = sheetName(`${this.#context.words(chart.title)} ${subject}`, this.#sheetNames)
      this.#sheetNames.add(name.toLowerCase())
      const file = this.#sheets.length + 1
      const files = chartSheetFiles(chartOf, { name, file }, this.#context, this.#styles)
      for (const [path, content] of Object.entries(files))
        this.#zip.addBuffer(Buffer.from(content), path, COMPRESSION)
      const place = this.#sheets.findLastIndex(
        sheet => sheet.file === after || sheet.after === after,
      )
      this.#sheets.splice(place + 1, 0, { name, file, table: null, chart: CHART_CELLS, after })
    }
  }

  /** Writes the line of a subject without data. */
  #writeEmptySubject(): void {
    const subject = this.#subject
    this.#subject = null
    if (subject === null) return
    this.#addRow(() => this.#text(0, subject, this.#styles.valueStyle('text', 'plain')))
    this.#lastRow = this.#row
  }

  /** The first sheet: what the report is about, the totals of its tables, and what has no data. */
  async #writeSummary(summaries: readonly SheetSummary[]): Promise<void> {
    const { title, facts, say } = this.#context
    const name = sheetName(say('reports.file.cover'), this.#sheetNames)
    const file = this.#sheets.length + 1
    this.#sheets.unshift({ name, file, table: null })
    this.#addStream(file)
    this.#columnNames = SUMMARY_WIDTHS.map((_, i) => columnName(i))
    this.#xml = sheetBegin(SUMMARY_WIDTHS, false)
    this.#row = 0
    const line = (label: string, value: () => string) =>
      this.#addRow(() => this.#text(0, label, this.#styles.specialStyle('label')) + value())
    this.#addRow(() => this.#text(0, title, this.#styles.specialStyle('title')))
    for (const [label, value] of facts)
      line(label, () => this.#text(1, value, this.#styles.specialStyle('value')))
    for (const summary of summaries) {
      this.#row++
      this.#addRow(() => this.#text(0, summary.name, this.#styles.specialStyle('heading')))
      line(say('reports.file.rows'), () => this.#value(1, summary.rows, 'count', 'plain'))
      for (const figure of summary.figures) {
        const unit = unitOf(figure.format)
        const label = unit === null ? figure.title : `${figure.title} (${unit})`
        line(label, () => this.#value(1, figure.cell, figure.format, 'plain'))
      }
      if (summary.empty.length > 0)
        line(say('reports.file.without_data'), () =>
          this.#text(1, summary.empty.join(', '), this.#styles.specialStyle('value')),
        )
    }
    await this.#endSheet(null)
  }

  /** @param cells makes the XML of the cells; it is called when the number of the row is known */
  #addRow(cells: () => string, attributes = ''): void {
    this.#row++
    this.#xml += `<row r="${this.#row}"${attributes}>${cells()}</row>`
  }

  /** The name of a cell in the row that is being written: `B12`. */
  #reference(column: number): string {
    return `${this.#columnNames[column]}${this.#row}`
  }

  #text(column: number, text: string, style: number): string {
    return textCell(this.#reference(column), text, style)
  }

  /** @param from the first column that is written */
  #values(cells: readonly Cell[], look: Look, from = 0): string {
    let xml = ''
    for (let i = from; i < this.#columnNames.length; i++)
      xml += this.#value(i, cells[i] ?? null, this.#head?.columns[i]?.format ?? 'text', look)
    return xml
  }

  #value(column: number, cell: Cell, format: Format, look: Look): string {
    const reference = this.#reference(column)
    const style = this.#styles.valueStyle(format, look)
    if (cell === null || cell === '') return look === 'plain' ? '' : emptyCell(reference, style)
    const number = this.#numberOf(cell, format)
    if (number !== null) return numberCell(reference, number, style)
    const text = this.#context.formatter.text(cell, format)
    const textStyle = LIKE_FORMULA.test(text)
      ? this.#styles.specialStyle(look === 'plain' ? 'formula' : `formula_${look}`)
      : this.#styles.valueStyle('text', look)
    return textCell(reference, text, textStyle)
  }

  /** The number that a spreadsheet stores for a cell; null: the cell is a text. */
  #numberOf(cell: Cell, format: Format): number | null {
    if (typeof cell === 'number' && Number.isFinite(cell)) {
      if (format === 'instant') return spreadsheetDate(this.#context.formatter.localTime(cell))
      // a part of a day in whole minutes, because a spreadsheet cuts off the seconds that paper rounds
      if (format === 'duration') return (wholeMinutes(cell) * MINUTE) / DAY
      if (decimalsOf(format) !== null) return cell
    }
    if (typeof cell === 'string' && format === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(cell))
      return spreadsheetDay(cell)
    return null
  }
}
