// One-time codes as RFC 6238 computes them, with inaccurate clocks; recovery codes.
import { generateSync } from 'otplib'
import { describe, expect, test } from 'vitest'
import {
  acceptedStep,
  newRecoveryCodes,
  recoveryHash,
  stepOf,
  stepsWith,
  totpUri,
} from './codes.ts'

/** The secret of RFC 6238, appendix B, and the last six digits of its codes for SHA-1. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('at %d s the code is %s [auth.86]', (at, code) => {
  expect(acceptedStep(SECRET, code, at * 1000, [])).toBe(stepOf(at * 1000))
})

const NOW = 1_800_000_015_000
const codeAt = (ms: number) => generateSync({ secret: SECRET, epoch: Math.floor(ms / 1000) })
describe('clocks', () => {
  test.each([
    [-90, false],
    [-60, false],
    [-30, true],
    [0, true],
    [30, true],
    [60, false],
    [90, false],
  ])('a code of a clock that is %d s off is accepted: %s [auth.96]', (seconds, isGood) => {
    expect(acceptedStep(SECRET, codeAt(NOW + seconds * 1000), NOW, []) !== null).toBe(isGood)
  })
})
test('a code is accepted once, and its neighbours no more either [auth.97]', () => {
  const step = acceptedStep(SECRET, codeAt(NOW), NOW, []) as number
  const used = stepsWith([], step, NOW)
  expect(acceptedStep(SECRET, codeAt(NOW), NOW + 25_000, used)).toBeNull()
  expect(acceptedStep(SECRET, codeAt(NOW + 30_000), NOW, used)).toBe(step + 1)
  expect(acceptedStep(SECRET, codeAt(NOW - 30_000), NOW, used)).toBe(step - 1)
  expect(stepsWith([step - 9, step - 1, step], step + 1, NOW)).toEqual([step - 1, step, step + 1])
})
test.each(['', '28708', '2870820', 'abcdef', '２８７０８２', '000000'])(
  'anything but the current six digits is refused: %j',
  code => expect(acceptedStep(SECRET, code, 59_000, [])).toBeNull(),
)
test('a code may be typed with spaces', () =>
  expect(acceptedStep(SECRET, ' 287 082 ', 59_000, [])).toBe(1))
test('the address of a QR code names the product, the account and the secret [auth.86]', () => {
  const uri = new URL(totpUri(SECRET, 'ada@example.com'))
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toContain('Flotta:ada@example.com')
  expect(uri.searchParams.get('secret')).toBe(SECRET)
})
test('there are ten different recovery codes, which are recognised in any spelling [auth.87]', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/)
  const [code = ''] = codes
  expect(recoveryHash(1, code.toUpperCase().replaceAll('-', ' '))).toEqual(recoveryHash(1, code))
  expect(recoveryHash(2, code)).not.toEqual(recoveryHash(1, code))
})
