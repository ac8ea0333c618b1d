// The raw parameters of one message as compact bytes. The database stores them, and every replay reads them again.
// Layout: for each element a varint key `id * 8 + size class`, then its bytes, big-endian. Classes 0–3 are 1, 2, 4, 8 bytes; class 4 is a u16 length and that many bytes.
// Class 5 is an element of a text protocol: its key is `bytes of the name * 8 + 5`, then come the name, a u16 length and the text (UTF-8).

export const EMPTY_IO = new Uint8Array(0)
const WIDTH = [1, 2, 4, 8] as const

/** Ids of properties of the record itself. They are above 65535, the largest id of a device. */
export const EVENT_IO = 65536
export const PRIORITY_IO = 65537
export const GENERATION_IO = 65538
/** 1: the record had no time and was given the time of its receipt. */
export const RECEIPT_IO = 65539

/** Longest name of a class 5 element, and its longest text, bytes. */
const LONGEST_NAME = 255
const LONGEST_TEXT = 65_535
const CLASS_OF_NAMED = 5
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Grows as needed; one writer is reused for a whole decoder. */
export class IoWriter {
  #bytes = new Uint8Array(512)
  #length = 0
  reset(): void {
    this.#length = 0
  }
  /** Copies `width` bytes at `offset` of `source`; width 1, 2, 4 or 8 is a number, anything else (at most 65535 bytes) a byte string. */
  put(id: number, source: Uint8Array, offset: number, width: number, text = false): void {
    if (this.#length + width + 12 > this.#bytes.length) this.#grow(width + 12)
    const bytes = this.#bytes
    let n = this.#length
    const size = text
      ? 4
      : width === 1
        ? 0
        : width === 2
          ? 1
          : width === 4
            ? 2
            : width === 8
              ? 3
              : 4
    let key = id * 8 + size
    while (key > 127) {
      bytes[n++] = (key & 127) | 128
      key >>>= 7
    }
    bytes[n++] = key
    if (size === 4) {
      bytes[n++] = width >> 8
      bytes[n++] = width & 255
    }
    for (let i = 0; i < width; i++) bytes[n++] = source[offset + i] as number
    this.#length = n
  }
  /** A number of 1, 2, 4 or 8 bytes; a negative one as two's complement. */
  putNumber(id: number, value: number, width: 1 | 2 | 4 | 8): void {
    let rest = value
    for (let i = width - 1; i >= 0; i--) {
      scratch[i] = rest
      rest = Math.floor(rest / 256)
    }
    this.put(id, scratch, 0, width)
  }
  /** A value of a text protocol as the device wrote it, by the protocol's own name. Too long ones are cut. */
  putText(name: string, text: string): void {
    const nameBytes = encoder.encode(name).subarray(0, LONGEST_NAME)
    const bytes = encoder.encode(text).subarray(0, LONGEST_TEXT)
    if (this.#length + nameBytes.length + bytes.length + 12 > this.#bytes.length)
      this.#grow(nameBytes.length + bytes.length + 12)
    const target = this.#bytes
    let n = this.#length
    let key = nameBytes.length * 8 + CLASS_OF_NAMED
    while (key > 127) {
      target[n++] = (key & 127) | 128
      key >>>= 7
    }
    target[n++] = key
    target.set(nameBytes, n)
    n += nameBytes.length
    target[n++] = bytes.length >> 8
    target[n++] = bytes.length & 255
    target.set(bytes, n)
    this.#length = n + bytes.length
  }
  take(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }
  #grow(more: number): void {
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}

/** A buffer for one number. */
const scratch = new Uint8Array(8)

/** The text of an element (UTF-8); invalid bytes become the replacement character. */
export const textOf = (io: Uint8Array, offset: number, width: number): string =>
  decoder.decode(io.subarray(offset, offset + width))

/** Calls `each(id, offset, width, text)` for every element; `id` is a name for those of class 5. Throws RangeError on bytes that are not of this layout. */
export function eachIo(
  io: Uint8Array,
  each: (id: number | string, offset: number, width: number, text: boolean) => void,
): void {
  let o = 0
  while (o < io.length) {
    let key = 0
    let shift = 0
    for (;;) {
      const byte = io[o++]
      if (byte === undefined || shift > 28) throw new RangeError('io: key is cut')
      key += (byte & 127) * 2 ** shift
      if (byte < 128) break
      shift += 7
    }
    const size = key % 8
    let id: number | string = (key - size) / 8
    let width: number
    if (size < 4) width = WIDTH[size] as number
    else if (size === 4 || size === CLASS_OF_NAMED) {
      if (size === CLASS_OF_NAMED) {
        if (o + id > io.length) throw new RangeError('io: name is cut')
        const name = textOf(io, o, id)
        o += id
        id = name
      }
      width = ((io[o] ?? 0) << 8) | (io[o + 1] ?? 0)
      o += 2
    } else throw new RangeError(`io: unknown size class ${size}`)
    if (o + width > io.length) throw new RangeError('io: value is cut')
    each(id, o, width, size >= 4)
    o += width
  }
}

/** Unsigned big-endian integer of 1, 2, 4 or 8 bytes; 8-byte values lose precision above 2^53. */
export function readUnsigned(io: Uint8Array, offset: number, width: number): number {
  let v = 0
  for (let i = 0; i < width; i++) v = v * 256 + (io[offset + i] as number)
  return v
}
/** Signed big-endian integer of 1, 2, 4 or 8 bytes; 8-byte values lose precision beyond ±2^53. */
export function readSigned(io: Uint8Array, offset: number, width: number): number {
  let v = ((io[offset] as number) << 24) >> 24
  for (let i = 1; i < width; i++) v = v * 256 + (io[offset + i] as number)
  return v
}
