// The received bytes of one connection until they form complete frames: a chunk of the socket, or a copy that grows up to the largest frame.
import type { Protocol } from '@flotta/core/protocol.ts'
import { FrameError } from '@flotta/core/protocol.ts'

type FrameProtocol = Pick<NonNullable<Protocol['tcp']>, 'frame'>

export class FrameBuffer {
  readonly #protocol: FrameProtocol
  #bytes: Buffer | null = null
  #own = false
  #start = 0
  #end = 0

  constructor(protocol: FrameProtocol) {
    this.#protocol = protocol
  }

  get empty(): boolean {
    return this.#bytes === null
  }

  /** @param most largest frame, which limits the growth of the copy */
  append(chunk: Buffer, most: number): void {
    if (this.#bytes === null) {
      this.#bytes = chunk
      this.#own = false
      this.#start = 0
      this.#end = chunk.length
      return
    }
    const used = this.#end - this.#start
    if (!this.#own || this.#end + chunk.length > this.#bytes.length)
      this.#keep(this.#bytes, Math.max(used + chunk.length, Math.min(used * 2, most)))
    this.#bytes.set(chunk, this.#end)
    this.#end += chunk.length
  }

  /** Length of the first complete frame; 0: more bytes are needed. Throws a FrameError on bytes that are no frame, or on a frame longer than `most`. */
  frameLength(most: number): number {
    const bytes = this.#bytes
    if (bytes === null) return 0
    const length = this.#protocol.frame(bytes, this.#start, this.#end, most)
    const waiting = this.#end - this.#start
    if (length === 0 && waiting > most) throw new FrameError(`no frame in ${most} bytes`, true)
    // A few bytes must not keep a large chunk in memory.
    if (length === 0 && !this.#own && waiting * 2 < bytes.length) this.#keep(bytes, waiting)
    return length
  }

  /** The first `length` bytes. */
  take(length: number): Buffer {
    if (this.#bytes === null) throw new RangeError('there is no frame')
    const frame = this.#bytes.subarray(this.#start, this.#start + length)
    this.#start += length
    if (this.#start === this.#end) this.#bytes = null
    return frame
  }

  clear(): void {
    this.#bytes = null
  }

  #keep(bytes: Buffer, size: number): void {
    const copy = Buffer.allocUnsafeSlow(size)
    bytes.copy(copy, 0, this.#start, this.#end)
    this.#bytes = copy
    this.#own = true
    this.#end -= this.#start
    this.#start = 0
  }
}
