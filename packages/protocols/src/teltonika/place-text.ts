// The place in the answer to `getgps`: `GPS:1 Sat:9 Lat:55.708740 Long:37.797497 Alt:178 Speed:0 Dir:117 Date: 2015/5/19 Time: 15:22:35`.
import { IoWriter, RECEIPT_IO } from '@flotta/core/io.ts'
import type { DecodedFrame } from '@flotta/core/protocol.ts'
import type { CommandReply, Message } from '@flotta/core/telemetry.ts'
import { MINUTE } from '@flotta/core/time.ts'

const PLACE =
  /^GPS:1 +Sat:(\d{1,2}) +Lat:(-?\d{1,2}\.\d+) +Long:(-?\d{1,3}\.\d+) +Alt:(-?\d{1,4}) +Speed:(\d{1,3}) +Dir:(\d{1,3})\b(?: +Date: *(\d{4})\/(\d{1,2})\/(\d{1,2}) +Time: *(\d{1,2}):(\d{1,2}):(\d{1,2}))?/
/** Largest difference between the clock in an answer and its receipt; beyond it the clock is wrong and the time of receipt is used. */
const FARTHEST = 10 * MINUTE
const io = new IoWriter()

/** A requested position becomes a record as well. `at`: when the answer was received, epoch ms. */
export function withPlaces(decoded: DecodedFrame, at: number): DecodedFrame {
  if (decoded.kind !== 'reply') return decoded
  const messages = decoded.replies.flatMap(reply => recordOf(reply, at) ?? [])
  return messages.length === 0
    ? decoded
    : { kind: 'messages', messages, replies: decoded.replies, ack: new Uint8Array(0) }
}

/** null: the text is no position, it was not requested, or the device has no fix. */
function recordOf({ text, unsolicited }: CommandReply, receivedAt: number): Message | null {
  const match = unsolicited === true ? null : PLACE.exec(text.trim())
  if (match === null) return null
  const [, satellites, latitude, longitude, altitude, speed, direction, year, month, ...rest] =
    match.map(Number) as [number, number, number, number, number, number, number, ...number[]]
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null
  if (latitude === 0 && longitude === 0) return null
  const clock = Date.UTC(year ?? Number.NaN, (month ?? Number.NaN) - 1, ...rest)
  const isNow = Math.abs(clock - receivedAt) <= FARTHEST
  io.reset()
  if (!isNow) io.putNumber(RECEIPT_IO, 1, 1)
  return {
    at: isNow ? clock : receivedAt,
    fix: {
      latitude_e7: Math.round(latitude * 1e7),
      longitude_e7: Math.round(longitude * 1e7),
      altitude,
      direction: direction % 360,
      speed,
      satellites,
    },
    io: io.take(),
  }
}
