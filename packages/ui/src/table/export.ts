// A table as a copy, a CSV or Excel file or a printed page, made by the browser (exports.15), or as a PDF, made by the server.
import { CELL_END, TABLE_MOST_ROWS, tablePdf } from '@flotta/core/table-file.ts'
import { ApiError, callFile } from '../api.ts'
import { currentLanguage, formatDateTime, formatNumber, say } from '../texts.ts'

export type Cell = string | number | null
export interface TableExport {
  /** The name of the file, without its ending. */
  readonly name: string
  /** Heading of its page; default: the name. */
  readonly title?: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** A spreadsheet would run a cell that begins with one of these (exports.5). */
export const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
/** The decimal separator of the reader's spreadsheet program. */
const decimalMark = (): string =>
  new Intl.NumberFormat(currentLanguage()).formatToParts(0.5).find(part => part.type === 'decimal')
    ?.value ?? '.'
/** Numbers stay numbers, written for the reader's spreadsheet program. */
const cellText = (cell: Cell, mark: string): string =>
  cell === null ? '' : typeof cell === 'number' ? String(cell).replace('.', mark) : harmless(cell)

/** CSV for spreadsheet programs in the reader's language: where the comma is the decimal separator, semicolons separate the cells. */
export function csvText({ head, rows }: TableExport): string {
  const mark = decimalMark()
  const quote = (text: string) =>
    /[",;\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  const cell = (c: Cell) => (typeof c === 'number' ? cellText(c, mark) : quote(cellText(c, mark)))
  return [head, ...rows].map(line => line.map(cell).join(mark === ',' ? ';' : ',')).join('\r\n')
}
/** Separated by tabs, so that a spreadsheet program distributes it to its cells. */
export function tabText({ head, rows }: TableExport): string {
  const mark = decimalMark()
  return [head, ...rows]
    .map(line => line.map(c => cellText(c, mark).replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n')
}

/** With a byte order mark, by which Excel recognises the encoding. */
export const csvFile = (table: TableExport): void =>
  save(
    new Blob([`\uFEFF${csvText(table)}`], { type: 'text/csv;charset=utf-8' }),
    `${table.name}.csv`,
  )
export async function excelFile(table: TableExport): Promise<void> {
  save(await workbook(table), `${table.name}.xlsx`)
}

/** Number of decimals with which a number is written, at most six. */
export const decimalsOf = (value: number): number =>
  Math.min(6, String(value).split('.')[1]?.length ?? 0)
/** Made by the server in the product's typeface. Rejects with `ApiError`, also when the table is too long. */
export async function pdfFile({ name, title = name, head, rows }: TableExport): Promise<void> {
  if (rows.length > TABLE_MOST_ROWS)
    throw new ApiError(
      413,
      'too_large',
      say('ui.table.too_many', { most: formatNumber(TABLE_MOST_ROWS) }),
    )
  const isFigures = (i: number) =>
    rows.some(row => typeof row[i] === 'number') && rows.every(row => typeof row[i] !== 'string')
  const text = (c: Cell): string =>
    c === null ? '' : typeof c === 'number' ? formatNumber(c, { decimals: decimalsOf(c) }) : c
  const body = {
    title,
    columns: head.map((heading, i) => ({ title: heading, figures: isFigures(i) })),
    rows: rows.map(row => row.map(c => text(c).replaceAll(CELL_END, ' ')).join(CELL_END)),
  }
  save(await callFile(tablePdf, { body }), `${name}.pdf`)
}

/** One sheet: the heads in bold, and a row for each record. */
export async function workbook({ name, head, rows }: TableExport): Promise<Blob> {
  const { default: write } = await import('write-excel-file/browser')
  const cells = [
    head.map(h => ({ value: h, fontWeight: 'bold' as const })),
    ...rows.map(line =>
      line.map(c =>
        c === null
          ? null
          : typeof c === 'number'
            ? { value: c, type: Number }
            : { value: harmless(c), type: String },
      ),
    ),
  ]
  return write(cells, {
    sheet: name.slice(0, 31),
    columns: head.map(h => ({ width: Math.max(12, h.length + 2) })),
    stickyRowsCount: 1,
  }).toBlob()
}

/** Saves a file for the person. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Opens the browser's print dialog for a page with only the table. */
export const printTable = ({ name, title = name, head, rows }: TableExport): void =>
  printPage(title, page => [tableOf(page, head, rows)])

export function tableOf(
  page: Document,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): HTMLTableElement {
  const line = (cells: readonly Cell[], tag: 'th' | 'td') => {
    const tr = page.createElement('tr')
    tr.append(
      ...cells.map(c =>
        Object.assign(page.createElement(tag), { textContent: c === null ? '' : String(c) }),
      ),
    )
    return tr
  }
  const table = page.createElement('table')
  const thead = page.createElement('thead')
  thead.append(line(head, 'th'))
  const tbody = page.createElement('tbody')
  tbody.append(...rows.map(r => line(r, 'td')))
  table.append(thead, tbody)
  return table
}

/** Prints a page of its own: its name and the time, then what `body` makes for it. */
export function printPage(name: string, body: (page: Document) => readonly Node[]): void {
  const frame = document.createElement('iframe')
  // A frame that is hidden completely is not printed by every browser.
  frame.style.cssText = 'position: fixed; left: -9999px; width: 0; height: 0; border: 0'
  document.body.append(frame)
  const page = frame.contentDocument
  if (page === null) return
  page.title = name
  page.head.append(Object.assign(page.createElement('style'), { textContent: PRINT_STYLE }))
  page.body.append(
    Object.assign(page.createElement('p'), {
      textContent: `${name} · ${formatDateTime(Date.now())}`,
    }),
    ...body(page),
  )
  const removeFrame = () => frame.remove()
  frame.contentWindow?.addEventListener('afterprint', removeFrame)
  frame.contentWindow?.print()
  // For a browser that does not report the end of printing.
  setTimeout(removeFrame, 60_000)
}
const PRINT_STYLE = `
  body { font: 10pt system-ui, sans-serif; color: #000 }
  table { border-collapse: collapse; width: 100% }
  th, td { border-bottom: 1px solid #999; padding: 3pt 6pt; text-align: left }
  thead { display: table-header-group }
  tr { break-inside: avoid }`
