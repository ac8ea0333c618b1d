import { expect, test } from 'vitest'
import { agingRate, meanKinetic, temperatureOfRate } from './mean-kinetic.ts'

test.each([
  [[18, 19.5, 22, 24, 26, 29, 31, 30, 27, 23, 20, 18.5], 25.017245],
  [[20, 25, 30], 25.858208],
  [[-18.4], -18.4],
])('the mean kinetic temperature of %j °C is %d °C [register.48]', (readings, expected) => {
  expect(meanKinetic(readings)).toBeCloseTo(expected, 6)
})
test.each([-40, 0, 25])('a rate leads back to its temperature: %d °C', celsius => {
  expect(temperatureOfRate(agingRate(celsius))).toBeCloseTo(celsius, 9)
})
