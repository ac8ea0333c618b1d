// The alarm of the doors: armed while nobody is present, with the siren when a driver forgets it.
import { DAY, MINUTE, SECOND } from '@flotta/core/time.ts'
import { demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { hasDoors } from '@flotta/features/seed.ts'
import { expect, test } from 'vitest'
import type { Stop } from './day-plan.ts'
import { guardOf } from './doors.ts'
import { simulation } from './vehicle.ts'

const fleet = demoFleet()
const van = fleet.find(v => v.vehicle_type === 'V') ?? fleet[0]
if (van === undefined) throw new Error('no van')
const NINE = Date.parse('2026-11-20T09:00:00Z')
/** Minutes after nine o'clock. */
const span = (from: number, to: number) => ({ from: NINE + from * MINUTE, to: NINE + to * MINUTE })
const stop = (some: Partial<Stop>): Stop => ({
  kind: 'stop',
  ...span(0, 60),
  latitude: 45,
  longitude: 9,
  direction: 0,
  on: [span(0, 1), span(58, 60)],
  door: null,
  service: null,
  metres: 0,
  ...some,
})
const minutes = (spans: readonly { readonly from: number; readonly to: number }[]) =>
  spans.map(s => [(s.from - NINE) / MINUTE, (s.to - NINE) / MINUTE])
/** A vehicle whose driver forgets the alarm at a stop at nine o'clock, and one whose driver does not. */
const [forgets, remembers] = [0, 1].map(more => ({
  ...van,
  index: (40 - (Math.floor(NINE / MINUTE) % 40) + more) % 40,
}))

test.each([
  ['from half a minute after the engine until it runs again', stop({}), remembers, [[1.5, 58]]],
  [
    'not while the door stands open',
    stop({ door: span(3, 20) }),
    remembers,
    [
      [1.5, 3],
      [20.5, 58],
    ],
  ],
  [
    'where the engine runs on, only afterwards',
    stop({ on: [span(0, 5), span(58, 60)], door: span(3, 20) }),
    remembers,
    [[20.5, 58]],
  ],
  [
    'a vehicle that has been parked is armed already',
    stop({ on: [span(58, 60)] }),
    remembers,
    [[0, 58]],
  ],
] as const)('armed: %s', (_, doing, vehicle, expected) => {
  if (vehicle === undefined) throw new Error('no vehicle')
  expect(minutes(guardOf(vehicle, doing).armed)).toEqual(expected)
  expect(guardOf(vehicle, doing).siren).toBeNull()
})
test('a door that is opened while it is armed lets the siren sound', () => {
  if (forgets === undefined) throw new Error('no vehicle')
  const { armed, siren } = guardOf(forgets, stop({ door: span(3, 20) }))
  expect(siren).toEqual({ from: NINE + 3 * MINUTE, to: NINE + 3 * MINUTE + 45 * SECOND })
  expect(minutes(armed)[0]).toEqual([1.5, 3.75])
})
test('in a week some doors of the fleet are forgotten, and only few', () => {
  const sim = simulation()
  const guardedVehicles = fleet.filter(hasDoors)
  const week = Array.from({ length: 7 }, (_, day) => NINE - day * DAY)
  const sirens = guardedVehicles.flatMap(v =>
    week.flatMap(at => sim.plan(v, at).segments.filter(s => guardOf(v, s).siren !== null)),
  )
  expect(sirens.length).toBeGreaterThan(0)
  expect(sirens.length).toBeLessThan(guardedVehicles.length)
  expect(sim.plan(van, NINE).to - sim.plan(van, NINE).from).toBe(DAY)
})
