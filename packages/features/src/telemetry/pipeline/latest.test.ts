import { jsonText } from '@flotta/core/json-writer.ts'
import { numberReading, type Reading } from '@flotta/core/reading.ts'
import { MINUTE } from '@flotta/core/time.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readings } from '../../kinds.ts'
import {
  type LatestEntry,
  type LatestReading,
  latestOf,
  newestOf,
  updateLatest,
  writeEntry,
} from './latest.ts'

const readingOfKind = (kind: string): Reading => {
  const reading = readings.find(r => r.kind === kind)
  if (!reading) throw new Error(`no reading ${kind}`)
  return reading
}
const textOf = (reading: Reading, known: LatestReading): string =>
  jsonText(out => writeEntry(reading, known, out))
type Step = readonly [minute: number, data: object]
function latestAfter(
  reading: Reading,
  told: readonly Step[],
): { readonly known: LatestReading; readonly worth: number[] } {
  let latest: LatestReading | null = null
  const worth: number[] = []
  for (const [minute, data] of told) {
    const next = updateLatest(latest, reading, minute * MINUTE, data)
    latest = next.known
    if (next.worth) worth.push(minute)
  }
  if (latest === null) throw new Error('nothing was told')
  return { known: latest, worth }
}
const volts = (
  minute: number,
  external_voltage: number | null,
  battery_capacity: number | null = null,
): Step => [minute, { external_voltage, battery_voltage: 4, battery_capacity }]
const degrees = (minute: number, T1: number | null, T2: number | null = null): Step => [
  minute,
  { T1, T2, T3: null, T4: null },
]
const ignition = (minute: number, on: boolean): Step => [minute, { ignition: on }]

test.each<[string, string, Step[], number[]]>([
  [
    'the ignition when it changes, however late',
    'ignition',
    [ignition(0, false), ignition(60, false), ignition(61, true), ignition(63, true)],
    [0, 61],
  ],
  [
    'volts from 0.2 V on',
    'power',
    [volts(0, 12), volts(1, 12.19), volts(2, 12.2), volts(3, 12.05)],
    [0, 2],
  ],
  [
    'small steps that add up',
    'power',
    [volts(0, 12), volts(1, 12.1), volts(2, 12.2), volts(3, 12.3)],
    [0, 2],
  ],
  [
    'the battery from 5 % on',
    'power',
    [volts(0, 12, 90), volts(1, 12, 86), volts(2, 12, 85)],
    [0, 2],
  ],
  [
    'a value that appears or is gone',
    'power',
    [volts(0, 12), volts(1, null), volts(2, null), volts(3, 12)],
    [0, 1, 3],
  ],
  [
    'every quarter of an hour all the same',
    'power',
    [volts(0, 12), volts(14, 12), volts(15, 12), volts(29, 12), volts(30, 12)],
    [0, 15, 30],
  ],
  [
    'temperatures from a tenth on, of any sensor',
    'temperature',
    [degrees(0, 4, 5), degrees(1, 4.05, 5), degrees(2, 4, 5.1), degrees(3, 4.1, 5.1)],
    [0, 2, 3],
  ],
])('kept: %s [telemetry.56]', (_, kind, told, expected) => {
  expect(latestAfter(readingOfKind(kind), told).worth).toEqual(expected)
})

describe('an entry', () => {
  test.each<[string, string, Step[], string]>([
    ['has its values once, in order', 'temperature', [degrees(1, 4.1)], '[60,[4.1]]'],
    [
      'holds how long ago the same value was kept',
      'temperature',
      [degrees(1, 4.1), degrees(2, 4.1)],
      '[120,[4.1],60]',
    ],
    [
      'holds only the difference from the kept value',
      'temperature',
      [degrees(1, 4.1, 5), degrees(2, 4.15, 5)],
      '[120,[4.15,5],60,0,4.1]',
    ],
    [
      'holds only the newest value when that was kept',
      'temperature',
      [degrees(1, 4.1, 5), degrees(2, 5, 5)],
      '[120,[5,5]]',
    ],
    [
      'returns to the kept value',
      'temperature',
      [degrees(1, 4.1), degrees(2, 4.15), degrees(3, 4.1)],
      '[180,[4.1],120]',
    ],
    [
      'of a sensor that is gone',
      'temperature',
      [degrees(1, 4.1, 5), degrees(1.5, null, 5)],
      '[90,[null,5]]',
    ],
    ['of the ignition', 'ignition', [ignition(1, true), ignition(3, true)], '[180,[true],120]'],
  ])('%s', (_, kind, told, expected) => {
    expect(textOf(readingOfKind(kind), latestAfter(readingOfKind(kind), told).known)).toBe(expected)
  })
  test('is read as it was written, and continues in the same way', () => {
    const reading = readingOfKind('power')
    const value = fc.option(fc.integer({ min: 11_500, max: 12_500 }).map(mv => mv / 1000))
    const readingsOverTime = fc.array(
      fc.record({
        external_voltage: value,
        battery_voltage: value,
        battery_capacity: fc.constant(null),
      }),
      { minLength: 1, maxLength: 12 },
    )
    fc.assert(
      fc.property(readingsOverTime, readingsOverTime, (before, after) => {
        const { known } = latestAfter(
          reading,
          before.map((data, i) => [i * 3 + 1 / 60_000, data]),
        )
        const parsedAgain = latestOf(
          reading,
          JSON.parse(textOf(reading, known)) as LatestEntry,
          undefined,
        )
        expect(textOf(reading, parsedAgain)).toBe(textOf(reading, known))
        after.forEach((data, i) => {
          const at = (before.length + i) * 3 * MINUTE + 777
          expect(updateLatest(parsedAgain, reading, at, data).worth).toBe(
            updateLatest(known, reading, at, data).worth,
          )
          expect(textOf(reading, parsedAgain)).toBe(textOf(reading, known))
        })
      }),
    )
  })
})

describe('an entry in the older form, with names', () => {
  const reading = readingOfKind('temperature')
  const old: LatestEntry = [5 * MINUTE, { T1: 4.15, T2: null, T3: null, T4: null }]
  test('is shown unchanged', () => {
    expect(newestOf(reading, old)).toEqual({
      at: 5 * MINUTE,
      data: { T1: 4.15, T2: null, T3: null, T4: null },
    })
  })
  test('continues from the value kept then, and is written as a list', () => {
    const latest = latestOf(reading, old, [2 * MINUTE, { T1: 4.1, T2: null, T3: null, T4: null }])
    expect(textOf(reading, latest)).toBe('[300,[4.15],180,0,4.1]')
    expect(
      updateLatest(latest, reading, 6 * MINUTE, { T1: 4.19, T2: null, T3: null, T4: null }).worth,
    ).toBe(false)
    expect(
      updateLatest(latest, reading, 7 * MINUTE, { T1: 4.2, T2: null, T3: null, T4: null }).worth,
    ).toBe(true)
  })
  test('counts as kept itself where no kept value is known', () => {
    expect(textOf(reading, latestOf(reading, old, undefined))).toBe('[300,[4.15]]')
  })
})

test('a new field of a reading is null in an entry written before', () => {
  const words = ['temp1'] as const
  const reading: Reading = {
    kind: 'made',
    open: 'everybody',
    kept_every: MINUTE,
    ...numberReading({ a: { words, least: 1 }, b: { words, least: 1 } }),
  }
  expect(newestOf(reading, [1, [7]]).data).toEqual({ a: 7, b: null })
})
