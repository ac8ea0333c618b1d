// Every published JT/T 808 frame of the vector collection beside the project (skipped where it is absent) decodes to what it expects, every broken one is refused.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bytesOf, cut, decodeAll, hexOf, plainIo } from '../testing.ts'
import { ids } from './layout.ts'
import protocol from './protocol.ts'

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
      readonly status?: { readonly acc: boolean }
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

describe.skipIf(!present)('published frames', () => {
  test('the collection was read', () => expect(sound.length).toBeGreaterThan(20))

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
      if (position.status) expect(io[ids.acc]).toBe(position.status.acc ? 1 : 0)
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
