// The frames of a simulated GT06 device.
import { bigEndian, clockDigits, type DeviceSide, patternOf } from '../device-side.ts'
import { answerTo, shortFrame } from './encode.ts'

const LOGIN = 0x01
const LOCATION = 0x22
/** Twelve bytes of GPS data follow this byte. */
const GPS_LENGTH = 0xc0
const STEPS_PER_E7 = 1_800_000 / 1e7
const FIX = 1 << 12
const WEST = 1 << 11
const NORTH = 1 << 10

const device: DeviceSide = {
  signIn: (device_id, serial) => ({
    bytes: shortFrame(LOGIN, Buffer.from(`0${device_id}`, 'hex'), serial & 0xffff),
    answer: patternOf(answerTo(LOGIN, serial & 0xffff)),
  }),
  record(_, { at, fix, ignition, odometer }, serial) {
    const clock = clockDigits(at).slice(2).match(/\d\d/g) ?? []
    const content = [
      ...clock.map(Number),
      GPS_LENGTH | Math.min(15, fix.satellites),
      ...bigEndian(Math.round(Math.abs(fix.latitude_e7) * STEPS_PER_E7), 4),
      ...bigEndian(Math.round(Math.abs(fix.longitude_e7) * STEPS_PER_E7), 4),
      Math.min(255, fix.speed),
      ...bigEndian(
        FIX | (fix.latitude_e7 < 0 ? 0 : NORTH) | (fix.longitude_e7 < 0 ? WEST : 0) | fix.direction,
        2,
      ),
      // A cell in Italy.
      ...[0, 222, 10, 0x1a, 0x2b, 0, 0xab, 0xcd],
      ...[ignition ? 1 : 0, 0, 0],
      ...bigEndian(odometer, 4),
    ]
    const number = serial & 0xffff
    return {
      bytes: shortFrame(LOCATION, Uint8Array.from(content), number),
      answer: patternOf(answerTo(LOCATION, number)),
    }
  },
}
export default device
