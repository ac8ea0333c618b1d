// The device's end of a protocol: the bytes that its devices send, for simulated trackers and measurements. Each is the `device-side.ts` of a folder.
import type { Fix } from '@flotta/core/telemetry.ts'

/** Bytes that a device sends, and the answer of the server once they are stored, as a pattern for its bytes in Latin-1. */
export interface Saying {
  readonly bytes: Uint8Array
  readonly answer: RegExp
}

/** A record of a simulated device. */
export interface DeviceRecord {
  /** Epoch ms, a whole second. */
  readonly at: number
  readonly fix: Fix
  readonly ignition: boolean
  /** Supply voltage, volts. */
  readonly power: number
  /** Metres. */
  readonly odometer: number
}

export interface DeviceSide {
  /** The name of a device made from an IMEI, when the protocol uses other names. */
  readonly nameOf?: (imei: string) => string
  /** The sign-in, when the protocol has one. */
  readonly signIn?: (device_id: string, serial: number) => Saying
  /** One record. When the protocol does not answer records, a heartbeat follows, which is answered after they are stored. */
  readonly record: (device_id: string, record: DeviceRecord, serial: number) => Saying
}

const DEGREES = 1e7
export const degrees = (e7: number): number => e7 / DEGREES
/** `yyyyMMddHHmmss` in UTC. */
export const clockDigits = (at: number): string =>
  new Date(at).toISOString().replaceAll(/\D/g, '').slice(0, 14)
/** `ddmm.mmmm` and the hemisphere, with this number of digits for the degrees. */
export function degreesAndMinutes(
  e7: number,
  digits: 2 | 3,
  sides: readonly [positive: string, negative: string],
): readonly [minutes: string, side: string] {
  // In steps of a ten-thousandth of a minute, so that 59.99996 minutes become a full degree instead of 60 minutes.
  const steps = Math.round((Math.abs(e7) / DEGREES) * 600_000)
  const degrees = Math.floor(steps / 600_000)
  const minutes = ((steps - degrees * 600_000) / 10_000).toFixed(4).padStart(7, '0')
  return [`${String(degrees).padStart(digits, '0')}${minutes}`, e7 < 0 ? sides[1] : sides[0]]
}
/** A pattern that matches exactly these bytes in Latin-1. */
export function patternOf(bytes: Uint8Array): RegExp {
  let pattern = ''
  for (const byte of bytes) pattern += patterns[byte]
  return new RegExp(pattern)
}
const patterns = Array.from(
  { length: 256 },
  (_, byte) => `\\x${byte.toString(16).padStart(2, '0')}`,
)
/** The bytes of an unsigned or two's complement number, highest byte first. */
export function bigEndian(value: number, width: 1 | 2 | 4 | 8): readonly number[] {
  const bytes: number[] = new Array(width)
  let rest = value
  for (let i = width - 1; i >= 0; i--) {
    bytes[i] = rest & 255
    rest = Math.floor(rest / 256)
  }
  return bytes
}
export const knotsOf = (kmh: number): string => (kmh / 1.852).toFixed(2)
