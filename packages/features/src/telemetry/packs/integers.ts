// Encodes columns of integers in few bytes: the values, their differences or the differences of those, whichever is smallest, in variable length or as runs.
// Pure.

/** Seven bits a byte, the lowest first; all but the last byte of a number have the high bit. */
const LOW_BITS = 128
/** The most bytes of a number, up to 2^53. */
const MOST_BYTES = 8

/** Writes integers of variable length; its buffer grows as needed. */
export class IntegerWriter {
  #bytes = Buffer.allocUnsafe(4_096)
  #length = 0

  /** Writes a number that is not negative. */
  put(value: number): void {
    if (this.#length + MOST_BYTES > this.#bytes.length) this.#grow(MOST_BYTES)
    const bytes = this.#bytes
    if (value < LOW_BITS) {
      bytes[this.#length++] = value
      return
    }
    let rest = value
    while (rest >= LOW_BITS) {
      bytes[this.#length++] = (rest % LOW_BITS) + LOW_BITS
      rest = Math.floor(rest / LOW_BITS)
    }
    bytes[this.#length++] = rest
  }
  putBytes(bytes: Uint8Array): void {
    this.put(bytes.length)
    if (this.#length + bytes.length > this.#bytes.length) this.#grow(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }
  take(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length))
  }
  #grow(more: number): void {
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}

/** The high bit of each of four bytes. */
const HIGH_BITS = 0x8080_8080 | 0
const WORD_BYTES = 4
const WORD_BITS = 32

/** Reads integers of variable length; throws RangeError where the bytes end too early. */
export class IntegerReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #place = 0
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }
  get atEnd(): boolean {
    return this.#place === this.#bytes.length
  }
  next(): number {
    let byte = this.#byte()
    if (byte < LOW_BITS) return byte
    let value = 0
    for (let unit = 1; ; unit *= LOW_BITS) {
      value += (byte % LOW_BITS) * unit
      if (byte < LOW_BITS) return value
      byte = this.#byte()
    }
  }
  nextSigned(): number {
    return fromZigzag(this.next())
  }
  /**
   * Reads as many signed numbers as the array has places. This loop dominates reading months of history. Most numbers have one to four bytes without a
   * pattern that a processor could predict, so four bytes are read at once and split by their high bits.
   */
  fillIntegers(values: Int32Array): void {
    const view = this.#view
    const lastWord = view.byteLength - WORD_BYTES
    let place = this.#place
    for (let i = 0; i < values.length; i++) {
      const word = place > lastWord ? HIGH_BITS : view.getInt32(place, true)
      const ends = ~word & HIGH_BITS
      if (ends === 0) {
        this.#place = place
        values[i] = this.nextSigned()
        place = this.#place
        continue
      }
      const end = ends & -ends
      place += (WORD_BITS - Math.clz32(end)) >> 3
      const value = withoutHighBits(word & ((end - 1) | 0))
      values[i] = (value >>> 1) ^ -(value & 1)
    }
    this.#place = place
  }
  /** The same loop for floats: one loop for arrays of both types takes several times as long. */
  fillNumbers(values: Float64Array): void {
    const view = this.#view
    const lastWord = view.byteLength - WORD_BYTES
    let place = this.#place
    for (let i = 0; i < values.length; i++) {
      const word = place > lastWord ? HIGH_BITS : view.getInt32(place, true)
      const ends = ~word & HIGH_BITS
      if (ends === 0) {
        this.#place = place
        values[i] = this.nextSigned()
        place = this.#place
        continue
      }
      const end = ends & -ends
      place += (WORD_BITS - Math.clz32(end)) >> 3
      const value = withoutHighBits(word & ((end - 1) | 0))
      values[i] = (value >>> 1) ^ -(value & 1)
    }
    this.#place = place
  }
  /** Skips this many numbers. */
  skip(count: number): void {
    const bytes = this.#bytes
    let place = this.#place
    for (let left = count; left > 0; place++) {
      if (place >= bytes.length) throw new RangeError('a pack is cut')
      left -= Number((bytes[place] as number) < LOW_BITS)
    }
    this.#place = place
  }
  nextBytes(): Uint8Array {
    const length = this.next()
    if (this.#place + length > this.#bytes.length) throw new RangeError('a pack is cut')
    this.#place += length
    return this.#bytes.subarray(this.#place - length, this.#place)
  }
  #byte(): number {
    const byte = this.#bytes[this.#place++]
    if (byte === undefined) throw new RangeError('a pack is cut')
    return byte
  }
}

/** The sign becomes the lowest bit. */
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
const fromZigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2)
/** Removes the high bit of each of four bytes and joins their seven low bits. */
const withoutHighBits = (word: number): number =>
  (word & 0x7f) | ((word >> 1) & 0x3f80) | ((word >> 2) & 0x1f_c000) | ((word >> 3) & 0xfe0_0000)

function bytesOf(value: number): number {
  if (value < LOW_BITS) return 1
  if (value < LOW_BITS ** 2) return 2
  if (value < LOW_BITS ** 3) return 3
  let bytes = 1
  for (let rest = value; rest >= LOW_BITS; rest = Math.floor(rest / LOW_BITS)) bytes++
  return bytes
}

/** Each number minus the one before it. */
function differences(values: ArrayLike<number>): Float64Array {
  const result = new Float64Array(values.length)
  let last = 0
  for (let i = 0; i < result.length; i++) {
    const value = values[i] as number
    result[i] = value - last
    last = value
  }
  return result
}

interface CountedRuns {
  readonly plainBytes: number
  readonly runBytes: number
}
function countRuns(values: ArrayLike<number>): CountedRuns {
  let [plainBytes, runBytes] = [0, 0]
  for (let i = 0; i < values.length; ) {
    const value = values[i] as number
    let end = i + 1
    while (end < values.length && values[end] === value) end++
    const bytes = bytesOf(zigzag(value))
    plainBytes += bytes * (end - i)
    runBytes += bytes + bytesOf(end - i)
    i = end
  }
  return { plainBytes, runBytes }
}

/** Writes a column, headed by its form: `order of the differences * 2 + 1 where it consists of runs`. */
export function writeColumn(writer: IntegerWriter, values: ArrayLike<number>): void {
  writer.put(values.length)
  if (values.length === 0) return
  let [form, best, least] = [0, values, Number.POSITIVE_INFINITY]
  for (let order = 0, current = values; order <= 2; order++) {
    if (order > 0) current = differences(current)
    const { plainBytes, runBytes } = countRuns(current)
    if (Math.min(plainBytes, runBytes) >= least) continue
    least = Math.min(plainBytes, runBytes)
    best = current
    form = order * 2 + Number(runBytes < plainBytes)
  }
  writer.put(form)
  for (let i = 0; i < best.length; ) {
    const value = best[i] as number
    writer.put(zigzag(value))
    if (form % 2 === 0) {
      i++
      continue
    }
    let end = i + 1
    while (end < best.length && best[end] === value) end++
    writer.put(end - i)
    i = end
  }
}

export const readColumn = (reader: IntegerReader): Float64Array =>
  fillColumn(reader, new Float64Array(reader.next()))
/** Reads the values of a column, whose length was read, into an array of that length. */
export function fillColumn(reader: IntegerReader, values: Float64Array): Float64Array {
  if (values.length === 0) return values
  const form = reader.next()
  if (form % 2 === 0) reader.fillNumbers(values)
  else fillRuns(reader, values)
  for (let order = form >> 1; order > 0; order--)
    for (let i = 0, last = 0; i < values.length; i++) {
      last += values[i] as number
      values[i] = last
    }
  return values
}
export const readIntegers = (reader: IntegerReader): Int32Array =>
  fillIntegers(reader, new Int32Array(reader.next()))
/** The same for 32-bit values. Differences may be larger and are cut to 32 bits, which leaves their sums right. */
export function fillIntegers(reader: IntegerReader, values: Int32Array): Int32Array {
  if (values.length === 0) return values
  const form = reader.next()
  if (form % 2 === 0) reader.fillIntegers(values)
  else fillRuns(reader, values)
  for (let order = form >> 1; order > 0; order--)
    for (let i = 0, last = 0; i < values.length; i++) {
      last = (last + (values[i] as number)) | 0
      values[i] = last
    }
  return values
}
function fillRuns(reader: IntegerReader, values: Float64Array | Int32Array): void {
  for (let i = 0; i < values.length; ) {
    const value = reader.nextSigned()
    const end = i + reader.next()
    if (end > values.length) throw new RangeError('a run of a pack is longer than its column')
    values.fill(value, i, end)
    i = end
  }
}
/** Skips a column. */
export function skipColumn(reader: IntegerReader): void {
  const length = reader.next()
  if (length === 0) return
  const form = reader.next()
  if (form % 2 === 0) reader.skip(length)
  else
    for (let i = 0; i < length; ) {
      reader.skip(1)
      i += reader.next()
    }
}
