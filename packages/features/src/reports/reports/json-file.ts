// The rows of a report for the viewer: compressed JSON, written row by row.

import { createGzip, type Gzip } from 'node:zlib'
import { instantOf } from '@flotta/core/time.ts'
import type { Cell, Format, Item } from '@flotta/platform/report.ts'
import { type RowKind, VIEWER_ROWS } from './contract.ts'
import type { ReportFileStore } from './files.ts'
import { gapText, type ReportContext, type SheetHead, type Writer, writeChunk } from './writer.ts'

/** Characters of JSON that are gathered before they are compressed. */
const CHUNK = 65_536

const jsonCell = (cell: Cell, format: Format): Cell =>
  typeof cell === 'number' && format === 'instant' ? instantOf(cell) : cell

export class JsonFile implements Writer {
  readonly onPaper = false
  readonly #context: ReportContext
  readonly #compressed: Gzip
  readonly #stored: Promise<void>
  /** JSON that is not compressed yet. */
  #json = '{"data":{"sheets":['
  #sheets = 0
  #head: SheetHead | null = null
  #rows = 0
  #kinds: string[] = []

  constructor(context: ReportContext, store: ReportFileStore) {
    this.#context = context
    this.#compressed = createGzip({ level: 4 })
    this.#stored = store.writeAll(this.#compressed)
    this.#stored.catch(error => this.#compressed.destroy(error as Error))
  }

  begin(head: SheetHead): void {
    this.#head = head
    this.#rows = 0
    this.#kinds = []
    if (this.#sheets++ > 0) this.#json += ','
    const columns = head.columns.map(({ key, title, unit, format }) => ({
      key,
      title,
      unit,
      format,
    }))
    this.#json += `{"name":${JSON.stringify(head.name)},"columns":${JSON.stringify(columns)},"rows":[`
    // On the sheet of completeness the facts of the report come first.
    for (const [label, value] of head.isCompleteness ? this.#context.facts : [])
      this.#addRow([label, value, ...head.columns.slice(2).map(() => null)], 'note')
  }

  item(item: Item): Promise<void> | undefined {
    this.#write(item)
    return this.#json.length > CHUNK ? this.#flush() : undefined
  }

  end(): void {
    this.#json += `],"kinds":{${this.#kinds.join(',')}},"total":${this.#rows}}`
  }

  async finish(): Promise<void> {
    this.#json += ']}}'
    await this.#flush()
    this.#compressed.end()
    await this.#stored
  }

  destroy(error: Error): void {
    this.#compressed.destroy(error)
  }

  #write(item: Item): void {
    if ('row' in item)
      this.#addRow(this.#cells(item.row), item.marked === true ? 'marked' : undefined)
    else if ('heading' in item) {
      this.#addRow(this.#textRow(item.heading), 'heading')
      if (item.note !== undefined) this.#addRow(this.#textRow(item.note), 'note')
    } else if ('total' in item) {
      const label = this.#context.words(item.label)
      this.#addRow([label, ...this.#cells(item.total).slice(1)], 'total')
    } else if ('gap' in item) this.#addRow(this.#textRow(gapText(this.#context, item.gap)), 'gap')
  }

  #addRow(row: readonly Cell[], kind?: RowKind): void {
    if (this.#rows++ >= VIEWER_ROWS) return
    if (kind !== undefined) this.#kinds.push(`"${this.#rows - 1}":"${kind}"`)
    this.#json += `${this.#rows === 1 ? '' : ','}${JSON.stringify(row)}`
  }

  #cells(row: readonly Cell[]): Cell[] {
    return row.map((cell, i) => jsonCell(cell, this.#head?.columns[i]?.format ?? 'text'))
  }

  /** A row whose first cell has a text and whose other cells are empty. */
  #textRow(text: string): Cell[] {
    return [text, ...(this.#head?.columns.slice(1).map(() => null) ?? [])]
  }

  async #flush(): Promise<void> {
    const chunk = this.#json
    this.#json = ''
    await writeChunk(this.#compressed, chunk, this.#stored)
  }
}
