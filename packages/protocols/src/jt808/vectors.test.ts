// Every published JT/T 808 frame of the vector collection beside the project (skipped when it is absent) decodes to the expected values, and every
// broken one is refused.
import { existsSync, readFileSync } from 'node:fs'
import { profileReader } from '@flotta/core/profile-reader.ts'
import { describe, expect, test } from 'vitest'
import { bytesOf, cut, decodeAll, hexOf, plainIo } from '../testing.ts'
import { ids } from './layout.ts'
import { jt808 } from './profiles/jt808.ts'
import protocol from './protocol.ts'

interface Attributes {
  readonly odometerM?: number
  readonly rssi?: number
  readonly fuelL?: number
  readonly batteryV?: number
  readonly batteryLevel?: number
  readonly externalV?: number
  readonly motion?: boolean
  readonly temperatureC?: Readonly<Record<string, number>>
  readonly tyres?: readonly {
    readonly index: number
    readonly pressureBar: number
    readonly temperatureC: number
  }[]
}
interface Vector {
  readonly name: string
  readonly transport: string
  readonly input: string
  readonly chunks?: readonly string[]
  readonly expect: {
    readonly kind: string
    readonly malformed?: boolean
    readonly lengthMatches?: boolean
    readonly integrity?: { readonly valid: boolean }
    readonly deviceId?: string
    readonly ack?: string | null
    readonly ackReason?: string
    readonly text?: string
    readonly driver?: { readonly time: string; readonly licence: string }
    readonly units?: readonly string[]
    readonly replies?: readonly string[]
    readonly positions?: readonly {
      readonly time: string
      readonly fix: boolean
      readonly lat: number
      readonly lon: number
      readonly speedKph?: number
      readonly course: number
      readonly satellites?: number
      readonly status?: {
        readonly acc: boolean
        readonly oilCut: boolean
        readonly circuitCut: boolean
        readonly doorLocked: boolean
      }
      readonly altitude?: number
      readonly alarmRaw?: number | string
      readonly attributes?: Attributes
      readonly items?: readonly { readonly id: string; readonly hex: string }[]
    }[]
  }
}
const file = new URL('../../../../../shared/vectors/jt808.json', import.meta.url)
const present = existsSync(file)
const vectors: readonly Vector[] = present ? JSON.parse(readFileSync(file, 'utf8')) : []
const tcp = protocol.tcp as NonNullable<typeof protocol.tcp>
const isBroken = ({ expect: e }: Vector): boolean =>
  e.malformed === true || e.integrity?.valid === false || e.lengthMatches === false
const single = vectors.filter(v => v.transport === 'tcp' && v.expect.deviceId !== undefined)
const sound = single.filter(v => !isBroken(v))

function decoded({ input }: Vector) {
  const stream = cut(tcp, [bytesOf(input)])
  expect(stream.frames.map(hexOf)).toEqual([input])
  const [content] = decodeAll(tcp, stream.frames)
  if (content === undefined || content === 'closed') throw new Error(String(content))
  return content
}

const reader = profileReader(jt808)
function compareReadings(values: ReturnType<typeof reader.read>, read: Attributes): void {
  const near = (value: unknown, expected: number) => expect(Number(value)).toBeCloseTo(expected, 3)
  if (read.odometerM !== undefined) near(values.odometer, read.odometerM)
  if (read.rssi !== undefined) near(values.gsm_signal, (read.rssi * 5) / 31)
  if (read.fuelL) near(values.can_fuel_level_l, read.fuelL)
  if (read.batteryV !== undefined) near(values.battery, read.batteryV)
  if (read.batteryLevel !== undefined) near(values.battery_level, read.batteryLevel)
  if (read.externalV !== undefined) near(values.power, read.externalV)
  if (read.motion !== undefined) expect(values.movement).toBe(Number(read.motion))
  if (read.temperatureC?.['1'] !== undefined) near(values.temp1, read.temperatureC['1'])
  const byName: Readonly<Record<string, unknown>> = values
  for (const { index, pressureBar, temperatureC } of read.tyres ?? []) {
    // A wheel whose sensor was not received has no reading.
    const hasReading = pressureBar > 0
    expect(byName[`tyre${index}_pressure`] !== undefined).toBe(hasReading)
    if (!hasReading) continue
    near(byName[`tyre${index}_pressure`], pressureBar)
    near(byName[`tyre${index}_temp`], temperatureC)
  }
}

describe.skipIf(!present)('published frames', () => {
  test('the collection has enough examples', () => expect(sound.length).toBeGreaterThan(20))

  test.each(sound)('$name names its device and is answered', vector => {
    const content = decoded(vector)
    expect('device_id' in content && content.device_id).toBe(vector.expect.deviceId || '0')
    const answer =
      content.kind === 'ping'
        ? content.answer
        : content.kind === 'messages' || content.kind === 'reply'
          ? content.ack
          : undefined
    if (typeof vector.expect.ack === 'string')
      expect(answer && hexOf(answer)).toBe(vector.expect.ack)
    if (vector.expect.text !== undefined)
      expect(content).toMatchObject({ replies: [{ text: vector.expect.text }] })
  })

  test.each(sound.filter(v => v.expect.positions))('$name has its positions', vector => {
    const content = decoded(vector)
    if (content.kind !== 'messages') throw new Error(content.kind)
    const positions = vector.expect.positions ?? []
    expect(content.messages).toHaveLength(positions.length)
    for (const [i, position] of positions.entries()) {
      const message = content.messages[i]
      expect(message?.at).toBe(Date.parse(position.time))
      if (!position.fix || (position.lat === 0 && position.lon === 0))
        expect(message?.fix).toBeNull()
      else {
        expect((message?.fix?.latitude_e7 ?? 0) / 1e7).toBeCloseTo(position.lat, 5)
        expect((message?.fix?.longitude_e7 ?? 0) / 1e7).toBeCloseTo(position.lon, 5)
        expect(message?.fix?.direction).toBe(position.course % 360)
        if (position.speedKph !== undefined)
          expect(message?.fix?.speed).toBe(Math.round(position.speedKph))
        if (position.satellites !== undefined)
          expect(message?.fix?.satellites).toBe(position.satellites)
      }
      const io = plainIo(message?.io ?? new Uint8Array(0))
      if (position.status)
        expect([io[ids.acc], io[ids.fuel_cut], io[ids.circuit_cut], io[ids.doors_locked]]).toEqual([
          Number(position.status.acc),
          Number(position.status.oilCut),
          Number(position.status.circuitCut),
          Number(position.status.doorLocked),
        ])
      if (position.fix && message?.fix && position.altitude !== undefined)
        expect(message.fix.altitude).toBe(position.altitude)
      compareReadings(reader.read(message?.io ?? new Uint8Array(0)), position.attributes ?? {})
      for (const { id, hex } of position.items ?? []) {
        const value = io[Number.parseInt(id, 16)]
        if (
          value !== undefined &&
          (position.items ?? []).filter(item => item.id === id).length === 1
        )
          expect([id, value]).toEqual([
            id,
            typeof value === 'number' ? Number.parseInt(hex, 16) : hex,
          ])
        else if (id !== 'eb') expect(io).toHaveProperty(String(Number.parseInt(id, 16)))
      }
    }
  })

  test.each(sound.filter(v => v.expect.driver))('$name names the driver', vector => {
    const content = decoded(vector)
    if (content.kind !== 'messages') throw new Error(content.kind)
    const [message] = content.messages
    expect(message?.at).toBe(Date.parse(vector.expect.driver?.time ?? ''))
    expect(reader.read(message?.io ?? new Uint8Array(0)).rfid).toBe(vector.expect.driver?.licence)
  })

  test.each(single.filter(isBroken))('$name is refused without harm', ({ input }) => {
    for (const content of decodeAll(tcp, cut(tcp, [bytesOf(input)]).frames))
      expect(['refused', 'garbage']).toContain(content === 'closed' ? content : content.kind)
  })

  test.each(vectors.filter(v => v.expect.units !== undefined))(
    '$name',
    ({ input, chunks, expect: { units, replies } }) => {
      const { frames } = cut(tcp, (chunks ?? [input]).map(bytesOf))
      const contents = decodeAll(tcp, frames)
      const answers = contents.flatMap(content => {
        if (content === 'closed') return []
        const answer =
          content.kind === 'ping'
            ? content.answer
            : content.kind === 'messages'
              ? content.ack
              : null
        return answer ? [hexOf(answer)] : []
      })
      if (replies) expect(answers).toEqual(replies)
      const named = frames.filter((_, i) => {
        const content = contents[i]
        return content !== 'closed' && content !== undefined && 'device_id' in content
      })
      expect(named.map(hexOf)).toEqual(units)
    },
  )
})
