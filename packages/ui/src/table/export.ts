// A table as a copy, a CSV or Excel file, or a page to print or keep as PDF; all made in the browser (P §2).
import { formatDateTime } from '../texts.ts'

export type Cell = string | number | null
export interface Exported {
  /** Of the file, without its ending. */
  readonly name: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** A spreadsheet would run what begins with these (decisions 16). */
export const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const written = (cell: Cell): string => (cell === null ? '' : typeof cell === 'number' ? String(cell) : harmless(cell))

export function csvText({ head, rows }: Exported): string {
  const quoted = (text: string) => (/[",;\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return [head, ...rows].map(line => line.map(c => quoted(written(c))).join(',')).join('\r\n')
}
/** With tabs: it falls into the cells of a spreadsheet. */
export const tabbed = ({ head, rows }: Exported): string =>
  [head, ...rows].map(line => line.map(c => written(c).replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n')

export const copyTable = (table: Exported): Promise<void> => navigator.clipboard.writeText(tabbed(table))
/** With a mark that tells Excel the encoding. */
export const csvFile = (table: Exported): void => save(new Blob([`\uFEFF${csvText(table)}`], { type: 'text/csv;charset=utf-8' }), `${table.name}.csv`)
export async function excelFile(table: Exported): Promise<void> {
  save(await workbook(table), `${table.name}.xlsx`)
}

/** One sheet: the heads in bold, and a row a record. */
export async function workbook({ name, head, rows }: Exported): Promise<Blob> {
  const { default: write } = await import('write-excel-file/browser')
  const cells = [
    head.map(h => ({ value: h, fontWeight: 'bold' as const })),
    ...rows.map(line => line.map(c => (c === null ? null : typeof c === 'number' ? { value: c, type: Number } : { value: harmless(c), type: String }))),
  ]
  return write(cells, { sheet: name.slice(0, 31), columns: head.map(h => ({ width: Math.max(12, h.length + 2) })), stickyRowsCount: 1 }).toBlob()
}

/** Gives a file to the person. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The browser's own dialog, which also keeps it as PDF; the page that is printed holds the table alone. */
export const printTable = ({ name, head, rows }: Exported): void => printPage(name, page => [tableOf(page, head, rows)])

export function tableOf(page: Document, head: readonly string[], rows: readonly (readonly Cell[])[]): HTMLTableElement {
  const line = (cells: readonly Cell[], tag: 'th' | 'td') => {
    const tr = page.createElement('tr')
    tr.append(...cells.map(c => Object.assign(page.createElement(tag), { textContent: c === null ? '' : String(c) })))
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
  page.head.append(Object.assign(page.createElement('style'), { textContent: PRINTED }))
  page.body.append(Object.assign(page.createElement('p'), { textContent: `${name} · ${formatDateTime(Date.now())}` }), ...body(page))
  const done = () => frame.remove()
  frame.contentWindow?.addEventListener('afterprint', done)
  frame.contentWindow?.print()
  // a browser that does not say when it is done
  setTimeout(done, 60_000)
}
const PRINTED = `
  body { font: 10pt system-ui, sans-serif; color: #000 }
  table { border-collapse: collapse; width: 100% }
  th, td { border-bottom: 1px solid #999; padding: 3pt 6pt; text-align: left }
  thead { display: table-header-group }
  tr { break-inside: avoid }`
