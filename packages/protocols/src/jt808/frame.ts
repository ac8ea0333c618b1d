// Finds the end of a JT/T 808 frame: between two delimiters, or as a text in parentheses.
import { type Beginning, FrameError } from '@flotta/core/protocol.ts'
import { nextMark } from '../marks.ts'
import { STANDARD, VARIANT } from './escape.ts'
import { u8 } from './layout.ts'

const OPEN = 0x28
const CLOSE = 0x29
const MARKS = [[STANDARD.delimiter], [VARIANT.delimiter], [OPEN]]
const DIGIT_0 = 0x30
const DIGIT_9 = 0x39

/** Length of the first frame, of the bytes before the next frame, or 1 for a delimiter that begins no frame; 0 while more is needed. */
export function frame(bytes: Uint8Array, start: number, end: number, maxFrame: number): number {
  if (start >= end) return 0
  const length = unitLength(bytes, start, end)
  if ((length || end - start) > maxFrame) throw new FrameError('jt808: no frame', true)
  return length
}

function unitLength(bytes: Uint8Array, start: number, end: number): number {
  const first = u8(bytes, start)
  if (first === STANDARD.delimiter || first === VARIANT.delimiter) {
    if (end - start > 1 && bytes[start + 1] === first) return 1
    const inside = bytes.subarray(start + 1, end).indexOf(first)
    return inside < 0 ? 0 : inside + 2
  }
  if (first === OPEN) {
    const stop = nextMark(bytes, start + 1, end, [[CLOSE], ...MARKS])
    if (stop < 0) return 0
    return bytes[stop] === CLOSE ? stop + 1 - start : stop - start
  }
  const mark = nextMark(bytes, start, end, MARKS)
  return mark < 0 ? 0 : mark - start
}

/** A connection begins with a delimiter and the upper byte of a message of devices, or with a number in parentheses. */
export function begins(bytes: Uint8Array): Beginning {
  const [first, second] = bytes
  if (first === undefined) return 'more'
  if (first === OPEN) {
    if (second === undefined) return 'more'
    return second >= DIGIT_0 && second <= DIGIT_9 ? 'yes' : 'no'
  }
  if (first !== STANDARD.delimiter && first !== VARIANT.delimiter) return 'no'
  if (second === undefined) return 'more'
  if (second === first) return 'more'
  return second < 0x80 ? 'yes' : 'no'
}
