// How values of axles and tyres in records become readings.
import { type Reading, type Sources, source } from '@flotta/core/reading.ts'
import { recordValuesOf } from '@flotta/core/record-values.ts'
import type { Values, Word } from '@flotta/core/telemetry.ts'
import { describe, expect, test } from 'vitest'
import { axle, tyre } from './measures.ts'

/** By `wiring`, else by the usual words. */
const sourcesOf = (reading: Reading, wiring: Readonly<Record<string, string>> = {}): Sources =>
  Object.fromEntries(
    Object.entries(reading.meanings).map(([meaning, usual]) => {
      const wired = wiring[meaning]
      const words = wired === undefined ? usual : [wired.replace('!', '') as Word]
      return [meaning, words.map(word => source(word, wired?.startsWith('!')))]
    }),
  )
const withoutNulls = (data: object | null) =>
  data && Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null))

describe('axles', () => {
  test.each<[string, Values, Readonly<Record<string, string>>, object | null]>([
    [
      'give loads in kilograms, with the odometer of that moment',
      { axle1_load: 6_420.4, axle5_load: 0, odometer: 5_000 },
      {},
      { axle1_load: 6_420, axle5_load: 0, odometer: 5_000 },
    ],
    ['are not reported by an odometer alone', { odometer: 5_000 }, {}, null],
    [
      'ignore an impossible load',
      { axle1_load: 65_535, axle2_load: 7_000 },
      {},
      { axle2_load: 7_000 },
    ],
    ['give the gross weight', { gross_weight: 38_000 }, {}, { gross_weight: 38_000 }],
    ['ignore inputs that are not wired [telemetry.11]', { in1: 1, in3: 1 }, {}, null],
    [
      'give warnings where they are wired, also inverted',
      { in3: 1, in4: 1 },
      { red_warning: 'in3', brake_lining_alarm: '!in4' },
      { red_warning: 1, brake_lining_alarm: 0 },
    ],
    [
      'give linings where they are wired',
      { adc1: 62 },
      { axle3_right_brake_lining: 'adc1' },
      { axle3_right_brake_lining: 62 },
    ],
  ])('%s', (_, values, wiring, data) =>
    expect(withoutNulls(axle.read(recordValuesOf(values), sourcesOf(axle, wiring)))).toEqual(data),
  )
  test('are not kept again when only the odometer goes on', () => {
    const at = (odometer: number, axle1_load: number) =>
      axle.read(recordValuesOf({ odometer, axle1_load }), sourcesOf(axle)) ??
      expect.fail('nothing told')
    expect(axle.changed(at(1, 6_000), at(9_000, 6_050))).toBe(false)
    expect(axle.changed(at(1, 6_000), at(1, 6_100))).toBe(true)
  })
})

describe('tyres', () => {
  test.each<[string, Values, object | null]>([
    [
      'are numbered so that 2n−1 is the left one of axle n [eyeway.5]',
      { tyre1_pressure: 8.254, tyre9_temp: 31 },
      { axle1_left_tyre_pressure: 8.25, axle5_left_tyre_temperature: 31 },
    ],
    [
      'are numbered so that 2n is the right one [eyeway.6]',
      { tyre2_temp: -4, tyre10_pressure: 7.9 },
      { axle1_right_tyre_temperature: -4, axle5_right_tyre_pressure: 7.9 },
    ],
    ['have no pressure when they are flat', { tyre1_pressure: 0 }, { axle1_left_tyre_pressure: 0 }],
    [
      'ignore an impossible pressure',
      { tyre1_pressure: 15.01, tyre2_pressure: 8 },
      { axle1_right_tyre_pressure: 8 },
    ],
    ['ignore an impossible temperature', { tyre1_temp: 201, tyre2_temp: -51 }, null],
    ['are not shown for a sixth axle', { tyre11_pressure: 8 }, null],
  ])('%s', (_, values, data) =>
    expect(withoutNulls(tyre.read(recordValuesOf(values), sourcesOf(tyre)))).toEqual(data),
  )
  test('are kept again after a tenth of a bar or two degrees, not after less', () => {
    const at = (tyre1_pressure: number, tyre1_temp: number) =>
      tyre.read(recordValuesOf({ tyre1_pressure, tyre1_temp }), sourcesOf(tyre)) ??
      expect.fail('nothing told')
    expect(tyre.changed(at(8, 30), at(8.09, 31))).toBe(false)
    expect(tyre.changed(at(8, 30), at(7.9, 30))).toBe(true)
    expect(tyre.changed(at(8, 30), at(8, 32))).toBe(true)
  })
})
