import { Role } from '@flotta/core/contract.ts'
import { describe, expect, test } from 'vitest'
import { isLikePerson, manages, mayGrant, passwordFaults, printingPasswordFaults } from './rules.ts'

test.each([
  ['Flotta-2026', []],
  ['Aa1#aaaa', []],
  ['Aa1#aaa', ['validation.password_short']],
  ['flotta-2026', ['validation.password_uppercase']],
  ['FLOTTA-2026', ['validation.password_lowercase']],
  ['Flotta-demo', ['validation.password_digit']],
  ['Flotta2026', ['validation.password_special']],
  [
    '',
    [
      'validation.password_short',
      'validation.password_uppercase',
      'validation.password_lowercase',
      'validation.password_digit',
      'validation.password_special',
    ],
  ],
])('the password %j breaks %j [auth.55]', (password, faults) => {
  expect(passwordFaults(password)).toEqual(faults)
})
test('exactly these special characters count [auth.56]', () => {
  const printable = Array.from({ length: 0x7e - 0x20 }, (_, i) => String.fromCharCode(0x21 + i))
  const special = [...printable, '§', '€', ' '].filter(
    letter => passwordFaults(`Flotta2026${letter}`).length === 0,
  )
  expect(special.sort()).toEqual([...'#?!@$%^&*-'].sort())
})
test.each([
  ['12345678', []],
  ['1234567', ['validation.password_short']],
  ['x'.repeat(201), ['validation.password_long']],
])('the printing password %j breaks %j [users.28]', (password, faults) => {
  expect(printingPasswordFaults(password)).toEqual(faults)
})

test.each([
  ['edit', ['view', 'edit', 'printing']],
  ['control', ['view', 'edit', 'control', 'printing']],
  ['view', ['view', 'printing']],
  ['printing', ['printing']],
] as const)('%s grants %j', (own, roles) => {
  expect(Role.options.filter(role => mayGrant(own, role))).toEqual(roles)
})
test('users are managed by edit and control', () =>
  expect(Role.options.filter(manages)).toEqual(['edit', 'control']))

describe('a password that is like its person', () => {
  const marta = { name: 'Marta Rossi', email: 'marta.rossi@trasporti.example' }
  test.each([
    ['Marta.Rossi1!', true],
    ['Rossi-2026', true],
    ['MARTA rossi ab', true],
    ['marta.rossi@trasporti.example', true],
    ['Ròssi!2026', true],
    ['martarossi', true],
    ['Rossignolo-26', false],
    ['Sicura!2026', false],
    ['gatto Rossi volante', false],
    ['12345678', false],
  ])('%s: %s', (password, like) => expect(isLikePerson(password, marta)).toBe(like))
  test('is not recognised by parts of three letters, which many words contain', () =>
    expect(isLikePerson('Eva-Paradiso', { name: 'Eva', email: 'eva@x.example' })).toBe(false))
})
