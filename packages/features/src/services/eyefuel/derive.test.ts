import type { Effect, Sample, VehicleFacts } from '@flotta/core/derivation.ts'
import { storedText } from '@flotta/core/state-codec.ts'
import { MINUTE } from '@flotta/core/time.ts'
import { expect, test } from 'vitest'
import { usualRule } from '../../alerts/incidents/rules.ts'
import { emptySample } from '../../kinds.ts'
import { alerts } from './alerts.ts'
import { derivations } from './derive.ts'
import { type TankMemory, tankMemory } from './derive-memory.ts'
import type { Fuel } from './kinds.ts'
import { tankOf } from './rules.ts'

/** minute, level, and further values of the record. */
type Record = readonly [
  minute: number,
  level: number | null,
  more?: {
    readonly drives?: boolean
    readonly ignition?: boolean
    readonly cap?: 0 | 1
    readonly armed?: 0 | 1
    readonly litres?: number
    /** Kilometres since the record before. */
    readonly km?: number
    /** The record has no fix. */
    readonly lost?: boolean
  },
]
const FACTS: VehicleFacts = {
  vehicle_id: 1,
  vehicle_type: 'T',
  configurations: {},
  watchers: [],
  tank: tankOf({ tank_capacity_l: '400' }),
}
const place = { latitude: 45.1, longitude: 9.7 }

const sampleOf = ([minute, level, more = {}]: Record): Sample => {
  const {
    drives = false,
    ignition = null,
    cap = null,
    armed = null,
    litres = null,
    km = 0,
    lost = false,
  } = more
  const tells = level !== null || litres !== null || cap !== null || armed !== null
  return {
    ...emptySample,
    at: minute * MINUTE,
    moving: drives,
    ignition,
    position: lost
      ? null
      : {
          ...place,
          altitude: 0,
          direction: 0,
          speed: drives ? 60 : 0,
          satellites: 9,
          moving: drives,
        },
    travelled: km * 1_000,
    tank: tells ? { tank_usage: level, tank_litres: litres, tank_raw: null, cap, armed } : null,
  }
}

function runRecords(records: readonly Record[], facts = FACTS) {
  const [d] = derivations
  let state = d?.start
  const steps: { readonly minute: number; readonly effect: Effect }[] = []
  for (const record of records) {
    const next = d?.step(state, sampleOf(record), facts)
    if (!next) continue
    // the state goes through its stored form
    state = tankMemory.read(JSON.parse(storedText(tankMemory, next.state as TankMemory)))
    for (const effect of next.effects ?? []) steps.push({ minute: record[0], effect })
  }
  const rows = steps.flatMap(({ minute, effect }) =>
    effect.effect === 'reading' ? [{ minute, ...(effect.data as Fuel) }] : [],
  )
  const alerts = steps.flatMap(({ minute, effect }) =>
    effect.effect === 'raise' || effect.effect === 'clear'
      ? [`${minute} ${effect.effect} ${effect.alert_id}`]
      : [],
  )
  return {
    rows,
    alerts,
    state: state as TankMemory,
    changes: rows.flatMap(r =>
      r.type === null ? [] : [`${r.minute} ${r.type} ${r.tank_usage_before}→${r.tank_usage}`],
    ),
  }
}
const off = { ignition: false } as const
const drives = { drives: true, ignition: true } as const

test.each<[string, readonly Record[], readonly string[]]>([
  [
    'a loss of a fifth within a minute is a theft once a second record confirms it',
    [
      [0, 80],
      [1, 80],
      [2, 60],
      [3, 60],
      [4, 60],
    ],
    ['3 theft 80→60'],
  ],
  [
    'a loss of exactly ten percent is a theft [eyefuel.11]',
    [
      [0, 80],
      [1, 70],
      [2, 70],
    ],
    ['2 theft 80→70'],
  ],
  [
    'a loss is exact to a tenth of a percent',
    [
      [0, 62.3],
      [1, 52.3],
      [2, 52.3],
    ],
    ['2 theft 62.3→52.3'],
  ],
  [
    'a smaller loss is no theft [eyefuel.12]',
    [
      [0, 80],
      [1, 70.1],
      [2, 70.1],
    ],
    [],
  ],
  [
    'a slow loss within ten minutes is one theft',
    [
      [0, 80],
      [2, 76],
      [4, 73],
      [6, 70],
      [8, 66],
      [10, 62],
      [12, 62],
    ],
    ['6 theft 80→70'],
  ],
  [
    'a slower loss is no theft [eyefuel.13]',
    [
      [0, 80],
      [4, 77],
      [8, 74],
      [12, 71],
      [16, 68],
      [20, 65],
    ],
    [],
  ],
  [
    'a second loss later is a second theft',
    [
      [0, 80],
      [1, 65],
      [2, 65],
      [30, 65],
      [31, 50],
      [32, 50],
    ],
    ['2 theft 80→65', '32 theft 65→50'],
  ],
  [
    'one wrong value is no change [eyefuel.10]',
    [
      [0, 80],
      [1, 80],
      [2, 0],
      [3, 80],
      [4, 80],
    ],
    [],
  ],
  [
    'two values that contradict each other are no change',
    [
      [0, 50],
      [1, 20],
      [2, 80],
      [3, 50],
    ],
    [],
  ],
  [
    'the consumption of an engine on the road is no theft [eyefuel.14]',
    [
      [0, 80, drives],
      [5, 60, drives],
      [6, 60, drives],
    ],
    [],
  ],
  [
    'the consumption before a stop is no theft',
    [
      [0, 80, drives],
      [5, 71, drives],
      [9, 69],
    ],
    [],
  ],
  [
    'the consumption during a silence is no theft',
    [
      [0, 80, off],
      [1, null, drives],
      [90, 60, off],
      [91, 60, off],
    ],
    [],
  ],
  [
    'a loss in a long silence with the engine off is a theft',
    [
      [0, 80, off],
      [60, 80, off],
      [120, 62, off],
      [180, 62, off],
    ],
    ['180 theft 80→62'],
  ],
  [
    'a loss that no idling engine burns within an hour is a theft',
    [
      [0, 80, { ignition: true }],
      [60, 62, { ignition: true }],
      [61, 62],
    ],
    ['61 theft 80→62'],
  ],
  [
    'a loss in a long night with the engine on is no theft',
    [
      [0, 80, { ignition: true }],
      [20 * 60, 62, { ignition: true }],
      [20 * 60 + 1, 62],
    ],
    [],
  ],
  [
    'a loss in a long night is no theft if the engine ran in between',
    [
      [0, 80, off],
      [1, null, { ignition: true }],
      [20 * 60, 62, off],
      [20 * 60 + 1, 62, off],
    ],
    [],
  ],
  [
    'a rise of a tenth is a refuel [eyefuel.15]',
    [
      [0, 40],
      [1, 50],
      [2, 50],
    ],
    ['2 refuel 40→50'],
  ],
  [
    'a smaller rise is no refuel',
    [
      [0, 40],
      [1, 49.9],
      [2, 49.9],
    ],
    [],
  ],
  [
    'a slow rise at the pump is one refuel',
    [
      [0, 40],
      [1, 46],
      [2, 52],
      [3, 58],
      [4, 70],
      [5, 70],
      [6, 70],
    ],
    ['2 refuel 40→52'],
  ],
  [
    'a rise that shows when the vehicle drives off is a refuel',
    [
      [0, 40, off],
      [60, 90, drives],
      [61, 90, drives],
    ],
    ['61 refuel 40→90'],
  ],
  [
    'a rise during a silence between stop and start is one refuel',
    [
      [0, 50, drives],
      [1, 50, off],
      [45, 94, drives],
      [46, 94, drives],
      [47, 93.9, drives],
    ],
    ['46 refuel 50→94'],
  ],
  [
    'a rise while the device has no power between two drives is a refuel',
    [
      [0, 50, drives],
      [90, 94, { ...drives, km: 0.1 }],
      [91, 94, drives],
    ],
    ['91 refuel 50→94'],
  ],
  [
    'a slow rise that continues after the vehicle drives off is one refuel',
    [
      [0, 50, off],
      [5, 50, { ignition: true }],
      [6, 54, drives],
      [7, 60, drives],
      [8, 66, drives],
      [9, 75, drives],
      [10, 84, drives],
      [11, 94, drives],
      [12, 94, drives],
    ],
    ['9 refuel 50→75'],
  ],
  [
    'a rise over a change of the ignition is a refuel even if neither half is one',
    [
      [0, 40, off],
      [1, 46, off],
      [2, 46, { ignition: true }],
      [3, 53, { ignition: true }],
      [4, 53, { ignition: true }],
    ],
    ['3 refuel 40→53'],
  ],
  [
    'a rise that pauses and trembles is one refuel',
    [
      [0, 40],
      [1, 52],
      [2, 52],
      [3, 51],
      [4, 60],
      [5, 64],
      [6, 63.6],
      [7, 75],
      [8, 75],
    ],
    ['2 refuel 40→52'],
  ],
  [
    'a level that creeps up while the vehicle drives is no refuel',
    Array.from({ length: 121 }, (_, i) => [i, 40 + i / 8, { ...drives, km: 1 }] as const),
    [],
  ],
  [
    'a level that rises on a hill and falls again is no refuel',
    Array.from(
      { length: 60 },
      (_, i) => [i, i > 20 && i < 35 ? 55 : 50, { ...drives, km: 1 }] as const,
    ),
    [],
  ],
  [
    'a loss of 70 of 400 litres that shows with the first driving record is a theft',
    [
      [0, 80, off],
      [60, 80, off],
      [180, 62.5, { ...drives, km: 0.4 }],
      [181, 62.5, { ...drives, km: 1 }],
      [182, 62.4, { ...drives, km: 1 }],
    ],
    ['181 theft 80→62.5'],
  ],
  [
    'a loss is a theft even if the level is reported only while the engine runs',
    [
      [0, 80, drives],
      [1, null, { ignition: true }],
      [2, null, off],
      [300, null, off],
      [600, null, { ignition: true }],
      [601, 62.5, { ...drives, km: 0.5 }],
      [602, 62.5, { ...drives, km: 1 }],
    ],
    ['602 theft 80→62.5'],
  ],
  [
    'a loss is a theft even if the gauge falls bit by bit',
    [
      [0, 80, off],
      [60, 74, { ...drives, km: 0.4 }],
      [61, 70, { ...drives, km: 1 }],
      [62, 66, { ...drives, km: 1 }],
      [63, 64, { ...drives, km: 1 }],
    ],
    ['61 theft 80→70'],
  ],
  [
    'a loss that the distance in between may explain is no theft',
    [
      [0, 80, off],
      [90, 66, { ...drives, km: 60 }],
      [91, 66, { ...drives, km: 1 }],
    ],
    [],
  ],
  [
    'a loss over an unknown distance is no theft',
    [
      [0, 80, off],
      [90, 66, { ...drives, lost: true }],
      [91, 66, { ...drives, lost: true }],
    ],
    [],
  ],
  [
    'fuel that slops for some seconds is no theft',
    [
      [0, 80, off],
      [1, 68, drives],
      [1.2, 67, drives],
      [1.4, 79, drives],
      [2, 79, drives],
    ],
    [],
  ],
  [
    'a loss after a refuel is a theft',
    [
      [0, 40],
      [1, 90],
      [2, 90],
      [3, 90],
      [4, 75],
      [5, 75],
    ],
    ['2 refuel 40→90', '5 theft 90→75'],
  ],
  [
    'another way of measuring is no change',
    [
      [0, 80],
      [1, null, { litres: 100 }],
      [2, null, { litres: 100 }],
    ],
    [],
  ],
])('%s', (_, records, changes) => expect(runRecords(records).changes).toEqual(changes))

test('a change is kept with its place and the state of cap and arming', () => {
  expect(
    runRecords([
      [0, 80, { cap: 0, armed: 1 }],
      [1, 60, { cap: 1, armed: 1 }],
      [2, 60, { cap: 1, armed: 1 }],
    ]).rows,
  ).toEqual([
    {
      minute: 0,
      tank_usage: 80,
      cap_status: 0,
      alarm_status: 0,
      armed: true,
      type: null,
      tank_usage_before: null,
      level: 80,
    },
    {
      minute: 1,
      tank_usage: 80,
      cap_status: 1,
      alarm_status: 0,
      armed: true,
      type: null,
      tank_usage_before: null,
      level: 80,
    },
    {
      minute: 2,
      tank_usage: 60,
      cap_status: 1,
      alarm_status: 1,
      armed: true,
      type: 'theft',
      tank_usage_before: 80,
      level: 60,
      stolen: 20,
    },
  ])
})

test('the alarm of a theft lasts until the vehicle drives on, even if the record has no level', () => {
  const alarms = (...records: Record[]) =>
    runRecords([[0, 80], [1, 60], [2, 60], ...records]).rows.map(r => [r.minute, r.alarm_status])
  expect(alarms([30, 60], [31, 60, drives])).toEqual([
    [0, 0],
    [2, 1],
    [30, 1],
    [31, 0],
  ])
  expect(alarms([30, null, drives], [31, null, drives])).toEqual([
    [0, 0],
    [2, 1],
    [30, 0],
  ])
  expect(alarms([10, 90], [11, 90])).toEqual([
    [0, 0],
    [2, 1],
    [11, 1],
  ])
})

test('a level is kept when it has changed by one percent, and every quarter of an hour', () => {
  expect(
    runRecords([
      [0, 80],
      [1, 79.5],
      [2, 79],
      [3, 78.5],
      [17, 78.5],
      [18, 78.5],
    ]).rows.map(r => [r.minute, r.tank_usage]),
  ).toEqual([
    [0, 80],
    [2, 79],
    [17, 78.5],
  ])
})

test.each<[string, readonly Record[], readonly string[]]>([
  [
    'the cap [alerts.61]',
    [
      [0, 80, { cap: 0 }],
      [1, 80, { cap: 1 }],
      [2, 80],
      [3, 80, { cap: 1 }],
      [4, 80, { cap: 0 }],
    ],
    ['1 raise 16', '4 clear 16'],
  ],
  [
    'a theft, until it drives on [alerts.62]',
    [
      [0, 80],
      [1, 60],
      [2, 60],
      [3, 45],
      [4, 45],
      [9, 45, drives],
    ],
    ['2 raise 17', '9 clear 17'],
  ],
  [
    'a tank that runs low, at a quarter or below [alerts.63]',
    [
      [0, 26],
      [1, 25],
      [2, 24],
      [3, 26],
    ],
    ['1 raise 18', '3 clear 18'],
  ],
])('alerts: %s', (_, records, said) => expect(runRecords(records).alerts).toEqual(said))

test('a cap that is not watched has an unknown state, and its alert ends', () => {
  const closed = { ...FACTS, tank: tankOf({ cap_status_active: '0' }) }
  expect(runRecords([[0, 80, { cap: 1 }]], closed)).toMatchObject({
    alerts: [],
    rows: [{ cap_status: null }],
  })
})

test('a tank with its own limits raises its alert at one limit and ends it above the other', () => {
  const rule = { ...usualRule(alerts.fuel_running_low), threshold: 40, clear: 45 }
  const records: readonly Record[] = [
    [0, 42],
    [1, 40],
    [2, 44],
    [3, 46],
    [4, 44],
  ]
  expect(runRecords(records, { ...FACTS, alert_parameters: { 18: rule } }).alerts).toEqual([
    '1 raise 18',
    '3 clear 18',
  ])
})
test('a cap that is closed again within the dwell raises no alert', () => {
  const records: readonly Record[] = [
    [0, 80, { cap: 1 }],
    [2, 80, { cap: 0 }],
    [10, 80, { cap: 1 }],
    [14, 80],
    [15, 80],
  ]
  const facts = {
    ...FACTS,
    alert_parameters: { 16: { ...usualRule(alerts.cap_open), dwell: 5 * MINUTE } },
  }
  expect(runRecords(records, facts).alerts).toEqual(['15 raise 16'])
})
test('a state that is stored in an older form keeps its raised alert', () => {
  const stored = tankMemory.read(
    JSON.parse('[60000,20,1,null,0,"level",null,[],null,null,60000,20]'),
  )
  const next = derivations[0]?.step(stored, sampleOf([2, 20, { cap: 0 }]), FACTS)
  expect(next?.effects?.filter(e => e.effect !== 'reading')).toEqual([
    { effect: 'clear', alert_id: 16, customer_id: null, at: 2 * MINUTE },
  ])
})

test('a tank that runs low tells its level and the limit [alerts.130]', () => {
  const [d] = derivations
  const [raise] = (d?.step(d.start, sampleOf([0, 20]), FACTS)?.effects ?? []).flatMap(effect =>
    effect.effect === 'raise' ? [effect] : [],
  )
  expect(alerts.fuel_running_low.figures(raise?.data ?? {})).toEqual({
    value: 20,
    limit: 25,
    unit: '%',
  })
})
