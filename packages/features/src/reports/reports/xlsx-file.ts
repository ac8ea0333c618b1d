// The spreadsheet of a report, written row by row into a zip: texts stay texts, times are dates on the customer's clocks, numbers are numbers.
import { PassThrough, Readable } from 'node:stream'
import { wholeMinutes } from '@flotta/core/durations.ts'
import type { Language } from '@flotta/core/languages.ts'
import { decimalsOf } from '@flotta/core/report-formats.ts'
import { DAY, MINUTE } from '@flotta/core/time.ts'
import type { Cell, Format, Item } from '@flotta/platform/report.ts'
import yazl from 'yazl'
import type { ReportFileStore } from './files.ts'
import { isRightAligned, spreadsheetDate, spreadsheetDay } from './format.ts'
import {
  bytesOf,
  gapText,
  type ReportContext,
  type SheetHead,
  type Writer,
  writeChunk,
} from './writer.ts'
import { columnName, emptyCell, numberCell, sheetName, textCell } from './xlsx-cells.ts'
import { Styles } from './xlsx-style.ts'
import { sheetBegin, sheetEnd, type WorkbookSheet, workbookFiles } from './xlsx-workbook.ts'

/** Characters of XML that are gathered before they are compressed. */
const CHUNK = 65_536
/** Rows that a sheet may have. */
const MAX_ROWS = 1_048_576
const COMPRESSION = { compressionLevel: 4 }
/** A text that begins so would become a formula if a person edited it. */
const LIKE_FORMULA = /^[=+\-@\t\r]/

type Look = 'plain' | 'marked' | 'total'

export class XlsxFile implements Writer {
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
    // a heading and its note need two rows
    if (this.#row + 2 > this.#maxRows) return this.#continueInNextSheet(item)
    this.#write(item)
    return this.#xml.length > CHUNK ? this.#flush() : undefined
  }

  async end(): Promise<void> {
    this.#xml += sheetEnd(this.#context)
    await this.#flush()
    this.#sheet?.end()
  }

  async finish(): Promise<void> {
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
    this.#sheets.push({ name, repeats: head.intro.length > 0 ? null : 1 })
    this.#sheet = new PassThrough({ highWaterMark: CHUNK * 4 })
    this.#sheet.on('error', () => {})
    const path = `xl/worksheets/sheet${this.#sheets.length}.xml`
    this.#zip.addReadStream(this.#sheet, path, COMPRESSION)
    this.#columnNames = head.columns.map((_, i) => columnName(i))
    this.#xml = sheetBegin(head)
    this.#row = 0
    this.#writeIntro(head.intro)
    this.#writeColumnTitles(head)
  }

  async #continueInNextSheet(item: Item): Promise<void> {
    await this.end()
    if (this.#head !== null) this.#openSheet(this.#head)
    this.#write(item)
  }

  async #flush(): Promise<void> {
    if (this.#failure !== null) throw this.#failure
    const chunk = this.#xml
    this.#xml = ''
    if (this.#sheet !== null) await writeChunk(this.#sheet, chunk, this.#stored)
  }

  /** What the report is about, with an empty row below. */
  #writeIntro(intro: SheetHead['intro']): void {
    if (intro.length === 0) return
    this.#addRow(() => this.#text(0, this.#context.title, this.#styles.specialStyle('title')))
    for (const [label, value] of intro)
      this.#addRow(
        () =>
          this.#text(0, label, this.#styles.specialStyle('label')) +
          this.#text(1, value, this.#styles.specialStyle('value')),
      )
    this.#row++
  }

  #writeColumnTitles({ columns }: SheetHead): void {
    const cells = () =>
      columns.map(({ title, unit, format }, i) =>
        this.#text(
          i,
          unit === null ? title : `${title} (${unit})`,
          this.#styles.specialStyle(isRightAligned(format) ? 'head_right' : 'head'),
        ),
      )
    this.#addRow(() => cells().join(''), ' ht="20" customHeight="1"')
  }

  #write(item: Item): void {
    if ('row' in item)
      this.#addRow(() => this.#values(item.row, item.marked === true ? 'marked' : 'plain'))
    else if ('total' in item)
      this.#addRow(
        () =>
          this.#text(0, this.#context.words(item.label), this.#styles.valueStyle('text', 'total')) +
          this.#values(item.total, 'total', 1),
      )
    else if ('gap' in item)
      this.#addRow(() =>
        this.#text(0, gapText(this.#context, item.gap), this.#styles.specialStyle('gap')),
      )
    else if ('heading' in item) this.#writeHeading(item.heading, item.note)
  }

  #writeHeading(heading: string, note: string | undefined): void {
    this.#addRow(() => {
      const style = this.#styles.specialStyle('heading')
      const others = this.#columnNames
        .slice(1)
        .map((_, i) => emptyCell(this.#reference(i + 1), style))
      return this.#text(0, heading, style) + others.join('')
    })
    if (note !== undefined)
      this.#addRow(() => this.#text(0, note, this.#styles.specialStyle('note')))
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
