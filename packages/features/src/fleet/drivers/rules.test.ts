import { expect, test } from 'vitest'
import { cardKey, daysLeft, licenseState } from './rules.ts'

test.each<[string, string, string]>([
  ['case does not count', '01a2b3c4d5e6f708', '01A2B3C4D5E6F708'],
  ['nor spaces, colons and dashes', '01 a2:b3-c4.d5e6f708', '01A2B3C4D5E6F708'],
  ['nor the end from which its bytes are read', '08F7E6D5C4B3A201', '01a2b3c4d5e6f708'],
  ['nor the zeros that fill it up at the front', '00000000004f2a1b', '4F2A1B'],
  ['nor those at its end', '1b2a4f0000000000', '4F2A1B'],
  ['nor a leading zero that was not typed', '4F2A1', '04f2a1'],
  ['a tachograph card’s letters keep their order', 'i100000012345600', 'I 1000000 12345600'],
])('%s', (_, a, b) => expect(cardKey(a)).toBe(cardKey(b)))

test.each<[string, string, string]>([
  ['two cards are two', '01A2B3C4D5E6F708', '01A2B3C4D5E6F709'],
  ['digits are not turned, bytes are', '12345678', '87654321'],
  ['a tachograph card is not read backwards', 'I100000012345600', '0065432100000001I'],
])('%s', (_, a, b) => expect(cardKey(a)).not.toBe(cardKey(b)))

test.each<[string | null | undefined]>([
  [null],
  [undefined],
  [''],
  ['  '],
  ['0000000000000000'],
  ['0'],
  [':-'],
])('%j is no card', typed => {
  expect(cardKey(typed)).toBeNull()
})

test.each<[string, string | null, string, ReturnType<typeof licenseState>]>([
  ['none is known', null, '2026-11-22', 'none'],
  ['it is good for years', '2029-05-01', '2026-11-22', 'valid'],
  ['61 days are not soon', '2027-01-22', '2026-11-22', 'valid'],
  ['60 days are', '2027-01-21', '2026-11-22', 'expiring'],
  ['on its last day it is still good', '2026-11-22', '2026-11-22', 'expiring'],
  ['the day after it is not', '2026-11-21', '2026-11-22', 'expired'],
])('%s', (_, expires, today, state) => expect(licenseState(expires, today)).toBe(state))

test('days are counted by the calendar, even across a change of the clocks', () => {
  expect(daysLeft('2026-10-26', '2026-10-24')).toBe(2)
  expect(daysLeft('2026-03-30', '2026-03-28')).toBe(2)
  expect(daysLeft('2026-01-01', '2026-01-03')).toBe(-2)
})
