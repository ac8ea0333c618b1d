import { HOUR } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { litresOfIdling } from './burning.ts'
import { armedOf, eventOf, levelOf, litresOf, tableOf, tankOf, usageOf } from './rules.ts'

test.each([
  [100, 'good'],
  [25.1, 'good'],
  [25, 'warning'],
  [15.1, 'warning'],
  [15, 'alarm'],
  [0, 'alarm'],
])('a tank that is full to %f %% is %s [eyefuel.23]', (percent, level) =>
  expect(levelOf(percent)).toBe(level),
)

test.each([
  [null, 1, 'unknown'],
  [false, 1, 'none'],
  [true, 0, 'armed'],
  [true, null, 'armed'],
  [true, 1, 'active'],
] as const)('armed %s with the cap %s is %s [eyefuel.22]', (armed, cap_status, expected) =>
  expect(armedOf({ armed, cap_status })).toBe(expected),
)

const calm = { tank_usage: 50, cap_status: 0, alarm_status: 0, armed: false, type: null } as const
test.each([
  ['nothing but a level', { tank_usage: 40 }, calm, []],
  ['a theft', { type: 'theft', alarm_status: 1 }, calm, ['theft']],
  [
    'a refuel, also as the first',
    { type: 'refuel', cap_status: 1, armed: true },
    undefined,
    ['refuel'],
  ],
  ['its alarm, over', {}, { ...calm, alarm_status: 1 }, ['alarm_over']],
  ['the cap opened', { cap_status: 1 }, calm, ['cap_opened']],
  ['the cap closed', {}, { ...calm, cap_status: 1 }, ['cap_closed']],
  ['both at once', { cap_status: 1, armed: true }, calm, ['cap_opened', 'armed']],
  ['disarmed', {}, { ...calm, armed: true }, ['disarmed']],
  [
    'a cap that is reported for the first time, and closed',
    {},
    { ...calm, cap_status: null, armed: null },
    [],
  ],
  ['a cap that is no longer reported', { cap_status: null, armed: null }, calm, []],
] as const)('the event of a record: %s', (_, row, before, expected) =>
  expect(eventOf({ ...calm, ...row }, before)).toEqual(expected),
)

test.each([
  [
    '0:0;4095:400',
    [
      [0, 0],
      [4095, 400],
    ],
  ],
  [
    ' 4095 : 400 ; 0:0 ;',
    [
      [0, 0],
      [4095, 400],
    ],
  ],
  [
    '0.5:0;4.5:400',
    [
      [0.5, 0],
      [4.5, 400],
    ],
  ],
  ['0:0', null],
  ['0:0;x:400', null],
  ['0:0;4095:', null],
  ['0:0;0:400', null],
  ['', null],
  [undefined, null],
])('the table %j is %j [eyefuel.8]', (text, table) => expect(tableOf(text)).toEqual(table))

test.each([
  [0, 0],
  [500, 50],
  [1000, 100],
  [1500, 300],
  [2000, 500],
  [-5, 0],
  [9000, 500],
])('a sensor at %i reads %f litres [eyefuel.9]', (raw, litres) => {
  expect(
    litresOf(raw, [
      [0, 0],
      [1000, 100],
      [2000, 500],
    ]),
  ).toBe(litres)
})

test.each([
  [{ tank_capacity_l: '400' }, 400],
  [{ tank_capacity_l: '400', fuel_table: '0:0;1000:380' }, 400],
  [{ fuel_table: '0:0;1000:380' }, 380],
  [{ tank_capacity_l: 'many' }, null],
  [{ tank_capacity_l: '0' }, null],
  [{}, null],
])('%j holds %s litres [eyefuel.7]', (configurations: Record<string, string>, litres) =>
  expect(tankOf(configurations).capacity).toBe(litres),
)

const emptyTank = { tank_usage: null, tank_litres: null, tank_raw: null }
const configurations: Record<string, string> = {
  tank_capacity_l: '400',
  fuel_table: '0:0;1000:100;2000:400',
}
test.each([
  ['the level that the vehicle reports [eyefuel.2]', { tank_usage: 62.04 }, configurations, 62],
  [
    'the level before the litres [eyefuel.3]',
    { tank_usage: 62, tank_litres: 100 },
    configurations,
    62,
  ],
  ['the litres as a share of the tank [eyefuel.4]', { tank_litres: 100 }, configurations, 25],
  [
    'the litres before the sensor [eyefuel.5]',
    { tank_litres: 100, tank_raw: 2000 },
    configurations,
    25,
  ],
  ['the sensor by the table [eyefuel.6]', { tank_raw: 1500 }, configurations, 62.5],
  [
    'the sensor by the table alone, whose end is the size of the tank',
    { tank_raw: 1500 },
    { fuel_table: configurations.fuel_table ?? '' },
    62.5,
  ],
  ['unknown with litres of a tank of unknown size', { tank_litres: 100 }, {}, null],
  ['unknown with a sensor without a table', { tank_raw: 1500 }, { tank_capacity_l: '400' }, null],
  ['full with more than 100 percent', { tank_usage: 102 }, configurations, 100],
  [
    'the litres where the level is invalid',
    { tank_usage: 255, tank_litres: 100 },
    configurations,
    25,
  ],
  ['unknown with less than nothing', { tank_litres: -1 }, configurations, null],
] as const)('how full a tank is: %s', (_, said, configurations, percent) => {
  expect(usageOf({ ...emptyTank, ...said }, tankOf(configurations))?.percent ?? null).toBe(percent)
})
test('levels from another tank or another table have another basis', () => {
  const bases = [
    usageOf({ ...emptyTank, tank_usage: 50 }, tankOf(configurations)),
    usageOf({ ...emptyTank, tank_litres: 50 }, tankOf(configurations)),
    usageOf({ ...emptyTank, tank_litres: 50 }, tankOf({ tank_capacity_l: '500' })),
    usageOf({ ...emptyTank, tank_raw: 50 }, tankOf(configurations)),
    usageOf({ ...emptyTank, tank_raw: 50 }, tankOf({ ...configurations, fuel_table: '0:0;9:400' })),
  ].map(found => found?.basis)
  expect(new Set(bases).size).toBe(bases.length)
})

test.each([
  [{}, true],
  [{ cap_status_active: '1' }, true],
  [{ cap_status_active: '0' }, false],
])(
  'with %j the cap is watched: %s [eyefuel.21]',
  (configurations: Record<string, string>, watched) =>
    expect(tankOf(configurations).cap_watched).toBe(watched),
)

const span = (from: number, to: number) => ({ from: from * HOUR, to: to * HOUR })
test.each<[string, [number, number][], [number, number, number][], number | null]>([
  ['that is known whole', [[0, 2]], [[0, 2, 3]], 6],
  [
    'that is known by half',
    [
      [0, 1],
      [3, 4],
    ],
    [[0, 1, 3]],
    6,
  ],
  [
    'that is known by less',
    [
      [0, 1],
      [3, 5],
    ],
    [[0, 1, 3]],
    null,
  ],
  ['that nobody knows', [[0, 1]], [], null],
  ['that reaches into the period', [[1, 2]], [[0, 2, 3]], 3],
  ['that was none', [], [], 0],
])('litres of idling %s [eyefuel.34]', (_, stretches, rates, expected) => {
  expect(
    litresOfIdling(
      stretches.map(([from, to]) => span(from, to)),
      rates.map(([from, to, litres_per_hour]) => ({ ...span(from, to), litres_per_hour })),
    ),
  ).toBe(expected)
})
