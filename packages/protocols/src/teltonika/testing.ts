// Helpers of the tests of this protocol: bytes from hexadecimal, a stream cut into frames, and parameters as plain values.
import { EVENT_IO, eachIo, GENERATION_IO, PRIORITY_IO, readUnsigned } from '@flotta/core/io.ts'
import { frame } from './frame.ts'

export const MAX_FRAME = 65_536

export const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'))
export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** The frames in the writes to a socket, as hexadecimal, and the remaining bytes. Throws what `frame` throws. */
export function cut(
  chunks: readonly Uint8Array[],
  maxFrame = MAX_FRAME,
): { frames: string[]; rest: string } {
  const frames: string[] = []
  let rest: Uint8Array = new Uint8Array(0)
  for (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk])
    let start = 0
    for (;;) {
      const length = frame(rest, start, rest.length, maxFrame)
      if (length === 0) break
      frames.push(hexOf(rest.subarray(start, start + length)))
      start += length
    }
    rest = rest.subarray(start)
  }
  return { frames, rest: hexOf(rest) }
}

export interface Plain {
  event: number
  priority: number
  generation?: number
  /** Unsigned: numbers of 1, 2 and 4 bytes; decimal text for 8 bytes; `0x` and hexadecimal for byte strings. */
  io: Record<string, number | string>
  size: Record<string, number | 'X'>
}

/** Every parameter of a message, and the properties of the record itself. */
export function plain(io: Uint8Array): Plain {
  const result: Plain = { event: 0, priority: 0, io: {}, size: {} }
  eachIo(io, (id, offset, width, text) => {
    const value =
      text || width === 8
        ? `0x${hexOf(io.subarray(offset, offset + width))}`
        : readUnsigned(io, offset, width)
    if (id === EVENT_IO) result.event = Number(value)
    else if (id === PRIORITY_IO) result.priority = Number(value)
    else if (id === GENERATION_IO) result.generation = Number(value)
    else {
      result.io[id] = text || width !== 8 ? value : BigInt(value).toString()
      result.size[id] = text ? 'X' : width
    }
  })
  return result
}
