// Decodes a complete Teltonika frame or datagram: login, keep-alive, records (codecs 8, 8E, 16) or text (codecs 12–15).
import { IoWriter } from '@flotta/core/io.ts'
import { type DecodedFrame, FrameError, isImei } from '@flotta/core/protocol.ts'
import type { Message } from '@flotta/core/telemetry.ts'
import { crc16 } from './crc.ts'
import {
  AROUND,
  CODEC_8,
  CODEC_8E,
  CODEC_12,
  CODEC_13,
  CODEC_14,
  CODEC_15,
  CODEC_16,
  HEAD,
  IMEI_LENGTH,
  LOGIN_LENGTH,
  PING,
  SHORTEST_PAYLOAD,
  u8,
  u16,
  u32,
} from './layout.ts'
import { readRecords } from './records.ts'
import { readReplies } from './replies.ts'

const ping: DecodedFrame = { kind: 'ping' }
const io = new IoWriter()
/** Parts of a datagram: u16 length, u16 packet id, packet type, AVL packet id, u16 IMEI length, IMEI; then the payload. */
const DATAGRAM_HEAD = 8 + IMEI_LENGTH

/** `whole` is exactly one frame as `frame()` cut it. Throws a fatal FrameError when it is not; wrong contents are `refused`. */
export function decode(frame: Uint8Array): DecodedFrame {
  const length = frame.length
  if (length === 1 && u8(frame, 0) === PING) return ping
  if (length === LOGIN_LENGTH && u16(frame, 0) === IMEI_LENGTH) return login(frame)
  if (
    length < AROUND + SHORTEST_PAYLOAD ||
    u32(frame, 0) !== 0 ||
    u32(frame, 4) + AROUND !== length
  )
    throw new FrameError('teltonika: not one whole frame', true)
  const end = length - 4
  const codec = u8(frame, HEAD)
  const wrong = crc16(frame, HEAD, end) === u32(frame, end) ? undefined : 'checksum'
  if (codec === CODEC_8 || codec === CODEC_8E || codec === CODEC_16) {
    const messages: Message[] = []
    const why = wrong ?? readRecords(frame, HEAD, end, io, messages)
    return why === undefined
      ? { kind: 'messages', messages, ack: count(messages.length) }
      : { kind: 'refused', reason: why, ack: count(0) }
  }
  if (codec === CODEC_12 || codec === CODEC_13 || codec === CODEC_14 || codec === CODEC_15) {
    const replies = wrong ?? readReplies(frame, HEAD, end)
    // Texts are never answered, not even to refuse them, because four stray bytes would break the device's command parser.
    return typeof replies === 'string'
      ? { kind: 'refused', reason: replies, ack: new Uint8Array(0) }
      : { kind: 'reply', replies }
  }
  return { kind: 'refused', reason: wrong ?? `codec ${codec}`, ack: count(0) }
}

/** Whether a datagram has the length and the IMEI of this protocol. */
export const datagramBegins = (datagram: Uint8Array): boolean =>
  datagram.length >= DATAGRAM_HEAD + SHORTEST_PAYLOAD &&
  u16(datagram, 0) === datagram.length - 2 &&
  u16(datagram, 6) === IMEI_LENGTH

/** Decodes one UDP datagram: records only, with the device's IMEI. Throws FrameError when it is not of this protocol; wrong records are `refused`. */
export function decodeDatagram(datagram: Uint8Array): DecodedFrame {
  const length = datagram.length
  if (!datagramBegins(datagram))
    throw new FrameError('teltonika: not a datagram of this protocol', false)
  const device_id = imei(datagram, 8)
  const codec = u8(datagram, DATAGRAM_HEAD)
  const messages: Message[] = []
  const isData = codec === CODEC_8 || codec === CODEC_8E || codec === CODEC_16
  const why = isData ? readRecords(datagram, DATAGRAM_HEAD, length, io, messages) : `codec ${codec}`
  const ack = new Uint8Array([
    0,
    5,
    u8(datagram, 2),
    u8(datagram, 3),
    1,
    u8(datagram, 5),
    why === undefined ? messages.length : 0,
  ])
  return why === undefined
    ? { kind: 'messages', messages, ack, device_id }
    : { kind: 'refused', reason: why, ack, device_id }
}

const login = (frame: Uint8Array): DecodedFrame => ({
  kind: 'login',
  device_id: imei(frame, 2),
  accept: new Uint8Array([1]),
  refuse: new Uint8Array([0]),
})

function imei(bytes: Uint8Array, offset: number): string {
  const text = String.fromCharCode(...bytes.subarray(offset, offset + IMEI_LENGTH))
  if (!isImei(text)) throw new FrameError('teltonika: not an IMEI', true)
  return text
}

/** The acknowledgement of data: the number of accepted records, u32. */
function count(records: number): Uint8Array {
  const ack = new Uint8Array(4)
  ack[3] = records
  return ack
}
