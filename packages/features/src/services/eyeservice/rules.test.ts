// Maintenance as tables: the values to choose, the fields of the form, and due dates.
import { describe, expect, test } from 'vitest'
import {
  type Counters,
  choices,
  configOf,
  dueAgain,
  formFieldsOf,
  type MaintenanceConfig,
  maintenanceTypeOf,
  permittedMaintenanceTypes,
} from './rules.ts'

const usual = configOf({}, 'S')
const config = (some: Partial<MaintenanceConfig> = {}): MaintenanceConfig => ({ ...usual, ...some })

test('the defaults are 12 months and 1,500 hours for the unit, 12 months for recorder and F-gas, and none for general maintenance [eyeservice.15]', () => {
  expect(usual).toEqual({
    fridge_time_config: 12,
    fridge_hours_config: 1_500,
    maintenance_time_config: null,
    maintenance_km_config: null,
    maintenance_hours_config: null,
    fgas_time_config: 12,
    recorder_time_config: 12,
  })
})
test('a setting replaces the default, unless it is not a number', () => {
  expect(
    configOf(
      {
        fridge_maintenance_time: '6',
        general_maintenance_km: '60000',
        fgas_maintenance_time: 'soon',
        recorder_maintenance_time: '0',
      },
      'S',
    ),
  ).toMatchObject({
    fridge_time_config: 6,
    maintenance_km_config: 60_000,
    fgas_time_config: 12,
    recorder_time_config: 12,
  })
})
test.each([
  ['time', 12, 3, 36],
  ['km', 20, 5_000, 100_000],
  ['hours', 20, 250, 5_000],
] as const)(
  'the interval %s has %d choices, from %d to %d [eyeservice.16]',
  (measure, count, first, last) => {
    expect([choices[measure].length, choices[measure][0], choices[measure].at(-1)]).toEqual([
      count,
      first,
      last,
    ])
  },
)
test.each<[string, number[], number[]]>([
  ['none without an agreement', [106, 2], []],
  ['each with its own', [28, 22, 23, 21], [3, 0, 1, 2]],
  ['the unit alone', [22], [0]],
  ['expenses are no maintenance', [29], []],
])('sorts that may be chosen: %s', (_, heldAgreements, expected) => {
  expect(permittedMaintenanceTypes(heldAgreements).map(c => c.type)).toEqual(expected)
})
test.each<[string, number, Partial<MaintenanceConfig>, boolean, boolean]>([
  ['the unit: hours', 0, {}, true, false],
  ['F-gas: neither', 1, {}, false, false],
  ['the recorder: neither', 2, {}, false, false],
  ['general without a configuration: neither', 3, {}, false, false],
  ['general by hours: hours', 3, { maintenance_hours_config: 500 }, true, false],
  ['general by km: km', 3, { maintenance_km_config: 50_000 }, false, true],
  [
    'general by both: both',
    3,
    { maintenance_hours_config: 500, maintenance_km_config: 50_000 },
    true,
    true,
  ],
])('fields of the form for %s [eyeservice.21]', (_, type, some, hours, km) => {
  const care = maintenanceTypeOf(type)
  expect(care && formFieldsOf(care, config(some))).toEqual({ hours, km })
})

describe('due', () => {
  const at = (km: number | null, engine: number | null, fridge: number | null): Counters => ({
    km,
    hours: { engine, fridge },
  })
  const undated = at(null, null, null)
  test.each<
    [
      string,
      number,
      Partial<MaintenanceConfig>,
      [string, number | null, number | null],
      string,
      Counters,
      object | null,
    ]
  >([
    [
      '12 months after',
      1,
      {},
      ['2026-01-15', null, null],
      '2026-11-22',
      undated,
      { state: 'fine', by: 'period', due_date: '2027-01-15', left_days: 54 },
    ],
    [
      'on its day it is due and not overdue [eyeservice.19]',
      1,
      {},
      ['2025-11-22', null, null],
      '2026-11-22',
      undated,
      { state: 'due', left_days: 0 },
    ],
    [
      'the day after its day it is overdue [eyeservice.20]',
      1,
      {},
      ['2025-11-21', null, null],
      '2026-11-22',
      undated,
      { state: 'overdue', left_days: -1 },
    ],
    [
      'the last day of a month that is too short',
      2,
      { recorder_time_config: 3 },
      ['2025-11-30', null, null],
      '2026-02-01',
      undated,
      { due_date: '2026-02-28' },
    ],
    [
      '1,500 hours of the unit',
      0,
      {},
      ['2026-11-01', null, 800],
      '2026-11-22',
      at(null, 9_999, 2_300),
      { state: 'due', by: 'hour', due_hour: 2_300, left_hour: 0 },
    ],
    [
      'hours that come first',
      0,
      {},
      ['2026-11-01', null, 800],
      '2026-11-22',
      at(null, null, 2_301),
      { state: 'overdue', by: 'hour', left_hour: -1 },
    ],
    [
      'months where the hours are not known',
      0,
      {},
      ['2026-11-01', null, 800],
      '2026-11-22',
      undated,
      { state: 'fine', by: 'period', left_hour: null },
    ],
    [
      'general maintenance without an interval is never due [eyeservice.18]',
      3,
      {},
      ['2020-01-01', 1, 1],
      '2026-11-22',
      at(900_000, 9_000, null),
      null,
    ],
    [
      'kilometres',
      3,
      { maintenance_km_config: 50_000 },
      ['2026-01-01', 100_000, null],
      '2026-11-22',
      at(150_001, null, null),
      { state: 'overdue', by: 'km', left_km: -1 },
    ],
    [
      'engine hours, not those of the unit',
      3,
      { maintenance_hours_config: 500 },
      ['2026-01-01', null, 1_000],
      '2026-11-22',
      at(null, 1_400, 9_000),
      { state: 'fine', by: 'hour', left_hour: 100 },
    ],
    [
      'the first of all three [eyeservice.17]',
      3,
      { maintenance_time_config: 24, maintenance_km_config: 50_000, maintenance_hours_config: 500 },
      ['2026-01-01', 100_000, 1_000],
      '2026-11-22',
      at(120_000, 1_600, null),
      { state: 'overdue', by: 'hour' },
    ],
    [
      'an entry without its counter is not counted by that counter',
      3,
      { maintenance_km_config: 50_000 },
      ['2026-01-01', null, null],
      '2026-11-22',
      at(900_000, null, null),
      null,
    ],
  ])('%s', (_, type, some, [date, km, hour], today, counters, expected) => {
    const care = maintenanceTypeOf(type)
    const due =
      care && dueAgain(care, config(some), { date, km, hour }, { date: today, ...counters })
    if (expected === null) expect(due).toBeNull()
    else expect(due).toMatchObject(expected)
  })
})
