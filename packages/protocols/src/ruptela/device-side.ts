// The frames of a simulated Ruptela device.
import { crcKermit } from '../checksums.ts'
import { bigEndian, type DeviceSide, patternOf } from '../device-side.ts'
import { answer } from './encode.ts'

const RECORDS = 0x01
const RECORDS_ANSWER = 0x64
const IGNITION = 5
const POWER = 29
const ODOMETER = 65

const device: DeviceSide = {
  record(device_id, { at, fix, ignition, power, odometer }) {
    const name = [...Buffer.from(BigInt(device_id).toString(16).padStart(16, '0'), 'hex')]
    const body = [
      ...name,
      RECORDS,
      ...[0, 1],
      ...bigEndian(at / 1_000, 4),
      ...[0, 0],
      ...bigEndian(fix.longitude_e7, 4),
      ...bigEndian(fix.latitude_e7, 4),
      ...bigEndian(fix.altitude * 10, 2),
      ...bigEndian(fix.direction * 100, 2),
      fix.satellites,
      ...bigEndian(fix.speed, 2),
      ...[9, 7],
      ...[1, IGNITION, ignition ? 1 : 0],
      ...[1, POWER, ...bigEndian(Math.round(power * 1_000), 2)],
      ...[1, ODOMETER, ...bigEndian(odometer, 4)],
      0,
    ]
    const crc = crcKermit(Uint8Array.from(body))
    return {
      bytes: Uint8Array.from([...bigEndian(body.length, 2), ...body, ...bigEndian(crc, 2)]),
      answer: patternOf(answer(RECORDS_ANSWER, true)),
    }
  },
}
export default device
