// Values as people read them, by language and zone.
import { DAY, HOUR } from '@flotta/core/time.ts'
import { dayBegin } from '@flotta/core/zones.ts'
import type { Cell, Format } from '@flotta/platform/report.ts'
import { describe, expect, test } from 'vitest'
import { spreadsheetDate, spreadsheetDay, valueFormatter, zoneClock } from './format.ts'

const zone = 'Europe/Rome'
const in_ = (language: 'it' | 'en' | 'es' | 'de') => valueFormatter(language, zone, ['sì', 'no'])
const noon = Date.parse('2026-11-22T11:00:00Z')

test.each([
  ['it', 1234.5, 'km', '1.235'],
  ['it', 1234.56, 'trip_km', '1.234,6'],
  ['en', 1234.56, 'trip_km', '1,234.6'],
  ['de', 1234.56, 'money', '1.234,56'],
  ['es', 1234.56, 'money', '1.234,56'],
  ['it', -0.04, 'celsius', '0,0'],
  ['it', 45.4642, 'latitude', '45.464200'],
  ['it', noon, 'instant', '22/11/2026 12:00:00'],
  ['de', noon, 'instant', '22.11.2026 12:00:00'],
  ['de', '2026-11-22', 'day', '22.11.2026'],
  ['it', 3 * 3600 + 65 * 60, 'duration', '4:05'],
  ['it', 100 * 3600, 'duration', '100:00'],
  ['it', 2371, 'duration', '0:40'],
  ['it', true, 'flag', 'sì'],
  ['it', null, 'km', ''],
  ['it', 'Ciao', 'text', 'Ciao'],
] as const)('a report in %s writes %s as %s: %s', (language, cell: Cell, format: Format, said) =>
  expect(in_(language).text(cell, format)).toBe(said),
)

describe.each([
  ['2026-03-29', '2026-03-30', 23],
  ['2026-10-25', '2026-10-26', 25],
  ['2026-11-22', '2026-11-23', 24],
])('the day %s', (day, next, hours) => {
  const [from, to] = [dayBegin(day, zone), dayBegin(next, zone)]
  test('is one whole day with its number of hours', () => {
    expect((to - from) / HOUR).toBe(hours)
    expect(in_('it').period(from, to)).toBe(day.split('-').reverse().join('/'))
    expect(in_('it').period(from, to - HOUR)).toContain(' – ')
  })
  test('has each of its hours on the clocks, and its dates in a spreadsheet', () => {
    const local = zoneClock(zone)
    const hoursOfDay = Array.from({ length: hours }, (_, i) =>
      new Date(local(from + i * HOUR)).getUTCHours(),
    )
    expect([hoursOfDay[0], hoursOfDay.at(-1)]).toEqual([0, 23])
    expect(spreadsheetDate(local(from))).toBe(spreadsheetDay(day))
    expect(spreadsheetDate(local(to))).toBe(spreadsheetDay(next))
  })
})
test('a period of whole days is written as days, and another one as moments', () => {
  const it = in_('it')
  expect(it.period(dayBegin('2026-10-01', zone), dayBegin('2026-11-01', zone))).toBe(
    '01/10/2026 – 31/10/2026',
  )
  expect(it.period(noon, noon + DAY)).toBe('22/11/2026 12:00 – 23/11/2026 12:00')
})
