// The positions of one vehicle and day as columns, and the columns as bytes. Exact: what is read back equals what was stored, with every null. Pure.

import type { Steps } from '@flotta/platform/work-slicer.ts'
import {
  fillColumn,
  fillIntegers,
  IntegerReader,
  IntegerWriter,
  skipColumn,
  writeColumn,
} from './integers.ts'
import { rawColumns, recordsOfRawColumns } from './raw-columns.ts'

/** The version of the format that is written. */
export const PACK_VERSION = 1

/** The columns of a fix, named as the columns of the table. Their values are small integers. */
export const fixColumns = [
  'latitude_e7',
  'longitude_e7',
  'altitude',
  'direction',
  'speed',
  'satellites',
] as const
export type FixColumn = (typeof fixColumns)[number]

/** Positions in the order of time and seq. Where a value is null, its column holds 0 and `nulls` has its bit. A column that was not requested is empty. */
export interface PositionColumns extends Readonly<Record<FixColumn, Int32Array>> {
  /** Microseconds since 2000, as PostgreSQL stores them. */
  readonly micros: Float64Array
  readonly seq: Int16Array
  /** Bit i: the column i of `fixColumns` is null. */
  readonly nulls: Uint8Array
  /** Raw parameters of each record; null and empty are different. */
  readonly io: readonly (Uint8Array | null)[]
}
/** Bits of the flags column, after those of `fixColumns`. */
const IO_IS_NULL = 1 << fixColumns.length
const IO_IS_EMPTY = IO_IS_NULL << 1
const VALUE_BITS = IO_IS_NULL - 1

/** Times are stored as multiples of the largest of these units (microseconds) that divides all of them. */
const units = [1_000_000, 1_000] as const
const unitOf = (micros: Float64Array): number =>
  units.find(unit => micros.every(time => time % unit === 0)) ?? 1

const EMPTY = new Uint8Array(0)

/** Encodes everything but the raw parameters. */
export function* encodeColumns(columns: PositionColumns): Steps<Buffer> {
  const { micros, seq, nulls, io } = columns
  const unit = unitOf(micros)
  const writer = new IntegerWriter()
  writer.put(unit)
  writeColumn(
    writer,
    micros.map(time => time / unit),
  )
  yield
  writeColumn(writer, seq)
  yield
  writeColumn(
    writer,
    nulls.map((bits, i) => {
      const bytes = io[i] ?? null
      return bits | (bytes === null ? IO_IS_NULL : bytes.length === 0 ? IO_IS_EMPTY : 0)
    }),
  )
  for (const [bit, name] of fixColumns.entries()) {
    yield
    writeColumn(
      writer,
      columns[name].filter((_, i) => ((nulls[i] ?? 0) & (1 << bit)) === 0),
    )
  }
  return writer.take()
}
/** Encodes the raw parameters; null: no record has any. */
export function* encodeRaw({ io }: PositionColumns): Steps<Buffer | null> {
  const ios = io.filter(bytes => bytes !== null && bytes.length > 0) as Uint8Array[]
  return ios.length === 0 ? null : yield* rawColumns(ios)
}

/**
 * Decodes a whole day.
 * @param raw null: the raw parameters were deleted after their term, and are empty
 */
export function* decodeColumns(
  version: number,
  data: Uint8Array,
  raw: Uint8Array | null,
): Steps<PositionColumns> {
  const { reader, unit, count } = readHead(version, data)
  const day = newFixes(count, fixColumns)
  fillTimes(reader, unit, day.micros)
  day.seq.set(readScratch(reader))
  const flags = new Uint8Array(readScratch(reader))
  fillNulls(flags, day.nulls)
  for (const [bit, name] of fixColumns.entries()) {
    yield
    fillValues(reader, day.nulls, bit, day[name])
  }
  if (!reader.atEnd) throw new RangeError('a pack is longer than its columns')
  return { ...day, io: yield* decodeRaw(flags, raw) }
}
/**
 * Decodes only the requested columns of fixes, without raw parameters.
 * @param columnsFor gives the columns that a number of fixes is read into; default: new ones
 */
export function decodeFixes(
  version: number,
  data: Uint8Array,
  asked: readonly FixColumn[],
  columnsFor = (count: number): PositionColumns => newFixes(count, asked),
): PositionColumns {
  const { reader, unit, count } = readHead(version, data)
  const fixes = columnsFor(count)
  fillTimes(reader, unit, fixes.micros)
  fixes.seq.set(readScratch(reader))
  fillNulls(readScratch(reader), fixes.nulls)
  const last = Math.max(...asked.map(name => fixColumns.indexOf(name)))
  for (const [bit, name] of fixColumns.entries())
    if (asked.includes(name)) fillValues(reader, fixes.nulls, bit, fixes[name])
    else if (bit < last) skipColumn(reader)
  return fixes
}
/** Columns for a number of positions without raw parameters; columns that are not requested are empty. */
export const newFixes = (count: number, asked: readonly FixColumn[]): PositionColumns => ({
  micros: new Float64Array(count),
  seq: new Int16Array(count),
  nulls: new Uint8Array(count),
  ...eachFixColumn(name => (asked.includes(name) ? new Int32Array(count) : NO_VALUES)),
  io: [],
})
/** @param bit the column's bit in the nulls */
export const eachFixColumn = (
  make: (name: FixColumn, bit: number) => Int32Array,
): Record<FixColumn, Int32Array> =>
  Object.fromEntries(fixColumns.map((name, bit) => [name, make(name, bit)])) as Record<
    FixColumn,
    Int32Array
  >
export const NO_VALUES = new Int32Array(0)

function readHead(version: number, data: Uint8Array) {
  if (version !== PACK_VERSION) throw new RangeError(`packs of version ${version} are unknown`)
  const reader = new IntegerReader(data)
  return { reader, unit: reader.next(), count: reader.next() }
}
function fillTimes(reader: IntegerReader, unit: number, micros: Float64Array): void {
  fillColumn(reader, micros)
  for (let i = 0; i < micros.length; i++) micros[i] = (micros[i] as number) * unit
}
/** Copies the bits of the flags that say which values are null. */
function fillNulls(flags: ArrayLike<number>, nulls: Uint8Array): void {
  for (let i = 0; i < nulls.length; i++) nulls[i] = (flags[i] as number) & VALUE_BITS
}
/**
 * Reads the values of one column. Those that are null are not stored.
 * @param bit the column's bit in the nulls
 */
function fillValues(
  reader: IntegerReader,
  nulls: Uint8Array,
  bit: number,
  column: Int32Array,
): void {
  const length = reader.next()
  if (length === column.length) {
    fillIntegers(reader, column)
    return
  }
  const values = fillIntegers(reader, scratchOf(length))
  for (let i = 0, next = 0; i < column.length; i++)
    column[i] = ((nulls[i] as number) & (1 << bit)) === 0 ? (values[next++] ?? 0) : 0
}
/** Reads a column whose values are copied before the next one is read. */
const readScratch = (reader: IntegerReader): Int32Array =>
  fillIntegers(reader, scratchOf(reader.next()))
/** One array for all, because a month of history would leave megabytes of them to the garbage collector. */
let scratch = new Int32Array(0)
function scratchOf(length: number): Int32Array {
  if (scratch.length < length) scratch = new Int32Array(length)
  return scratch.subarray(0, length)
}
function* decodeRaw(flags: Uint8Array, raw: Uint8Array | null): Steps<(Uint8Array | null)[]> {
  const records = raw === null ? null : yield* recordsOfRawColumns(new IntegerReader(raw))
  const io = new Array<Uint8Array | null>(flags.length).fill(EMPTY)
  let next = 0
  for (let i = 0; i < io.length; i++) {
    const bits = flags[i] as number
    if ((bits & IO_IS_NULL) !== 0) io[i] = null
    else if ((bits & IO_IS_EMPTY) === 0 && records !== null) {
      const record = records[next++]
      if (record === undefined) throw new RangeError('a pack has a record too few')
      io[i] = record
    }
  }
  return io
}

/** Whether two days are equal in every value, null and byte. */
export function* isSameDay(a: PositionColumns, b: PositionColumns): Steps<boolean> {
  if (a.micros.length !== b.micros.length) return false
  for (const name of ['micros', 'seq', 'nulls', ...fixColumns] as const) {
    if (!a[name].every((value, i) => value === b[name][i])) return false
    yield
  }
  return a.io.every((bytes, i) => isSameBytes(bytes, b.io[i] ?? null))
}
const isSameBytes = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === null || b === null ? a === b : Buffer.compare(a, b) === 0
