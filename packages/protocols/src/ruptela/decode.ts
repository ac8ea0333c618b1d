// Decodes a complete Ruptela frame: records, trouble codes, a heartbeat, or the answer to a command.
import { IoWriter, RECEIPT_IO } from '@flotta/core/io.ts'
import type { DecodedFrame, FrameMessage, Reception } from '@flotta/core/protocol.ts'
import { crcKermit } from '../checksums.ts'
import { answer } from './encode.ts'
import {
  ANSWER_OF_RECORDS,
  ANSWER_OFFSET,
  CRC_BYTES,
  EXTENDED_RECORDS,
  HEAD_BYTES,
  HEARTBEAT,
  IDENTIFICATION,
  ids,
  LENGTH_BYTES,
  RECORDS,
  TEXTS,
  TROUBLE_CODES,
  u8,
  u16,
  u32,
} from './layout.ts'
import { recordsOf } from './records.ts'

const io = new IoWriter()
const none = new Uint8Array(0)
/** A mark, the time, longitude, latitude, what changed, and five letters. */
const TROUBLE_CODE_BYTES = 19

/** Decodes one frame, as `frame()` cut it. */
export function decode(frame: Uint8Array, reception: Reception): DecodedFrame {
  const end = frame.length - CRC_BYTES
  if (end < LENGTH_BYTES + HEAD_BYTES || u16(frame, 0) !== end - LENGTH_BYTES)
    return refusal('length')
  if (crcKermit(frame, LENGTH_BYTES, end) !== u16(frame, end)) return refusal('checksum')
  const imei = new DataView(frame.buffer, frame.byteOffset).getBigUint64(LENGTH_BYTES)
  const device_id = String(imei).padStart(15, '0')
  if (device_id.length !== 15) return refusal('not an IMEI')
  const command = u8(frame, LENGTH_BYTES + HEAD_BYTES - 1)
  const payload = frame.subarray(LENGTH_BYTES + HEAD_BYTES, end)
  if (command === RECORDS || command === EXTENDED_RECORDS) {
    const messages = recordsOf(payload, command === EXTENDED_RECORDS, io)
    if (messages === null)
      return { ...refusal('records'), ack: answer(ANSWER_OF_RECORDS, false), device_id }
    return { kind: 'messages', messages, ack: answer(ANSWER_OF_RECORDS, true), device_id }
  }
  if (command === TROUBLE_CODES) return troubleCodes(payload, device_id)
  if (command === IDENTIFICATION || command === HEARTBEAT)
    return { kind: 'ping', device_id, answer: answer(command + ANSWER_OFFSET, true) }
  if (TEXTS.has(command)) {
    const text = Buffer.from(payload).toString('latin1').replaceAll('\u0000', '').trim()
    return { kind: 'reply', replies: [{ text }], device_id }
  }
  io.reset()
  io.putNumber(RECEIPT_IO, 1, 1)
  io.put(ids.raw_command + command, payload, 0, payload.length, true)
  return {
    kind: 'messages',
    messages: [{ at: reception.at, fix: null, io: io.take() }],
    ack: none,
    device_id,
  }
}

const refusal = (reason: string) => ({ kind: 'refused', reason, ack: none }) as const

/**
 * Trouble codes with the time at which each appeared or disappeared. Their place has neither speed nor satellites, so it is stored as received and is
 * no fix.
 */
function troubleCodes(payload: Uint8Array, device_id: string): DecodedFrame {
  const count = payload[0]
  if (count === undefined || payload.length !== 1 + count * TROUBLE_CODE_BYTES)
    return { ...refusal('trouble codes'), device_id }
  const messages = Array.from({ length: count }, (_, n): FrameMessage => {
    const o = 1 + n * TROUBLE_CODE_BYTES
    io.reset()
    io.put(ids.trouble_place, payload, o + 5, 8, true)
    io.put(ids.trouble_change, payload, o + 13, 1)
    io.put(ids.trouble_code, payload, o + 14, 5, true)
    return { at: u32(payload, o + 1) * 1000, fix: null, io: io.take() }
  })
  return { kind: 'messages', messages, ack: answer(TROUBLE_CODES + ANSWER_OFFSET, true), device_id }
}
