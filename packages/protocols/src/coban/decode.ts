// Decodes a complete Coban text: a sign-in, a heartbeat, a report, or the answer to a command.
import { IoWriter } from '@flotta/core/io.ts'
import type { DecodedFrame, Reception } from '@flotta/core/protocol.ts'
import { isBetweenTexts } from '../text-fields.ts'
import { messageOf } from './report.ts'

const io = new IoWriter()
const none = new Uint8Array(0)
const TEXT = /^(##,)?imei:(\d{15})(?:,(.*))?$/s
const END = /[;*\r\n]$/
/** The device repeats the letter of a command in lower case, followed by a `t`. */
const ANSWER = /^[a-z]t$/
const DISTRESS = 'help me'

/** Decodes one text, one byte between texts, or the bytes before the next text, as `frame()` cut it. */
export function decode(frame: Uint8Array, { at }: Reception): DecodedFrame {
  if (frame.length === 1 && isBetweenTexts(frame[0])) return { kind: 'ping' }
  const text = Buffer.from(frame).toString('latin1')
  const heartbeat = /^(\d{15})[;*\r\n]?$/.exec(text)?.[1]
  if (heartbeat !== undefined)
    return { kind: 'ping', device_id: heartbeat, answer: Buffer.from('ON') }
  if (!END.test(text) || !/^(##,)?imei:/.test(text)) return { kind: 'garbage' }
  const [, sign, device_id = '', content] = TEXT.exec(text.slice(0, -1)) ?? []
  if (device_id === '') return { kind: 'refused', reason: 'no name', ack: none }
  if (sign !== undefined)
    return { kind: 'login', device_id, accept: Buffer.from('LOAD'), refuse: none }
  const fields = (content ?? '').split(',').map(field => field.trim())
  const [keyword = ''] = fields
  if (fields.length < 2) return { kind: 'refused', reason: 'fields', ack: none, device_id }
  return {
    kind: 'messages',
    messages: [messageOf(io, fields, at)],
    ...(ANSWER.test(keyword) && { replies: [{ text: keyword }] }),
    device_id,
    ack: keyword === DISTRESS ? Buffer.from(`**,imei:${device_id},E;`) : none,
  }
}
