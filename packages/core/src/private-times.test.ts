import { expect, test } from 'vitest'
import { neverPrivate, PrivateTimes } from './private-times.ts'
import { Schedule } from './schedule.ts'
import { DAY, HOUR } from './time.ts'

/** Monday 2026-11-16, 00:00 in Rome. */
const MONDAY = Date.parse('2026-11-15T23:00:00Z')
const at = (day: number, hour: number): number => MONDAY + day * DAY + hour * HOUR
const evenings = new Schedule(
  [
    { days: [1, 2, 3, 4, 5], from: '18:00', to: '08:00' },
    { days: [6, 7], from: '00:00', to: '24:00' },
  ],
  'Europe/Rome',
)
const weekly = new PrivateTimes([{ from: at(0, 0), to: Number.POSITIVE_INFINITY, hours: evenings }])
const hours = (spans: readonly { readonly from: number; readonly to: number }[]) =>
  spans.map(({ from, to }) => [(from - MONDAY) / HOUR, (to - MONDAY) / HOUR])

test('a rule does not apply before the moment at which it was set', () => {
  const later = new PrivateTimes([{ from: at(1, 20), to: at(2, 19), hours: evenings }])
  expect([at(1, 19), at(1, 20), at(2, 12), at(2, 18), at(2, 19)].map(m => later.holds(m))).toEqual([
    false,
    true,
    false,
    true,
    false,
  ])
  expect([later.since(at(1, 23)), later.since(at(2, 18.5)), later.since(at(2, 12))]).toEqual([
    at(1, 20),
    at(2, 18),
    at(2, 12),
  ])
})
test('evening hours last until the morning, and from Friday through the weekend', () => {
  expect(hours(weekly.within(at(3, 12), at(7, 12)))).toEqual([
    [3 * 24 + 18, 4 * 24 + 8],
    [4 * 24 + 18, 7 * 24],
  ])
  expect(weekly.since(at(6, 10))).toBe(at(4, 18))
})
test('a private trip joins the hours that it touches', () => {
  const privateTimes = new PrivateTimes([
    { from: at(0, 0), to: Number.POSITIVE_INFINITY, hours: evenings },
    { from: at(1, 16), to: at(1, 19), hours: null },
    { from: at(2, 10), to: Number.POSITIVE_INFINITY, hours: null },
  ])
  expect(hours(privateTimes.within(at(1, 12), at(2, 12) - 1))).toEqual([
    [40, 56],
    [58, 60],
  ])
  expect(privateTimes.since(at(1, 20))).toBe(at(1, 16))
})
test('the open parts of a period are the times that are not private, to the millisecond', () => {
  const open = weekly.openOf(at(0, 9), at(1, 20))
  expect(open).toEqual([
    { from: at(0, 9), to: at(0, 18) - 1 },
    { from: at(1, 8), to: at(1, 18) - 1 },
  ])
  for (const { from, to } of open)
    expect([from, to].map(m => weekly.holds(m))).toEqual([false, false])
  expect(weekly.openOf(at(5, 1), at(5, 2))).toEqual([])
  expect(neverPrivate.openOf(Number.NEGATIVE_INFINITY, 5)).toEqual([
    { from: Number.NEGATIVE_INFINITY, to: 5 },
  ])
})
test('a change of the clocks makes an evening longer or shorter but does not move it', () => {
  const october = Date.parse('2026-10-24T16:00:00Z')
  const nights = new PrivateTimes([
    {
      from: 0,
      to: Number.POSITIVE_INFINITY,
      hours: new Schedule([{ days: [6], from: '18:00', to: '08:00' }], 'Europe/Rome'),
    },
  ])
  expect(nights.within(october - DAY, october + DAY)).toEqual([
    { from: october, to: october + 15 * HOUR },
  ])
})
test('weekly hours without an end cannot be listed one by one', () => {
  expect(() => weekly.within(at(0, 0), Number.POSITIVE_INFINITY)).toThrow(TypeError)
})
