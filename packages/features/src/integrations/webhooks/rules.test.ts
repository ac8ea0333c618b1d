import { DAY, HOUR, MINUTE, SECOND } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { addressFault, isTaken, nextAttempt, PAUSES, pausedUntil } from './rules.ts'

test.each([
  ['https://hooks.example.com/flotta?x=1', null],
  ['http://10.0.0.1:8080/', null],
  ['', 'validation.required'],
  ['example.com/hook', 'webhooks.fault.no_address'],
  ['ftp://example.com', 'webhooks.fault.no_address'],
  ['javascript:alert(1)', 'webhooks.fault.no_address'],
  ['https://name:word@example.com/', 'webhooks.fault.with_account'],
])('the address %s has the fault %s [api.94]', (url, fault) => {
  expect(addressFault(url)).toBe(fault)
})

test('the first retry comes within 10 s, the second within 60 s, the last within a day [api.103]', () => {
  expect(nextAttempt(1, 0)).toBeLessThanOrEqual(10 * SECOND)
  expect(nextAttempt(2, 0)).toBeLessThanOrEqual(MINUTE)
  const total = PAUSES.reduce((sum, pause) => sum + pause, 0)
  expect(total).toBeLessThan(DAY)
  expect(total).toBeGreaterThan(23 * HOUR)
  expect(PAUSES).toEqual(PAUSES.toSorted((a, b) => a - b))
  expect(nextAttempt(PAUSES.length + 1, 0)).toBeNull()
})

test.each([
  ['in the first minute there is none', MINUTE, null],
  ['then for a minute', 2 * MINUTE, MINUTE],
  ['they grow with the time of failure', 2 * HOUR, HOUR / 2],
  ['an hour at most', 20 * HOUR, HOUR],
])('the pauses of a hook that takes nothing: %s', (_, since, pause) => {
  expect(pausedUntil(0, since)).toBe(pause === null ? null : since + pause)
})

test.each([
  [200, true],
  [204, true],
  [299, true],
  [199, false],
  [301, false],
  [410, false],
  [500, false],
  [null, false],
])('an answer with %s counts as taken: %s [api.102]', (status, taken) => {
  expect(isTaken(status)).toBe(taken)
})
