// The fuel that idling consumed, tested by sequences of records.
import type { Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { emptySample } from '../../kinds.ts'
import { idlingConsumption } from './derive-idling.ts'

const facts: VehicleFacts = { vehicle_id: 1, vehicle_type: 'T', configurations: {}, watchers: [] }
/** Minute, minute since which the engine idles (null: it does not), total consumption, rate of consumption. */
type Moment = readonly [minute: number, since: number | null, used?: number | null, rate?: number]
const sampleOf = ([minute, since, used, rate]: Moment): Sample => ({
  ...emptySample,
  at: minute * MINUTE,
  motion:
    since === null ? { motion: 'moving', since: 0 } : { motion: 'idling', since: since * MINUTE },
  consumption:
    used === undefined && rate === undefined ? null : { used: used ?? null, rate: rate ?? null },
})
/** The finished stretches of idling. The state is stored and read again after each record. */
function stretchesOf(records: readonly Moment[]): object[] {
  let state = idlingConsumption.start
  return records.flatMap(record => {
    const next = idlingConsumption.step(state, sampleOf(record), facts)
    if (next !== null) state = JSON.parse(JSON.stringify(next.state))
    return (next?.effects ?? []).flatMap(effect =>
      effect.effect === 'reading' ? [effect.data] : [],
    )
  })
}
/** Minute of the beginning, measured minutes, litres. */
type Stretch = readonly [since: number, measured: number, litres: number]
test.each<[string, Moment[], Stretch[]]>([
  [
    'nothing without idling',
    [
      [0, null, 100],
      [10, null, 105],
    ],
    [],
  ],
  [
    'the total of the engine, up to the record that ends it',
    [
      [0, null, 100],
      [2, 1, 100],
      [32, 1, 101.5],
      [62, null, 103],
    ],
    [[1, 60, 3]],
  ],
  [
    'its rate where the engine reports no total',
    [
      [0, 0, null, 2],
      [30, 0, null, 4],
      [45, null, null, 30],
    ],
    [[0, 45, 2]],
  ],
  [
    'its rate where the total jumps',
    [
      [0, 0, 100, 2],
      [30, 0, 9000, 2],
      [60, null, 9001, 2],
    ],
    [[0, 60, 2]],
  ],
  [
    'nothing by a total that is reported once',
    [
      [0, 0, 100],
      [30, 0],
      [60, null],
    ],
    [],
  ],
  [
    'only what was measured',
    [
      [0, 0],
      [10, 0, 100],
      [20, 0, 100.5],
      [60, null],
    ],
    [[0, 10, 0.5]],
  ],
  [
    'the amount of each stretch separately',
    [
      [0, 0, 100],
      [60, 30, 102],
      [90, null, 103],
    ],
    [
      [0, 60, 2],
      [30, 30, 1],
    ],
  ],
])('idling burns %s [eyefuel.34]', (_, records, expected) => {
  expect(stretchesOf(records)).toEqual(
    expected.map(([since, measured, litres]) => ({
      idled_since: since * MINUTE,
      measured: measured * MINUTE,
      litres,
    })),
  )
})
