// The simulated device and the decoder understand each other in both directions.
import type { Fix } from '@flotta/core/telemetry.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decode, decodeDatagram } from './decode.ts'
import {
  type AvlRecord,
  avlDatagram,
  avlFrame,
  CODEC_8,
  CODEC_8E,
  CODEC_16,
  type DataCodec,
  type Element,
  loginFrame,
  readCommand,
  readDatagramAck,
  readServer,
  replyFrame,
  replyFrameOf,
} from './device.ts'
import { encode, encodeFor } from './encode.ts'
import { bytesOf, cut, hexOf, plain } from './testing.ts'

const IMEI = '352094081452251'

const fix: fc.Arbitrary<Fix> = fc.record({
  latitude_e7: fc.integer({ min: -900_000_000, max: 900_000_000 }).filter(v => v !== 0),
  longitude_e7: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
  altitude: fc.integer({ min: -32_768, max: 32_767 }),
  direction: fc.integer({ min: 0, max: 359 }),
  speed: fc.integer({ min: 0, max: 65_535 }),
  satellites: fc.integer({ min: 1, max: 255 }),
})
const values = {
  1: fc.integer({ min: 0, max: 0xff }),
  2: fc.integer({ min: 0, max: 0xffff }),
  4: fc.integer({ min: 0, max: 0xffffffff }),
  8: fc.bigInt({ min: 0n, max: 0xffffffffffffffffn }),
}
const numberOf = (id: fc.Arbitrary<number>): fc.Arbitrary<Element> =>
  fc.constantFrom(1 as const, 2 as const, 4 as const, 8 as const).chain(width =>
    fc.record({
      id,
      width: fc.constant(width),
      value: fc.oneof<fc.Arbitrary<number | bigint>[]>(values[width]),
    }),
  )
const textOf = (id: fc.Arbitrary<number>): fc.Arbitrary<Element> =>
  fc.record({ id, bytes: fc.uint8Array({ maxLength: 300 }) })
const idOf = (codec: DataCodec): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: codec === CODEC_8 ? 255 : 65_535 })
const elementOf = (codec: DataCodec): fc.Arbitrary<Element> =>
  codec === CODEC_8E ? fc.oneof(numberOf(idOf(codec)), textOf(idOf(codec))) : numberOf(idOf(codec))

const recordOf = (codec: DataCodec): fc.Arbitrary<Required<AvlRecord>> =>
  fc.record({
    at: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    fix: fc.option(fix),
    elements: fc.uniqueArray(elementOf(codec), { maxLength: 40, selector: e => e.id }),
    event: idOf(codec),
    priority: fc.constantFrom(0 as const, 1 as const, 2 as const),
    generation: fc.integer({ min: 0, max: 255 }),
  })
const packet = fc.constantFrom<DataCodec>(CODEC_8, CODEC_8E, CODEC_16).chain(codec =>
  fc.record({
    codec: fc.constant(codec),
    records: fc.array(recordOf(codec), { minLength: 1, maxLength: 12 }),
  }),
)

function expectedMessage(
  codec: DataCodec,
  { at, fix, elements, event, priority, generation }: Required<AvlRecord>,
) {
  const io: Record<string, number | string> = {}
  const size: Record<string, number | 'X'> = {}
  for (const e of elements) {
    io[e.id] =
      'bytes' in e ? `0x${hexOf(e.bytes)}` : e.width === 8 ? e.value.toString() : Number(e.value)
    size[e.id] = 'bytes' in e ? 'X' : e.width
  }
  return { at, fix, event, priority, ...(codec === CODEC_16 ? { generation } : {}), io, size }
}
function summaryOf(answer: ReturnType<typeof decode>) {
  if (answer.kind !== 'messages') throw new Error(JSON.stringify(answer))
  return answer.messages.map(m => ({ at: m.at, fix: m.fix, ...plain(m.io) }))
}

describe('records', () => {
  test('are read from TCP as they were sent', () => {
    fc.assert(
      fc.property(packet, ({ codec, records }) => {
        expect(summaryOf(decode(avlFrame(codec, records)))).toEqual(
          records.map(r => expectedMessage(codec, r)),
        )
      }),
      { numRuns: 200 },
    )
  })
  test('are read from UDP as they were sent', () => {
    fc.assert(
      fc.property(
        packet,
        fc.nat(65_535),
        fc.nat(255),
        ({ codec, records }, packetId, avlPacketId) => {
          const answer = decodeDatagram(avlDatagram(IMEI, codec, records, packetId, avlPacketId))
          expect(summaryOf(answer)).toEqual(records.map(r => expectedMessage(codec, r)))
          expect(answer).toMatchObject({ device_id: IMEI })
          if (answer.kind === 'messages')
            expect(readDatagramAck(answer.ack)).toEqual({
              packetId,
              avlPacketId,
              count: records.length,
            })
        },
      ),
      { numRuns: 100 },
    )
  })
  test('negative values are two’s complement of their width', () => {
    const elements: Element[] = [
      { id: 1, width: 1, value: -1 },
      { id: 2, width: 2, value: -2 },
      { id: 3, width: 4, value: -185 },
      { id: 4, width: 8, value: -4 },
    ]
    const answer = decode(avlFrame(CODEC_8, [{ at: 1, fix: null, elements }]))
    expect(summaryOf(answer)[0]?.io).toEqual({
      1: 0xff,
      2: 0xfffe,
      3: 0xffffff47,
      4: '18446744073709551612',
    })
  })
  test('fill a packet when they are 255', () => {
    const records = Array.from(
      { length: 255 },
      (_, i): AvlRecord => ({
        at: 1_763_632_800_000 + i,
        fix: null,
        elements: [{ id: 239, width: 1, value: 1 }],
      }),
    )
    const answer = decode(avlFrame(CODEC_8, records))
    expect(answer).toMatchObject({ kind: 'messages', ack: bytesOf('000000ff') })
    expect(summaryOf(answer).map(r => r.at)).toEqual(records.map(r => r.at))
  })
  const one = { at: 0, fix: null, elements: [] }
  test.each([
    ['no record', () => avlFrame(CODEC_8, [])],
    [
      '256 records',
      () =>
        avlFrame(
          CODEC_8,
          Array.from({ length: 256 }, () => one),
        ),
    ],
    [
      'an id of two bytes in codec 8',
      () => avlFrame(CODEC_8, [{ ...one, elements: [{ id: 256, width: 1, value: 1 }] }]),
    ],
    ['an event of two bytes in codec 8', () => avlFrame(CODEC_8, [{ ...one, event: 256 }])],
    [
      'a byte string in codec 16',
      () => avlFrame(CODEC_16, [{ ...one, elements: [{ id: 256, bytes: bytesOf('41') }] }]),
    ],
    ['an IMEI of 14 digits', () => loginFrame('35209408145225')],
    [
      'a datagram beyond its length',
      () =>
        avlDatagram(
          IMEI,
          CODEC_8E,
          [{ ...one, elements: [1, 2].map(id => ({ id, bytes: new Uint8Array(40_000) })) }],
          1,
          1,
        ),
    ],
  ])('%s cannot be sent', (_, make) => expect(make).toThrow(RangeError))
})

test('a login, keep-alives and packets are read from one stream', () => {
  const data = hexOf(avlFrame(CODEC_8E, [{ at: 5, fix: null, elements: [] }]))
  const { frames, rest } = cut([loginFrame(IMEI), bytesOf('ff'), bytesOf(data + data)])
  expect({ frames: frames.slice(1), rest }).toEqual({ frames: ['ff', data, data], rest: '' })
  expect(decode(bytesOf(frames[0] ?? ''))).toMatchObject({ kind: 'login', device_id: IMEI })
})

describe('an answer of the server', () => {
  const readAnswer = (hex: string, waitsFor: 'login' | 'ack' | 'nothing') =>
    readServer(bytesOf(hex), 0, bytesOf(hex).length, waitsFor)
  const command = hexOf(encode('getinfo') ?? bytesOf(''))
  test.each([
    ['01', 'login', { kind: 'login', accepted: true, length: 1 }],
    ['00', 'login', { kind: 'login', accepted: false, length: 1 }],
    ['0000000a', 'ack', { kind: 'ack', count: 10, length: 4 }],
    [`0000000a${command}`, 'ack', { kind: 'ack', count: 10, length: 4 }],
    ['00000000', 'ack', { kind: 'ack', count: 0, length: 4 }],
    [command, 'ack', { kind: 'command', text: 'getinfo', length: 27 }],
    [`${command}0000000a`, 'nothing', { kind: 'command', text: 'getinfo', length: 27 }],
  ] as const)('with the bytes %s is read while waiting for %s', (hex, waitsFor, meaning) =>
    expect(readAnswer(hex, waitsFor)).toEqual(meaning),
  )
  test.each([
    ['', 'login'],
    ['', 'ack'],
    ['000000', 'ack'],
    ['0000000000', 'ack'],
    [command.slice(0, -2), 'nothing'],
  ] as const)('with the bytes %s is incomplete while waiting for %s', (hex, waitsFor) =>
    expect(readAnswer(hex, waitsFor)).toBeNull(),
  )
  test.each([
    ['02', 'login'],
    ['0000000a', 'nothing'],
    ['00000000ffffffff', 'nothing'],
    [`${command.slice(0, -2)}13`, 'nothing'],
    [hexOf(replyFrame('OK')), 'nothing'],
  ] as const)('with the bytes %s is an error while waiting for %s', (hex, waitsFor) =>
    expect(() => readAnswer(hex, waitsFor)).toThrow(RangeError),
  )

  test('a command of codec 14 names its device', () => {
    expect(readCommand(encodeFor('getver', IMEI) ?? bytesOf(''))).toEqual({
      kind: 'command',
      text: 'getver',
      imei: IMEI,
      length: 34,
    })
  })
  test('every text arrives as it was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 160 }), text => {
        const bytes = encode(text)
        fc.pre(bytes !== null)
        expect(readCommand(bytes)).toMatchObject({ text })
      }),
    )
  })
  test('replies are read by the server', () => {
    expect(decode(replyFrame('DOUT1:1 Timeout:5s'))).toEqual({
      kind: 'reply',
      replies: [{ text: 'DOUT1:1 Timeout:5s' }],
    })
    expect(decode(replyFrameOf(IMEI, 'OK'))).toEqual({ kind: 'reply', replies: [{ text: 'OK' }] })
    expect(decode(replyFrameOf(IMEI, null))).toEqual({
      kind: 'reply',
      replies: [{ text: '', refused: true }],
    })
  })
  test.each(['', '000501cafe0101', '0005cafe0101'])('the bytes %s acknowledge no datagram', hex =>
    expect(readDatagramAck(bytesOf(hex.replace('000501', '000601')))).toBeNull(),
  )
})
