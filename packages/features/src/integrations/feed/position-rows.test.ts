// Times in lines of CSV: as everywhere else, only faster.
import { instantOf } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { instantWriter } from './position-rows.ts'

const writeInstant = instantWriter()
test.each([
  '2026-11-27T00:00:00.000Z',
  '2026-11-27T23:59:59.999Z',
  '2026-11-28T00:00:00.001Z',
  '2026-11-27T09:05:07.080Z',
  '1970-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.500Z',
])('the instant %s is written in the form in which it is read', text => {
  expect(writeInstant(Date.parse(text))).toBe(text)
  expect(instantOf(Date.parse(text))).toBe(text)
})
