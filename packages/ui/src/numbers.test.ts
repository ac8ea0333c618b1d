// Typed numbers.
import { expect, test } from 'vitest'
import { meantBy, signsOf } from './numbers.ts'

const [it, en] = [signsOf('it'), signsOf('en')]
test.each<[string, number, typeof it, ReturnType<typeof meantBy>]>([
  ['1250', 2, it, null],
  ['1.25', 2, it, null],
  ['1.250', 2, it, 1250],
  ['1.250.000', 2, it, 1_250_000],
  ['-1.250', 1, it, -1250],
  ['1,250', 2, it, null],
  ['1,250', 2, en, 1250],
  ['1.250', 2, en, null],
  ['1250.000', 2, it, null],
  ['45.123', 6, it, null],
  ['150.000', 0, it, 150_000],
  ['150.00', 0, it, 'dropped'],
  ['2,5', 0, it, 'dropped'],
  ['2.5', 0, it, 'dropped'],
  ['-18,5', 0, it, 'dropped'],
  ['-18', 0, it, null],
  ['18.', 0, it, null],
])(
  'the typed number %s with %i decimals is checked for a second meaning',
  (typed, decimals, signs, meant) => expect(meantBy(typed, decimals, signs)).toBe(meant),
)
