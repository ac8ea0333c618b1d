// Tanks over some weeks: they are used, filled when they are low, and once a month one of the fleet is robbed; each event is reported when it
// happens.
import { DAY, MINUTE } from '@flotta/core/time.ts'
import { demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { expect, test } from 'vitest'
import { fillingOf, hasGuardedTank, hasTank, robberyOf } from './tank.ts'
import { CYCLE, FIRST_DAY } from './tours.ts'
import { simulation } from './vehicle.ts'

/** The middle of the first day of a cycle. */
const FIRST = (FIRST_DAY + 12 * CYCLE) * DAY + DAY / 2
const sim = simulation()
const fleet = demoFleet()
const trucks = fleet.filter(hasGuardedTank)
const level = (vehicle: (typeof fleet)[number], at: number) =>
  Number(sim.values(vehicle, at).can_fuel_level)
const days = (count: number) => Array.from({ length: count }, (_, n) => FIRST + n * DAY)

test('in each of three cycles of four weeks one tractor is robbed, standing with the engine off: a tenth and more goes within ten minutes, cap open, armed, told every minute', () => {
  for (let n = 0; n < 3; n++) {
    const thefts = trucks.flatMap(vehicle =>
      days(CYCLE).flatMap(at => {
        const span = robberyOf(sim.plan(vehicle, at + n * CYCLE * DAY))
        return span === null ? [] : [{ vehicle, span }]
      }),
    )
    expect(thefts).toHaveLength(1)
    for (const { vehicle, span } of thefts) {
      expect(level(vehicle, span.from) - level(vehicle, span.to)).toBeGreaterThan(14)
      expect(sim.values(vehicle, span.from + MINUTE)).toMatchObject({
        ignition: 0,
        movement: 0,
        in3: 1,
        in2: 1,
      })
      const marks = [...sim.marks(vehicle, span.from - MINUTE, span.to + 2 * MINUTE)].filter(
        mark => mark.cause === 'can_fuel_level',
      )
      expect(marks.length).toBeGreaterThan(6)
    }
  }
})

test('tanks are filled in the evening when they are low, every other day or so, and otherwise never rise', () => {
  for (const vehicle of fleet.filter(hasTank)) {
    const fillings = days(CYCLE).flatMap(at => fillingOf(sim.plan(vehicle, at)) ?? [])
    expect(fillings.length).toBeGreaterThanOrEqual(6)
    expect(fillings.length).toBeLessThanOrEqual(20)
    for (const { from, to } of fillings) {
      expect(level(vehicle, to) - level(vehicle, from)).toBeGreaterThan(9)
      expect(sim.values(vehicle, from)).toMatchObject({ ignition: 0, movement: 0 })
    }
  }
  for (const vehicle of trucks.slice(0, 3)) {
    let before = level(vehicle, FIRST)
    for (let at = FIRST; at < FIRST + 5 * DAY; at += MINUTE) {
      const now = level(vehicle, at)
      const filling = fillingOf(sim.plan(vehicle, at))
      if (
        now > before + 0.001 &&
        !(filling !== null && at > filling.from && at - MINUTE < filling.to)
      )
        expect.fail(`${vehicle.plate}: from ${before} to ${now} %`)
      if (Math.abs(now - before) > 18) expect.fail(`${vehicle.plate}: from ${before} to ${now} %`)
      before = now
    }
  }
})

test('no tank is ever empty or overfull; now and then one runs low', () => {
  const levels = fleet
    .filter(hasTank)
    .flatMap(vehicle =>
      days(3 * CYCLE).flatMap(at => [
        level(vehicle, sim.plan(vehicle, at).from),
        level(vehicle, at),
      ]),
    )
  expect(Math.min(...levels)).toBeGreaterThan(4)
  expect(Math.max(...levels)).toBeLessThanOrEqual(95)
  expect(levels.filter(percent => percent < 20).length).toBeGreaterThan(0)
  expect(levels.filter(percent => percent < 20).length).toBeLessThan(levels.length / 50)
})
