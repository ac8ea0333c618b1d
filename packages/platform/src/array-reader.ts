// Reads what `array_send(array_agg(…))` answers: arrays of numbers, and of values with nulls.
import { EPOCH_2000_MS, HEAD, viewOf } from './columns.ts'

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
