import { DAY, HOUR } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { averageOf, blockOf, type HoursReading, hoursBetween, litresOf, spansOf } from './rules.ts'

test.each([
  ['2026-11-22T10:00:00Z', 'Europe/Rome', '2026-10-31T23:00:00Z', '2026-09-30T22:00:00Z'],
  ['2026-10-01T00:30:00Z', 'Europe/Rome', '2026-09-30T22:00:00Z', '2026-09-30T22:00:00Z'],
  ['2026-12-31T23:30:00Z', 'Europe/Rome', '2026-12-31T23:00:00Z', '2026-12-31T23:00:00Z'],
  ['2026-12-31T23:30:00Z', 'UTC', '2026-12-01T00:00:00Z', '2026-10-01T00:00:00Z'],
  ['2026-06-30T12:00:00Z', 'America/New_York', '2026-06-01T04:00:00Z', '2026-04-01T04:00:00Z'],
])('at %s in %s the month began at %s, the quarter at %s', (now, zone, month, quarter) => {
  const at = Date.parse(now)
  expect(spansOf(at, zone)).toEqual({
    month: { start: Date.parse(month), end: at },
    quarter: { start: Date.parse(quarter), end: at },
  })
})

/** The period is from day 0 to day 20. */
const span = { start: 100 * DAY, end: 120 * DAY }
const at = (days: number, hours: number): HoursReading => ({ at: span.start + days * DAY, hours })
const hour = HOUR / DAY
test.each<
  [
    string,
    HoursReading | null,
    HoursReading | null,
    HoursReading | null,
    readonly [number | null, number | null, number],
  ]
>([
  ['both ends are known', at(-0.1, 100), at(0.2, 101), at(19.9, 150), [100, 150, 0]],
  [
    'the reading next to the beginning counts',
    at(-0.5, 99),
    at(0.1, 101),
    at(20, 150),
    [101, 150, 0],
  ],
  ['of two as near, the one before', at(-0.1, 99), at(0.1, 101), at(20, 150), [99, 150, 0]],
  ['24 hours before are near', at(-1, 100), at(2, 101), at(20, 150), [100, 150, 0]],
  ['24 hours after are near', null, at(1, 101), at(20, 150), [101, 150, 0]],
  [
    'a little more is not: counted from the first within',
    at(-1 - hour, 90),
    at(1 + hour, 101),
    at(20, 150),
    [101, 150, 1],
  ],
  ['the last 24 hours before the end are near', at(0, 100), at(0, 100), at(19, 150), [100, 150, 0]],
  ['silent since longer', at(0, 100), at(0, 100), at(18.9, 150), [100, 150, 2]],
  ['begun late and silent since', null, at(3, 100), at(10, 150), [100, 150, 3]],
  ['nothing at all', null, null, null, [null, null, 3]],
  ['nothing since long before', at(-5, 90), null, at(-5, 90), [null, null, 3]],
  ['nothing since shortly before the beginning', at(-0.5, 90), null, at(-0.5, 90), [90, 90, 2]],
])('the hours of a period: %s [carbontax.8]', (_, before, after, last, expected) => {
  const block = blockOf(span, { before, after, last })
  expect([block.first?.hours ?? null, block.last?.hours ?? null, block.alert]).toEqual(expected)
})
test('an hour after the start of the month, a reading from just before it is near both ends', () => {
  const now = { start: span.start, end: span.start + HOUR }
  expect(blockOf(now, { before: at(-hour, 90), after: null, last: at(-hour, 90) })).toEqual({
    first: at(-hour, 90),
    last: at(-hour, 90),
    alert: 0,
  })
})

test.each([
  [100, 150, 2.4, 120],
  [100, 100, 2.4, 0],
  [100.05, 103.1, 2.37, 7.2],
  [100, 150, 0, 0],
  [100, 150, null, null],
  [150, 100, 2.4, null],
])('from %f to %f hours at %s l/h: %s l [carbontax.6]', (from, to, average, litres) => {
  expect(litresOf({ first: at(0, from), last: at(20, to) }, average)).toBe(litres)
})
test('without hours no consumption is known', () =>
  expect(litresOf({ first: null, last: null }, 2.4)).toBeNull())

test.each([
  ['2.4', 2.4],
  [' 3 ', 3],
  ['0', 0],
  ['', null],
  ['much', null],
  ['-1', null],
])('the consumption %j is %s l/h [carbontax.7]', (carbon_average_consumption, average) =>
  expect(averageOf({ carbon_average_consumption })).toBe(average),
)
test('a vehicle without an average consumption has none', () => expect(averageOf({})).toBeNull())

test.each([
  [100, 150.26, 50.3],
  [100, 100, 0],
  [150, 100, null],
  [null, 100, null],
  [100, null, null],
])('from %s to %s the engine runs %s hours', (start_hours, end_hours, hours) =>
  expect(hoursBetween({ start_hours, end_hours })).toBe(hours),
)
