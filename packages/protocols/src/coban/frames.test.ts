// Coban texts made for these tests: their content, streams that are cut anywhere, and garbage.

import { alarmHolds, alarmsOfValue } from '@flotta/core/device-alarms.ts'
import { profileReader } from '@flotta/core/profile-reader.ts'
import { type DecodedFrame, firstReception } from '@flotta/core/protocol.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerOf, cut, decodeAll, faultsOfCuts, RECEIVED } from '../testing.ts'
import * as decoder from './decode.ts'
import { encode } from './encode.ts'
import { begins, frame } from './frame.ts'
import { coban } from './profiles/coban.ts'
import protocol from './protocol.ts'

const tcp = protocol.tcp as NonNullable<typeof protocol.tcp>
const DEVICE = '352094081452251'
const PLACE = '4527.8064,N,00911.2668,E,33.48,187,120'
const report = (keyword: string, rest: string) => Buffer.from(`imei:${DEVICE},${keyword},${rest};`)
const at = (local: string, utc: string, place = `A,${PLACE}`, state = ',1,0,51.93%,,+22') =>
  report('tracker', `${local},,F,${utc},${place}${state}`)
const decode = (bytes: Uint8Array): DecodedFrame => decoder.decode(bytes, firstReception(RECEIVED))
const messageOf = (bytes: Uint8Array) => {
  const decoded = decode(bytes)
  const [message] = decoded.kind === 'messages' ? decoded.messages : []
  if (message === undefined) throw new Error(decoded.kind)
  return { ...message, values: profileReader(coban).read(message.io) }
}
const iso = (time: number) => new Date(time).toISOString().slice(0, 19)
const TRACKER = at('261122110000', '100000.000')
const LOGIN = Buffer.from(`##,imei:${DEVICE},A;`)
const HEARTBEAT = Buffer.from(`${DEVICE};`)

describe('a report', () => {
  test('has its place, time and state [protocols.47]', () => {
    const { at: time, fix, values } = messageOf(TRACKER)
    expect(iso(time)).toBe('2026-11-22T10:00:00')
    expect(fix).toMatchObject({
      latitude_e7: 454_634_400,
      longitude_e7: 91_877_800,
      altitude: 120,
      speed: 62,
      direction: 187,
    })
    expect(values).toMatchObject({ ignition: 1, in1: 0, can_fuel_level: 51.93, temp1: 22 })
  })
  test.each([
    ['261123003000', '223000.000', '2026-11-22T22:30:00'],
    ['2611230259', '235957', '2026-11-22T23:59:57'],
    ['261122190000', '060000', '2026-11-23T06:00:00'],
    ['26/11/22 23:40', '224000', '2026-11-22T22:40:00'],
    ['261231235959', '000001', '2027-01-01T00:00:01'],
  ])('of %s local and %s UTC is of %s', (local, utc, expected) => {
    const message = messageOf(at(local, utc))
    expect(iso(message.at)).toBe(expected)
    expect(message.local).toBeUndefined()
  })
  test.each(['31.0', '', '256000'])(
    'with "%s" for its time of day has the time of its local clock',
    utc =>
      expect(messageOf(at('261122110000', utc))).toMatchObject({
        at: Date.UTC(2026, 10, 22, 11),
        local: true,
      }),
  )
  test.each(['000000000', '', '261322110000'])('of "%s" has the time of its receipt', local =>
    expect(messageOf(at(local, '100000.000'))).toMatchObject({
      at: RECEIVED,
      values: { receipt_time: 1 },
    }),
  )
  test.each([
    ['the mark V', `V,${PLACE}`],
    ['no mark', `,${PLACE}`],
    ['no east or west', `A,${PLACE.replace('E', '')}`],
    ['neither east nor west', 'A,4527.8064,N,00911.2668,33.48,187,120'],
    ['a place beyond the earth', `A,${PLACE.replace('4527', '9527')}`],
    ['a place at 0,0', 'A,0000.0000,N,00000.0000,E,0,0,0'],
  ])('with %s has no fix and keeps its sensors', (_, place) => {
    const message = messageOf(at('261122110000', '100000.000', place))
    expect(message).toMatchObject({ fix: null, values: { ignition: 1, can_fuel_level: 51.93 } })
  })
  test('with its hemisphere before the latitude still has its fix', () =>
    expect(
      messageOf(at('261122110000', '100000', 'A,S,4527.8064,00911.2668,W,0,0,0')).fix,
    ).toMatchObject({ latitude_e7: -454_634_400, longitude_e7: -91_877_800 }))
  test('that is cut behind its place still has its fix', () =>
    expect(
      messageOf(report('tracker', '2611221100,,F,100000.000,A,4527.8064,N,00911.2668,E,33.48,'))
        .fix,
    ).toMatchObject({ speed: 62 }))
  test('without satellites has its cell and no fix', () =>
    expect(messageOf(report('tracker', ',,L,,,113b,,558f,,,,,1,0,0.00%,,'))).toMatchObject({
      fix: null,
      values: { lac: 0x113b, cell_id: 0x558f, ignition: 1 },
    }))
  test.each([
    ['acc on', { ignition: 1 }],
    ['acc off', { ignition: 0 }],
    ['oil 51.67', { can_fuel_level: 51.67 }],
    ['T:-18.5', { temp1: -18.5 }],
  ])('of "%s" has the values %j', (keyword, expected) =>
    expect(messageOf(report(keyword, `261122110000,,F,100000,A,${PLACE}`)).values).toMatchObject(
      expected,
    ),
  )
  test('of the levels of two tanks has both levels', () => {
    const place = 'A,4527.8064,N,00911.2668,E,0.00'
    const { values } = messageOf(report('oil1', `261122110000,,F,100000,${place},,,,51.6,41.7,`))
    expect(values).toMatchObject({ can_fuel_level: 51.6, lls_fuel2: 41.7 })
  })
  test('of diagnostics without a voltage or a speed of the engine has none', () => {
    const { values } = messageOf(
      report('OBD', '261122110000,17887,,,0,45,0.39%,70,9.41%,16383,0.00,,,'),
    )
    expect(values).toMatchObject({ obd_speed: 45, obd_coolant_temp: 70 })
    expect([values.power, values.obd_rpm]).toEqual([undefined, undefined])
  })
  test('of a card has the number of the driver', () =>
    expect(messageOf(report('rfid', `261122110000,49121185,F,100000,A,${PLACE}`)).values.rfid).toBe(
      '49121185',
    ))
  test.each([
    ['help me', 'sos'],
    ['low battery', 'low_battery'],
    ['ac alarm', 'power_cut'],
    ['move', 'tow'],
  ] as const)('of "%s" is the alarm %s, which another ends', (keyword, kind) => {
    const holds = (bytes: Uint8Array) =>
      alarmHolds(alarmsOfValue(Number(messageOf(bytes).values.device_alarm)), kind)
    expect(holds(report(keyword, `261122110000,,F,100000,A,${PLACE}`))).toBe(true)
    expect(holds(TRACKER)).toBe(false)
    expect(holds(report('constructor', `261122110000,,F,100000,A,${PLACE}`))).toBe(false)
  })
  test('of diagnostics has its readings and the local time', () =>
    expect(
      messageOf(report('OBD', '261122110000,196043,,7.9,,85,40.0%,+90,12.0%,2100,14.1,P0021,,,')),
    ).toMatchObject({
      at: Date.UTC(2026, 10, 22, 11),
      local: true,
      fix: null,
      values: {
        obd_odometer: 196_043,
        obd_speed: 85,
        obd_engine_load: 40,
        obd_coolant_temp: 90,
        obd_rpm: 2_100,
        power: 14.1,
        dtc_codes: 'P0021',
      },
    }))
  test('of the second layout has signed degrees and satellites', () => {
    const line = `imei:${DEVICE},box,---,------,----,100000,221126,26,1,-45.46344,-9.18778,067,229,0674,1.00,08,1,1,---,*`
    expect(messageOf(Buffer.from(line))).toMatchObject({
      at: Date.UTC(2026, 10, 22, 10),
      fix: { latitude_e7: -454_634_400, speed: 67, satellites: 8, altitude: 674 },
      values: { ignition: 1 },
    })
  })
})

describe('an answer', () => {
  test.each([
    [LOGIN, 'login', 'LOAD'],
    [HEARTBEAT, 'ping', 'ON'],
    [TRACKER, 'messages', ''],
    [report('help me', ',,L,,,113b,,558f,,,,,0,0,,,'), 'messages', `**,imei:${DEVICE},E;`],
    [report('jt', `261122110000,,F,100000,A,${PLACE}`), 'messages', ''],
  ])('to %s', (bytes, kind, answer) => {
    const decoded = decode(bytes)
    expect(decoded).toMatchObject({ kind, device_id: DEVICE })
    expect(answerOf(decoded).toString()).toBe(answer)
  })
})

test('an answer to a command that carries a place is also a record', () =>
  expect(decode(report('jt', `261122110000,,F,100000,A,${PLACE}`))).toMatchObject({
    messages: [{ fix: { speed: 62 } }],
    replies: [{ text: 'jt' }],
  }))

test.each(['imei:35209408145225,tracker,x;', 'imei:352094081452251;', '##,imei:;'])(
  '%s is refused',
  said => expect(decode(Buffer.from(said)).kind).toBe('refused'),
)

describe('a stream', () => {
  test('gives the same texts wherever it is cut [gateway.28]', () => {
    const glued = HEARTBEAT.subarray(0, 15)
    expect(faultsOfCuts(tcp, [LOGIN, TRACKER, HEARTBEAT, glued, TRACKER])).toEqual([])
  })
  test('finds the next text after garbage, between lines and where a text begins anew', () => {
    const stream = `xyz;${HEARTBEAT}\r\n${TRACKER.subarray(0, 60)}${TRACKER}1234;${LOGIN}`
    const kinds = decodeAll(tcp, cut(tcp, [Buffer.from(stream)]).frames).map(
      d => d !== 'closed' && d.kind,
    )
    expect(kinds).toEqual([
      'garbage',
      'ping',
      'ping',
      'ping',
      'garbage',
      'messages',
      'garbage',
      'login',
    ])
  })
  test('of any bytes does no harm', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.constantFrom(LOGIN, TRACKER, HEARTBEAT), fc.uint8Array({ maxLength: 60 })),
          { maxLength: 12 },
        ),
        chunks => {
          const { frames, rest } = cut(tcp, chunks, 1_024)
          decodeAll(tcp, frames)
          return rest.length <= 1_024 + 80
        },
      ),
      { seed: 23, numRuns: 500 },
    ))
  test('of texts with any fields does no harm', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('tracker', 'OBD', 'rfid', 'help me', ''),
        fc.array(fc.oneof(fc.constantFrom('F', 'L', 'A', '4527.8064', 'N', '', '1'), fc.string())),
        (keyword, fields) => {
          decode(report(keyword, fields.join()))
        },
      ),
      { seed: 23, numRuns: 500 },
    ))
  test('of a text without an end closes the connection', () =>
    expect(() => frame(TRACKER.subarray(0, 60), 0, 60, 59)).toThrow('coban'))
})

test.each([
  ['', 'more'],
  ['##,', 'more'],
  ['##,imei:', 'yes'],
  ['imei:', 'yes'],
  [DEVICE, 'more'],
  [`${DEVICE};`, 'yes'],
  [`${DEVICE}im`, 'more'],
  [`${DEVICE}imei:`, 'yes'],
  [`${DEVICE}#`, 'no'],
  ['#L#', 'no'],
  ['*HQ', 'no'],
])('the protocol recognises a connection that begins with "%s": %s', (said, expected) =>
  expect(begins(Buffer.from(said))).toBe(expected),
)

test('a command to switch an output is a letter', () => {
  const to = { device_id: DEVICE, addressed: false, at: RECEIVED, serial: 1, memory: {} }
  const command = (on: boolean) =>
    coban.commandText?.({ id: 1, command: 'switch', command_data: { output: 'out1', on } })
  expect(Buffer.from(encode(command(true) ?? '', to) ?? []).toString()).toBe(`**,imei:${DEVICE},J;`)
  expect(command(false)).toBe('K')
  expect(encode('J;', to)).toBeNull()
  expect(encode('', to)).toBeNull()
  expect(coban.answersOther?.('J', 'kt')).toBe(true)
  expect(coban.answersOther?.('J', 'jt')).toBe(false)
})

test('a datagram names its device', () => {
  const reception = firstReception(RECEIVED)
  expect(protocol.udp?.decode(TRACKER, reception)).toMatchObject({ device_id: DEVICE })
  expect(protocol.udp?.begins?.(TRACKER)).toBe(true)
  expect(() => protocol.udp?.decode(Buffer.from('rubbish'), reception)).toThrow('coban')
})
