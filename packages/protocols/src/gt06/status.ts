// What follows the place: the cell, and the state of the device with its alarm.
import type { IoWriter } from '@flotta/core/io.ts'
import { drivingStyle, fenceSide } from '../driving-style.ts'
import { ids, u8, u16, u32 } from './layout.ts'

const FUEL_CUT = 1 << 7
const CHARGING = 1 << 2
const ACC = 1 << 1
const ARMED = 1
const FULL_STEP = 6
const BEST_GSM = 4
/** Terminal, battery, network, alarm, language. */
export const STATUS_LENGTH = 5
const WITHOUT_MNC_BIT = 0x7fff
/** Shortest cell: country, network, area and cell in their usual widths. */
const SHORTEST_CELL = 8

/** Stores the byte whose bits describe the state of the device. */
export function putTerminal(io: IoWriter, value: number): void {
  io.putNumber(ids.terminal, value, 1)
  io.putNumber(ids.acc, value & ACC ? 1 : 0, 1)
  io.putNumber(ids.charging, value & CHARGING ? 1 : 0, 1)
  io.putNumber(ids.fuel_cut, value & FUEL_CUT ? 1 : 0, 1)
  io.putNumber(ids.armed, value & ARMED, 1)
  io.putNumber(ids.terminal_alarm, (value >> 3) & 7, 1)
}

/** Codes of alarms about which the descriptions of makers agree. */
const styles: Readonly<Record<number, number>> = {
  41: drivingStyle.acceleration,
  48: drivingStyle.braking,
  42: drivingStyle.cornering,
  43: drivingStyle.cornering,
  240: drivingStyle.acceleration,
  241: drivingStyle.braking,
}
const fenceSides: Readonly<Record<number, number>> = { 4: fenceSide.inside, 5: fenceSide.outside }

/** Stores the code of an alarm, and the harsh driving or the side of a fence that it reports. */
export function putAlarmCode(io: IoWriter, code: number): void {
  io.putNumber(ids.alarm, code, 1)
  const style = styles[code]
  if (style !== undefined) io.putNumber(ids.driving_style, style, 1)
  const side = fenceSides[code]
  if (side !== undefined) io.putNumber(ids.fence_side, side, 1)
}

/** Stores terminal, battery, network and, if present, alarm and language. */
export function putStatus(io: IoWriter, bytes: Uint8Array, o: number): void {
  putTerminal(io, u8(bytes, o))
  const battery = u8(bytes, o + 1)
  // Some makers send percent instead of the step.
  if (battery <= FULL_STEP) io.putNumber(ids.battery_step, battery, 1)
  else if (battery <= 100) io.putNumber(ids.battery_percent, battery, 1)
  const gsm = u8(bytes, o + 2)
  if (gsm <= BEST_GSM) io.putNumber(ids.gsm, gsm, 1)
  if (o + 3 < bytes.length) putAlarmCode(io, u8(bytes, o + 3))
  if (o + 4 < bytes.length) io.putNumber(ids.language, u8(bytes, o + 4), 1)
}

/** Stores country, network, area and cell at `o`; returns their end, or -1 when they do not fit. */
export function putCell(
  io: IoWriter,
  bytes: Uint8Array,
  o: number,
  end: number,
  is4g: boolean,
  cellWidth: 3 | 4 = 3,
): number {
  if (o + 3 > end) return -1
  const mcc = u16(bytes, o)
  const mncWidth = mcc > WITHOUT_MNC_BIT ? 2 : 1
  const areaAt = o + 2 + mncWidth
  const cellAt = areaAt + (is4g ? 4 : 2)
  const width = is4g ? 8 : cellWidth
  if (cellAt + width > end) return -1
  io.putNumber(ids.mcc, mcc & WITHOUT_MNC_BIT, 2)
  io.putNumber(ids.mnc, mncWidth === 2 ? u16(bytes, o + 2) : u8(bytes, o + 2), 2)
  io.putNumber(ids.lac, is4g ? u32(bytes, areaAt) : u16(bytes, areaAt), 4)
  let cell = 0
  for (let i = 0; i < width; i++) cell = cell * 256 + u8(bytes, cellAt + i)
  io.putNumber(ids.cell, cell, 8)
  return cellAt + width
}

/** An alarm with a cell instead of satellites: the cell, then the state, and nothing else. false: it has another form. */
export function putCellAlarm(io: IoWriter, bytes: Uint8Array, is4g: boolean): boolean {
  const end = bytes.length - STATUS_LENGTH
  if (end < SHORTEST_CELL || putCell(io, bytes, 0, end, is4g) !== end) return false
  putStatus(io, bytes, end)
  return true
}

/** Number of bytes of the cell in an alarm frame, whose length byte may count itself; 0: the frame has another form. */
function alarmCellLength(bytes: Uint8Array, o: number, fence: number): number {
  const length = u8(bytes, o)
  const rest = bytes.length - o - 1
  for (const cell of [length - 1, length])
    if (cell >= SHORTEST_CELL && rest === cell + STATUS_LENGTH + fence) return cell
  // Newer models add readings after the status.
  return length === SHORTEST_CELL && rest > length + STATUS_LENGTH ? length : 0
}

/**
 * Stores what follows the place of an alarm frame: u8 length of the cell, the cell, the status, and in some frames the number of a fence.
 * Returns the end of what was read, or -1: it has another form.
 */
export function putAlarm(
  io: IoWriter,
  bytes: Uint8Array,
  o: number,
  { is4g, hasFence }: { readonly is4g: boolean; readonly hasFence: boolean },
): number {
  const withFence = hasFence ? alarmCellLength(bytes, o, 1) : 0
  const cell = withFence || alarmCellLength(bytes, o, 0)
  if (cell === 0) return -1
  const end = o + 1 + cell
  const isWide = cell === SHORTEST_CELL + 1 && u16(bytes, o + 1) <= WITHOUT_MNC_BIT
  putCell(io, bytes, o + 1, end, is4g, isWide ? 4 : 3)
  putStatus(io, bytes.subarray(0, end + STATUS_LENGTH), end)
  if (withFence === 0) return end + STATUS_LENGTH
  io.putNumber(ids.fence, u8(bytes, end + STATUS_LENGTH), 1)
  return end + STATUS_LENGTH + 1
}

/** Length of what models with a climate sensor send: a wide cell, the usual three bytes, total distance, four more bytes, temperature, humidity. */
const WITH_CLIMATE = 24

/**
 * Stores what follows the place of a location frame: the cell, then ignition, cause, whether it was stored, and the total distance. Returns the end
 * of what was read, or -1: it has another form.
 */
export function putLocation(io: IoWriter, bytes: Uint8Array, o: number, is4g: boolean): number {
  const hasClimate = !is4g && bytes.length - o === WITH_CLIMATE
  const cellEnd = putCell(io, bytes, o, bytes.length, is4g, hasClimate ? 4 : 3)
  if (cellEnd < 0) return -1
  const rest = bytes.length - cellEnd
  if (rest === 3 || rest === 7 || hasClimate) {
    io.putNumber(ids.acc, u8(bytes, cellEnd) === 0 ? 0 : 1, 1)
    io.putNumber(ids.upload_mode, u8(bytes, cellEnd + 1), 1)
    io.putNumber(ids.reupload, u8(bytes, cellEnd + 2), 1)
  }
  if (hasClimate) {
    io.put(ids.mileage, bytes, cellEnd + 3, 4)
    io.put(ids.fine_temperature, bytes, cellEnd + 11, 2)
    io.put(ids.fine_humidity, bytes, cellEnd + 13, 2)
    return bytes.length
  }
  if (rest === 4 || rest === 7) io.put(ids.mileage, bytes, bytes.length - 4, 4)
  return rest === 3 || rest === 4 || rest === 7 ? bytes.length : cellEnd
}
