// At any hour something is wrong with some vehicle, and it ends.
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { demoFleet } from '@flotta/features/demo/fleet.ts'
import { expect, test } from 'vitest'
import { troublesOf, voltageLeft } from './troubles.ts'

const fleet = demoFleet()
const FROM = Date.parse('2026-11-14T00:00:00Z')
/** The slowest tracker at rest tells once an hour. */
const TOLD = HOUR

test('at every quarter of an hour of a month an alarm and a warning have been told and are not over, and not too many', () => {
  for (let at = FROM; at < FROM + 30 * DAY; at += 15 * MINUTE) {
    const volts = fleet.map(v => {
      const now = troublesOf(1, v, at)
      const before = now.filter(t => t.from <= at - TOLD)
      return before.length === 0 ? Number.POSITIVE_INFINITY : voltageLeft(before, at - TOLD)
    })
    const alarms = volts.filter(v => v <= 11.58).length
    const warnings = volts.filter(v => v > 11.58 && v <= 11.73).length
    if (alarms < 1 || alarms + warnings < 2 || alarms + warnings > 8) expect.fail(`${new Date(at).toISOString()}: ${alarms} alarms, ${warnings} warnings`)
  }
})
test('each ends within half a day and an hour', () => {
  for (const v of fleet)
    for (let at = FROM; at < FROM + 7 * DAY; at += HOUR) for (const { from, to } of troublesOf(1, v, at)) expect(to - from).toBeLessThanOrEqual(13 * HOUR)
})
test('it comes on within an hour and a half, not at once', () => {
  const trouble = { kind: 'charging', from: 0, to: 11 * HOUR } as const
  expect(voltageLeft([trouble], 0)).toBe(12.5)
  expect(voltageLeft([trouble], 90 * MINUTE)).toBeLessThan(11.58)
  expect(voltageLeft([], 0)).toBe(Number.POSITIVE_INFINITY)
})
