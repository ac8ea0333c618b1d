// The search compared with looking at every element.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countBefore } from './sorted.ts'

test('the search finds as many elements before a value as there are, with equal values and in an empty list', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 20 })),
      fc.integer({ min: -1, max: 21 }),
      (list, value) => {
        const sorted = list.sort((a, b) => a - b)
        expect(countBefore(sorted.length, i => (sorted[i] ?? 0) >= value)).toBe(
          sorted.filter(element => element < value).length,
        )
      },
    ),
  )
})
