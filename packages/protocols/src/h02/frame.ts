// Finds the end of an H02 frame: of a text at its `#`, of a binary frame by its length, which the frame does not contain.
import { type Beginning, FrameError } from '@flotta/core/protocol.ts'
import { nextMark } from '../marks.ts'

const TEXT = 0x2a
const TEXT_END = 0x23
const BINARY = 0x24
/** Another mark of binary frames. */
const BINARY_X = 0x58
const NEWLINES: ReadonlySet<number> = new Set([0x0a, 0x0d])
const SHORTEST_BINARY = 32
/** Lengths of binary frames. One of the longer lengths is accepted when exactly so many bytes have arrived, or when a mark follows. */
const BINARY_LENGTHS = [32, 42, 45, 48, 44, 46] as const

export const isBinaryMark = (byte: number | undefined): boolean =>
  byte === BINARY || byte === BINARY_X
const isMark = (byte: number | undefined): boolean => byte === TEXT || isBinaryMark(byte)

/** Length of the first frame, of the bytes before the next frame, or of line ends between frames; 0 while more is needed. */
export function frame(bytes: Uint8Array, start: number, end: number, maxFrame: number): number {
  if (start >= end) return 0
  const length = unitLength(bytes, start, end)
  if ((length || end - start) > maxFrame) throw new FrameError('h02: no frame', true)
  return length
}

function unitLength(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start] as number
  if (NEWLINES.has(first)) return 1
  if (first === TEXT) {
    const stop = nextMark(bytes, start + 1, end, [[TEXT_END], [TEXT]])
    if (stop < 0) return 0
    return bytes[stop] === TEXT_END ? stop + 1 - start : stop - start
  }
  if (isBinaryMark(first)) return binaryLength(bytes, start, end)
  const mark = nextMark(bytes, start + 1, end, [[TEXT], [BINARY], [BINARY_X]])
  return mark < 0 ? 0 : mark - start
}

function binaryLength(bytes: Uint8Array, start: number, end: number): number {
  const available = end - start
  if (available < SHORTEST_BINARY) return 0
  const fits = BINARY_LENGTHS.find(
    length => available === length || (available > length && isMark(bytes[start + length])),
  )
  return fits ?? SHORTEST_BINARY
}

/** A text begins with a star and two capitals. Binary frames have no beginning of their own. */
export function begins(bytes: Uint8Array): Beginning {
  const [first, ...letters] = bytes.subarray(0, 4)
  if (first === undefined) return 'more'
  if (first !== TEXT) return 'no'
  const expected = [/[A-Za-z]/, /[A-Za-z]/, /,/]
  if (letters.some((byte, i) => !expected[i]?.test(String.fromCharCode(byte)))) return 'no'
  return letters.length === 3 ? 'yes' : 'more'
}
