import { expect, test } from 'vitest'
import { retentionMonths, retentionStart } from './retention.ts'

test.each<[string, Record<string, string>, 'positions' | 'temperatures' | 'events', number]>([
  ['without a term that of the installation holds', {}, 'positions', 36],
  ['a term for all data holds [telemetry.52]', { retention_months: '12' }, 'events', 12],
  [
    'a term for one class goes before it',
    { retention_months: '12', retention_positions_months: '3' },
    'positions',
    3,
  ],
  [
    'a term for another class does not hold',
    { retention_positions_months: '3' },
    'temperatures',
    36,
  ],
  [
    'a term that is no number of months is ignored',
    { retention_months: 'x', retention_events_months: '0' },
    'events',
    36,
  ],
])('%s', (_, configurations, of, months) =>
  expect(retentionMonths(configurations, of, 36)).toBe(months),
)

test.each([
  ['2026-11-22T09:30:00Z', 12, '2025-11-22T00:00:00.000Z'],
  ['2026-03-31T23:59:59Z', 1, '2026-02-28T00:00:00.000Z'],
  ['2028-02-29T00:00:00Z', 36, '2025-02-28T00:00:00.000Z'],
])('at %s, %s months: kept from %s on', (now, months, from) =>
  expect(new Date(retentionStart(Date.parse(now), months)).toISOString()).toBe(from),
)
