import type { Effect, Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { silent } from '../../kinds.ts'
import { derivations } from './derive.ts'

const facts = (configurations: Readonly<Record<string, string>> = {}): VehicleFacts =>
  ({ vehicle_id: 1, vehicle_type: 'S', configurations, watchers: [] }) as unknown as VehicleFacts
interface Told {
  readonly T1?: number
  readonly T2?: number
  readonly set?: number
  readonly set2?: number
  readonly on?: 0 | 1 | null
  readonly defrost?: boolean
  readonly alarm?: number
  readonly door?: boolean
}
function sample(minute: number, { T1, T2, set, set2, on = 1, defrost = false, alarm = 0, door }: Told): Sample {
  const base = { ...silent, at: minute * MINUTE } as Sample
  const temperature = T1 === undefined && T2 === undefined ? null : { T1: T1 ?? null, T2: T2 ?? null, T3: null, T4: null }
  const state = on === null ? null : on * 3 + (defrost ? 4 : 0)
  const fridge =
    set === undefined
      ? null
      : {
          current_sensor: null,
          alarm_status: alarm,
          overall_status: on,
          operating_mode: null,
          operating_mode_status: null,
          hour_meter_electric: null,
          hour_meter_fuel: null,
          setpoint_t1: set,
          setpoint_t2: set2 ?? null,
          setpoint_t3: null,
          operation_mode_c1: null,
          operation_mode_c2: null,
          operation_mode_c3: null,
          operation_status_c1: state,
          operation_status_c2: null,
          operation_status_c3: null,
          engine_status: null,
        }
  const doors = door === undefined ? null : { door_1: door, door_2: null, door_3: null, door_4: null, armed: null, siren: null }
  return { ...base, temperature, fridge, door: doors }
}
function said(alert_id: number, told: readonly (readonly [minute: number, told: Told])[], configurations: Readonly<Record<string, string>> = {}): string[] {
  const states = derivations.map(d => d.start)
  const effects: Effect[] = []
  for (const [minute, t] of told)
    derivations.forEach((d, i) => {
      const s = sample(minute, t)
      const speaks = (d.needs ?? []).some(need => (s as unknown as Record<string, unknown>)[need] !== null)
      const next = speaks ? d.step(states[i], s, facts(configurations)) : null
      if (next === null) return
      states[i] = next.state
      effects.push(...(next.effects ?? []))
    })
  return effects.flatMap(e => ((e.effect === 'raise' || e.effect === 'clear') && e.alert_id === alert_id ? [`${e.at / MINUTE} ${e.effect}`] : []))
}

const warm = { T1: -10, set: -20 }
const cold = { T1: -19, set: -20 }
test.each<[string, [number, Told][], string[]]>([
  [
    'a load in its range says nothing',
    [
      [0, cold],
      [10, cold],
    ],
    [],
  ],
  [
    'a warm load is an alert after five minutes',
    [
      [0, warm],
      [4, warm],
      [5, warm],
      [6, warm],
    ],
    ['5 raise'],
  ],
  [
    'one that is cold again in time says nothing',
    [
      [0, warm],
      [4, cold],
      [6, warm],
      [10, warm],
    ],
    [],
  ],
  [
    'it is over when it is cold again',
    [
      [0, warm],
      [5, warm],
      [9, cold],
    ],
    ['5 raise', '9 clear'],
  ],
  [
    'exactly the tolerance is no alert',
    [
      [0, { T1: -15, set: -20 }],
      [10, { T1: -15, set: -20 }],
    ],
    [],
  ],
  [
    'not while the unit is off',
    [
      [0, { ...warm, on: 0 }],
      [10, { ...warm, on: 0 }],
    ],
    [],
  ],
  [
    'it is over when the unit goes off',
    [
      [0, warm],
      [5, warm],
      [8, { ...warm, on: 0 }],
    ],
    ['5 raise', '8 clear'],
  ],
  [
    'defrosting suspends: the time begins anew',
    [
      [0, warm],
      [3, { ...warm, defrost: true }],
      [6, warm],
      [10, warm],
      [11, warm],
    ],
    ['11 raise'],
  ],
  [
    'defrosting ends no alert',
    [
      [0, warm],
      [5, warm],
      [7, { ...warm, defrost: true }],
      [9, warm],
      [12, cold],
    ],
    ['5 raise', '12 clear'],
  ],
  [
    'the unit’s words hold for records without them',
    [
      [0, cold],
      [1, { T1: -10 }],
      [6, { T1: -10 }],
    ],
    ['6 raise'],
  ],
  [
    'without a setpoint nothing is out of range',
    [
      [0, { T1: 30 }],
      [10, { T1: 30 }],
    ],
    [],
  ],
])('temperature: %s', (_, told, expected) => {
  expect(said(2, told)).toEqual(expected)
})
test('each sensor is measured against its own compartment, by the vehicle’s own tolerance', () => {
  const two = { T1: -20, T2: 7.5, set: -20, set2: 4 }
  expect(
    said(
      2,
      [
        [0, two],
        [5, two],
      ],
      { fridge_compartments_number: '2' },
    ),
  ).toEqual([])
  expect(
    said(
      2,
      [
        [0, two],
        [5, two],
      ],
      { fridge_compartments_number: '2', temperature_tolerance_c: '3' },
    ),
  ).toEqual(['5 raise'])
})
test.each<[string, number, [number, Told][], Readonly<Record<string, string>>, string[]]>([
  [
    'a setpoint that is not the work order’s',
    3,
    [
      [0, { set: -18 }],
      [1, { set: -20 }],
    ],
    { eyecold_fridge_odl_t1: '-20' },
    ['0 raise', '1 clear'],
  ],
  ['no work order, no alert', 3, [[0, { set: -18 }]], {}, []],
  [
    'the unit is off',
    4,
    [
      [0, { set: -20 }],
      [1, { set: -20, on: 0 }],
      [2, { set: -20 }],
    ],
    {},
    ['1 raise', '2 clear'],
  ],
  ['a unit that does not say whether it is on', 4, [[0, { set: -20, on: null }]], {}, []],
  [
    'an alarm of the unit',
    7,
    [
      [0, { set: -20, alarm: 1 }],
      [1, { set: -20, alarm: 2 }],
      [2, { set: -20 }],
    ],
    {},
    ['0 raise', '2 clear'],
  ],
  [
    'a door open while the unit runs',
    15,
    [
      [0, { set: -20 }],
      [1, { door: true }],
      [2, { door: false }],
    ],
    {},
    ['1 raise', '2 clear'],
  ],
  [
    'a door open, the unit off',
    15,
    [
      [0, { set: -20, on: 0 }],
      [1, { door: true }],
      [2, { set: -20 }],
      [3, { set: -20, on: 0 }],
    ],
    {},
    ['2 raise', '3 clear'],
  ],
  [
    'a door that the vehicle does not have',
    15,
    [
      [0, { set: -20 }],
      [1, { door: true }],
    ],
    { door1_active: '0' },
    [],
  ],
])('%s', (_, alert_id, told, configurations, expected) => {
  expect(said(alert_id, told, configurations)).toEqual(expected)
})
