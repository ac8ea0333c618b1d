// Where one line of Wialon IPS ends: `#TYPE#message` and CR LF.
import { type Beginning, FrameError } from '@flotta/core/protocol.ts'

const HASH = 0x23
const LF = 0x0a
const LOGIN = [HASH, 0x4c, HASH] as const

/** Length of the first whole line, or of the bytes before the next `#`; 0 while more is needed. */
export function frame(bytes: Uint8Array, start: number, end: number, maxFrame: number): number {
  const rest = bytes.subarray(start, end)
  const length = rest[0] === HASH ? rest.indexOf(LF) + 1 : Math.max(0, rest.indexOf(HASH))
  if ((length || rest.length) > maxFrame) throw new FrameError('wialon: no line', true)
  return length
}

/** Over TCP a device signs in first. */
export function begins(bytes: Uint8Array): Beginning {
  for (const [i, expected] of LOGIN.entries()) {
    if (i >= bytes.length) return 'more'
    if (bytes[i] !== expected) return 'no'
  }
  return 'yes'
}
