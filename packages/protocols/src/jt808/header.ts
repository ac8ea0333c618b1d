// The head of a JT/T 808 message: its number, attributes, device and serial number.
import type { Memory } from '@flotta/core/protocol.ts'
import { xor8 } from '../checksums.ts'
import { type Escapes, STANDARD, VARIANT, withEscapes } from './escape.ts'
import { BODY_LENGTH, hexOf, IN_PARTS, IS_2019, messages, u8, u16 } from './layout.ts'

/** The form in which a device writes its name, which answers repeat. */
export interface Sender {
  readonly escapes: Escapes
  /** The id as it is in the head, preceded by the version in the form of 2019. */
  readonly idBytes: Uint8Array
  readonly is2019: boolean
  /** Serial numbers of one byte, as in messages of the vendor's own form. */
  readonly hasShortSerial: boolean
}
export interface Header {
  readonly message: number
  readonly attributes: number
  readonly sender: Sender
  readonly device_id: string
  readonly serial: number
  /** Serial numbers of the parts that arrived before the one which completed the message: each is answered. */
  readonly otherSerials: readonly number[]
  /** Total and number of a part; null: the message is not divided. */
  readonly part: { readonly total: number; readonly index: number } | null
  readonly bodyBegin: number
}

const DIGITS = /^\d+$/
const NO_SERIALS: readonly number[] = []
const VENDOR_MESSAGES: ReadonlySet<number> = new Set([
  messages.vendor_position,
  messages.vendor_stored_position,
])

/** The head of a content without delimiters; null: it is incomplete, or its length differs from the stated one. The last byte is the checksum. */
export function headerOf(content: Uint8Array, escapes: Escapes): Header | null {
  if (content.length < 5) return null
  const message = u16(content, 0)
  const attributes = u16(content, 2)
  const hasShortSerial = VENDOR_MESSAGES.has(message)
  const is2019 = (attributes & IS_2019) !== 0 && !hasShortSerial
  const version = is2019 ? 1 : 0
  const idLength = is2019 ? 10 : escapes === VARIANT ? 7 : 6
  const serialAt = 4 + version + idLength
  const isPart = (attributes & IN_PARTS) !== 0 && !hasShortSerial
  const partAt = serialAt + (hasShortSerial ? 1 : 2)
  const bodyBegin = partAt + (isPart ? 4 : 0)
  if (content.length - 1 - bodyBegin !== (attributes & BODY_LENGTH)) return null
  return {
    message,
    attributes,
    // A copy, because the connection keeps it longer than the received bytes.
    sender: {
      escapes,
      idBytes: new Uint8Array(content.subarray(4, serialAt)),
      is2019,
      hasShortSerial,
    },
    device_id: nameOf(content.subarray(4 + version, serialAt)),
    serial: hasShortSerial ? u8(content, serialAt) : u16(content, serialAt),
    otherSerials: NO_SERIALS,
    part: isPart ? { total: u16(content, partAt), index: u16(content, partAt + 2) } : null,
    bodyBegin,
  }
}

/** The digits without leading zeros. A hexadecimal number with other digits is an IMEI without its check digit. */
export function nameOf(id: Uint8Array): string {
  const text = hexOf(id)
  if (DIGITS.test(text)) return text.replace(/^0+(?=\d)/, '')
  const digits = String(BigInt(`0x${text}`)).padStart(14, '0')
  return digits + checkDigit(digits)
}

/** The last digit of an IMEI, by Luhn. */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((all, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1)
    return all + (value > 9 ? value - 9 : value)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** A frame from the server, in the form in which the device writes its name. */
export function serverFrame(
  message: number,
  body: Uint8Array,
  { escapes, idBytes, is2019, hasShortSerial }: Sender,
  serial: number,
): Uint8Array {
  const attributes = body.length | (is2019 ? IS_2019 : 0)
  const serialAt = 4 + idBytes.length
  const bodyBegin = serialAt + (hasShortSerial ? 1 : 2)
  const content = new Uint8Array(bodyBegin + body.length + 1)
  content[0] = message >> 8
  content[1] = message
  content[2] = attributes >> 8
  content[3] = attributes
  content.set(idBytes, 4)
  content[serialAt] = hasShortSerial ? serial : serial >> 8
  if (!hasShortSerial) content[serialAt + 1] = serial
  content.set(body, bodyBegin)
  content[content.length - 1] = xor8(content)
  return withEscapes(content, escapes)
}

/** Stores in the memory of a connection how its device writes its name, for commands to it. */
export const memoryOf = ({ device_id, sender }: Header): Memory => ({
  device_id,
  id: sender.idBytes,
  is2019: sender.is2019,
  isVariant: sender.escapes === VARIANT,
})

/** Whether the memory of the connection has the sender in the same form. */
export const isRememberedSender = ({ device_id, sender }: Header, memory: Memory): boolean =>
  memory.device_id === device_id &&
  memory.is2019 === sender.is2019 &&
  memory.isVariant === (sender.escapes === VARIANT) &&
  memory.id instanceof Uint8Array &&
  memory.id.length === sender.idBytes.length &&
  sender.idBytes.every((byte, i) => byte === (memory.id as Uint8Array)[i])

/** The sender in the memory, or a sender of the older form when the memory has none with that name. */
export function senderOf(device_id: string, memory: Memory): Sender {
  const { id, is2019, isVariant } = memory
  if (memory.device_id === device_id && id instanceof Uint8Array)
    return {
      escapes: isVariant === true ? VARIANT : STANDARD,
      idBytes: id,
      is2019: is2019 === true,
      hasShortSerial: false,
    }
  return {
    escapes: STANDARD,
    idBytes: Uint8Array.from(Buffer.from(device_id.padStart(12, '0').slice(-12), 'hex')),
    is2019: false,
    hasShortSerial: false,
  }
}
