// A block of a picture: a line that states the number of bytes after it, and these bytes. Blocks are answered as the protocol requires, but no
// picture is stored.
import type { DecodedFrame } from '@flotta/core/protocol.ts'
import { crcArc } from '../checksums.ts'

const HASH = 0x23
const LETTER_I = 0x49
/** Size, number of the block and of the last one, day, time, name; version 2 adds a checksum. */
const LINE = /^#I#(\d{1,8});(\d{1,6});(\d{1,6});([^;\r\n]*;){2}[^;\r\n]*(?:;([\dA-F]{1,4}))?\r?\n$/i
const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

const isPicture = (line: Uint8Array): boolean =>
  line[0] === HASH && line[1] === LETTER_I && line[2] === HASH
/** Number of bytes that belong to a complete line and follow it. */
export const bytesBehind = (line: Uint8Array): number =>
  isPicture(line) ? Number(/^#I#(\d{1,8});/.exec(latin(line.subarray(0, 16)))?.[1] ?? 0) : 0

const answer = (text: string): Uint8Array => Buffer.from(`#AI#${text}\r\n`)
const refusal = (reason: string, text: string): DecodedFrame => ({
  kind: 'refused',
  reason,
  ack: answer(text),
})

/**
 * null: the frame is no block of a picture. The public description does not say whether the checksum is that of the line or of the bytes, so both are
 * accepted.
 */
export function decodePicture(frame: Uint8Array, isSecond: boolean): DecodedFrame | null {
  if (!isPicture(frame)) return null
  const end = frame.indexOf(0x0a) + 1
  const line = latin(frame.subarray(0, end))
  const [, , block = '', last = '', , sum] = LINE.exec(line) ?? []
  if (block === '' || (isSecond && sum === undefined)) return refusal('picture', '0')
  if (sum !== undefined) {
    const message = frame.subarray(3, line.lastIndexOf(';') + 1)
    const expected = Number.parseInt(sum, 16)
    if (crcArc(message) !== expected && crcArc(frame.subarray(end)) !== expected)
      return refusal('checksum', `${block};01`)
  }
  return { kind: 'ping', answer: answer(block === last ? '1' : `${block};1`) }
}
