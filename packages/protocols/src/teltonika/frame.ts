// Finds where one Teltonika frame ends in a TCP stream, without copying and without believing a length before it is checked.
import { type Beginning, FrameError } from '@flotta/core/protocol.ts'
import {
  AROUND,
  HEAD,
  IMEI_LENGTH,
  LOGIN_LENGTH,
  PING,
  SHORTEST_PAYLOAD,
  u8,
  u32,
} from './layout.ts'

/**
 * Length in bytes of the first whole frame of `bytes` from `start` to before `end`; 0 while more is needed.
 * A frame is a keep-alive byte FF, a login (000F and 15 digits), or four zero bytes, a u32 length and that much payload and checksum.
 * Throws a fatal FrameError at the first byte that can be none of these, and for a frame longer than `maxFrame`.
 */
export function frame(bytes: Uint8Array, start: number, end: number, maxFrame: number): number {
  const available = end - start
  if (available <= 0) return 0
  const first = u8(bytes, start)
  if (first === PING) return 1
  if (first !== 0) throw lostError('first byte')
  if (available === 1) return 0
  const second = u8(bytes, start + 1)
  if (second === IMEI_LENGTH) {
    const loginEnd = Math.min(available, LOGIN_LENGTH)
    for (let i = 2; i < loginEnd; i++) if (!isDigit(u8(bytes, start + i))) throw lostError('IMEI')
    return available < LOGIN_LENGTH ? 0 : LOGIN_LENGTH
  }
  if (second !== 0) throw lostError('length of the IMEI')
  for (let i = 2; i < 4 && i < available; i++)
    if (u8(bytes, start + i) !== 0) throw lostError('preamble')
  if (available < HEAD) return 0
  const payload = u32(bytes, start + 4)
  if (payload < SHORTEST_PAYLOAD) throw lostError(`length ${payload}`)
  const total = payload + AROUND
  if (total > maxFrame)
    throw new FrameError(
      `teltonika: a frame of ${total} bytes, at most ${maxFrame} are allowed`,
      true,
    )
  return available < total ? 0 : total
}

/** Keep-alives may come before the login; another protocol may begin with the same length, so the first digit of the IMEI decides. */
export function begins(bytes: Uint8Array): Beginning {
  let o = 0
  while (o < bytes.length && u8(bytes, o) === PING) o++
  for (const expected of [0, IMEI_LENGTH]) {
    if (o >= bytes.length) return 'more'
    if (u8(bytes, o++) !== expected) return 'no'
  }
  if (o >= bytes.length) return 'more'
  return isDigit(u8(bytes, o)) ? 'yes' : 'no'
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39
const lostError = (where: string): FrameError =>
  new FrameError(`teltonika: not a frame (${where})`, true)
