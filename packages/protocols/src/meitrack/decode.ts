// Decodes a complete Meitrack frame: records in text or binary form, a heartbeat, or the answer to a command.
import { IoWriter } from '@flotta/core/io.ts'
import type { DecodedFrame, FrameMessage, Reception } from '@flotta/core/protocol.ts'
import { readBatch, readFixed } from './binary.ts'
import { POSITION } from './command-text.ts'
import { frameFor, sumOf } from './encode.ts'
import { announcedLength, hasEnd, hasMark } from './frame.ts'
import { readText } from './text.ts'

const io = new IoWriter()
const none = new Uint8Array(0)
const STAR = 0x2a
/** Star, checksum and line end. */
const TAIL = 5
/** Marks, flag, length, device, command. */
const HEAD = /^\$\$(.)\d{1,5},(\d{14,15}),([\dA-Z]{3})(?=[,*])/s
const LONGEST_HEAD = 40
/** The server answers a heartbeat with this flag, and records with the flag of their frame. */
const HEARTBEAT_FLAG = 'z'
const HEARTBEAT = 'AAC'
const TEXTS: ReadonlySet<string> = new Set(['AAA', 'AFF'])
const BATCH = 'CCE'
const FIXED = 'CCC'
const PHOTO = 'D00'

const refusal = (reason: string, device_id?: string): DecodedFrame => ({
  kind: 'refused',
  reason,
  ack: none,
  ...(device_id !== undefined && { device_id }),
})

/** Decodes one frame, one line end, or the bytes before the next frame, as `frame()` cut it. */
export function decode(frame: Uint8Array, { at }: Reception): DecodedFrame {
  if (frame.length === 1 && (frame[0] === 0x0d || frame[0] === 0x0a)) return { kind: 'ping' }
  if (!hasMark(frame, 0)) return { kind: 'garbage' }
  const star = frame.length - TAIL
  const digits = Buffer.from(frame.subarray(star + 1, star + 3)).toString('latin1')
  if (!hasEnd(frame, frame.length) || frame[star] !== STAR) return refusal('end')
  if (!/^[\da-f]{2}$/i.test(digits) || Number.parseInt(digits, 16) !== sumOf(frame, star + 1))
    return refusal('checksum')
  if (announcedLength(frame, 0, frame.length) !== frame.length) return refusal('length')
  const start = Buffer.from(frame.subarray(0, LONGEST_HEAD)).toString('latin1')
  const [head, flag = '', device_id = '', command = ''] = HEAD.exec(start) ?? []
  if (head === undefined) return refusal('head')
  const data = frame.subarray(Math.min(star, head.length + 1), star)
  if (command === HEARTBEAT)
    return { kind: 'ping', device_id, answer: frameFor(HEARTBEAT_FLAG, device_id, 'AAC,1') }
  if (command === PHOTO) return { kind: 'ping', device_id }
  const messages = recordsOf(command, data, at)
  if (messages === null) return refusal('records', device_id)
  if (messages !== undefined)
    return {
      kind: 'messages',
      messages,
      device_id,
      ...(command === 'AAA' && isAsked(data) && { replies: [{ text: POSITION }] }),
      ack: command === FIXED ? frameFor(flag, device_id, `CCC,${messages.length}`) : none,
    }
  const text = Buffer.from(frame.subarray(head.length - command.length, star)).toString('latin1')
  return { kind: 'reply', replies: [{ text }], device_id }
}

/** The event of a record that the server requested. */
const ASKED = Buffer.from('34,')
const isAsked = (data: Uint8Array): boolean => ASKED.equals(data.subarray(0, ASKED.length))

/** null: the records cannot be read; undefined: the command has no records. */
function recordsOf(
  command: string,
  data: Uint8Array,
  at: number,
): readonly FrameMessage[] | null | undefined {
  if (command === BATCH) return readBatch(io, data, at)
  if (command === FIXED) return readFixed(io, data, at)
  if (!TEXTS.has(command)) return undefined
  const message = readText(io, Buffer.from(data).toString('latin1').split(','), at)
  return message === null ? null : [message]
}
