// Frames of modules: u16 number, u16 length and value, one after another.
import type { IoWriter } from '@flotta/core/io.ts'
import { ids, MODULES, RAW_IDS, u8, u16, u32 } from './layout.ts'
import { fixAt, type Place } from './place.ts'
import { putStatus, STATUS_LENGTH } from './status.ts'

const BATTERY = 0x18
const TIME = 0x2c
const MILEAGE = 0x2e
const PLACE = 0x33
const TAG = 0x7f
/** Address, two bytes, battery, temperature, humidity, state of a wireless tag. */
const TAG_BYTES = 14
/** Seconds, satellites, altitude, latitude, longitude, speed, course and status. */
const PLACE_BYTES = 18

/** Stores the whole frame, and its time, place and battery; null when it does not consist of modules. */
export function putModules(io: IoWriter, content: Uint8Array): Place | null {
  io.put(RAW_IDS + MODULES, content, 0, content.length, true)
  let place: Place = { clock: null, fix: null, acc: null }
  let o = 0
  while (o + 4 <= content.length) {
    const [module, length] = [u16(content, o), u16(content, o + 2)]
    const data = content.subarray(o + 4, o + 4 + length)
    if (data.length < length) break
    if (module === PLACE && length === PLACE_BYTES) place = placeOf(data, place)
    else if (module === TIME && length === 4 && place.clock === null)
      place = { ...place, clock: clockOf(data) }
    else putModule(io, module, data)
    o += 4 + length
  }
  return place
}

function putModule(io: IoWriter, module: number, data: Uint8Array): void {
  if (module === BATTERY && data.length === 2) io.put(ids.battery_voltage, data, 0, 2)
  else if (module === MILEAGE && data.length === 4) io.put(ids.mileage, data, 0, 4)
  else if (module === TAG && data.length === TAG_BYTES) {
    io.put(ids.tag_battery, data, 8, 1)
    io.put(ids.tag_temperature, data, 9, 2)
    io.put(ids.tag_humidity, data, 11, 2)
  }
}

const BATTERY_PERCENT = 0x6a
/** A heartbeat that continues with modules: the five bytes of the state, then u16 number, u8 length and value, to the end. false: it does not. */
export function putStateModules(io: IoWriter, content: Uint8Array): boolean {
  let o = STATUS_LENGTH
  while (o + 3 <= content.length) o += 3 + u8(content, o + 2)
  if (o !== content.length || o === STATUS_LENGTH) return false
  putStatus(io, content.subarray(0, STATUS_LENGTH), 0)
  for (o = STATUS_LENGTH; o < content.length; o += 3 + u8(content, o + 2)) {
    const data = content.subarray(o + 3, o + 3 + u8(content, o + 2))
    if (u16(content, o) === BATTERY_PERCENT && data.length === 1)
      io.put(ids.battery_percent, data, 0, 1)
    else putModule(io, u16(content, o), data)
  }
  return true
}

const clockOf = (data: Uint8Array): number | null => {
  const seconds = u32(data, 0)
  return seconds === 0 ? null : seconds * 1_000
}

function placeOf(data: Uint8Array, before: Place): Place {
  const fix = fixAt(data, 7, u8(data, 4))
  return {
    acc: null,
    clock: clockOf(data) ?? before.clock,
    fix: fix && { ...fix, altitude: (u16(data, 5) << 16) >> 16 },
  }
}
