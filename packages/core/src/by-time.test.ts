import { expect, test } from 'vitest'
import { always, type ByTime, joinByTime, valueAt } from './by-time.ts'

const type: ByTime<{ type: string }> = [
  { until: 10, value: { type: 'van' } },
  { until: 20, value: { type: 'truck' } },
  { until: Number.POSITIVE_INFINITY, value: { type: 'trailer' } },
]

test.each([
  ['long ago the first holds', Number.NEGATIVE_INFINITY, 'van'],
  ['until its end', 9, 'van'],
  ['at the end the next', 10, 'truck'],
  ['the last for ever', 1e15, 'trailer'],
])('%s', (_, at, expected) => {
  expect(valueAt(type, at).type).toBe(expected)
})
test('an empty list has no value, and reading one is an error', () => {
  expect(() => valueAt([], 5)).toThrow(RangeError)
})
test('several lists join into one that changes whenever one of them changes', () => {
  const driver: ByTime<{ driver: number | null }> = [
    { until: 15, value: { driver: null } },
    { until: 20, value: { driver: 7 } },
    { until: Number.POSITIVE_INFINITY, value: { driver: null } },
  ]
  expect(joinByTime([always({ id: 1 }), type, driver])).toEqual([
    { until: 10, value: { id: 1, type: 'van', driver: null } },
    { until: 15, value: { id: 1, type: 'truck', driver: null } },
    { until: 20, value: { id: 1, type: 'truck', driver: 7 } },
    { until: Number.POSITIVE_INFINITY, value: { id: 1, type: 'trailer', driver: null } },
  ])
})
test('lists that never change join into a single entry', () => {
  expect(joinByTime([always({ a: 1 }), always({ b: 2 })])).toEqual(always({ a: 1, b: 2 }))
})
