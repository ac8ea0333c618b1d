// Every published GT06 frame of the vector collection beside the project (skipped when it is absent) decodes to the expected values, and every broken
// one is refused.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bytesOf, cut, decodeAll, hexOf, plainIo } from '../testing.ts'
import { ids } from './layout.ts'
import protocol from './protocol.ts'

interface Vector {
  readonly name: string
  readonly transport: 'tcp' | 'tcp-stream'
  readonly input: string
  readonly chunks?: readonly string[]
  readonly expect: Expected
}
interface Expected {
  readonly kind?: string
  readonly protocol?: string
  readonly integrity?: string
  readonly malformed?: boolean
  readonly ack?: string
  readonly imei?: string
  readonly text?: string
  readonly position?: {
    readonly time: string
    readonly lat: number
    readonly lon: number
    readonly speedKph: number
    readonly course: number
    readonly satellites: number
    readonly fix: boolean
    readonly accFromCourseStatus?: boolean
  }
  readonly lbs?: {
    readonly mcc: number
    readonly mnc: number
    readonly lac: number
    readonly cellId: number
  }
  readonly status?: {
    readonly acc: boolean
    readonly voltageLevel?: number
    readonly voltage?: number
    readonly gsmSignal: number
    readonly alarmCode?: number
    readonly oilElectricityCut: boolean
    readonly charging: boolean
    readonly defence: boolean
    readonly alarmBits: number
    readonly language?: number
  }
  readonly uploadMode?: number
  readonly reupload?: boolean | number
  readonly imsi?: string
  readonly iccid?: string
  readonly acc?: boolean
  readonly externalVoltage?: number
  readonly firstFrame?: string
  readonly units?: readonly string[]
  readonly replies?: readonly string[]
}

const file = new URL('../../../../../shared/vectors/gt06.json', import.meta.url)
const present = existsSync(file)
const vectors: readonly Vector[] = present ? JSON.parse(readFileSync(file, 'utf8')) : []
const { tcp } = protocol
if (tcp === undefined) throw new Error('gt06 has a TCP side')
const isBroken = ({ expect: e }: Vector): boolean => e.malformed === true || e.integrity === 'bad'
const single = vectors.filter(v => v.transport === 'tcp' && v.expect.kind !== 'stream')
const sound = single.filter(v => !isBroken(v))

function decoded({ input }: Vector) {
  const { frames } = cut(tcp as NonNullable<typeof tcp>, [bytesOf(input)])
  expect(frames.map(hexOf)).toEqual([input])
  const [said] = decodeAll(tcp as NonNullable<typeof tcp>, frames)
  if (said === undefined || said === 'closed') throw new Error(String(said))
  return said
}

/** The byte of the network ranges to 4; some clones send another value instead. */
const BEST_GSM = 4
function compareState(io: Readonly<Record<string, number | string>>, status: Expected['status']) {
  if (status === undefined) return
  expect([io[ids.charging], io[ids.fuel_cut], io[ids.armed], io[ids.terminal_alarm]]).toEqual([
    Number(status.charging),
    Number(status.oilElectricityCut),
    Number(status.defence),
    status.alarmBits,
  ])
  if (status.gsmSignal <= BEST_GSM) expect(io[ids.gsm]).toBe(status.gsmSignal)
  if (status.language !== undefined) expect(io[ids.language]).toBe(status.language)
}

describe.skipIf(!present)('published frames', () => {
  test('the collection has enough examples', () => expect(sound.length).toBeGreaterThan(80))

  test.each(sound.filter(v => v.expect.kind === 'login'))('$name', vector => {
    expect(decoded(vector)).toMatchObject({
      kind: 'login',
      device_id: vector.expect.imei,
      accept: bytesOf(vector.expect.ack ?? ''),
    })
  })

  test.each(sound.filter(v => v.expect.position !== undefined))(
    '$name has its place [protocols.32]',
    vector => {
      const frame = decoded(vector)
      if (frame.kind !== 'messages') throw new Error(frame.kind)
      const [message] = frame.messages
      const { position, lbs, ack, acc, status } = vector.expect
      expect(hexOf(frame.ack)).toBe(ack)
      expect(frame.messages).toHaveLength(1)
      const time = Date.parse(position?.time ?? '')
      if (time > 0) expect(message).toMatchObject({ at: time, local: true })
      else expect(message?.at).not.toBe(0)
      if (position?.fix) {
        expect((message?.fix?.latitude_e7 ?? 0) / 1e7).toBeCloseTo(position.lat, 5)
        expect((message?.fix?.longitude_e7 ?? 0) / 1e7).toBeCloseTo(position.lon, 5)
        expect(message?.fix).toMatchObject({
          speed: position.speedKph,
          direction: position.course,
          satellites: position.satellites,
        })
      } else expect(message?.fix).toBeNull()
      const io = plainIo(message?.io ?? new Uint8Array(0))
      const ignition = status?.acc ?? acc ?? position?.accFromCourseStatus
      if (ignition !== undefined) expect(io[ids.acc]).toBe(ignition ? 1 : 0)
      if (lbs && io[ids.mcc] !== undefined)
        expect([
          io[ids.mcc],
          io[ids.mnc],
          io[ids.lac],
          Number.parseInt(String(io[ids.cell]), 16),
        ]).toEqual([lbs.mcc, lbs.mnc, lbs.lac, lbs.cellId])
      if (vector.expect.uploadMode !== undefined)
        expect([io[ids.upload_mode], io[ids.reupload]]).toEqual([
          vector.expect.uploadMode,
          Number(vector.expect.reupload),
        ])
      compareState(io, status)
      if (status?.alarmCode !== undefined) expect(io[ids.alarm]).toBe(status.alarmCode)
    },
  )

  test.each(sound.filter(v => v.expect.kind === 'heartbeat'))('$name', vector => {
    const frame = decoded(vector)
    if (frame.kind !== 'messages') throw new Error(frame.kind)
    const { status } = vector.expect
    const io = plainIo(frame.messages[0]?.io ?? new Uint8Array(0))
    expect(hexOf(frame.ack)).toBe(vector.expect.ack)
    expect(frame.messages[0]?.fix).toBeNull()
    expect(io[ids.acc]).toBe(status?.acc ? 1 : 0)
    expect(io[ids.fuel_cut]).toBe(status?.oilElectricityCut ? 1 : 0)
    if (status?.voltageLevel !== undefined)
      expect(io[ids.battery_step] ?? io[ids.battery_percent]).toBe(status.voltageLevel)
    compareState(io, status)
    if (status?.voltage !== undefined)
      expect(Number(io[ids.battery_voltage]) / 100).toBe(status.voltage)
  })

  test.each(sound.filter(v => v.expect.kind === 'commandReply'))('$name', vector => {
    const frame = decoded(vector)
    if (frame.kind !== 'reply' && frame.kind !== 'messages') throw new Error(frame.kind)
    expect(frame.replies?.[0]?.text).toBe(vector.expect.text?.trim())
  })

  test.each(sound.filter(v => v.expect.externalVoltage !== undefined))('$name', vector => {
    const frame = decoded(vector)
    if (frame.kind !== 'messages') throw new Error(frame.kind)
    const io = plainIo(frame.messages[0]?.io ?? new Uint8Array(0))
    expect(Number(io[ids.external_voltage]) / 100).toBe(vector.expect.externalVoltage)
  })

  test.each(sound.filter(v => v.expect.iccid !== undefined))('$name', vector => {
    const frame = decoded(vector)
    if (frame.kind !== 'messages') throw new Error(frame.kind)
    const io = plainIo(frame.messages[0]?.io ?? new Uint8Array(0))
    const textOf = (id: number) => Buffer.from(String(io[id]), 'hex').toString('latin1')
    expect(textOf(ids.imsi)).toContain(vector.expect.imsi)
    expect(textOf(ids.iccid)).toContain(vector.expect.iccid)
  })

  test.each(sound.filter(v => v.expect.ack !== undefined))('$name is answered', vector => {
    const frame = decoded(vector)
    const answer =
      frame.kind === 'login'
        ? frame.accept
        : frame.kind === 'ping'
          ? frame.answer
          : frame.kind === 'messages' || frame.kind === 'reply'
            ? frame.ack
            : undefined
    expect(answer && hexOf(answer)).toBe(vector.expect.ack)
  })

  test.each(sound.filter(v => v.expect.kind === 'other' && v.expect.position === undefined))(
    '$name is no place',
    vector => {
      const frame = decoded(vector)
      if (frame.kind === 'messages') expect(frame.messages.map(m => m.fix)).toEqual([null])
    },
  )

  test.each([...single, ...vectors.filter(v => v.transport === 'tcp-stream')].filter(isBroken))(
    '$name is refused without harm',
    ({ input }) => {
      const { frames } = cut(tcp, [bytesOf(input)])
      for (const frame of decodeAll(tcp, frames))
        expect(['refused', 'garbage']).toContain(frame === 'closed' ? frame : frame.kind)
    },
  )

  test.each(vectors.filter(v => v.expect.units !== undefined))(
    '$name',
    ({ input, chunks, expect: { units } }) => {
      const { frames } = cut(tcp, (chunks ?? [input]).map(bytesOf))
      expect(frames.map(hexOf)).toEqual(units)
    },
  )
})
