// Decodes a complete GT06 frame: login, heartbeat, places, alarms, readings, or the answer to a command.
import { IoWriter, RECEIPT_IO } from '@flotta/core/io.ts'
import {
  type DecodedFrame,
  type FrameMessage,
  isImei,
  type Memory,
  type Reception,
} from '@flotta/core/protocol.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { crcX25 } from '../checksums.ts'
import { putCameraEvent } from './camera.ts'
import { answerTo, timeAnswer } from './encode.ts'
import { hasStop } from './frame.ts'
import { putInfo, putSerial } from './info.ts'
import {
  ALARMS,
  CAMERA_EVENT,
  CELL_ALARM,
  CELL_ALARM_4G,
  FENCES,
  HEARTBEAT,
  HEARTBEAT_VOLTAGE,
  INFO,
  ids,
  LOGIN,
  LONG,
  MODULES,
  PLACE_AT,
  PLACE_IF_DATED,
  PLACE_WITH_LENGTH,
  PLACE_WITHOUT_LENGTH,
  RAW_IDS,
  REPLY,
  REPLY_OLD,
  SERIAL,
  SHORT,
  SHORTEST,
  STATE_OR_PLACE,
  TAIL,
  TIME,
  u8,
  u16,
} from './layout.ts'
import { putModules, putStateModules } from './modules.ts'
import { DATE_LENGTH, dateAt, PLACE_LENGTH, type Place, placeAt, withLength } from './place.ts'
import { placeOfText } from './place-text.ts'
import { putAlarm, putCellAlarm, putLocation, putStatus, putTerminal } from './status.ts'

const io = new IoWriter()
const IMEI_BYTES = 8
/** Location frames of some models begin with the IMEI, or with the IMEI, a number and a date. */
const PLACES_BEHIND_IMEI = [IMEI_BYTES, IMEI_BYTES + 7]
const WEST = 8
/** The largest distance of a time zone from UTC, minutes. */
const FURTHEST = 14 * 60
const none = new Uint8Array(0)
const refusal = (reason: string): DecodedFrame => ({ kind: 'refused', reason, ack: none })

/** Decodes one frame, or the bytes before the next mark, as `frame()` cut it. */
export function decode(frame: Uint8Array, reception: Reception): DecodedFrame {
  const isLong = frame[0] === LONG && frame[1] === LONG
  if (!isLong && !(frame[0] === SHORT && frame[1] === SHORT)) return { kind: 'garbage' }
  const head = isLong ? 4 : 3
  if (frame.length < head + SHORTEST + 2 || !hasStop(frame, frame.length)) return refusal('length')
  const length = isLong ? u16(frame, 2) : u8(frame, 2)
  if (length !== frame.length - head - 2) return refusal('length')
  const crcAt = frame.length - 4
  if (crcX25(frame, 2, crcAt) !== u16(frame, crcAt)) return refusal('checksum')
  const protocol = u8(frame, head)
  const content = frame.subarray(head + 1, frame.length - TAIL)
  const serial = u16(frame, crcAt - 2)
  if (protocol === LOGIN) return login(content, serial)
  const ack = answerTo(protocol, serial)
  if (protocol === REPLY_OLD) return reply(content, u8(content, 0) - 4, 5, false, ack, reception)
  if (protocol === REPLY)
    return reply(content, content.length - 5, 5, content[4] === 2, ack, reception)
  if (protocol === TIME) return { kind: 'ping', answer: timeAnswer(serial, reception.at) }
  if (content.length === 0) return { kind: 'ping', answer: ack }
  const isInfo = protocol === INFO && isLong
  return { kind: 'messages', messages: [message(protocol, content, isInfo, reception)], ack }
}

function login(content: Uint8Array, serial: number): DecodedFrame {
  if (content.length < IMEI_BYTES) return refusal('login')
  const device_id = imeiOf(content)
  if (!hasImei(content)) return refusal('not an IMEI')
  return {
    kind: 'login',
    device_id,
    accept: answerTo(LOGIN, serial),
    refuse: none,
    memory: content.length >= IMEI_BYTES + 4 ? zoneOf(u16(content, IMEI_BYTES + 2)) : {},
  }
}

/** Hours and minutes as one decimal number, then east or west. */
function zoneOf(value: number): Memory {
  const clock = value >> 4
  const ahead = Math.floor(clock / 100) * 60 + (clock % 100)
  return ahead > FURTHEST ? {} : { ahead: value & WEST ? -ahead : ahead }
}

function reply(
  content: Uint8Array,
  length: number,
  at: number,
  isWide: boolean,
  ack: Uint8Array,
  reception: Reception,
): DecodedFrame {
  if (length < 0 && content.length < at) return refusal('reply')
  const bytes = Buffer.from(content.subarray(at, at + Math.max(0, length)))
  const raw = isWide
    ? bytes
        .subarray(0, bytes.length & ~1)
        .swap16()
        .toString('utf16le')
    : bytes.toString('latin1')
  const text = raw.replaceAll('\u0000', '').trim()
  const replies = [{ text }]
  const place = placeOfText(text)
  if (place === null) return { kind: 'reply', replies, ack }
  io.reset()
  return { kind: 'messages', messages: [recordOf(place, reception)], replies, ack }
}

function message(
  protocol: number,
  content: Uint8Array,
  isInfo: boolean,
  { at, memory }: Reception,
): FrameMessage {
  io.reset()
  const place = isInfo
    ? null
    : protocol === MODULES
      ? putModules(io, content)
      : placeOf(protocol, content)
  let clock = place?.clock ?? null
  if (isInfo) clock = putInfo(io, content)
  else if (place === null) clock = putReadings(protocol, content)
  return recordOf({ clock, fix: place?.fix ?? null }, { at, memory })
}

/** The record of the stored values, with the time of the device's clock. */
function recordOf(
  { clock, fix }: Pick<Place, 'clock' | 'fix'>,
  { at, memory }: Reception,
): FrameMessage {
  if (clock === null) {
    io.putNumber(RECEIPT_IO, 1, 1)
    return { at, fix, io: io.take() }
  }
  // A device that reported its time zone when it signed in needs no setting.
  if (typeof memory.ahead === 'number')
    return { at: clock - memory.ahead * MINUTE, fix, io: io.take() }
  return { at: clock, fix, io: io.take(), local: true }
}

/** The place of a frame, with what follows it; null: the frame has none. */
function placeOf(protocol: number, content: Uint8Array): Place | null {
  const at = PLACE_AT.get(protocol)
  if (at === undefined) return null
  if (protocol === PLACE_WITH_LENGTH && withLength(content)) {
    io.put(RAW_IDS + protocol, content, PLACE_LENGTH + 1, content.length - PLACE_LENGTH - 1, true)
    return placeAt(content, 1, false, 0)
  }
  if (PLACE_IF_DATED.has(protocol) && dateAt(content, 0) === null) return null
  if (protocol === STATE_OR_PLACE && putStateModules(io, content)) return noPlace
  const o = placeBegin(content, at)
  const place = placeAt(content, o, protocol === PLACE_WITHOUT_LENGTH)
  if (place === null) return null
  if (place.acc !== null) io.putNumber(ids.acc, place.acc ? 1 : 0, 1)
  const begin = o + PLACE_LENGTH
  const end = begin < content.length ? putRest(protocol, content, begin, o) : begin
  const rest = end < 0 ? begin : end
  if (rest < content.length) io.put(RAW_IDS + protocol, content, rest, content.length - rest, true)
  return place
}

const noPlace: Place = { clock: null, fix: null, acc: null }

function placeBegin(content: Uint8Array, usual: number): number {
  if (dateAt(content, usual) !== null || !hasImei(content)) return usual
  return PLACES_BEHIND_IMEI.find(at => dateAt(content, at) !== null) ?? usual
}

const imeiOf = (content: Uint8Array): string =>
  Buffer.from(content.subarray(0, IMEI_BYTES)).toString('hex').slice(1)
const hasImei = (content: Uint8Array): boolean =>
  content.length >= IMEI_BYTES && u8(content, 0) <= 15 && isImei(imeiOf(content))

/** Stores what follows the place. Returns the end of what was read, or -1. */
function putRest(protocol: number, content: Uint8Array, begin: number, at: number): number {
  const is4g = protocol === 0xa0 || protocol === 0xa4
  if (ALARMS.has(protocol))
    return putAlarm(io, content, begin, { is4g, hasFence: FENCES.has(protocol) })
  const hasCell = protocol === 0x12 || protocol === 0x22 || protocol === 0xa0
  return hasCell && at <= IMEI_BYTES ? putLocation(io, content, begin, is4g) : -1
}

/** A frame without a place: the state of the device, or content without a meaning here. Returns its time by the device's clock. */
function putReadings(protocol: number, content: Uint8Array): number | null {
  if (protocol === HEARTBEAT && content.length >= 3 && content.length <= 6) {
    putStatus(io, content.subarray(0, 5), 0)
    return null
  }
  if (protocol === HEARTBEAT_VOLTAGE && content.length >= 4) {
    putTerminal(io, u8(content, 0))
    io.put(ids.battery_voltage, content, 1, 2)
    if (u8(content, 3) <= 4) io.put(ids.gsm, content, 3, 1)
    return null
  }
  if (protocol === CELL_ALARM && putCellAlarm(io, content, false)) return null
  if (protocol === CELL_ALARM_4G && putCellAlarm(io, content, true)) return null
  if (protocol === SERIAL && putSerial(io, content.subarray(1))) return null
  if (protocol === CAMERA_EVENT) return putCameraEvent(io, content)
  if (protocol === HEARTBEAT) putTerminal(io, u8(content, 0))
  io.put(RAW_IDS + protocol, content, 0, content.length, true)
  return PLACE_AT.get(protocol) === 0 && content.length >= DATE_LENGTH ? dateAt(content, 0) : null
}
