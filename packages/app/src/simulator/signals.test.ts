// The values of simulated signals are the same after encoding, the product's decoder and the device's profile.

import { profileReader } from '@flotta/core/profile-reader.ts'
import { firstReception } from '@flotta/core/protocol.ts'
import type { Values } from '@flotta/core/telemetry.ts'
import { HOUR } from '@flotta/core/time.ts'
import { demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { avlFrame } from '@flotta/protocols/teltonika/device.ts'
import teltonika from '@flotta/protocols/teltonika/protocol.ts'
import { expect, test } from 'vitest'
import { codecOf } from './signals.ts'
import { simulation } from './vehicle.ts'

const fleet = demoFleet()
const NOW = Date.parse('2026-11-20T12:34:56Z')
const sim = simulation()

test.each(fleet.map(v => [v.plate, v] as const))(
  'all that %s tells is read as it was said',
  (_, vehicle) => {
    const profile = teltonika.profiles.find(p => p.code === vehicle.profile)
    if (profile === undefined) throw new Error('no profile')
    const reader = profileReader(profile)
    const coarsest = new Map(profile.parameters.map(p => [p.word, p.scale ?? 1]))
    const marks = [...sim.marks(vehicle, NOW - 12 * HOUR, NOW)].slice(0, 200)
    for (const mark of marks) {
      const decoded = teltonika.tcp?.decode(
        avlFrame(codecOf(vehicle), [sim.record(vehicle, mark)]),
        firstReception(0),
      )
      if (decoded?.kind !== 'messages' || decoded.messages[0] === undefined)
        throw new Error('no message')
      const { priority, event, generation, ...rest } = reader.read(decoded.messages[0].io)
      const values: Values = rest
      const expectedValues = sim.values(vehicle, mark.at)
      expect(Object.keys(values).sort()).toEqual(Object.keys(expectedValues).sort())
      for (const { word } of profile.parameters)
        if (
          word in expectedValues &&
          Math.abs(Number(values[word]) - Number(expectedValues[word])) >
            (coarsest.get(word) ?? 1) * 0.501
        )
          expect.fail(`${word}: ${values[word]} for ${expectedValues[word]}`)
      const cause = profile.parameters.find(p => p.word === mark.cause)
      expect([event ?? 0, priority ?? 0]).toEqual(cause === undefined ? [0, 0] : [cause.id, 1])
    }
  },
)

test('every change of ignition, movement and door is the cause of a record', () => {
  const causes = fleet.flatMap(v =>
    [...sim.marks(v, NOW - 24 * HOUR, NOW)].map(m => [m.cause, v] as const),
  )
  for (const word of ['ignition', 'movement', 'in1'] as const)
    expect(causes.filter(([cause]) => cause === word).length).toBeGreaterThan(20)
  expect(
    causes.filter(([cause, v]) => cause === 'in1' && v.setpoint !== null).length,
  ).toBeGreaterThan(0)
})

test('signals fit the vehicle: reefers have thermometers and a unit, trucks an engine, forklifts no tank', () => {
  const wordsOf = (index: number) =>
    Object.keys(sim.values(fleet[index] ?? expect.fail('no such vehicle'), NOW))
  expect(wordsOf(1)).toEqual(
    expect.arrayContaining(['temp1', 'temp2', 'temp3', 'zone1_setpoint', 'in2']),
  )
  expect(wordsOf(2)).not.toContain('zone1_setpoint')
  expect(wordsOf(2)).toEqual(expect.arrayContaining(['temp1', 'temp2', 'battery_level']))
  expect(wordsOf(0)).toContain('can_rpm')
  expect(wordsOf(0)).not.toContain('temp1')
  expect(wordsOf(1)).not.toContain('can_rpm')
  expect(wordsOf(16)).not.toContain('can_fuel_level')
})

test('engine hours never decrease, and do not change while the ignition is off', () => {
  for (const vehicle of fleet
    .filter(v => v.vehicle_type === 'T' || v.vehicle_type === 'V')
    .slice(0, 6)) {
    const marks = [...sim.marks(vehicle, NOW - 48 * HOUR, NOW)]
    const minutes = marks.map(({ at }) => Number(sim.values(vehicle, at).can_engine_minutes))
    const off = marks.map(({ at }) => !sim.state(vehicle, at).ignition)
    expect(minutes.filter((m, i) => m < (minutes[i - 1] ?? 0))).toEqual([])
    expect(minutes.filter((m, i) => off[i] && off[i - 1] && m > (minutes[i - 1] ?? 0) + 1)).toEqual(
      [],
    )
    expect((minutes.at(-1) ?? 0) - (minutes[0] ?? 0)).toBeGreaterThan(60)
  }
})
