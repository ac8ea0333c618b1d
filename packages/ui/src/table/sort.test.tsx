import { expect, test } from 'vitest'
import { nextSort, parseSort, sortedBy, sortText } from './sort.ts'

test('words are sorted by the language and numbers by value, empty cells come last, and equal rows keep their order', () => {
  const by = (values: readonly (string | number | null)[], down = false) =>
    sortedBy(values, v => v, down)
  expect(by(['b', 'È', 'a', 'E 10', 'E 9', null, ''])).toEqual([
    'a',
    'b',
    'È',
    'E 9',
    'E 10',
    null,
    '',
  ])
  expect(by([10, 9, null, 100])).toEqual([9, 10, 100, null])
  expect(by([10, 9, null, 100], true)).toEqual([100, 10, 9, null])
  const rows = [1, 2, 3].map(id => ({ id, same: 'x' }))
  expect(sortedBy(rows, r => r.same, true)).toEqual(rows)
  expect(sortedBy(rows, undefined, true)).toBe(rows)
})
test('the address keeps the sort, which goes from up to down to off', () => {
  expect([parseSort(undefined), parseSort(''), parseSort('plate'), parseSort('-plate')]).toEqual([
    null,
    null,
    { key: 'plate', down: false },
    { key: 'plate', down: true },
  ])
  const turns = [null, { key: 'plate', down: false }, { key: 'plate', down: true }]
  expect(turns.map(s => sortText(nextSort(s, 'plate')))).toEqual(['plate', '-plate', undefined])
  expect(sortText(nextSort({ key: 'model', down: true }, 'plate'))).toBe('plate')
})
