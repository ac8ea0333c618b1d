// Now and then a vehicle has a fault, and the fault ends.
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { expect, test } from 'vitest'
import { troublesOf, voltageLeft } from './troubles.ts'

const fleet = demoFleet()
const FROM = Date.parse('2026-11-14T00:00:00Z')

test('in any fortnight batteries and charging systems fail, and never more than three at once', () => {
  const beginnings: { readonly from: number; readonly kind: string }[] = []
  for (let at = FROM; at < FROM + 91 * DAY; at += HOUR) {
    const now = fleet.flatMap(v => troublesOf(1, v, at))
    expect(now.length).toBeLessThanOrEqual(3)
    for (const trouble of now)
      if (!beginnings.some(b => b.from === trouble.from)) beginnings.push(trouble)
  }
  for (let from = FROM; from < FROM + 77 * DAY; from += DAY) {
    const within = beginnings.filter(b => b.from >= from && b.from < from + 14 * DAY)
    expect(new Set(within.map(b => b.kind))).toEqual(new Set(['charging', 'battery']))
    expect(within.length).toBeLessThanOrEqual(10)
  }
})
test('each ends within half a day and an hour', () => {
  for (const v of fleet)
    for (let at = FROM; at < FROM + 7 * DAY; at += HOUR)
      for (const { from, to } of troublesOf(1, v, at))
        expect(to - from).toBeLessThanOrEqual(13 * HOUR)
})
test('it comes on within an hour and a half, not at once', () => {
  const trouble = { kind: 'charging', from: 0, to: 11 * HOUR } as const
  expect(voltageLeft([trouble], 0)).toBe(12.5)
  expect(voltageLeft([trouble], 90 * MINUTE)).toBeLessThan(11.58)
  expect(voltageLeft([], 0)).toBe(Number.POSITIVE_INFINITY)
})
