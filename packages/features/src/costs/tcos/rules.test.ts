// Money, months and due dates of costs.
import { addMonths } from '@flotta/core/time.ts'
import { describe, expect, test } from 'vitest'
import {
  average,
  byUrgency,
  type CounterState,
  choices,
  type Due,
  dueOf,
  firstDay,
  type Interval,
  isAmount,
  slices,
  sum,
} from './rules.ts'

test.each([
  [0, true],
  [0.1, true],
  [1.15, true],
  [0.29, true],
  [9_999_999.99, true],
  [0.005, false],
  [12.345, false],
  [9_999_999.991, false],
])('%d is an amount in cents: %s', (amount, expected) => expect(isAmount(amount)).toBe(expected))
test('sums are exact where floats are not', () => {
  expect(sum([0.1, 0.2])).toBe(0.3)
  expect(sum(Array.from({ length: 10_000 }, () => 0.07))).toBe(700)
  expect(sum([])).toBe(0)
})
test.each([
  [10, 3, 3.33],
  [0.05, 2, 0.03],
  [100, 0, null],
  [0, 4, 0],
])('%d divided by %d is %d', (total, count, expected) =>
  expect(average(total, count)).toBe(expected),
)

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-11-22', -12, '2025-11-22'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-11-22', 14, '2028-01-22'],
])('%s plus %d months is %s', (day, months, expected) =>
  expect(addMonths(day, months)).toBe(expected),
)
test.each([
  ['2026-11-22', 12, '2025-11-23'],
  ['2026-11-22', 1, '2026-10-23'],
  ['2026-03-31', 1, '2026-03-01'],
  ['2028-02-29', 12, '2027-03-01'],
])('a period that ends on %s and lasts %d months begins on %s', (today, months, expected) =>
  expect(firstDay(today, months)).toBe(expected),
)

describe('a period', () => {
  test.each([
    [12, 13, '2025-11-30'],
    [6, 7, '2026-05-31'],
    [3, 14, '2026-08-23'],
    [1, 31, '2026-10-23'],
  ] as const)(
    'of %d months has %d parts, the first until %s, which cover each day once',
    (months, count, firstEnd) => {
      const parts = slices('2026-11-22', months)
      expect([parts.length, parts[0]?.from, parts[0]?.to, parts.at(-1)?.to]).toEqual([
        count,
        firstDay('2026-11-22', months),
        firstEnd,
        '2026-11-22',
      ])
      expect(parts.slice(1).map(part => Date.parse(part.from))).toEqual(
        parts.slice(0, -1).map(part => Date.parse(part.to) + 86_400_000),
      )
    },
  )
  test('of weeks has parts that begin on Monday', () => {
    for (const { from } of slices('2026-11-22', 3).slice(1))
      expect(new Date(from).getUTCDay()).toBe(1)
  })
})

const none: Interval = {
  repeat_after_km: null,
  repeat_after_hour: null,
  repeat_after_period: null,
  notice_after_km: null,
  notice_after_hour: null,
  notice_after_period: null,
}
const last: CounterState = { date: '2026-01-31', km: 100_000, hour: 2_000 }
const at = (date: string, km: number | null = null, hour: number | null = null): CounterState => ({
  date,
  km,
  hour,
})
describe('the next date of a cost that repeats', () => {
  const cases: readonly (readonly [
    string,
    Partial<Interval>,
    CounterState,
    Partial<Due> | null,
  ])[] = [
    ['a cost that never repeats is never due', {}, at('2040-01-01'), null],
    [
      'an interval of 0 counts as none',
      { repeat_after_km: 0, repeat_after_period: 0 },
      at('2040-01-01', 900_000),
      null,
    ],
    [
      'months go by the calendar',
      { repeat_after_period: 1 },
      at('2026-02-01'),
      { state: 'fine', by: 'period', due_date: '2026-02-28', left_days: 27 },
    ],
    [
      'without a notice it is due on its day',
      { repeat_after_period: 12 },
      at('2027-01-31'),
      { state: 'due', left_days: 0 },
    ],
    [
      'the day before its date it is fine',
      { repeat_after_period: 12 },
      at('2027-01-30'),
      { state: 'fine', left_days: 1 },
    ],
    [
      'after its date it is overdue',
      { repeat_after_period: 12 },
      at('2027-02-01'),
      { state: 'overdue', left_days: -1 },
    ],
    [
      'with a notice it is due months before',
      { repeat_after_period: 12, notice_after_period: 3 },
      at('2026-10-31'),
      { state: 'due', left_days: 92 },
    ],
    [
      'with a notice it is not due a day sooner',
      { repeat_after_period: 12, notice_after_period: 3 },
      at('2026-10-30'),
      { state: 'fine' },
    ],
    [
      'kilometres',
      { repeat_after_km: 30_000 },
      at('2026-03-01', 120_000),
      { state: 'fine', by: 'km', due_km: 130_000, left_km: 10_000, left_days: null },
    ],
    [
      'kilometres to the tenth',
      { repeat_after_km: 30_000 },
      at('2026-03-01', 123_456.8),
      { left_km: 6_543.2 },
    ],
    [
      'kilometres within the notice',
      { repeat_after_km: 30_000, notice_after_km: 5_000 },
      at('2026-03-01', 125_000),
      { state: 'due', left_km: 5_000 },
    ],
    [
      'kilometres past',
      { repeat_after_km: 30_000, notice_after_km: 5_000 },
      at('2026-03-01', 130_001),
      { state: 'overdue', left_km: -1 },
    ],
    [
      'hours',
      { repeat_after_hour: 500, notice_after_hour: 50 },
      at('2026-03-01', null, 2_450),
      { state: 'due', by: 'hour', due_hour: 2_500, left_hour: 50 },
    ],
    [
      'the first of its reasons counts',
      { repeat_after_period: 12, repeat_after_km: 30_000 },
      at('2026-03-01', 129_000),
      { state: 'fine', by: 'km', left_days: 336 },
    ],
    [
      'an overdue interval counts before one that is due',
      { repeat_after_period: 12, repeat_after_km: 30_000 },
      at('2027-01-31', 131_000),
      { state: 'overdue', by: 'km' },
    ],
    [
      'an interval within its notice is due even if another has a smaller share left',
      { repeat_after_period: 12, notice_after_period: 6, repeat_after_km: 30_000 },
      at('2026-09-01', 129_000),
      { state: 'due', by: 'period' },
    ],
    [
      'where the counter is unknown only the months count',
      { repeat_after_period: 12, repeat_after_km: 30_000 },
      at('2026-03-01'),
      { by: 'period', left_km: null, due_km: 130_000 },
    ],
    [
      'kilometres alone cannot be counted without a counter',
      { repeat_after_km: 30_000 },
      at('2026-03-01'),
      null,
    ],
  ]
  test.each(cases)('%s', (_, interval, now, expected) => {
    const due = dueOf({ ...none, ...interval }, last, now)
    if (expected === null) expect(due).toBeNull()
    else expect(due).toMatchObject(expected)
  })
  test('cannot be counted from kilometres that were not recorded', () => {
    expect(
      dueOf({ ...none, repeat_after_km: 30_000 }, { ...last, km: null }, at('2026-03-01', 200_000)),
    ).toBeNull()
  })
  test('is sorted with the most urgent first', () => {
    const due = (interval: Partial<Interval>, now: CounterState) =>
      dueOf({ ...none, ...interval }, last, now) as Due
    const overdue = due({ repeat_after_period: 1 }, at('2026-05-01'))
    const soon = due({ repeat_after_km: 30_000, notice_after_km: 5_000 }, at('2026-05-01', 129_900))
    const later = due({ repeat_after_period: 12 }, at('2026-05-01'))
    expect([later, soon, overdue].sort(byUrgency)).toEqual([overdue, soon, later])
  })
})
test('the selects offer the steps of the specification [costs.20]', () => {
  expect(Object.values(choices).map(values => [values.length, values[0], values.at(-1)])).toEqual([
    [40, 5_000, 200_000],
    [24, 3, 72],
    [20, 5_000, 100_000],
    [12, 3, 36],
  ])
})
