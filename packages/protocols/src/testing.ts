// Helpers of the tests of every protocol: streams that are cut, joined and damaged, and what a decoder makes of them.

import { existsSync, readFileSync } from 'node:fs'
import { eachIo, readUnsigned, textOf } from '@flotta/core/io.ts'
import { type DecodedFrame, FrameError, type Memory, type Protocol } from '@flotta/core/protocol.ts'

export const MAX_FRAME = 65_536
/** When the frames of tests are received, epoch ms. */
export const RECEIVED = Date.UTC(2026, 10, 25, 12)
type Tcp = NonNullable<Protocol['tcp']>

export const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'))
export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** The frames in the writes to a socket, the remaining bytes, and whether the connection was closed. */
export interface CutStream {
  readonly frames: readonly Uint8Array[]
  readonly rest: Uint8Array
  readonly isClosed: boolean
}
export function cut(tcp: Tcp, chunks: readonly Uint8Array[], maxFrame = MAX_FRAME): CutStream {
  const frames: Uint8Array[] = []
  let rest: Uint8Array = new Uint8Array(0)
  for (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      let length: number
      try {
        length = tcp.frame(rest, 0, rest.length, maxFrame)
      } catch (error) {
        if (error instanceof FrameError) return { frames, rest, isClosed: true }
        throw error
      }
      if (length === 0) break
      if (length < 0 || length > rest.length) throw new RangeError(`a frame of ${length} bytes`)
      frames.push(rest.subarray(0, length))
      rest = rest.subarray(length)
      if (rest.length === 0) break
    }
  }
  return { frames, rest, isClosed: false }
}

/** The decoded frames of one connection; `closed` when one could not be read. */
export function decodeAll(tcp: Tcp, frames: readonly Uint8Array[]): (DecodedFrame | 'closed')[] {
  let memory: Memory = {}
  return frames.map(frame => {
    try {
      const decoded = tcp.decode(frame, { at: RECEIVED, memory })
      memory = decoded.memory ?? memory
      return decoded
    } catch (error) {
      if (error instanceof FrameError) return 'closed'
      throw error
    }
  })
}

/** Parameters as plain values: numbers up to 4 bytes, hexadecimal for longer ones, text for named ones. */
export function plainIo(io: Uint8Array): Record<string, number | string> {
  const values: Record<string, number | string> = {}
  eachIo(io, (id, offset, width, text) => {
    values[id] =
      typeof id === 'string'
        ? textOf(io, offset, width)
        : text || width === 8
          ? hexOf(io.subarray(offset, offset + width))
          : readUnsigned(io, offset, width)
  })
  return values
}

/** Faults in the handling of a stream of complete frames that is cut and joined in many ways; empty: none. */
export function faultsOfCuts(tcp: Tcp, frames: readonly Uint8Array[]): string[] {
  const stream = Buffer.concat(frames)
  const expected = frames.map(hexOf).join()
  const faults: string[] = []
  const check = (name: string, chunks: readonly Uint8Array[]) => {
    const result = cut(tcp, chunks)
    if (result.isClosed || result.rest.length > 0 || result.frames.map(hexOf).join() !== expected)
      faults.push(name)
  }
  check('glued', [stream])
  check(
    'byte by byte',
    [...stream].map(byte => Uint8Array.of(byte)),
  )
  for (let at = 1; at < stream.length; at++)
    check(`cut at ${at}`, [stream.subarray(0, at), stream.subarray(at)])
  return faults
}

/**
 * Inverts each bit of a frame between two intact ones and decodes the three. Faults are an exception, a record or a device that the frame did not
 * have, and more stored bytes than received ones.
 * For protocols with a checksum.
 */
export function faultsOfDamage(tcp: Tcp, frame: Uint8Array, next: Uint8Array): string[] {
  const contentOf = (decoded: DecodedFrame | 'closed'): string =>
    decoded === 'closed' ||
    decoded.kind === 'refused' ||
    decoded.kind === 'garbage' ||
    // A line end has no content.
    (decoded.kind === 'ping' && decoded.device_id === undefined && decoded.answer === undefined)
      ? ''
      : JSON.stringify(decoded, (_, value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
        )
  // The next frame may be the first that the connection understands.
  const records = [[frame, next], [next]].flatMap(frames => decodeAll(tcp, frames))
  const allowed = new Set(['', ...records.map(contentOf)])
  const faults: string[] = []
  for (let bit = 0; bit < frame.length * 8; bit++) {
    const damaged = Uint8Array.from(frame)
    damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7))
    const { frames } = cut(tcp, [damaged, next, next])
    const wrong = decodeAll(tcp, frames)
      .map(contentOf)
      .filter(content => !allowed.has(content))
    if (wrong.length > 0) faults.push(`bit ${bit}: ${wrong.join()}`)
  }
  return faults
}

/** Published frames of a protocol, from the collection beside the project; absent without the collection. */
export function vectorsOf<T>(name: string): {
  readonly present: boolean
  readonly vectors: readonly T[]
} {
  const file = new URL(`../../../../shared/vectors/${name}.json`, import.meta.url)
  const present = existsSync(file)
  return { present, vectors: present ? JSON.parse(readFileSync(file, 'utf8')) : [] }
}

/** The answer that a known device gets to a frame. */
export function answerOf(said: DecodedFrame): Buffer {
  if (said.kind === 'garbage') return Buffer.alloc(0)
  const answer = said.kind === 'login' ? said.accept : said.kind === 'ping' ? said.answer : said.ack
  return Buffer.from(answer ?? [])
}
