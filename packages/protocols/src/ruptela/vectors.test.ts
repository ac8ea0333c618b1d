// Every published Ruptela frame of the vector collection beside the project (skipped when it is absent) decodes to the expected values, and every
// broken one is refused.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bytesOf, cut, decodeAll, hexOf, plainIo } from '../testing.ts'
import { encode } from './encode.ts'
import protocol from './protocol.ts'

interface ExpectedRecord {
  readonly timestamp: string
  readonly recordIndex?: number
  readonly fix?: boolean
  readonly lon: number
  readonly lat: number
  readonly altitude: number
  readonly angle: number
  readonly satellites: number
  readonly speed: number
  readonly io: Readonly<Record<string, number | string>>
}
interface Vector {
  readonly name: string
  readonly input: string
  readonly expect: {
    readonly kind: string
    readonly integrity?: string
    readonly imei?: string
    readonly ack?: string
    readonly frame?: string
    readonly records?: readonly ExpectedRecord[]
  }
}
const file = new URL('../../../../../shared/vectors/ruptela.json', import.meta.url)
const present = existsSync(file)
const vectors: readonly Vector[] = present ? JSON.parse(readFileSync(file, 'utf8')) : []
const { tcp } = protocol
if (tcp === undefined) throw new Error('ruptela has a TCP side')
const isBroken = ({ expect: e }: Vector): boolean => e.integrity !== undefined
const frames = vectors.filter(v => v.expect.kind !== 'command' && v.expect.kind !== 'stream')

function decoded({ input }: Vector) {
  const stream = cut(tcp as NonNullable<typeof tcp>, [bytesOf(input)])
  expect(stream.frames.map(hexOf)).toEqual([input])
  const [content] = decodeAll(tcp as NonNullable<typeof tcp>, stream.frames)
  if (content === undefined || content === 'closed') throw new Error(String(content))
  return content
}
/** Elements of 8 bytes as hexadecimal. */
const rawOf = (value: number | string) =>
  typeof value === 'number' ? value : BigInt(value).toString(16).padStart(16, '0')

describe.skipIf(!present)('published frames', () => {
  test.each(frames.filter(v => !isBroken(v)))('$name', vector => {
    const content = decoded(vector)
    expect('device_id' in content && content.device_id).toBe(vector.expect.imei)
    const answer =
      content.kind === 'ping'
        ? content.answer
        : content.kind === 'messages'
          ? content.ack
          : undefined
    if (vector.expect.ack) expect(answer && hexOf(answer)).toBe(vector.expect.ack)
  })
  test.each(
    frames.filter(v => !isBroken(v) && v.expect.kind.includes('records') && v.expect.records),
  )('$name has its records', vector => {
    const content = decoded(vector)
    if (content.kind !== 'messages') throw new Error(content.kind)
    const records = vector.expect.records ?? []
    const first = records.filter(record => (record.recordIndex ?? 0) === 0)
    expect(content.messages).toHaveLength(first.length)
    let index = -1
    for (const record of records) {
      if ((record.recordIndex ?? 0) === 0) index++
      const message = content.messages[index]
      expect(message?.at).toBe(Date.parse(record.timestamp))
      expect(message?.fix).toMatchObject({
        latitude_e7: Math.round(record.lat * 1e7),
        longitude_e7: Math.round(record.lon * 1e7),
        speed: record.speed,
        satellites: record.satellites,
      })
      const io = plainIo(message?.io ?? new Uint8Array(0))
      for (const [id, value] of Object.entries(record.io))
        expect([id, io[id]]).toEqual([id, rawOf(value)])
    }
  })
  test.each(frames.filter(isBroken))('$name is refused without harm', ({ input }) => {
    const stream = cut(tcp, [bytesOf(input)])
    for (const content of decodeAll(tcp, stream.frames))
      expect(['closed', 'refused', 'garbage']).toContain(
        content === 'closed' ? content : content.kind,
      )
  })
  test.each(vectors.filter(v => v.expect.kind === 'command' && v.input.startsWith(' ')))(
    '$name',
    ({ input, expect: { frame } }) => expect(hexOf(encode(input) ?? bytesOf(''))).toBe(frame),
  )
})
