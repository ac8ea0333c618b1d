// Every published request of the vector collection beside the project (skipped when it is absent) decodes to the expected values.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { cut, decodeAll, plainIo, RECEIVED } from '../testing.ts'
import protocol from './protocol.ts'

interface Vector {
  readonly name: string
  readonly method: string
  readonly input: string
  readonly requestUri?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly expect: {
    readonly kind: string
    readonly httpStatus: number
    readonly deviceId?: string
    readonly position?: {
      readonly time?: string | null
      readonly localTime?: string
      readonly lat?: number
      readonly lon?: number
      readonly speedKn?: number
      readonly speedMps?: number | null
      readonly course?: number | null
      readonly altitude?: number
      readonly fix?: boolean
    }
    readonly attributes?: Readonly<Record<string, unknown>>
  }
}

const file = new URL('../../../../../shared/vectors/osmand.json', import.meta.url)
const present = existsSync(file)
const vectors: readonly Vector[] = present ? JSON.parse(readFileSync(file, 'utf8')) : []
const { tcp } = protocol
if (tcp === undefined) throw new Error('osmand has a TCP side')
/** Names in the collection that differ from those in the requests. */
const NAMES: Readonly<Record<string, string>> = { batteryLevel: 'batt', motion: 'is_moving' }

function requestOf({ method, input, requestUri, headers = {} }: Vector): Uint8Array {
  const hasBody = method === 'POST' && !input.startsWith('/')
  const body = hasBody ? input : ''
  return Buffer.from(
    [
      `${method} ${hasBody ? (requestUri ?? '/') : input} HTTP/1.1`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
}

describe.skipIf(!present)('published requests', () => {
  test('the collection has enough examples', () => expect(vectors.length).toBeGreaterThan(15))

  test.each(vectors)('$name', vector => {
    const request = requestOf(vector)
    const { frames } = cut(tcp, [request])
    expect(frames).toHaveLength(1)
    const [said] = decodeAll(tcp, frames)
    const { position, deviceId, attributes = {}, httpStatus } = vector.expect
    if (said === undefined || said === 'closed') throw new Error(String(said))
    if (said.kind !== 'messages' && said.kind !== 'refused') throw new Error(said.kind)
    expect(Buffer.from(said.ack).toString('latin1')).toMatch(`HTTP/1.1 ${httpStatus} `)
    if (said.kind === 'refused') return
    expect(said.device_id).toBe(deviceId)
    const [message] = said.messages
    const time = position?.localTime ? `${position.localTime}Z` : position?.time
    expect(message?.at).toBe(time ? Date.parse(time) : RECEIVED)
    const isPlace =
      position?.lat !== undefined &&
      position.fix !== false &&
      (position.lat !== 0 || position.lon !== 0)
    if (!isPlace) expect(message?.fix).toBeNull()
    else {
      const kmh = (position.speedKn ?? 0) * 1.852 + (position.speedMps ?? 0) * 3.6
      expect((message?.fix?.latitude_e7 ?? 0) / 1e7).toBeCloseTo(position.lat ?? 0, 6)
      expect((message?.fix?.longitude_e7 ?? 0) / 1e7).toBeCloseTo(position.lon ?? 0, 6)
      expect(message?.fix?.speed).toBe(Math.round(kmh))
      expect(message?.fix?.direction).toBe(Math.round(position.course ?? 0))
    }
    const io = plainIo(message?.io ?? new Uint8Array(0))
    for (const [name, value] of Object.entries(attributes)) {
      const text = io[NAMES[name] ?? name]
      if (value === '') expect(text).toBeUndefined()
      else if (typeof value === 'number') expect(Number(text)).toBe(value)
      else expect(text).toBe(String(value))
    }
  })
})
