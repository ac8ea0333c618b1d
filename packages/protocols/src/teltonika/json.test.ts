// Codec JSON of Teltonika: the published messages of the vector collection beside the project (skipped when it is absent), and others made here.
import { existsSync, readFileSync } from 'node:fs'
import { profileReader } from '@flotta/core/profile-reader.ts'
import { FrameError } from '@flotta/core/protocol.ts'
import { describe, expect, test } from 'vitest'
import { bytesOf, plainIo, RECEIVED } from '../testing.ts'
import { commandMessage, decodeMqtt, mqttDevice } from './json.ts'
import { fmb1xx } from './profiles/fmb1xx.ts'

interface Vector {
  readonly name: string
  readonly topic: string
  readonly input: string
  readonly expect: {
    readonly imei: string
    readonly positions: readonly {
      readonly time: string
      readonly lat: number
      readonly lon: number
      readonly altitude: number
      readonly course: number
      readonly satellites: number
      readonly speedKph: number
    }[]
    readonly io: Readonly<Record<string, number | string>>
  }
}
const file = new URL('../../../../../shared/vectors/teltonika-json.json', import.meta.url)
const vectors: readonly Vector[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
const decoded = (text: string) => decodeMqtt({ topic: '', payload: Buffer.from(text) })
const recordOf = (text: string) => {
  const content = decoded(text)
  const [message] = content.kind === 'messages' ? content.messages : []
  if (message === undefined) throw new Error(content.kind)
  return message
}

describe.skipIf(vectors.length === 0)('published messages', () => {
  test.each(vectors)(
    '$name [protocols.29]',
    ({ topic, input, expect: { imei, positions, io } }) => {
      expect(mqttDevice(topic)).toBe(imei)
      const { at, fix, io: bytes } = recordOf(input)
      const [place] = positions
      expect(at).toBe(Date.parse(place?.time ?? ''))
      expect((fix?.latitude_e7 ?? 0) / 1e7).toBeCloseTo(place?.lat ?? 0, 6)
      expect((fix?.longitude_e7 ?? 0) / 1e7).toBeCloseTo(place?.lon ?? 0, 6)
      expect(fix).toMatchObject({
        altitude: place?.altitude,
        direction: place?.course,
        satellites: place?.satellites,
        speed: place?.speedKph,
      })
      const values = plainIo(bytes)
      for (const [id, value] of Object.entries(io))
        if (typeof value === 'number' && value >= 0) expect([id, values[id]]).toEqual([id, value])
        else if (typeof value === 'string') expect(`0x${values[id]}`).toBe(value)
    },
  )
})

describe('a message', () => {
  const reported = (more: object) =>
    JSON.stringify({ state: { reported: { ts: RECEIVED, latlng: '45.4,9.1', sat: 9, ...more } } })
  test('has signed values with their sign, even where a forwarder lost it', () => {
    const valuesOf = (more: object) => profileReader(fmb1xx).read(recordOf(reported(more)).io)
    expect(valuesOf({ 72: -105, 73: 200, 74: 65_431 })).toMatchObject({
      temp1: -10.5,
      temp2: 20,
      temp3: -10.5,
    })
  })
  test('from a forwarder, with texts for numbers and in another order, gives the same record [protocols.78]', () => {
    const head = {
      ts: RECEIVED,
      pr: 0,
      latlng: '45.4,9.1',
      alt: 120,
      ang: 187,
      sat: 9,
      sp: 62,
      evt: 0,
    }
    const values = { ...head, 239: 1, 66: 12_610, 72: -105, 16: 6_870_123 }
    const passedOn = Object.fromEntries(
      Object.entries(values)
        .reverse()
        .filter(([name]) => name !== 'pr' && name !== 'evt')
        .map(([name, value]) => [name, String(value)]),
    )
    const [first, second] = [values, passedOn].map(reported =>
      recordOf(JSON.stringify({ state: { reported } })),
    )
    expect(second).toEqual(first)
  })
  test('without satellites has no fix, and keeps its values', () => {
    const record = recordOf(reported({ sat: 0, 239: 1 }))
    expect(record.fix).toBeNull()
    expect(plainIo(record.io)[239]).toBe(1)
  })
  test('that begins like a packet of codec 8 is refused where it is none', () =>
    expect(() => decodeMqtt({ topic: '', payload: bytesOf('00000000') })).toThrow(FrameError))
  test.each(['', '{', '{}', '{"state":{"reported":{}}}', '[]'])('that is %j is refused', text =>
    expect(() => decoded(text)).toThrow(FrameError),
  )
  test('of an answer has its text, and a command has its topic', () => {
    expect(decoded('{"RSP":"Ver:03.28"}')).toEqual({
      kind: 'reply',
      replies: [{ text: 'Ver:03.28' }],
    })
    expect(commandMessage('getver', '352093081452251')).toEqual({
      topic: '352093081452251/commands',
      payload: Buffer.from('{"CMD":"getver"}'),
    })
    expect(commandMessage('', '352093081452251')).toBeNull()
  })
})
