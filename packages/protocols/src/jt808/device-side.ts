// The frames of a simulated JT/T 808 device.
import { xor8 } from '../checksums.ts'
import { bigEndian, clockDigits, type DeviceSide, patternOf } from '../device-side.ts'
import { STANDARD, withEscapes } from './escape.ts'
import { messages, result } from './layout.ts'

/** The time zone of Beijing. */
const AHEAD_MS = 8 * 3_600_000
const ACC = 1
const FIX = 1 << 1
const SOUTH = 1 << 2
const WEST = 1 << 3
const MILEAGE = 0x01
const POWER = 0x82

const device: DeviceSide = {
  // Names have at most twelve digits, without leading zeros.
  nameOf: imei => String(Number(imei.slice(-12))),
  record(device_id, { at, fix, ignition, power, odometer }, serial) {
    const number = bigEndian(serial & 0xffff, 2)
    const status =
      (ignition ? ACC : 0) |
      FIX |
      (fix.latitude_e7 < 0 ? SOUTH : 0) |
      (fix.longitude_e7 < 0 ? WEST : 0)
    const body = [
      ...[0, 0, 0, 0],
      ...bigEndian(status, 4),
      ...bigEndian(Math.round(Math.abs(fix.latitude_e7) / 10), 4),
      ...bigEndian(Math.round(Math.abs(fix.longitude_e7) / 10), 4),
      ...bigEndian(fix.altitude, 2),
      ...bigEndian(fix.speed * 10, 2),
      ...bigEndian(fix.direction, 2),
      ...Buffer.from(clockDigits(at + AHEAD_MS).slice(2), 'hex'),
      ...[MILEAGE, 4, ...bigEndian(Math.round(odometer / 100), 4)],
      ...[POWER, 2, ...bigEndian(Math.round(power * 10), 2)],
    ]
    const content = [
      ...bigEndian(messages.position, 2),
      ...bigEndian(body.length, 2),
      ...Buffer.from(device_id.padStart(12, '0'), 'hex'),
      ...number,
      ...body,
    ]
    const answered = Uint8Array.from([...number, ...bigEndian(messages.position, 2), result.taken])
    return {
      bytes: withEscapes(Uint8Array.from([...content, xor8(Uint8Array.from(content))]), STANDARD),
      // The checksum and the serial number of the server are not compared.
      answer: patternOf(withEscapes(answered, STANDARD).slice(1, -1)),
    }
  },
}
export default device
