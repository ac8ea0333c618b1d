// Decodes a complete line of Wialon IPS, version 1.1 without and version 2.0 with checksums.
import { IoWriter } from '@flotta/core/io.ts'
import { type DecodedFrame, FrameError, type Reception } from '@flotta/core/protocol.ts'
import type { Message } from '@flotta/core/telemetry.ts'
import { crcArc } from '../checksums.ts'
import { decodePicture } from './pictures.ts'
import { LONG_FIELDS, readRecord, SHORT_FIELDS } from './records.ts'

const io = new IoWriter()
const decoder = new TextDecoder()
const NAME = /^[!-:<-~]{1,64}$/
const DATAGRAM = /^(?:\d\.\d;)?([!-"$-:<-~]{1,64})#/
/** Number of fields of a sign-in in either version. */
const LOGIN_FIELDS = [2, 4] as const
/** Codes of a wrong checksum by the type of the line. */
const WRONG_SUM: Readonly<Record<string, string>> = {
  L: '#AL#10',
  SD: '#ASD#13',
  D: '#AD#16',
  M: '#AM#01',
  B: '#AB#',
}

const line = (text: string): Uint8Array => Buffer.from(`${text}\r\n`)
const refusal = (reason: string, answer?: string): DecodedFrame => ({
  kind: 'refused',
  reason,
  ack: answer === undefined ? new Uint8Array(0) : line(answer),
})

/** The checksum after the last `;` or `|` of a message; null: there is none. */
function checksumAfter(message: string): { readonly end: number; readonly value: number } | null {
  const end = Math.max(message.lastIndexOf(';'), message.lastIndexOf('|')) + 1
  const [, digits] = /^(?:0x)?([\dA-F]{1,4})$/i.exec(message.slice(end)) ?? []
  return digits === undefined ? null : { end, value: Number.parseInt(digits, 16) }
}

/** Whether a message must end with a checksum: in version 2, or when it has one field more than it can have without. */
function hasChecksum(type: string, message: string, isSecond: boolean): boolean {
  if (isSecond) return true
  const count = message.split(';').length
  if (type === 'L') return count === LOGIN_FIELDS[1]
  if (type === 'SD') return count === SHORT_FIELDS + 1
  return type === 'D' && count === LONG_FIELDS + 1
}

/** Decodes one line, or the bytes before the next line, as `frame()` cut it. */
export function decode(frame: Uint8Array, reception: Reception): DecodedFrame {
  // An empty line between two lines is no fault.
  if (frame.every(byte => byte === 0x0d || byte === 0x0a)) return { kind: 'ping' }
  if (frame[0] !== 0x23) return { kind: 'garbage' }
  const picture = decodePicture(frame, reception.memory.version === 2)
  if (picture !== null) return picture
  const text = decoder.decode(frame).replace(/\r?\n$/, '')
  const [, type = '', message = ''] = /^#([A-Z]+)#(.*)$/s.exec(text) ?? []
  if (type === '') return refusal('type')
  if (type === 'P') return message === '' ? { kind: 'ping', answer: line('#AP#') } : refusal('ping')
  const isSecond = reception.memory.version === 2 && type !== 'L'
  if (!hasChecksum(type, message, isSecond)) return readLine(type, message, reception.at)
  const sum = checksumAfter(message)
  const bytes = Buffer.from(message.slice(0, sum?.end ?? 0))
  if (sum === null || crcArc(bytes) !== sum.value) {
    const wrong = refusal('checksum', WRONG_SUM[type])
    return type === 'L' && wrong.kind === 'refused' ? { ...wrong, stranger: true } : wrong
  }
  const content = message.slice(0, type === 'B' ? sum.end : sum.end - 1)
  return readLine(type, content, reception.at, true)
}

function readLine(type: string, message: string, at: number, isSummed = false): DecodedFrame {
  if (type === 'L') return login(message, isSummed)
  if (type === 'SD' || type === 'D') return record(type, message, at)
  if (type === 'B') return blackBox(message, at)
  if (type === 'M')
    return { kind: 'reply', replies: [{ text: message, unsolicited: true }], ack: line('#AM#1') }
  return refusal(`type ${type}`)
}

function login(message: string, isSecond: boolean): DecodedFrame {
  const fields = message.split(';')
  const device_id = fields[isSecond ? 1 : 0] ?? ''
  if (fields.length !== (isSecond ? LOGIN_FIELDS[1] - 1 : LOGIN_FIELDS[0]) || !NAME.test(device_id))
    return refusal('login')
  return {
    kind: 'login',
    device_id,
    accept: line('#AL#1'),
    refuse: line('#AL#0'),
    password: passwordOf(fields[isSecond ? 2 : 1]),
    refuse_password: line('#AL#01'),
    memory: { version: isSecond ? 2 : 1 },
  }
}

/** `NA` stands for none. */
const passwordOf = (field = ''): string => (field === 'NA' ? '' : field)

function record(type: 'SD' | 'D', text: string, at: number): DecodedFrame {
  const fields = text.split(';')
  const isShort = type === 'SD'
  const message = isShort && fields.length !== SHORT_FIELDS ? -1 : readRecord(fields, io, at)
  if (typeof message === 'number') return refusal(`record ${message}`, `#A${type}#${message}`)
  return { kind: 'messages', messages: [message], ack: line(`#A${type}#1`) }
}

/**
 * Stored records, oldest first. The answer counts only the records that could be read. Those that cannot be read are skipped, since the device would
 * resend them for ever.
 */
function blackBox(message: string, at: number): DecodedFrame {
  const messages: Message[] = []
  for (const part of message.split('|')) {
    if (part === '') continue
    const record = readRecord(part.split(';'), io, at)
    if (typeof record !== 'number') messages.push(record)
  }
  if (messages.length === 0) return refusal('records', '#AB#0')
  return { kind: 'messages', messages, ack: line(`#AB#${messages.length}`) }
}

/** Whether a datagram begins with a name and a line. */
export const datagramBegins = (datagram: Uint8Array): boolean =>
  /^(?:\d\.\d;)?[!-"$-:<-~]{1,64}#(SD|D|B|P|M|I)#/.test(
    Buffer.from(datagram.subarray(0, 80)).toString('latin1'),
  )

/** One datagram: the device's name before the line, preceded by the version when that is 2. */
export function decodeDatagram(datagram: Uint8Array, { at }: Reception): DecodedFrame {
  const head = Buffer.from(datagram.subarray(0, 80)).toString('latin1')
  const [before, device_id] = DATAGRAM.exec(head) ?? []
  if (before === undefined || device_id === undefined)
    throw new FrameError('wialon: not a datagram of this protocol', false)
  const memory = { version: head.startsWith('2.') ? 2 : 1 }
  const frame = decode(datagram.subarray(before.length - 1), { at, memory })
  if (frame.kind === 'login' || frame.kind === 'garbage')
    throw new FrameError('wialon: not a datagram of this protocol', false)
  return { ...frame, device_id }
}
