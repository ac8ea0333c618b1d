import { recordValuesOf } from '@flotta/core/record-values.ts'
import type { Values } from '@flotta/core/telemetry.ts'
import { expect, test } from 'vitest'
import { meaningsOf } from '../pipeline/normalise.ts'
import { engineHours } from './kinds.ts'

const valuesOf = (
  ...spoken: readonly (
    | 'engine_hours'
    | 'can_engine_minutes'
    | 'can_engine_minutes_counted'
    | 'adc1'
  )[]
) => ({
  profile: {
    code: 'x',
    name: 'x',
    protocol: 'x',
    reporting_interval: 60,
    parameters: spoken.map((word, id) => ({ id, word })),
  },
})
const device = valuesOf('engine_hours', 'can_engine_minutes', 'can_engine_minutes_counted', 'adc1')
const hoursOf = (values: Values, wiring = {}) =>
  engineHours.read(
    recordValuesOf(values),
    meaningsOf(wiring, device).readings.find(r => r.reading === engineHours)?.sources ?? {},
  )?.general_hour_meter ?? null

test.each([
  ['hours are kept', { engine_hours: 4_210.05 }, 4_210.05],
  ['minutes become hours', { can_engine_minutes: 90 }, 1.5],
  [
    'the minutes of the adapter count where the engine has none',
    { can_engine_minutes_counted: 100 },
    1.67,
  ],
  ['hours come before minutes', { engine_hours: 10, can_engine_minutes: 90 }, 10],
  [
    'the engine’s minutes come before those of the adapter',
    { can_engine_minutes: 90, can_engine_minutes_counted: 30 },
    1.5,
  ],
  ['a record without any has no hours', { adc1: 7 }, null],
  ['hours below zero are none', { engine_hours: -1 }, null],
] as const)('%s', (_, values, hours) => expect(hoursOf(values)).toBe(hours))

test('a wired meter is read in hours', () =>
  expect(hoursOf({ adc1: 7 }, { general_hour_meter: 'adc1' })).toBe(7))
