// Hours by the clocks of a zone, also on the two days of a year that have 23 and 25 hours.
import { expect, test } from 'vitest'
import { Schedule } from './schedule.ts'

const ROME = 'Europe/Rome'
const at = (text: string): number => Date.parse(text)
const work = [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '20:00' }]
const night = [{ days: [5], from: '22:00', to: '05:00' }]
const always = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }]

test.each([
  ['a Monday at six in the morning is open', work, '2026-11-23T06:00+01:00', true],
  ['a Monday a minute before six in the morning is closed', work, '2026-11-23T05:59+01:00', false],
  ['a Monday at eight in the evening is closed', work, '2026-11-23T20:00+01:00', false],
  ['a Sunday is closed', work, '2026-11-22T12:00+01:00', false],
  ['in summer the clocks are an hour ahead', work, '2026-07-06T06:00+02:00', true],
  [
    'hours that go into the next day are open in the evening',
    night,
    '2026-11-20T23:00+01:00',
    true,
  ],
  [
    'hours that go into the next day are open in the next morning',
    night,
    '2026-11-21T04:59+01:00',
    true,
  ],
  [
    'hours that go into the next day are closed on other mornings',
    night,
    '2026-11-20T04:59+01:00',
    false,
  ],
  ['whole days leave no gap', always, '2026-11-22T00:00+01:00', true],
  ['no hours are never open', [], '2026-11-23T12:00+01:00', false],
])('%s', (_, hours, moment, open) =>
  expect(new Schedule(hours, ROME).isOpen(at(moment))).toBe(open),
)

test.each([
  [
    'a working day',
    work,
    '2026-11-23T12:00+01:00',
    '2026-11-23T06:00+01:00',
    '2026-11-23T20:00+01:00',
  ],
  ['a weekend', work, '2026-11-21T12:00+01:00', '2026-11-20T20:00+01:00', '2026-11-23T06:00+01:00'],
  [
    'the night in which clocks go back has an hour more',
    night,
    '2026-10-24T04:00+02:00',
    '2026-10-23T22:00+02:00',
    '2026-10-24T05:00+02:00',
  ],
  [
    'Saturday night of that day',
    [{ days: [6], from: '22:00', to: '05:00' }],
    '2026-10-25T01:00+02:00',
    '2026-10-24T22:00+02:00',
    '2026-10-25T05:00+01:00',
  ],
  [
    'the night in which they go forward',
    [{ days: [6], from: '22:00', to: '05:00' }],
    '2026-03-29T01:00+01:00',
    '2026-03-28T22:00+01:00',
    '2026-03-29T05:00+02:00',
  ],
])('%s begins and ends', (_, hours, moment, from, to) => {
  const schedule = new Schedule(hours, ROME)
  expect([schedule.since(at(moment)), schedule.until(at(moment))]).toEqual([at(from), at(to)])
})

test('a schedule that is always open, or never, has no beginning and no end', () => {
  for (const hours of [always, []]) {
    const schedule = new Schedule(hours, ROME)
    expect([
      schedule.since(at('2026-11-23T12:00Z')),
      schedule.until(at('2026-11-23T12:00Z')),
    ]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
  }
})

test('the order of the questions makes no difference', () => {
  const schedule = new Schedule(work, ROME)
  const moments = Array.from(
    { length: 200 },
    (_, i) => at('2026-10-19T00:00Z') + ((i * 7_919) % 400) * 3_600_000,
  )
  expect(moments.map(m => schedule.isOpen(m))).toEqual(
    moments.map(m => new Schedule(work, ROME).isOpen(m)),
  )
})
