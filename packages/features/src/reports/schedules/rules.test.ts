import { describe, expect, test } from 'vitest'
import { dueRun, hourOf, lastRun, nextRun, type Plan, periodOf, type Rhythm } from './rules.ts'

const ROME = 'Europe/Rome'
const plan = (every: Rhythm, hour = 6, timezone = ROME): Plan => ({ every, hour, timezone })
const at = (time: string) => Date.parse(time)
const isoText = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z')

describe('a full hour of a day', () => {
  test.each([
    ['2026-11-22', 6, ROME, '2026-11-22T05:00:00Z'],
    ['2026-07-01', 0, ROME, '2026-06-30T22:00:00Z'],
    // the clocks go from 2 to 3
    ['2026-03-29', 1, ROME, '2026-03-29T00:00:00Z'],
    ['2026-03-29', 2, ROME, '2026-03-29T01:00:00Z'],
    ['2026-03-29', 3, ROME, '2026-03-29T01:00:00Z'],
    // 2 o'clock comes twice
    ['2026-10-25', 2, ROME, '2026-10-25T00:00:00Z'],
    ['2026-10-25', 3, ROME, '2026-10-25T02:00:00Z'],
    ['2026-11-22', 23, 'Pacific/Auckland', '2026-11-22T10:00:00Z'],
    ['2026-11-22', 5, 'UTC', '2026-11-22T05:00:00Z'],
    // midnight is left out
    ['2026-09-06', 0, 'America/Santiago', '2026-09-06T04:00:00Z'],
  ])('%s %i h in %s is %s', (day, hour, zone, expected) =>
    expect(isoText(hourOf(day, hour, zone))).toBe(expected),
  )
})

describe('the next turn after a moment', () => {
  test.each([
    ['day', 6, '2026-11-22T04:59:59Z', '2026-11-22T05:00:00Z'],
    ['day', 6, '2026-11-22T05:00:00Z', '2026-11-23T05:00:00Z'],
    // a Sunday; the next day is a Monday
    ['week', 6, '2026-11-22T12:00:00Z', '2026-11-23T05:00:00Z'],
    ['week', 6, '2026-11-23T05:00:00Z', '2026-11-30T05:00:00Z'],
    ['month', 6, '2026-11-22T12:00:00Z', '2026-12-01T05:00:00Z'],
    ['month', 0, '2026-10-31T22:59:59Z', '2026-10-31T23:00:00Z'],
    ['month', 0, '2026-10-31T23:00:00Z', '2026-11-30T23:00:00Z'],
    // across both changes of the clocks the local hour stays the same
    ['day', 6, '2026-03-28T12:00:00Z', '2026-03-29T04:00:00Z'],
    ['day', 6, '2026-10-24T12:00:00Z', '2026-10-25T05:00:00Z'],
  ] as const)('every %s at %i, after %s: %s', (every, hour, after, expected) =>
    expect(isoText(nextRun(plan(every, hour), at(after)))).toBe(expected),
  )
})

describe('the last turn until a moment', () => {
  test.each([
    ['day', '2026-11-22T05:00:00Z', '2026-11-22T05:00:00Z'],
    ['day', '2026-11-22T04:59:59Z', '2026-11-21T05:00:00Z'],
    ['week', '2026-11-22T12:00:00Z', '2026-11-16T05:00:00Z'],
    ['month', '2026-11-01T04:00:00Z', '2026-10-01T04:00:00Z'],
    ['month', '2026-11-01T05:00:00Z', '2026-11-01T05:00:00Z'],
  ] as const)('every %s, until %s: %s', (every, until, expected) =>
    expect(isoText(lastRun(plan(every), at(until)))).toBe(expected),
  )
  test('is the one before the next turn, for every rhythm and hour of two years', () => {
    for (const every of ['day', 'week', 'month'] as const)
      for (
        let time = at('2026-01-01T00:30:00Z');
        time < at('2028-01-01T00:00:00Z');
        time += 37 * 3_600_000
      ) {
        const p = plan(every, ((time / 3_600_000) % 24) | 0)
        const [last, next] = [lastRun(p, time), nextRun(p, time)]
        expect(last).toBeLessThanOrEqual(time)
        expect(next).toBeGreaterThan(time)
        expect(nextRun(p, last)).toBe(next)
        expect(lastRun(p, next - 1)).toBe(last)
      }
  })
})

describe('the period of a turn', () => {
  test.each([
    ['day', '2026-11-22T05:00:00Z', '2026-11-20T23:00:00Z', '2026-11-21T23:00:00Z', 24],
    // days of 23 and 25 hours
    ['day', '2026-03-30T04:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 23],
    ['day', '2026-10-26T05:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 25],
    ['week', '2026-11-23T05:00:00Z', '2026-11-15T23:00:00Z', '2026-11-22T23:00:00Z', 168],
    ['week', '2026-03-30T04:00:00Z', '2026-03-22T23:00:00Z', '2026-03-29T22:00:00Z', 167],
    ['month', '2026-11-01T05:00:00Z', '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z', 31 * 24 + 1],
    ['month', '2027-01-01T05:00:00Z', '2026-11-30T23:00:00Z', '2026-12-31T23:00:00Z', 31 * 24],
    ['month', '2027-03-01T05:00:00Z', '2027-01-31T23:00:00Z', '2027-02-28T23:00:00Z', 28 * 24],
  ] as const)('every %s, made %s: from %s to %s', (every, run, from, to, hours) => {
    const period = periodOf(plan(every), at(run))
    expect([
      isoText(period.from),
      isoText(period.to),
      (period.to - period.from) / 3_600_000,
    ]).toEqual([from, to, hours])
  })
  test('follows without a gap from turn to turn [schedules.6]', () => {
    for (const every of ['day', 'week', 'month'] as const) {
      const p = plan(every, 2)
      let run = nextRun(p, at('2026-01-15T00:00:00Z'))
      for (let i = 0; i < 40; i++) {
        const next = nextRun(p, run)
        expect(periodOf(p, next).from).toBe(periodOf(p, run).to)
        run = next
      }
    }
  })
})

describe('the turn to make now', () => {
  const daily = plan('day')
  test.each([
    [
      'of a schedule made at noon waits for the morning',
      '2026-11-22T11:00:00Z',
      '2026-11-22T20:00:00Z',
      null,
    ],
    ['comes at its hour', '2026-11-22T11:00:00Z', '2026-11-23T05:00:00Z', '2026-11-23T05:00:00Z'],
    [
      'is only the last one after three days without a server',
      '2026-11-18T11:00:00Z',
      '2026-11-22T04:00:00Z',
      '2026-11-21T05:00:00Z',
    ],
    [
      'is none for a schedule that is switched on again after its hour',
      '2026-11-22T05:30:00Z',
      '2026-11-22T06:00:00Z',
      null,
    ],
  ])('%s', (_, since, now, expected) => {
    const due = dueRun(daily, at(since), at(now))
    expect(due === null ? null : isoText(due)).toBe(expected)
  })
})
