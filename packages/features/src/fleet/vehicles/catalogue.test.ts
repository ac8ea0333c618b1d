// The configurations of a vehicle, value by value.
import { describe, expect, test } from 'vitest'
import {
  configurationFaults,
  defaultOf,
  mergeConfigurations,
  parameters,
  speedLimit,
  type Unit,
} from './catalogue.ts'

test.each([
  ['M', {}, 90],
  ['T', {}, 90],
  ['C', {}, 90],
  ['P', {}, 90],
  ['R', {}, 90],
  ['S', {}, 90],
  ['V', {}, 130],
  ['U', {}, 130],
  ['', {}, 130],
  ['T', { speed_limit_kmh: '80' }, 80],
  ['U', { speed_limit_kmh: ' 50 ' }, 50],
  ['U', { speed_limit_kmh: '' }, 130],
  ['T', { speed_limit_kmh: 'slow' }, 90],
  ['T', { speed_limit_kmh: '-5' }, 90],
  ['T', { speed_limit_kmh: '0' }, 90],
])(
  'a vehicle of type %s with %o may drive at %i km/h [vehicles.56, alerts.33]',
  (type, configurations: Record<string, string>, limit) => {
    expect(speedLimit(type, configurations)).toBe(limit)
  },
)

describe('a written parameter', () => {
  const wrong = (
    parameter: string,
    value: string,
    before: Readonly<Record<string, string>> = {},
    by: 'owner' | 'provider' = 'owner',
  ) => configurationFaults(before, [{ parameter, value }], by)
  test.each([
    ['speed_limit_kmh', '80'],
    ['speed_limit_kmh', ''],
    ['temperature_tolerance_c', '2.5'],
    ['eyecold_cmd_enabled', 'true'],
    ['door1_active', '0'],
    ['eyecold_fridge_odl_t1', '-20'],
    ['fuel_table', '0:0;4095:600'],
    ['tandt_authorized', 'A1|B2'],
    ['general_maintenance_km', '40000'],
    ['sensor_t1_serial', 'PT100-4471'],
    ['sensor_t1_checked', '2026-03-14'],
  ])('%s may be %j', (parameter, value) => expect(wrong(parameter, value)).toEqual([]))
  test.each([
    ['speed_limit_kmh', '9', 'whole', { min: 10, max: 250 }],
    ['speed_limit_kmh', '251', 'whole', { min: 10, max: 250 }],
    ['speed_limit_kmh', '80.5', 'whole', { min: 10, max: 250 }],
    ['speed_limit_kmh', '80 km/h', 'whole', { min: 10, max: 250 }],
    ['speed_limit_kmh', '1e2', 'whole', { min: 10, max: 250 }],
    ['temperature_tolerance_c', '2,5', 'number', { min: 0.5, max: 30 }],
    ['fridge_compartments_number', '4', 'whole', { min: 1, max: 3 }],
    ['eyecold_cmd_enabled', '1', 'choice', { choices: 'true, false' }],
    ['door4_active', 'yes', 'choice', { choices: '1, 0' }],
    ['fuel_table', '0-0', 'pattern', { example: '0:0;2048:300;4095:600' }],
    ['beacon_code', 'x'.repeat(51), 'long', { max: 50 }],
    ['sensor_t1_checked', '14/03/2026', 'day', {}],
    ['sensor_t1_checked', '2026-02-30', 'day', {}],
    ['door5_active', '1', 'unknown', {}],
    ['cmd_on', 'setdigout 1', 'provider', {}],
  ])('%s may not be %j: %s', (parameter, value, key, values) =>
    expect(wrong(parameter, value)).toEqual([
      { key: `vehicles.wrong.${key}`, values: { parameter, ...values } },
    ]),
  )
  test('that is a command to the device is open to the provider', () =>
    expect(wrong('cmd_on', 'setdigout 1', {}, 'provider')).toEqual([]))
  test('that is already stored may be written again with the same value, whatever it is', () => {
    expect(wrong('old_word', 'x', { old_word: 'x' })).toEqual([])
    expect(wrong('speed_limit_kmh', 'slow', { speed_limit_kmh: 'slow' })).toEqual([])
    expect(wrong('cmd_on', 'a', { cmd_on: 'a' })).toEqual([])
    expect(wrong('old_word', 'y', { old_word: 'x' })).toHaveLength(1)
    expect(wrong('constructor', 'x')).toHaveLength(1)
  })
  test('replaces its value, is removed by an empty value, and leaves the others', () =>
    expect(
      mergeConfigurations({ a: '1', b: '2', old: 'x' }, [
        { parameter: 'a', value: '' },
        { parameter: 'b', value: '3' },
      ]),
    ).toEqual({ b: '3', old: 'x' }))
})

test.each<[string, Readonly<Record<string, Unit | undefined>>]>([
  ['speed and load [vehicles.53]', { speed_limit_kmh: 'km/h', max_load_kg: 'kg' }],
  [
    'fuel, tag and tolerance [vehicles.55, telemetry.16]',
    {
      tank_capacity_l: 'l',
      fuel_table: undefined,
      carbon_average_consumption: 'l/h',
      beacon_code: undefined,
      tandt_authorized: undefined,
      temperature_tolerance_c: '°C',
    },
  ],
])('a vehicle has configurations for %s', (_, units) => {
  for (const [name, unit] of Object.entries(units)) {
    const parameter = parameters.find(p => p.parameter === name)
    expect([name, parameter?.shape.kind === 'number' ? parameter.shape.unit : undefined]).toEqual([
      name,
      unit,
    ])
    expect(parameter).toBeDefined()
  }
  const tolerance = parameters.find(({ parameter }) => parameter === 'temperature_tolerance_c')
  expect(tolerance?.default).toBe('5')
})
test('each parameter is listed once, with a default that it accepts', () => {
  expect(new Set(parameters.map(p => p.parameter)).size).toBe(parameters.length)
  for (const p of parameters)
    for (const type of ['T', 'U'] as const) {
      const value = defaultOf(p, type)
      expect([
        p.parameter,
        configurationFaults({}, [{ parameter: p.parameter, value }], 'provider'),
      ]).toEqual([p.parameter, []])
    }
})
