// Frames of modules: u16 number, u16 length and value, one after another.
import type { IoWriter } from '@flotta/core/io.ts'
import { ids, MODULES, RAW_IDS, u8, u16, u32 } from './layout.ts'
import { fixAt, type Place } from './place.ts'

const BATTERY = 0x18
const TIME = 0x2c
const PLACE = 0x33
/** Seconds, satellites, altitude, latitude, longitude, speed, course and status. */
const PLACE_BYTES = 18

/** Keeps the frame whole and reads its time, place and battery; null where the modules do not fill it. */
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
    else if (module === BATTERY && length === 2) io.put(ids.battery_voltage, data, 0, 2)
    o += 4 + length
  }
  return place
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
