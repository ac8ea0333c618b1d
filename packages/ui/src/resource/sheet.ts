// Records from the first sheet of a workbook: the first row names the columns, whatever the case, each later row is a record (P §2, decisions 17.28).
import { wordsByField } from '@flotta/core/issues.ts'
import type { z } from 'zod'
import { say } from '../texts.ts'

export interface SheetColumn {
  /** As it stands in the first row: `Code`. */
  readonly title: string
  /** Its field in the form. */
  readonly field: string
  /** What stands in it in the example that people download. */
  readonly example: string | number
  readonly required?: boolean
  /** No two rows, and no record that there is, have the same, whatever the case. */
  readonly unique?: boolean
}
export interface SheetRow {
  /** As the sheet counts, the names being row 1. */
  readonly row: number
  readonly values: Readonly<Record<string, string | number>>
  /** What is wrong with it, in the reader's words; empty: it can be stored. */
  readonly wrong: readonly string[]
}
export type SheetRead = { readonly ok: true; readonly rows: readonly SheetRow[] } | { readonly ok: false; readonly missing: readonly string[] }

type CellValue = unknown
const cellOf = (value: CellValue): string | number =>
  typeof value === 'number' ? value : value === null || value === undefined ? '' : value instanceof Date ? value.toISOString() : String(value).trim()

/**
 * @param cells the sheet; rows without anything in them are passed over
 * @param known column field → what there is already, for unique columns
 */
export function readSheetRows(
  cells: readonly (readonly CellValue[])[],
  columns: readonly SheetColumn[],
  schema: z.ZodType,
  known: Readonly<Record<string, readonly string[]>> = {},
): SheetRead {
  const [head = [], ...body] = cells
  const names = head.map(name =>
    String(name ?? '')
      .trim()
      .toLowerCase(),
  )
  const at = (column: SheetColumn) => names.indexOf(column.title.toLowerCase())
  const missing = columns.filter(c => c.required === true && at(c) < 0).map(c => c.title)
  if (missing.length > 0) return { ok: false, missing }
  const present = columns.filter(c => at(c) >= 0)
  const same = (value: string | number | undefined) => String(value ?? '').toLowerCase()
  const seen = new Map(columns.filter(c => c.unique).map(c => [c.field, new Set((known[c.field] ?? []).map(same))]))
  const rows = body.flatMap((line, i): SheetRow[] => {
    const values = Object.fromEntries(present.map(c => [c.field, cellOf(line[at(c)])]))
    if (Object.values(values).every(v => v === '')) return []
    // a code of digits only is a number to the sheet
    const fitted = fit(values, schema)
    const wrong = issues(schema, fitted, columns)
    for (const { field, title } of present) {
      const before = seen.get(field)
      const value = same(fitted[field])
      if (before === undefined || value === '') continue
      if (before.has(value)) wrong.push(`${title}: ${say('validation.taken')}`)
      before.add(value)
    }
    return [{ row: i + 2, values: fitted, wrong }]
  })
  return { ok: true, rows }
}

/** Numbers where the form wants text become text. */
function fit(values: Readonly<Record<string, string | number>>, schema: z.ZodType): Record<string, string | number> {
  const fitted = { ...values }
  const parsed = schema.safeParse(values)
  for (const issue of parsed.error?.issues ?? []) {
    const [field] = issue.path
    if (issue.code === 'invalid_type' && issue.expected === 'string' && typeof field === 'string' && typeof values[field] === 'number')
      fitted[field] = String(values[field])
  }
  return fitted
}

function issues(schema: z.ZodType, values: unknown, columns: readonly SheetColumn[]): string[] {
  const { error } = schema.safeParse(values)
  if (error === undefined) return []
  const titled = (field: string) => columns.find(c => c.field === field)?.title ?? field
  return Object.entries(wordsByField(error)).flatMap(([field, words]) => words.slice(0, 1).map(w => `${titled(field)}: ${say(w.key, w.values)}`))
}
