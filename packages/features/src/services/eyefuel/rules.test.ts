import { MINUTE } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { armedOf, changesWithin, eventsOf, happened, levelAfter, levelOf, litresOf, tableOf, tankOf, usageOf } from './rules.ts'

test.each([
  [100, 'good'],
  [25.1, 'good'],
  [25, 'warning'],
  [15.1, 'warning'],
  [15, 'alarm'],
  [0, 'alarm'],
])('a tank that is full to %f %% is %s', (percent, level) => expect(levelOf(percent)).toBe(level))

test.each([
  [null, 1, 'unknown'],
  [false, 1, 'none'],
  [true, 0, 'armed'],
  [true, null, 'armed'],
  [true, 1, 'active'],
] as const)('armed %s with the cap %s is %s', (armed, cap_status, expected) => expect(armedOf({ armed, cap_status })).toBe(expected))

const calm = { tank_usage: 50, cap_status: 0, alarm_status: 0, armed: false, type: null } as const
test.each([
  ['nothing but a level', { tank_usage: 40 }, calm, []],
  ['a theft', { type: 'theft', alarm_status: 1 }, calm, ['theft']],
  ['a refuel, also as the first', { type: 'refuel', cap_status: 1, armed: true }, undefined, ['refuel']],
  ['its alarm, over', {}, { ...calm, alarm_status: 1 }, ['alarm_over']],
  ['the cap opened', { cap_status: 1 }, calm, ['cap_opened']],
  ['the cap closed', {}, { ...calm, cap_status: 1 }, ['cap_closed']],
  ['both at once', { cap_status: 1, armed: true }, calm, ['cap_opened', 'armed']],
  ['disarmed', {}, { ...calm, armed: true }, ['disarmed']],
  ['a cap that is told for the first time, and closed', {}, { ...calm, cap_status: null, armed: null }, []],
  ['one that is not told any more', { cap_status: null, armed: null }, calm, []],
] as const)('what happened: %s', (_, row, before, expected) => expect(happened({ ...calm, ...row }, before)).toEqual(expected))

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
])('the table %j is %j', (text, table) => expect(tableOf(text)).toEqual(table))

test.each([
  [0, 0],
  [500, 50],
  [1000, 100],
  [1500, 300],
  [2000, 500],
  [-5, 0],
  [9000, 500],
])('a sensor at %i reads %f litres', (raw, litres) => {
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
])('%j holds %s litres', (configurations: Record<string, string>, litres) => expect(tankOf(configurations).capacity).toBe(litres))

const nothing = { tank_usage: null, tank_litres: null, tank_raw: null }
const configured: Record<string, string> = { tank_capacity_l: '400', fuel_table: '0:0;1000:100;2000:400' }
test.each([
  ['the level that the vehicle tells', { tank_usage: 62.04 }, configured, 62],
  ['its level before its litres', { tank_usage: 62, tank_litres: 100 }, configured, 62],
  ['its litres by the tank', { tank_litres: 100 }, configured, 25],
  ['its litres before the sensor', { tank_litres: 100, tank_raw: 2000 }, configured, 25],
  ['the sensor by the table', { tank_raw: 1500 }, configured, 62.5],
  ['the sensor by the table alone, which is then the tank', { tank_raw: 1500 }, { fuel_table: configured.fuel_table ?? '' }, 62.5],
  ['no litres of a tank that nobody measured', { tank_litres: 100 }, {}, null],
  ['no sensor without a table', { tank_raw: 1500 }, { tank_capacity_l: '400' }, null],
  ['full to the brim is full', { tank_usage: 102 }, configured, 100],
  ['what is no level is none, and the litres count', { tank_usage: 255, tank_litres: 100 }, configured, 25],
  ['no less than nothing', { tank_litres: -1 }, configured, null],
] as const)('how full a tank is: %s', (_, said, configurations, percent) => {
  expect(usageOf({ ...nothing, ...said }, tankOf(configurations))?.percent ?? null).toBe(percent)
})
test('what another tank or table says is of another basis', () => {
  const bases = [
    usageOf({ ...nothing, tank_usage: 50 }, tankOf(configured)),
    usageOf({ ...nothing, tank_litres: 50 }, tankOf(configured)),
    usageOf({ ...nothing, tank_litres: 50 }, tankOf({ tank_capacity_l: '500' })),
    usageOf({ ...nothing, tank_raw: 50 }, tankOf(configured)),
    usageOf({ ...nothing, tank_raw: 50 }, tankOf({ ...configured, fuel_table: '0:0;9:400' })),
  ].map(found => found?.basis)
  expect(new Set(bases).size).toBe(bases.length)
})

test.each([
  [{}, true],
  [{ cap_status_active: '1' }, true],
  [{ cap_status_active: '0' }, false],
])('%j: the cap is watched: %s', (configurations: Record<string, string>, watched) => expect(tankOf(configurations).cap_watched).toBe(watched))

const told = (minute: number, tank_usage: number | null, type: 'theft' | 'refuel' | null = null, tank_usage_before: number | null = null) => ({
  ...calm,
  at: minute * MINUTE,
  tank_usage,
  type,
  tank_usage_before,
})
test.each([
  ['as it fell further', [told(0, 70, 'theft'), told(1, 66), told(2, 62), told(17, 62), told(20, 64)], 62],
  ['as it rose further', [told(0, 52, 'refuel'), told(1, 70), told(2, 90), told(9, 89)], 90],
  ['up to what happened next', [told(0, 60, 'theft'), told(1, 45, 'theft')], 60],
  ['not what is burned afterwards', [told(0, 60, 'theft'), told(40, 55)], 60],
  ['as it was told', [told(0, 60, 'theft')], 60],
  ['nothing, where nothing happened', [told(0, 60)], null],
] as const)('the level after a change: %s', (_, rows, level) => expect(levelAfter(rows, 0)).toBe(level))

const day = [told(-60, 80), told(0, 79), told(20, 60, 'theft', 78), told(25, 55), told(60, 54), told(70, 90, 'refuel', 53), told(75, 95), told(120, 90)]
test('thefts and refuels, each as long as it goes on', () => {
  expect(eventsOf(day)).toEqual([
    { at: 20 * MINUTE, type: 'theft', before: 78, after: 55 },
    { at: 70 * MINUTE, type: 'refuel', before: 53, after: 95 },
  ])
})
test.each<[string, number, number, ReturnType<typeof changesWithin>]>([
  ['all of it', 0, 200, { refuelled: 42, stolen: 23, burned: 1 + 1 + 1 + 1 + 5 }],
  ['what begins within counts as a whole', 0, 22, { refuelled: 0, stolen: 23, burned: 2 }],
  ['and not again where it goes on', 22, 65, { refuelled: 0, stolen: 0, burned: 1 }],
  ['the rest', 65, 200, { refuelled: 42, stolen: 0, burned: 6 }],
  ['a time without news', 130, 200, { refuelled: 0, stolen: 0, burned: 0 }],
  ['before anything was told', -200, -100, { refuelled: null, stolen: null, burned: null }],
])('what came and went: %s', (_, from, to, expected) => {
  expect(changesWithin(day, { from: from * MINUTE, to: to * MINUTE })).toEqual(expected)
})
