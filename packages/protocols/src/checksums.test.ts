// The checksums, compared with their published check values.
import { expect, test } from 'vitest'
import { crcArc, crcKermit, crcX25, sum8, xor8 } from './checksums.ts'

test.each([
  ['CRC-16/X-25', crcX25, 0x906e],
  ['CRC-16/KERMIT', crcKermit, 0x2189],
  ['CRC-16/ARC', crcArc, 0xbb3d],
  ['xor', xor8, 0x31],
  ['sum', sum8, 0xdd],
] as const)('%s', (_, sum, expected) => {
  expect(sum(Buffer.from('123456789'))).toBe(expected)
  expect(sum(Buffer.from('xx123456789y'), 2, 11)).toBe(expected)
})
