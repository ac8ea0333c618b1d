// Regulation (EC) 561/2006 over four weeks: no driver drives longer than 4 h 30 without 45 min of rest, or longer than 9 h (twice a week 10 h) a day,
// and all have their rests.
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { type DemoVehicle, demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { describe, expect, test } from 'vitest'
import type { Leg, Span } from './day-plan.ts'
import { plans } from './plan.ts'

const all = plans(1)
const FIRST = Math.floor(Date.parse('2026-10-26T00:00:00Z') / DAY)
const DAYS = 28

const legsOf = (vehicle: DemoVehicle): Leg[] =>
  Array.from({ length: DAYS }, (_, i) => all.plan(vehicle, FIRST + i).segments)
    .flat()
    .filter(s => s.kind === 'leg')
const hours = (spans: readonly Span[]) => spans.reduce((sum, s) => sum + s.to - s.from, 0) / HOUR
/** Groups of drives between which the vehicle stands for at least `rest`. */
function turns(legs: readonly Leg[], rest: number): Leg[][] {
  const shifts: Leg[][] = []
  for (const leg of legs) {
    const last = shifts.at(-1)
    if (last === undefined || leg.from - (last.at(-1)?.to ?? 0) >= rest) shifts.push([leg])
    else last.push(leg)
  }
  return shifts
}
const driven = demoFleet().filter(v => legsOf(v).length > 0)

/** A trailer has another driver every day. */
const crewedVehicles = driven.filter(v => 'TMVU'.includes(v.vehicle_type))
describe.each(crewedVehicles.map(v => [v.plate, v.rota, v] as const))(
  '%s (%s)',
  (_, __, vehicle) => {
    const legs = legsOf(vehicle)
    test('is driven for 4 h 30 at most, then stands for 45 min', () => {
      expect(Math.max(...turns(legs, 45 * MINUTE).map(hours))).toBeLessThanOrEqual(4.5)
    })
    test('keeps to the speed of its roads: a late day is made up for by a twentieth at most', () => {
      expect(Math.max(...legs.map(leg => leg.pace))).toBeLessThan(1.05)
    })
  },
)
describe.each(crewedVehicles.map(v => [v.plate, v.rota, v] as const))(
  'the driver of %s (%s)',
  (_, __, vehicle) => {
    const legs = legsOf(vehicle)
    test('drives 9 h a day, twice a week 10', () => {
      const days = turns(legs, 9 * HOUR)
      expect(Math.max(...days.map(hours))).toBeLessThanOrEqual(10)
      for (let from = FIRST * DAY; from < (FIRST + DAYS) * DAY; from += 7 * DAY)
        expect(
          days.filter(
            d => (d[0]?.from ?? 0) >= from && (d[0]?.from ?? 0) < from + 7 * DAY && hours(d) > 9,
          ).length,
        ).toBeLessThanOrEqual(2)
    })
    test('rests 11 h between two days, and 45 h within every week', () => {
      const days = turns(legs, 9 * HOUR)
      const rests = days
        .slice(1)
        .map((d, i) => ({ from: days[i]?.at(-1)?.to ?? 0, to: d[0]?.from ?? 0 }))
      expect(Math.min(...rests.map(r => r.to - r.from))).toBeGreaterThanOrEqual(11 * HOUR)
      const long = rests.filter(r => r.to - r.from >= 45 * HOUR)
      for (const [i, rest] of long.entries()) {
        const next = long[i + 1]
        if (next !== undefined) expect(next.from - rest.to).toBeLessThanOrEqual(6 * DAY)
      }
      expect(long.length).toBeGreaterThanOrEqual(3)
    })
  },
)

test('every vehicle has a plot of its own: no two ever stand within five metres', () => {
  const fleet = demoFleet()
  const spots = new Map<string, string>()
  for (const v of fleet)
    for (let i = 0; i < 7; i++)
      for (const s of all.plan(v, FIRST + i).segments)
        if (s.kind === 'stop') {
          const cell = `${Math.round(s.latitude * 20_000)} ${Math.round(s.longitude * 14_000)}`
          expect(spots.get(cell) ?? v.plate).toBe(v.plate)
          spots.set(cell, v.plate)
        }
})
