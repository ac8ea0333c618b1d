// A position of JT/T 808: alarm, status, place and time, then items; and the vendor's own form of it.
import { type IoWriter, RECEIPT_IO } from '@flotta/core/io.ts'
import type { FrameMessage } from '@flotta/core/protocol.ts'
import type { Fix } from '@flotta/core/telemetry.ts'
import { HOUR } from '@flotta/core/time.ts'
import { dateOf, hexOf, ITEM_OF_ITEMS, ids, LARGEST_SUB_ITEM, u8, u16, u32 } from './layout.ts'
import { putReadings } from './readings.ts'

export const POSITION_BYTES = 28
const SATELLITES_ITEM = 0x31
const ACC = 1
const HAS_FIX = 1 << 1
const SOUTH = 1 << 2
const WEST = 1 << 3
const FUEL_CUT = 1 << 10
const CIRCUIT_CUT = 1 << 11
const DOORS_LOCKED = 1 << 12
/** Clocks show the time of Beijing, whatever the country. */
const AHEAD = 8 * HOUR
const KM_H_PER_KNOT = 1.852
const VENDOR_BYTES = 24
const VENDOR_CHARGING = 0xaa

/** One position that fills `body`; null: the body is too short. */
export function positionOf(
  body: Uint8Array,
  io: IoWriter,
  receivedAt: number,
): FrameMessage | null {
  if (body.length < POSITION_BYTES) return null
  const status = u32(body, 4)
  io.reset()
  io.put(ids.alarm, body, 0, 4)
  io.put(ids.status, body, 4, 4)
  io.putNumber(ids.acc, status & ACC, 1)
  io.putNumber(ids.fuel_cut, status & FUEL_CUT ? 1 : 0, 1)
  io.putNumber(ids.circuit_cut, status & CIRCUIT_CUT ? 1 : 0, 1)
  io.putNumber(ids.doors_locked, status & DOORS_LOCKED ? 1 : 0, 1)
  const satellites = putItems(body, POSITION_BYTES, io)
  const clock = dateOf(body, 22, 'yymmdd')
  if (clock === null) io.putNumber(RECEIPT_IO, 1, 1)
  const message = { fix: fixOf(body, status, satellites), io: io.take() }
  return clock === null
    ? { at: receivedAt, ...message }
    : { at: clock - AHEAD, ...message, local: true }
}

function fixOf(body: Uint8Array, status: number, satellites: number): Fix | null {
  const latitude = u32(body, 8) * 10
  const longitude = u32(body, 12) * 10
  if (
    (status & HAS_FIX) === 0 ||
    (latitude === 0 && longitude === 0) ||
    latitude > 900_000_000 ||
    longitude > 1_800_000_000
  )
    return null
  return {
    latitude_e7: status & SOUTH ? -latitude : latitude,
    longitude_e7: status & WEST ? -longitude : longitude,
    altitude: (u16(body, 16) << 16) >> 16,
    speed: Math.round(u16(body, 18) / 10),
    direction: u16(body, 20) % 360,
    satellites,
  }
}

/** Stores items by their number; an item beyond the end is ignored. @returns satellites, 0 when they are not given */
function putItems(body: Uint8Array, start: number, io: IoWriter): number {
  let satellites = 0
  for (let o = start; o + 2 <= body.length; ) {
    const id = u8(body, o)
    const length = u8(body, o + 1)
    const begin = o + 2
    if (begin + length > body.length) break
    if (id !== ITEM_OF_ITEMS || !putSubItems(body.subarray(begin, begin + length), io))
      io.put(id, body, begin, length)
    putReadings(io, id, body.subarray(begin, begin + length))
    if (id === SATELLITES_ITEM && length === 1) satellites = u8(body, begin)
    o = begin + length
  }
  return satellites
}

/** Sub-items, each with a length, number (two bytes each) and data. @returns false, with nothing stored, when the item contains something else */
function putSubItems(bytes: Uint8Array, io: IoWriter): boolean {
  const items: { readonly id: number; readonly begin: number; readonly length: number }[] = []
  for (let o = 0; o < bytes.length; ) {
    if (o + 4 > bytes.length) return false
    const length = u16(bytes, o) - 2
    const id = u16(bytes, o + 2)
    if (length < 0 || id > LARGEST_SUB_ITEM || o + 4 + length > bytes.length) return false
    items.push({ id, begin: o + 4, length })
    o += 4 + length
  }
  for (const { id, begin, length } of items) io.put(ids.sub_item + id, bytes, begin, length)
  return items.length > 0
}

/** The vendor's form: digits of date, latitude and longitude, then speed in knots, course, network, satellites, kilometres and battery. */
export function vendorPositionOf(
  body: Uint8Array,
  io: IoWriter,
  receivedAt: number,
): FrameMessage | null {
  if (body.length < VENDOR_BYTES) return null
  const digits = hexOf(body.subarray(0, 15))
  const clock = dateOf(body, 0, 'ddmmyy')
  io.reset()
  io.put(ids.vendor_signal, body, 17, 1)
  io.put(ids.vendor_odometer, body, 19, 4)
  const battery = u8(body, 23)
  if (battery === VENDOR_CHARGING) io.putNumber(ids.vendor_charging, 1, 1)
  else if (battery <= 100) io.put(ids.vendor_battery, body, 23, 1)
  io.put(ids.vendor_rest, body, 24, body.length - 24, true)
  if (clock === null) io.putNumber(RECEIPT_IO, 1, 1)
  return { at: clock ?? receivedAt, fix: vendorFixOf(body, digits), io: io.take() }
}

function vendorFixOf(body: Uint8Array, digits: string): Fix | null {
  const flags = Number.parseInt(digits[29] ?? '0', 16)
  const latitude = degreesOf(digits.slice(12, 20), 2)
  const longitude = degreesOf(digits.slice(20, 29), 3)
  if ((flags & 1) === 0 || latitude === null || longitude === null) return null
  if (latitude > 90 || longitude > 180) return null
  return {
    latitude_e7: Math.round((flags & 2 ? latitude : -latitude) * 1e7),
    longitude_e7: Math.round((flags & 4 ? longitude : -longitude) * 1e7),
    altitude: 0,
    speed: Math.round(u8(body, 15) * KM_H_PER_KNOT),
    direction: (u8(body, 16) * 2) % 360,
    satellites: u8(body, 18),
  }
}

/** Degrees, then minutes with four decimals; null: there are other characters than digits. */
function degreesOf(digits: string, width: number): number | null {
  if (!/^\d+$/.test(digits)) return null
  return Number(digits.slice(0, width)) + Number(digits.slice(width)) / 10_000 / 60
}
