// Decodes a complete H02 frame: a place, a heartbeat, cells, or the answer to a command.
import type { DecodedFrame, Reception } from '@flotta/core/protocol.ts'
import { decodeBinary } from './binary.ts'
import { isBinaryMark } from './frame.ts'
import { decodeText } from './text.ts'

const TEXT = 0x2a
const TEXT_END = 0x23
const NEWLINES: ReadonlySet<number | undefined> = new Set([0x0a, 0x0d])

/** Decodes one frame, one line end, or the bytes before the next mark, as `frame()` cut it. */
export function decode(frame: Uint8Array, reception: Reception): DecodedFrame {
  const [first] = frame
  if (frame.length === 1 && NEWLINES.has(first)) return { kind: 'ping' }
  if (first === TEXT && frame[frame.length - 1] === TEXT_END) return decodeText(frame, reception)
  return isBinaryMark(first) ? decodeBinary(frame, reception) : { kind: 'garbage' }
}
