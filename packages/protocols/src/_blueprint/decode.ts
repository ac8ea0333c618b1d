// Decodes one line.
import { IoWriter, RECEIPT_IO } from '@flotta/core/io.ts'
import { type DecodedFrame, isImei, type Reception } from '@flotta/core/protocol.ts'

const io = new IoWriter()
/** 2010-01-01 in seconds: a clock that shows less was never set. */
const EARLIEST_S = 1_262_304_000

/**
 * Pure: no clock, no sockets, no state between lines. The time and what the previous line left are in `reception`; what the next line needs is
 * returned as `memory`.
 * `ack` is sent once the records are committed. A complete frame with wrong contents is `refused` (the device resends it, and the connection stays
 * open); bytes between frames are `garbage`.
 */
export function decode(line: Uint8Array, reception: Reception): DecodedFrame {
  if (line[0] !== 0x24) return { kind: 'garbage' }
  const [imei = '', seconds, latitude, longitude, speed, power, ...more] = Buffer.from(line)
    .toString('latin1')
    .slice(1)
    .trim()
    .split(',')
  if (!isImei(imei)) return { kind: 'refused', reason: 'not an IMEI', ack: Buffer.from('ERR\n') }
  // A line without fields is the login.
  if (seconds === undefined)
    return {
      kind: 'login',
      device_id: imei,
      accept: Buffer.from('OK\n'),
      refuse: Buffer.from('NO\n'),
    }
  const numbers = [seconds, latitude, longitude, speed].map(Number)
  const [at = 0, lat = 0, lon = 0, kmh = 0] = numbers
  if (power === undefined || more.length > 0 || !numbers.every(Number.isFinite))
    return { kind: 'refused', reason: 'fields', ack: Buffer.from('ERR\n') }
  io.reset()
  // The value as the device wrote it, under the name in the vendor's document; the profile gives it its word.
  io.putText('voltage', power)
  // A record without a time gets the time of its receipt and is marked so.
  const isTimed = at > EARLIEST_S
  if (!isTimed) io.putNumber(RECEIPT_IO, 1, 1)
  // No fix is null, never (0,0): the parameters are kept, the position is not.
  const isOnEarth = (lat !== 0 || lon !== 0) && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
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
    messages: [
      { at: isTimed ? at * 1000 : reception.at, fix: isOnEarth ? place : null, io: io.take() },
    ],
    ack: Buffer.from('OK\n'),
  }
}
