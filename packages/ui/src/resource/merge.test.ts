import { expect, test } from 'vitest'
import { merge } from './merge.ts'

test.each([
  ['neither changed', 'a b', 'a b', 'a b', 'a b', []],
  ['only they', 'a b', 'a b', 'x b', 'x b', []],
  ['only I', 'a b', 'a y', 'a b', 'a y', []],
  ['each another field', 'a b', 'a y', 'x b', 'x y', []],
  ['both the same field', 'a b', 'a y', 'a z', 'a y', ['two']],
  ['both, to the same value', 'a b', 'a y', 'x y', 'x y', []],
])('%s', (_, began, mine, theirs, values, both) => {
  const record = (words: string) => ({ one: words.split(' ')[0], two: words.split(' ')[1] })
  expect(merge(record(began), record(mine), record(theirs))).toEqual({
    values: record(values),
    both,
  })
})
test('lists are compared by their contents', () => {
  expect(merge({ ids: [1] }, { ids: [1] }, { ids: [1, 2] })).toEqual({
    values: { ids: [1, 2] },
    both: [],
  })
})
