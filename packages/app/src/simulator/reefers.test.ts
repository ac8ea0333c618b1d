import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { type DemoVehicle, demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { asksUnit } from '@flotta/features/services/eyecold/units.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { commandUnit, forgetOrders } from './reefers.ts'
import reefer from './signals/reefer.ts'
import { simulation } from './vehicle.ts'

const fleet = demoFleet()
const NOW = Date.parse('2026-11-20T12:00:00Z')
const sim = simulation()
const vehicle = (index: number): DemoVehicle => fleet[index] ?? expect.fail('no such vehicle')
const readingsOf = (index: number, at: number) => sim.values(vehicle(index), at)
afterAll(forgetOrders)
const hours = (from: number, to: number, step = 10 * MINUTE) =>
  Array.from({ length: (to - from) / step }, (_, i) => from + i * step)

test('trailers carry several compartments, each with a setpoint of its own; vans are only heard to run', () => {
  expect(
    [1, 14, 6].map(i => [
      readingsOf(i, NOW).zone1_setpoint,
      readingsOf(i, NOW).zone2_setpoint,
      readingsOf(i, NOW).zone3_setpoint,
    ]),
  ).toEqual([
    [-20, 4, 12],
    [-20, 4, undefined],
    [2, undefined, undefined],
  ])
  expect(readingsOf(2, NOW)).toHaveProperty('in2')
  expect(readingsOf(2, NOW)).not.toHaveProperty('zone1_state')
})
test('frozen goods see a defrost every few hours: told by its bit, felt in the load', () => {
  const day = hours(NOW - 24 * HOUR, NOW).map(at => readingsOf(1, at))
  const thawing = day.filter(t => (Number(t.zone1_state) & 4) !== 0)
  expect(thawing.length).toBeGreaterThan(4)
  expect(thawing.every(t => t.zone1_mode === 4)).toBe(true)
  expect(day.some(t => Number(t.temp1) > -17.5)).toBe(true)
  expect(Math.min(...day.map(t => Number(t.temp1)))).toBeLessThan(-19)
})
test('in three weeks a unit of the fleet has a warning, and another is blocked and lets its load warm up', () => {
  const alarms = fleet
    .filter(asksUnit)
    .flatMap(v => hours(NOW - 21 * DAY, NOW, HOUR).map(at => sim.values(v, at)))
  expect(new Set(alarms.map(t => t.reefer_alarm))).toEqual(new Set([0, 1, 2]))
  const blockedUnits = alarms.filter(t => t.reefer_alarm === 2)
  expect(blockedUnits.every(t => t.zone1_state === 1 && t.zone1_mode === 0 && t.in2 === 0)).toBe(
    true,
  )
  expect(alarms.filter(t => t.reefer_alarm !== 0).length).toBeLessThan(30)
})
test('a unit cools what is too warm, heats what is too cold and must not freeze, and else is idle', () => {
  const COOLING = 2
  for (const v of fleet.filter(asksUnit))
    for (const at of hours(NOW - 3 * DAY, NOW)) {
      const { zone1_mode: mode, zone1_setpoint: setpoint, temp1 } = sim.values(v, at)
      const off = Number(temp1) - Number(setpoint)
      if (mode === COOLING && off < -0.4)
        expect.fail(`${v.plate} cools at ${temp1} °C, set to ${setpoint}`)
      if (mode === 1 && off > -0.9)
        expect.fail(`${v.plate} heats at ${temp1} °C, set to ${setpoint}`)
      if (mode === 3 && off > 0.4)
        expect.fail(`${v.plate} is idle at ${temp1} °C, set to ${setpoint}`)
    }
})
test.each([1, 25])(
  'the hours of unit %i never go back, and those of a day are no more than the day has',
  index => {
    const run = hours(NOW - 9 * DAY, NOW, HOUR).map(
      at =>
        [
          Number(readingsOf(index, at).reefer_hours_engine),
          Number(readingsOf(index, at).reefer_hours_electric),
        ] as const,
    )
    for (const [i, [fuel, mains]] of run.entries()) {
      const [fuelBefore, mainsBefore] = run[i - 1] ?? [fuel, mains]
      expect([fuel - fuelBefore, mains - mainsBefore].every(h => h === 0 || h === 1)).toBe(true)
    }
    const [first, last] = [run[0] ?? [0, 0], run.at(-1) ?? [0, 0]]
    expect(last[0] - first[0]).toBeGreaterThan(30)
    expect(last[1] - first[1]).toBeGreaterThan(30)
  },
)

describe('what a unit is asked', () => {
  test('a setpoint is held from then on, and the load follows it', () => {
    expect(commandUnit(vehicle(25), 'reefer setpoint 1 -5', NOW)).toBe('reefer: OK')
    expect([
      readingsOf(25, NOW - 1).zone1_setpoint,
      readingsOf(25, NOW).zone1_setpoint,
      readingsOf(25, NOW).zone2_setpoint,
    ]).toEqual([2, -5, -20])
    const warm = Number(readingsOf(25, NOW).temp1)
    expect(Number(readingsOf(25, NOW + 3 * HOUR).temp1)).toBeLessThan(warm - 3)
  })
  test('it answers, and its readings show it at once; other texts are not for it', () => {
    expect(reefer.reply(vehicle(31), 'reefer mode 0', NOW)).toEqual({
      answer: 'reefer: OK',
      tells: [NOW],
    })
    expect(reefer.reply(vehicle(31), 'setdigout 1', NOW)).toBeNull()
    expect(reefer.reply(vehicle(2), 'reefer on', NOW)).toBeNull()
  })
  test('off, on and the mode', () => {
    commandUnit(vehicle(21), 'reefer off', NOW)
    commandUnit(vehicle(21), 'reefer on', NOW + HOUR)
    commandUnit(vehicle(21), 'reefer mode 1', NOW + HOUR)
    expect(
      [NOW - 1, NOW, NOW + HOUR].map(at => [
        readingsOf(21, at).in2,
        readingsOf(21, at).reefer_run_mode,
      ]),
    ).toEqual([
      [1, 0],
      [0, 0],
      [1, 1],
    ])
  })
  test.each([
    ['getver', null],
    ['reefer setpoint 4 -5', 'reefer: invalid'],
    ['reefer setpoint 1 nothing', 'reefer: invalid'],
    ['reefer mode 7', 'reefer: invalid'],
    ['reefer dance', 'reefer: invalid'],
  ])('%s: %s', (text, answer) => {
    expect(commandUnit(vehicle(14), text, NOW)).toBe(answer)
    expect(readingsOf(14, NOW).zone1_setpoint).toBe(-20)
  })
})
