import { expect, test } from 'vitest'
import { rowFor } from './list-keys.ts'

test.each([
  ['down goes on', 'ArrowDown', 3, 10, 4],
  ['up goes back', 'ArrowUp', 3, 10, 2],
  ['the last row is the end', 'ArrowDown', 9, 10, 9],
  ['the first row is the beginning', 'ArrowUp', 0, 10, 0],
  ['Home is the first', 'Home', 7, 10, 0],
  ['End is the last', 'End', 2, 10_000, 9_999],
  ['a page is eight rows', 'PageDown', 1, 10_000, 9],
  ['a page does not lead beyond', 'PageUp', 3, 10, 0],
  ['another key is not ours', 'a', 3, 10, null],
  ['an empty list has no rows', 'Home', 0, 0, null],
])('%s', (_, key, at, count, to) => {
  expect(rowFor(key, at, count)).toBe(to)
})
