import { expect, test } from 'vitest'
import { cardKey, daysLeft, licenseState } from './rules.ts'

test.each<[string, string, string]>([
  ['case does not count', '01a2b3c4d5e6f708', '01A2B3C4D5E6F708'],
  ['spaces, colons and dashes do not count', '01 a2:b3-c4.d5e6f708', '01A2B3C4D5E6F708'],
  ['the order of its bytes does not count', '08F7E6D5C4B3A201', '01a2b3c4d5e6f708'],
  ['zeros in front do not count', '00000000004f2a1b', '4F2A1B'],
  ['zeros at the end do not count', '1b2a4f0000000000', '4F2A1B'],
  ['a missing leading zero does not count', '4F2A1', '04f2a1'],
  ['a tachograph card’s letters keep their order', 'i100000012345600', 'I 1000000 12345600'],
])('%s', (_, a, b) => expect(cardKey(a)).toBe(cardKey(b)))

test.each<[string, string, string]>([
  ['two cards are different', '01A2B3C4D5E6F708', '01A2B3C4D5E6F709'],
  ['digits in reverse order are another card', '12345678', '87654321'],
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
  ['no date is known', null, '2026-11-22', 'none'],
  ['a licence for years is valid', '2029-05-01', '2026-11-22', 'valid'],
  ['a licence with 61 days left is valid', '2027-01-22', '2026-11-22', 'valid'],
  ['a licence with 60 days left expires soon', '2027-01-21', '2026-11-22', 'expiring'],
  ['a licence on its last day expires soon', '2026-11-22', '2026-11-22', 'expiring'],
  ['a licence on the day after is expired', '2026-11-21', '2026-11-22', 'expired'],
])('%s', (_, expires, today, state) => expect(licenseState(expires, today)).toBe(state))

test('days are counted by the calendar, even across a change of the clocks', () => {
  expect(daysLeft('2026-10-26', '2026-10-24')).toBe(2)
  expect(daysLeft('2026-03-30', '2026-03-28')).toBe(2)
  expect(daysLeft('2026-01-01', '2026-01-03')).toBe(-2)
})
