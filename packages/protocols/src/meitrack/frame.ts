// Finds the end of a Meitrack frame by its stated length, since binary contents may contain any byte.
import { type Beginning, FrameError } from '@flotta/core/protocol.ts'

const DOLLAR = 0x24
const COMMA = 0x2c
const CARRIAGE_RETURN = 0x0d
const LINE_FEED = 0x0a
const MOST_DIGITS = 5
/** Two marks and the flag. */
const BEFORE_LENGTH = 3

export const hasMark = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === DOLLAR && bytes[at + 1] === DOLLAR
export const hasEnd = (bytes: Uint8Array, end: number): boolean =>
  bytes[end - 2] === CARRIAGE_RETURN && bytes[end - 1] === LINE_FEED
const isLineEnd = (byte: number | undefined): boolean =>
  byte === CARRIAGE_RETURN || byte === LINE_FEED

/**
 * Length of the frame that begins at `at`: marks, flag, digits, and from the comma on as many bytes as the digits state. 0: more is needed; -1: no
 * frame begins there.
 */
export function announcedLength(bytes: Uint8Array, at: number, end: number): number {
  for (const i of [at, at + 1]) {
    if (i >= end) return 0
    if (bytes[i] !== DOLLAR) return -1
  }
  let length = 0
  for (let i = at + BEFORE_LENGTH; i <= at + BEFORE_LENGTH + MOST_DIGITS; i++) {
    if (i >= end) return 0
    const digit = (bytes[i] as number) - 0x30
    if (bytes[i] === COMMA) return i > at + BEFORE_LENGTH ? i - at + length : -1
    if (digit < 0 || digit > 9) return -1
    length = length * 10 + digit
  }
  return -1
}

/** Index of the next frame whose length is complete; -1: there is none. */
function nextBeginning(bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i + 1 < end; i++)
    if (hasMark(bytes, i) && announcedLength(bytes, i, end) > 0) return i
  return -1
}

/** Length of the first frame, of the bytes before the next frame, or of a line end between frames; 0 while more is needed. */
export function frame(bytes: Uint8Array, start: number, end: number, maxFrame: number): number {
  if (start >= end) return 0
  const length = unitLength(bytes, start, end, maxFrame)
  if ((length || end - start) > maxFrame) throw new FrameError('meitrack: no frame', true)
  return length
}

function unitLength(bytes: Uint8Array, start: number, end: number, maxFrame: number): number {
  if (isLineEnd(bytes[start])) return 1
  const length = announcedLength(bytes, start, end)
  if (length === 0) return 0
  if (length < 0) {
    const next = nextBeginning(bytes, start + 1, end)
    return next < 0 ? 0 : next - start
  }
  if (length > maxFrame) throw new FrameError('meitrack: a frame of this length', true)
  if (start + length > end) return 0
  if (hasEnd(bytes, start + length)) return length
  // The stated length is wrong, so the next frame may begin among these bytes.
  const next = beginningInside(bytes, start + 1, start + length)
  return next < 0 ? length : next - start
}

/** Index of a frame after a line end, even if it is cut at `end`, or of a frame with a complete length anywhere; -1: there is none. */
function beginningInside(bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i < end; i++) {
    const length = announcedLength(bytes, i, end)
    if (length > 0 || (length === 0 && hasEnd(bytes, i))) return i
  }
  return -1
}

/** A connection begins with two marks, a flag and a length. */
export function begins(bytes: Uint8Array): Beginning {
  const length = announcedLength(bytes, 0, bytes.length)
  return length > 0 ? 'yes' : length === 0 ? 'more' : 'no'
}
