// Columns of a batch as PostgreSQL's binary arrays: `insert … select from unnest($1::int4[], …)` reads them without parsing text.
// Format (array_recv): int32 dimensions, int32 has-null flag, oid of the element, int32 length, int32 lower bound, then per element int32 length (−1 null) and its bytes.
import { JsonWriter } from '@flotta/core/json-writer.ts'

const OID = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  json: 114,
  float8: 701,
  timestamptz: 1184,
  uuid: 2950,
  jsonb: 3802,
} as const
const HEAD = 20
/** Microseconds between 1970 and PostgreSQL's epoch 2000. */
const EPOCH_2000_MS = 946_684_800_000

type Values<T> = readonly (T | null)[]

/**
 * A column of values of one width, while it is written. Each type has a loop of its own: V8 compiles a loop for the values that it has met,
 * and one that serves all types takes ten times as long for each.
 */
class Column {
  readonly view: DataView
  readonly #bytes: Buffer
  readonly #oid: number
  readonly #width: number
  readonly #length: number
  #nulls = false
  #end = HEAD

  constructor(oid: number, width: number, length: number) {
    this.#oid = oid
    this.#width = width
    this.#length = length
    this.#bytes = Buffer.allocUnsafe(HEAD + length * (4 + width))
    this.view = viewOf(this.#bytes)
  }
  none(): void {
    this.#nulls = true
    this.view.setInt32(this.#end, -1)
    this.#end += 4
  }
  /** Offset of the next value. */
  next(): number {
    const at = this.#end + 4
    this.view.setInt32(this.#end, this.#width)
    this.#end = at + this.#width
    return at
  }
  /** Writes an integer of eight bytes at `o`. */
  put64(o: number, value: number): void {
    const high = Math.floor(value / 4_294_967_296)
    this.view.setInt32(o, within(high, 0x7fff_ffff))
    this.view.setUint32(o + 4, value - high * 4_294_967_296)
  }
  done(): Buffer {
    head(this.#bytes, this.#oid, this.#length, this.#nulls)
    return this.#bytes.subarray(0, this.#end)
  }
}
const viewOf = (b: Buffer): DataView => new DataView(b.buffer, b.byteOffset, b.length)
/** A number that does not fit must not become another one. */
function within(value: number, most: number): number {
  if (value > most || value < -most - 1) throw new RangeError(`${value} is beyond its column`)
  return value
}

function head(b: Buffer, oid: number, length: number, nulls: boolean): void {
  b.writeInt32BE(1, 0)
  b.writeInt32BE(nulls ? 1 : 0, 4)
  b.writeInt32BE(oid, 8)
  b.writeInt32BE(length, 12)
  b.writeInt32BE(1, 16)
}

function bytes(oid: number, values: Values<Uint8Array>): Buffer {
  let size = HEAD
  for (const v of values) size += 4 + (v === null ? 0 : v.length)
  const b = Buffer.allocUnsafe(size)
  let nulls = false
  let o = HEAD
  for (const v of values) {
    b.writeInt32BE(v === null ? -1 : v.length, o)
    o += 4
    if (v === null) nulls = true
    else {
      b.set(v, o)
      o += v.length
    }
  }
  head(b, oid, values.length, nulls)
  return b
}

const writer = new JsonWriter()
/** Each value is written by `write`, behind its length. */
function writtenJson<T>(values: readonly T[], write: (value: T, out: JsonWriter) => void): Buffer {
  writer.clear()
  writer.skip(HEAD)
  const starts = values.map(value => {
    const start = writer.skip(4)
    write(value, writer)
    return start
  })
  const b = Buffer.from(writer.bytes)
  starts.forEach((start, i) => {
    b.writeInt32BE((starts[i + 1] ?? b.length) - start - 4, start)
  })
  head(b, OID.json, values.length, false)
  return b
}

/** Writes texts into the parameter itself, without a buffer for each value. */
function texts(oid: number, prefix: number, values: Values<string>): Buffer {
  const lead = prefix < 0 ? 0 : 1
  let size = HEAD
  for (const v of values) size += 4 + (v === null ? 0 : lead + Buffer.byteLength(v))
  const b = Buffer.allocUnsafe(size)
  let nulls = false
  let o = HEAD
  for (const v of values) {
    if (v === null) {
      nulls = true
      b.writeInt32BE(-1, o)
      o += 4
      continue
    }
    if (lead > 0) b[o + 4] = prefix
    const length = lead + b.write(v, o + 4 + lead, 'utf8')
    b.writeInt32BE(length, o)
    o += 4 + length
  }
  head(b, oid, values.length, nulls)
  return b
}

/** One function per column type; each takes plain values (times: epoch ms) and gives one query parameter. */
export const columns = {
  int2(values: Values<number>): Buffer {
    const column = new Column(OID.int2, 2, values.length)
    for (const v of values)
      if (v === null) column.none()
      else column.view.setInt16(column.next(), within(v, 0x7fff))
    return column.done()
  },
  int4(values: Values<number>): Buffer {
    const column = new Column(OID.int4, 4, values.length)
    for (const v of values)
      if (v === null) column.none()
      else column.view.setInt32(column.next(), within(v, 0x7fff_ffff))
    return column.done()
  },
  /** Below 2^53. */
  int8(values: Values<number>): Buffer {
    const column = new Column(OID.int8, 8, values.length)
    for (const v of values)
      if (v === null) column.none()
      else column.put64(column.next(), v)
    return column.done()
  },
  float8(values: Values<number>): Buffer {
    const column = new Column(OID.float8, 8, values.length)
    for (const v of values)
      if (v === null) column.none()
      else column.view.setFloat64(column.next(), v)
    return column.done()
  },
  bool(values: Values<boolean>): Buffer {
    const column = new Column(OID.bool, 1, values.length)
    for (const v of values)
      if (v === null) column.none()
      else column.view.setUint8(column.next(), v ? 1 : 0)
    return column.done()
  },
  timestamptz(values: Values<number>): Buffer {
    const column = new Column(OID.timestamptz, 8, values.length)
    for (const v of values)
      if (v === null) column.none()
      else column.put64(column.next(), (v - EPOCH_2000_MS) * 1000)
    return column.done()
  },
  uuid: (values: Values<string>): Buffer =>
    bytes(
      OID.uuid,
      values.map(v => (v === null ? null : Buffer.from(v.replaceAll('-', ''), 'hex'))),
    ),
  bytea: (values: Values<Uint8Array>): Buffer => bytes(OID.bytea, values),
  text: (values: Values<string>): Buffer => texts(OID.text, -1, values),
  /** Values are JSON texts. PostgreSQL takes `json` in at half the cost of `jsonb`. */
  json: (values: Values<string>): Buffer => texts(OID.json, -1, values),
  /** As `json`, of values that `write` writes without a text in between. */
  jsonOf: writtenJson,
  jsonb: (values: Values<string>): Buffer => texts(OID.jsonb, 1, values),
}

/**
 * The parameters of such columns, from $1, as expressions of a select: arrays of one length give one row a value. As tables (`from unnest(…)`) PostgreSQL
 * would first lay each of them down by itself, which costs as much as a fifth of writing the rows.
 */
export const unnestColumns = (types: readonly string[]): string =>
  types.map((type, i) => `unnest($${i + 1}::${type}[])`).join(', ')

/** The reverse: reads the result of `array_send(array_agg(…))`, a one-dimensional array without nulls, as numbers (times: epoch ms). Null, the aggregate of no rows, gives an empty list. */
export const numbers = {
  int2(array: Buffer | null): Int16Array {
    const values = new Int16Array(lengthOf(array))
    if (array !== null)
      for (let view = viewOf(array), i = 0, o = FIRST; i < values.length; i++, o += 6)
        values[i] = view.getInt16(o)
    return values
  },
  int4(array: Buffer | null): Int32Array {
    const values = new Int32Array(lengthOf(array))
    if (array !== null)
      for (let view = viewOf(array), i = 0, o = FIRST; i < values.length; i++, o += 8)
        values[i] = view.getInt32(o)
    return values
  },
  /** Below 2^53. */
  int8(array: Buffer | null): Float64Array {
    const values = new Float64Array(lengthOf(array))
    if (array !== null)
      for (let view = viewOf(array), i = 0, o = FIRST; i < values.length; i++, o += 12)
        values[i] = get64(view, o)
    return values
  },
  timestamptz(array: Buffer | null): Float64Array {
    const values = numbers.int8(array)
    for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) / 1000 + EPOCH_2000_MS
    return values
  },
}
/** Offset of the first value, after its length. */
const FIRST = HEAD + 4
const get64 = (view: DataView, o: number): number =>
  view.getInt32(o) * 4_294_967_296 + view.getUint32(o + 4)
/** The same for arrays with nulls, value by value. */
function listReader<T>(readValue: (b: Buffer, o: number, length: number) => T) {
  return (array: Buffer | null): (T | null)[] => {
    const values: (T | null)[] = []
    if (array === null) return values
    let o = HEAD
    for (let remaining = lengthOf(array); remaining > 0; remaining--) {
      const length = array.readInt32BE(o)
      o += 4
      values.push(length < 0 ? null : readValue(array, o, length))
      if (length > 0) o += length
    }
    return values
  }
}
export const lists = {
  int2: listReader((b, o) => b.readInt16BE(o)),
  int4: listReader((b, o) => b.readInt32BE(o)),
  /** Views of the answer, which keep it in memory. */
  bytea: listReader((b, o, length): Uint8Array => b.subarray(o, o + length)),
  /** Also for `json`, as text. */
  text: listReader((b, o, length) => b.toString('utf8', o, o + length)),
}
/** An empty array has no dimension. */
const lengthOf = (array: Buffer | null): number =>
  array === null || array.readInt32BE(0) === 0 ? 0 : array.readInt32BE(12)
