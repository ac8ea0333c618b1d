// The contents of an answer to a language model: its rows and its period.
import { expect, test } from 'vitest'
import { firstRows, MOST_ROWS, periodOf } from './tools.ts'

const rows = (count: number) => Array.from({ length: count }, (_, i) => i)
const NOW = Date.parse('2026-11-26T12:00:00Z')

test.each([
  ['few rows are all answered', 3, undefined, 3, undefined],
  ['of many rows the first are answered', 250, undefined, MOST_ROWS, 50],
  ['the rows of later pages are left out', 100, 340, 100, 240],
  ['a whole page leaves nothing out', 100, 100, 100, undefined],
] as const)('%s [mcp.9]', (_, count, total, told, left) => {
  const { data, left_out }: { data: unknown[]; left_out?: number } = firstRows(rows(count), total)
  expect([data.length, left_out]).toEqual([told, left])
})
test.each([
  ['without a period the last day', {}, '2026-11-25T12:00:00.000Z', '2026-11-26T12:00:00.000Z'],
  [
    'without a begin the day before the end',
    { to: '2026-11-20T10:00:00+01:00' },
    '2026-11-19T09:00:00.000Z',
    '2026-11-20T09:00:00.000Z',
  ],
  [
    'an offset becomes UTC',
    { from: '2026-11-01T00:00:00+01:00', to: '2026-11-02T00:00:00Z' },
    '2026-10-31T23:00:00.000Z',
    '2026-11-02T00:00:00.000Z',
  ],
] as const)('%s [mcp.3]', (_, asked, from, to) => {
  expect(periodOf(asked, { now: () => NOW })).toEqual({
    period: { from, to },
    query: { period_from: from, period_to: to },
  })
})
