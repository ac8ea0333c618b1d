// The connections that a gateway closes so that its peers can take them over.
import { expect, test } from 'vitest'
import { Surplus } from './surplus.ts'

test.each([
  ['alone, none', 10_000, [], 0],
  ['as many as the others, none', 1_000, [1_000, 950], 0],
  ['a few more than its share, none', 30, [10], 0],
  ['far more, a sixtieth of its surplus a second', 1_000, [0], 9],
])('a gateway closes connections by its share: %s', (_, own, others, gone) =>
  expect(new Surplus().take(own, others, 0)).toBe(gone),
)

test('two gateways become equal within minutes, and then close no more', () => {
  const surplus = new Surplus()
  let [own, other] = [10_000, 0]
  for (let second = 0; second < 600; second++) {
    const count = surplus.take(own, [other], second * 1_000)
    own -= count
    other += count
  }
  expect(own).toBeGreaterThanOrEqual(5_000)
  expect(own).toBeLessThanOrEqual(6_300)
})

test('only a few connections are closed while those that leave come back', () => {
  const surplus = new Surplus()
  let total = 0
  for (let second = 0; second < 590; second++) total += surplus.take(10_000, [0], second * 1_000)
  expect(total).toBe(20)
  expect(surplus.take(10_000, [0], 601_000)).toBe(20)
})
