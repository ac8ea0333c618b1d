// Draws a table with the writer of the reports' PDFs. It pauses between rows, so that other calls of the process are answered meanwhile.
import { setImmediate as breath } from 'node:timers/promises'
import type { RequestOf } from '@flotta/core/contract.ts'
import type { Language } from '@flotta/core/languages.ts'
import type { Words } from '@flotta/core/problem.ts'
import { CELL_END, type tablePdf } from '@flotta/core/table-file.ts'
import { valueFormatter } from '../reports/format.ts'
import type { HeadColumn, ReportContext } from '../reports/writer.ts'

export type RequestedTable = RequestOf<typeof tablePdf>['body']
/** The person that the file is made for, and the time. */
export interface PdfReader {
  readonly company: string
  readonly language: Language
  readonly timezone: string
  /** epoch ms */
  readonly now: number
  /** A text in the reader's language. */
  readonly say: (words: Words) => string
}

/** Rows whose texts decide how wide a column is. */
const MEASURED_ROWS = 200
/** How long it draws without a pause, ms. */
const SLICE_MS = 8

const cellsOf = (row: string): string[] => row.split(CELL_END)

function columnsOf({ columns, rows }: RequestedTable): HeadColumn[] {
  const measuredRows = rows.slice(0, MEASURED_ROWS).map(cellsOf)
  return columns.map(({ title, figures }, i) => ({
    key: String(i),
    title,
    unit: null,
    format: figures ? 'count' : 'text',
    // one long text does not take the width of all other columns
    width: Math.min(
      40,
      measuredRows.reduce(
        (most, row) => Math.max(most, row[i]?.length ?? 0),
        Math.min(title.length, 12),
      ),
    ),
    longestWord: measuredRows.reduce(
      (most, row) => Math.max(most, ...(row[i] ?? '').split(' ').map(word => word.length)),
      0,
    ),
    paper: true,
  }))
}

export async function pdfOfTable(
  table: RequestedTable,
  { company, language, timezone, now, say }: PdfReader,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const context: ReportContext = {
    formatter: valueFormatter(language, timezone, ['', '']),
    title: table.title,
    about: '',
    facts: [],
    hasTitlePage: false,
    customer: company,
    period: say({ key: 'exports.rows', values: { count: table.rows.length } }),
    zone: timezone,
    language,
    now,
    say: (key, values = {}) => say({ key, values }),
    words: say,
  }
  const { PdfFile } = await import('../reports/pdf-file.ts')
  const writer = new PdfFile(context, {
    async writeAll(source) {
      for await (const bytes of source) chunks.push(bytes)
    },
  })
  try {
    await writer.begin({ name: '', columns: columnsOf(table), isCompleteness: false })
    let began = performance.now()
    for (const row of table.rows) {
      await writer.item({ row: cellsOf(row) })
      if (performance.now() - began < SLICE_MS) continue
      await breath()
      began = performance.now()
    }
    await writer.end()
    await writer.finish([])
  } catch (error) {
    writer.destroy(error as Error)
    throw error
  }
  return Buffer.concat(chunks)
}
