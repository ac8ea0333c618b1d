// The simulated fleet over a week: the same for the same seed, without jumps, and never at rest as a whole.

import { distance } from '@flotta/core/geo.ts'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { type DemoVehicle, demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { avlFrame } from '@flotta/protocols/teltonika/device.ts'
import { expect, test } from 'vitest'
import { codecOf } from './signals.ts'
import { troublesOf } from './troubles.ts'
import { type Simulation, simulation } from './vehicle.ts'

const fleet = demoFleet()
const NOW = Date.parse('2026-11-20T12:34:56Z')
const sim = simulation()
const vehicle = (index: number) => fleet[index] ?? fail()
const fail = (): never => {
  throw new Error('no such vehicle')
}
const records = (s: Simulation, index: number, from: number, to: number) =>
  [...s.marks(vehicle(index), from, to)].map(m => s.record(vehicle(index), m))
const temperaturesOf = (v: DemoVehicle, at: number) => {
  const { temp1, temp2, temp3 } = sim.values(v, at)
  return [temp1, temp2, temp3].flatMap(t => (t === undefined ? [] : [Number(t)]))
}
const bytes = (s: Simulation, index: number, from: number, to: number) => {
  const all = records(s, index, from, to)
  return Buffer.concat(
    Array.from({ length: Math.ceil(all.length / 50) }, (_, i) =>
      avlFrame(codecOf(vehicle(index)), all.slice(i * 50, i * 50 + 50)),
    ),
  )
}

test('the same seed and time give the same bytes, another seed others', () => {
  for (const index of [0, 2, 4, 9]) {
    const first = bytes(simulation(7), index, NOW - DAY, NOW)
    expect(bytes(simulation(7), index, NOW - DAY, NOW).equals(first)).toBe(true)
    expect(bytes(simulation(8), index, NOW - DAY, NOW).equals(first)).toBe(false)
  }
})

test('a period is the sum of its parts, whatever else was asked before', () => {
  const fresh = simulation()
  for (const index of [1, 7, 16]) {
    const wholeDay = records(sim, index, NOW - 2 * DAY, NOW)
    const late = records(fresh, index, NOW - 7 * HOUR, NOW)
    const early = records(fresh, index, NOW - 2 * DAY, NOW - 7 * HOUR)
    expect([...early, ...late]).toEqual(wholeDay)
  }
})

test.each(fleet.map(v => [v.index, v.plate, v.rota] as const))(
  'records of vehicle %i %s (%s) follow each other at a plausible speed',
  index => {
    const v = vehicle(index)
    const fastest = v.vehicle_type === 'V' || v.vehicle_type === 'U' ? 140 : 112
    // One record may have no fix.
    const longest = v.rota === 'silent' ? 7 * 86_400 : Math.max(v.resting_interval, 120) + 130
    const faults: string[] = []
    let last: { readonly at: number; readonly lat: number; readonly lon: number } | undefined
    let temperatures: readonly number[] = []
    for (const mark of sim.marks(v, NOW - 2 * DAY, NOW)) {
      const { at, fix } = sim.record(v, mark)
      if (fix === null) continue
      const lat = fix.latitude_e7 / 1e7
      const lon = fix.longitude_e7 / 1e7
      const now = temperaturesOf(v, at)
      const fault = (what: string) => faults.push(`${new Date(at).toISOString()} ${what}`)
      if (at % 1000 !== 0) fault('is between two seconds')
      if (fix.speed > fastest) fault(`${fix.speed} km/h`)
      if (last) {
        const seconds = (at - last.at) / 1000
        const metres = distance(last.lat, last.lon, lat, lon)
        if (seconds <= 0 || seconds > longest) fault(`${seconds} s after the last`)
        if (metres > (fastest / 3.6) * seconds + 12) fault(`${metres} m in ${seconds} s`)
        if (seconds < 300 && now.some((t, i) => Math.abs(t - (temperatures[i] ?? t)) > 4))
          fault(`from ${temperatures} to ${now} °C`)
      }
      last = { at, lat, lon }
      temperatures = now
    }
    expect(faults).toEqual([])
    expect(last).toBeDefined()
  },
)

test('odometers only grow, by what was driven', () => {
  for (const index of [0, 2, 4, 6, 20]) {
    // Longer than the cycle of four weeks.
    let before = sim.state(vehicle(index), NOW - 30 * DAY)
    let sum = 0
    for (let at = NOW - 30 * DAY; at < NOW; at += 5 * MINUTE) {
      const now = sim.state(vehicle(index), at)
      if (now.odometer < before.odometer || now.odometer - before.odometer > 12_000)
        expect.fail(`from ${before.odometer} to ${now.odometer} m`)
      sum += now.odometer - before.odometer
      before = now
    }
    expect(sum).toBeGreaterThan(1_000_000)
  }
})

test('a company at work: more than half of what drives moves on weekdays before noon, some by night, few on Sundays, nothing round the clock', () => {
  const moving: number[] = []
  const still = fleet.map(() => 0)
  const longest = fleet.map(() => 0)
  // Whole weeks, so that the first day of the week does not matter.
  const from = Date.parse('2026-11-09T00:00:00Z')
  for (let at = from; at < from + 14 * DAY; at += 30 * MINUTE) {
    const states = fleet.map(v => sim.state(v, at))
    moving.push(states.filter(s => s.moving).length)
    states.forEach((s, i) => {
      still[i] = s.ignition ? 0 : (still[i] ?? 0) + 0.5
      longest[i] = Math.max(longest[i] ?? 0, still[i] ?? 0)
    })
  }
  const at = (days: readonly number[], hours: readonly number[]) =>
    moving
      .filter(
        (_, i) => days.includes(Math.floor(i / 48) % 7) && hours.includes(Math.floor((i % 48) / 2)),
      )
      .sort((a, b) => a - b)
  const middle = (counts: readonly number[]) => counts[counts.length >> 1] ?? 0
  const weekdays = [0, 1, 2, 3, 4]
  expect(middle(at(weekdays, [6, 7, 10, 11, 12]))).toBeGreaterThanOrEqual(14)
  expect(middle(at(weekdays, [0, 1, 20, 21, 22, 23]))).toBeGreaterThanOrEqual(3)
  expect(Math.min(...at(weekdays, [6, 7, 8]))).toBeGreaterThanOrEqual(3)
  expect(middle(at([6], [6, 7, 10, 11, 12]))).toBeLessThanOrEqual(5)
  // All rest for two nights and the day between them, once a week.
  expect(longest.filter(hours => hours < 45)).toEqual([])
})

test('a truck breaks the 90 km/h limit now and then, not all the time', () => {
  let fast = 0
  let all = 0
  for (const v of fleet.filter(v => v.rota === 'line'))
    for (const mark of sim.marks(v, NOW - 5 * DAY, NOW)) {
      all++
      if (sim.state(v, mark.at).speed > 90.5) fast++
    }
  expect(fast).toBeGreaterThan(0)
  expect(fast / all).toBeLessThan(0.005)
})

test('a weak battery is all but empty after some nights, a good one never', () => {
  const lowest = fleet.map(() => Number.POSITIVE_INFINITY)
  for (let at = NOW - 28 * DAY; at < NOW; at += HOUR)
    fleet.forEach((v, i) => {
      if (troublesOf(sim.seed, v, at).length > 0) return
      lowest[i] = Math.min(lowest[i] ?? 0, (Number(sim.values(v, at).power) * 12) / v.volts)
    })
  expect(fleet.some((v, i) => v.weak_battery && (lowest[i] ?? 0) < 11.6)).toBe(true)
  expect(fleet.every((v, i) => v.weak_battery || (lowest[i] ?? 0) > 12.3)).toBe(true)
})

test('every reefer’s door is opened at stops and warms it', () => {
  for (const v of fleet.filter(v => v.setpoint !== null)) {
    let openings = 0
    let warmest = -99
    let coldest = 99
    for (let at = NOW - 3 * DAY; at < NOW; at += 5 * MINUTE) {
      const { in1: door, movement, temp1 } = sim.values(v, at)
      if (door && movement) expect.fail('drives with an open door')
      if (door) openings++
      warmest = Math.max(warmest, Number(temp1))
      coldest = Math.min(coldest, Number(temp1))
    }
    expect(temperaturesOf(v, NOW)).toHaveLength(v.thermometers)
    expect(coldest).toBeGreaterThan((v.setpoint ?? 0) - 2)
    // A vehicle whose unit was blocked shortly before is warmer still.
    expect(warmest).toBeLessThan((v.setpoint ?? 0) + 24)
    expect(openings).toBeGreaterThan(0)
    expect(warmest).toBeGreaterThan((v.setpoint ?? 0) + 0.5)
  }
})

test('some vehicles are out of coverage for minutes', () => {
  let gaps = 0
  for (const v of fleet.filter(v => v.rota === 'line'))
    for (let at = NOW - 3 * DAY; at < NOW; at += MINUTE) if (!sim.covered(v, at)) gaps++
  expect(gaps).toBeGreaterThan(30)
  expect(gaps).toBeLessThan(1_000)
})
