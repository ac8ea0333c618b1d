// The small line of a board: steps of a day, each with its worst value.
import { expect, test } from 'vitest'
import type { LinePoint } from '../board.ts'
import { lineOf } from './rules.ts'

const frame = { from: 0, to: 40, points: 4, holds: 20 }
const numberOf = (data: Readonly<Record<string, object | null>>): number | null =>
  (data.a as { readonly value: number } | null)?.value ?? null
const rows = (...values: readonly (readonly [at: number, value: number])[]) =>
  [['a', values.map(([at, value]) => ({ at, data: { value } }))]] as const

test.each<[string, readonly (readonly [number, number])[], (number | null)[]]>([
  ['a day without values has an empty line', [], [null, null, null, null]],
  [
    'the last value of a step is shown',
    [
      [2, 1],
      [8, 2],
      [15, 3],
    ],
    [2, 3, 3, null],
  ],
  ['a value is valid for a limited time', [[5, 7]], [7, 7, null, null]],
  [
    'a value from before the day is valid into it',
    [
      [-5, 4],
      [35, 9],
    ],
    [4, null, null, 9],
  ],
])('%s [services.67]', (_, values, expected) => {
  expect(lineOf(rows(...values), frame, data => ({ value: numberOf(data) })).values).toEqual(
    expected,
  )
})
test('of several values in one step the line keeps the one farthest beyond its limits [services.67]', () => {
  const within = (data: Readonly<Record<string, object | null>>): LinePoint => ({
    value: numberOf(data),
    low: -5,
    high: 5,
  })
  const line = lineOf(rows([1, 9], [5, 30], [9, 6], [12, 4], [18, 3]), frame, within)
  expect(line.values.slice(0, 2)).toEqual([30, 3])
  expect([line.low?.[0], line.high?.[0]]).toEqual([-5, 5])
})
