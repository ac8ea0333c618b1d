// Readings of items with more than one value, in the forms that can be recognised by their length.
import type { IoWriter } from '@flotta/core/io.ts'
import { ids, u8, u16, u32 } from './layout.ts'

const PERCENT = 100
const STEPS_ITEM = 0x56
const TYRES_ITEM = 0x77
const CHARGE_ITEM = 0xe4
const BATTERY_ITEM = 0xf7
/** Number, name of three bytes, pressure, temperature, state. */
const TYRE_BYTES = 8
const MOST_TYRES = 24
const COLDEST = -50

/** Stores the readings in an item, in addition to the item itself. */
export function putReadings(io: IoWriter, id: number, data: Uint8Array): void {
  if (id === CHARGE_ITEM && data.length === 2 && u8(data, 0) <= 1) putPercent(io, u8(data, 1))
  else if (id === STEPS_ITEM && data.length === 2) putPercent(io, u8(data, 0) * 10)
  else if (id === BATTERY_ITEM && data.length === 6) {
    io.putNumber(ids.battery_mv, Math.min(u32(data, 0), 0xffff), 2)
    putPercent(io, u8(data, 5))
  } else if (id === TYRES_ITEM && data.length > 0 && data.length % TYRE_BYTES === 0)
    for (let o = 0; o < data.length; o += TYRE_BYTES) putTyre(io, data, o)
}

function putPercent(io: IoWriter, percent: number): void {
  if (percent <= PERCENT) io.putNumber(ids.battery_percent, percent, 1)
}

/** A wheel whose sensor was not received has no pressure and the lowest temperature. */
function putTyre(io: IoWriter, data: Uint8Array, o: number): void {
  const number = u8(data, o)
  const pressure = u16(data, o + 4)
  const temperature = u8(data, o + 6)
  if (number < 1 || number > MOST_TYRES || (pressure === 0 && temperature === 0)) return
  io.putNumber(ids.tyre_pressure + number - 1, pressure, 2)
  io.putNumber(ids.tyre_temperature + number - 1, (temperature + COLDEST) & 0xff, 1)
}
