// H02 frames made for these tests: their content, streams that are cut anywhere, and garbage.

import { profileReader } from '@flotta/core/profile-reader.ts'
import { type DecodedFrame, firstReception } from '@flotta/core/protocol.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOf, cut, decodeAll, faultsOfCuts, RECEIVED } from '../testing.ts'
import * as decoder from './decode.ts'
import { encode } from './encode.ts'
import { begins } from './frame.ts'
import { h02 } from './profiles/h02.ts'
import protocol from './protocol.ts'

const tcp = protocol.tcp as NonNullable<typeof protocol.tcp>
const DEVICE = '4106011660'
const textFrame = (text: string) => Uint8Array.from(Buffer.from(`*HQ,${text}#`))
const decode = (frame: Uint8Array): DecodedFrame => decoder.decode(frame, firstReception(RECEIVED))
const messageOf = (frame: Uint8Array) => {
  const decoded = decode(frame)
  if (decoded.kind !== 'messages') throw new Error(decoded.kind)
  const [message] = decoded.messages
  if (message === undefined) throw new Error('no record')
  return { ...message, ack: decoded.ack, values: profileReader(h02).read(message.io) }
}
const PLACE = 'A,4527.8064,N,00911.2668,E,033.48,187'
const POSITION = textFrame(`${DEVICE},V1,100000,${PLACE},221126,FFFFFFFF,222,10#`.slice(0, -1))
const HEARTBEAT = textFrame(`${DEVICE},HTBT,87`)
/** The same place, 33 knots. */
const BINARY = bytesOf('24 4106011660 100000 221126 45278064 06 009112668e 033187 fffffbff ff0024')

describe('a frame', () => {
  test.each([
    ['of a text', POSITION, 1],
    ['of digits', BINARY, 0],
  ])('%s has its place', (_, frame, ignition) => {
    const { at, fix, values } = messageOf(frame)
    expect(new Date(at).toISOString()).toBe('2026-11-22T10:00:00.000Z')
    expect((fix?.latitude_e7 ?? 0) / 1e7).toBeCloseTo(45.46344, 5)
    expect((fix?.longitude_e7 ?? 0) / 1e7).toBeCloseTo(9.18778, 5)
    expect(fix?.direction).toBe(187)
    expect(values.ignition).toBe(ignition)
  })
  test('of knots has its speed in km/h', () => expect(messageOf(POSITION).fix?.speed).toBe(62))
  test.each(['V', 'B', ''])('with the mark "%s" has no fix and keeps its sensors', mark =>
    expect(
      messageOf(textFrame(`${DEVICE},V1,100000,${mark}${PLACE.slice(1)},221126,FFFFFFFF`)),
    ).toMatchObject({ fix: null, values: { ignition: 1 } }),
  )
  test.each([
    ['without leading zeros', '3542.2043', '38.6508', 35.703405, 0.64418],
    ['without points', '45278064', '009112668', 45.46344, 9.18778],
    ['with lines', '45-27.8064', '9-11.2668', 45.46344, 9.18778],
  ])('%s has its place', (_, latitude, longitude, lat, lon) => {
    const { fix } = messageOf(
      textFrame(`${DEVICE},V1,100000,A,${latitude},N,${longitude},E,0.00,0,221126,FFFFFFFF`),
    )
    expect((fix?.latitude_e7 ?? 0) / 1e7).toBeCloseTo(lat, 6)
    expect((fix?.longitude_e7 ?? 0) / 1e7).toBeCloseTo(lon, 6)
  })
  test('with readings behind the status has them', () => {
    const frame = textFrame(
      `${DEVICE},V1,100000,${PLACE},221126,FFFFFFFF,4321000,0,62.5,122,5141,5A20`,
    )
    expect(messageOf(frame)).toMatchObject({
      fix: { altitude: 122 },
      values: { odometer: 4_321_000, can_fuel_level: 62.5 },
    })
  })
  test.each([
    ['of a sign of life', textFrame(`${DEVICE},LINK,100000,31,9,62,0,0,221126,FFFFFFFF`), 62],
    ['with a cell', textFrame(`${DEVICE},V1,100000,${PLACE},221126,FFFFFFFF,222,10,5f,a2,5`), 80],
    ['of digits', BINARY, 100],
  ])('%s has the level of its battery', (_, frame, level) =>
    expect(messageOf(frame).values.battery_level).toBe(level),
  )
  test('of a name alone is a sign of life', () =>
    expect(decode(textFrame(`${DEVICE},`))).toEqual({ kind: 'ping', device_id: DEVICE }))
  test('of a text that answers a command is a reply', () =>
    expect(decode(textFrame(`${DEVICE},SMS,VOLT:12.9V\nGPS:A-24-23`))).toEqual({
      kind: 'reply',
      replies: [{ text: 'VOLT:12.9V\nGPS:A-24-23' }],
      device_id: DEVICE,
    }))
  test('without a hemisphere has no fix', () =>
    expect(
      messageOf(textFrame(`${DEVICE},V1,100000,${PLACE.replace('E', '')},221126,FFFFFFFF`)).fix,
    ).toBeNull())
  test('without a day has the time of its receipt', () =>
    expect(messageOf(textFrame(`${DEVICE},VP1,V,222,010,92,3565`))).toMatchObject({
      at: RECEIVED,
      fix: null,
    }))
  test('of a heartbeat is returned, and its battery is kept', () => {
    expect(messageOf(HEARTBEAT)).toMatchObject({ ack: HEARTBEAT, values: { battery_level: 87 } })
    const silent = textFrame(`${DEVICE},V0`)
    expect(decode(silent)).toEqual({ kind: 'ping', device_id: DEVICE, answer: silent })
  })
  test('of an alarm has the alarms that hold', () => {
    const alarm = (status: string) =>
      messageOf(textFrame(`${DEVICE},V1,100000,${PLACE},221126,${status}`)).values.device_alarm
    expect(alarm('FFFFFFFD')).not.toEqual(alarm('FFFFFFFF'))
  })
  test('of an answer has its text', () =>
    expect(decode(textFrame(`${DEVICE},V4,S20,DONE,130305`))).toMatchObject({
      kind: 'reply',
      replies: [{ text: 'S20,DONE,130305' }],
    }))
  test('of an answer with a place is a reply and a record [protocols.60]', () => {
    const frame = textFrame(`${DEVICE},V4,S20,DONE,130305,100000,${PLACE},221126,F7FFFBFF`)
    expect(decode(frame)).toMatchObject({
      kind: 'messages',
      device_id: DEVICE,
      replies: [{ text: 'S20,DONE,130305' }],
    })
    expect(messageOf(frame).fix).toMatchObject({ speed: 62, direction: 187 })
  })
  test.each([
    ['without a name', textFrame(',V1,100000,A')],
    ['of digits that are none', bytesOf('24 41060a1660'.padEnd(64, '0'))],
  ])('%s is refused', (_, frame) => expect(decode(frame)).toMatchObject({ kind: 'refused' }))
})

describe('a stream', () => {
  test('gives the same frames wherever it is cut [gateway.28]', () =>
    expect(faultsOfCuts(tcp, [HEARTBEAT, POSITION, BINARY, POSITION])).toEqual([]))
  test('finds the next text after garbage, between lines and where a text begins anew', () => {
    const stream = Buffer.concat([
      bytesOf('0102'),
      HEARTBEAT,
      bytesOf('0d0a'),
      POSITION.subarray(0, 20),
      POSITION,
    ])
    const kinds = decodeAll(tcp, cut(tcp, [stream]).frames).map(d => d !== 'closed' && d.kind)
    expect(kinds).toEqual(['garbage', 'messages', 'ping', 'ping', 'garbage', 'messages'])
  })
  test('of random bytes gives only the errors of frames, and never loops', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
        decodeAll(tcp, cut(tcp, [bytes]).frames)
        decodeAll(tcp, cut(tcp, [textFrame(Buffer.from(bytes).toString('latin1'))]).frames)
      }),
    )
  })
  test.each([
    ['', 'more'],
    ['*', 'more'],
    ['*HQ,', 'yes'],
    ['*AB', 'more'],
    ['*1', 'no'],
    ['$$', 'no'],
  ])('that begins with "%s": %s', (text, expected) =>
    expect(begins(Buffer.from(text))).toBe(expected),
  )
})

test('a command is written with the device and the time', () => {
  const to = { device_id: DEVICE, addressed: false, at: RECEIVED, serial: 1, memory: {} }
  expect(Buffer.from(encode('S20,1,1', to) ?? []).toString()).toBe(`*HQ,${DEVICE},S20,120000,1,1#`)
  expect(encode('S20#', to)).toBeNull()
  expect(encode('perché', to)).toBeNull()
})

test.each([
  ['S20,1,1', 'S20,DONE,130305', false],
  ['S20,1,1', 'S71,DONE', true],
  ['S20,1,1', 'any text', false],
])(
  'for the command %s the answer %s belongs to another command: %s [commands.53]',
  (asked, answer, expected) => {
    expect(h02.answersOther?.(asked, answer)).toBe(expected)
  },
)
