// Every published Queclink text of the vector collection beside the project (skipped when it is absent) decodes to the expected values and is
// answered.
import { profileReader } from '@flotta/core/profile-reader.ts'
import { describe, expect, test } from 'vitest'
import { answerOf, cut, decodeAll, vectorsOf } from '../testing.ts'
import { queclink } from './profiles/queclink.ts'
import protocol from './protocol.ts'

interface Vector {
  readonly name: string
  readonly input: string
  readonly chunks?: readonly string[]
  readonly expect: {
    readonly kind: string
    readonly deviceId?: string
    readonly ack?: string | null
    readonly ackIfSack?: string
    readonly positions?: readonly {
      readonly time: string
      readonly fix: boolean
      readonly lat: number
      readonly lon: number
      readonly speedKph?: number
      readonly course?: number
      readonly altitude?: number
      readonly satellites?: number
    }[]
    readonly attributes?: Readonly<Record<string, unknown>> & {
      readonly accessories?: readonly {
        readonly temperatureC?: number
        readonly enhancedTemperatureC?: number
        readonly humidityPct?: number
      }[]
      readonly oneWire?: readonly { readonly id: string; readonly temperatureC: number }[]
    }
    readonly units?: readonly string[]
    readonly replies?: readonly string[]
    readonly incomplete?: string
  }
}
const { present, vectors } = vectorsOf<Vector>('queclink')
const tcp = protocol.tcp as NonNullable<typeof protocol.tcp>
const single = vectors.filter(v => v.expect.units === undefined)
/** Attributes of the collection, the corresponding word, and the factor from the collection's unit to the word's unit. */
const WORDS = [
  ['ignition', 'ignition', 1],
  ['motion', 'movement', 1],
  ['batteryLevel', 'battery_level', 1],
  ['batteryV', 'battery', 1],
  ['externalV', 'power', 1],
  ['odometerM', 'odometer', 1],
  ['obdOdometerM', 'can_odometer', 1],
  ['engineHours', 'engine_hours', 1],
  ['fuelUsedL', 'can_fuel_used', 1],
  ['fuelPct', 'can_fuel_level', 1],
  ['fuelL', 'can_fuel_level_l', 1],
  ['rpm', 'can_rpm', 1],
  ['canSpeedKph', 'can_speed', 1],
  ['coolantC', 'can_engine_temp', 1],
  ['vin', 'vin', 1],
  ['temperatureC', 'temp1', 1],
  ['driverId', 'ibutton', 1],
  ['acceleratorPct', 'can_pedal', 1],
] as const

const reader = profileReader(queclink)
/** Readings of Bluetooth accessories and of the 1-Wire bus, in the order of the report. */
function compareSensors(
  values: ReturnType<typeof reader.read>,
  { accessories = [], oneWire = [] }: NonNullable<Vector['expect']['attributes']>,
): void {
  const byWord: Readonly<Record<string, unknown>> = values
  for (const [i, expected] of accessories.entries()) {
    expect(byWord[`ble_temp${i + 1}`]).toBe(
      expected.enhancedTemperatureC ?? expected.temperatureC ?? undefined,
    )
    expect(byWord[`ble_humidity${i + 1}`]).toBe(expected.humidityPct ?? undefined)
  }
  for (const [i, expected] of oneWire.entries()) {
    expect(byWord[`temp${i + 1}`]).toBe(expected.temperatureC)
    expect(byWord[`temp${i + 1}_sensor`]).toBe(expected.id)
  }
}

describe.skipIf(!present)('published texts', () => {
  test('the collection has enough examples', () => expect(single.length).toBeGreaterThan(40))

  test.each(single)('$name', ({ input, expect: expected }) => {
    const [said, ...more] = decodeAll(tcp, cut(tcp, [Buffer.from(input)]).frames)
    if (said === undefined || said === 'closed' || said.kind === 'garbage') throw new Error('lost')
    expect(more).toEqual([])
    expect(said.device_id).toBe(expected.deviceId)
    expect(answerOf(said).toString('latin1')).toBe(expected.ack ?? '')
    if (said.kind !== 'messages') return
    expect(Buffer.from(said.wanted_ack ?? []).toString('latin1')).toBe(expected.ackIfSack)
    const positions = expected.positions ?? []
    expect(said.messages).toHaveLength(Math.max(1, positions.length))
    for (const [i, position] of positions.entries()) {
      const message = said.messages[i]
      expect(message?.fix !== null).toBe(position.fix)
      if (!position.fix) continue
      expect(message?.at).toBe(Date.parse(position.time))
      expect((message?.fix?.latitude_e7 ?? 0) / 1e7).toBeCloseTo(position.lat, 6)
      expect((message?.fix?.longitude_e7 ?? 0) / 1e7).toBeCloseTo(position.lon, 6)
      expect(message?.fix?.speed).toBe(Math.round(position.speedKph ?? 0))
      expect(message?.fix?.direction).toBe(Math.round(position.course ?? 0) % 360)
      expect(message?.fix?.altitude).toBe(Math.round(position.altitude ?? 0))
      expect(message?.fix?.satellites).toBe(position.satellites ?? 0)
    }
    const values = reader.read(said.messages.at(-1)?.io ?? new Uint8Array(0))
    compareSensors(values, expected.attributes ?? {})
    for (const [name, word, scale] of WORDS) {
      const value = expected.attributes?.[name]
      if (typeof value === 'string') expect([name, values[word]]).toEqual([name, value])
      else if (typeof value === 'boolean')
        expect([name, values[word]]).toEqual([name, Number(value)])
      else if (typeof value === 'number')
        expect([name, Number(values[word]).toFixed(3)]).toEqual([name, (value * scale).toFixed(3)])
    }
  })

  test.each(vectors.filter(v => v.expect.units !== undefined))(
    '$name',
    ({ input, chunks, expect: { units, replies, incomplete } }) => {
      const { frames, rest } = cut(
        tcp,
        (chunks ?? [input]).map(chunk => Buffer.from(chunk)),
      )
      expect(frames.map(frame => Buffer.from(frame).toString('latin1'))).toEqual(units)
      expect(Buffer.from(rest).toString('latin1')).toBe(incomplete ?? '')
      const answers = decodeAll(tcp, frames).flatMap(said =>
        said === 'closed' ? [] : [answerOf(said).toString('latin1')],
      )
      expect(answers.filter(answer => answer !== '')).toEqual(replies)
    },
  )
})
