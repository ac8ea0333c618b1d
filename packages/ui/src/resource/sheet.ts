// Records from the first sheet of a workbook: the first row names the columns in upper or lower case, and each later row is a record.
import { wordsByField } from '@flotta/core/issues.ts'
import type { z } from 'zod'
import { formatNumber, say } from '../texts.ts'

export interface SheetColumn {
  /** The title in the first row: `Code`. */
  readonly title: string
  /** Its field in the form. */
  readonly field: string
  /** Its value in the example file. */
  readonly example: string | number
  readonly required?: boolean
  /** Its value differs from those of all other rows and of all existing records, ignoring case. */
  readonly unique?: boolean
  /** `date`: a day, as a date of Excel or as the text 31/12/2026; the form gets `2026-12-31`. */
  readonly kind?: 'date'
}
export interface SheetRow {
  /** The number of the row in the sheet, where the titles are row 1. */
  readonly row: number
  readonly values: Readonly<Record<string, string | number>>
  /** The faults of the row in the reader's language; empty: it can be stored. */
  readonly wrong: readonly string[]
  /** The fields with the faults of `wrong`. */
  readonly fields: readonly string[]
}
export type SheetRead =
  | {
      readonly ok: true
      readonly rows: readonly SheetRow[]
      /** Titles of columns that the form does not have. */
      readonly ignored: readonly string[]
    }
  /** `problem`: why nothing can be imported, in the reader's language. */
  | { readonly ok: false; readonly problem: string }

/** Most records of one file. */
export const MOST_ROWS = 10_000
/** Rows that are checked before the page may react to the person again. */
const AT_ONCE = 250

/**
 * @param cells the sheet; empty rows are skipped
 * @param existing for the fields of unique columns: the values of existing records
 */
export async function readSheetRows(
  cells: readonly (readonly unknown[])[],
  columns: readonly SheetColumn[],
  schema: z.ZodType,
  existing: Readonly<Record<string, readonly string[]>> = {},
): Promise<SheetRead> {
  const [head = [], ...body] = cells
  const titles = head.map(name => String(name ?? '').trim())
  const names = titles.map(name => name.toLowerCase())
  const indexOf = (column: SheetColumn) => names.indexOf(column.title.toLowerCase())
  const refuse = (problem: string): SheetRead => ({ ok: false, problem })
  const problem = problemOfHead(names, columns)
  if (problem !== null) return refuse(problem)
  const filledLines = body.flatMap((line, i) =>
    line.every(cell => cell === null || cell === undefined || cell === '')
      ? []
      : [{ line, row: i + 2 }],
  )
  if (filledLines.length > MOST_ROWS)
    return refuse(
      say('ui.import.too_many', {
        count: formatNumber(filledLines.length),
        most: formatNumber(MOST_ROWS),
      }),
    )
  const present = columns
    .filter(c => indexOf(c) >= 0)
    .map(column => ({ ...column, at: indexOf(column) }))
  const ownTitles = new Set([
    ...columns.map(c => c.title.toLowerCase()),
    say('ui.import.problem').toLowerCase(),
  ])
  const takenValues = new Map(
    columns
      .filter(c => c.unique)
      .map(c => [c.field, new Set((existing[c.field] ?? []).map(comparable))]),
  )
  const rows: SheetRow[] = []
  for (const [i, { line, row }] of filledLines.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await new Promise(resolve => setTimeout(resolve))
    const sheetRow = rowOf(line, row, present, columns, schema)
    if (sheetRow === null) continue
    rows.push(withRepetitions(sheetRow, present, takenValues))
  }
  return {
    ok: true,
    rows,
    ignored: titles.filter(name => name !== '' && !ownTitles.has(name.toLowerCase())),
  }
}

/** The fault of the titles, in the reader's language; null: none. */
function problemOfHead(names: readonly string[], columns: readonly SheetColumn[]): string | null {
  const nameOf = (column: SheetColumn) => column.title.toLowerCase()
  const missing = columns.filter(c => c.required === true && !names.includes(nameOf(c)))
  const repeatedColumns = columns.filter(
    c => names.lastIndexOf(nameOf(c)) > names.indexOf(nameOf(c)),
  )
  const titlesOf = (some: readonly SheetColumn[]) => some.map(c => c.title).join(', ')
  if (missing.length > 0) return say('ui.import.missing', { columns: titlesOf(missing) })
  if (repeatedColumns.length > 0)
    return say('ui.import.twice', { columns: titlesOf(repeatedColumns) })
  return null
}

/** The row with the faults of its unique columns. Its values count as taken for the next rows. */
function withRepetitions(
  sheetRow: SheetRow,
  columns: readonly SheetColumn[],
  takenValues: ReadonlyMap<string, Set<string>>,
): SheetRow {
  const wrong = [...sheetRow.wrong]
  const fields = [...sheetRow.fields]
  for (const { field, title } of columns) {
    const before = takenValues.get(field)
    const value = comparable(sheetRow.values[field])
    if (before === undefined || value === '') continue
    if (before.has(value)) {
      wrong.push(`${title}: ${say('validation.taken')}`)
      fields.push(field)
    }
    before.add(value)
  }
  return { ...sheetRow, wrong, fields }
}
const comparable = (value: string | number | undefined): string => String(value ?? '').toLowerCase()

function rowOf(
  line: readonly unknown[],
  row: number,
  present: readonly (SheetColumn & { readonly at: number })[],
  columns: readonly SheetColumn[],
  schema: z.ZodType,
): SheetRow | null {
  const values: Record<string, string | number> = {}
  const wrong: string[] = []
  const fields: string[] = []
  for (const column of present) {
    const cell = cellOf(line[column.at], column)
    values[column.field] = cell.value
    if (cell.fault === undefined) continue
    wrong.push(`${column.title}: ${cell.fault}`)
    fields.push(column.field)
  }
  if (Object.values(values).every(v => v === '')) return null
  // A code of digits is a number in the sheet, and a number may be written as text.
  const fittedValues = fit(values, schema)
  const { error } = schema.safeParse(fittedValues)
  for (const [field, [first]] of Object.entries(
    error === undefined ? {} : wordsByField(error, fittedValues),
  )) {
    if (fields.includes(field) || first === undefined) continue
    wrong.push(
      `${columns.find(c => c.field === field)?.title ?? field}: ${say(first.key, first.values)}`,
    )
    fields.push(field)
  }
  return { row, values: fittedValues, wrong, fields }
}

const day = (date: Date): string => date.toISOString().slice(0, 10)
const italianDay = (date: Date): string => day(date).split('-').reverse().join('/')

/** The value of a cell, and a fault that the form cannot find. A formula has the value that Excel last computed. */
function cellOf(
  cell: unknown,
  { kind }: SheetColumn,
): { readonly value: string | number; readonly fault?: string } {
  if (cell instanceof Date) {
    if (Number.isNaN(cell.getTime())) return { value: '', fault: say('validation.date') }
    return kind === 'date'
      ? { value: day(cell) }
      : { value: italianDay(cell), fault: say('ui.import.date_odd', { date: italianDay(cell) }) }
  }
  if (typeof cell === 'number')
    return kind === 'date' ? { value: cell, fault: say('validation.date') } : { value: cell }
  // The product's exports put an apostrophe before text that a spreadsheet would run as a formula.
  const text = String(cell ?? '')
    .trim()
    .replace(/^'(?=[=+\-@\t\r])/, '')
  const [, dd, mm, yyyy] =
    (kind === 'date' && /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text)) || []
  return {
    value: yyyy === undefined ? text : `${yyyy}-${mm?.padStart(2, '0')}-${dd?.padStart(2, '0')}`,
  }
}

/** Numbers become text when the form expects text; text that is a number, with point or comma, becomes a number when the form expects one. */
function fit(
  values: Readonly<Record<string, string | number>>,
  schema: z.ZodType,
): Record<string, string | number> {
  const fittedValues = { ...values }
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const [field] = issue.path
    if (issue.code !== 'invalid_type' || typeof field !== 'string') continue
    const value = values[field]
    if (issue.expected === 'string' && typeof value === 'number')
      fittedValues[field] = String(value)
    if (
      (issue.expected === 'number' || issue.expected === 'int') &&
      typeof value === 'string' &&
      /^[+-]?\d+([.,]\d+)?$/.test(value)
    )
      fittedValues[field] = Number(value.replace(',', '.'))
  }
  return fittedValues
}
