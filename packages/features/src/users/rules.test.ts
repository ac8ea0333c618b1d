import { expect, test } from 'vitest'
import { passwordFaults, printingPasswordFaults } from './rules.ts'

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
