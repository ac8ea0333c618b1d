import { MINUTE } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { withGaps } from './gaps.ts'

const point = (minute: number, value: number | null = minute) => ({ at: minute * MINUTE, value })
test.each([
  ['what is near each other is one line', [point(0), point(60), point(185)], [0, 60, 185]],
  ['a silence that is too long interrupts it', [point(0), point(126), point(140)], [0, null, 126, 140]],
  ['what is not known stays a gap', [point(0), point(10, null), point(20)], [0, null, 20]],
  ['nothing is nothing', [], []],
])('%s', (_, points, expected) => {
  expect(withGaps(points).values).toEqual(expected)
})
test('the interruption stands behind the last that was heard, in order', () => {
  expect(withGaps([point(0), point(200)]).at).toEqual([0, 1, 200 * MINUTE])
})
