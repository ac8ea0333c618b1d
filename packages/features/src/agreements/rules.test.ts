// The four colours of an agreement, sentence by sentence.
import { expect, test } from 'vitest'
import { agreementColor, isActive } from './rules.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const ROME = 'Europe/Rome'
const from = '2026-01-01T00:00:00Z'

test.each<[string, string, string | null, string]>([
  ['a start in the future is gray', '2026-11-20T12:00:01Z', null, 'gray'],
  ['a start in the future is gray even when the end is near', '2026-11-21T00:00:00Z', '2026-11-25T00:00:00Z', 'gray'],
  ['begun without an end is green', from, null, 'green'],
  ['begun this very moment is green', '2026-11-20T12:00:00Z', null, 'green'],
  ['31 days left is green', from, '2026-12-21T10:00:00Z', 'green'],
  ['30 days left is yellow', from, '2026-12-20T22:00:00Z', 'yellow'],
  ['ending tomorrow is yellow', from, '2026-11-21T00:00:00Z', 'yellow'],
  ['ending later today is red', from, '2026-11-20T22:59:00Z', 'red'],
  ['ended today is red', from, '2026-11-20T06:00:00Z', 'red'],
  ['ended long ago is red', from, '2026-03-01T00:00:00Z', 'red'],
  ['the day is that of the zone: 23:30 UTC is tomorrow in Rome', from, '2026-11-20T23:30:00Z', 'yellow'],
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
