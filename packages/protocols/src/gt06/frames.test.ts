// GT06 frames made for these tests: their content, streams that are cut anywhere, damage and garbage.

import { alarmHolds, alarmsOfValue } from '@flotta/core/device-alarms.ts'
import { profileReader } from '@flotta/core/profile-reader.ts'
import type { DecodedFrame, Memory } from '@flotta/core/protocol.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crcX25 } from '../checksums.ts'
import {
  bytesOf,
  cut,
  decodeAll,
  faultsOfCuts,
  faultsOfDamage,
  hexOf,
  RECEIVED,
} from '../testing.ts'
import { decode } from './decode.ts'
import { encode, shortFrame } from './encode.ts'
import { begins } from './frame.ts'
import { gt06 } from './profiles/gt06.ts'
import protocol from './protocol.ts'

const { tcp } = protocol
if (tcp === undefined) throw new Error('gt06 has a TCP side')

const packetOf = (protocolNumber: number, content: string, serial = 1) =>
  shortFrame(protocolNumber, bytesOf(content), serial)
/** 2026-11-22 10:00:00, 12 satellites, 45.46344 9.18778, 62 km/h to 187°. */
const PLACE = '1a0b160a0000cc04e0b0d000fc598c3e14bb'
const LOGIN = packetOf(0x01, '0352094081452251')
const LOCATION = packetOf(0x22, `${PLACE}00de0a1b2c00abcd01000000012345`, 2)
const HEARTBEAT = packetOf(0x13, '4605040002', 3)
const ALARM = packetOf(0x26, `${PLACE}0900de0a1b2c00abcd4604030102`, 4)
const decodedOf = (frame: Uint8Array, memory: Memory = {}): DecodedFrame =>
  decode(frame, { at: RECEIVED, memory })
const record = (frame: Uint8Array, memory: Memory = {}) => {
  const decoded = decodedOf(frame, memory)
  if (decoded.kind !== 'messages') throw new Error(decoded.kind)
  const [message] = decoded.messages
  if (message === undefined) throw new Error('no record')
  return { ...message, values: profileReader(gt06).read(message.io) }
}

describe('a frame', () => {
  test('signs a device in by its IMEI', () =>
    expect(decodedOf(LOGIN)).toMatchObject({ kind: 'login', device_id: '352094081452251' }))
  test('of an answer with a place is a reply and a record [protocols.60]', () => {
    const text =
      'Current position!Lat:N45.463440,Lon:E9.187780,Course:187.4,Speed:62.2,DateTime:2026-11-22  10:00:00'
    const frame = packetOf(
      0x15,
      `${(text.length + 4).toString(16)}00000000${hexOf(Buffer.from(text))}0002`,
    )
    expect(decodedOf(frame)).toMatchObject({ kind: 'messages', replies: [{ text }] })
    const { at, fix, local } = record(frame)
    expect(new Date(at).toISOString()).toBe('2026-11-22T10:00:00.000Z')
    expect(local).toBe(true)
    expect(fix).toEqual({
      latitude_e7: 454_634_400,
      longitude_e7: 91_877_800,
      altitude: 0,
      speed: 62,
      direction: 187,
      satellites: 0,
    })
  })
  test('of a location is a record [protocols.36]', () => {
    const { at, fix, local, values } = record(LOCATION)
    expect(new Date(at).toISOString()).toBe('2026-11-22T10:00:00.000Z')
    expect(local).toBe(true)
    expect(fix).toMatchObject({ speed: 62, direction: 187, satellites: 12 })
    expect((fix?.latitude_e7 ?? 0) / 1e7).toBeCloseTo(45.46344, 4)
    expect((fix?.longitude_e7 ?? 0) / 1e7).toBeCloseTo(9.18778, 4)
    expect(values).toMatchObject({ ignition: 1, odometer: 0x12345 })
  })
  test('of a heartbeat is a record without a place, at its receipt [protocols.33]', () => {
    const { at, fix, values } = record(HEARTBEAT)
    expect([at, fix]).toEqual([RECEIVED, null])
    expect(values).toMatchObject({ ignition: 1, gsm_signal: 4, out1: 0, receipt_time: 1 })
    expect(values.battery_level).toBeCloseTo(83.3, 1)
  })
  test('without a fix has no place, even where it repeats the last one [protocols.32]', () => {
    const place = `${PLACE.slice(0, 32)}04bb`
    expect(record(packetOf(0x12, `${place}00de0a1b2c00abcd`)).fix).toBeNull()
    expect(record(packetOf(0x12, `${PLACE.slice(0, 14)}00000000000000003e14bb`)).fix).toBeNull()
  })
  test.each([
    ['000000000000', 'no date'],
    ['1a0d160a0000', 'a month 13'],
    ['1a021e0a0000', 'the 30th of February'],
    ['1a0b16190000', 'an hour 25'],
  ])('with %s (%s) has the time of its receipt', date =>
    expect(record(packetOf(0x10, `${date}${PLACE.slice(12)}`))).toMatchObject({ at: RECEIVED }),
  )
  test('of a device that names its zone at the login is read in that zone', () => {
    // +01:00 is encoded as a hundred, and east.
    const login = decodedOf(packetOf(0x01, '0352094081452251100f0640'))
    expect(login).toMatchObject({ memory: { ahead: 60 } })
    const { at, local } = record(LOCATION, login.memory)
    expect([new Date(at).getUTCHours(), local]).toEqual([9, undefined])
    expect(decodedOf(packetOf(0x01, '0352094081452251100f190a'))).toMatchObject({
      memory: { ahead: -240 },
    })
  })
  test('that asks for the time is answered with it', () =>
    expect(decodedOf(packetOf(0x8a, '', 7))).toEqual({
      kind: 'ping',
      answer: shortFrame(0x8a, bytesOf('1a0b190c0000'), 7),
    }))
  test.each([
    ['of a wrong checksum', Uint8Array.from(LOCATION, (b, i) => (i === 20 ? b ^ 1 : b))],
    ['of a login without digits', packetOf(0x01, '0a52094081452251')],
    ['of a login that is cut', packetOf(0x01, '0352')],
  ])('%s is refused', (_, frame) => expect(decodedOf(frame)).toMatchObject({ kind: 'refused' }))
  test.each([
    ['17', '00de0a1b2c00abcd'],
    ['2a', '33343431323334353637'],
    ['31', '00de000a1b00abcdef0c0100'],
    ['38', '0e000300de0a00000a1b'],
  ])('of number %s has its place [protocols.32]', (number, rest) => {
    const { at, fix } = record(packetOf(Number.parseInt(number, 16), `${PLACE}${rest}`))
    expect(new Date(at).toISOString()).toBe('2026-11-22T10:00:00.000Z')
    expect(fix).toMatchObject({ speed: 62, direction: 187, satellites: 12 })
  })
  test('of number 17 that begins with a cell has no place', () =>
    expect(record(packetOf(0x17, '00de0a1b2c00abcd3334343132333435363738393031'))).toMatchObject({
      at: RECEIVED,
      fix: null,
    }))
  test('that begins with the IMEI has its place behind it [protocols.32]', () => {
    const { at, fix, values } = record(
      packetOf(0x12, `0352094081452251${PLACE}00de0a1b2c00abcd010000`),
    )
    expect(new Date(at).toISOString()).toBe('2026-11-22T10:00:00.000Z')
    expect(fix).toMatchObject({ speed: 62, direction: 187 })
    expect(values).toMatchObject({ ignition: 1, lac: 0x1b2c })
  })
  test('of a model with a climate sensor has its readings', () =>
    expect(
      record(packetOf(0x22, `${PLACE}01360481fe066d9b03010000000025d400000000ff38155f`)).values,
    ).toMatchObject({ ignition: 1, odometer: 0x25d4, temp1: -2, ble_humidity1: 54.71 }))
  test('of a state with modules has their readings, and no date [protocols.33]', () => {
    const { at, values } = record(
      packetOf(0x36, '4605040002003201010018020191006a0161002e0400000abc'),
    )
    expect(at).toBe(RECEIVED)
    expect(values).toMatchObject({ ignition: 1, battery: 4.01, odometer: 0xabc, gsm_signal: 4 })
  })
  test('of a wireless tag has its readings', () =>
    expect(
      record(packetOf(0x70, '002c00046a21a3b0007f000ec4a828000001ffff5fffd6021c07')).values,
    ).toMatchObject({ ble_temp1: -4.2, ble_humidity1: 54, ble_battery1: 95 }))
  test.each([
    ['19', '00de0a1b2c00abcd4604030102'],
    ['a5', '00de0a00000a1b000000000000abcd4604030102'],
  ])('of number %s is an alarm with a cell', (number, content) => {
    const { fix, values } = record(packetOf(Number.parseInt(number, 16), content))
    expect(fix).toBeNull()
    expect(values).toMatchObject({ ignition: 1, gsm_signal: 3 })
    expect(alarmHolds(alarmsOfValue(Number(values.device_alarm)), 'sos')).toBe(true)
  })
  test.each([
    ['a reader', '030230313233343536373839383903', { rfid: '0123456789' }],
    ['a probe', '032d31322e35a1e60d0a', { temp1: -12.5 }],
  ])('of the serial port with %s', (_, content, values) =>
    expect(record(packetOf(0x9b, content)).values).toMatchObject(values),
  )
  test('of a serial reader with a wrong checksum names no card', () =>
    expect(record(packetOf(0x9b, '030230313233343536373839383703')).values.rfid).toBeUndefined())
  test('of a card that is framed has its number', () => {
    const content = bytesOf('1b02081a2b3c4d5e03')
    const frame = new Uint8Array([
      0x79,
      0x79,
      0,
      content.length + 5,
      0x94,
      ...content,
      0,
      1,
      0,
      0,
      13,
      10,
    ])
    const crc = crcX25(frame, 2, frame.length - 4)
    frame.set([crc >> 8, crc & 255], frame.length - 4)
    expect(record(frame).values.rfid).toBe('1A2B3C4D')
  })
  test.each([
    ['1a0b160a0000', '01', 'sos'],
    ['1a0b160a0000', '04e0b0d000fc598c14bb930000', 'crash'],
    ['ffff011a0b160a0000', 'cc04e0b0d000fc598c14bb002c008a930000', 'crash'],
  ] as const)('of a camera at %s with %s is an alarm', (date, rest, kind) => {
    const { at, values } = record(packetOf(0x95, `${date}${rest}`))
    expect(new Date(at).toISOString()).toBe('2026-11-22T10:00:00.000Z')
    expect(alarmHolds(alarmsOfValue(Number(values.device_alarm)), kind)).toBe(true)
  })
  test.each([
    [0x29, { green_driving_type: 1 }],
    [0x30, { green_driving_type: 2 }],
    [0x2a, { green_driving_type: 3 }],
    [0xf1, { green_driving_type: 2 }],
    [0x04, { auto_geofence: 1 }],
    [0x05, { auto_geofence: 0 }],
  ])('of the alarm %i has the way of driving, or the side of a fence', (code, values) => {
    const status = `460403${code.toString(16).padStart(2, '0')}02`
    const frame = packetOf(0x26, `${PLACE}0900de0a1b2c00abcd${status}`)
    expect(record(frame).values).toMatchObject(values)
    expect(record(LOCATION).values).not.toHaveProperty(Object.keys(values))
  })
  test('of an alarm has its kind and its state', () => {
    const alarmsOf = (frame: Uint8Array) => alarmsOfValue(Number(record(frame).values.device_alarm))
    expect(record(ALARM).values).toMatchObject({ ignition: 1, gsm_signal: 3 })
    expect(alarmHolds(alarmsOf(ALARM), 'sos')).toBe(true)
    expect(alarmHolds(alarmsOf(ALARM), 'power_cut')).toBe(false)
    // The heartbeat of a device whose supply is cut, by the bits of its state.
    expect(alarmHolds(alarmsOf(packetOf(0x13, '5605040002')), 'power_cut')).toBe(true)
    expect(alarmHolds(alarmsOf(HEARTBEAT), 'sos')).toBe(false)
  })
})

describe('a stream', () => {
  const frames = [LOGIN, HEARTBEAT, LOCATION, ALARM]
  test('gives the same frames wherever it is cut [gateway.28]', () =>
    expect(faultsOfCuts(tcp, frames)).toEqual([]))
  test.each(frames.map(frame => [hexOf(frame), frame] as const))(
    'with any bit of %s turned over gives no wrong record [protocols.37]',
    (_, frame) => expect(faultsOfDamage(tcp, frame, LOCATION)).toEqual([]),
  )
  test('finds the next frame after garbage, wherever it is cut', () => {
    const stream = Buffer.concat([bytesOf('0102030405'), LOGIN, bytesOf('ff00'), HEARTBEAT])
    const complete = cut(tcp, [stream]).frames.map(hexOf)
    expect(complete).toEqual(['0102030405', hexOf(LOGIN), 'ff00', hexOf(HEARTBEAT)])
    for (let at = 1; at < stream.length; at++)
      expect(cut(tcp, [stream.subarray(0, at), stream.subarray(at)]).frames.map(hexOf)).toEqual(
        complete,
      )
  })
  test('of any bytes does no harm and keeps few of them', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom(...frames, bytesOf('7878'), bytesOf('7979ffff'), bytesOf('0d0a')),
            fc.uint8Array({ maxLength: 40 }),
          ),
          { maxLength: 12 },
        ),
        chunks => {
          const { frames: units, rest } = cut(tcp, chunks, 1_024)
          decodeAll(tcp, units)
          return rest.length <= 1_024 + 40
        },
      ),
      { seed: 20, numRuns: 500 },
    ))
})

test('a command is framed with its serial number [protocols.38]', () => {
  const to = { device_id: '352094081452251', addressed: false, at: RECEIVED, serial: 1, memory: {} }
  const frame = encode('Relay,1#', to)
  expect(frame && hexOf(frame)).toBe('787812800c0000000052656c61792c312300009dee0d0a')
  expect(encode('', to)).toBeNull()
  expect(encode('è', to)).toBeNull()
  expect(encode('x'.repeat(201), to)).toBeNull()
  const command = { id: 1, command: 'switch', command_data: { output: 'out1', on: true } }
  expect(gt06.commandText?.(command)).toBe('RELAY,1#')
  expect(gt06.commandText?.({ ...command, command_data: { output: 'out2', on: true } })).toBe(
    undefined,
  )
})

test.each([
  ['7878', 'yes'],
  ['7979', 'yes'],
  ['78', 'more'],
  ['7879', 'no'],
  ['000f', 'no'],
])('the protocol recognises a connection that begins with %s: %s', (hex, expected) =>
  expect(begins(bytesOf(hex))).toBe(expected),
)

test.each([
  ['RELAY,1#', 'Cut off the fuel supply: Success! Speed:0 Km/h', false, false],
  ['RELAY,1#', 'Restore fuel supply: Success!', true, false],
  ['RELAY,0#', 'Cut off the fuel supply: Success!', true, false],
  ['RELAY,0#', 'HFYD=Success!', false, false],
  ['DYD,000000#', 'DYD=Success!', false, false],
  ['DYD,000000#', 'DYD=Speed Limit, Speed 40km/h', false, true],
  ['RELAY,1#', 'DYD=Unvalued Fix', false, true],
  ['STATUS#', 'Battery:4.1V,NORMAL; GPRS:Link Up', false, false],
])(
  'for the command %s the answer %s belongs to another command: %s, and is a refusal: %s [commands.53]',
  (asked, answer, isOther, isNo) => {
    expect([gt06.answersOther?.(asked, answer), gt06.answersNo?.(answer)]).toEqual([isOther, isNo])
  },
)
