import { expect, test } from 'vitest'
import { cleared, isLate, raised } from './rules.ts'

test('a condition of the vehicle is everybody’s who holds the agreement', () => {
  expect(raised(1, 5, { speed: 91 })).toEqual({ effect: 'raise', alert_id: 1, customer_id: null, at: 5, data: { speed: 91 } })
  expect(cleared(1, 6)).toEqual({ effect: 'clear', alert_id: 1, customer_id: null, at: 6 })
})

test.each([
  ['still open', null, false],
  ['ended now', 1_000_000, false],
  ['ended just under 15 minutes ago', 1_000_000 - 15 * 60_000 + 1, false],
  ['ended 15 minutes ago', 1_000_000 - 15 * 60_000, true],
])('an incident that is found when it has %s: late %o', (_, closed_at, late) => {
  expect(isLate(closed_at, 1_000_000)).toBe(late)
})
