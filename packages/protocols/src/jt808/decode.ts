// Decodes a complete JT/T 808 frame: a heartbeat, positions, the answer to a command, or a body without a meaning here.
import { IoWriter, RECEIPT_IO } from '@flotta/core/io.ts'
import type { DecodedFrame, FrameMessage, Reception } from '@flotta/core/protocol.ts'
import { HOUR } from '@flotta/core/time.ts'
import { xor8 } from '../checksums.ts'
import { driverRecord } from './driver.ts'
import { type Escapes, STANDARD, VARIANT, withoutEscapes } from './escape.ts'
import { type Header, headerOf, isRememberedSender, memoryOf, serverFrame } from './header.ts'
import { ids, messages, result, u8, u16, WANTS_ANSWER } from './layout.ts'
import { parametersText } from './parameters.ts'
import { hasParts, overdueParts, takePart } from './parts.ts'
import { positionOf, vendorPositionOf } from './position.ts'
import { decodeText } from './text.ts'

const io = new IoWriter()
const none = new Uint8Array(0)
const OPEN = 0x28
/** An answer begins with the serial number and the number of the answered message, then the result. */
const ANSWER_BYTES = 5
const refusal = (reason: string) => ({ kind: 'refused', reason, ack: none }) as const

/** Decodes one frame, one delimiter, or the bytes before the next mark, as `frame()` cut it. */
export function decode(frame: Uint8Array, reception: Reception): DecodedFrame {
  const [first] = frame
  if (first === OPEN) return decodeText(frame, reception)
  const escapes = [STANDARD, VARIANT].find(({ delimiter }) => delimiter === first)
  if (escapes === undefined) return { kind: 'garbage' }
  // A delimiter that follows another one: there is nothing between them.
  if (frame.length === 1) return { kind: 'ping' }
  return decodeMessage(frame, escapes, reception)
}

function decodeMessage(frame: Uint8Array, escapes: Escapes, reception: Reception): DecodedFrame {
  const content = withoutEscapes(frame, escapes)
  if (content === null || content.length < 5) return refusal('escapes')
  const end = content.length - 1
  if (xor8(content, 0, end) !== u8(content, end)) return refusal('checksum')
  const header = headerOf(content, escapes)
  if (header === null) return refusal('length')
  const body = content.subarray(header.bodyBegin, end)
  if (header.part !== null) return partOf(header, body, reception)
  const decoded = contentOf(header, body, reception)
  const { memory, at } = reception
  // Most frames change nothing in the memory of the connection.
  if (isRememberedSender(header, memory) && !hasParts(memory)) return decoded
  const overdue = overdueParts(header, memory, at)
  return {
    ...withRequest(decoded, overdue.request),
    memory: { ...memoryOf(header), ...overdue.memory },
  }
}

/**
 * The parts of a message are acknowledged together, after the message is committed: until then the device keeps them all and can
 * be asked to resend them. A device that waits for the answer to each part gets it after the part is stored as received.
 */
function partOf(header: Header, body: Uint8Array, reception: Reception): DecodedFrame {
  const { device_id, message, part } = header
  const outcome = takePart(header, body, reception.memory, reception.at)
  if (outcome === null)
    return { kind: 'ping', device_id, answer: answerTo(header, result.unsupported) }
  const memory = { ...memoryOf(header), ...outcome.memory }
  if ('whole' in outcome) {
    const { whole, otherSerials } = outcome
    return { ...contentOf({ ...header, otherSerials }, whole, reception), memory }
  }
  const { request, isAwaited } = outcome
  if (!isAwaited) return { kind: 'ping', device_id, answer: request, memory }
  return {
    kind: 'messages',
    messages: [rawRecord(message, body, reception.at, part?.index)],
    ack: Buffer.concat([answerTo(header, result.taken), request]),
    device_id,
    memory,
  }
}

/** Appends a request to the answer to a frame. */
function withRequest(decoded: DecodedFrame, request: Uint8Array): DecodedFrame {
  if (request.length === 0) return decoded
  const and = (answer: Uint8Array | undefined) => Buffer.concat([answer ?? none, request])
  if (decoded.kind === 'ping') return { ...decoded, answer: and(decoded.answer) }
  if (decoded.kind === 'messages' || decoded.kind === 'reply')
    return { ...decoded, ack: and(decoded.ack) }
  return decoded
}

function contentOf(header: Header, body: Uint8Array, reception: Reception): DecodedFrame {
  const { message, device_id, sender } = header
  const ack = answerTo(header, result.taken)
  switch (message) {
    case messages.register:
      return { kind: 'ping', device_id, answer: registerAnswer(header) }
    case messages.heartbeat:
    case messages.authenticate:
    case messages.logout:
      return { kind: 'ping', device_id, answer: ack }
    case messages.time_request:
      return {
        kind: 'ping',
        device_id,
        answer: serverFrame(messages.time_answer, clockBytes(reception.at), sender, 0),
      }
    case messages.answer:
      return answerOf(body, device_id)
    case messages.text:
    case messages.text_of_vendor:
    case messages.waybill:
      return { kind: 'reply', replies: [{ text: textOf(body, message) }], device_id, ack }
    case messages.position:
      return recordsOf([body], header, reception)
    case messages.position_answer:
      return answeredWith('8201 ok', recordsOf([body.subarray(2)], header, reception))
    case messages.parameters:
      return answeredWith(parametersText(body), {
        kind: 'messages',
        messages: [rawRecord(message, body, reception.at)],
        device_id,
        ack,
      })
    case messages.driver:
    case messages.transparent: {
      const record = driverRecord(message, body, io, reception.at)
      return { kind: 'messages', messages: [record], device_id, ack }
    }
    case messages.batch:
      return recordsOf(partsOf(body), header, reception)
    case messages.vendor_position:
    case messages.vendor_stored_position: {
      const record = vendorPositionOf(body, io, reception.at)
      if (record === null) return { ...refusal('position'), device_id }
      return { kind: 'messages', messages: [record], device_id, ack: vendorAnswer(header) }
    }
    default:
      return {
        kind: 'messages',
        messages: [rawRecord(message, body, reception.at)],
        device_id,
        ack,
      }
  }
}

function recordsOf(
  bodies: readonly Uint8Array[] | null,
  header: Header,
  reception: Reception,
): DecodedFrame {
  const { device_id } = header
  const records = bodies?.map(body => positionOf(body, io, reception.at)) ?? [null]
  const isWhole = (all: readonly (FrameMessage | null)[]): all is readonly FrameMessage[] =>
    all.every(record => record !== null)
  if (!isWhole(records))
    return { kind: 'refused', reason: 'position', ack: answerTo(header, result.wrong), device_id }
  return { kind: 'messages', messages: records, device_id, ack: answerTo(header, result.taken) }
}

/** The positions of a batch: their count and kind, then each with its length; null: the lengths do not fit. */
function partsOf(body: Uint8Array): readonly Uint8Array[] | null {
  if (body.length < 3) return null
  const parts: Uint8Array[] = []
  let o = 3
  while (o + 2 <= body.length) {
    const length = u16(body, o)
    if (o + 2 + length > body.length) return null
    parts.push(body.subarray(o + 2, o + 2 + length))
    o += 2 + length
  }
  return o === body.length && parts.length === u16(body, 0) ? parts : null
}

/** A body without a meaning here, stored as received. @param index number of the part, when it is only a part */
function rawRecord(message: number, body: Uint8Array, at: number, index?: number): FrameMessage {
  io.reset()
  io.putNumber(RECEIPT_IO, 1, 1)
  io.putNumber(ids.raw_text, message, 2)
  io.put(ids.raw_text + 1, body, 0, body.length, true)
  if (index !== undefined) io.putNumber(ids.raw_text + 2, index, 2)
  return { at, fix: null, io: io.take() }
}

/** Messages of the server that a device may confirm too, but that are no commands. */
const ownMessages: ReadonlySet<number> = new Set([
  messages.server_answer,
  messages.resend_parts,
  messages.register_answer,
  messages.time_answer,
])
/** The device's result of a command, in words that distinguish success from failure. */
function answerOf(body: Uint8Array, device_id: string): DecodedFrame {
  if (body.length < ANSWER_BYTES) return { ...refusal('answer'), device_id }
  const names = ['ok', 'failed', 'invalid', 'unknown command']
  if (ownMessages.has(u16(body, 2))) return { kind: 'ping', device_id }
  const text = `${u16(body, 2).toString(16)} ${names[u8(body, 4)] ?? `failed ${u8(body, 4)}`}`
  return { kind: 'reply', replies: [{ text }], device_id }
}

/** The content of a frame that is also the answer to a command. */
const answeredWith = (text: string, decoded: DecodedFrame): DecodedFrame =>
  decoded.kind === 'messages' ? { ...decoded, replies: [{ text }] } : decoded

/** The text in a body; in message 0300 a flag comes before it, in 0701 a length as in the standard. */
function textOf(body: Uint8Array, message: number): string {
  const hasLength =
    message === messages.waybill && body.length >= 4 && u16(body, 2) === body.length - 4
  const start = message === messages.text ? 1 : hasLength ? 4 : 0
  return Buffer.from(body.subarray(start)).toString('latin1').replaceAll('\u0000', '').trim()
}

/** The general answer; for a message in parts it is sent for each part. */
function answerTo(header: Header, code: number): Uint8Array {
  const { serial, otherSerials, message, sender } = header
  const answerOfSerial = (number: number): Uint8Array => {
    const body = Uint8Array.of(number >> 8, number & 255, message >> 8, message & 255, code)
    return serverFrame(messages.server_answer, body, sender, 0)
  }
  if (otherSerials.length === 0) return answerOfSerial(serial)
  return Buffer.concat([...otherSerials, serial].map(answerOfSerial))
}

/** The registration is accepted with a code that the device sends when it signs in: its own id. */
function registerAnswer({ serial, device_id, sender }: Header): Uint8Array {
  const digits = sender.is2019 ? device_id : Buffer.from(sender.idBytes).toString('hex')
  const body = [serial >> 8, serial & 255, result.taken, ...Buffer.from(digits, 'latin1')]
  return serverFrame(messages.register_answer, Uint8Array.from(body), sender, 0)
}

function vendorAnswer({ attributes, message, sender }: Header): Uint8Array {
  if ((attributes & WANTS_ANSWER) === 0) return none
  const body = Uint8Array.of(message >> 8, message & 255, result.taken)
  return serverFrame(messages.vendor_answer, body, sender, 1)
}

/** The time as six bytes of digits, in the time zone of devices. */
function clockBytes(at: number): Uint8Array {
  const digits = new Date(at + 8 * HOUR).toISOString().replace(/\D/g, '').slice(2, 14)
  return Uint8Array.from(Buffer.from(digits, 'hex'))
}
