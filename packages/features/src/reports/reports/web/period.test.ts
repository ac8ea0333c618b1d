import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { requestedRange, today } from './period.ts'

const now = new Date('2026-11-22T15:30:00').getTime()

test('a new period is today from midnight until now [reports.77]', () => {
  expect(today(now)).toEqual({ from: new Date('2026-11-22T00:00:00').getTime(), to: now })
})
test.each([
  [
    'a period that ended as it was chosen ends when the report is requested',
    { from: now - HOUR, to: now },
    now,
    now + 5 * MINUTE,
    { from: now - HOUR, to: now + 5 * MINUTE },
  ],
  [
    'an earlier end stays',
    { from: now - 3 * HOUR, to: now - HOUR },
    now,
    now + MINUTE,
    { from: now - 3 * HOUR, to: now - HOUR },
  ],
  [
    '31 days at most',
    { from: now - 40 * DAY, to: now },
    now,
    now,
    { from: now - 40 * DAY, to: now - 9 * DAY },
  ],
  ['never past now', { from: now - HOUR, to: now + DAY }, now, now, { from: now - HOUR, to: now }],
] as const)('%s', (_, range, chosen, at, expected) =>
  expect(requestedRange(range, chosen, at)).toEqual(expected),
)
