// Columns of a batch as PostgreSQL's binary arrays: `insert … select from unnest($1::int4[], …)` reads them without parsing text.
// Format (array_recv): int32 dimensions, int32 has-null flag, oid of the element, int32 length, int32 lower bound, then per element int32 length (−1 null) and its bytes.

const OID = { bool: 16, bytea: 17, int8: 20, int2: 21, int4: 23, text: 25, json: 114, float8: 701, timestamptz: 1184, uuid: 2950, jsonb: 3802 } as const
const HEAD = 20
/** Microseconds between 1970 and PostgreSQL's epoch 2000. */
const EPOCH_2000_MS = 946_684_800_000

function fixed<T>(oid: number, width: number, write: (b: Buffer, o: number, value: T) => void) {
  return (values: readonly (T | null)[]): Buffer => {
    const b = Buffer.allocUnsafe(HEAD + values.length * (4 + width))
    let nulls = false
    let o = HEAD
    for (const v of values) {
      if (v === null) {
        nulls = true
        b.writeInt32BE(-1, o)
        o += 4
      } else {
        b.writeInt32BE(width, o)
        write(b, o + 4, v)
        o += 4 + width
      }
    }
    head(b, oid, values.length, nulls)
    return b.subarray(0, o)
  }
}

function head(b: Buffer, oid: number, length: number, nulls: boolean): void {
  b.writeInt32BE(1, 0)
  b.writeInt32BE(nulls ? 1 : 0, 4)
  b.writeInt32BE(oid, 8)
  b.writeInt32BE(length, 12)
  b.writeInt32BE(1, 16)
}

function bytes(oid: number, values: readonly (Uint8Array | null)[]): Buffer {
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

/** Written into the parameter itself: no buffer for every value. */
function texts(oid: number, prefix: number, values: readonly (string | null)[]): Buffer {
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
  int2: fixed<number>(OID.int2, 2, (b, o, v) => b.writeInt16BE(v, o)),
  int4: fixed<number>(OID.int4, 4, (b, o, v) => b.writeInt32BE(v, o)),
  int8: fixed<number>(OID.int8, 8, (b, o, v) => b.writeBigInt64BE(BigInt(v), o)),
  float8: fixed<number>(OID.float8, 8, (b, o, v) => b.writeDoubleBE(v, o)),
  bool: fixed<boolean>(OID.bool, 1, (b, o, v) => b.writeUInt8(v ? 1 : 0, o)),
  timestamptz: fixed<number>(OID.timestamptz, 8, (b, o, v) => {
    const micro = (v - EPOCH_2000_MS) * 1000
    const high = Math.floor(micro / 4_294_967_296)
    b.writeInt32BE(high, o)
    b.writeUInt32BE(micro - high * 4_294_967_296, o + 4)
  }),
  uuid: fixed<string>(OID.uuid, 16, (b, o, v) => void b.write(v.replaceAll('-', ''), o, 'hex')),
  bytea: (values: readonly (Uint8Array | null)[]): Buffer => bytes(OID.bytea, values),
  text: (values: readonly (string | null)[]): Buffer => texts(OID.text, -1, values),
  /** Values are JSON texts. PostgreSQL takes `json` in at half the cost of `jsonb`. */
  json: (values: readonly (string | null)[]): Buffer => texts(OID.json, -1, values),
  jsonb: (values: readonly (string | null)[]): Buffer => texts(OID.jsonb, 1, values),
}

/**
 * The parameters of such columns, from $1, as expressions of a select: arrays of one length give one row a value. As tables (`from unnest(…)`) PostgreSQL
 * would first lay each of them down by itself, which costs as much as a fifth of writing the rows.
 */
export const unnested = (types: readonly string[]): string => types.map((type, i) => `unnest($${i + 1}::${type}[])`).join(', ')

/** The other way: what `array_send(array_agg(…))` gives, a one-dimensional array without nulls, as numbers (times: epoch ms). Null, the aggregate of no rows, gives none. */
export const numbers = {
  int2: counted(
    n => new Int16Array(n),
    2,
    (b, o) => b.readInt16BE(o),
  ),
  int4: counted(
    n => new Int32Array(n),
    4,
    (b, o) => b.readInt32BE(o),
  ),
  /** Below 2^53. */
  int8: counted(
    n => new Float64Array(n),
    8,
    (b, o) => b.readInt32BE(o) * 4_294_967_296 + b.readUInt32BE(o + 4),
  ),
  timestamptz: counted(
    n => new Float64Array(n),
    8,
    (b, o) => (b.readInt32BE(o) * 4_294_967_296 + b.readUInt32BE(o + 4)) / 1000 + EPOCH_2000_MS,
  ),
}
function counted<T extends Int16Array | Int32Array | Float64Array>(make: (length: number) => T, width: number, read: (b: Buffer, o: number) => number) {
  return (array: Buffer | null): T => {
    const values = make(lengthOf(array))
    if (array !== null) for (let i = 0, o = HEAD + 4; i < values.length; i++, o += 4 + width) values[i] = read(array, o)
    return values
  }
}
/** The same where some may be null, value by value. */
function walked<T>(read: (b: Buffer, o: number, length: number) => T) {
  return (array: Buffer | null): (T | null)[] => {
    const values: (T | null)[] = []
    if (array === null) return values
    let o = HEAD
    for (let left = lengthOf(array); left > 0; left--) {
      const length = array.readInt32BE(o)
      o += 4
      values.push(length < 0 ? null : read(array, o, length))
      if (length > 0) o += length
    }
    return values
  }
}
export const lists = {
  int2: walked((b, o) => b.readInt16BE(o)),
  int4: walked((b, o) => b.readInt32BE(o)),
  /** Parts of the answer itself, which they keep in memory. */
  bytea: walked((b, o, length): Uint8Array => b.subarray(o, o + length)),
  /** Also of `json`: its text. */
  text: walked((b, o, length) => b.toString('utf8', o, o + length)),
}
/** An empty array has no dimension. */
const lengthOf = (array: Buffer | null): number => (array === null || array.readInt32BE(0) === 0 ? 0 : array.readInt32BE(12))
