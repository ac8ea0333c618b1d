// The frames of a simulated Meitrack device: a record, which is not answered, and a heartbeat, which is.
import { clockDigits, type DeviceSide, degrees } from '../device-side.ts'
import { frameFor, sumOf } from './encode.ts'

const DOLLAR = 0x24
/** Star, checksum and line end. */
const TAIL = 5

/** Built like a frame of the server, with other marks. */
function deviceFrame(device_id: string, text: string): Uint8Array {
  const frame = Buffer.from(frameFor('A', device_id, text))
  frame.fill(DOLLAR, 0, 2)
  const sum = sumOf(frame, frame.length - TAIL + 1)
  frame.write(sum.toString(16).toUpperCase().padStart(2, '0'), frame.length - TAIL + 1, 'latin1')
  return frame
}

const device: DeviceSide = {
  record(device_id, { at, fix, ignition, power, odometer }) {
    const fields = [
      ...['AAA', 35, degrees(fix.latitude_e7).toFixed(6), degrees(fix.longitude_e7).toFixed(6)],
      ...[clockDigits(at).slice(2), 'A', fix.satellites, 24, fix.speed, fix.direction, 0.9],
      ...[fix.altitude, odometer, Math.floor(at / 1_000) % 1_000_000, '222|10|1A2B|0C00ABCD'],
      // The second input is wired to the ignition.
      ...[ignition ? '0200' : '0000', `0|0|0|4.10|${power.toFixed(2)}`, '', '', 3, '0000', ''],
    ]
    return {
      bytes: Buffer.concat([
        deviceFrame(device_id, fields.join()),
        deviceFrame(device_id, 'AAC,1'),
      ]),
      answer: new RegExp(`@@z\\d+,${device_id},AAC,1\\*[\\dA-F]{2}\\r\\n`),
    }
  },
}
export default device
