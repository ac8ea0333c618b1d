// Helpers of text protocols: numbers, times and places from fields, and the end of a text.
import type { Fix } from '@flotta/core/telemetry.ts'
import { nextMark } from './marks.ts'

const MAX_LATITUDE = 90
const MAX_LONGITUDE = 180
/** Altitude and speed are stored in two bytes. */
const LARGEST = 32_767
export const KM_H_PER_KNOT = 1.852
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const NUL = 0x00

/** A decimal number; null: the field is no number. */
export const decimalOf = (field: string | undefined): number | null =>
  field !== undefined && /^[+-]?(\d{1,15}\.?\d{0,20}|\.\d{1,20})$/.test(field)
    ? Number(field)
    : null

/** A hexadecimal number of up to 32 bits; null: the field is no number. */
export const hexadecimalOf = (field: string | undefined): number | null =>
  field !== undefined && /^[\da-f]{1,8}$/i.test(field) ? Number.parseInt(field, 16) : null

/** Year, month, day, hour, minute and second in UTC, as epoch ms; null: there is no such time. */
export function utcOf(parts: readonly number[]): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return null
  const at = Date.UTC(year, month - 1, day, hour, minute, second)
  // Date would carry a day that the month does not have over into the next month.
  return new Date(at).getUTCDate() === day ? at : null
}

/** A time of 14 digits `yyyyMMddHHmmss`, or of 10 or 12 digits with a two-digit year of this century, with or without seconds; null: it is no time. */
export function timeOfDigits(digits: string | undefined): number | null {
  if (digits === undefined || !/^(\d{10}|\d{12}|\d{14})$/.test(digits)) return null
  const fullDigits = digits.length === 14 ? digits : `20${digits}`.padEnd(14, '0')
  const year = Number(fullDigits.slice(0, 4))
  return utcOf([year, ...(fullDigits.slice(4).match(/\d\d/g) ?? []).map(Number)])
}

/** Degrees and minutes `dddmm.mmmm`; null: the field is no coordinate. */
export function degreesOfMinutes(field: string): number | null {
  if (!/^\d{3,5}(\.\d{1,20})?$/.test(field)) return null
  const value = Number(field)
  const degrees = Math.floor(value / 100)
  return degrees + (value - degrees * 100) / 60
}

/** A place in degrees, metres and km/h; values that the device did not send are absent. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
  readonly altitude?: number | null | undefined
  readonly direction?: number | null | undefined
  readonly speed?: number | null | undefined
  readonly satellites?: number | null | undefined
}

/** The fix of a place on the earth; null: the coordinates are out of range, or 0,0. */
export function fixOfPlace({ latitude, longitude, ...rest }: Place): Fix | null {
  if (Math.abs(latitude) > MAX_LATITUDE || Math.abs(longitude) > MAX_LONGITUDE) return null
  if (latitude === 0 && longitude === 0) return null
  const altitude = Math.round(rest.altitude ?? 0)
  return {
    latitude_e7: Math.round(latitude * 1e7),
    longitude_e7: Math.round(longitude * 1e7),
    altitude: Math.abs(altitude) > LARGEST ? 0 : altitude,
    direction: ((Math.round(rest.direction ?? 0) % 360) + 360) % 360,
    speed: Math.min(LARGEST, Math.max(0, Math.round(rest.speed ?? 0))),
    satellites: Math.min(255, Math.max(0, Math.round(rest.satellites ?? 0))),
  }
}

/** Line ends and zeros that devices send between their texts. */
export const isBetweenTexts = (byte: number | undefined): boolean =>
  byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === NUL

/** The marks of a text protocol. */
export interface TextMarks {
  /** The beginnings of a text; a mark that contains another one comes before it. */
  readonly marks: readonly (readonly number[])[]
  /** The last bytes of a text. */
  readonly ends: readonly number[]
  /** Bytes at which garbage ends, in addition to the next mark. */
  readonly endsOfGarbage?: readonly number[]
}

/**
 * Length of the text at `start`, of a text that is cut off by the next mark, of one byte between texts, or of garbage.
 * 0: more is needed.
 */
export function textLength(
  bytes: Uint8Array,
  start: number,
  end: number,
  { marks, ends, endsOfGarbage = [] }: TextMarks,
): number {
  if (start >= end) return 0
  if (isBetweenTexts(bytes[start])) return 1
  const ownMark = marks.find(mark => mark.every((byte, i) => bytes[start + i] === byte))
  const isText = ownMark !== undefined && start + ownMark.length <= end
  const body = start + (isText ? ownMark.length : 1)
  const stop = nextMark(
    bytes,
    isText ? body : start,
    end,
    (isText ? ends : endsOfGarbage).map(byte => [byte]),
  )
  const mark = nextMark(bytes, body, stop < 0 ? end : stop, marks)
  if (mark >= 0) return mark - start
  return stop < 0 ? 0 : stop + 1 - start
}

/** The bytes of a mark. */
export const markOf = (text: string): readonly number[] => [...Buffer.from(text, 'latin1')]
