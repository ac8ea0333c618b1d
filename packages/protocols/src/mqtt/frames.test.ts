// Messages in JSON: their content by the mapping of a profile, and garbage.
import { profileReader } from '@flotta/core/profile-reader.ts'
import { FrameError, type Profile } from '@flotta/core/protocol.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainIo, RECEIVED } from '../testing.ts'
import { decode } from './decode.ts'
import { mqtt } from './profiles/mqtt.ts'
import { owntracks } from './profiles/owntracks.ts'
import { commandFor, deviceOf } from './topics.ts'

const decoded = (json: unknown, profile: Profile | undefined = mqtt) =>
  decode(
    { topic: '', payload: Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)) },
    { at: RECEIVED, profile },
  )
const recordsOf = (json: unknown, profile?: Profile) => {
  const content = decoded(json, profile)
  if (content.kind !== 'messages') throw new Error(content.kind)
  return content.messages
}
const AT = Date.UTC(2026, 10, 22, 10)

describe('a message', () => {
  test.each([
    ['seconds', AT / 1_000],
    ['milliseconds', AT],
    ['a date', '2026-11-22T11:00:00+01:00'],
    ['a date without a zone', '2026-11-22 10:00:00'],
  ])('has its place and its time in %s [protocols.64]', (_, time) =>
    expect(
      recordsOf({ time, lat: 45.4634, lon: '9.1877', speed: 62.4, course: 187 }),
    ).toMatchObject([
      {
        at: AT,
        fix: { latitude_e7: 454_634_000, longitude_e7: 91_877_000, speed: 62, direction: 187 },
      },
    ]),
  )
  test('has its other values by their paths, to which the profile gives words', () => {
    const [record] = recordsOf({ ts: AT, ignition: true, sensors: { temps: [4.5] }, battery: 80 })
    expect(plainIo(record?.io ?? new Uint8Array(0))).toEqual({
      ignition: '1',
      'sensors.temps.0': '4.5',
      battery: '80',
    })
    expect(profileReader(mqtt).read(record?.io ?? new Uint8Array(0))).toEqual({
      ignition: 1,
      battery_level: 80,
    })
    expect(record?.fix).toBeNull()
  })
  test('without a time has the time of its receipt, and without a place none', () => {
    const [record] = recordsOf({ lat: 0, lon: 0, temp1: 4 })
    expect(record).toMatchObject({ at: RECEIVED, fix: null })
    expect(profileReader(mqtt).read(record?.io ?? new Uint8Array(0))).toMatchObject({
      temp1: 4,
      receipt_time: 1,
    })
    expect(recordsOf({ lat: 91, lon: 9, temp1: 4 })).toMatchObject([{ fix: null }])
  })
  test('may be a list, or an answer with a record', () => {
    expect(
      recordsOf([
        { ts: AT, lat: 45, lon: 9 },
        { ts: AT + 1, lat: 45, lon: 9 },
      ]),
    ).toHaveLength(2)
    expect(decoded({ answer: 'done' })).toMatchObject({ messages: [], replies: [{ text: 'done' }] })
    expect(decoded({ ts: AT, lat: 45, lon: 9, answer: 'done' })).toMatchObject({
      messages: [{ at: AT }],
      replies: [{ text: 'done' }],
    })
  })
  test('is read by the mapping of its profile alone', () => {
    const place = { _type: 'location', tst: AT / 1_000, lat: 45, lon: 9, vel: 40, batt: 80 }
    expect(recordsOf(place, owntracks)).toMatchObject([{ at: AT, fix: { speed: 40 } }])
    expect(decoded(place, owntracks)).not.toHaveProperty('replies')
    expect(decoded({ ...place, t: 'r' }, owntracks)).toMatchObject({
      replies: [{ text: 'r' }],
      messages: [{ at: AT }],
    })
    expect(decoded({ _type: 'transition', tst: 1, lat: 45, lon: 9 }, owntracks)).toEqual({
      kind: 'ping',
    })
    const knots: Profile = {
      ...mqtt,
      json: { time: ['t'], latitude: ['y'], longitude: ['x'], speed: ['v'], speed_unit: 'kn' },
    }
    expect(recordsOf({ t: AT, y: 45, x: 9, v: 10 }, knots)).toMatchObject([{ fix: { speed: 19 } }])
  })
  test.each(['', 'no json', '1', 'null', '[1]', '"text"'])('that is %j is refused', text =>
    expect(() => decoded(text)).toThrow(FrameError),
  )
  test('of any JSON gives only the errors of frames', () => {
    fc.assert(
      fc.property(fc.json(), json => {
        try {
          decoded(json)
        } catch (error) {
          expect(error).toBeInstanceOf(FrameError)
        }
      }),
    )
  })
})

test.each([
  ['flotta/box-7/data', 'box-7'],
  ['owntracks/anna/moto', 'anna/moto'],
  ['owntracks/anna/moto/cmd', null],
  ['flotta/box-7/commands', null],
])('the topic %s is of the device %s', (topic, device) => expect(deviceOf(topic)).toBe(device))

test('a command goes to the topic of its device [protocols.65]', () => {
  const messageOf = (text: string, device: string, profile: Profile) => {
    const message = commandFor(text, device, profile)
    return message && [message.topic, Buffer.from(message.payload).toString()]
  }
  expect(messageOf('reboot', 'box-7', mqtt)).toEqual([
    'flotta/box-7/commands',
    '{"command":"reboot"}',
  ])
  expect(messageOf('reportLocation', 'anna/moto', owntracks)).toEqual([
    'owntracks/anna/moto/cmd',
    '{"_type":"cmd","action":"reportLocation"}',
  ])
  expect(messageOf('a\nb', 'box-7', mqtt)).toBeNull()
})
