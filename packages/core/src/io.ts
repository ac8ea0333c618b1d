// Raw parameters of one message as compact bytes: what the database keeps and every replay reads again.
// Layout: for each element a varint key `id * 8 + size class`, then its bytes, big-endian. Classes 0–3 are 1, 2, 4, 8 bytes; class 4 is a u16 length and that many bytes.

export const EMPTY_IO = new Uint8Array(0)
const WIDTH = [1, 2, 4, 8] as const

/** Grows as needed; one writer is reused for a whole decoder. */
export class IoWriter {
  #bytes = new Uint8Array(512)
  #length = 0
  reset(): void {
    this.#length = 0
  }
  /** Copies `width` bytes at `offset` of `source`; width 1, 2, 4 or 8 is a number, anything else a byte string. */
  put(id: number, source: Uint8Array, offset: number, width: number, text = false): void {
    const size = text ? -1 : WIDTH.indexOf(width as 1)
    this.#room(width + 12)
    this.#varint(id * 8 + (size < 0 ? 4 : size))
    if (size < 0) {
      this.#bytes[this.#length++] = width >> 8
      this.#bytes[this.#length++] = width & 255
    }
    for (let i = 0; i < width; i++) this.#bytes[this.#length++] = source[offset + i] as number
  }
  take(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }
  #varint(value: number): void {
    let v = value
    while (v > 127) {
      this.#bytes[this.#length++] = (v & 127) | 128
      v >>>= 7
    }
    this.#bytes[this.#length++] = v
  }
  #room(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
  }
}

/** Calls `each(id, offset, width, text)` for every element; throws RangeError on bytes that are not of this layout. */
export function eachIo(io: Uint8Array, each: (id: number, offset: number, width: number, text: boolean) => void): void {
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
    const id = (key - size) / 8
    let width: number
    if (size < 4) width = WIDTH[size] as number
    else if (size === 4) {
      width = ((io[o] ?? 0) << 8) | (io[o + 1] ?? 0)
      o += 2
    } else throw new RangeError(`io: unknown size class ${size}`)
    if (o + width > io.length) throw new RangeError('io: value is cut')
    each(id, o, width, size === 4)
    o += width
  }
}

/** Unsigned big-endian integer of 1, 2, 4 or 8 bytes; 8-byte values lose precision above 2^53. */
export function readUnsigned(io: Uint8Array, offset: number, width: number): number {
  let v = 0
  for (let i = 0; i < width; i++) v = v * 256 + (io[offset + i] as number)
  return v
}
/** Signed big-endian integer of 1, 2, 4 or 8 bytes. */
export function readSigned(io: Uint8Array, offset: number, width: number): number {
  const v = readUnsigned(io, offset, width)
  const top = 2 ** (width * 8 - 1)
  return v >= top ? v - 2 * top : v
}
