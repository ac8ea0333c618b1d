// The positions of marks at nearly the same moment.
import { expect, test } from 'vitest'
import { tiersOf } from './mark-tiers.ts'

test.each([
  ['none', [], []],
  ['far from each other', [0, 100, 200], [0, 0, 0]],
  ['two of one moment', [50, 50], [0, 1]],
  ['two beside each other', [50, 73], [0, 1]],
  ['marks that just fit', [50, 74], [0, 0]],
  ['a crowd, then one alone', [10, 12, 14, 100], [0, 1, 2, 0]],
  ['more than fit lie on the oldest', [10, 11, 12, 13, 14], [0, 1, 2, 3, 0]],
  ['an upper tier that is free again', [0, 10, 30], [0, 1, 0]],
] as const)('%s [services.78]', (_, xs, tiers) => expect(tiersOf(xs)).toEqual(tiers))
