import type { Effect, Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { Schedule } from '@flotta/core/schedule.ts'
import { storedText } from '@flotta/core/state-codec.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { type Rule, usualRule } from '../../alerts/incidents/rules.ts'
import { emptySample } from '../../kinds.ts'
import { alerts } from './alerts.ts'
import { derivations } from './derive.ts'

type KnownFacts = Partial<Pick<VehicleFacts, 'alert_parameters' | 'executed'>>
const facts = (
  configurations: Readonly<Record<string, string>> = {},
  known: KnownFacts = {},
): VehicleFacts =>
  ({
    vehicle_id: 1,
    vehicle_type: 'S',
    configurations,
    watchers: [],
    ...known,
  }) as unknown as VehicleFacts
interface Temperatures {
  readonly T1?: number
  readonly T2?: number
  readonly set?: number
  readonly set2?: number
  readonly on?: 0 | 1 | null
  readonly defrost?: boolean
  readonly alarm?: number
  readonly door?: boolean
  readonly mode?: number
  readonly ignition?: boolean
}
function sample(
  minute: number,
  { T1, T2, set, set2, on = 1, defrost = false, alarm = 0, door, mode, ignition }: Temperatures,
): Sample {
  const base = { ...emptySample, at: minute * MINUTE, ignition: ignition ?? null } as Sample
  const temperature =
    T1 === undefined && T2 === undefined
      ? null
      : { T1: T1 ?? null, T2: T2 ?? null, T3: null, T4: null }
  const state = on === null ? null : on * 3 + (defrost ? 4 : 0)
  const fridge =
    set === undefined
      ? null
      : {
          current_sensor: null,
          alarm_status: alarm,
          overall_status: on,
          operating_mode: mode ?? null,
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
  const doors =
    door === undefined
      ? null
      : { door_1: door, door_2: null, door_3: null, door_4: null, armed: null, siren: null }
  return { ...base, temperature, fridge, door: doors }
}
function effectsOf(
  alert_id: number,
  told: readonly (readonly [minute: number, told: Temperatures])[],
  configurations: Readonly<Record<string, string>> = {},
  known: (minute: number) => KnownFacts = () => ({}),
): string[] {
  const states = derivations.map(d => d.start)
  const effects: Effect[] = []
  for (const [minute, t] of told)
    derivations.forEach((d, i) => {
      const s = sample(minute, t)
      const speaks = (d.needs ?? []).some(
        need => (s as unknown as Record<string, unknown>)[need] !== null,
      )
      const next = speaks ? d.step(states[i], s, facts(configurations, known(minute))) : null
      if (next === null) return
      // the state as it comes back from the database
      states[i] =
        d.stored?.read(JSON.parse(storedText(d.stored, next.state))) ??
        JSON.parse(JSON.stringify(next.state))
      effects.push(...(next.effects ?? []))
    })
  return effects.flatMap(e =>
    (e.effect === 'raise' || e.effect === 'clear') && e.alert_id === alert_id
      ? [`${e.at / MINUTE} ${e.effect}`]
      : [],
  )
}

const warm = { T1: -10, set: -20 }
const cold = { T1: -19, set: -20 }
test.each<[string, [number, Temperatures][], string[]]>([
  [
    'a load within its range raises no alert',
    [
      [0, cold],
      [10, cold],
    ],
    [],
  ],
  [
    'a warm load raises an alert after five minutes [alerts.34]',
    [
      [0, warm],
      [4, warm],
      [5, warm],
      [6, warm],
    ],
    ['5 raise'],
  ],
  [
    'a load that is cold again in time raises no alert',
    [
      [0, warm],
      [4, cold],
      [6, warm],
      [10, warm],
    ],
    [],
  ],
  [
    'the alert ends when the load is cold again',
    [
      [0, warm],
      [5, warm],
      [9, cold],
    ],
    ['5 raise', '9 clear'],
  ],
  [
    'a deviation of exactly the tolerance raises no alert [alerts.35]',
    [
      [0, { T1: -15, set: -20 }],
      [10, { T1: -15, set: -20 }],
    ],
    [],
  ],
  [
    'a unit that is off raises no alert [alerts.36]',
    [
      [0, { ...warm, on: 0 }],
      [10, { ...warm, on: 0 }],
    ],
    [],
  ],
  [
    'the alert ends when the unit is switched off',
    [
      [0, warm],
      [5, warm],
      [8, { ...warm, on: 0 }],
    ],
    ['5 raise', '8 clear'],
  ],
  [
    'a defrost restarts the time until the alert [alerts.37]',
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
    'a defrost does not end the alert [alerts.38]',
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
    'the last state of the unit applies to records without one',
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
  expect(effectsOf(2, told)).toEqual(expected)
})
test('each sensor is measured against its own compartment, by the vehicle’s own tolerance', () => {
  const two = { T1: -20, T2: 7.5, set: -20, set2: 4 }
  expect(
    effectsOf(
      2,
      [
        [0, two],
        [5, two],
      ],
      { fridge_compartments_number: '2' },
    ),
  ).toEqual([])
  expect(
    effectsOf(
      2,
      [
        [0, two],
        [5, two],
      ],
      { fridge_compartments_number: '2', temperature_tolerance_c: '3' },
    ),
  ).toEqual(['5 raise'])
})
test.each<[string, number, [number, Temperatures][], Readonly<Record<string, string>>, string[]]>([
  [
    'a setpoint other than that of the work order raises an alert [alerts.39]',
    3,
    [
      [0, { set: -18 }],
      [1, { set: -20 }],
    ],
    { eyecold_fridge_odl_t1: '-20' },
    ['0 raise', '1 clear'],
  ],
  [
    'a vehicle without a work order has no alert about it [alerts.40]',
    3,
    [[0, { set: -18 }]],
    {},
    [],
  ],
  [
    'a unit that is off raises an alert [alerts.41]',
    4,
    [
      [0, { set: -20 }],
      [1, { set: -20, on: 0 }],
      [2, { set: -20 }],
    ],
    {},
    ['1 raise', '2 clear'],
  ],
  [
    'a unit that does not report whether it is on raises no alert',
    4,
    [[0, { set: -20, on: null }]],
    {},
    [],
  ],
  [
    'an alarm of the unit raises an alert [alerts.50]',
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
    'an open door raises an alert while the unit runs [alerts.60]',
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
    'an open door raises no alert while the unit is off',
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
    'a door that the vehicle does not have raises no alert',
    15,
    [
      [0, { set: -20 }],
      [1, { door: true }],
    ],
    { door1_active: '0' },
    [],
  ],
])('%s', (_, alert_id, told, configurations, expected) => {
  expect(effectsOf(alert_id, told, configurations)).toEqual(expected)
})

const withRule = (alert: keyof typeof alerts, rule: Partial<Rule>) => (): KnownFacts => ({
  alert_parameters: { [alerts[alert].id]: { ...usualRule(alerts[alert]), ...rule } },
})
/** Between minutes 10 and 20 of 1970, a Thursday, in UTC. */
const tenMinutes = new Schedule([{ days: [4], from: '00:10', to: '00:20' }], 'UTC')
test.each<[string, keyof typeof alerts, [number, Temperatures][], Partial<Rule>, string[]]>([
  [
    'a unit that is off outside its planned hours raises no alert',
    'cooling_system_off',
    [
      [0, { set: 4, on: 0 }],
      [9, { set: 4, on: 0 }],
    ],
    { schedule: tenMinutes },
    [],
  ],
  [
    'a unit that is still off when its planned hours begin raises an alert until they end',
    'cooling_system_off',
    [
      [0, { set: 4, on: 0 }],
      [11, { set: 4, on: 0 }],
      [30, { set: 4, on: 0 }],
    ],
    { schedule: tenMinutes },
    ['11 raise', '20 clear'],
  ],
  [
    'an alert may have its own dwell',
    'temperature_out_of_range',
    [
      [0, warm],
      [5, warm],
      [15, warm],
      [16, cold],
    ],
    { dwell: 15 * MINUTE },
    ['15 raise', '16 clear'],
  ],
  [
    'an alert with an end value ends only at that value',
    'temperature_out_of_range',
    [
      [0, warm],
      [5, warm],
      [6, { T1: -16, set: -20 }],
      [7, { T1: -17.5, set: -20 }],
      [8, { T1: -18, set: -20 }],
    ],
    { clear: 2 },
    ['5 raise', '8 clear'],
  ],
  [
    'an open door raises no alert while the vehicle is parked',
    'cooling_door_open',
    [
      [0, { set: -20, ignition: false }],
      [1, { door: true }],
      [5, { ignition: true }],
      [6, { ignition: false }],
      [7, { door: false }],
    ],
    { parked: false },
    ['5 raise', '6 clear'],
  ],
  [
    'an alert that is switched off is not raised',
    'cooling_system_alarm',
    [[0, { set: 4, alarm: 2 }]],
    { active: false },
    [],
  ],
])('%s', (_, alert, told, rule, expected) => {
  expect(effectsOf(alerts[alert].id, told, {}, withRule(alert, rule))).toEqual(expected)
})

interface Remembered {
  readonly outside: readonly (number | null)[] | null
}
/** After each record: since which minute each of two compartments is beyond its limits. */
function outsideOf(
  told: readonly (readonly [minute: number, told: Temperatures])[],
  known: KnownFacts = {},
  start?: unknown,
): ((number | null)[] | null)[] {
  const offRange = derivations.find(d => d.name === 'temperature_out_of_range')
  if (offRange === undefined) throw new Error('no such derivation')
  const configurations = { fridge_compartments_number: '2', fridge_temperature_sensors_number: '2' }
  let state = start ?? offRange.start
  return told.map(([minute, t]) => {
    const next = offRange.step(state, sample(minute, t), facts(configurations, known))
    if (next !== null) state = offRange.stored?.read(JSON.parse(JSON.stringify(next.state)))
    return (
      (state as Remembered).outside?.map(since => (since === null ? null : since / MINUTE)) ?? null
    )
  })
}
const both = { set: -20, set2: 4 }
test.each<[string, [number, Temperatures][], (number | null)[][], KnownFacts?]>([
  [
    'which only its own sensor begins and ends',
    [
      [0, { ...both, T1: -19, T2: 4 }],
      [1, { T1: -10, T2: 4 }],
      [9, { T1: -10, T2: 12 }],
      [12, { T1: -19, T2: 12 }],
      [15, { T1: -19, T2: 5 }],
    ],
    [[], [1, null], [1, 9], [null, 9], []],
  ],
  [
    'which continues while only the other compartment reports',
    [
      [0, { ...both, T1: -10, T2: 12 }],
      [1, { T2: 4 }],
      [2, { T2: 12 }],
    ],
    [
      [0, 0],
      [0, null],
      [0, 2],
    ],
  ],
  [
    'which ends when the unit is off',
    [
      [0, { ...both, T1: -10, T2: 4 }],
      [1, { ...both, on: 0 }],
      [2, { ...both, T1: -10, T2: 4 }],
    ],
    [[0, null], [], [2, null]],
  ],
  [
    'which a defrost neither begins nor ends',
    [
      [0, { ...both, T1: -10, T2: 4 }],
      [1, { ...both, T1: -8, T2: 4, defrost: true }],
      [9, { ...both, T1: -10, T2: 4 }],
      [10, { ...both, T1: -19, T2: 4, defrost: true }],
      [11, { ...both, T1: -8, T2: 4, defrost: true }],
    ],
    [[0, null], [0, null], [0, null], [], []],
  ],
  [
    'which also runs where the alert is switched off',
    [[3, { ...both, T1: -10, T2: 4 }]],
    [[3, null]],
    withRule('temperature_out_of_range', { active: false })(),
  ],
])(
  'each compartment has its own time outside its range, %s [eyecold.53]',
  (_, told, expected, known) => {
    expect(outsideOf(told, known)).toEqual(expected)
  },
)
test('a compartment whose stored state lacks the time outside has none until it is back in range', () => {
  const lastUnit = { on: true, setpoints: [-20, 4, null], defrosting: [false, false, false] }
  const records: [number, Temperatures][] = [
    [0, { T1: -10, T2: 4 }],
    [1, { T1: -19, T2: 4 }],
    [2, { T1: -19, T2: 12 }],
  ]
  expect(outsideOf(records, {}, { known: lastUnit, held: true, outside: null })).toEqual([
    null,
    null,
    [null, 2],
  ])
})

test('a state that is stored in an older form is read', () => {
  const stored = (name: string, json: unknown) =>
    derivations.find(d => d.name === name)?.stored?.read(json)
  const fridge = { on: true, setpoints: [-20, null, null], defrosting: [false, false, false] }
  expect(stored('temperature_out_of_range', { known: fridge, since: 5, active: true })).toEqual({
    known: fridge,
    held: true,
    outside: null,
  })
  expect(stored('temperature_out_of_range', { known: fridge, since: 5, active: false })).toEqual({
    known: fridge,
    held: { since: { at: 5, place: null } },
    outside: null,
  })
  expect(stored('temperature_out_of_range', { known: fridge, since: null, active: false })).toEqual(
    {
      known: fridge,
      held: false,
      outside: null,
    },
  )
  expect(stored('cooling_door_open', { on: true, open: true })).toEqual({
    on: true,
    open: true,
    held: true,
  })
})

const withCommands =
  (
    ...commands: readonly (readonly [
      minute: number,
      action: string,
      args: Readonly<Record<string, number>>,
    ])[]
  ) =>
  (minute: number): KnownFacts => ({
    executed: commands
      .filter(([at]) => at <= minute)
      .map(([at, action, args]) => ({ action, args, at: at * MINUTE })),
  })
const at4 = withCommands([1, 'setpoint', { compartment: 1, value: 4 }])
test.each<[string, [number, Temperatures][], (minute: number) => KnownFacts, string[]]>([
  [
    'without commands raises no alert about a change by hand [alerts.45]',
    [
      [0, { set: 4 }],
      [1, { set: 8 }],
      [9, { set: 2 }],
    ],
    () => ({}),
    [],
  ],
  [
    'that follows its command raises no alert',
    [
      [0, { set: 8 }],
      [2, { set: 8 }],
      [3, { set: 4 }],
      [60, { set: 4 }],
    ],
    at4,
    [],
  ],
  [
    'that leaves a confirmed command raises an alert until it returns [alerts.42]',
    [
      [0, { set: 8 }],
      [2, { set: 4 }],
      [9, { set: 6 }],
      [12, { set: 6 }],
      [20, { set: 4 }],
    ],
    at4,
    ['9 raise', '20 clear'],
  ],
  [
    'that takes a third value raises an alert at once',
    [
      [0, { set: 8 }],
      [2, { set: 8 }],
      [3, { set: 6 }],
    ],
    at4,
    ['3 raise'],
  ],
  [
    'that has not followed for five minutes raises an alert',
    [
      [0, { set: 8 }],
      [2, { set: 8 }],
      [5, { set: 8 }],
      [6, { set: 8 }],
      [7, { set: 4 }],
    ],
    at4,
    ['6 raise', '7 clear'],
  ],
  [
    'with a newer command is compared with that command alone',
    [
      [0, { set: 8 }],
      [2, { set: 4 }],
      [9, { set: 6 }],
      [11, { set: 6 }],
      [12, { set: 7 }],
    ],
    withCommands(
      [1, 'setpoint', { compartment: 1, value: 4 }],
      [10, 'setpoint', { compartment: 1, value: 6 }],
    ),
    ['9 raise', '11 clear', '12 raise'],
  ],
  [
    'that is switched off by hand raises an alert [alerts.43]',
    [
      [0, { set: 4, on: 0 }],
      [2, { set: 4 }],
      [3, { set: 4, on: 0 }],
      [4, { set: 4 }],
    ],
    withCommands([1, 'on', { compartment: 1 }]),
    ['3 raise', '4 clear'],
  ],
  [
    'is compared with the newer command of on and off',
    [
      [0, { set: 4 }],
      [2, { set: 4 }],
      [4, { set: 4, on: 0 }],
      [5, { set: 4 }],
    ],
    withCommands([1, 'on', { compartment: 1 }], [3, 'off', { compartment: 1 }]),
    ['5 raise'],
  ],
  [
    'whose mode is changed by hand raises an alert [alerts.44]',
    [
      [0, { set: 4, mode: 0 }],
      [2, { set: 4, mode: 1 }],
      [3, { set: 4, mode: 0 }],
    ],
    withCommands([1, 'mode', { mode: 1 }]),
    ['3 raise'],
  ],
  [
    'whose other compartment is changed raises no alert',
    [
      [0, { set: 4, set2: 9 }],
      [2, { set: 4, set2: 9 }],
      [3, { set: 4, set2: 2 }],
    ],
    at4,
    [],
  ],
  [
    'that stops reporting keeps its alert',
    [
      [0, { set: 8 }],
      [2, { set: 4 }],
      [9, { set: 6 }],
      [10, { T1: 3 }],
    ],
    at4,
    ['9 raise'],
  ],
  [
    'with a command for another device raises no alert',
    [
      [0, { set: 4 }],
      [2, { set: 9 }],
    ],
    withCommands([1, 'starter_off', {}]),
    [],
  ],
])('a unit %s', (_, told, known, expected) => {
  expect(effectsOf(alerts.local_unit_override.id, told, {}, known)).toEqual(expected)
})

test('an open door of a cooled vehicle is told with its number, a setpoint with what was ordered [alerts.130]', () => {
  const raised = (told: Temperatures, configurations: Readonly<Record<string, string>> = {}) =>
    derivations
      .flatMap(d => d.step(d.start, sample(0, told), facts(configurations, {}))?.effects ?? [])
      .flatMap(effect => (effect.effect === 'raise' ? [effect] : []))
  const dataOf = (alert_id: number, list: ReturnType<typeof raised>) =>
    list.find(effect => effect.alert_id === alert_id)?.data ?? {}
  const open = raised({ set: -20, door: true })
  expect(alerts.cooling_door_open.figures(dataOf(15, open))).toEqual({
    place: { key: 'eyedoor.alert_doors', values: { count: 1, doors: '1' } },
  })
  const ordered = raised({ set: -18 }, { eyecold_fridge_odl_t1: '-20' })
  expect(alerts.setpoint_out_of_range.figures(dataOf(3, ordered))).toEqual({
    value: -18,
    ordered: -20,
    unit: '°C',
    decimals: 1,
  })
})
