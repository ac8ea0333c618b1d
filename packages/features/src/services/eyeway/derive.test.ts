// When alerts 24, 25 and 26 are raised, tested by sequences of records.
import type { Effect, Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { describe, expect, test } from 'vitest'
import { emptySample } from '../../kinds.ts'
import { derivations } from './derive.ts'
import { noTires } from './testing-data.ts'

type AxleTold = Partial<NonNullable<Sample['axle']>>
type TyreTold = Partial<NonNullable<Sample['tyre']>>
const emptyAxles = noTires as unknown as NonNullable<Sample['axle']> & NonNullable<Sample['tyre']>
const facts: VehicleFacts = { vehicle_id: 1, vehicle_type: 'T', configurations: {}, watchers: [] }

function effects(
  name: string,
  samples: readonly Partial<Sample>[],
  changedFacts: Partial<VehicleFacts> = {},
): string[] {
  const d = derivations.find(one => one.name === name)
  let state = d?.start
  const effects: Effect[] = []
  samples.forEach((sample, at) => {
    const next = d?.step(state, { ...emptySample, at, ...sample }, { ...facts, ...changedFacts })
    if (!next) return
    state = next.state
    effects.push(...(next.effects ?? []))
  })
  return effects.map(e =>
    e.effect === 'raise' || e.effect === 'clear' ? `${e.at} ${e.effect} ${e.alert_id}` : e.effect,
  )
}
const axles = (...values: readonly AxleTold[]) =>
  values.map(one => ({ axle: { ...emptyAxles, ...one } }))
const tyres = (...values: readonly TyreTold[]) =>
  values.map(one => ({ tyre: { ...emptyAxles, ...one } }))

describe('brakes', () => {
  test.each<[string, readonly AxleTold[], string[]]>([
    [
      'raise an alert once and clear it once [alerts.66]',
      [
        { brake_lining_alarm: 0 },
        { brake_lining_alarm: 1 },
        { brake_lining_alarm: 1 },
        { brake_lining_alarm: 0 },
      ],
      ['1 raise 24', '3 clear 24'],
    ],
    [
      'without a report change nothing',
      [{ brake_lining_alarm: 1 }, { axle1_load: 5 }],
      ['0 raise 24'],
    ],
    [
      'raise no alert by a red or amber warning light [alerts.67]',
      [{ red_warning: 1, amber_warning: 1 }],
      [],
    ],
  ])('%s', (_, told, expected) => expect(effects('brake', axles(...told))).toEqual(expected))
})

describe('tyres', () => {
  const leftTyre = (bar: number | null, celsius: number | null = null) => ({
    axle1_left_tyre_pressure: bar,
    axle1_left_tyre_temperature: celsius,
  })
  test.each<[string, readonly TyreTold[], string[], Partial<VehicleFacts>?]>([
    [
      'with too much pressure raise an alert [alerts.68]',
      [leftTyre(8), leftTyre(9), leftTyre(9.2), leftTyre(8.9)],
      ['1 raise 25', '3 clear 25'],
    ],
    [
      'that are too warm raise an alert [alerts.69]',
      [leftTyre(8, 75), leftTyre(8, 76), leftTyre(8, 75)],
      ['1 raise 25', '2 clear 25'],
    ],
    [
      'that are underinflated, which is orange, raise no alert [alerts.70]',
      [leftTyre(6.5), leftTyre(0)],
      [],
    ],
    [
      'that are red one after the other raise one alert',
      [
        leftTyre(9),
        { ...leftTyre(8), axle2_right_tyre_pressure: 9.5 },
        { axle2_right_tyre_pressure: 8 },
      ],
      ['0 raise 25', '2 clear 25'],
    ],
    [
      'stay red while a sensor is silent for a time',
      [leftTyre(9), { axle2_left_tyre_pressure: 8 }, leftTyre(8)],
      ['0 raise 25', '2 clear 25'],
    ],
    [
      'are compared with the vehicle’s own parameters',
      [leftTyre(8.2, 60)],
      ['0 raise 25'],
      { tire_parameters: { nominal_pressure: 7, max_pressure: 8 } },
    ],
    [
      'are compared with the usual value where the vehicle has none',
      [leftTyre(8.2, 60)],
      [],
      { tire_parameters: { max_temp: 60 } },
    ],
  ])('%s', (_, told, expected, of) =>
    expect(effects('tyres', tyres(...told), of)).toEqual(expected),
  )
})

describe('load', () => {
  const configurations = { max_load_kg: '15000' }
  test.each<[string, readonly AxleTold[], string[], Partial<VehicleFacts>?]>([
    [
      'above its limit as the sum of the axles raises an alert [alerts.71]',
      [
        { axle1_load: 6_000, axle2_load: 9_000 },
        { axle1_load: 6_001, axle2_load: 9_000 },
        { axle1_load: 6_000 },
      ],
      ['1 raise 26', '2 clear 26'],
    ],
    [
      'above its limit as gross weight raises an alert where no axle is weighed',
      [{ gross_weight: 15_001 }],
      ['0 raise 26'],
    ],
    [
      'without a report changes nothing',
      [{ gross_weight: 16_000 }, { red_warning: 1 }],
      ['0 raise 26'],
    ],
    [
      'without a limit raises no alert [alerts.72]',
      [{ gross_weight: 99_000 }],
      [],
      { configurations: {} },
    ],
  ])('%s', (_, told, expected, of = { configurations }) =>
    expect(effects('overload', axles(...told), of)).toEqual(expected),
  )
  test('removing the limit ends the alert', () => {
    const d = derivations.find(one => one.name === 'overload')
    const sample = { ...emptySample, at: 5, axle: { ...emptyAxles, gross_weight: 16_000 } }
    expect(d?.step(true, sample, { ...facts, configurations: {} })).toMatchObject({
      state: false,
      effects: [{ effect: 'clear', at: 5 }],
    })
  })
})

test('a state that is stored in an older form is read', () => {
  const stored = derivations.find(one => one.name === 'tyres')?.stored
  expect([stored?.read([0, 3]), stored?.read([]), stored?.read({ red: [1], held: false })]).toEqual(
    [
      { red: [0, 3], held: true },
      { red: [], held: false },
      { red: [1], held: false },
    ],
  )
})
