// Every published Wialon line of the vector collection beside the project (skipped when it is absent) decodes to the expected values, and every
// broken one is refused.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { cut, decodeAll, plainIo } from '../testing.ts'
import protocol from './protocol.ts'

interface Position {
  readonly time?: string
  readonly lat?: number
  readonly lon?: number
  readonly fix: boolean
  readonly speedKph?: number
  readonly course?: number
  readonly altitude?: number
  readonly satellites?: number
  readonly attributes?: { readonly params?: Readonly<Record<string, number | string>> }
}
interface Vector {
  readonly name: string
  readonly input: string
  readonly expect: {
    readonly kind: string
    readonly deviceId?: string
    readonly positions?: readonly Position[]
    readonly integrity?: { readonly valid?: boolean }
    readonly ack?: string
    readonly units?: readonly string[]
    readonly replies?: readonly string[]
  }
}

const file = new URL('../../../../../shared/vectors/wialon.json', import.meta.url)
const present = existsSync(file)
const vectors: readonly Vector[] = present ? JSON.parse(readFileSync(file, 'utf8')) : []
const { tcp } = protocol
if (tcp === undefined) throw new Error('wialon has a TCP side')

const decodedOf = (input: string) => {
  const { frames } = cut(tcp, [Buffer.from(input)])
  return decodeAll(tcp, frames).map(said => {
    if (said === 'closed' || said.kind === 'garbage') throw new Error('not a line')
    const answer =
      said.kind === 'login' ? said.accept : said.kind === 'ping' ? said.answer : said.ack
    return { said, answer: Buffer.from(answer ?? []).toString('latin1') }
  })
}
const single = vectors.filter(v => v.expect.units === undefined)

describe.skipIf(!present)('published lines', () => {
  test('the collection has enough examples', () => expect(single.length).toBeGreaterThan(10))

  test.each(single)('$name', ({ input, expect: expected }) => {
    const [decoded] = decodedOf(input)
    expect(decoded?.answer).toBe(expected.ack)
    const frame = decoded?.said
    if (expected.integrity?.valid === false) expect(frame?.kind).toBe('refused')
    else if (expected.kind === 'login')
      expect(frame).toMatchObject({ kind: 'login', device_id: expected.deviceId })
    else if (frame?.kind === 'messages')
      expect(frame.messages.map(m => Boolean(m.fix))).toEqual(expected.positions?.map(p => p.fix))
    if (frame?.kind !== 'messages') return
    for (const [i, position] of (expected.positions ?? []).entries()) {
      const message = frame.messages[i]
      if (position.time !== undefined) expect(message?.at).toBe(Date.parse(position.time))
      if (position.fix) {
        expect((message?.fix?.latitude_e7 ?? 0) / 1e7).toBeCloseTo(position.lat ?? 0, 6)
        expect((message?.fix?.longitude_e7 ?? 0) / 1e7).toBeCloseTo(position.lon ?? 0, 6)
        expect(message?.fix?.speed).toBe(Math.round(position.speedKph ?? 0))
        expect(message?.fix?.satellites).toBe(position.satellites ?? 0)
      }
      const io = plainIo(message?.io ?? new Uint8Array(0))
      for (const [name, value] of Object.entries(position.attributes?.params ?? {}))
        expect(typeof value === 'number' ? Number(io[name]) : io[name]).toBe(value)
    }
  })

  test.each(vectors.filter(v => v.expect.units !== undefined))(
    '$name',
    ({ input, expect: { units, replies } }) => {
      const { frames } = cut(tcp, [Buffer.from(input)])
      expect(frames.map(frame => Buffer.from(frame).toString('latin1'))).toEqual(units)
      expect(decodedOf(input).map(d => d.answer)).toEqual(replies)
    },
  )
})
