// Calendar days across changes of the clocks.
import { expect, test } from 'vitest'
import { addDays, clockAt, dayAt, daysOf, momentAt, offsetAt } from './zones.ts'

const at = Date.parse
test.each([
  ['Europe/Rome', '2026-01-15T12:00:00Z', 60],
  ['Europe/Rome', '2026-07-15T12:00:00Z', 120],
  ['Europe/Rome', '2026-10-25T00:59:59.999Z', 120],
  ['Europe/Rome', '2026-10-25T01:00:00Z', 60],
  ['America/St_Johns', '2026-01-15T12:00:00.500Z', -210],
  ['UTC', '2026-07-15T12:00:00Z', 0],
])('clocks of %s at %s are %d minutes ahead', (zone, time, minutes) => {
  expect(offsetAt(at(time), zone)).toBe(minutes * 60_000)
})
test.each([
  [
    '31 days of October',
    'Europe/Rome',
    '2026-10-01T00:00:00+02:00',
    31,
    '2026-11-01T00:00:00+01:00',
  ],
  ['31 days of March', 'Europe/Rome', '2026-03-01T00:00:00+01:00', 31, '2026-04-01T00:00:00+02:00'],
  [
    'the day that has 25 hours',
    'Europe/Rome',
    '2026-10-25T00:00:00+02:00',
    1,
    '2026-10-26T00:00:00+01:00',
  ],
  [
    'the day that has 23 hours',
    'Europe/Rome',
    '2026-03-29T00:00:00+01:00',
    1,
    '2026-03-30T00:00:00+02:00',
  ],
  [
    'a summer day',
    'Europe/Rome',
    '2026-07-01T08:30:00.250+02:00',
    1,
    '2026-07-02T08:30:00.250+02:00',
  ],
  [
    'half an hour',
    'Australia/Lord_Howe',
    '2026-04-04T00:00:00+11:00',
    2,
    '2026-04-06T00:00:00+10:30',
  ],
  ['any day', 'UTC', '2026-10-01T00:00:00Z', 31, '2026-11-01T00:00:00Z'],
])('%s in %s', (_, zone, from, days, to) => {
  expect(new Date(addDays(at(from), days, zone)).toISOString()).toBe(new Date(to).toISOString())
})
test.each([
  ['2026-11-22T23:30:00Z', 'Europe/Rome', '2026-11-23'],
  ['2026-11-22T23:30:00Z', 'UTC', '2026-11-22'],
  ['2026-11-22T02:00:00Z', 'America/St_Johns', '2026-11-21'],
])('at %s the calendars of %s show %s', (time, zone, day) =>
  expect(dayAt(at(time), zone)).toBe(day),
)

const hours = (from: string, to: string, zone: string) =>
  daysOf(at(from), at(to), zone).map(d => [d.day, (d.to - d.from) / 3_600_000])
test.each([
  [
    'the day that has 25 hours',
    '2026-10-24T12:00:00+02:00',
    '2026-10-26T06:00:00+01:00',
    'Europe/Rome',
    [12, 25, 6],
  ],
  [
    'the day that has 23 hours',
    '2026-03-28T00:00:00+01:00',
    '2026-03-30T00:00:00+02:00',
    'Europe/Rome',
    [24, 23],
  ],
  [
    'a zone whose midnight does not exist',
    '2026-09-05T00:00:00-04:00',
    '2026-09-07T00:00:00-03:00',
    'America/Santiago',
    [24, 23],
  ],
  ['part of one day', '2026-11-21T10:00:00Z', '2026-11-21T11:30:00Z', 'UTC', [1.5]],
  ['nothing', '2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z', 'UTC', []],
])('the days of a period in their order: %s', (_, from, to, zone, expected) => {
  expect(hours(from, to, zone).map(([, h]) => h)).toEqual(expected)
})
test('days are named by the calendar of the zone', () => {
  expect(
    hours('2026-10-24T22:30:00Z', '2026-10-26T22:30:00Z', 'Europe/Rome').map(([day]) => day),
  ).toEqual(['2026-10-25', '2026-10-26'])
})
test.each([
  [
    'a winter morning',
    'Europe/Rome',
    '2026-01-15T10:30',
    '2026-01-15T09:30:00Z',
    '2026-01-15T10:30',
  ],
  [
    'an hour that is skipped',
    'Europe/Rome',
    '2026-03-29T02:30',
    '2026-03-29T01:30:00Z',
    '2026-03-29T03:30',
  ],
  [
    'an hour that comes twice',
    'Europe/Rome',
    '2026-10-25T02:30',
    '2026-10-25T01:30:00Z',
    '2026-10-25T02:30',
  ],
])('a moment is found by what the clocks show: %s', (_, zone, clock, moment, shown) => {
  expect(momentAt(clock, zone)).toBe(at(moment))
  expect(clockAt(at(moment), zone)).toBe(shown)
})
