// Days by the company's clocks, also those of 23 and 25 hours.
import { describe, expect, test } from 'vitest'
import { isTooLong, type Preset, periodFault, presetSpan } from './period.ts'

const at = (time: string) => Date.parse(time)
const spanOf = (preset: Preset, now: string, zone = 'Europe/Rome') => {
  const { from, to } = presetSpan(preset, at(now), zone)
  return [new Date(from).toISOString().slice(0, 16), new Date(to).toISOString().slice(0, 16)]
}
describe('a usual period', () => {
  test.each<[string, Preset, string, string, readonly [string, string]]>([
    [
      'of 24 hours ends now',
      'last_24_hours',
      '2026-11-22T10:31:45Z',
      'Europe/Rome',
      ['2026-11-21T10:31', '2026-11-22T10:31'],
    ],
    [
      'of today begins with the company’s day',
      'today',
      '2026-11-22T10:31:45Z',
      'Europe/Rome',
      ['2026-11-21T23:00', '2026-11-22T10:31'],
    ],
    [
      'of today is there in its first minute',
      'today',
      '2026-11-21T23:00:20Z',
      'Europe/Rome',
      ['2026-11-21T23:00', '2026-11-21T23:01'],
    ],
    [
      'of yesterday ends with its last minute',
      'yesterday',
      '2026-11-22T10:31:45Z',
      'Europe/Rome',
      ['2026-11-20T23:00', '2026-11-21T22:59'],
    ],
    [
      'of a yesterday of 25 hours',
      'yesterday',
      '2026-10-26T08:00:00Z',
      'Europe/Rome',
      ['2026-10-24T22:00', '2026-10-25T22:59'],
    ],
    [
      'of a yesterday of 23 hours',
      'yesterday',
      '2026-03-30T08:00:00Z',
      'Europe/Rome',
      ['2026-03-28T23:00', '2026-03-29T21:59'],
    ],
    [
      'of today elsewhere',
      'today',
      '2026-11-22T10:31:45Z',
      'America/New_York',
      ['2026-11-22T05:00', '2026-11-22T10:31'],
    ],
  ])('%s', (_, preset, now, zone, expected) => expect(spanOf(preset, now, zone)).toEqual(expected))
})
test('five days are counted by the clocks, even when one has 25 hours', () => {
  const span = (from: string, to: string) => ({ from: at(from), to: at(to) })
  expect(isTooLong(span('2026-11-10T09:00:00Z', '2026-11-15T09:00:00Z'), 'Europe/Rome')).toBe(false)
  expect(isTooLong(span('2026-11-10T09:00:00Z', '2026-11-15T09:00:01Z'), 'Europe/Rome')).toBe(true)
  expect(isTooLong(span('2026-10-22T22:00:00Z', '2026-10-27T23:00:00Z'), 'Europe/Rome')).toBe(false)
})
describe('a typed period', () => {
  const now = at('2026-11-22T10:00:00Z')
  test.each<[string, number, number, string | null]>([
    ['of some hours is accepted', now - 7_200_000, now, null],
    [
      'that ends later than now is accepted, and printed until now',
      now - 7_200_000,
      now + 7_200_000,
      null,
    ],
    ['that is incomplete is refused', Number.NaN, now, 'printing.period.incomplete'],
    ['that ends before it begins is refused', now, now - 1, 'printing.period.turned'],
    ['that has not begun is refused', now + 1, now + 2, 'printing.period.future'],
    ['of six days is refused', now - 6 * 86_400_000, now, 'printing.period.too_long'],
  ])('%s', (_, from, to, fault) =>
    expect(periodFault({ from, to }, now, 'Europe/Rome')).toBe(fault),
  )
})
