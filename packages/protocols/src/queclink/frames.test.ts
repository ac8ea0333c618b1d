// Queclink texts made for these tests: their content, streams that are cut anywhere, and garbage.

import { alarmHolds, alarmsOfValue } from '@flotta/core/device-alarms.ts'
import { profileReader } from '@flotta/core/profile-reader.ts'
import { type DecodedFrame, firstReception } from '@flotta/core/protocol.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerOf, bytesOf, cut, decodeAll, faultsOfCuts, RECEIVED } from '../testing.ts'
import * as decoder from './decode.ts'
import { encode } from './encode.ts'
import { begins, frame } from './frame.ts'
import { queclink } from './profiles/queclink.ts'
import protocol from './protocol.ts'

const tcp = protocol.tcp as NonNullable<typeof protocol.tcp>
const DEVICE = '352094081452251'
const GPS = '20261122100000'
const SENT = '20261122110001'
const place = (accuracy: number | string, time = GPS) =>
  `${accuracy},62.0,187,120.4,9.187781,45.463441,${time},0222,0010,1A2B,0C00ABCD`
const text = (type: string, fields: string, sent = SENT, head = 'RESP') =>
  Buffer.from(`+${head}:GT${type},060502,${DEVICE},box,${fields},${sent},11F0$`)
const decode = (frame: Uint8Array): DecodedFrame => decoder.decode(frame, firstReception(RECEIVED))
const messagesOf = (frame: Uint8Array) => {
  const decoded = decode(frame)
  if (decoded.kind !== 'messages') throw new Error(decoded.kind)
  return decoded.messages.map(m => ({ ...m, values: profileReader(queclink).read(m.io) }))
}
const valuesOf = (frame: Uint8Array) => messagesOf(frame).at(-1)?.values ?? {}
const iso = (at: number | undefined) => new Date(at ?? 0).toISOString()
const TAIL = '00,1000.5,00079:30:00,,,95,220302,,,'
const FRI = text('FRI', `12202,10,1,${place(1)},${TAIL}`)
const HEARTBEAT = text('HBD', '', SENT, 'ACK').toString().replace('box,,', 'box,')

describe('a report', () => {
  test('has its place, time and state [protocols.45]', () => {
    const [message] = messagesOf(FRI)
    expect(message).toMatchObject({
      fix: {
        latitude_e7: 454_634_410,
        longitude_e7: 91_877_810,
        altitude: 120,
        direction: 187,
        speed: 62,
      },
      values: {
        power: 12.202,
        odometer: 1_000_500,
        engine_hours: 79.5,
        battery_level: 95,
        ignition: 1,
        movement: 1,
        in1: 1,
        in2: 0,
        out1: 0,
        out2: 1,
        hdop: 1,
        lac: 0x1a2b,
        cell_id: 0x0c00abcd,
      },
    })
    expect(iso(message?.at)).toBe('2026-11-22T10:00:00.000Z')
  })
  test('of several places gives a record for each, and its state belongs to the last', () => {
    const messages = messagesOf(
      text('FRI', `,10,2,${place(1)},00,${place(3, '20261122100030')},${TAIL}`),
    )
    expect(messages.map(m => iso(m.at).slice(11, 19))).toEqual(['10:00:00', '10:00:30'])
    expect(messages.map(m => m.values.odometer)).toEqual([undefined, 1_000_500])
  })
  test.each([
    ['with the accuracy 0', place(0)],
    ['without a place, but with a cell', '0,,,,,,,0222,0010,1A2B,0C00ABCD'],
    ['beyond the earth', place(1).replace('45.463441', '95.463441')],
    ['at 0,0', place(1).replace('45.463441', '0.000000').replace('9.187781', '0.000000')],
  ])('%s has no fix and keeps its sensors', (_, block) =>
    expect(messagesOf(text('FRI', `12202,10,1,${block},${TAIL}`))).toMatchObject([
      { fix: null, values: { power: 12.202, ignition: 1, battery_level: 95 } },
    ]),
  )
  test.each([
    ['the time of its place where both are of one moment', GPS, '2026-11-22T10:00:00.000Z'],
    [
      'the time at which it was sent where its place is old',
      '20261103080000',
      '2026-11-22T11:00:01.000Z',
    ],
  ])('without a fix has %s', (_, found, expected) => {
    const [message] = messagesOf(text('IGN', `60,${place(0, found)},00,,1000.5`))
    expect(iso(message?.at)).toBe(expected)
    expect(message?.local).toBe(found === GPS ? undefined : true)
  })
  test.each(['', '20261332110001', '2026112'])('sent at "%s" has the time of its receipt', sent =>
    expect(messagesOf(text('PNA', '2', sent))).toMatchObject([
      { at: RECEIVED, values: { receipt_time: 1 } },
    ]),
  )
  test('that was stored gives the same record as a live one', () => {
    const stored = text('FRI', `12202,10,1,${place(1)},${TAIL}`, SENT, 'BUFF')
    expect(messagesOf(stored)).toEqual(messagesOf(FRI))
  })
  test('of a vehicle with diagnostics has the number of the vehicle before the name of the device', () => {
    const line = FRI.toString().replace(',box,', ',ZFA25000001234567,,')
    expect(valuesOf(Buffer.from(line))).toMatchObject({ vin: 'ZFA25000001234567', power: 12.202 })
  })
  test.each([
    ['IGN', '60', { ignition: 1 }],
    ['IGF', '60', { ignition: 0 }],
    ['IGL', ',00,1', { ignition: 1 }],
    ['IGL', ',01,1', { ignition: 0 }],
    ['STT', '12', { ignition: 0, movement: 1 }],
    ['STT', '41', { movement: 0 }],
    ['NMR', ',1,1', { movement: 1 }],
    ['DIS', ',21,1', { in2: 1 }],
    ['LSW', '0,1', { in1: 1 }],
    ['TSW', '0,0', { in2: 0 }],
    ['MPF', '', { unplugged: 1 }],
    ['MPN', '', { unplugged: 0 }],
    ['JDS', '2', { jamming: 1 }],
    ['IDN', '', { idling: 1 }],
    ['IDA', ',0123ABCD,1,1', { ibutton: '0123ABCD' }],
    ['STR', '0,0,2,-21.5,86', { temp1: -21.5, battery_level: 86 }],
  ])('GT%s "%s" has the values %j', (type, before, expected) =>
    expect(valuesOf(text(type, `${before},${place(0)},00`))).toMatchObject(expected),
  )
  test.each([
    ['SOS', 'sos'],
    ['TOW', 'tow'],
    ['CRA', 'crash'],
    ['JDR', 'jamming'],
    ['BPL', 'low_battery'],
  ] as const)('GT%s is the alarm %s', (type, kind) => {
    const { device_alarm } = valuesOf(text(type, `,,1,${place(1)},00`))
    expect(alarmHolds(alarmsOfValue(Number(device_alarm)), kind)).toBe(true)
  })
  test('of sensors has temperatures, fuel and accessories [protocols.45]', () => {
    const mask = '0000011A'
    const sensors = [
      '2',
      '2,28FF01,1,FF38,28FF02,1,',
      '1,0,45.5,120.2',
      '2,00,6,4,,083F,Door,AABBCCDDEEFF,1,3400,4,60,4.25,01,6,4,,003F,Back,AABBCCDDEE00,0,,,',
    ].join()
    expect(
      valuesOf(text('ERI', `${mask},12202,10,1,${place(1)},00,,,,95,220100,${sensors}`)),
    ).toMatchObject({
      temp1: -12.5,
      can_fuel_level: 45.5,
      can_fuel_level_l: 120.2,
      ble_temp1: 4.25,
      ble_humidity1: 60,
      power: 12.202,
    })
  })
  test('of sensors on the CAN bus, with one field more for accessories, has both [protocols.45]', () => {
    const can = '1,FFFFF,VIN00000000000001,2,H1234,120.5,900,0,90,,P55.5,,,10.5,,,,,,,,00'
    const accessory = '1,0,6,4,0,,01BF,Door,AABBCCDDEEFF,1,3400,-3.5,43,00,00'
    expect(
      valuesOf(
        text('ERI', `00000106,12202,10,1,${place(1)},00,,,,95,220100,0,0,${can},${accessory}`),
      ),
    ).toMatchObject({
      can_odometer: 123_400,
      can_rpm: 900,
      can_fuel_level: 55.5,
      ble_temp1: -3.5,
      ble_humidity1: 43,
    })
  })
  test.each([
    ['alone', '1,0164', { lls_fuel1: 356 }],
    ['of two', '1,2,1,1,0164,2,1,0010', { lls_fuel1: 356, lls_fuel2: 16 }],
  ])('of a fuel probe %s has its level', (_, sensors, expected) =>
    expect(
      valuesOf(text('ERI', `00000001,12202,10,1,${place(1)},00,,,,95,220100,${sensors}`)),
    ).toMatchObject(expected),
  )
  test('of a fuel probe that the serial port carries has its level', () => {
    const data = Buffer.from('Box\r\nCOMB,0,94.5,-1.0,,,HDC\r\n').toString('hex')
    expect(valuesOf(text('DTT', `,,1,35,${data}`))).toMatchObject({ lls_fuel1: 94.5 })
  })
  test('of diagnostics has its values in the order of its mask', () =>
    expect(
      valuesOf(
        text(
          'OBD',
          `0,78FFFF,VIN00000000000001,1,13411,981B81C0,1787,43,83,,921,463,1,2,03000031,20,55,62,1286,${place(1)},00,100.5`,
        ),
      ),
    ).toMatchObject({
      obd_rpm: 1_787,
      obd_speed: 43,
      obd_coolant_temp: 83,
      obd_engine_load: 55,
      obd_fuel_level: 62,
      obd_odometer: 1_286,
      dtc_codes: 'P0300,P0031',
      odometer: 100_500,
    }))
  test.each([
    ['DE0114', '0,0,1', '19,0,,79,1,', { battery_level: 79 }],
    ['C30303', '0,0,1', ',97,1,-2.4', { battery_level: 97, temp1: -2.4 }],
    ['423037', '0,1,1', '31,-1,,,,,64', { battery_level: 64 }],
  ])('of the small device %s has its battery', (version, before, after, expected) => {
    const report = text('FRI', `${before},${place(1)},${after}`).toString()
    expect(valuesOf(Buffer.from(report.replace('060502', version)))).toMatchObject(expected)
  })
  test('of a small device on its own state has the level of its battery', () => {
    const report = text('INF', `41,,22,99,0,,,3.82,0,0,1,0,0,${GPS},57,,,,`).toString()
    expect(valuesOf(Buffer.from(report.replace('060502', '423036')))).toMatchObject({
      battery: 3.82,
      battery_level: 57,
    })
  })
  test('with decimals in its accuracy still has its place', () =>
    expect(messagesOf(text('FRI', `0,0,0,0,1,${place('1.0')},31,-1,100`))).toMatchObject([
      { fix: { speed: 62 } },
    ]))
  test.each(['12940,10,1', ',12940,10,1'])('with the supply in %s has the voltage', before =>
    expect(valuesOf(text('FRI', `${before},${place(1)},00`))).toMatchObject({ power: 12.94 }),
  )
  test('of a temperature beyond its limits has the temperature', () =>
    expect(valuesOf(text('TEM', `3,33,${place(1)},`))).toMatchObject({ temp1: 33 }))
  test('of inputs in fields of their own has the sensors behind them', () => {
    const report = text(
      'ERI',
      `00000002,12202,10,1,${place(1)},00,15529.8,,,2789,,01,00,2,1,28FF01,1,FFE2`,
    ).toString()
    expect(valuesOf(Buffer.from(report.replace('060502', '040A00')))).toMatchObject({
      temp1: -1.875,
    })
  })
  test('of the CAN bus has its values in the order of its mask', () =>
    expect(
      valuesOf(
        text(
          'CAN',
          `00,1,C000017F,VIN00000000000001,2,H1234,120.5,1400,80,90,P55.5,${place(1)},00`,
        ),
      ),
    ).toMatchObject({
      ignition: 1,
      can_odometer: 123_400,
      can_fuel_used: 120.5,
      can_rpm: 1_400,
      can_speed: 80,
      can_engine_temp: 90,
      can_fuel_level: 55.5,
    }))
  test('of the device has its supply and battery', () =>
    expect(valuesOf(text('INF', '21,89390100001234567890,22,0,1,12913,,4.16,0,1,,'))).toMatchObject(
      { ignition: 1, movement: 0, power: 12.913, battery: 4.16 },
    ))
})

describe('an answer', () => {
  test('goes to every heartbeat, and to a report only where the device wants it', () => {
    expect(decode(Buffer.from(HEARTBEAT))).toMatchObject({ kind: 'ping', device_id: DEVICE })
    expect(answerOf(decode(Buffer.from(HEARTBEAT))).toString()).toBe('+SACK:GTHBD,060502,11F0$')
    expect(answerOf(decode(FRI))).toHaveLength(0)
    expect(decode(FRI)).toMatchObject({ wanted_ack: Buffer.from('+SACK:11F0$') })
  })
  test('of the device to a command has its name and number', () =>
    expect(decode(text('OUT', '0007', SENT, 'ACK'))).toMatchObject({
      kind: 'reply',
      device_id: DEVICE,
      replies: [{ text: 'GTOUT,0007' }],
    }))
})

test.each([
  '+RESP:GTFRI,060502,35209408145225,box$',
  '+RESP:GTFRI,,352094081452251,box$',
  '+RESP:GTFRI,x$',
])('%s is refused', said => expect(decode(Buffer.from(said)).kind).toBe('refused'))
test('a device of a CDMA network is named by its number in capitals', () =>
  expect(decode(Buffer.from(`+RESP:GTPNA,2D0300,a1000043d20139,,${SENT},0001$`))).toMatchObject({
    device_id: 'A1000043D20139',
  }))

describe('a stream', () => {
  const frames = [FRI, Buffer.from(HEARTBEAT), text('IGN', `60,${place(0)},00,,1000.5`)]
  test('gives the same texts wherever it is cut [gateway.28]', () =>
    expect(faultsOfCuts(tcp, frames)).toEqual([]))
  test('finds the next text after garbage, between lines and where a text begins anew', () => {
    const stream = Buffer.concat([
      bytesOf('0102'),
      FRI,
      bytesOf('0d0a'),
      FRI.subarray(0, 60),
      Buffer.from(HEARTBEAT.replace('$', '\0')),
    ])
    const kinds = decodeAll(tcp, cut(tcp, [stream]).frames).map(d => d !== 'closed' && d.kind)
    expect(kinds).toEqual(['garbage', 'messages', 'ping', 'ping', 'garbage', 'ping'])
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
      { seed: 22, numRuns: 500 },
    ))
  test('of texts with any fields does no harm', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('FRI', 'ERI', 'CAN', 'INF', 'BAA', 'IDA', 'IGL', 'LBS'),
        fc.array(fc.oneof(fc.constantFrom(place(1), '', 'FFFFFFFF', '220100', '1'), fc.string())),
        (type, fields) => {
          decode(text(type, fields.join()))
        },
      ),
      { seed: 22, numRuns: 500 },
    ))
  test('of a text without an end closes the connection', () =>
    expect(() => frame(FRI.subarray(0, 100), 0, 100, 99)).toThrow('queclink'))
})

test.each([
  ['', 'more'],
  ['+RE', 'more'],
  ['+RESP:GT', 'yes'],
  ['+ACK:GTHBD', 'yes'],
  ['+RSP', 'no'],
  ['*HQ', 'no'],
])('the protocol recognises a connection that begins with "%s": %s', (said, expected) =>
  expect(begins(Buffer.from(said))).toBe(expected),
)

describe('a command', () => {
  const to = {
    device_id: DEVICE,
    addressed: false,
    at: RECEIVED,
    serial: 7,
    memory: { type: '06' },
  }
  const bytesFor = (said: string, memory: { type?: string } = { type: '06' }) =>
    Buffer.from(encode(said, { ...to, memory }) ?? []).toString()
  test('is written with the password of the model and a serial number', () => {
    expect(bytesFor('GTRTO,1,,,,,')).toBe('AT+GTRTO=gv300,1,,,,,,0007$')
    expect(bytesFor('GTRTO,1,,,,,', {})).toBe('')
    expect(bytesFor('GTRTO,1,,,,,', { type: 'ZZ' })).toBe('')
  })
  test('that is already complete is sent unchanged', () => {
    expect(bytesFor('AT+GTRTO=secret,1,,,,,,0001', {})).toBe('AT+GTRTO=secret,1,,,,,,0001$')
    expect(bytesFor('AT+GTRTO=a$AT+GTRTO=b')).toBe('')
    expect(bytesFor('perché')).toBe('')
  })
  test('cuts the engine', () => {
    const command = { id: 1, command: 'switch', command_data: { output: 'out1', on: true } }
    expect(bytesFor(queclink.commandText?.(command) ?? '')).toBe(
      'AT+GTOUT=gv300,1,,,0,0,0,0,0,0,0,,,,,,,0007$',
    )
  })
})

test('a datagram names its device', () => {
  const reception = firstReception(RECEIVED)
  expect(protocol.udp?.decode(FRI, reception)).toMatchObject({ device_id: DEVICE })
  expect(() => protocol.udp?.decode(Buffer.from('rubbish'), reception)).toThrow('queclink')
})

test.each([
  ['GTOUT,1,,,0,0', 'GTOUT,0007', false],
  ['GTOUT,1,,,0,0', 'GTRTO,0007', true],
  ['AT+GTRTO=gl300,1,,,,,,0001$', 'GTRTO,0001', false],
])(
  'for the command %s the answer %s belongs to another command: %s [commands.53]',
  (asked, answer, expected) => {
    expect(queclink.answersOther?.(asked, answer)).toBe(expected)
  },
)
