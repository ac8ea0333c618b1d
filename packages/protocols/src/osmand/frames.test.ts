// Requests of phones: their content, their answers, and garbage.

import { alarmHolds, alarmsOfValue } from '@flotta/core/device-alarms.ts'
import { profileReader } from '@flotta/core/profile-reader.ts'
import type { DecodedFrame } from '@flotta/core/protocol.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cut, decodeAll, faultsOfCuts, plainIo, RECEIVED } from '../testing.ts'
import { decode } from './decode.ts'
import { osmand } from './profiles/osmand.ts'
import protocol from './protocol.ts'
import { begins } from './request.ts'

const { tcp } = protocol
if (tcp === undefined) throw new Error('osmand has a TCP side')

const get = (target: string, ...headers: readonly string[]) =>
  Buffer.from([`GET ${target} HTTP/1.1`, 'Host: fleet', ...headers, '', ''].join('\r\n'))
const post = (body: string, target = '/', type = 'application/json') =>
  Buffer.from(
    [
      `POST ${target} HTTP/1.1`,
      `Content-Type: ${type}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
const decodedOf = (frame: Uint8Array): DecodedFrame => decode(frame, { at: RECEIVED, memory: {} })
const recordsOf = (frame: Uint8Array) => {
  const decoded = decodedOf(frame)
  if (decoded.kind !== 'messages') throw new Error(JSON.stringify(decoded))
  return decoded.messages.map(message => ({
    ...message,
    io: plainIo(message.io),
    values: profileReader(osmand).read(message.io),
  }))
}
const statusOf = (frame: Uint8Array): string => {
  const decoded = decodedOf(frame)
  const bytes = decoded.kind === 'messages' || decoded.kind === 'refused' ? decoded.ack : []
  return Buffer.from(bytes).toString('latin1').slice(9, 12)
}
const PLACE = 'lat=45.4642&lon=9.19&timestamp=1764070000&speed=33.5&bearing=187.4&altitude=120'
const LOCATION = {
  timestamp: '2026-03-14T09:30:15.250Z',
  coords: { latitude: -33.92, longitude: -70.64, speed: 17.6, heading: -1, altitude: -12.4 },
  is_moving: true,
  odometer: 1234.5,
  event: '',
  battery: { level: 0.83, is_charging: true },
  activity: { type: 'in_vehicle' },
  extras: { alarm: 'sos', nested: { a: 1 } },
}

describe('a query', () => {
  test('is a record [protocols.43]', () => {
    const [record] = recordsOf(get(`/?id=phone-7&${PLACE}&batt=87&wifi=a,-1&wifi=b,-2`))
    expect(record).toMatchObject({
      at: 1_764_070_000_000,
      fix: {
        latitude_e7: 454_642_000,
        longitude_e7: 91_900_000,
        altitude: 120,
        direction: 187,
        speed: 62,
      },
      io: { batt: '87' },
      values: { battery_level: 87 },
    })
    expect(decodedOf(get(`/any/path?deviceid=phone-7&${PLACE}`))).toMatchObject({
      device_id: 'phone-7',
    })
  })
  test.each([
    ['1764070000', 1_764_070_000_000, undefined],
    ['1764070000250', 1_764_070_000_250, undefined],
    ['2026-11-25T12:00:00Z', Date.UTC(2026, 10, 25, 12), undefined],
    ['2026-11-25T12:00:00.5%2B01:00', Date.UTC(2026, 10, 25, 11, 0, 0, 500), undefined],
    ['2026-11-25+12:00:00', Date.UTC(2026, 10, 25, 12), true],
  ])('of the time %s', (text, at, local) =>
    expect(recordsOf(get(`/?id=1&lat=1&lon=1&timestamp=${text}`))[0]).toMatchObject({
      at,
      ...(local && { local }),
    }),
  )
  test('without a time has that of its receipt [protocols.33]', () =>
    expect(recordsOf(get('/?id=1&lat=1&lon=1'))[0]).toMatchObject({
      at: RECEIVED,
      values: { receipt_time: 1 },
    }))
  test.each(['cell=222,1,2,3', 'lat=0&lon=0', 'lat=45', 'lat=45&lon=9&valid=false'])(
    'of %s has no place [protocols.32]',
    query => expect(recordsOf(get(`/?id=1&${query}`))[0]?.fix).toBeNull(),
  )
  test('may be a form, with its place in one field', () =>
    expect(
      recordsOf(post('id=1&location=45.5,%209.5', '/', 'application/x-www-form-urlencoded'))[0]
        ?.fix,
    ).toMatchObject({ latitude_e7: 455_000_000, longitude_e7: 95_000_000 }))
})

describe('JSON', () => {
  test('is a record without the values that it does not know [protocols.43]', () => {
    const [record] = recordsOf(post(JSON.stringify({ location: LOCATION, device_id: 48241 })))
    expect(record).toMatchObject({
      at: Date.parse('2026-03-14T09:30:15.250Z'),
      fix: { latitude_e7: -339_200_000, altitude: -12, direction: 0, speed: 63 },
      values: { battery_level: 83, movement: 1, odometer: 1234.5 },
    })
    const alarms = alarmsOfValue(Number(record?.values.device_alarm))
    expect(alarmHolds(alarms, 'sos')).toBe(true)
    expect(record?.io).toMatchObject({ charge: 'true', alarm: 'sos', nested: '{"a":1}' })
    expect(record?.io).not.toHaveProperty('event')
  })
  test('of several locations gives several records', () => {
    const batch = { location: [LOCATION, LOCATION], device_id: 'a' }
    expect(recordsOf(post(JSON.stringify(batch)))).toHaveLength(2)
    expect(recordsOf(post(JSON.stringify([batch, batch])))).toHaveLength(4)
    const otherDevice = { ...batch, device_id: 'b' }
    expect(statusOf(post(JSON.stringify([batch, otherDevice])))).toBe('400')
  })
})

describe('an answer [protocols.44]', () => {
  test.each([
    ['200', get(`/?id=1&${PLACE}`)],
    ['400', get(`/?${PLACE}`)],
    ['400', get('/?id=a%20b&lat=1&lon=1')],
    ['400', get('/?id=1&lat=-133.9&lon=1')],
    ['400', get('/?id=1&lat=1&lon=200')],
    ['400', get('/?id=1&lat=north&lon=1')],
    ['400', get('/?id=1&lat=1&lon=1&timestamp=today')],
    ['400', post('{')],
    ['400', post('[1]')],
    ['400', post('{"device_id":"1"}')],
    ['413', Buffer.from('POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n')],
  ])('has the status %s: %s', (status, frame) => expect(statusOf(frame)).toBe(status))
  test('ends the connection when the caller wants it', () => {
    expect(decodedOf(get(`/?id=1&${PLACE}`, 'Connection: close'))).toMatchObject({ close: true })
    expect(decodedOf(get(`/?id=1&${PLACE}`))).not.toHaveProperty('close')
  })
  test.each([
    [`Authorization: Basic ${Buffer.from('phone-7:x').toString('base64')}`, 'phone-7'],
    ['Authorization: Bearer t0ken', 't0ken'],
  ])('takes the name of the device from %s', (header, device_id) =>
    expect(decodedOf(get(`/?${PLACE}`, header))).toMatchObject({ device_id }),
  )
})

describe('a stream', () => {
  const frames = [get(`/?id=1&${PLACE}`), post(JSON.stringify({ location: LOCATION }))]
  test('gives the same requests wherever it is cut [gateway.28]', () =>
    expect(faultsOfCuts(tcp, frames)).toEqual([]))
  test('of a body that is too long gives only its head, which is refused', () => {
    const { frames: units } = cut(tcp, [
      Buffer.from('POST / HTTP/1.1\r\nContent-Length: 999999\r\n\r\nx'),
    ])
    expect(units.map(statusOf)[0]).toBe('413')
  })
  test('of any bytes does no harm', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom(...frames),
            fc.uint8Array({ maxLength: 60 }),
            fc.json().map(json => post(json)),
            fc.webUrl({ withQueryParameters: true }).map(url => get(url)),
          ),
          { maxLength: 8 },
        ),
        chunks => {
          const { frames: units, rest, isClosed } = cut(tcp, chunks, 4_096)
          decodeAll(tcp, units)
          return isClosed || rest.length <= 4_096
        },
      ),
      { seed: 22, numRuns: 300 },
    ))
})

test.each([
  ['', 'more'],
  ['G', 'more'],
  ['GET ', 'yes'],
  ['POST /', 'yes'],
  ['PUT ', 'no'],
  ['#L#', 'no'],
])('the protocol recognises a connection that begins with %j: %s', (text, expected) =>
  expect(begins(Buffer.from(text))).toBe(expected),
)
