// Finds the end of a Ruptela frame: it begins with its length and has no mark, so bytes that belong to no frame cannot be skipped.
import { type Beginning, FrameError } from '@flotta/core/protocol.ts'
import { CRC_BYTES, HEAD_BYTES, LENGTH_BYTES, u8, u16 } from './layout.ts'

/** Largest value of the upper two of the eight bytes of an IMEI, which has 15 digits. */
const LARGEST_IMEI_HEAD = 3

/** Length of the first frame; 0 while more is needed. */
export function frame(bytes: Uint8Array, start: number, end: number, maxFrame: number): number {
  if (end - start < LENGTH_BYTES) return 0
  const content = u16(bytes, start)
  const length = LENGTH_BYTES + content + CRC_BYTES
  if (content < HEAD_BYTES || length > maxFrame) throw new FrameError('ruptela: length', true)
  if (end - start >= 4 && u16(bytes, start + 2) > LARGEST_IMEI_HEAD)
    throw new FrameError('ruptela: not an IMEI', true)
  return end - start < length ? 0 : length
}

/** Longest first frame. A longer one would begin like one of JT/T 808 (7e). */
export const FIRST_FRAME = 8_192

/** A connection begins with the length and two bytes of an IMEI, the first of which is 0. */
export function begins(bytes: Uint8Array): Beginning {
  const [high, low, first, second] = bytes
  if (high === undefined || low === undefined) return 'more'
  const content = u16(bytes, 0)
  if (content < HEAD_BYTES || content > FIRST_FRAME) return 'no'
  if (first === undefined) return 'more'
  if (first !== 0) return 'no'
  if (second === undefined) return 'more'
  return u8(bytes, 3) <= LARGEST_IMEI_HEAD ? 'yes' : 'no'
}
