// Every published Meitrack frame of the vector collection beside the project (skipped when it is absent) decodes to the expected values, and every
// broken one is refused.
import { profileReader } from '@flotta/core/profile-reader.ts'
import { describe, expect, test } from 'vitest'
import { answerOf, cut, decodeAll, vectorsOf } from '../testing.ts'
import { meitrack } from './profiles/meitrack.ts'
import protocol from './protocol.ts'

interface Readings {
  readonly batteryV?: number
  readonly externalV?: number
  readonly batteryLevel?: number
  readonly odometerM?: number
  readonly rpm?: number
  readonly fuelPct?: number
  readonly temperatureC?: Readonly<Record<string, number>>
  readonly tag?: { readonly temperatureC: number }
  readonly cell?: readonly number[]
}
interface Vector {
  readonly name: string
  readonly input: string
  readonly inputEncoding?: string
  readonly chunks?: readonly string[]
  readonly expect: {
    readonly kind: string
    readonly malformed?: boolean
    readonly deviceId?: string
    readonly ack?: string | null
    readonly positions?: readonly (Readings & {
      readonly time: string
      readonly fix: boolean
      readonly lat: number
      readonly lon: number
      readonly speedKph: number
      readonly course: number
      readonly altitude: number
      readonly satellites: number
    })[]
    readonly attributes?: Readings
    readonly units?: readonly string[]
    readonly replies?: readonly string[]
  }
}
const { present, vectors } = vectorsOf<Vector>('meitrack')
const tcp = protocol.tcp as NonNullable<typeof protocol.tcp>
const encodingOf = ({ inputEncoding }: Vector) => (inputEncoding === 'text' ? 'latin1' : 'hex')
const isBroken = (v: Vector): boolean => v.expect.malformed === true
const single = vectors.filter(v => v.expect.units === undefined)
const decoded = (v: Vector) =>
  decodeAll(tcp, cut(tcp, [Buffer.from(v.input, encodingOf(v))]).frames)

describe.skipIf(!present)('published frames', () => {
  test('the collection has enough examples', () => expect(single.length).toBeGreaterThan(20))

  test.each(single.filter(v => !isBroken(v)))('$name', vector => {
    const { expect: expected } = vector
    const [said, ...more] = decoded(vector)
    if (said === undefined || said === 'closed' || said.kind === 'garbage') throw new Error('lost')
    expect(more).toEqual([])
    expect(said.device_id).toBe(expected.deviceId)
    expect(answerOf(said).toString('latin1')).toBe(expected.ack ?? '')
    if (said.kind !== 'messages') return
    const positions = expected.positions ?? []
    expect(said.messages).toHaveLength(positions.length)
    for (const [i, position] of positions.entries()) {
      const message = said.messages[i]
      expect(message?.at).toBe(Date.parse(position.time))
      expect(message?.fix !== null).toBe(position.fix)
      if (position.fix) {
        expect((message?.fix?.latitude_e7 ?? 0) / 1e7).toBeCloseTo(position.lat, 6)
        expect((message?.fix?.longitude_e7 ?? 0) / 1e7).toBeCloseTo(position.lon, 6)
        expect(message?.fix).toMatchObject({
          speed: position.speedKph,
          direction: position.course,
          altitude: position.altitude,
          satellites: position.satellites,
        })
      }
      const values = profileReader(meitrack).read(message?.io ?? new Uint8Array(0))
      const a = { ...expected.attributes, ...position }
      const [temperature] = Object.entries(a.temperatureC ?? {})
      const expectedValues = {
        battery: a.batteryV,
        power: a.externalV,
        odometer: a.odometerM,
        can_rpm: a.rpm,
        cell_id: a.cell?.[3],
        can_fuel_level: a.fuelPct || undefined,
        ble_temp1: a.tag?.temperatureC,
        temp1: temperature?.[0] === '0' && temperature[1] !== 85 ? temperature[1] : undefined,
      }
      for (const [word, value] of Object.entries(expectedValues))
        if (value !== undefined)
          expect([word, Number(Reflect.get(values, word)).toFixed(3)]).toEqual([
            word,
            value.toFixed(3),
          ])
    }
  })

  test.each(single.filter(isBroken))('$name is refused without harm', vector => {
    for (const frame of decoded(vector))
      expect(['refused', 'garbage']).toContain(frame === 'closed' ? frame : frame.kind)
  })

  test.each(vectors.filter(v => v.expect.units !== undefined))('$name', vector => {
    const { input, chunks, expect: expected } = vector
    const encoding = encodingOf(vector)
    const { frames } = cut(
      tcp,
      (chunks ?? [input]).map(chunk => Buffer.from(chunk, encoding)),
    )
    expect(frames.map(frame => Buffer.from(frame).toString(encoding))).toEqual(expected.units)
    const answers = decodeAll(tcp, frames).flatMap(said =>
      said === 'closed' ? [] : [answerOf(said).toString('latin1')],
    )
    expect(answers.filter(answer => answer !== '')).toEqual(expected.replies)
  })
})
