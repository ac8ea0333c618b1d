// Finds the end of a GT06 frame, and the beginning of the next one after bytes that belong to none.
import { type Beginning, FrameError } from '@flotta/core/protocol.ts'
import { nextMark } from '../marks.ts'
import { LONG, LONGEST, MARKS, SHORT, SHORTEST, u8, u16 } from './layout.ts'

const CR = 0x0d
const LF = 0x0a

/** Length of a frame by its head; 0 while the head is incomplete, -1 when there is no head. */
function lengthByHead(bytes: Uint8Array, start: number, end: number): number {
  const first = u8(bytes, start)
  if (first !== SHORT && first !== LONG) return -1
  if (end - start < 2) return 0
  if (u8(bytes, start + 1) !== first) return -1
  const head = first === SHORT ? 3 : 4
  if (end - start < head) return 0
  const length = first === SHORT ? u8(bytes, start + 2) : u16(bytes, start + 2)
  return length < SHORTEST || length > LONGEST ? -1 : head + length + 2
}

/** Whether the bytes before `end` close a frame. */
export const hasStop = (bytes: Uint8Array, end: number): boolean =>
  u8(bytes, end - 2) === CR && u8(bytes, end - 1) === LF

/** End of the bytes that belong to no frame: after the next 0D0A, or before the next mark when that comes first; 0: neither has arrived yet. */
function endOfGarbage(bytes: Uint8Array, start: number, end: number): number {
  const isMarked =
    lengthByHead(bytes, start, end) !== -1 || u8(bytes, start) === u8(bytes, start + 1)
  const mark = nextMark(bytes, start + (isMarked ? 2 : 1), end, MARKS)
  const stop = nextMark(bytes, start + (isMarked ? 2 : 0), end, [[CR, LF]])
  if (stop >= 0 && (mark < 0 || stop < mark)) return stop + 2
  return Math.max(0, mark)
}

/** Length of the first frame, or of the bytes before it; 0 while more is needed. */
export function frame(bytes: Uint8Array, start: number, end: number, maxFrame: number): number {
  if (start >= end) return 0
  const length = lengthByHead(bytes, start, end)
  if (length === 0) return 0
  if (length > 0 && length <= maxFrame) {
    if (start + length > end) return 0
    if (hasStop(bytes, start + length)) return length
  }
  const stop = end - start < 2 ? 0 : endOfGarbage(bytes, start, end)
  const cut = stop === 0 ? 0 : stop - start
  if ((cut || end - start) > maxFrame) throw new FrameError('gt06: no frame', true)
  return cut
}

export function begins(bytes: Uint8Array): Beginning {
  const [first, second] = bytes
  if (first === undefined) return 'more'
  if (first !== SHORT && first !== LONG) return 'no'
  return second === undefined ? 'more' : second === first ? 'yes' : 'no'
}
