// The four colours of an agreement, as a table.
import { expect, test } from 'vitest'
import { agreementColor, beginOf, endOf, isActive, lastSharingDay, validUntil } from './rules.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const ROME = 'Europe/Rome'
const from = '2026-01-01T00:00:00Z'

test.each<[string, string, string | null, string]>([
  [
    'a start in the future is gray [agreements.10, eyeshare.4]',
    '2026-11-20T12:00:01Z',
    null,
    'gray',
  ],
  [
    'a start in the future is gray even when the end is near',
    '2026-11-21T00:00:00Z',
    '2026-11-25T00:00:00Z',
    'gray',
  ],
  ['begun without an end is green [agreements.11, eyeshare.5]', from, null, 'green'],
  ['begun this very moment is green', '2026-11-20T12:00:00Z', null, 'green'],
  ['31 days left is green', from, '2026-12-21T10:00:00Z', 'green'],
  ['30 days left is yellow [agreements.12, eyeshare.6]', from, '2026-12-20T22:00:00Z', 'yellow'],
  ['ending tomorrow is yellow', from, '2026-11-21T00:00:00Z', 'yellow'],
  ['ending later today is red [agreements.13, eyeshare.7]', from, '2026-11-20T22:59:00Z', 'red'],
  ['ended today is red', from, '2026-11-20T06:00:00Z', 'red'],
  ['ended long ago is red [agreements.14, eyeshare.8]', from, '2026-03-01T00:00:00Z', 'red'],
  [
    'the day is that of the zone: 23:30 UTC is tomorrow in Rome',
    from,
    '2026-11-20T23:30:00Z',
    'yellow',
  ],
])('%s', (_, active_from, active_to, color) => {
  expect(agreementColor({ active_from, active_to }, NOW, ROME)).toBe(color)
})

test.each<[string, string, string | null, boolean]>([
  ['begun and open is active', from, null, true],
  ['begun and not ended is active', from, '2026-11-20T12:00:01Z', true],
  ['ended now is not', from, '2026-11-20T12:00:00Z', false],
  ['not begun is not', '2026-11-20T12:00:01Z', null, false],
])('%s', (_, active_from, active_to, expected) => {
  expect(isActive({ active_from, active_to }, NOW)).toBe(expected)
})

test.each<[string, string, string, string]>([
  [
    'a day begins and ends by the clocks of the zone',
    '2026-11-20',
    '2026-11-19T23:00:00.000Z',
    '2026-11-20T22:59:59.999Z',
  ],
  [
    'the day on which the clocks go back has an hour more',
    '2026-10-25',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T22:59:59.999Z',
  ],
  [
    'an instant is both',
    '2026-11-20T10:00:00Z',
    '2026-11-20T10:00:00.000Z',
    '2026-11-20T10:00:00.000Z',
  ],
])('%s', (_, when, begin, end) => {
  expect([beginOf(when, ROME), endOf(when, ROME)].map(at => new Date(at).toISOString())).toEqual([
    begin,
    end,
  ])
})

test.each<[string, string, string, string]>([
  [
    'a day on which the given agreement ends counts until that end',
    '2026-11-20',
    '2026-11-20T10:00:00.000Z',
    '2026-11-20T10:00:00.000Z',
  ],
  [
    'a day before counts whole',
    '2026-11-19',
    '2026-11-20T10:00:00.000Z',
    '2026-11-19T22:59:59.999Z',
  ],
  [
    'a day after counts whole, which is too long',
    '2026-11-21',
    '2026-11-20T10:00:00.000Z',
    '2026-11-21T22:59:59.999Z',
  ],
  [
    'an instant counts as it is',
    '2026-11-20T11:00:00.000Z',
    '2026-11-20T10:00:00.000Z',
    '2026-11-20T11:00:00.000Z',
  ],
])('an end: %s', (_, when, until, end) => {
  expect(new Date(endOf(when, ROME, Date.parse(until))).toISOString()).toBe(end)
})

test.each<[string, readonly [number, number | null][], number | null]>([
  ['without a period nothing is held', [], null],
  ['a period is held to its end', [[0, 60]], 60],
  ['a period without an end is held for ever', [[0, null]], Number.POSITIVE_INFINITY],
  ['a period that ends at that moment is no longer held', [[0, 50]], null],
  ['a period that begins at that moment is held', [[50, 60]], 60],
  ['a period that begins later is not held', [[51, 60]], null],
  [
    'a renewal that touches the period continues it',
    [
      [60, 90],
      [0, 60],
    ],
    90,
  ],
  [
    'a gap ends the period',
    [
      [0, 60],
      [61, 90],
    ],
    60,
  ],
  [
    'a period within another changes nothing',
    [
      [0, 90],
      [40, 60],
    ],
    90,
  ],
])('held from 50 on: %s', (_, periods, expected) => {
  expect(
    validUntil(
      periods.map(([from, to]) => ({ from, to })),
      50,
    ),
  ).toBe(expected)
})

test.each([
  ['2026-11-22', '2036-11-22'],
  ['2028-02-29', '2038-03-01'],
])('ten years from %s on', (today, last) => expect(lastSharingDay(today)).toBe(last))
