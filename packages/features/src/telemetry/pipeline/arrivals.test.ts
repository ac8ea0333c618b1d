import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packKeys, type RowKey, unpackKeys } from './arrivals.ts'

const key = fc.record({
  vehicle_id: fc.integer({ min: 1, max: 2_147_483_647 }),
  at: fc.integer({ min: 0, max: 4e12 }),
  seq: fc.integer({ min: 0, max: 32_767 }),
})
const readingKey = fc
  .tuple(key, fc.constantFrom('power', 'temperature', 'fuel'))
  .map(([one, kind]): RowKey => ({ ...one, kind }))

test('packed keys are unpacked as they were, in their order', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(key), fc.array(readingKey)), keys => {
      expect(unpackKeys(packKeys(keys))).toEqual(keys)
    }),
  )
})
test('keys of one record from each of many vehicles take a few bytes', () => {
  const keys = Array.from({ length: 2_000 }, (_, i) => ({
    vehicle_id: 10_000 + i,
    at: 1.8e12 + (i % 60) * 1_000,
    seq: 0,
  }))
  expect(packKeys(keys).length / keys.length).toBeLessThan(9)
})
