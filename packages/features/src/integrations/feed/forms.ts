// The other forms of the feed's answers, NDJSON and CSV, with the cursor in the headers.
import { OtherForm } from '@flotta/core/contract.ts'

type Row = object
export type Form = 'json' | 'ndjson' | 'csv'
const forms: Readonly<Record<string, Form>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/json': 'json',
}
/** The form that `Accept` prefers (RFC 9110, 12.5.1), the first among equals; else JSON. */
export const formOf = (accept = ''): Form => {
  const [best] = accept
    .split(',')
    .flatMap(range => {
      const [type = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
      const form = forms[type]
      const weight = Number(parameters.find(part => part.startsWith('q='))?.slice(2) ?? 1)
      return form === undefined || !(weight > 0) ? [] : [{ form, weight }]
    })
    .toSorted((a, b) => b.weight - a.weight)
  return best?.form ?? 'json'
}

/** Approximate bytes of a part that is sent at once. */
const PART = 65_536
async function* parts(lines: Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let text = ''
  for (const line of lines) {
    text += line
    if (text.length < PART) continue
    yield encoder.encode(text)
    text = ''
  }
  if (text !== '') yield encoder.encode(text)
}
const streamOf = (type: string, lines: Iterable<string>) =>
  new OtherForm({ type, max_age: 0, stream: parts(lines) })

export const ndjson = (rows: readonly Row[]) => streamOf('application/x-ndjson', ndjsonLines(rows))
function* ndjsonLines(rows: readonly Row[]): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`
}

/** How a value is read for its column: a field, or a field of a field. */
export interface Column<R extends Row> {
  readonly name: string
  readonly value: (row: R) => unknown
}
export const csv = <R extends Row>(columns: readonly Column<R>[], rows: readonly R[]) =>
  streamOf('text/csv; charset=utf-8', csvLines(columns, rows))
/**
 * The CSV text.
 * @param texts lines that were written already
 */
export const csvText = <R extends Row>(columns: readonly Column<R>[], texts: readonly string[]) =>
  streamOf('text/csv; charset=utf-8', [headOf(columns), ...texts])
const headOf = (columns: readonly { readonly name: string }[]): string =>
  `${columns.map(({ name }) => name).join(',')}\r\n`
function* csvLines<R extends Row>(
  columns: readonly Column<R>[],
  rows: readonly R[],
): Generator<string> {
  yield headOf(columns)
  for (const row of rows) {
    let line = ''
    for (const [i, { value }] of columns.entries())
      line += `${i === 0 ? '' : ','}${csvCell(value(row))}`
    yield `${line}\r\n`
  }
}
/** A spreadsheet takes a text that begins with these as a formula (api.110). */
const FORMULA = /^[=+\-@\t\r]/
/** Most texts are plain, so one test covers both cases. */
const SPECIAL = /^[=+\-@\t]|[",\r\n]/
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (!SPECIAL.test(text)) return text
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
