// The block with time and place: six bytes of date, satellites, latitude, longitude, speed, course and status.
import type { Fix } from '@flotta/core/telemetry.ts'
import { u8, u16, u32 } from './layout.ts'

export const DATE_LENGTH = 6
export const PLACE_LENGTH = 18
const MAX_LATITUDE_E7 = 900_000_000
const MAX_LONGITUDE_E7 = 1_800_000_000
const NORTH = 1 << 10
const WEST = 1 << 11
const FIX = 1 << 12
const HAS_ACC = 1 << 14
const ACC = 1 << 15

export interface Place {
  /** By the device's clock, as if it showed UTC; null: there is no date. */
  readonly clock: number | null
  /** null: no fix, or old coordinates that are repeated. */
  readonly fix: Fix | null
  /** null: the status does not contain it. */
  readonly acc: boolean | null
}

/** Date and time in six bytes, beginning with the year of this century; null: the bytes are no date. */
export function dateAt(bytes: Uint8Array, o: number): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = bytes.subarray(o, o + 6)
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return null
  const at = Date.UTC(2000 + year, month - 1, day, hour, minute, second)
  return year < 100 && new Date(at).getUTCDate() === day ? at : null
}

/** Whether a byte with the length of the place is between date and place. */
export const withLength = (content: Uint8Array): boolean =>
  content.length > PLACE_LENGTH && content[6] === PLACE_LENGTH - DATE_LENGTH

/**
 * The block at `o`; null: there is none.
 * @param isShort the block is present although it says that it has no bytes
 * @param dateBegin index of its date, when that is not at the beginning
 */
export function placeAt(
  bytes: Uint8Array,
  o: number,
  isShort = false,
  dateBegin = o,
): Place | null {
  if (o + PLACE_LENGTH > bytes.length) return null
  // The upper half of the byte counts the bytes of the place; 0 when only cells follow.
  if (!isShort && u8(bytes, o + 6) >> 4 === 0) return null
  const status = u16(bytes, o + 16)
  return {
    clock: dateAt(bytes, dateBegin),
    acc: (status & HAS_ACC) === 0 ? null : (status & ACC) !== 0,
    fix: fixAt(bytes, o + 7, u8(bytes, o + 6) & 15),
  }
}

/** Latitude, longitude, speed, course and status at `o`; null: no fix. */
export function fixAt(bytes: Uint8Array, o: number, satellites: number): Fix | null {
  const status = u16(bytes, o + 9)
  const latitude = Math.round((u32(bytes, o) * 50) / 9)
  const longitude = Math.round((u32(bytes, o + 4) * 50) / 9)
  if (
    (status & FIX) === 0 ||
    (latitude === 0 && longitude === 0) ||
    latitude > MAX_LATITUDE_E7 ||
    longitude > MAX_LONGITUDE_E7
  )
    return null
  return {
    latitude_e7: (status & NORTH) === 0 ? -latitude : latitude,
    longitude_e7: (status & WEST) === 0 ? longitude : -longitude,
    altitude: 0,
    direction: (status & 0x3ff) % 360,
    speed: u8(bytes, o + 8),
    satellites,
  }
}
