// A simulated Teltonika device: the frames that it sends and understands, for the simulator and the tests.
import type { Element } from '@flotta/core/profile-writer.ts'
import { isImei } from '@flotta/core/protocol.ts'
import type { Fix } from '@flotta/core/telemetry.ts'
import { crc16 } from './crc.ts'
import { textFrame } from './encode.ts'
import {
  ANSWER,
  AROUND,
  CODEC_8,
  CODEC_8E,
  CODEC_12,
  CODEC_14,
  CODEC_16,
  COMMAND,
  HEAD,
  IMEI_LENGTH,
  LOGIN_LENGTH,
  NACK,
  u8,
  u32,
} from './layout.ts'

export type DataCodec = typeof CODEC_8 | typeof CODEC_8E | typeof CODEC_16

export type { Element }
export { CODEC_8, CODEC_8E, CODEC_16 }

/** Ids of codec 8 have one byte; only codec 8 extended has byte strings. */
export const carries = (codec: DataCodec, element: Element): boolean =>
  element.id <= (codec === CODEC_8 ? 255 : 65_535) && (codec === CODEC_8E || !('bytes' in element))

export interface AvlRecord {
  /** epoch ms */
  readonly at: number
  /** null: no fix, all zero on the wire */
  readonly fix: Fix | null
  readonly elements: readonly Element[]
  /** id of the element that triggered the record; 0 for a periodic record */
  readonly event?: number
  /** 0 low, 1 high, 2 panic */
  readonly priority?: 0 | 1 | 2
  /** codec 16 only */
  readonly generation?: number
}

const MOST_RECORDS = 255
const MOST_BYTES = 65_535

/** Reused for every packet; frames are copied out of it. */
let scratch = new Uint8Array(8192)
let view = new DataView(scratch.buffer)

/** u16 length and the digits. */
export function loginFrame(imei: string): Uint8Array {
  const frame = new Uint8Array(LOGIN_LENGTH)
  frame[1] = IMEI_LENGTH
  frame.set(Buffer.from(checkedImei(imei), 'latin1'), 2)
  return frame
}

/** TCP frame of 1–255 records. Throws RangeError on a record that the codec cannot carry. */
export function avlFrame(codec: DataCodec, records: readonly AvlRecord[]): Uint8Array {
  room(HEAD)
  view.setUint32(0, 0)
  const end = writeRecords(HEAD, codec, records)
  view.setUint32(4, end - HEAD)
  room(end + 4)
  view.setUint32(end, crc16(scratch, HEAD, end))
  return scratch.slice(0, end + 4)
}

/** UDP datagram of 1–255 records; a resend repeats `avlPacketId` (0–255). Throws RangeError as `avlFrame`, and for more than 65,535 bytes. */
export function avlDatagram(
  imei: string,
  codec: DataCodec,
  records: readonly AvlRecord[],
  packetId: number,
  avlPacketId: number,
): Uint8Array {
  const head = 8 + IMEI_LENGTH
  room(head)
  view.setUint16(2, packetId)
  scratch[4] = 1
  scratch[5] = avlPacketId
  view.setUint16(6, IMEI_LENGTH)
  scratch.set(Buffer.from(checkedImei(imei), 'latin1'), 8)
  const end = writeRecords(head, codec, records)
  if (end > MOST_BYTES) throw new RangeError(`a datagram of ${end} bytes`)
  view.setUint16(0, end - 2)
  return scratch.slice(0, end)
}

/** Codec 12 answer. */
export const replyFrame = (text: string): Uint8Array =>
  textFrame(CODEC_12, ANSWER, [Buffer.from(text, 'latin1')])

/** Codec 14 answer, or the refusal of a command that named another IMEI (`text` null). */
export const replyFrameOf = (imei: string, text: string | null): Uint8Array =>
  textFrame(CODEC_14, text === null ? NACK : ANSWER, [
    Buffer.from(`0${checkedImei(imei)}`, 'hex'),
    Buffer.from(text ?? '', 'latin1'),
  ])

/** The messages of the server to a device over TCP. */
export type FromServer =
  | { readonly kind: 'login'; readonly accepted: boolean; readonly length: 1 }
  /** `count` 0: the packet was refused. */
  | { readonly kind: 'ack'; readonly count: number; readonly length: 4 }
  /** `imei` when the command names one (codec 14). */
  | {
      readonly kind: 'command'
      readonly text: string
      readonly imei?: string
      readonly length: number
    }

/**
 * The first message of the server in `bytes` from `start` to before `end`, with its length; null while more is needed.
 * An acknowledgement has no mark of its own, so the device must say what it waits for. Four zero bytes alone refuse its packet; when more bytes
 * follow, they begin a command.
 * Throws RangeError on bytes that a server never sends.
 */
export function readServer(
  bytes: Uint8Array,
  start: number,
  end: number,
  waitsFor: 'login' | 'ack' | 'nothing',
): FromServer | null {
  const available = end - start
  if (available <= 0) return null
  if (waitsFor === 'login') {
    const answer = u8(bytes, start)
    if (answer > 1) throw new RangeError(`answer ${answer} to a login`)
    return { kind: 'login', accepted: answer === 1, length: 1 }
  }
  if (available < 4) return null
  const first = u32(bytes, start)
  const opensCommand = first === 0 && (waitsFor === 'nothing' || available > 4)
  if (!opensCommand) {
    if (waitsFor === 'nothing') throw new RangeError('an acknowledgement that nobody waits for')
    return { kind: 'ack', count: first, length: 4 }
  }
  if (available < HEAD) return null
  const length = u32(bytes, start + 4) + AROUND
  if (length > MOST_BYTES) throw new RangeError(`a command of ${length} bytes`)
  return available < length ? null : readCommand(bytes.subarray(start, start + length))
}

/** A complete codec 12 or 14 command frame; throws RangeError on anything else. */
export function readCommand(frame: Uint8Array): Extract<FromServer, { kind: 'command' }> {
  const length = frame.length
  const codec = u8(frame, HEAD)
  const size = length < AROUND + 8 ? -1 : u32(frame, HEAD + 3)
  const sound =
    size === length - AROUND - 8 &&
    u32(frame, 4) === length - AROUND &&
    u8(frame, HEAD + 1) === 1 &&
    u8(frame, length - 5) === 1
  if (
    !sound ||
    u8(frame, HEAD + 2) !== COMMAND ||
    crc16(frame, HEAD, length - 4) !== u32(frame, length - 4)
  )
    throw new RangeError('not a command')
  const payload = Buffer.from(frame.buffer, frame.byteOffset + HEAD + 7, size)
  if (codec === CODEC_12) return { kind: 'command', text: payload.toString('latin1'), length }
  if (codec !== CODEC_14 || size < 8) throw new RangeError(`a command of codec ${codec}`)
  return {
    kind: 'command',
    text: payload.toString('latin1', 8),
    imei: payload.toString('hex', 0, 8).slice(1),
    length,
  }
}

/** The 7-byte answer to a datagram; null when the bytes are none. */
export function readDatagramAck(
  bytes: Uint8Array,
): { readonly packetId: number; readonly avlPacketId: number; readonly count: number } | null {
  if (bytes.length !== 7 || u8(bytes, 0) !== 0 || u8(bytes, 1) !== 5) return null
  return {
    packetId: (u8(bytes, 2) << 8) | u8(bytes, 3),
    avlPacketId: u8(bytes, 5),
    count: u8(bytes, 6),
  }
}

function writeRecords(start: number, codec: DataCodec, records: readonly AvlRecord[]): number {
  if (records.length === 0 || records.length > MOST_RECORDS)
    throw new RangeError(`${records.length} records in a packet`)
  room(start + 3)
  scratch[start] = codec
  scratch[start + 1] = records.length
  let o = start + 2
  for (const record of records) o = writeRecord(o, codec, record)
  room(o + 1)
  scratch[o] = records.length
  return o + 1
}

function writeRecord(
  start: number,
  codec: DataCodec,
  { at, fix, elements, event = 0, priority = 0, generation = 0 }: AvlRecord,
): number {
  const wide = codec !== CODEC_8
  let byteCount = 64
  for (const e of elements) {
    byteCount += 'bytes' in e ? 4 + e.bytes.length : 2 + e.width
    if (!carries(codec, e))
      throw new RangeError(`${'bytes' in e ? 'bytes of ' : ''}id ${e.id} in codec ${codec}`)
  }
  if (elements.length > 255 && codec !== CODEC_8E)
    throw new RangeError(`${elements.length} elements in codec ${codec}`)
  if (event > (wide ? 65_535 : 255)) throw new RangeError(`event ${event} in codec ${codec}`)
  room(start + byteCount)
  let o = start
  view.setUint32(o, Math.floor(at / 4294967296))
  view.setUint32(o + 4, at >>> 0)
  scratch[o + 8] = priority
  view.setInt32(o + 9, fix?.longitude_e7 ?? 0)
  view.setInt32(o + 13, fix?.latitude_e7 ?? 0)
  view.setInt16(o + 17, fix?.altitude ?? 0)
  view.setUint16(o + 19, fix?.direction ?? 0)
  scratch[o + 21] = fix?.satellites ?? 0
  view.setUint16(o + 22, fix?.speed ?? 0)
  o = writeNumber(o + 24, event, wide)
  if (codec === CODEC_16) scratch[o++] = generation
  const wideCount = codec === CODEC_8E
  o = writeNumber(o, elements.length, wideCount)
  for (let width = 1; width <= 8; width *= 2) {
    const countAt = o
    o = writeNumber(o, 0, wideCount)
    let count = 0
    for (const e of elements) {
      if ('bytes' in e || e.width !== width) continue
      o = writeNumber(o, e.id, wide)
      writeValue(o, width, e.value)
      o += width
      count++
    }
    writeNumber(countAt, count, wideCount)
  }
  return wideCount ? writeTexts(o, elements) : o
}

function writeTexts(start: number, elements: readonly Element[]): number {
  let o = start + 2
  let count = 0
  for (const e of elements) {
    if (!('bytes' in e)) continue
    view.setUint16(o, e.id)
    view.setUint16(o + 2, e.bytes.length)
    scratch.set(e.bytes, o + 4)
    o += 4 + e.bytes.length
    count++
  }
  view.setUint16(start, count)
  return o
}

/** Writes a u8 or u16; returns the offset after it. */
function writeNumber(o: number, value: number, wide: boolean): number {
  if (wide) view.setUint16(o, value)
  else scratch[o] = value
  return wide ? o + 2 : o + 1
}

function writeValue(o: number, width: number, value: number | bigint): void {
  if (width === 8) view.setBigUint64(o, BigInt.asUintN(64, BigInt(value)))
  else {
    const number = Number(value)
    if (width === 1) scratch[o] = number
    else if (width === 2) view.setUint16(o, number)
    else view.setUint32(o, number)
  }
}

function room(bytes: number): void {
  if (bytes <= scratch.length) return
  const larger = new Uint8Array(Math.max(bytes, scratch.length * 2))
  larger.set(scratch)
  scratch = larger
  view = new DataView(larger.buffer)
}

function checkedImei(imei: string): string {
  if (!isImei(imei)) throw new RangeError(`${imei} is not an IMEI of 15 digits`)
  return imei
}
