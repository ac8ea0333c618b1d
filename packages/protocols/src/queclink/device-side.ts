// The texts of a simulated Queclink device: a report, which is not answered, and a heartbeat, which is.
import { clockDigits, type DeviceSide, degrees } from '../device-side.ts'

const VERSION = '060502'

const device: DeviceSide = {
  record(device_id, { at, fix, ignition, power, odometer }, serial) {
    const head = `${VERSION},${device_id},simulated`
    const clock = clockDigits(at)
    const count = (serial & 0xffff).toString(16).toUpperCase().padStart(4, '0')
    const fields = [
      ...[Math.round(power * 1_000), 10, 1, 1],
      ...[fix.speed.toFixed(1), fix.direction, fix.altitude.toFixed(1)],
      ...[degrees(fix.longitude_e7).toFixed(6), degrees(fix.latitude_e7).toFixed(6), clock],
      ...['0222', '0010', '1A2B', '0C00ABCD', '00', (odometer / 1_000).toFixed(1)],
      ...['', '', '', 100, ignition ? '220100' : '110000', '', '', ''],
    ]
    const report = `+RESP:GTFRI,${head},${fields.join()},${clock},${count}$`
    return {
      bytes: Buffer.from(`${report}+ACK:GTHBD,${head},${clock},${count}$`),
      answer: new RegExp(`\\+SACK:GTHBD,${VERSION},${count}\\$`),
    }
  },
}
export default device
