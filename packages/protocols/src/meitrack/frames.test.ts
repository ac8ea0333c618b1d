// Meitrack frames made for these tests: their content, streams that are cut anywhere, and garbage.

import { alarmHolds, alarmsOfValue } from '@flotta/core/device-alarms.ts'
import { profileReader } from '@flotta/core/profile-reader.ts'
import { type DecodedFrame, firstReception } from '@flotta/core/protocol.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answerOf,
  bytesOf,
  cut,
  decodeAll,
  faultsOfCuts,
  faultsOfDamage,
  RECEIVED,
} from '../testing.ts'
import * as decoder from './decode.ts'
import { encode, frameFor, sumOf } from './encode.ts'
import { begins, frame } from './frame.ts'
import { meitrack } from './profiles/meitrack.ts'
import protocol from './protocol.ts'

const tcp = protocol.tcp as NonNullable<typeof protocol.tcp>
const DEVICE = '352094081452251'
/** A frame as the device sends it; `lie` is added to its stated length. */
function sent(command: string, data: Uint8Array | string, flag = 'A', lie = 0): Buffer {
  const body = Buffer.concat([Buffer.from(`,${DEVICE},${command},`), Buffer.from(data)])
  const packet = Buffer.concat([
    Buffer.from(`$$${flag}${body.length + 5 + lie}`),
    body,
    Buffer.from('*'),
  ])
  const sum = sumOf(packet, packet.length).toString(16).padStart(2, '0')
  return Buffer.concat([packet, Buffer.from(`${sum}\r\n`)])
}
const record = (event: number | string, place = 'A', behind = '00000001,,3,0C2D,00FB2E|010A92') =>
  `${event},45.463441,9.187781,261122100000,${place},12,24,62,187,0.7,120,32121,442492,222|10|1A2B|0C00ABCD,0502,0000|0000|0000|018D|04F0,${behind}`
const AAA = sent('AAA', record(35))
const decode = (bytes: Uint8Array): DecodedFrame => decoder.decode(bytes, firstReception(RECEIVED))
const messagesOf = (bytes: Uint8Array) => {
  const decoded = decode(bytes)
  if (decoded.kind !== 'messages') throw new Error(decoded.kind)
  return decoded.messages.map(m => ({ ...m, values: profileReader(meitrack).read(m.io) }))
}
/** Lowest byte first. */
const le = (value: number, width: number) =>
  Array.from({ length: width }, (_, i) => Math.floor(value / 256 ** i) & 255)
const SECONDS = (Date.UTC(2026, 10, 22, 10) - Date.UTC(2000, 0, 1)) / 1_000
function batchRecord(bytes: readonly number[], lie = 0): readonly number[] {
  return [...le(bytes.length + 2 + lie, 2), ...le(24, 2), ...bytes]
}
const VALUES = [
  ...[5, 0x05, 1, 0x06, 9, 0x07, 23, 0x15, 2, 0xfe, 0x69, 96],
  ...[4, 0x08, ...le(62, 2), 0x09, ...le(187, 2), 0x19, ...le(403, 2), 0x1a, ...le(1_268, 2)],
  ...[3, 0x02, ...le(-45_463_441, 4), 0x03, ...le(9_187_781, 4), 0x04, ...le(SECONDS, 4)],
  ...[2, 0x0e, 12, ...le(222, 2), ...le(10, 2), ...le(0x1a2b, 2), ...le(0x0c00abcd, 4), 0, 0],
  ...[0x2a, 3, 0, ...le(-1_850, 2)],
]
const CCE = sent('CCE', Uint8Array.from([...le(0, 4), ...le(1, 2), ...batchRecord(VALUES)]))
const fixed = (fix: number) => [
  ...[1, ...le(45_463_441, 4), ...le(9_187_781, 4), ...le(SECONDS, 4), fix, 9, 23],
  ...[...le(62, 2), ...le(187, 2), ...le(12, 2), ...le(120, 2), ...le(178_157, 4), ...le(9, 4)],
  ...[...le(222, 2), ...le(10, 2), ...le(0x1a2b, 2), ...le(0x5765, 2), ...le(1, 2), ...le(3, 2)],
  ...[...le(417, 2), ...le(1_218, 2), ...le(0, 4)],
]
const CCC = sent(
  'CCC',
  Uint8Array.from([...le(0x102, 2), ...le(52, 2), ...le(91, 4), ...fixed(1), ...fixed(0)]),
  'G',
)
const HEARTBEAT = sent('AAC', '1')

describe('a text record', () => {
  test('has its place, time and readings [protocols.49]', () =>
    expect(messagesOf(AAA)).toMatchObject([
      {
        at: Date.UTC(2026, 10, 22, 10),
        fix: {
          latitude_e7: 454_634_410,
          longitude_e7: 91_877_810,
          altitude: 120,
          direction: 187,
          speed: 62,
          satellites: 12,
        },
        values: {
          battery: 3.97,
          power: 12.64,
          odometer: 32_121,
          hdop: 0.7,
          lac: 0x1a2b,
          cell_id: 0x0c00abcd,
          in1: 1,
          in2: 0,
          in3: 1,
          out2: 1,
          can_fuel_level: 12.45,
          temp1: -12.34,
          temp2: 27.06,
        },
      },
    ]))
  test.each([
    ['that was stored', sent('AFF', `17,${record(35)}`), 1],
    ['of an older version', sent('AAA', record(35, 'A', ',,1,0000,00F422')), -12.34],
    ['of a sensor that cannot be read', sent('AAA', record(35, 'A', ',,3,0000,002134')), undefined],
  ])('%s is read', (_, bytes, temperature) => {
    const [message] = messagesOf(bytes)
    expect(message?.fix).toMatchObject({ speed: 62 })
    if (temperature !== 1) expect(message?.values.temp1).toBe(temperature)
    expect(message?.values.battery).toBe(3.97)
  })
  test.each([
    ['the mark V', record(35, 'V')],
    ['a place beyond the earth', record(35).replace('45.4', '95.4')],
    ['a place at 0,0', record(35).replace('45.463441,9.187781', '0.000000,0.000000')],
  ])('with %s has no fix and keeps its sensors', (_, data) =>
    expect(messagesOf(sent('AAA', data))).toMatchObject([{ fix: null, values: { power: 12.64 } }]),
  )
  test('without a time has that of its receipt', () =>
    expect(
      messagesOf(sent('AAA', record(35).replace('261122100000', '269922100000'))),
    ).toMatchObject([{ at: RECEIVED, values: { receipt_time: 1 } }]))
  test.each([
    ['0000|0000|0000|018D|04F0', 3.97, 12.64],
    ['0000|0000|0000|0A47|03E3', 4.239, undefined],
    ['0000|0000|0000|02D3|0103', 4.236, undefined],
    ['0000|0000|0000|4.15|13.8', 4.15, 13.8],
    ['4.33|12.96|1.92|2.72|2.69', 4.33, 12.96],
    ['0000|0000|0000|0000|0000', undefined, undefined],
    ['0000|0000|0000||', undefined, undefined],
  ])('of the voltages %s has %s and %s', (steps, battery, power) => {
    const [message] = messagesOf(sent('AAA', record(35).replace('0000|0000|0000|018D|04F0', steps)))
    const { values = {} } = message ?? {}
    expect(
      values.battery === undefined ? undefined : Number(Number(values.battery).toFixed(3)),
    ).toBe(battery)
    expect(values.power).toBe(power)
  })
  test.each([
    [1, 'sos'],
    [17, 'low_battery'],
    [28, 'antenna'],
    [36, 'tow'],
    [78, 'crash'],
  ] as const)('of the event %i is the alarm %s, which another ends', (event, kind) => {
    const holds = (of: number) =>
      alarmHolds(
        alarmsOfValue(Number(messagesOf(sent('AAA', record(of)))[0]?.values.device_alarm)),
        kind,
      )
    expect(holds(event)).toBe(true)
    expect(holds(35)).toBe(false)
  })
  test('has a mark when the supply is cut, and another when it is back', () => {
    expect(messagesOf(sent('AAA', record(23)))[0]?.values.unplugged).toBe(1)
    expect(messagesOf(sent('AAA', record(22)))[0]?.values.unplugged).toBe(0)
    expect(messagesOf(AAA)[0]?.values.unplugged).toBeUndefined()
  })
  test('has a mark when jamming begins, and another when it ends', () => {
    const jamming = (of: number) => messagesOf(sent('AAA', record(of)))[0]?.values.jamming
    expect([44, 35, 63].map(jamming)).toEqual([1, undefined, 0])
  })
  test.each([
    [90, { green_driving_type: 3 }],
    [91, { green_driving_type: 3 }],
    [129, { green_driving_type: 2 }],
    [130, { green_driving_type: 1 }],
    [20, { auto_geofence: 1 }],
    [21, { auto_geofence: 0 }],
  ])('of the event %i has the way of driving, or the side of a fence', (event, values) =>
    expect(messagesOf(sent('AAA', record(event)))[0]?.values).toMatchObject(values),
  )
  test('of a card has the number of the driver', () =>
    expect(messagesOf(sent('AAA', record(37, 'A', '0011223344,,3,0000,')))[0]?.values.rfid).toBe(
      '0011223344',
    ))
})

describe('a binary record', () => {
  test('of groups has its place, time and readings [protocols.49]', () =>
    expect(messagesOf(CCE)).toMatchObject([
      {
        at: Date.UTC(2026, 10, 22, 10),
        fix: { latitude_e7: -454_634_410, longitude_e7: 91_877_810, speed: 62, satellites: 9 },
        values: {
          battery: 4.03,
          power: 12.68,
          battery_level: 96,
          in2: 1,
          lac: 0x1a2b,
          cell_id: 0x0c00abcd,
          temp1: -18.5,
        },
      },
    ]))
  test('of the compact form has its place where it has a fix', () =>
    expect(messagesOf(CCC)).toMatchObject([
      { fix: { latitude_e7: 454_634_410, altitude: 120 }, values: { battery: 4.17, power: 12.18 } },
      { fix: null, values: { odometer: 178_157, in1: 1, cell_id: 0x5765 } },
    ]))
  test('whose last value is too long is left, and the next one is read', () => {
    const long = [0, 0, 0, 1, 0x4b, 200, 1, 2, 3]
    const data = [...le(0, 4), ...le(2, 2), ...batchRecord(long), ...batchRecord(VALUES)]
    const messages = messagesOf(sent('CCE', Uint8Array.from(data)))
    expect(messages.map(m => m.fix !== null)).toEqual([false, true])
  })
  test.each([
    ['a record longer than the frame', [...le(0, 4), ...le(1, 2), ...batchRecord(VALUES, 9)]],
    ['more records than there are', [...le(0, 4), ...le(9, 2), ...batchRecord(VALUES)]],
    ['nothing', []],
  ])('with %s is refused', (_, data) =>
    expect(decode(sent('CCE', Uint8Array.from(data)))).toMatchObject({
      kind: 'refused',
      device_id: DEVICE,
    }),
  )
})

describe('an answer', () => {
  test('goes to a heartbeat and to records of the compact form, and to no others', () => {
    expect(answerOf(decode(HEARTBEAT))).toEqual(Buffer.from(frameFor('z', DEVICE, 'AAC,1')))
    expect(answerOf(decode(CCC))).toEqual(Buffer.from(frameFor('G', DEVICE, 'CCC,2')))
    for (const bytes of [AAA, CCE]) expect(answerOf(decode(bytes))).toHaveLength(0)
  })
  test('of the device to a command has its text', () =>
    expect(decode(sent('C01', 'OK'))).toMatchObject({
      kind: 'reply',
      device_id: DEVICE,
      replies: [{ text: 'C01,OK' }],
    }))
})

describe('a stream', () => {
  const frames = [AAA, CCE, HEARTBEAT, CCC, AAA]
  test('gives the same frames wherever it is cut [gateway.28]', () =>
    expect(faultsOfCuts(tcp, frames)).toEqual([]))
  test.each([
    ['AAA', AAA],
    ['CCE', CCE],
    ['AAC', HEARTBEAT],
  ])('with any bit of %s turned over gives no wrong record [protocols.37]', (_, bytes) =>
    expect(faultsOfDamage(tcp, bytes, AAA)).toEqual([]),
  )
  test.each([1, 7, 40])('finds the next frame after a length that is %i bytes too long', lie => {
    const kinds = decodeAll(tcp, cut(tcp, [sent('AAA', record(35), 'A', lie), AAA]).frames)
    expect(kinds.map(d => d !== 'closed' && d.kind)).toEqual(['refused', 'messages'])
  })
  test('finds the next frame after garbage and between lines', () => {
    const stream = Buffer.concat([bytesOf('2424'), Buffer.from('xy'), AAA, bytesOf('0d0a'), CCE])
    const kinds = decodeAll(tcp, cut(tcp, [stream]).frames).map(d => d !== 'closed' && d.kind)
    expect(kinds).toEqual(['refused', 'messages', 'ping', 'ping', 'messages'])
  })
  test('of any bytes does no harm', () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...frames), fc.uint8Array({ maxLength: 60 })), {
          maxLength: 12,
        }),
        chunks => {
          const { frames: units, rest } = cut(tcp, chunks, 1_024)
          decodeAll(tcp, units)
          return rest.length <= 1_024 + 80
        },
      ),
      { seed: 24, numRuns: 500 },
    ))
  test('of frames with any contents does no harm', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('AAA', 'AFF', 'CCE', 'CCC', 'AAC', 'D00', 'C01'),
        fc.uint8Array({ maxLength: 200 }),
        (command, bytes) => {
          decode(sent(command, bytes))
          decode(
            sent(command, Uint8Array.from([...le(0, 4), ...le(1, 2), ...batchRecord([...bytes])])),
          )
        },
      ),
      { seed: 24, numRuns: 500 },
    ))
  test('with a length beyond the largest frame closes the connection', () =>
    expect(() => frame(Buffer.from('$$A99999,1'), 0, 10, 1_024)).toThrow('meitrack'))
})

test.each([
  ['', 'more'],
  ['$', 'more'],
  ['$$A1', 'more'],
  ['$$A160,', 'yes'],
  ['$$,160,', 'yes'],
  ['$$AX', 'no'],
  ['$A', 'no'],
  ['@@A160,', 'no'],
])('the protocol recognises a connection that begins with "%s": %s', (said, expected) =>
  expect(begins(Buffer.from(said))).toBe(expected),
)

test('a command is written with its length and checksum', () => {
  const to = { device_id: DEVICE, addressed: false, at: RECEIVED, serial: 1, memory: {} }
  const command = { id: 1, command: 'switch', command_data: { output: 'out2', on: true } }
  const bytes = Buffer.from(encode(meitrack.commandText?.(command) ?? '', to) ?? [])
  expect(bytes.toString()).toMatch(/^@@A33,352094081452251,C01,0,21222\*[\dA-F]{2}\r\n$/)
  expect(bytes.length - bytes.indexOf(',')).toBe(33)
  expect(encode('C01*', to)).toBeNull()
  expect(encode('hello', to)).toBeNull()
  expect(meitrack.answersOther?.('C01,0,12222', 'E91,OK')).toBe(true)
})

test('a record that answers the question for the position is also a reply [devices.33]', () => {
  expect(decode(sent('AAA', record(34)))).toMatchObject({
    messages: [{ fix: { latitude_e7: 454_634_410 } }],
    replies: [{ text: 'A10' }],
  })
  expect(decode(AAA)).not.toHaveProperty('replies')
  expect(decode(sent('AFF', record(34)))).not.toHaveProperty('replies')
})

test('a datagram names its device', () => {
  const reception = firstReception(RECEIVED)
  expect(protocol.udp?.decode(AAA, reception)).toMatchObject({ device_id: DEVICE })
  expect(() => protocol.udp?.decode(Buffer.from('rubbish'), reception)).toThrow('meitrack')
})
