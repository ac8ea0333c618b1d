// A table as a copy, a CSV or Excel file or a printed page, which the browser makes (exports.15), and as a PDF, which the server makes.
import { CELL_END, TABLE_MOST_ROWS, tablePdf } from '@flotta/core/table-file.ts'
import { ApiError, callFile } from '../api.ts'
import { currentLanguage, formatDateTime, formatNumber, say } from '../texts.ts'

export type Cell = string | number | null
export interface TableExport {
  /** The name of the file, without its ending. */
  readonly name: string
  /** What a page of it is headed by; default: the name. */
  readonly title?: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** A spreadsheet would run a cell that begins with one of these (exports.5). */
export const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
/** What stands before the decimals where the reader's spreadsheet runs. */
const decimalMark = (): string =>
  new Intl.NumberFormat(currentLanguage()).formatToParts(0.5).find(part => part.type === 'decimal')
    ?.value ?? '.'
/** Numbers stay numbers, written as the reader's spreadsheet reads them. */
const cellText = (cell: Cell, mark: string): string =>
  cell === null ? '' : typeof cell === 'number' ? String(cell).replace('.', mark) : harmless(cell)

/** As the spreadsheet of the reader's language reads it: where the comma stands before the decimals, semicolons divide the cells. */
export function csvText({ head, rows }: TableExport): string {
  const mark = decimalMark()
  const quote = (text: string) =>
    /[",;\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  const cell = (c: Cell) => (typeof c === 'number' ? cellText(c, mark) : quote(cellText(c, mark)))
  return [head, ...rows].map(line => line.map(cell).join(mark === ',' ? ';' : ',')).join('\r\n')
}
/** With tabs: it falls into the cells of a spreadsheet. */
export function tabText({ head, rows }: TableExport): string {
  const mark = decimalMark()
  return [head, ...rows]
    .map(line => line.map(c => cellText(c, mark).replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n')
}

/** With a mark that tells Excel the encoding. */
export const csvFile = (table: TableExport): void =>
  save(
    new Blob([`\uFEFF${csvText(table)}`], { type: 'text/csv;charset=utf-8' }),
    `${table.name}.csv`,
  )
export async function excelFile(table: TableExport): Promise<void> {
  save(await workbook(table), `${table.name}.xlsx`)
}

/** Decimals that a number is written with, at most six. */
const decimalsOf = (value: number): number => Math.min(6, String(value).split('.')[1]?.length ?? 0)
/** Drawn by the server in the house's typeface. Rejects with `ApiError`, also where the table is too long. */
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

/** One sheet: the heads in bold, and a row a record. */
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

/** Gives a file to the person. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The browser's own dialog; the page that is printed holds the table alone. */
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

/** Prints a page of its own: its name and the time above what `body` makes for it. */
export function printPage(name: string, body: (page: Document) => readonly Node[]): void {
  const frame = document.createElement('iframe')
  // hidden altogether it would not be printed everywhere
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
  // a browser that does not say when it is done
  setTimeout(removeFrame, 60_000)
}
const PRINT_STYLE = `
  body { font: 10pt system-ui, sans-serif; color: #000 }
  table { border-collapse: collapse; width: 100% }
  th, td { border-bottom: 1px solid #999; padding: 3pt 6pt; text-align: left }
  thead { display: table-header-group }
  tr { break-inside: avoid }`
