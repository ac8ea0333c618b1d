import { Role } from '@flotta/core/contract.ts'
import { expect, test } from 'vitest'
import { manages, mayGrant, passwordFaults, printingPasswordFaults } from './rules.ts'

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
    ['validation.password_short', 'validation.password_uppercase', 'validation.password_lowercase', 'validation.password_digit', 'validation.password_special'],
  ],
])('the password %j breaks %j', (password, faults) => {
  expect(passwordFaults(password)).toEqual(faults)
})
test.each([
  ['12345678', []],
  ['1234567', ['validation.password_short']],
  ['x'.repeat(201), ['validation.password_long']],
])('the printing password %j breaks %j', (password, faults) => {
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
test('users are managed by edit and control', () => expect(Role.options.filter(manages)).toEqual(['edit', 'control']))
