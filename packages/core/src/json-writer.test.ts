// JSON as bytes: parsing it gives the value that was written, and the text is that of JSON.stringify.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText } from './json-writer.ts'

const valueText = (value: unknown): string => jsonText(out => out.value(value))

test.each<[number, string]>([
  [0, '0'],
  [-0, '0'],
  [7, '7'],
  [-40, '-40'],
  [2_147_483_648, '2147483648'],
  [1_795_481_825_445, '1795481825445'],
  [-1_795_000_000_001, '-1795000000001'],
  [999_999_999_999_999, '999999999999999'],
  [45.3737995, '45.3737995'],
  [-9.86, '-9.86'],
  [0.1, '0.1'],
  [0.000001, '0.000001'],
  [99_999_999.1234567, '99999999.1234567'],
  [1e-7, '1e-7'],
  [1e21, '1e+21'],
  [1 / 3, String(1 / 3)],
  [Number.NaN, 'null'],
  [Number.POSITIVE_INFINITY, 'null'],
])('%d is written as %s', (value, text) => {
  expect(valueText(value)).toBe(text)
})
test('a number is written as JSON.stringify writes it', () => {
  const decimal = fc
    .tuple(fc.integer(), fc.integer({ min: 0, max: 9 }))
    .map(([whole, decimals]) => whole / 10 ** decimals)
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.maxSafeInteger(), decimal), value => {
      expect(valueText(value)).toBe(JSON.stringify(value))
    }),
    { numRuns: 2_000 },
  )
})
test('a list of numbers is written as JSON.stringify writes it', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.double(), fc.maxSafeInteger())), values => {
      expect(jsonText(out => out.numbers(values))).toBe(JSON.stringify(values))
    }),
  )
})
test('any value is written as JSON.stringify writes it, however long it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(jsonText(out => out.list([value, null, true]))).toBe(
        JSON.stringify([value, null, true]),
      )
    }),
  )
  const long = 'è'.repeat(10_000)
  expect(valueText(long)).toBe(JSON.stringify(long))
  expect(jsonText(out => out.list([]))).toBe('[]')
})
test('milliseconds are written as seconds', () => {
  const secondsText = (ms: number): string => jsonText(out => out.seconds(ms))
  fc.assert(
    fc.property(fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double({ noNaN: true })), ms => {
      expect(secondsText(ms)).toBe(JSON.stringify(ms / 1000))
    }),
    { numRuns: 2_000 },
  )
  expect(secondsText(1_795_481_825_400)).toBe('1795481825.4')
})
