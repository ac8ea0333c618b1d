// A binary H02 frame: digits of device, time, day, latitude and longitude, then flags, speed, course and status.
import { IoWriter, RECEIPT_IO } from '@flotta/core/io.ts'
import type { DecodedFrame, Reception } from '@flotta/core/protocol.ts'
import type { Fix } from '@flotta/core/telemetry.ts'
import { serverText } from './encode.ts'
import { ids, kilometresOf, levelOf, statusOf, timeOf } from './layout.ts'

const io = new IoWriter()
const none = new Uint8Array(0)
const LONG_NAME_FRAME = 42
/** Number of digits from the time to the course. */
const DIGITS_BEHIND_NAME = 38
const VALID = 2
const NORTH = 4
const EAST = 8

export function decodeBinary(frame: Uint8Array, { at }: Reception): DecodedFrame {
  const nameBytes = frame.length === LONG_NAME_FRAME ? 8 : 5
  const digits = Buffer.from(frame.subarray(1)).toString('hex')
  const name = digits.slice(0, nameBytes * 2)
  const device_id = nameBytes === 8 ? name.slice(0, 15) : name
  const d = digits.slice(nameBytes * 2, nameBytes * 2 + DIGITS_BEHIND_NAME)
  const statusAt = 1 + nameBytes + DIGITS_BEHIND_NAME / 2
  // Only the battery and the flags may contain other than decimal digits.
  const decimals = d.slice(0, 20) + d.slice(22, 31) + d.slice(32)
  if (!/^\d+$/.test(device_id) || !/^\d+$/.test(decimals) || statusAt + 4 > frame.length)
    return { kind: 'refused', reason: 'digits', ack: none }
  const status = Buffer.from(frame).readUInt32BE(statusAt)
  const { acc, alarms } = statusOf(status)
  io.reset()
  io.putNumber(ids.acc, acc, 1)
  io.putNumber(ids.status, status, 4)
  io.putNumber(ids.alarms, alarms, 4)
  const battery = Number.parseInt(d.slice(20, 22), 16)
  const level = levelOf(battery)
  io.putNumber(ids.battery_step, battery, 1)
  if (level !== null) io.putNumber(ids.battery, level, 1)
  io.put(ids.rest, frame, statusAt + 4, frame.length - statusAt - 4, true)
  const time = timeOf(d.slice(0, 6), d.slice(6, 12))
  if (time === null) io.putNumber(RECEIPT_IO, 1, 1)
  return {
    kind: 'messages',
    messages: [{ at: time ?? at, fix: fixOf(d), io: io.take() }],
    device_id,
    ack: serverText(device_id, 'R12', at),
  }
}

function fixOf(d: string): Fix | null {
  const flags = Number.parseInt(d[31] ?? '0', 16)
  const latitude = Number(d.slice(12, 14)) + Number(d.slice(14, 20)) / 10_000 / 60
  const longitude = Number(d.slice(22, 25)) + Number(d.slice(25, 31)) / 10_000 / 60
  if ((flags & VALID) === 0 || latitude > 90 || longitude > 180) return null
  return {
    latitude_e7: Math.round((flags & NORTH ? latitude : -latitude) * 1e7),
    longitude_e7: Math.round((flags & EAST ? longitude : -longitude) * 1e7),
    altitude: 0,
    speed: kilometresOf(Number(d.slice(32, 35))),
    direction: Number(d.slice(35, 38)) % 360,
    satellites: 0,
  }
}
