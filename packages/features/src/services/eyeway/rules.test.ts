// The rules of axles and tyres.
import { describe, expect, test } from 'vitest'
import {
  axlesShown,
  byMinute,
  type Colour,
  loadOf,
  pressureColour,
  temperatureColour,
  together,
  tyreColour,
  warningsBegun,
} from './rules.ts'
import { noTires } from './testing-data.ts'

const defaults = { max_temp: 75, nominal_pressure: 8, max_pressure: 9 }

describe('a pressure is', () => {
  test.each<[string, number | null, Partial<typeof defaults>, Colour | null]>([
    ['green at the nominal pressure', 8, {}, 'green'],
    ['green just under one bar above it [eyeway.14]', 8.99, {}, 'green'],
    ['red one bar above it [eyeway.11]', 9, {}, 'red'],
    ['red one bar above it although the maximum is higher', 9, { max_pressure: 10 }, 'red'],
    [
      'red above the maximum although it is near the nominal one [eyeway.10]',
      8.6,
      { max_pressure: 8.5 },
      'red',
    ],
    ['green at the maximum itself', 8.5, { max_pressure: 8.5 }, 'green'],
    ['green just over 0.6 bar below [eyeway.13]', 7.41, {}, 'green'],
    ['orange 0.6 bar below [eyeway.12]', 7.4, {}, 'orange'],
    ['orange however far below', 0, {}, 'orange'],
    [
      'compared with the vehicle’s own nominal pressure',
      6.4,
      { nominal_pressure: 7, max_pressure: 8 },
      'orange',
    ],
    ['not known', null, {}, null],
  ])('%s', (_, bar, some, colour) =>
    expect(pressureColour(bar, { ...defaults, ...some })).toBe(colour),
  )
})

describe('a temperature is', () => {
  test.each<[string, number | null, Colour | null]>([
    ['green at the maximum', 75, 'green'],
    ['red above it [eyeway.15]', 75.1, 'red'],
    ['green in the cold', -20, 'green'],
    ['not known', null, null],
  ])('%s', (_, celsius, colour) => expect(temperatureColour(celsius, defaults)).toBe(colour))
})

test.each<[number | null, number | null, Colour | null]>([
  [8, 40, 'green'],
  [7, 40, 'orange'],
  [7, 80, 'red'],
  [9.5, 20, 'red'],
  [null, 80, 'red'],
  [7, null, 'orange'],
  [null, null, null],
])(
  'a tyre with %s bar and %s °C is %s, and grey without both values [eyeway.16]',
  (bar, celsius, colour) => expect(tyreColour(bar, celsius, defaults)).toBe(colour),
)

const loads = {
  axle1_load: null,
  axle2_load: null,
  axle3_load: null,
  axle4_load: null,
  axle5_load: null,
  gross_weight: null,
}
test.each([
  [
    'is the sum of the axles [eyeway.7]',
    { axle1_load: 6_000, axle2_load: 9_500, gross_weight: 20_000 },
    15_500,
  ],
  ['of one axle that is weighed is that', { axle2_load: 9_500 }, 9_500],
  ['is the gross weight where no axle is weighed [eyeway.8]', { gross_weight: 20_000 }, 20_000],
  ['may be nothing', { axle1_load: 0 }, 0],
  ['may be unknown', {}, null],
])('a load %s', (_, some, kg) => expect(loadOf({ ...loads, ...some })).toBe(kg))

describe('the axles that are shown', () => {
  test.each([
    ['are as many as the vehicle has', 3, {}, [1, 2, 3]],
    ['include axles that report tyres', 2, { axle4_left_tyre_pressure: 8 }, [1, 2, 4]],
    [
      'are only those that report where their number is unknown',
      null,
      { axle1_load: 0, axle2_right_brake_lining: 80, axle3_right_tyre_temperature: 20 },
      [1, 2, 3],
    ],
    ['are none without data', null, {}, []],
  ])('%s', (_, number, some, shown) =>
    expect(axlesShown(number, { ...noTires, ...some })).toEqual(shown),
  )
  test('are those of the vehicle before any data', () =>
    expect(axlesShown(2, null)).toEqual([1, 2]))
})

test('the last point of each minute is kept [eyeway.34]', () => {
  const at = (minutes: number) => ({ at: minutes * 60_000 })
  expect(byMinute([at(1), at(1.5), at(2.99), at(3), at(7)])).toEqual([
    at(1.5),
    at(2.99),
    at(3),
    at(7),
  ])
  expect(byMinute([])).toEqual([])
})

test('two histories combine into one: each moment has the newest value of both', () => {
  const first = [1, 3].map(at => ({ at, data: `a${at}` }))
  const second = [2, 3, 4].map(at => ({ at, data: `b${at}` }))
  expect(together(first, second)).toEqual([
    { at: 1, first: 'a1', second: null },
    { at: 2, first: 'a1', second: 'b2' },
    { at: 3, first: 'a3', second: 'b3' },
    { at: 4, first: 'a3', second: 'b4' },
  ])
  expect(together([], second.slice(0, 1))).toEqual([{ at: 2, first: null, second: 'b2' }])
})

const warningsAt = (
  at: number,
  red_warning: number | null,
  amber_warning: number | null = null,
) => ({
  at,
  red_warning,
  amber_warning,
  brake_lining_alarm: null,
})
test.each([
  [
    'each time a warning comes on',
    [warningsAt(1, 0), warningsAt(2, 1), warningsAt(3, 1), warningsAt(4, 0), warningsAt(5, 1)],
    2,
  ],
  ['not again after a missing value', [warningsAt(1, 1), warningsAt(2, null), warningsAt(3, 1)], 1],
  ['each warning separately', [warningsAt(1, 1, 0), warningsAt(2, 1, 1)], 2],
  ['not where a warning was on before', [warningsAt(-1, 1), warningsAt(1, 1)], 0],
  ['none without data', [warningsAt(1, null)], 0],
])('warnings are counted: %s', (_, rows, expected) =>
  expect(warningsBegun(rows, { from: 0, to: 10 })).toBe(expected),
)
