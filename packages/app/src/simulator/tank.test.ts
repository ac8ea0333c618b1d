// Tanks over some days: they are filled, used and now and then robbed, and what happens is told as it happens.
import { DAY, MINUTE } from '@flotta/core/time.ts'
import { demoFleet } from '@flotta/features/demo/fleet.ts'
import { expect, test } from 'vitest'
import { hasGuardedTank, robberyOf } from './tank.ts'
import { simulation } from './vehicle.ts'

const NOW = Date.parse('2026-11-20T12:34:56Z')
const sim = simulation()
const fleet = demoFleet()
const trucks = fleet.filter(hasGuardedTank)
const level = (vehicle: (typeof fleet)[number], at: number) => Number(sim.told(vehicle, at).can_fuel_level)

test('on any day somebody is robbed, standing with the engine off: a tenth and more goes within ten minutes, cap open, armed, told every minute', () => {
  for (let back = 0; back < 4; back++) {
    const robbed = trucks.flatMap(vehicle => {
      const span = robberyOf(vehicle, sim.plan(vehicle, NOW - back * DAY))
      return span === null ? [] : [{ vehicle, span }]
    })
    expect(robbed.length).toBeGreaterThan(0)
    for (const { vehicle, span } of robbed) {
      expect(level(vehicle, span.from) - level(vehicle, span.to)).toBeGreaterThan(14)
      expect(sim.told(vehicle, span.from + MINUTE)).toMatchObject({ ignition: 0, movement: 0, in3: 1, in2: 1 })
      const told = [...sim.marks(vehicle, span.from - MINUTE, span.to + 2 * MINUTE)].filter(mark => mark.cause === 'can_fuel_level')
      expect(told.length).toBeGreaterThan(6)
    }
  }
})

test('tanks are filled as the day begins, and never jump', () => {
  for (const vehicle of trucks.slice(0, 3)) {
    const { from } = sim.plan(vehicle, NOW)
    expect(level(vehicle, from + 10 * MINUTE) - level(vehicle, from)).toBeGreaterThan(9)
    let before = level(vehicle, from - 20 * MINUTE)
    for (let at = from - 20 * MINUTE; at < from + 20 * MINUTE; at += MINUTE / 4) {
      const now = level(vehicle, at)
      expect(Math.abs(now - before)).toBeLessThan(4)
      before = now
    }
  }
})

test('by the evening some run low', () => {
  const { to } = sim.plan(fleet[17] ?? expect.fail('no such vehicle'), NOW)
  expect(level(fleet[17] ?? expect.fail('no such vehicle'), to - MINUTE)).toBeLessThan(25)
})
