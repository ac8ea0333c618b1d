// The requests of a simulated Traccar Client, one for each record.
import { type DeviceSide, degrees, knotsOf } from '../device-side.ts'

const device: DeviceSide = {
  record(device_id, { at, fix }) {
    const query = new URLSearchParams({
      id: device_id,
      timestamp: String(at / 1_000),
      lat: degrees(fix.latitude_e7).toFixed(6),
      lon: degrees(fix.longitude_e7).toFixed(6),
      speed: knotsOf(fix.speed),
      bearing: String(fix.direction),
      altitude: String(fix.altitude),
      batt: '80',
    })
    return {
      bytes: Buffer.from(`POST /?${query} HTTP/1.1\r\nHost: flotta\r\nContent-Length: 0\r\n\r\n`),
      answer: /HTTP\/1\.1 200 .*?\r\n\r\n/s,
    }
  },
}
export default device
