// Where one line ends.
import { FrameError } from '@flotta/core/protocol.ts'

/**
 * Length of the first whole frame, 0 while more is needed. It is asked again at every arrival of bytes, so it looks and copies nothing.
 * What can never become a frame is a fatal FrameError: the connection is closed, and a stream of rubbish costs at most `maxFrame` bytes.
 */
export function frame(bytes: Uint8Array, start: number, end: number, maxFrame: number): number {
  if (start < end && bytes[start] !== 0x24)
    throw new FrameError('example: a line starts with $', true)
  const newline = bytes.subarray(start, end).indexOf(0x0a)
  if ((newline < 0 ? end - start : newline + 1) > maxFrame)
    throw new FrameError('example: the line is too long', true)
  return newline + 1
}
