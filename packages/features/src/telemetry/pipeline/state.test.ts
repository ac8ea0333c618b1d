import { MINUTE } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import type { LatestEntry } from './latest.ts'
import { ignitionOf } from './state.ts'
import { isSameState, type StateJson, stateOf, stateText } from './stored-state.ts'

/** The older form of checkpoints: readings under their names instead of a list, the last stored readings beside the derivations. */
const stateJson = (volts: number): StateJson => ({
  at: 100 * MINUTE,
  seq: 7,
  gps_datetime: null,
  fix: null,
  moving: false,
  latest: {
    ignition: [100 * MINUTE, { ignition: false }],
    power: [
      100 * MINUTE,
      { external_voltage: volts, battery_voltage: null, battery_capacity: null },
    ],
  } as unknown as Record<string, LatestEntry>,
  memory: {
    motion: {
      at: null,
      latitude: 0,
      longitude: 0,
      doubt: null,
      total: 5,
      device: null,
      device_at: 0,
      added: 0,
    },
    ignition: [40 * MINUTE, { ignition: false }],
    power: [95 * MINUTE, { external_voltage: 12, battery_voltage: null, battery_capacity: null }],
  },
})

test('a state in the older form is read as the same state', () => {
  const state = stateOf(stateJson(12.1))
  expect(ignitionOf(state)).toBe(false)
  expect(isSameState(stateJson(12.1), state)).toBe(true)
  expect(isSameState(JSON.parse(stateText(state)), state)).toBe(true)
  expect(isSameState(stateJson(12.11), state)).toBe(false)
})
test('a state is written in the shorter form, without anything twice', () => {
  const text = stateText(stateOf(stateJson(12.1)))
  expect(text.length).toBeLessThan(JSON.stringify(stateJson(12.1)).length / 2)
  expect(JSON.parse(text)).toMatchObject({
    latest: { ignition: [6_000, [false], 3_600], power: [6_000, [12.1], 300, 0, 12] },
    memory: { motion: expect.any(Array) },
  })
  expect(Object.keys(JSON.parse(text).memory)).toEqual(['motion'])
})
