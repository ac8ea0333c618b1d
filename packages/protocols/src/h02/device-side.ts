// The frames of a simulated H02 device.
import { clockDigits, type DeviceSide, degreesAndMinutes, knotsOf } from '../device-side.ts'

const NO_ALARM = 0xfffffbff
const ACC = 1 << 10

const device: DeviceSide = {
  record(device_id, { at, fix, ignition }) {
    const clock = clockDigits(at)
    const day = `${clock.slice(6, 8)}${clock.slice(4, 6)}${clock.slice(2, 4)}`
    const status = ((ignition ? NO_ALARM | ACC : NO_ALARM) >>> 0).toString(16).toUpperCase()
    const fields = [
      ...[device_id, 'V1', clock.slice(8), 'A'],
      ...degreesAndMinutes(fix.latitude_e7, 2, ['N', 'S']),
      ...degreesAndMinutes(fix.longitude_e7, 3, ['E', 'W']),
      ...[knotsOf(fix.speed), fix.direction, day, status],
    ]
    return {
      bytes: Buffer.from(`*HQ,${fields.join()}#`),
      answer: new RegExp(`\\*HQ,${device_id},V4,V1,\\d{14}#`),
    }
  },
}
export default device
