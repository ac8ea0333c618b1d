// Vehicles from a sheet: rows become vehicles with their devices and fleets, all or none. Pure: reading the file and writing the rows are elsewhere.
import { requiredText, text } from '@flotta/core/contract.ts'
import { wordsByField } from '@flotta/core/issues.ts'
import type { Words } from '@flotta/core/problem.ts'
import type { Profile } from '@flotta/core/protocol.ts'
import { z } from 'zod'
import { VehicleSubtype, VehicleType } from '../../fleet/vehicles/values.ts'
import { Imei } from '../../telemetry/registry/contract.ts'
import { isDeviceName } from '../../telemetry/registry/rules.ts'

const optional = <T extends z.ZodType>(type: T) =>
  z.preprocess(v => (v === '' || v === null ? undefined : v), type.optional())

/** Columns of the sheet, by the names of its first row. */
export const VehicleRow = z
  .object({
    plate: requiredText(20).transform(s => s.toUpperCase()),
    type: z.preprocess(v => (typeof v === 'string' ? v.trim().toUpperCase() : v), VehicleType),
    subtype: optional(VehicleSubtype),
    serial: optional(text(50)),
    model: optional(text(100)),
    color: optional(text(30)),
    fleet: optional(text(30)),
    imei: optional(Imei),
    profile: optional(text(30)),
  })
  .refine(r => r.subtype === undefined || r.type === 'U', {
    path: ['subtype'],
    error: 'command_line.subtype_of_cars',
  })
  .refine(r => r.imei !== undefined || r.profile === undefined, {
    path: ['imei'],
    error: 'command_line.profile_of_imei',
  })
export type VehicleRow = z.output<typeof VehicleRow>
export const importColumns = [
  'plate',
  'type',
  'subtype',
  'serial',
  'model',
  'color',
  'fleet',
  'imei',
  'profile',
] as const
const requiredColumns = ['plate', 'type'] as const

export type ImportResult =
  | { readonly ok: true; readonly rows: readonly VehicleRow[] }
  | {
      readonly ok: false
      readonly words: Words
      readonly fields: Readonly<Record<string, readonly Words[]>>
    }

/** A cell as text, or as a date where the sheet has one. */
export type SheetCell = string | Date
/** The most vehicles of one file. */
export const ROWS_MAX = 10_000
/** Most faults of a file that an answer lists. */
const FAULTS_MAX = 50

/** The error of a cell in any column; null: none. No column takes a date, and a text that a spreadsheet would run as a formula is refused. */
function cellFault(cell: SheetCell | undefined): Words | null {
  if (cell instanceof Date)
    return {
      key: 'command_line.date_odd',
      values: { date: Number.isNaN(cell.getTime()) ? '?' : cell.toISOString().slice(0, 10) },
    }
  return cell?.trim().startsWith('=') ? { key: 'command_line.formula' } : null
}
/** Removes the apostrophe that our own files put before a text that a spreadsheet would run. */
const textOf = (cell: SheetCell | undefined): string =>
  cell instanceof Date ? '' : (cell ?? '').trim().replace(/^'(?=[=+\-@])/, '')

interface ExistingRecords {
  readonly profiles: ReadonlyMap<string, Pick<Profile, 'identifier'>>
  readonly fleets: readonly string[]
  readonly plates: readonly string[]
  readonly imeis: readonly string[]
}

/** The error of the column names; null: none. */
function faultOfColumns(names: readonly string[]): Words | null {
  const allowedColumns = importColumns.join(', ')
  const missing = requiredColumns.filter(c => !names.includes(c))
  if (missing.length)
    return {
      key: 'command_line.columns_missing',
      values: { missing: missing.join(', '), allowed: allowedColumns },
    }
  const unknownColumns = names.filter(
    n => n !== '' && !(importColumns as readonly string[]).includes(n),
  )
  if (unknownColumns.length)
    return {
      key: 'command_line.columns_unknown',
      values: { unknown: unknownColumns.join(', '), allowed: allowedColumns },
    }
  const twice = names.filter((n, i) => n !== '' && names.indexOf(n) < i)
  if (twice.length)
    return {
      key: 'command_line.columns_twice',
      values: { twice: [...new Set(twice)].join(', ') },
    }
  return null
}

/** A plate without its blanks, as the database compares it. */
const plateKey = (plate: string): string => plate.replace(/\s/g, '')

/** The errors of a row compared with existing records and with the rows before it, by column. */
function faultsOfRow(
  row: VehicleRow,
  existing: ExistingRecords,
  usedNames: { readonly plate: ReadonlySet<string>; readonly imei: ReadonlySet<string> },
): (readonly [column: string, words: Words])[] {
  const faults: (readonly [string, Words])[] = []
  const add = (column: string, words: Words) => faults.push([column, words])
  const key = plateKey(row.plate)
  if (usedNames.plate.has(key))
    add(
      'plate',
      existing.plates.some(plate => plateKey(plate) === key)
        ? { key: 'command_line.plate_taken', values: { plate: row.plate } }
        : { key: 'command_line.twice' },
    )
  if (row.imei !== undefined && usedNames.imei.has(row.imei))
    add(
      'imei',
      existing.imeis.includes(row.imei)
        ? { key: 'validation.taken' }
        : { key: 'command_line.twice' },
    )
  const profile = row.profile === undefined ? undefined : existing.profiles.get(row.profile)
  if (row.profile !== undefined && profile === undefined)
    add('profile', {
      key: 'command_line.unknown_profile',
      values: { known: [...existing.profiles.keys()].join(', ') },
    })
  const isFamilyKnown = row.profile === undefined || profile !== undefined
  if (row.imei !== undefined && isFamilyKnown && !isDeviceName(row.imei, profile))
    add('imei', { key: 'command_line.imei' })
  if (row.fleet !== undefined && !existing.fleets.includes(row.fleet.toUpperCase()))
    add('fleet', { key: 'command_line.fleet_unknown', values: { code: row.fleet } })
  return faults
}

/** A row by the names of its columns, or the errors of its cells. */
function readRow(
  names: readonly string[],
  line: readonly SheetCell[],
): { readonly row: VehicleRow | null; readonly faults: readonly [string, readonly Words[]][] } {
  const values = Object.fromEntries(
    names.flatMap((name, k) => (name ? [[name, textOf(line[k])]] : [])),
  )
  const cellFaults = names.flatMap((name, k): [string, Words[]][] => {
    const words = name === '' ? null : cellFault(line[k])
    return words === null ? [] : [[name, [words]]]
  })
  const { success, data, error } = VehicleRow.safeParse(values)
  if (success && cellFaults.length === 0) return { row: data, faults: [] }
  return {
    row: null,
    faults: [...(success ? [] : Object.entries(wordsByField(error, values))), ...cellFaults],
  }
}
/**
 * Reads the rows.
 * @param cells the sheet, with the column names in its first row; empty rows are skipped. The fields of an error are like `row 7: plate`
 */
export function readVehicleRows(
  cells: readonly (readonly SheetCell[])[],
  existing: ExistingRecords,
): ImportResult {
  const [head = [], ...body] = cells
  const names = head.map(c => textOf(c).toLowerCase())
  const columnsFault = faultOfColumns(names)
  if (columnsFault !== null) return { ok: false, words: columnsFault, fields: {} }
  const filledRows = body.flatMap((line, i) =>
    line.every(c => !(c instanceof Date) && c.trim() === '') ? [] : [{ line, at: `row ${i + 2}` }],
  )
  if (filledRows.length > ROWS_MAX)
    return {
      ok: false,
      words: {
        key: 'command_line.rows_many',
        values: { count: filledRows.length, most: ROWS_MAX },
      },
      fields: {},
    }
  const rows: VehicleRow[] = []
  const fields: Record<string, readonly Words[]> = {}
  const usedNames = { plate: new Set(existing.plates.map(plateKey)), imei: new Set(existing.imeis) }
  for (const { line, at } of filledRows) {
    const { row, faults } = readRow(names, line)
    if (row === null) {
      for (const [name, words] of faults) fields[`${at}: ${name}`] = words
      continue
    }
    for (const [name, words] of faultsOfRow(row, existing, usedNames))
      fields[`${at}: ${name}`] = [words]
    usedNames.plate.add(plateKey(row.plate))
    if (row.imei !== undefined) usedNames.imei.add(row.imei)
    rows.push(row)
  }
  const faults = Object.entries(fields)
  if (faults.length > FAULTS_MAX)
    return {
      ok: false,
      words: {
        key: 'command_line.rows_wrong_many',
        values: { count: faults.length, told: FAULTS_MAX },
      },
      fields: Object.fromEntries(faults.slice(0, FAULTS_MAX)),
    }
  if (faults.length) return { ok: false, words: { key: 'command_line.rows_wrong' }, fields }
  if (rows.length === 0) return { ok: false, words: { key: 'command_line.rows_none' }, fields: {} }
  return { ok: true, rows }
}
