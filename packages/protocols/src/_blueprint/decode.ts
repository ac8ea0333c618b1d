// What one line says.
import { IoWriter } from '@flotta/core/io.ts'
import { type DecodedFrame, FrameError, isImei } from '@flotta/core/protocol.ts'

const io = new IoWriter()
const millivolts = new Uint8Array(2)
/** Parameters of a text protocol have no numbers of their own: give them some, and name them in the profile. */
export const POWER_ID = 1

/**
 * Pure: no clock, no sockets, no memory of the line before. `ack` goes out once the records are committed.
 * A frame that is whole but wrong is `refused` (the device resends, the connection stays); FrameError is for what is not this protocol at all.
 */
export function decode(line: Uint8Array): DecodedFrame {
  const [imei = '', seconds, latitude, longitude, speed, power, ...more] = Buffer.from(line)
    .toString('latin1')
    .slice(1)
    .trim()
    .split(',')
  if (!isImei(imei)) throw new FrameError('example: not an IMEI', true)
  // A line without fields is the login.
  if (seconds === undefined)
    return {
      kind: 'login',
      device_id: imei,
      accept: Buffer.from('OK\n'),
      refuse: Buffer.from('NO\n'),
    }
  const numbers = [seconds, latitude, longitude, speed, power].map(Number)
  const [at = 0, lat = 0, lon = 0, kmh = 0, mv = 0] = numbers
  if (more.length > 0 || !numbers.every(Number.isFinite) || mv < 0 || mv > 65_535)
    return { kind: 'refused', reason: 'fields', ack: Buffer.from('ERR\n') }
  new DataView(millivolts.buffer).setUint16(0, mv)
  io.reset()
  io.put(POWER_ID, millivolts, 0, 2)
  // No fix is null, never (0,0): the parameters are kept, the position is not.
  const known = (lat !== 0 || lon !== 0) && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  const place = {
    latitude_e7: Math.round(lat * 1e7),
    longitude_e7: Math.round(lon * 1e7),
    altitude: 0,
    direction: 0,
    speed: kmh,
    satellites: 0,
  }
  return {
    kind: 'messages',
    messages: [{ at: at * 1000, fix: known ? place : null, io: io.take() }],
    ack: Buffer.from('OK\n'),
  }
}
