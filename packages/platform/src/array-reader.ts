// Columns of a query result: many rows are selected as one value per column and read as arrays of numbers, or of values with nulls.
import { EPOCH_2000_MS, HEAD, viewOf } from './columns.ts'

/** A column that was selected by `asColumn`; null: there were no rows. */
export type ColumnValue = string | null
/**
 * The select item that returns an expression of many rows as one value. It is encoded as base64: the client library receives bytes as hexadecimal
 * digits, which are half as many again and take the database twice the time.
 * @param name name of the item
 * @param order order of its elements, `order by …`; default: the order of the rows
 */
export const asColumn = (expression: string, name = expression, order = ''): string =>
  `encode(array_send(array_agg(${[expression, order].join(' ').trim()})), 'base64') as ${name}`
const bytesOf = (column: ColumnValue): Buffer | null =>
  column === null ? null : Buffer.from(column, 'base64')

/** Reads a column without nulls as numbers. No rows give an empty array. */
export const numbers = {
  int2(column: ColumnValue): Int16Array {
    const array = bytesOf(column)
    const values = new Int16Array(lengthOf(array))
    if (array !== null)
      for (let view = viewOf(array), i = 0, o = FIRST; i < values.length; i++, o += 6)
        values[i] = view.getInt16(o)
    return values
  },
  int4(column: ColumnValue): Int32Array {
    const array = bytesOf(column)
    const values = new Int32Array(lengthOf(array))
    if (array !== null)
      for (let view = viewOf(array), i = 0, o = FIRST; i < values.length; i++, o += 8)
        values[i] = view.getInt32(o)
    return values
  },
  /** Below 2^53. */
  int8(column: ColumnValue): Float64Array {
    const array = bytesOf(column)
    const values = new Float64Array(lengthOf(array))
    if (array !== null)
      for (let view = viewOf(array), i = 0, o = FIRST; i < values.length; i++, o += 12)
        values[i] = get64(view, o)
    return values
  },
  /** Epoch ms. */
  timestamptz(column: ColumnValue): Float64Array {
    const values = numbers.int8(column)
    for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) / 1000 + EPOCH_2000_MS
    return values
  },
}
/** Offset of the first value, after its length. */
const FIRST = HEAD + 4
const get64 = (view: DataView, o: number): number =>
  view.getInt32(o) * 4_294_967_296 + view.getUint32(o + 4)
/** Whether a column has nulls among its values. */
export const hasNulls = (column: ColumnValue): boolean =>
  column !== null &&
  Buffer.from(column.slice(0, HEAD_DIGITS), 'base64').readInt32BE(HAS_NULLS_AT) !== 0
const HAS_NULLS_AT = 4
/** Digits of base64 that contain the flag for nulls. */
const HEAD_DIGITS = 12
/** The same for arrays with nulls, value by value. */
function listReader<T>(readValue: (b: Buffer, o: number, length: number) => T) {
  return (column: ColumnValue): (T | null)[] => {
    const array = bytesOf(column)
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
  /** Views of the whole column, which they keep in memory. */
  bytea: listReader((b, o, length): Uint8Array => b.subarray(o, o + length)),
  /** Also for `json`, as text. */
  text: listReader((b, o, length) => b.toString('utf8', o, o + length)),
}
/** An empty array has no dimension. */
const lengthOf = (array: Buffer | null): number =>
  array === null || array.readInt32BE(0) === 0 ? 0 : array.readInt32BE(12)
