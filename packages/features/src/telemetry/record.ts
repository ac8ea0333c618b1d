// A record as it is kept: a fix in the ranges of its columns, and the bytes in which it waits in the quarantine.
import type { Fix, Message } from '@flotta/core/telemetry.ts'

const MAX_INT16 = 32_767
const smallint = (value: number): number => (value > MAX_INT16 ? MAX_INT16 : value < -MAX_INT16 ? -MAX_INT16 : Math.round(value))

/** A fix in the ranges of its columns; null where there is no such place on earth. */
export function storable(fix: Fix | null): Fix | null {
  if (fix === null) return null
  if (!(Math.abs(fix.latitude_e7) <= 900_000_000 && Math.abs(fix.longitude_e7) <= 1_800_000_000)) return null
  const { altitude, direction, speed, satellites } = fix
  if (inRange(altitude) && inRange(direction) && inRange(speed) && inRange(satellites)) return fix
  return { ...fix, altitude: smallint(altitude), direction: smallint(direction), speed: smallint(speed), satellites: smallint(satellites) }
}
const inRange = (value: number): boolean => value === (value | 0) && value <= MAX_INT16 && value >= -MAX_INT16

const HEAD = 9
const FIX = 28

/** Time, fix and raw parameters as bytes; every value survives, also those that no column could hold. */
export function packMessage({ at, fix, io }: Message): Uint8Array {
  const bytes = new Uint8Array(HEAD + (fix === null ? 0 : FIX) + io.length)
  const view = new DataView(bytes.buffer)
  view.setFloat64(0, at)
  view.setUint8(8, fix === null ? 0 : 1)
  if (fix !== null) {
    view.setFloat64(HEAD, fix.latitude_e7)
    view.setFloat64(HEAD + 8, fix.longitude_e7)
    view.setInt32(HEAD + 16, fix.altitude)
    view.setUint16(HEAD + 20, fix.direction)
    view.setUint16(HEAD + 22, fix.speed)
    view.setUint32(HEAD + 24, fix.satellites)
  }
  bytes.set(io, HEAD + (fix === null ? 0 : FIX))
  return bytes
}

/** Throws RangeError on bytes of another form. */
export function unpackMessage(bytes: Uint8Array): Message {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = view.getFloat64(0)
  if (view.getUint8(8) === 0) return { at, fix: null, io: bytes.slice(HEAD) }
  const fix: Fix = {
    latitude_e7: view.getFloat64(HEAD),
    longitude_e7: view.getFloat64(HEAD + 8),
    altitude: view.getInt32(HEAD + 16),
    direction: view.getUint16(HEAD + 20),
    speed: view.getUint16(HEAD + 22),
    satellites: view.getUint32(HEAD + 24),
  }
  return { at, fix, io: bytes.slice(HEAD + FIX) }
}
