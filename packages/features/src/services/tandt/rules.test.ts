import { expect, test } from 'vitest'
import { authorizedBy, beaconKey, beaconState, codeOf, shownCode } from './rules.ts'

test.each<[string, string | number, string]>([
  ['a code stays as the device sends it', 'e2801160a4', 'e2801160a4'],
  ['a code of zeros means no code [tandt.5]', '0000000000000000', ''],
  ['an empty code means no code', '', ''],
  ['zeros with separators mean no code', '00:00-00', ''],
  ['a number is read as its digits', 4711, '4711'],
  ['the number 0 means no code', 0, ''],
  ['leading zeros belong to the code', '00a1', '00a1'],
])('%s', (_, told, code) => expect(codeOf(told)).toBe(code))

test('a code is always shown in one form, whatever its case in the record', () =>
  expect(shownCode('e2801160a4')).toBe('E2801160A4'))

test('codes are compared without their case and separators', () => {
  expect(beaconKey('e2:80-11 60')).toBe(beaconKey('E2801160'))
  expect(beaconKey('A1')).not.toBe(beaconKey('00A1'))
})

test.each<[string, string | undefined, string, 0 | 1 | null]>([
  ['without a list the authorisation is unknown [tandt.11]', undefined, 'A1', null],
  ['with an empty list the authorisation is unknown', ' | ', 'A1', null],
  ['without a coupling the authorisation is unknown', 'A1|B2', '', null],
  ['a code of the list is authorised [tandt.9]', 'A1|B2', 'b2', 1],
  ['the only code of the list is authorised', 'a1', 'A1', 1],
  ['a code outside the list is not authorised [tandt.10]', 'A1|B2', 'C3', 0],
  ['a part of a code is not authorised', 'A1B2', 'A1', 0],
])('%s', (_, list, code, authorized) => expect(authorizedBy(list, code)).toBe(authorized))

test.each([
  [null, null, 'unknown'],
  [0, null, 'unlocked'],
  [1, null, 'locked'],
  [1, 0, 'unauthorized'],
  [1, 1, 'authorized'],
] as const)('locked %s, authorised %s: %s [tandt.3, tandt.4]', (locked, authorized, state) =>
  expect(beaconState({ locked, authorized })).toBe(state),
)
