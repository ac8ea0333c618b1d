import { describe, expect, test } from 'vitest'
import { matchSpans } from './spans.ts'

describe('ids that survive', () => {
  const span = (from: number, to: number) => ({ from, to })
  test.each([
    ['nothing changed', [span(0, 10)], [span(0, 10)], [0]],
    ['it begins earlier', [span(5, 10)], [span(0, 10)], [0]],
    ['a merge keeps the oldest, however short', [span(0, 1), span(2, 10)], [span(0, 10)], [0]],
    ['a split keeps the earlier part', [span(0, 10)], [span(0, 2), span(3, 10)], [0, -1]],
    [
      'the greatest overlap where they cross [trips.6]',
      [span(0, 10), span(11, 20)],
      [span(9, 19), span(19.5, 30)],
      [1, -1],
    ],
    ['a separate span is new', [span(0, 10)], [span(11, 12)], [-1]],
    [
      'still going on',
      [span(0, Number.POSITIVE_INFINITY)],
      [span(0, 5), span(6, Number.POSITIVE_INFINITY)],
      [0, -1],
    ],
    ['of no length', [span(3, 3)], [span(3, 3)], [0]],
  ])('%s', (_, kept, derived, expected) => {
    expect(matchSpans(kept, derived)).toEqual(expected)
  })
})
