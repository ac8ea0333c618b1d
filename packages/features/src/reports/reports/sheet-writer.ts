// Writes the items of sheets into all files of a report in one pass, and collects the summary of each sheet.
import type { Words } from '@flotta/core/problem.ts'
import type { Cell, Column, Format, Item, Sheet } from '@flotta/platform/report.ts'
import { WorkSlicer } from '@flotta/platform/work-slicer.ts'
import { COMPLETENESS } from './cover.ts'
import { unitOf } from './format.ts'
import type { ReportContext, SheetHead, SheetSummary, Writer } from './writer.ts'

/** Items of a sheet that decide how wide its columns are. */
const MEASURED_ITEMS = 200
const MAX_WIDTH = 60
/** Formats of values that a total may sum up. */
const isFigure = (format: Format): boolean =>
  !['text', 'flag', 'instant', 'day', 'latitude', 'longitude'].includes(format)

export class SheetWriter {
  readonly summaries: SheetSummary[] = []
  readonly #writers: readonly Writer[]
  readonly #context: ReportContext
  readonly #signal: AbortSignal
  readonly #slicer = new WorkSlicer()

  constructor(writers: readonly Writer[], context: ReportContext, signal: AbortSignal) {
    this.#writers = writers
    this.#context = context
    this.#signal = signal
  }

  async writeSheet(sheet: Sheet, onItem: (item: Item) => void = () => {}): Promise<void> {
    const writers = this.#writers.filter(({ onPaper }) =>
      onPaper ? sheet.paper !== false : sheet.paper !== 'only',
    )
    const items = sheet.items()[Symbol.asyncIterator]()
    const sum = new SheetSum(sheet.columns)
    const write = async (item: Item) => {
      onItem(item)
      sum.note(item)
      await this.#write(writers, item)
    }
    const sample: Item[] = []
    try {
      while (sample.length < MEASURED_ITEMS) {
        const { done, value } = await items.next()
        if (done === true) break
        sample.push(value)
        // An item with `pages` has no columns to measure and holds its data in memory, so the sample ends with it.
        if ('pages' in value) break
      }
      const isWhole = sample.length < MEASURED_ITEMS && !sample.some(item => 'pages' in item)
      const head = this.#headOf(sheet, sample)
      for (const writer of writers) await writer.begin(head)
      for (const item of sample.splice(0)) await write(item)
      for (
        let next = isWhole ? null : await items.next();
        next !== null && next.done !== true;
        next = await items.next()
      )
        await write(next.value)
      for (const writer of writers) await writer.end()
      if (sheet.paper !== 'only') this.summaries.push(sum.summary(head.name, this.#context))
    } finally {
      await items.return?.()
    }
  }

  async #write(writers: readonly Writer[], item: Item): Promise<void> {
    for (const writer of writers) {
      const full = writer.item(item)
      if (full !== undefined) await full
    }
    if (!this.#slicer.due) return
    await this.#slicer.nextSlice()
    this.#signal.throwIfAborted()
  }

  #headOf({ key, name, columns }: Sheet, sample: readonly Item[]): SheetHead {
    const { words, formatter } = this.#context
    const titledColumns = columns.map(({ key, title, format, paper }) => ({
      key,
      title: words(title),
      unit: unitOf(format),
      format,
      paper: paper !== false,
    }))
    const widths = titledColumns.map(({ title, unit }) =>
      longestWord(unit === null ? title : `${title} (${unit})`),
    )
    const longestWords = columns.map(() => 0)
    for (const item of sample) {
      const cells = 'row' in item ? item.row : 'total' in item ? item.total : []
      for (const [i, { format }] of columns.entries()) {
        const text = formatter.text(cells[i] ?? null, format)
        widths[i] = Math.max(widths[i] ?? 0, text.length)
        longestWords[i] = Math.max(longestWords[i] ?? 0, ...text.split(' ').map(w => w.length))
      }
    }
    return {
      name: words(name),
      columns: titledColumns.map((column, i) => ({
        ...column,
        width: Math.min(MAX_WIDTH, Math.max(6, widths[i] ?? 0)),
        longestWord: longestWords[i] ?? 0,
      })),
      isCompleteness: key === COMPLETENESS,
    }
  }
}
/** A title may have two lines. */
const longestWord = (title: string): number =>
  Math.max(...title.split(' ').map(word => word.length), Math.ceil(title.length / 2) + 2)

/** The summary of a sheet: its rows, its last total, and the subjects without data. */
class SheetSum {
  readonly #columns: readonly Column[]
  readonly #empty: string[] = []
  #rows = 0
  #headings = 0
  #heading = ''
  #total: { readonly cells: readonly Cell[]; readonly label: Words } | null = null

  constructor(columns: readonly Column[]) {
    this.#columns = columns
  }

  note(item: Item): void {
    if ('row' in item) this.#rows++
    else if ('heading' in item) {
      this.#headings++
      this.#heading = item.heading
      if (item.note !== undefined) this.#empty.push(item.heading)
    } else if ('total' in item) this.#total = { cells: item.total, label: item.label }
  }

  /** A total of a day, of one of several vehicles or of one sensor is not a total of the whole sheet. */
  #isOfAll(): boolean {
    const label = this.#total?.label
    return (
      label?.key === 'reports.total' ||
      (this.#headings === 1 && label?.values?.name === this.#heading)
    )
  }

  summary(name: string, { formatter, words }: ReportContext): SheetSummary {
    const total = this.#isOfAll() ? this.#total : null
    return {
      name,
      rows: this.#rows,
      empty: this.#empty,
      figures: this.#columns.flatMap(({ title, format }, i) => {
        const cell = total?.cells[i] ?? null
        if (cell === null || !isFigure(format)) return []
        const unit = unitOf(format)
        const text = formatter.text(cell, format)
        return [
          {
            title: words(title),
            value: unit === null || format === 'duration' ? text : `${text} ${unit}`,
            cell,
            format,
          },
        ]
      }),
    }
  }
}
