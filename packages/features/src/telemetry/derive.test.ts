import type { Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { apart, derivations } from './derive.ts'

const facts: VehicleFacts = { vehicle_id: 1, vehicle_type: 'T', configurations: {} }
const silent: Sample = {
  at: 0,
  seq: 0,
  position: null,
  previous: null,
  travelled: 0,
  moving: null,
  ignition: null,
  odometer: null,
  power: null,
  temperature: null,
}
/** Minutes at which a value was kept. */
function kept(name: string, samples: readonly Partial<Sample>[]): number[] {
  const d = derivations.find(one => one.name === name)
  let state = d?.start
  return samples.flatMap(sample => {
    const next = d?.step(state, { ...silent, ...sample }, facts)
    if (!next) return []
    state = next.state
    expect(next.effects).toEqual([{ effect: 'reading', kind: name, data: expect.any(Object) }])
    return [(sample.at ?? 0) / MINUTE]
  })
}
const volts = (minute: number, external_voltage: number | null, battery_capacity: number | null = null) => ({
  at: minute * MINUTE,
  power: { external_voltage, battery_voltage: 4, battery_capacity },
})
const degrees = (minute: number, T1: number | null, T2: number | null = null) => ({ at: minute * MINUTE, temperature: { T1, T2, T3: null, T4: null } })
const ignition = (minute: number, on: boolean | null) => ({ at: minute * MINUTE, ignition: on })

test.each<[string, string, Partial<Sample>[], number[]]>([
  [
    'the ignition when it changes, however long that takes',
    'ignition',
    [ignition(0, false), ignition(60, false), ignition(61, true), ignition(62, null), ignition(63, true)],
    [0, 61],
  ],
  ['volts from 0.2 V on', 'power', [volts(0, 12), volts(1, 12.19), volts(2, 12.2), volts(3, 12.05)], [0, 2]],
  ['small steps that add up', 'power', [volts(0, 12), volts(1, 12.1), volts(2, 12.2), volts(3, 12.3)], [0, 2]],
  ['the battery from 5 % on', 'power', [volts(0, 12, 90), volts(1, 12, 86), volts(2, 12, 85)], [0, 2]],
  ['a value that appears or is gone', 'power', [volts(0, 12), volts(1, null), volts(2, null), volts(3, 12)], [0, 1, 3]],
  ['every quarter of an hour all the same', 'power', [volts(0, 12), volts(14, 12), volts(15, 12), volts(29, 12), volts(30, 12)], [0, 15, 30]],
  ['temperatures from a tenth on, of any sensor', 'temperature', [degrees(0, 4, 5), degrees(1, 4.05, 5), degrees(2, 4, 5.1), degrees(3, 4.1, 5.1)], [0, 2, 3]],
])('kept: %s', (_, name, samples, expected) => {
  expect(kept(name, samples)).toEqual(expected)
})

test.each([
  [12, 12.2, 0.2, true],
  [12, 12.19, 0.2, false],
  [4, 4.1, 0.1, true],
  [null, 4, 0.1, true],
  [null, null, 0.1, false],
])('%f and %f differ by %f: %o', (a, b, least, expected) => {
  expect(apart(a, b, least)).toBe(expected)
})
