// A message as bytes, for the bus and for the quarantine. Every value is preserved, also values that no column can hold.
import type { Fix, Message } from './telemetry.ts'

const HEAD = 9
const FIX = 28

/** Time, fix and raw parameters as bytes. */
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
