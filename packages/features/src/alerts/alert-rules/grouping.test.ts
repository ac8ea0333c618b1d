// Which configurations form one rule, and how it names the vehicles by which its destinations differ.
import { expect, test } from 'vitest'
import { type Alike, rulesOf } from './grouping.ts'

const to = (destination: string, ...vehicle_ids: number[]): Alike => ({
  ...{ alert_id: 2, hub_ids: [], poi_ids: [], threshold: null, schedule: null, escalation: [] },
  ...{ alert_channel_id: 1, destination, vehicle_ids, ids: vehicle_ids.map(id => id * 10) },
})
const range = (from: number, until: number) =>
  Array.from({ length: until - from + 1 }, (_, n) => from + n)
/** Each rule in short: its vehicles, then each destination with the vehicles by which it differs. */
const inShort = (...configurations: Alike[]) =>
  rulesOf(configurations).map(({ vehicle_ids, destinations }) => [
    vehicle_ids.length,
    ...destinations.map(({ destination, only, except }) =>
      [
        destination,
        ...(only.length > 0 ? [`only ${only.join(' ')}`] : []),
        ...(except.length > 0 ? [`but ${except.join(' ')}`] : []),
      ].join(' '),
    ),
  ])

test.each<[string, Alike[], unknown[]]>([
  [
    'two recipients of the same vehicles form one rule',
    [to('b', 1, 2), to('a', 1, 2)],
    [[2, 'a', 'b']],
  ],
  [
    'a recipient of one vehicle more joins the rule, and the other is excluded there',
    [to('a', 1, 2, 3), to('b', 1, 2, 3, 4)],
    [[4, 'b', 'a but 4']],
  ],
  [
    'a recipient of one vehicle of many joins the rule for that vehicle only',
    [to('a', ...range(1, 40)), to('b', 7)],
    [[40, 'a', 'b only 7']],
  ],
  [
    'a recipient of one of two vehicles joins the rule for that vehicle only',
    [to('a', 1, 2), to('b', 2)],
    [[2, 'a', 'b only 2']],
  ],
  [
    'a recipient of all but three vehicles joins the rule without these',
    [to('a', ...range(1, 40)), to('b', ...range(1, 37))],
    [[40, 'a', 'b but 38 39 40']],
  ],
  [
    'a recipient of four vehicles of many, or of all but four, has a separate rule',
    [to('a', ...range(1, 40)), to('b', 1, 2, 3, 4), to('c', ...range(5, 40))],
    [
      [40, 'a'],
      [36, 'c'],
      [4, 'b'],
    ],
  ],
  [
    'recipients of different vehicles have separate rules',
    [to('a', 1, 2), to('b', 3)],
    [
      [2, 'a'],
      [1, 'b'],
    ],
  ],
  [
    'recipients whose vehicles overlap in part have separate rules',
    [to('a', 1, 2), to('b', 2, 3)],
    [
      [2, 'a'],
      [2, 'b'],
    ],
  ],
  [
    'a recipient joins the larger of two rules that contain the vehicle',
    [to('a', ...range(1, 40)), to('b', ...range(1, 20)), to('c', 3)],
    [
      [40, 'a', 'c only 3'],
      [20, 'b'],
    ],
  ],
])('%s [alert-configurations.60]', (_, configurations, expected) => {
  expect(inShort(...configurations)).toEqual(expected)
  expect(inShort(...configurations.toReversed())).toEqual(expected)
})
test('configurations with different values are different rules [alert-configurations.60]', () => {
  expect(inShort(to('a', 1, 2), { ...to('b', 1), threshold: 30 })).toEqual([
    [2, 'a'],
    [1, 'b'],
  ])
})
test('up to six differences belong to one rule, and with more each is a rule of its own [alert-configurations.60]', () => {
  const drivers = range(1, 7).map(id => to(`driver ${id}`, id))
  expect(inShort(to('a', ...range(1, 40)), ...drivers.slice(1))).toHaveLength(1)
  expect(inShort(to('a', ...range(1, 40)), ...drivers)).toHaveLength(8)
})
test('ten thousand vehicles with one driver each are grouped too [alert-configurations.60]', () => {
  const all = range(1, 10_000)
  expect(rulesOf([to('a', ...all), ...all.map(id => to(`driver ${id}`, id))])).toHaveLength(10_001)
})
