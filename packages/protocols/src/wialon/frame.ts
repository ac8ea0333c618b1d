// Finds the end of a line of Wialon IPS: `#TYPE#message` and CR LF, with the bytes that belong to it.
import { type Beginning, FrameError } from '@flotta/core/protocol.ts'
import { bytesBehind } from './pictures.ts'

const HASH = 0x23
const LF = 0x0a
const LOGIN = [HASH, 0x4c, HASH] as const

/** Length of the first complete line including the bytes of a picture after it, or of the bytes before the next `#`; 0 while more is needed. */
export function frame(bytes: Uint8Array, start: number, end: number, maxFrame: number): number {
  const rest = bytes.subarray(start, end)
  const length = rest[0] === HASH ? rest.indexOf(LF) + 1 : Math.max(0, rest.indexOf(HASH))
  const total = length + (rest[0] === HASH ? bytesBehind(rest.subarray(0, length)) : 0)
  if ((total || rest.length) > maxFrame) throw new FrameError('wialon: no line', true)
  return total > rest.length ? 0 : total
}

/** Over TCP a connection begins with a sign-in. */
export function begins(bytes: Uint8Array): Beginning {
  for (const [i, expected] of LOGIN.entries()) {
    if (i >= bytes.length) return 'more'
    if (bytes[i] !== expected) return 'no'
  }
  return 'yes'
}
