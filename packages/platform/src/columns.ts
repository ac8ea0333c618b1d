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
export const HEAD = 20
/** Microseconds between 1970 and PostgreSQL's epoch 2000. */
export const EPOCH_2000_MS = 946_684_800_000

type Values<T> = readonly (T | null)[]

/**
 * A column of values of one width, while it is written. Each type has a loop of its own: V8 compiles a loop for the types of values that it has seen,
 * and one loop for all types takes ten times as long for each.
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
export const viewOf = (b: Buffer): DataView => new DataView(b.buffer, b.byteOffset, b.length)
/** Throws for a number that does not fit, since it would be stored as another one. */
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
/** Writes each value by `write`, after its length. */
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

/** One function per column type; each converts plain values (times: epoch ms) to one query parameter. */
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
  /** Values are JSON texts. Reading `json` costs PostgreSQL half as much as reading `jsonb`. */
  json: (values: Values<string>): Buffer => texts(OID.json, -1, values),
  /** As `json`, for values that `write` writes directly as bytes. */
  jsonOf: writtenJson,
  jsonb: (values: Values<string>): Buffer => texts(OID.jsonb, 1, values),
}

/**
 * The parameters of such columns, from $1, as expressions of a select: arrays of the same length give one row per value. As tables (`from unnest(…)`)
 * PostgreSQL would first store each of them, which costs as much as a fifth of writing the rows.
 */
export const unnestColumns = (types: readonly string[]): string =>
  types.map((type, i) => `unnest($${i + 1}::${type}[])`).join(', ')
