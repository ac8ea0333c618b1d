// Every published Coban text of the vector collection beside the project (skipped when it is absent) decodes to the expected values and is answered.
import { profileReader } from '@flotta/core/profile-reader.ts'
import { describe, expect, test } from 'vitest'
import { answerOf, cut, decodeAll, vectorsOf } from '../testing.ts'
import { coban } from './profiles/coban.ts'
import protocol from './protocol.ts'

interface Vector {
  readonly name: string
  readonly input: string
  readonly chunks?: readonly string[]
  readonly expect: {
    readonly kind: string
    readonly deviceId?: string
    readonly ack?: string | null
    readonly positions?: readonly {
      readonly time?: string
      readonly timeLocalUnknownZone?: string
      readonly fix: boolean
      readonly eastWestMissing?: boolean
      readonly lat: number
      readonly lon: number
      readonly speedKph?: number
      readonly course?: number
      readonly altitude?: number
      readonly satellites?: number
    }[]
    readonly attributes?: {
      readonly ignition?: boolean
      readonly door?: boolean
      readonly fuelPct?: { readonly 1?: number; readonly 2?: number }
      readonly temperatureC?: number
      readonly driverId?: string
      readonly obdOdometerKm?: number
      readonly obdSpeedKph?: number
      readonly rpm?: number
      readonly batteryV?: number
      readonly lacCid?: readonly number[]
    }
    readonly units?: readonly string[]
    readonly replies?: readonly string[]
  }
}
const { present, vectors } = vectorsOf<Vector>('coban')
const tcp = protocol.tcp as NonNullable<typeof protocol.tcp>
const single = vectors.filter(v => v.expect.units === undefined)

describe.skipIf(!present)('published texts', () => {
  test('the collection has enough examples', () => expect(single.length).toBeGreaterThan(20))

  test.each(single)('$name', ({ input, expect: expected }) => {
    const all = decodeAll(tcp, cut(tcp, [Buffer.from(input)]).frames)
    const answers = all.map(said => (said === 'closed' ? '' : answerOf(said).toString()))
    expect(answers.join('')).toBe(expected.ack ?? '')
    const lastFrame = all.at(-1)
    if (lastFrame === undefined || lastFrame === 'closed' || lastFrame.kind === 'garbage')
      throw new Error('lost')
    expect(lastFrame.device_id).toBe(expected.deviceId)
    if (lastFrame.kind !== 'messages') return
    const [message] = lastFrame.messages
    const [position] = expected.positions ?? []
    const isFix = position?.fix === true && !position.eastWestMissing
    expect(message?.fix !== null).toBe(isFix)
    const time = position?.time ?? position?.timeLocalUnknownZone?.concat('Z')
    if (time !== undefined) expect(message?.at).toBe(Date.parse(time))
    if (isFix) {
      expect((message?.fix?.latitude_e7 ?? 0) / 1e7).toBeCloseTo(position.lat, 6)
      expect((message?.fix?.longitude_e7 ?? 0) / 1e7).toBeCloseTo(position.lon, 6)
      expect(message?.fix?.speed).toBe(Math.round(position.speedKph ?? 0))
      expect(message?.fix?.direction).toBe(Math.round(position.course ?? 0) % 360)
      expect(message?.fix?.altitude).toBe(Math.round(position.altitude ?? 0))
      expect(message?.fix?.satellites).toBe(position.satellites ?? 0)
    }
    const values = profileReader(coban).read(message?.io ?? new Uint8Array(0))
    const a = expected.attributes ?? {}
    const expectedValues = {
      ...(a.ignition !== undefined && { ignition: Number(a.ignition) }),
      ...(a.door !== undefined && { in1: Number(a.door) }),
      ...(a.fuelPct?.[1] !== undefined && { can_fuel_level: a.fuelPct[1] }),
      ...(a.temperatureC !== undefined && { temp1: a.temperatureC }),
      ...(a.driverId !== undefined && { rfid: a.driverId }),
      ...(a.obdOdometerKm !== undefined && { obd_odometer: a.obdOdometerKm }),
      ...(a.obdSpeedKph !== undefined && { obd_speed: a.obdSpeedKph }),
      ...(a.rpm !== undefined && { obd_rpm: a.rpm }),
      ...(a.batteryV !== undefined && { power: a.batteryV }),
      ...(a.lacCid && { lac: a.lacCid[0], cell_id: a.lacCid[1] }),
    }
    expect(values).toMatchObject(expectedValues)
  })

  test.each(vectors.filter(v => v.expect.units !== undefined))(
    '$name',
    ({ input, chunks, expect: { units, replies } }) => {
      const { frames } = cut(
        tcp,
        (chunks ?? [input]).map(chunk => Buffer.from(chunk)),
      )
      expect(frames.map(frame => Buffer.from(frame).toString('latin1'))).toEqual(units)
      const answers = decodeAll(tcp, frames).flatMap(said =>
        said === 'closed' ? [] : [answerOf(said).toString('latin1')],
      )
      expect(answers.filter(answer => answer !== '')).toEqual(replies)
    },
  )
})
