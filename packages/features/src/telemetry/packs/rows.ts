// Converts positions between answers of the database and columns of a day.

import { countBefore } from '@flotta/core/sorted.ts'
import {
  asColumn,
  type ColumnValue,
  hasNulls,
  lists,
  numbers,
} from '@flotta/platform/array-reader.ts'
import { columns } from '@flotta/platform/columns.ts'
import {
  eachFixColumn,
  type FixColumn,
  fixColumns,
  NO_VALUES,
  newFixes,
  type PositionColumns,
} from './codec.ts'
import { DamagedPack, type PackedBytes, type PackedFixes, unpackDay, unpackFixes } from './pack.ts'

/** Columns that can be requested beside the time and the order within an instant. */
export type PositionField = FixColumn | 'io'
export const positionFields = [...fixColumns, 'io'] as const

const EPOCH_2000_MS = 946_684_800_000
/** Epoch ms of microseconds since 2000. */
export const millis = (micros: number): number => micros / 1_000 + EPOCH_2000_MS
/** The same for a whole column, and degrees of one. Loops, because `map` takes ten times as long. */
export function millisOf(micros: Float64Array): Float64Array {
  const at = new Float64Array(micros.length)
  for (let i = 0; i < at.length; i++) at[i] = millis(micros[i] as number)
  return at
}
export function degreesOf(e7: Int32Array): Float64Array {
  const degrees = new Float64Array(e7.length)
  for (let i = 0; i < degrees.length; i++) degrees[i] = (e7[i] as number) / 1e7
  return degrees
}
/** The values of a column at some places. One loop for each type of array: a loop over arrays of any type takes several times as long. */
export function integersAt(values: Int32Array, places: ArrayLike<number>): Int32Array {
  const picked = new Int32Array(places.length)
  for (let i = 0; i < picked.length; i++) picked[i] = values[places[i] as number] as number
  return picked
}
export function floatsAt(values: Float64Array, places: ArrayLike<number>): Float64Array {
  const picked = new Float64Array(places.length)
  for (let i = 0; i < picked.length; i++) picked[i] = values[places[i] as number] as number
  return picked
}
export const microsOf = (at: number): number => Math.round((at - EPOCH_2000_MS) * 1_000)

/** The number of sorted times before a moment. */
export const placesBefore = (micros: Float64Array, time: number): number =>
  countBefore(micros.length, i => (micros[i] ?? 0) >= time)

export type ColumnAnswer = Readonly<Partial<Record<string, ColumnValue>>>

/** The columns of an answer; a column that was not requested is null. */
export function columnsOf(answer: ColumnAnswer): PositionColumns {
  // a timestamp is an integer of eight bytes
  const micros = numbers.int8(answer.message_datetime ?? null)
  const nulls = new Uint8Array(micros.length)
  return {
    micros,
    seq: numbers.int2(answer.seq ?? null),
    nulls,
    ...eachFixColumn((name, bit) =>
      integersOf(answer[name] ?? null, bit < 2 ? 'int4' : 'int2', nulls, bit),
    ),
    io: answer.io === undefined ? [] : lists.bytea(answer.io),
  }
}

function integersOf(
  column: ColumnValue,
  type: 'int4' | 'int2',
  nulls: Uint8Array,
  bit: number,
): Int32Array {
  if (column === null) {
    for (let i = 0; i < nulls.length; i++) nulls[i] = (nulls[i] as number) | (1 << bit)
    return NO_VALUES
  }
  if (!hasNulls(column))
    return type === 'int4' ? numbers.int4(column) : Int32Array.from(numbers.int2(column))
  const values = new Int32Array(nulls.length)
  lists[type](column).forEach((value, i) => {
    if (value === null) nulls[i] = (nulls[i] ?? 0) | (1 << bit)
    else values[i] = value
  })
  return values
}

const insertedTypes = ['int8', 'int2', 'int4', 'int4', 'int2', 'int2', 'int2', 'int2', 'bytea']
/** Inserts the positions of vehicle `$1`; the other parameters are `insertValues`. */
export const INSERT_POSITIONS = `insert into positions (vehicle_id, message_datetime, seq, ${positionFields.join(', ')})
  select $1::int4, timestamptz '2000-01-01 00:00:00+00' + p.micros * interval '1 microsecond', p.seq, ${positionFields.map(name => `p.${name}`).join(', ')}
  from unnest(${insertedTypes.map((type, i) => `$${i + 2}::${type}[]`).join(', ')}) p (micros, seq, ${positionFields.join(', ')})`
export function insertValues(day: PositionColumns): Buffer[] {
  const values = fixColumns.map((name, bit) =>
    Array.from(day[name], (value, i) => (((day.nulls[i] ?? 0) >> bit) & 1 ? null : value)),
  )
  return [
    columns.int8(Array.from(day.micros)),
    columns.int2(Array.from(day.seq)),
    ...values.map((list, i) => (i < 2 ? columns.int4(list) : columns.int2(list))),
    columns.bytea(day.io),
  ]
}

type ValueArray = Float64Array | Int32Array | Int16Array | Uint8Array
/** Applies a function to each column of positions. */
const eachColumn = (
  of: <T extends ValueArray>(pick: (positions: PositionColumns) => T) => T,
  io: PositionColumns['io'],
): PositionColumns => ({
  micros: of(p => p.micros),
  seq: of(p => p.seq),
  nulls: of(p => p.nulls),
  latitude_e7: of(p => p.latitude_e7),
  longitude_e7: of(p => p.longitude_e7),
  altitude: of(p => p.altitude),
  direction: of(p => p.direction),
  speed: of(p => p.speed),
  satellites: of(p => p.satellites),
  io,
})
const newArray = <T extends ValueArray>(like: T, length: number): T =>
  new (like.constructor as new (length: number) => T)(length)

/** Some of the positions, by their indices. */
export function pickPositions(all: PositionColumns, places: ArrayLike<number>): PositionColumns {
  const valuesAt = <T extends ValueArray>(values: T): T => {
    if (values.length === 0) return values
    const picked = newArray(values, places.length)
    for (let i = 0; i < picked.length; i++) picked[i] = values[places[i] as number] as number
    return picked
  }
  const io = all.io.length === 0 ? [] : Array.from(places, i => all.io[i] ?? null)
  return eachColumn(pick => valuesAt(pick(all)), io)
}
/** The positions from one index up to another, as views. */
export const slicePositions = (all: PositionColumns, from: number, to: number): PositionColumns =>
  eachColumn(
    <T extends ValueArray>(pick: (positions: PositionColumns) => T) => {
      const values = pick(all)
      return values.subarray(from, to) as T
    },
    all.io.slice(from, to),
  )

/** Joins stretches into one, in the order of time and seq. */
export function mergePositions(stretches: readonly PositionColumns[]): PositionColumns {
  const filled = stretches.filter(({ micros }) => micros.length > 0)
  if (filled.length < 2) return filled[0] ?? columnsOf({})
  return inOrder(
    eachColumn(
      pick => joinArrays(filled.map(stretch => pick(stretch))),
      NO_RECORDS.concat(...filled.map(({ io }) => io)),
    ),
  )
}
function inOrder(all: PositionColumns): PositionColumns {
  const { micros, seq } = all
  for (let i = 1; i < micros.length; i++) {
    const gap = (micros[i] as number) - (micros[i - 1] as number)
    if (gap > 0 || (gap === 0 && (seq[i] as number) >= (seq[i - 1] as number))) continue
    const compare = (a: number, b: number): number =>
      (micros[a] ?? 0) - (micros[b] ?? 0) || (seq[a] ?? 0) - (seq[b] ?? 0)
    return pickPositions(all, Uint32Array.from(micros, (_, i) => i).sort(compare))
  }
  return all
}
const NO_RECORDS: readonly (Uint8Array | null)[] = []
/** One array of the same type; there is at least one. */
function joinArrays<T extends ValueArray>(arrays: readonly T[]): T {
  const all = newArray(
    arrays[0] as T,
    arrays.reduce((sum, array) => sum + array.length, 0),
  )
  let from = 0
  for (const array of arrays) {
    all.set(array, from)
    from += array.length
  }
  return all
}

/** A row of `position_packs`. */
export interface PackRow extends PackedBytes {
  readonly vehicle_id: number
  /** UTC, `2026-11-20`. */
  readonly day: string
  /** Number of its positions. */
  readonly count: number
}
/** Its columns, in the order in which they are selected. */
export const packNames = [
  'vehicle_id',
  'day',
  'count',
  'version',
  'checksum',
  'data',
  'raw_checksum',
  'raw',
] as const
/** Its columns as expressions of a select. */
export const packColumns = (withRaw = true): string =>
  packNames
    .map(name =>
      name === 'day'
        ? 'k.day::text as day'
        : withRaw || (name !== 'raw' && name !== 'raw_checksum')
          ? `k.${name}`
          : `null::bytea as ${name}`,
    )
    .join(', ')
/** Many packs as columns of an answer. */
export const packsAsColumns: string = packNames
  .map(name => asColumn(`k.${name}`, `pack_${name}`))
  .join(', ')
export function packsOf(answer: ColumnAnswer): PackRow[] {
  const list = (name: string) => lists.bytea(answer[`pack_${name}`] ?? null)
  const [checksums, data, rawChecksums, raws] = [
    list('checksum'),
    list('data'),
    list('raw_checksum'),
    list('raw'),
  ]
  const vehicles = numbers.int4(answer.pack_vehicle_id ?? null)
  const days = lists.text(answer.pack_day ?? null)
  const counts = numbers.int4(answer.pack_count ?? null)
  return Array.from(numbers.int2(answer.pack_version ?? null), (version, i) => ({
    vehicle_id: vehicles[i] ?? 0,
    day: days[i] ?? '',
    count: counts[i] ?? 0,
    version,
    checksum: buffer(checksums[i] ?? EMPTY),
    data: buffer(data[i] ?? EMPTY),
    raw_checksum: optionalBuffer(rawChecksums[i]),
    raw: optionalBuffer(raws[i]),
  }))
}
const EMPTY = new Uint8Array(0)
const buffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
const optionalBuffer = (bytes: Uint8Array | null | undefined): Buffer | null =>
  bytes == null ? null : buffer(bytes)

/** The vehicle and the day of a pack. */
type PackKey = Pick<PackRow, 'vehicle_id' | 'day'>
/** Unpacks a row. Throws `DamagedPack`, which names the vehicle and the day. */
export const unpackRow = (row: PackKey & PackedBytes): PositionColumns =>
  unpackedOr(row, () => unpackDay(row))
/** Unpacks only the requested columns of a row. */
export const unpackFixRow = (
  row: PackKey & PackedFixes,
  asked: readonly FixColumn[],
): PositionColumns => unpackedOr(row, () => unpackFixes(row, asked))

/**
 * The requested columns of packs and of stored rows, in the order of time and seq. The packs are unpacked into the columns of all, because columns of each
 * day would leave megabytes of a month to the garbage collector.
 */
export function joinFixes(
  packs: readonly PackRow[],
  rows: PositionColumns,
  asked: readonly FixColumn[],
): PositionColumns {
  if (packs.length === 0) return rows
  const packedCount = packs.reduce((sum, { count }) => sum + count, 0)
  const all = newFixes(packedCount + rows.micros.length, asked)
  let from = 0
  for (const pack of packs) {
    const place = slicePositions(all, from, from + pack.count)
    unpackedOr(pack, () => unpackFixes(pack, asked, count => placeFor(count, place)))
    from += pack.count
  }
  putPositions(rows, slicePositions(all, from, from + rows.micros.length), asked)
  return inOrder(all)
}
function placeFor(count: number, place: PositionColumns): PositionColumns {
  if (place.micros.length !== count)
    throw new RangeError(`its row counts ${place.micros.length} positions, and it has ${count}`)
  return place
}
function putPositions(
  from: PositionColumns,
  into: PositionColumns,
  asked: readonly FixColumn[],
): void {
  for (const name of ['micros', 'seq', 'nulls', ...asked] as const) into[name].set(from[name])
}

function unpackedOr({ vehicle_id, day }: PackKey, unpack: () => PositionColumns): PositionColumns {
  try {
    return unpack()
  } catch (error) {
    throw new DamagedPack(
      `the packed positions of vehicle ${vehicle_id} on ${day} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}
