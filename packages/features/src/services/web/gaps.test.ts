import { MINUTE } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { lineOf, spansOf } from './gaps.ts'

interface Point {
  readonly at: number
  readonly value: number | null
}
const point = (minute: number, value: number | null = minute): Point => ({
  at: minute * MINUTE,
  value,
})
const line = (points: readonly Point[]) =>
  lineOf(
    points,
    p => p.at,
    p => p.value,
  )
test.each([
  ['points near each other form one line', [point(0), point(60), point(185)], [0, 60, 185]],
  [
    'two hours without points, as a tracker sleeps, do not interrupt the line',
    [point(0), point(60), point(180)],
    [0, 60, 180],
  ],
  [
    'a longer silence interrupts the line [services.37]',
    [point(0), point(126), point(140)],
    [0, null, 126, 140],
  ],
  [
    'an unknown value is a gap, but not a silence',
    [point(0), point(60, null), point(120), point(246)],
    [0, null, 120, null, 246],
  ],
  ['no points form no line', [], []],
])('%s', (_, points, expected) => {
  expect(line(points).values).toEqual(expected)
})
test('a steady value is one line over a silence, and a changed value is not [eyefuel.35]', () => {
  const points = [point(0, 80), point(250, 79.5), point(500, 60), point(750, null)]
  const steady = lineOf(
    points,
    p => p.at,
    p => p.value,
    1,
  )
  expect(steady.values).toEqual([80, 79.5, null, 60, null, null])
})
test('an interruption follows the last point before the silence', () => {
  expect(line([point(0), point(200)]).at).toEqual([0, 1, 200 * MINUTE])
  expect(line([]).at).toEqual([])
})

test.each([
  ['none for a state that never held', [point(0, 0), point(10, 0)], []],
  [
    'one for each time that the state holds',
    [point(0, 0), point(10, 1), point(20, 1), point(30, 0), point(40, 1)],
    [
      [10, 30],
      [40, null],
    ],
  ],
  [
    'a long silence ends a span',
    [point(0, 1), point(60, 1), point(200, 1), point(210, 0)],
    [
      [0, 60],
      [200, 210],
    ],
  ],
] as const)('spans: %s [services.74]', (_, points, expected) => {
  expect(
    spansOf(
      points,
      p => p.at,
      p => p.value === 1,
    ).map(({ from, to }) => [from / MINUTE, to === null ? null : to / MINUTE]),
  ).toEqual(expected)
})
