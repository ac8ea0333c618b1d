// Positions as the database answers them, as the columns of a day, and the way back.
import { columns, lists, numbers } from '@flotta/platform/columns.ts'
import { type FixColumn, fixColumns, type PositionColumns } from './codec.ts'
import { DamagedPack, type PackedBytes, unpackDay } from './pack.ts'

/** Columns that may be asked for beside the time and the order within an instant. */
export type PositionField = FixColumn | 'io'
export const positionFields = [...fixColumns, 'io'] as const

const EPOCH_2000_MS = 946_684_800_000
/** Epoch ms of microseconds since 2000. */
export const millis = (micros: number): number => micros / 1_000 + EPOCH_2000_MS
/** The same of a column, and degrees of one: loops, as `map` takes ten times as long. */
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
export const microsOf = (at: number): number => Math.round((at - EPOCH_2000_MS) * 1_000)

/** How many of sorted times lie before one. */
export function placesBefore(micros: Float64Array, time: number): number {
  let [low, high] = [0, micros.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((micros[middle] ?? 0) < time) low = middle + 1
    else high = middle
  }
  return low
}

/** The expression that selects a column of many rows as one value. */
export const asColumn = (name: string, as = name): string =>
  `array_send(array_agg(${name})) as ${as}`

export type ColumnAnswer = Readonly<Partial<Record<string, Buffer | null>>>

/** The columns of an answer; what was not asked for is 0 and null. */
export function columnsOf(answer: ColumnAnswer): PositionColumns {
  // a timestamp is an integer of eight bytes
  const micros = numbers.int8(answer.message_datetime ?? null)
  const nulls = new Uint8Array(micros.length)
  const [latitude_e7, longitude_e7, altitude, direction, speed, satellites] = fixColumns.map(
    (name, bit) => integersOf(answer[name] ?? null, bit < 2 ? 'int4' : 'int2', nulls, bit),
  ) as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array]
  const ios = answer.io === undefined ? [] : lists.bytea(answer.io)
  return {
    micros,
    seq: numbers.int2(answer.seq ?? null),
    nulls,
    latitude_e7,
    longitude_e7,
    altitude,
    direction,
    speed,
    satellites,
    io: answer.io === undefined ? Array<null>(micros.length).fill(null) : ios,
  }
}

const HAS_NULLS_AT = 4
function integersOf(
  array: Buffer | null,
  type: 'int4' | 'int2',
  nulls: Uint8Array,
  bit: number,
): Int32Array {
  if (array === null) {
    for (let i = 0; i < nulls.length; i++) nulls[i] = (nulls[i] ?? 0) | (1 << bit)
    return new Int32Array(nulls.length)
  }
  if (array.readInt32BE(HAS_NULLS_AT) === 0)
    return type === 'int4' ? numbers.int4(array) : Int32Array.from(numbers.int2(array))
  const values = new Int32Array(nulls.length)
  lists[type](array).forEach((value, i) => {
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

/** Some of the positions, by their places. */
export const pickPositions = (
  all: PositionColumns,
  places: ArrayLike<number>,
): PositionColumns => ({
  micros: Float64Array.from(places, i => all.micros[i] ?? 0),
  seq: Int16Array.from(places, i => all.seq[i] ?? 0),
  nulls: Uint8Array.from(places, i => all.nulls[i] ?? 0),
  latitude_e7: Int32Array.from(places, i => all.latitude_e7[i] ?? 0),
  longitude_e7: Int32Array.from(places, i => all.longitude_e7[i] ?? 0),
  altitude: Int32Array.from(places, i => all.altitude[i] ?? 0),
  direction: Int32Array.from(places, i => all.direction[i] ?? 0),
  speed: Int32Array.from(places, i => all.speed[i] ?? 0),
  satellites: Int32Array.from(places, i => all.satellites[i] ?? 0),
  io: Array.from(places, i => all.io[i] ?? null),
})

/** Joins stretches into one, in the order of time and seq. */
export function mergePositions(stretches: readonly PositionColumns[]): PositionColumns {
  const filled = stretches.filter(({ micros }) => micros.length > 0)
  if (filled.length < 2) return filled[0] ?? columnsOf({})
  const all: PositionColumns = {
    micros: joinArrays(filled.map(s => s.micros)),
    seq: joinArrays(filled.map(s => s.seq)),
    nulls: joinArrays(filled.map(s => s.nulls)),
    ...(Object.fromEntries(
      fixColumns.map(name => [name, joinArrays(filled.map(s => s[name]))]),
    ) as Record<FixColumn, Int32Array>),
    io: NO_RECORDS.concat(...filled.map(({ io }) => io)),
  }
  const { micros, seq } = all
  const compare = (a: number, b: number): number =>
    (micros[a] ?? 0) - (micros[b] ?? 0) || (seq[a] ?? 0) - (seq[b] ?? 0)
  for (let i = 1; i < micros.length; i++)
    if (compare(i - 1, i) > 0)
      return pickPositions(all, Uint32Array.from(micros, (_, i) => i).sort(compare))
  return all
}
const NO_RECORDS: readonly (Uint8Array | null)[] = []
/** One array of the same type; there is at least one. */
function joinArrays<T extends Float64Array | Int32Array | Int16Array | Uint8Array>(
  arrays: readonly T[],
): T {
  const [first] = arrays as readonly [T, ...T[]]
  const length = arrays.reduce((sum, array) => sum + array.length, 0)
  const all = new (first.constructor as new (length: number) => T)(length)
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
}
/** Its columns as expressions of a select. */
export const packColumns = (withRaw = true): string =>
  [
    'k.vehicle_id',
    'k.day::text as day',
    'k.version',
    'k.checksum',
    'k.data',
    ...(withRaw
      ? ['k.raw_checksum', 'k.raw']
      : ['null::bytea as raw_checksum', 'null::bytea as raw']),
  ].join(', ')
/** The names of an answer that has many packs as columns. */
const packFields = ['vehicle_id', 'day', 'version', 'checksum', 'data', 'raw_checksum', 'raw']
export const packsAsColumns: string = packFields
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
  return Array.from(numbers.int2(answer.pack_version ?? null), (version, i) => ({
    vehicle_id: vehicles[i] ?? 0,
    day: days[i] ?? '',
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

/** Throws `DamagedPack`, which says of which vehicle and day. */
export function unpackRow(row: PackRow, withRaw = true): PositionColumns {
  try {
    return unpackDay(row, withRaw)
  } catch (error) {
    throw new DamagedPack(
      `the packed positions of vehicle ${row.vehicle_id} on ${row.day} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}
