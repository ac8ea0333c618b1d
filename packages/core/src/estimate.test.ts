// The level behind the trembling of a sensor.
import { expect, test } from 'vitest'
import { type Estimate, initialEstimate, isTrembling, updatedEstimate } from './estimate.ts'

const follow = (levels: readonly number[], burned = 0, uncertainty = 0): Estimate => {
  let estimate = initialEstimate(levels[0] ?? 0)
  for (const [i, level] of levels.entries())
    if (i > 0)
      estimate = updatedEstimate(estimate, level, level - (levels[i - 1] ?? 0), burned, uncertainty)
  return estimate
}
/** Noise between −1 and 1, the same in every run. */
const trembling = Array.from(
  { length: 200 },
  (_, i) => Math.sin(i * 12.9898) * Math.cos(i * 78.233),
)

test.each([
  ['that does not change', [80, 80, 80], 80],
  ['that falls', [80, 78.5, 77, 75.5], 75.5],
  ['that falls all at once', [80, 80, 60, 60], 60],
])('without noise it equals the measured level: %s', (_, levels, expected) =>
  expect(follow(levels).level).toBeCloseTo(expected, 1),
)

test('with noise it lies between the measured levels, and the noise is learned', () => {
  const { level, noise } = follow(trembling.map(value => 60 + value))
  expect(Math.abs(level - 60)).toBeLessThan(0.3)
  expect(noise).toBeGreaterThan(0.05)
})
test('the estimate lies between the measured levels even while the vehicle consumes a little more than usual', () => {
  const { level } = follow(
    trembling.map((value, i) => 80 - i * 0.06 + value),
    0.05,
    0.05,
  )
  expect(Math.abs(level - (80 - 199 * 0.06))).toBeLessThan(0.4)
})
test('a change beyond the noise is followed at once', () => {
  const before = follow(trembling.map(value => 60 + value))
  expect(isTrembling(before, 60.8, 0)).toBe(true)
  expect(isTrembling(before, 68, 0)).toBe(false)
  expect(updatedEstimate(before, 68, 8, 0, 0).level).toBeGreaterThan(67.5)
})
