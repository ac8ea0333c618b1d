import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clampRange, DAY, earliest, presets } from './range.ts'

const now = new Date(2026, 10, 21, 12).getTime()

test.each([
  ['a fitting period stays', [now - 2 * DAY, now - DAY], [now - 2 * DAY, now - DAY]],
  [
    'a period that is too long ends at start + 5 days [general.57]',
    [now - 9 * DAY, now - DAY],
    [now - 9 * DAY, now - 4 * DAY],
  ],
  ['an end in the future becomes now [general.56]', [now - DAY, now + DAY], [now - DAY, now]],
  ['a turned period is turned back', [now, now - DAY], [now - DAY, now]],
  [
    'nothing lies before one year ago [general.55]',
    [now - 800 * DAY, now - 790 * DAY],
    [earliest(now), earliest(now)],
  ],
])('%s', (_, [from = 0, to = 0], [wantedFrom, wantedTo]) => {
  expect(clampRange({ from, to }, now)).toEqual({ from: wantedFrom, to: wantedTo })
})

test('only periods that fit are offered [general.58]', () => {
  expect(presets(now, 5).map(p => p.name)).toEqual([
    'last_24_hours',
    'today',
    'yesterday',
    'last_3_days',
  ])
  expect(presets(now, 31).map(p => p.name)).toContain('last_30_days')
})

test('yesterday is a whole day, to its last moment', () => {
  const yesterday = presets(now, 5).find(p => p.name === 'yesterday')?.range
  expect(yesterday).toEqual({
    from: new Date(2026, 10, 20).getTime(),
    to: new Date(2026, 10, 21).getTime() - 1,
  })
})

test('a month is one of the calendar, and longer periods are offered where they fit [general.58]', () => {
  const rangeOf = (name: string) => presets(now, 31).find(p => p.name === name)?.range
  expect(rangeOf('this_month')).toEqual({ from: new Date(2026, 10, 1).getTime(), to: now })
  expect(rangeOf('last_month')).toEqual({
    from: new Date(2026, 9, 1).getTime(),
    to: new Date(2026, 10, 1).getTime() - 1,
  })
  expect(presets(now, 31).map(p => p.name)).not.toContain('last_90_days')
  expect(presets(now, 366).at(-1)).toEqual({
    name: 'last_365_days',
    range: { from: now - 365 * DAY, to: now },
    days: 365,
  })
})

describe('in the zone Europe/Rome', () => {
  beforeEach(() => void vi.stubEnv('TZ', 'Europe/Rome'))
  afterEach(() => void vi.unstubAllEnvs())

  test.each([
    ['October, when the clocks are turned back', 31, '2026-10-01T00:00', '2026-10-31T23:59:59.999'],
    ['March, when they are turned forward', 31, '2026-03-01T00:00', '2026-03-31T23:59:59.999'],
    ['the day of 25 hours', 1, '2026-10-25T00:00', '2026-10-25T23:59:59.999'],
  ])('%s is chosen to its last moment', (_, days, first, last) => {
    const period = { from: new Date(first).getTime(), to: new Date(last).getTime() }
    expect(clampRange(period, now, days)).toEqual(period)
  })
})
