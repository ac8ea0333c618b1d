// When a shared agreement ends soon, and until when agreements may be shared, as a table.
import { expect, test } from 'vitest'
import { endsSoon, endsSoonSince, latestEnd, shareableAgreements } from './rules.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const from = '2026-01-01T00:00:00Z'

test.each<[string, string, string | null, boolean]>([
  ['an agreement without an end does not end soon', from, null, false],
  ['an agreement does not end soon 31 days before its end', from, '2026-12-21T10:00:00Z', false],
  ['an agreement ends soon 30 days before its end', from, '2026-12-20T22:00:00Z', true],
  ['an agreement ends soon in its last hour', from, '2026-11-20T13:00:00Z', true],
  ['an agreement that has ended does not end soon', from, '2026-11-20T12:00:00Z', false],
  [
    'an agreement that has not begun does not end soon',
    '2026-11-21T00:00:00Z',
    '2026-11-25T00:00:00Z',
    false,
  ],
  [
    'the days are those of the time zone: 23:30 UTC is tomorrow in Rome',
    from,
    '2026-12-20T23:30:00Z',
    false,
  ],
])('%s', (_, active_from, active_to, expected) => {
  expect(endsSoon({ active_from, active_to }, NOW, 'Europe/Rome')).toBe(expected)
})

test.each<[string, string, string, string]>([
  [
    'the alert begins thirty days before the end',
    from,
    '2026-12-01T00:00:00Z',
    '2026-11-01T00:00:00.000Z',
  ],
  [
    'the alert begins with the agreement if that began later',
    '2026-11-15T00:00:00Z',
    '2026-12-01T00:00:00Z',
    '2026-11-15T00:00:00.000Z',
  ],
  [
    'the alert never begins in the future',
    from,
    '2026-12-20T22:00:00Z',
    '2026-11-20T12:00:00.000Z',
  ],
])('%s', (_, active_from, active_to, since) => {
  expect(new Date(endsSoonSince({ active_from, active_to }, NOW)).toISOString()).toBe(since)
})

test('a company may share each of its own agreements once, until its last end, but not the right to share [eyeshare.16]', () => {
  const heldAgreements = (agreement_id: number, active_to: string | null) => ({
    agreement_id,
    active_to,
  })
  expect(
    shareableAgreements([
      heldAgreements(104, null),
      heldAgreements(5, '2027-01-01T00:00:00Z'),
      heldAgreements(2, '2026-12-01T00:00:00Z'),
      heldAgreements(2, null),
      heldAgreements(2, '2028-01-01T00:00:00Z'),
      heldAgreements(5, '2026-12-31T23:30:00-01:00'),
    ]),
  ).toEqual([heldAgreements(2, null), heldAgreements(5, '2026-12-31T23:30:00-01:00')])
})

test.each<[string, (string | null)[], string | null]>([
  ['none without a choice', [], null],
  ['the end of the only choice', ['2026-12-31'], '2026-12-31'],
  ['the latest end of several', ['2026-12-31', '2027-06-30', '2027-01-01'], '2027-06-30'],
  ['the last possible day for an agreement without an end', ['2026-12-31', null], '2036-11-22'],
  ['the last possible day for an agreement that ends later', ['2040-01-01'], '2036-11-22'],
])('the end that is offered: %s [eyeshare.17]', (_, days, end) =>
  expect(latestEnd(days, '2036-11-22')).toBe(end),
)
