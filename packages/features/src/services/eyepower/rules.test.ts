import { expect, test } from 'vitest'
import { generalStatus, powerMode, voltageLevel, voltagePercent } from './rules.ts'

test.each([
  [12.73, 12, 100],
  [14.4, 12, 100],
  [12.5, 12, 80],
  [12.1, 12, 50],
  [12.03, 12, 45],
  [11.66, 12, 20],
  [10.5, 12, 0],
  [9, 12, 0],
  [0, 12, 0],
  [28.8, 24, 100],
  [25, 24, 80],
  [24.2, 24, 50],
  [23.32, 24, 20],
  [20, 24, 0],
] as const)('%f V in a system of %i V are %f %%', (volts, system, percent) => {
  expect(voltagePercent(volts, system)).toBe(percent)
})

test.each([
  [100, 'good'],
  [25.1, 'good'],
  [25, 'warning'],
  [15.1, 'warning'],
  [15, 'alarm'],
  [0, 'alarm'],
])('%f %% are %s [eyepower.6]', (percent, level) => {
  expect(voltageLevel(percent)).toBe(level)
})

test.each([
  [null, null, null, null],
  [4.99, 0, 0, 1],
  [5, 0, 1, 0],
  [27.4, null, 1, 0],
  [0, null, 0, 1],
  [12.6, 2, 1, 2],
  [0, 1, 0, 2],
  [null, 2, null, 2],
  [null, 0, null, null],
] as const)(
  '%s V and sleep %s: general status %s, power mode %s [eyepower.3, eyepower.4]',
  (volts, sleep, status, mode) => {
    expect([generalStatus(volts), powerMode(volts, sleep)]).toEqual([status, mode])
  },
)
