// Every published Teltonika frame of the vector collection beside the project (skipped when it is absent) decodes to the expected values, and every
// broken one is refused.
import { existsSync, readFileSync } from 'node:fs'
import { FrameError } from '@flotta/core/protocol.ts'
import { describe, expect, test } from 'vitest'
import { decode, decodeDatagram } from './decode.ts'
import { encode, encodeFor } from './encode.ts'
import { bytesOf, cut, hexOf, plain } from './testing.ts'

interface Vector {
  readonly name: string
  readonly transport: 'tcp' | 'tcp-stream' | 'udp'
  readonly direction: string
  readonly input: string
  readonly chunks?: readonly string[]
  readonly expect: {
    readonly kind: string
    readonly codec?: string
    readonly integrity?: string
    readonly malformed?: boolean
    readonly variant?: string
    readonly crc?: { readonly valid: boolean }
    readonly ack?: string
    readonly imei?: string
    readonly ackAccept?: string
    readonly ackReject?: string
    readonly frame?: string
    readonly inputInterpretation?: string
    readonly firstFrame?: string
    readonly remainder?: string
    readonly units?: readonly string[]
    readonly replies?: readonly string[]
    readonly incomplete?: string
    readonly records?: readonly ExpectedRecord[]
    readonly messages?: readonly ExpectedText[]
  }
}
interface ExpectedRecord {
  readonly timestampMs: number
  readonly priority: number
  readonly lon: number
  readonly lat: number
  readonly altitude: number
  readonly angle: number
  readonly satellites: number
  readonly speed: number
  readonly eventId: number
  readonly generationType?: number
  readonly io: Readonly<Record<string, number | string>>
  readonly ioSize: Readonly<Record<string, number | 'X'>>
}
interface ExpectedText {
  readonly type: number
  readonly text?: string
  readonly payloadHex?: string
  readonly timestamp?: string
  readonly imei?: string
  readonly interpretations?: readonly {
    readonly timestampFormat: string
    readonly timestamp: string
    readonly text?: string
  }[]
}

const file = new URL('../../../../../shared/vectors/teltonika.json', import.meta.url)
const present = existsSync(file)
const vectors: readonly Vector[] = present ? JSON.parse(readFileSync(file, 'utf8')) : []
const codecs = ['8', '8E', '16', '12', '13', '14', '15']
const isBroken = (v: Vector): boolean =>
  v.expect.malformed === true ||
  v.expect.integrity === 'bad' ||
  v.expect.variant !== undefined ||
  v.expect.crc?.valid === false
const sound = vectors.filter(v => !isBroken(v) && v.direction === 'device->server')
const vectorsOf = (kind: string, transport: string): readonly Vector[] =>
  sound.filter(
    v =>
      v.expect.kind === kind && v.transport === transport && codecs.includes(v.expect.codec ?? ''),
  )

/** The expected position and parameters: without satellites or at (0,0) there is no fix. */
const expectedRecord = (r: ExpectedRecord) => ({
  at: r.timestampMs,
  fix:
    r.satellites === 0 || (r.lat === 0 && r.lon === 0)
      ? null
      : {
          latitude_e7: Math.round(r.lat * 1e7),
          longitude_e7: Math.round(r.lon * 1e7),
          altitude: r.altitude,
          direction: r.angle,
          speed: r.speed,
          satellites: r.satellites,
        },
  event: r.eventId,
  priority: r.priority,
  ...(r.generationType === undefined ? {} : { generation: r.generationType }),
  io: r.io,
  size: r.ioSize,
})

function expectedText(m: ExpectedText, codec: string) {
  const wide = m.interpretations?.find(i => i.timestampFormat === 'u64 ms')
  const timestamp = wide?.timestamp ?? m.timestamp
  const text = wide?.text ?? m.text
  return {
    ...(text === undefined ? { text: m.payloadHex, hex: true } : { text }),
    ...(timestamp === undefined ? {} : { at: Date.parse(timestamp) }),
    ...(m.type === 6 && (codec === '12' || codec === '14') ? {} : { unsolicited: true }),
  }
}

describe.skipIf(!present)('published frames', () => {
  test('the collection has enough examples', () =>
    expect(vectorsOf('avl', 'tcp').length).toBeGreaterThan(20))

  test.each([...vectorsOf('avl', 'tcp'), ...vectorsOf('avl', 'udp')])(
    '$name is decoded',
    ({ transport, input, expect: expected }) => {
      if (transport === 'tcp') expect(cut([bytesOf(input)])).toEqual({ frames: [input], rest: '' })
      const decoded = transport === 'tcp' ? decode(bytesOf(input)) : decodeDatagram(bytesOf(input))
      if (decoded.kind !== 'messages') throw new Error(JSON.stringify(decoded))
      expect(decoded.device_id).toBe(expected.imei)
      expect(hexOf(decoded.ack)).toBe(expected.ack)
      expect(decoded.messages.map(m => ({ at: m.at, fix: m.fix, ...plain(m.io) }))).toEqual(
        expected.records?.map(expectedRecord),
      )
    },
  )

  test.each(vectorsOf('message', 'tcp'))('$name is read as text', ({ input, expect: expected }) => {
    expect(cut([bytesOf(input)])).toEqual({ frames: [input], rest: '' })
    expect(decode(bytesOf(input))).toEqual({
      kind: 'reply',
      replies: expected.messages?.map(m => expectedText(m, expected.codec ?? '')),
    })
  })

  test.each(vectors.filter(isBroken))('$name is refused without harm', ({ input }) => {
    let outcome: string
    try {
      const { frames, rest } = cut([bytesOf(input)])
      outcome =
        frames.map(f => decode(bytesOf(f)).kind).join() || (rest === input ? 'waiting' : 'lost')
    } catch (error) {
      if (!(error instanceof FrameError) || !error.fatal) throw error
      outcome = 'closed'
    }
    expect(['refused', 'waiting', 'closed']).toContain(outcome)
  })

  test.each(sound.filter(v => v.expect.codec === 'GH3000'))(
    '$name is of a codec that is not spoken',
    ({ input }) => {
      expect(decode(bytesOf(input))).toEqual({
        kind: 'refused',
        reason: 'codec 7',
        ack: bytesOf('00000000'),
      })
    },
  )

  test.each(sound.filter(v => v.expect.kind === 'ping'))('$name', ({ input }) => {
    expect(cut([bytesOf(input)]).frames).toEqual(['ff'])
    expect(decode(bytesOf(input))).toEqual({ kind: 'ping' })
  })

  test.each(sound.filter(v => v.expect.kind === 'login'))(
    '$name',
    ({ input, expect: { imei, ackAccept, ackReject } }) => {
      expect(decode(bytesOf(input))).toEqual({
        kind: 'login',
        device_id: imei,
        accept: bytesOf(ackAccept ?? ''),
        refuse: bytesOf(ackReject ?? ''),
      })
    },
  )

  test.each(sound.filter(v => v.expect.kind === 'framing'))(
    '$name',
    ({ input, expect: { firstFrame, remainder } }) => {
      expect(cut([bytesOf(input)]).frames).toEqual([firstFrame, remainder])
    },
  )

  test.each(sound.filter(v => v.expect.kind === 'stream'))(
    '$name',
    ({ name, input, chunks, expect: { units, replies, incomplete } }) => {
      const run = () => cut((chunks ?? [input]).map(bytesOf))
      if (name.endsWith('garbage')) {
        expect(run).toThrow(FrameError)
        return
      }
      const { frames, rest } = run()
      expect({ frames, rest }).toEqual({ frames: units, rest: incomplete ?? '' })
      const answers = frames.flatMap(f => {
        const decoded = decode(bytesOf(f))
        return decoded.kind === 'login'
          ? [hexOf(decoded.accept)]
          : decoded.kind === 'messages' || decoded.kind === 'refused'
            ? [hexOf(decoded.ack)]
            : []
      })
      expect(answers).toEqual(replies)
    },
  )

  test.each(vectors.filter(v => v.expect.kind === 'command'))(
    '$name is encoded, with digits as text',
    ({ input, expect: { frame, inputInterpretation } }) => {
      const bytes = encode(input)
      if (inputInterpretation === 'ascii') expect(bytes && hexOf(bytes)).toBe(frame)
      else expect(bytes && Buffer.from(bytes).includes(input, 'latin1')).toBe(true)
    },
  )

  test.each(vectors.filter(v => v.direction === 'server->device' && v.expect.kind === 'message'))(
    '$name is encoded',
    ({ input, expect: { messages } }) => {
      const bytes = encodeFor(messages?.[0]?.text ?? '', messages?.[0]?.imei ?? '')
      expect(bytes && hexOf(bytes)).toBe(input)
    },
  )
})
