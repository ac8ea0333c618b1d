import { expect, test } from 'vitest'
import { isLate, speedLimit, voltageLevel, voltagePercent } from './rules.ts'

test.each([
  ['M', {}, 90],
  ['T', {}, 90],
  ['C', {}, 90],
  ['P', {}, 90],
  ['R', {}, 90],
  ['S', {}, 90],
  ['V', {}, 130],
  ['U', {}, 130],
  ['', {}, 130],
  ['T', { speed_limit_kmh: '80' }, 80],
  ['U', { speed_limit_kmh: ' 50 ' }, 50],
  ['U', { speed_limit_kmh: '' }, 130],
  ['T', { speed_limit_kmh: 'slow' }, 90],
  ['T', { speed_limit_kmh: '-5' }, 90],
  ['T', { speed_limit_kmh: '0' }, 90],
])('a vehicle of type %s with %o may drive at %i km/h', (type, configurations: Record<string, string>, limit) => {
  expect(speedLimit(type, configurations)).toBe(limit)
})

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
])('%f %% are %s', (percent, level) => {
  expect(voltageLevel(percent)).toBe(level)
})

test.each([
  ['still open', null, false],
  ['ended now', 1_000_000, false],
  ['ended just under 15 minutes ago', 1_000_000 - 15 * 60_000 + 1, false],
  ['ended 15 minutes ago', 1_000_000 - 15 * 60_000, true],
])('an incident that is found when it has %s: late %o', (_, closed_at, late) => {
  expect(isLate(closed_at, 1_000_000)).toBe(late)
})
