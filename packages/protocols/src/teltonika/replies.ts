// Text of codecs 12 (command and answer), 13 (with device time), 14 (with IMEI) and 15 (serial port, with both).
import type { CommandReply } from '@flotta/core/telemetry.ts'
import { ANSWER, CODEC_13, CODEC_14, CODEC_15, NACK, u8, u32 } from './layout.ts'

/** Codecs 14 and 15: the IMEI as a zero and 15 digits, two per byte. */
const IMEI_BYTES = 8
/** 2010-01-01 in seconds: no device with these codecs is older. */
const EARLIEST_S = 1_262_304_000

/** Reads codec, count, messages and count, which must fill `bytes` from `start` to before `end` exactly. A string is the fault. */
export function readReplies(
  bytes: Uint8Array,
  start: number,
  end: number,
): CommandReply[] | string {
  const codec = u8(bytes, start)
  const count = u8(bytes, start + 1)
  const last = end - 1
  if (count !== u8(bytes, last)) return 'message counts'
  const replies: CommandReply[] = []
  let o = start + 2
  for (let i = 0; i < count; i++) {
    if (o + 5 > last) return 'message is cut'
    const size = u32(bytes, o + 1)
    if (o + 5 + size > last) return 'message is cut'
    const reply = readReply(codec, u8(bytes, o), bytes.subarray(o + 5, o + 5 + size))
    if (typeof reply === 'string') return reply
    replies.push(reply)
    o += 5 + size
  }
  return o === last ? replies : 'messages end early'
}

function readReply(codec: number, type: number, payload: Uint8Array): CommandReply | string {
  if (codec === CODEC_13) {
    const stamp = readStamp(payload)
    const text = readText(payload.subarray(stamp.length))
    return stamp.length === 0
      ? { ...text, unsolicited: true }
      : { ...text, at: stamp.at, unsolicited: true }
  }
  if (codec === CODEC_14) {
    if (payload.length < IMEI_BYTES) return 'IMEI is cut'
    const text = readText(payload.subarray(IMEI_BYTES))
    return type === NACK
      ? { ...text, refused: true }
      : type === ANSWER
        ? text
        : { ...text, unsolicited: true }
  }
  if (codec === CODEC_15) {
    if (payload.length < 4 + IMEI_BYTES) return 'time and IMEI are cut'
    return {
      ...readText(payload.subarray(4 + IMEI_BYTES)),
      at: u32(payload, 0) * 1000,
      unsolicited: true,
    }
  }
  return type === ANSWER ? readText(payload) : { ...readText(payload), unsolicited: true }
}

/** Codec 13 has 4 bytes of seconds or 8 of milliseconds without a mark; the first 4 bytes show which one it is, or that there is neither. */
function readStamp(payload: Uint8Array): { readonly length: 0 | 4 | 8; readonly at: number } {
  const first = payload.length < 4 ? 0 : u32(payload, 0)
  // Milliseconds between November 2004 and September 2039 begin with 000001.
  if (payload.length >= 8 && first >>> 8 === 1)
    return { length: 8, at: first * 4294967296 + u32(payload, 4) }
  if (first >= EARLIEST_S) return { length: 4, at: first * 1000 }
  return { length: 0, at: 0 }
}

/** One character per byte; bytes that are no text become hexadecimal, so that nothing is lost and no control character is passed on. */
function readText(payload: Uint8Array): { readonly text: string; readonly hex?: true } {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.length)
  return isText(payload)
    ? { text: bytes.toString('latin1') }
    : { text: bytes.toString('hex'), hex: true }
}

/** Printable or a line break; the upper half as in ISO 8859-1. */
const isText = (bytes: Uint8Array): boolean =>
  bytes.every(b => (b >= 0x20 && b < 0x7f) || b >= 0xa0 || b === 0x09 || b === 0x0a || b === 0x0d)
