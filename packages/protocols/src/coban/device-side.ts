// The texts of a simulated Coban device: a report, which is not answered, and a heartbeat, which is.
import { clockDigits, type DeviceSide, degreesAndMinutes, knotsOf } from '../device-side.ts'

const device: DeviceSide = {
  signIn: device_id => ({ bytes: Buffer.from(`##,imei:${device_id},A;`), answer: /LOAD/ }),
  record(device_id, { at, fix, ignition }) {
    const clock = clockDigits(at)
    const fields = [
      ...['tracker', clock.slice(2), '', 'F', `${clock.slice(8)}.000`, 'A'],
      ...degreesAndMinutes(fix.latitude_e7, 2, ['N', 'S']),
      ...degreesAndMinutes(fix.longitude_e7, 3, ['E', 'W']),
      ...[knotsOf(fix.speed), fix.direction, fix.altitude, ignition ? 1 : 0, 0, '', '', ''],
    ]
    return { bytes: Buffer.from(`imei:${device_id},${fields.join()};${device_id};`), answer: /ON/ }
  },
}
export default device
