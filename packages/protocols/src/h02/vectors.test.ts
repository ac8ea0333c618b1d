// Every published H02 frame of the vector collection beside the project (skipped when it is absent) decodes to the expected values.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bytesOf, cut, decodeAll, hexOf, plainIo } from '../testing.ts'
import { encode } from './encode.ts'
import { ids, kilometresOf } from './layout.ts'
import protocol from './protocol.ts'

interface Vector {
  readonly name: string
  readonly transport: string
  readonly input: string
  readonly inputEncoding?: string
  readonly expect: {
    readonly kind: string
    readonly deviceId: string | null
    readonly frame?: string
    readonly firstFrame?: string
    readonly time?: string | null
    readonly batteryLevel?: number
    readonly statusBits?: {
      readonly accOn: boolean
      readonly vibrationAlarm: boolean
      readonly sosAlarm: boolean
      readonly overspeedAlarm: boolean
      readonly powerCut: boolean
    }
    readonly position?: {
      readonly fix: boolean
      readonly lat: number
      readonly lon: number
      readonly speedKn: number
      readonly course: number
      readonly time?: string
    }
  }
}
const file = new URL('../../../../../shared/vectors/h02.json', import.meta.url)
const present = existsSync(file)
const vectors: readonly Vector[] = present ? JSON.parse(readFileSync(file, 'utf8')) : []
const tcp = protocol.tcp as NonNullable<typeof protocol.tcp>
const inputOf = ({ input, inputEncoding }: Vector): Uint8Array =>
  inputEncoding === 'text' ? Uint8Array.from(Buffer.from(input, 'latin1')) : bytesOf(input)
const single = vectors.filter(v => v.transport === 'tcp' && v.expect.kind !== 'command')

function decoded(vector: Vector) {
  const [content] = decodeAll(tcp, cut(tcp, [inputOf(vector)]).frames)
  if (content === undefined || content === 'closed') throw new Error(String(content))
  return content
}

describe.skipIf(!present)('published frames', () => {
  test('the collection has enough examples', () => expect(single.length).toBeGreaterThan(40))

  test.each(single)('$name names its device', vector => {
    const content = decoded(vector)
    if (vector.expect.deviceId === null) expect(content.kind).toBe('refused')
    else expect(content).toMatchObject({ device_id: vector.expect.deviceId })
  })

  test.each(single.filter(v => v.expect.position && v.expect.deviceId))(
    '$name has its place',
    vector => {
      const content = decoded(vector)
      if (content.kind !== 'messages') throw new Error(content.kind)
      const [message] = content.messages
      const { position, statusBits } = vector.expect
      if (position?.time) expect(message?.at).toBe(Date.parse(position.time))
      if (position?.fix) {
        expect((message?.fix?.latitude_e7 ?? 0) / 1e7).toBeCloseTo(position.lat, 5)
        expect((message?.fix?.longitude_e7 ?? 0) / 1e7).toBeCloseTo(position.lon, 5)
        expect(message?.fix).toMatchObject({
          speed: kilometresOf(position.speedKn),
          direction: Math.round(position.course) % 360,
        })
      } else expect(message?.fix).toBeNull()
      if (statusBits) {
        const io = plainIo(message?.io ?? new Uint8Array(0))
        const alarms = Number(io[ids.alarms])
        const holds = (...bits: number[]) => bits.some(bit => ((alarms >>> bit) & 1) === 1)
        expect([io[ids.acc], holds(0), holds(1, 18), holds(2), holds(19)]).toEqual([
          statusBits.accOn ? 1 : 0,
          statusBits.vibrationAlarm,
          statusBits.sosAlarm,
          statusBits.overspeedAlarm,
          statusBits.powerCut,
        ])
      }
    },
  )

  test.each(single.filter(v => v.expect.batteryLevel !== undefined))(
    '$name has the level of its battery',
    vector => {
      const content = decoded(vector)
      if (content.kind !== 'messages') throw new Error(content.kind)
      const io = plainIo(content.messages[0]?.io ?? new Uint8Array(0))
      expect(io[ids.battery]).toBe(vector.expect.batteryLevel)
    },
  )

  test.each(single.filter(v => v.expect.kind === 'cells' && v.expect.time))(
    '$name has its time and no place',
    vector => {
      const content = decoded(vector)
      if (content.kind !== 'messages') throw new Error(content.kind)
      expect(content.messages).toMatchObject([
        { at: Date.parse(vector.expect.time ?? ''), fix: null },
      ])
    },
  )

  test.each(vectors.filter(v => v.expect.firstFrame !== undefined))('$name', vector => {
    const [first] = cut(tcp, [inputOf(vector)]).frames
    expect(first && hexOf(first)).toBe(vector.expect.firstFrame)
  })

  test('the command that stops an engine is the one of other servers', () => {
    const stop = vectors.find(v => v.name.includes('EngineStop'))
    const to = {
      device_id: stop?.expect.deviceId ?? '',
      addressed: false,
      at: Date.UTC(2026, 0, 1, 1, 2, 3),
      serial: 1,
      memory: {},
    }
    expect(Buffer.from(encode('S20,1,1', to) ?? []).toString()).toBe(stop?.expect.frame)
  })
})
