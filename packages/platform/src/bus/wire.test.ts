// Messages between members: reading gives back what was written, and damaged bytes are refused with the error for them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Answer,
  ENVELOPE,
  PartAssembler,
  packAnswer,
  packEnvelope,
  packPayloads,
  partsOf,
  unpackAnswer,
  unpackEnvelope,
  unpackPayloads,
} from './wire.ts'

const bytes = fc.uint8Array({ maxLength: 300 })
const envelope = fc.record({
  from: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(n => n.toString(16).padStart(16, '0')),
  work: fc.string({ maxLength: 40 }).map(s => s.replace(/[\ud800-\udfff]/g, '')),
  shard: fc.integer({ min: 0, max: 63 }),
  serial: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  part: fc.integer({ min: 0, max: 65_535 }),
  partCount: fc.integer({ min: 0, max: 65_535 }),
  body: bytes,
})

test('an envelope is read back as it was written, and adds at most its stated size', () => {
  fc.assert(
    fc.property(envelope, e => {
      const packed = packEnvelope(e)
      expect(unpackEnvelope(packed)).toEqual(e)
      expect(packed.length).toBeLessThanOrEqual(ENVELOPE + e.work.length * 3 + e.body.length)
    }),
  )
})
test('payloads are read back as they were written, empty ones too', () => {
  fc.assert(
    fc.property(fc.array(bytes), payloads => {
      expect(unpackPayloads(packPayloads(payloads))).toEqual(payloads)
    }),
  )
})
test.each<Answer>([
  { kind: 'done', exceptions: new Map() },
  {
    kind: 'done',
    exceptions: new Map([
      [0, 'again'],
      [70_000, 'unreadable'],
    ]),
  },
  { kind: 'moved', owner: null },
  { kind: 'moved', owner: '0123456789abcdef' },
  { kind: 'more' },
  { kind: 'working' },
  { kind: 'unknown' },
  { kind: 'busy' },
  { kind: 'refused' },
])('the answer %j is read back', answer => expect(unpackAnswer(packAnswer(answer))).toEqual(answer))
test('bytes that are damaged, cut or of another version are refused with a RangeError', () => {
  const refused = (read: () => unknown) => {
    try {
      read()
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError)
    }
  }
  fc.assert(
    fc.property(bytes, b => {
      refused(() => unpackEnvelope(b))
      refused(() => unpackPayloads(b))
      refused(() => unpackAnswer(b))
    }),
  )
  expect(() => unpackEnvelope(Uint8Array.from([2, ...new Uint8Array(30)]))).toThrow('version 2')
})

test('a body in parts is put together again', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 100 }),
      fc.integer({ min: 1, max: 40 }),
      (body, most) => {
        const assembly = new PartAssembler(1_000)
        const parts = partsOf(body, most)
        const results = parts.map((part, index) =>
          assembly.add('a', { serial: 1, part: index, partCount: parts.length, body: part }),
        )
        expect(results.slice(0, -1).every(r => r === 'more')).toBe(true)
        expect(results.at(-1)).toEqual(body)
      },
    ),
  )
})
const part = (serial: number, index: number, partCount = 3) => ({
  serial,
  part: index,
  partCount,
  body: new Uint8Array(10),
})
test.each([
  ['without the parts before it', [part(1, 1)], 'unknown'],
  ['of another body', [part(1, 0), part(2, 1)], 'unknown'],
  ['that came before', [part(1, 0), part(1, 0)], 'more'],
  ['twice', [part(1, 0), part(1, 1), part(1, 1)], 'unknown'],
])('a part %s is ignored', (_, parts, last) => {
  const assembly = new PartAssembler(1_000)
  expect(parts.map(p => assembly.add('a', p)).at(-1)).toBe(last)
})
test('beyond the limit the oldest parts are dropped', () => {
  const assembly = new PartAssembler(25)
  assembly.add('old', part(1, 0))
  assembly.add('b', part(1, 0))
  expect(assembly.add('c', part(1, 0))).toBe('more')
  expect(assembly.add('old', part(1, 1))).toBe('unknown')
  expect(assembly.add('c', part(1, 1))).toBe('more')
})
