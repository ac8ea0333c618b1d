// The lines of a simulated device with Wialon IPS 1.1.
import { clockDigits, type DeviceSide, degreesAndMinutes } from '../device-side.ts'

const device: DeviceSide = {
  signIn: device_id => ({ bytes: Buffer.from(`#L#${device_id};NA\r\n`), answer: /#AL#1\r\n/ }),
  record(_, { at, fix, ignition, power }) {
    const clock = clockDigits(at)
    const day = `${clock.slice(6, 8)}${clock.slice(4, 6)}${clock.slice(2, 4)}`
    const fields = [
      ...[day, clock.slice(8)],
      ...degreesAndMinutes(fix.latitude_e7, 2, ['N', 'S']),
      ...degreesAndMinutes(fix.longitude_e7, 3, ['E', 'W']),
      ...[fix.speed, fix.direction, fix.altitude, fix.satellites, 0.9, 0, 0, '', 'NA'],
      `ignition:1:${ignition ? 1 : 0},pwr_ext:2:${power.toFixed(2)}`,
    ]
    return { bytes: Buffer.from(`#D#${fields.join(';')}\r\n`), answer: /#AD#1\r\n/ }
  },
}
export default device
