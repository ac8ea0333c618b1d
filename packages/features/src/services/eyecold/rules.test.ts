import { profileReader } from '@flotta/core/profile-reader.ts'
import { source } from '@flotta/core/reading.ts'
import { recordValuesOf } from '@flotta/core/record-values.ts'
import type { Word } from '@flotta/core/telemetry.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { describe, expect, test } from 'vitest'
import { fridge, temperature } from './kinds.ts'
import { unconfirmedWishes, type Wish } from './orders.ts'
import {
  alarmOf,
  clampSetpoint,
  compartmentOf,
  compartmentState,
  compartmentsOf,
  isOutOfRange,
  modeOf,
  plausible,
  refineHistory,
  sensorsOf,
  together,
  toleranceOf,
} from './rules.ts'

const sources = (meanings: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(
    Object.entries(meanings).map(([name, words]) => [
      name,
      words.map(word => source(word as Word)),
    ]),
  )
const fridgeOf = (values: Partial<Record<Word, number>>) =>
  fridge.read(recordValuesOf(values), sources(fridge.meanings))
const temperatureOf = (values: Partial<Record<Word, number>>) =>
  temperature.read(recordValuesOf(values), sources(temperature.meanings))

describe('a record of the refrigeration unit', () => {
  test('gives every value under its own name, and null for a value that is missing [eyecold.7, eyecold.10, eyecold.18]', () => {
    expect(
      fridgeOf({
        reefer_alarm: 1,
        reefer_run_mode: 1,
        reefer_hours_electric: 120,
        reefer_hours_engine: 2_400,
        zone1_setpoint: -20,
        zone2_setpoint: 4.04,
        zone1_mode: 2,
        zone2_mode: 4,
        zone1_state: 3,
        zone2_state: 7,
        zone1_power_mode: 1,
      }),
    ).toEqual({
      current_sensor: null,
      alarm_status: 1,
      overall_status: 1,
      operating_mode: 1,
      operating_mode_status: null,
      hour_meter_electric: 120,
      hour_meter_fuel: 2_400,
      setpoint_t1: -20,
      setpoint_t2: 4,
      setpoint_t3: null,
      operation_mode_c1: 2,
      operation_mode_c2: 4,
      operation_mode_c3: null,
      operation_status_c1: 3,
      operation_status_c2: 7,
      operation_status_c3: null,
      engine_status: 'electric',
    })
  })
  test.each<[string, Partial<Record<Word, number>>, string, unknown]>([
    [
      'means on if the bit of any compartment is set [eyecold.14]',
      { zone1_state: 1, zone3_state: 3 },
      'overall_status',
      1,
    ],
    ['means off if no compartment is on', { zone1_state: 1, zone2_state: 0 }, 'overall_status', 0],
    [
      'leaves the state unknown if no compartment reports',
      { reefer_alarm: 0 },
      'overall_status',
      null,
    ],
    ['gives graver alarms as blocked', { reefer_alarm: 3 }, 'alarm_status', 2],
    [
      'names the engine as the drive of the unit [eyecold.17]',
      { reefer_alarm: 0, zone1_power_mode: 0 },
      'engine_status',
      'fuel',
    ],
  ])('%s', (_, values, field, expected) => {
    expect(fridgeOf(values)).toHaveProperty(field, expected)
  })
  test('is ignored if it has no value of the unit', () => expect(fridgeOf({ temp1: 4 })).toBeNull())
  test('gives the previous state itself if nothing has changed', () => {
    const first = { zone1_state: 3, zone1_setpoint: -18, reefer_alarm: 0 }
    const again = (values: Partial<Record<Word, number>>) =>
      fridge.read(recordValuesOf(values), sources(fridge.meanings), before)
    const before = fridgeOf(first)
    expect(again(first)).toBe(before)
    expect(again({ ...first, zone1_power_mode: 1 })).toEqual({
      ...before,
      engine_status: 'electric',
    })
    expect(again({ ...first, zone1_state: 0 })).toEqual({
      ...before,
      operation_status_c1: 0,
      overall_status: 0,
    })
  })
  test('gives the running state of a wired input', () => {
    expect(
      fridge.read(recordValuesOf({ in2: 1, zone1_state: 1 }), {
        ...sources(fridge.meanings),
        overall_status: [source('in2')],
      })?.overall_status,
    ).toBe(1)
  })
})

describe('temperatures', () => {
  test.each([
    [-60, true],
    [-60.1, false],
    [-0.1, true],
    [90, true],
    [127.9, false],
    [null, true],
  ])('%s °C is believed: %s', (value, expected) => expect(plausible(value)).toBe(expected))
  test('an impossible value gives no temperature, and the other sensors keep theirs', () => {
    expect(temperatureOf({ temp1: -18.4, temp2: 150, ble_temp3: 3.2 })).toEqual({
      T1: -18.4,
      T2: null,
      T3: 3.2,
      T4: null,
    })
    expect(temperatureOf({ temp1: 150 })).toEqual({ T1: null, T2: null, T3: null, T4: null })
  })
  test('all bits set, −0.1 °C, means that the sensor is not ready, and gives no temperature', async () => {
    const profile = {
      code: 'x',
      name: 'x',
      protocol: 'x',
      reporting_interval: 60,
      parameters: [{ id: 72, word: 'temp1', signed: true, scale: 0.1, missing: [-1] }],
    } as const
    const sampleOf = (raw: number) =>
      profileReader(profile).read(
        Uint8Array.from([((72 << 3) & 127) | 1 | 128, (72 << 3) >> 7, (raw >> 8) & 255, raw & 255]),
      )
    expect([sampleOf(-1), sampleOf(-2)]).toEqual([{}, { temp1: -0.2 }])
  })
})

describe('states and limits', () => {
  test.each([
    [null, null],
    [0, 'off'],
    [1, 'available'],
    [3, 'on'],
    [7, 'defrosting'],
    [11, 'pretrip'],
    [15, 'defrosting'],
  ])('operation status %s is %s [eyecold.12]', (status, state) =>
    expect(compartmentState(status)).toBe(state),
  )
  test.each([
    [0, 'off'],
    [1, 'heating'],
    [2, 'cooling'],
    [3, 'idle'],
    [4, 'defrost'],
    [5, 'pretrip'],
    [6, null],
    [null, null],
  ])('operation mode %s is %s [eyecold.13]', (mode, name) => expect(modeOf(mode)).toBe(name))
  test.each([
    [0, 'none'],
    [1, 'operative'],
    [2, 'blocked'],
    [null, null],
  ])('alarm %s is %s [eyecold.16]', (alarm, name) => expect(alarmOf(alarm)).toBe(name))
  test.each([
    [{}, 1, 4, 5],
    [
      {
        fridge_compartments_number: '3',
        fridge_temperature_sensors_number: '2',
        temperature_tolerance_c: '2.5',
      },
      3,
      2,
      2.5,
    ],
    [
      {
        fridge_compartments_number: '9',
        fridge_temperature_sensors_number: 'x',
        temperature_tolerance_c: '0',
      },
      1,
      4,
      5,
    ],
  ])(
    'are those of the configuration %o [eyecold.3, eyecold.5, eyecold.22]',
    (configurations, compartments, sensors, tolerance) => {
      expect([
        compartmentsOf(configurations),
        sensorsOf(configurations),
        toleranceOf(configurations),
      ]).toEqual([compartments, sensors, tolerance])
    },
  )
  test('further sensors belong to the last compartment', () => {
    expect([1, 2, 3, 4].map(sensor => compartmentOf(sensor, 2))).toEqual([1, 2, 2, 2])
    expect([1, 2, 3, 4].map(sensor => compartmentOf(sensor, 1))).toEqual([1, 1, 1, 1])
  })
})

describe('an order to the unit', () => {
  // the unit reports its first compartment only, and nothing of the third
  const unit = {
    ...{
      setpoint_t1: -20,
      setpoint_t2: null,
      setpoint_t3: null,
      overall_status: 1,
      operating_mode: 0,
    },
    ...{ operation_status_c1: 2, operation_status_c2: 0, operation_status_c3: null },
  }
  const wish = (field: Wish['field'], value: number, since: number, compartment = 1): Wish => ({
    field,
    compartment,
    value,
    since,
  })
  test.each<[string, Wish[], number | null, Wish[]]>([
    [
      'stays awaited until the unit reports its value',
      [wish('setpoint_t1', -18, 10)],
      20,
      [wish('setpoint_t1', -18, 10)],
    ],
    [
      'is no longer awaited when the unit has reported its value',
      [wish('setpoint_t1', -20, 10)],
      20,
      [],
    ],
    [
      'is not confirmed by an earlier report',
      [wish('setpoint_t1', -20, 10)],
      5,
      [wish('setpoint_t1', -20, 10)],
    ],
    [
      'stays awaited if the unit has never reported',
      [wish('setpoint_t1', -20, 10)],
      null,
      [wish('setpoint_t1', -20, 10)],
    ],
    [
      'replaces an older order for the same field',
      [wish('overall_status', 0, 10), wish('overall_status', 1, 15)],
      20,
      [],
    ],
    [
      'is confirmed independently of an order for another field',
      [wish('overall_status', 0, 10), wish('operating_mode', 0, 11)],
      20,
      [wish('overall_status', 0, 10)],
    ],
    [
      'to switch a compartment off is confirmed even if another compartment runs',
      [wish('overall_status', 0, 10, 2)],
      20,
      [],
    ],
    [
      'to switch a compartment on is not confirmed by another compartment',
      [wish('overall_status', 1, 10, 2)],
      20,
      [wish('overall_status', 1, 10, 2)],
    ],
    [
      'for a compartment that does not report is confirmed by the state of the unit',
      [wish('overall_status', 1, 10, 3)],
      20,
      [],
    ],
    [
      'stays awaited for each compartment, newest first',
      [wish('overall_status', 0, 10), wish('overall_status', 1, 15, 2)],
      20,
      [wish('overall_status', 1, 15, 2), wish('overall_status', 0, 10)],
    ],
  ])('%s', (_, wishes, at, expected) => {
    expect(unconfirmedWishes(wishes, at === null ? [] : [{ at, data: unit }])).toEqual(expected)
  })
})

test('two histories combine into one: each moment has what is known from both, as long as it is valid', () => {
  const at = (minute: number, data: object) => ({ at: minute * MINUTE, data })
  const [a1, a2, b1] = [{ a: 1 }, { a: 2 }, { b: 1 }]
  expect(
    together([at(0, a1), at(30, a2), at(60, a1)], [at(10, b1), at(60, b1)]).map(r => [
      r.at / MINUTE,
      r.a,
      r.b,
    ]),
  ).toEqual([
    [0, a1, null],
    [10, a1, b1],
    [30, a2, b1],
    [60, a1, b1],
  ])
  expect(together([], [])).toEqual([])
})
test.each([
  [-15, -20, 5, false],
  [-14.9, -20, 5, true],
  [-25.1, -20, 5, true],
  [0.3, 0, 0.3, false],
  [null, -20, 5, false],
  [50, null, 5, false],
])(
  '%s °C at a setpoint of %s ± %d is out of range: %s [eyecold.21]',
  (value, setpoint, tolerance, expected) => {
    expect(isOutOfRange(value, setpoint, tolerance)).toBe(expected)
  },
)
test.each([
  [-36, -35],
  [35.4, 35],
  [99, 35],
  [2.5, 3],
])('%d °C can be asked as %d [eyecold.31]', (wanted, asked) =>
  expect(clampSetpoint(wanted)).toBe(asked),
)

test('a finer part replaces the coarse points of its time', () => {
  expect(
    refineHistory([0, 10, 20, 30, 40], [12, 15, 18, 22], { from: 12, to: 25 }, v => v),
  ).toEqual([0, 10, 12, 15, 18, 22, 30, 40])
})
