// Information frames: one reading or text each, by their kind.
import type { IoWriter } from '@flotta/core/io.ts'
import { ids, RAW_INFO_IDS, u8 } from './layout.ts'
import { dateAt } from './place.ts'

const VOLTAGE = 0x00
const TEXT = 0x04
const DOOR = 0x05
const CARD = 0x0a
const FUEL = 0x0d
const RFID = 0x1b
const CLIMATE = 0x1e
/** Type and number of a fuel probe, its level, temperature, and second level. */
const FUEL_TEXT = /!AIOIL,\w+,\d+\.\d+,(\d+\.\d+),[^,]*,\d+,(\d+\.\d+)/

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1').trim()
function putText(io: IoWriter, id: number, text: string): void {
  const bytes = Buffer.from(text, 'latin1')
  io.put(id, bytes, 0, bytes.length, true)
}
const putRaw = (io: IoWriter, kind: number, data: Uint8Array): void =>
  io.put(RAW_INFO_IDS + kind, data, 0, data.length, true)

/** Stores the content of the frame; returns the time by the device's clock, if it has one. */
export function putInfo(io: IoWriter, content: Uint8Array): number | null {
  const kind = u8(content, 0)
  const data = content.subarray(1)
  if (kind === VOLTAGE && data.length === 2) io.put(ids.external_voltage, data, 0, 2)
  else if (kind === TEXT) putText(io, ids.status_text, textOf(data))
  else if (kind === CLIMATE && data.length === 8) {
    io.put(ids.temperature, data, 0, 4)
    io.put(ids.humidity, data, 4, 4)
  } else if (kind === RFID) putText(io, ids.rfid, cardOf(data))
  else if (kind === DOOR && (data.length === 1 || data.length === 7)) return putDoor(io, data)
  else if (kind === FUEL) putFuel(io, data)
  else if (kind === CARD && data.length === 26) {
    putText(io, ids.imsi, Buffer.from(data.subarray(8, 16)).toString('hex'))
    putText(io, ids.iccid, Buffer.from(data.subarray(16, 26)).toString('hex'))
  } else putRaw(io, kind, data)
  return null
}

const START = 0x02
const END = 0x03
/** The frame of a card reader: start, total length, number, checksum, end. */
const isFramed = (data: Uint8Array): boolean =>
  data.length > 4 && data[0] === START && data[1] === data.length && data[data.length - 1] === END
const cardOf = (data: Uint8Array): string =>
  isFramed(data)
    ? Buffer.from(data.subarray(2, -2)).toString('hex').toUpperCase()
    : textOf(data).replace(/^RFID:/i, '')

/** Ten digits of a card and two digits of their checksum, as readers on a serial port send them. */
const SERIAL_CARD = /^([0-9A-F]{10})([0-9A-F]{2})(?:\r\n)?$/
/** A temperature with the degree sign of the Chinese character set. */
const SERIAL_TEMPERATURE = /^([+-]?\d{1,3}\.\d)\xa1\xe6\r?\n?$/

/** Stores the message of a reader or a probe on the serial port. false: it is something else. */
export function putSerial(io: IoWriter, data: Uint8Array): boolean {
  const text = Buffer.from(data).toString('latin1')
  const isReader = data[0] === START && data[data.length - 1] === END
  const [, card, sum] = (isReader && SERIAL_CARD.exec(text.slice(1, -1))) || []
  if (card !== undefined && sum !== undefined) {
    const bytes = [...Buffer.from(card, 'hex')]
    if (bytes.reduce((a, b) => a ^ b, 0) !== Number.parseInt(sum, 16)) return false
    putText(io, ids.rfid, card)
    return true
  }
  const [, temperature] = SERIAL_TEMPERATURE.exec(text) ?? []
  if (temperature === undefined) return false
  io.putNumber(ids.serial_temperature, Math.round(Number(temperature) * 10) & 0xffff, 2)
  return true
}

function putDoor(io: IoWriter, data: Uint8Array): number | null {
  const flags = u8(data, data.length - 1)
  io.putNumber(ids.door, flags & 1, 1)
  io.putNumber(ids.door_input, (flags >> 2) & 1, 1)
  return data.length === 7 ? dateAt(data, 0) : null
}

function putFuel(io: IoWriter, data: Uint8Array): void {
  const [, temperature, level] = FUEL_TEXT.exec(textOf(data)) ?? []
  if (temperature === undefined || level === undefined) {
    putRaw(io, FUEL, data)
    return
  }
  io.putNumber(ids.fuel_temperature, Math.round(Number(temperature) * 1_000), 4)
  io.putNumber(ids.fuel_level, Math.round(Number(level) * 1_000), 4)
}
