import { expect, test } from 'vitest'
import { authorizedBy, beaconKey, beaconState, codeOf, shownCode } from './rules.ts'

test.each<[string, string | number, string]>([
  ['a code stays as it is told', 'e2801160a4', 'e2801160a4'],
  ['all zeros is none [tandt.5]', '0000000000000000', ''],
  ['so is nothing at all', '', ''],
  ['zeros with signs between are none', '00:00-00', ''],
  ['a number is its digits', 4711, '4711'],
  ['the number 0 is none', 0, ''],
  ['zeros in front belong to the code', '00a1', '00a1'],
])('%s', (_, told, code) => expect(codeOf(told)).toBe(code))

test('a code is always shown in one form, whatever its case in the record', () =>
  expect(shownCode('e2801160a4')).toBe('E2801160A4'))

test('codes are compared without their case and separators', () => {
  expect(beaconKey('e2:80-11 60')).toBe(beaconKey('E2801160'))
  expect(beaconKey('A1')).not.toBe(beaconKey('00A1'))
})

test.each<[string, string | undefined, string, 0 | 1 | null]>([
  ['nothing is set: nobody said [tandt.11]', undefined, 'A1', null],
  ['an empty list is none', ' | ', 'A1', null],
  ['nothing is coupled: nothing to authorise', 'A1|B2', '', null],
  ['one of them [tandt.9]', 'A1|B2', 'b2', 1],
  ['the only one', 'a1', 'A1', 1],
  ['none of them [tandt.10]', 'A1|B2', 'C3', 0],
  ['part of one is none of them', 'A1B2', 'A1', 0],
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
