// Finds the end of one line, and the beginning of the next one after bytes that belong to no line.
import { type Beginning, FrameError } from '@flotta/core/protocol.ts'

const DOLLAR = 0x24
const NEWLINE = 0x0a

/**
 * Length of the first complete frame, or of the bytes before the next mark; 0 while more is needed. It is called again whenever bytes arrive, so it
 * reads without copying.
 * Throws a fatal FrameError for bytes that can never become a frame: the connection is closed, so a stream of garbage costs at most `maxFrame` bytes.
 */
export function frame(bytes: Uint8Array, start: number, end: number, maxFrame: number): number {
  const rest = bytes.subarray(start, end)
  const length = rest[0] === DOLLAR ? rest.indexOf(NEWLINE) + 1 : Math.max(0, rest.indexOf(DOLLAR))
  if ((length || rest.length) > maxFrame)
    throw new FrameError('example: the line is too long', true)
  return length
}

/** Whether a connection that begins with these bytes is of this protocol, for the port that all protocols share. */
export function begins(bytes: Uint8Array): Beginning {
  if (bytes.length > 0 && bytes[0] !== DOLLAR) return 'no'
  if (bytes.length < 3) return 'more'
  return bytes.subarray(1, 3).every(b => b >= 0x30 && b <= 0x39) ? 'yes' : 'no'
}
