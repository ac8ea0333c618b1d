import { expect, test } from 'vitest'
import { cleared, isLate, placeOf, raised } from './rules.ts'

test('a condition of the vehicle is everybody’s who holds the agreement', () => {
  const raise = { effect: 'raise', alert_id: 1, customer_id: null, at: 5, data: { speed: 91 } }
  expect(raised(1, { at: 5, position: null, previous: null }, { speed: 91 })).toEqual({ ...raise, place: null })
  expect(cleared(1, 6)).toEqual({ effect: 'clear', alert_id: 1, customer_id: null, at: 6 })
})

const position = { latitude: 45, longitude: 9, altitude: 0, direction: 0, speed: 91, satellites: 9, moving: true }
const previous = { at: 3, latitude: 44, longitude: 8 }
test.each([
  ['its record’s own fix', position, previous, { at: 5, latitude: 45, longitude: 9 }],
  ['the fix before a record without one', null, previous, previous],
  ['nowhere, where there was none yet', null, null, null],
])('a condition begins at %s', (_, own, before, place) => {
  expect(placeOf({ at: 5, position: own, previous: before })).toEqual(place)
})

test.each([
  ['still open', null, false],
  ['ended now', 1_000_000, false],
  ['ended just under 15 minutes ago', 1_000_000 - 15 * 60_000 + 1, false],
  ['ended 15 minutes ago', 1_000_000 - 15 * 60_000, true],
])('an incident that is found when it has %s: late %o', (_, closed_at, late) => {
  expect(isLate(closed_at, 1_000_000)).toBe(late)
})
