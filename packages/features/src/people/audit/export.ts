// A text that a spreadsheet would compute as a formula is marked as text.
import type { AuditRow } from './contract.ts'

const COLUMNS = [
  'id',
  'at',
  'user_id',
  'user',
  'via',
  'address',
  'action',
  'subject',
  'call',
  'before',
  'after',
  'previous_hash',
  'hash',
] as const

/** Begins with the byte order mark by which spreadsheets recognise UTF-8. */
const cell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const lineOf = (row: AuditRow): string => {
  const values: Readonly<Record<(typeof COLUMNS)[number], string | number | null>> = {
    ...row,
    user_id: row.user.id,
    user: row.user.name,
    before: row.before && JSON.stringify(row.before),
    after: row.after && JSON.stringify(row.after),
  }
  return COLUMNS.map(name => cell(values[name])).join(',')
}
/** With the mark by which spreadsheets know UTF-8. */
export async function* csvOf(batches: AsyncIterable<readonly AuditRow[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(`\uFEFF${COLUMNS.join(',')}\r\n`)
  for await (const rows of batches)
    yield Buffer.from(rows.map(row => `${lineOf(row)}\r\n`).join(''))
}
export async function* ndjsonOf(
  batches: AsyncIterable<readonly AuditRow[]>,
): AsyncGenerator<Buffer> {
  for await (const rows of batches)
    yield Buffer.from(rows.map(row => `${JSON.stringify(row)}\n`).join(''))
}
