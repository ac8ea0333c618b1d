// The texts of a line with each service's values.
import { expect, test } from 'vitest'
import type { Values } from '../overview.ts'
import { overviewOf } from './services.ts'

const due = {
  type: 1,
  state: 'overdue',
  by: 'period',
  due_date: '2026-10-18',
  due_km: null,
  due_hour: null,
  fgas_state: 'fine',
  fgas_by: 'period',
  fgas_due_date: '2027-01-02',
}
test.each<[string, string, string, Values, unknown[]]>([
  [
    'a tank that runs low',
    'eyefuel',
    '',
    { tank_usage: 12, cap_status: 1, alarm_status: 0, armed: null },
    [
      { value: 12, unit: '%', tone: 'alarm' },
      { key: 'overviews.reading.cap_open', tone: 'warning' },
    ],
  ],
  [
    'a theft first',
    'eyefuel',
    '',
    { tank_usage: 60, cap_status: 0, alarm_status: 1, armed: null },
    [
      { key: 'overviews.reading.theft', tone: 'alarm' },
      { value: 60, unit: '%' },
    ],
  ],
  [
    'an open door',
    'eyedoor',
    '',
    { door_1: true, door_2: false, door_3: null, door_4: null, armed: null, siren: null },
    [{ key: 'overviews.reading.door_open', values: { door: '1' }, tone: 'warning' }],
  ],
  [
    'closed doors',
    'eyedoor',
    '',
    { door_1: false, door_2: null, door_3: null, door_4: null, armed: true, siren: false },
    [{ key: 'overviews.reading.doors_closed' }, { key: 'overviews.reading.armed' }],
  ],
  [
    'no doors at all',
    'eyedoor',
    '',
    { door_1: null, door_2: null, door_3: null, door_4: null, armed: null, siren: null },
    [],
  ],
  [
    'a tyre that is critical, and the load',
    'eyeway',
    '',
    { load: 7_500, tyres_critical: 1, tyres_underinflated: 0 },
    [
      { key: 'overviews.reading.tyres_critical', values: { count: 1 }, tone: 'alarm' },
      { value: 7_500, unit: 'kg' },
    ],
  ],
  [
    'tyres in order',
    'eyeway',
    '',
    { load: null, tyres_critical: 0, tyres_underinflated: 0 },
    [{ key: 'overviews.reading.tyres_fine' }],
  ],
  [
    'nothing of tyres where none tells',
    'eyeway',
    '',
    { load: 7_500, tyres_critical: null, tyres_underinflated: null },
    [{ value: 7_500, unit: 'kg' }],
  ],
  [
    'a coupling that must not be',
    'tandt',
    '',
    { locked: 1, authorized: 0, beacon_code: 'A1' },
    [{ key: 'overviews.reading.beacon.unauthorized', tone: 'alarm' }, { text: 'A1' }],
  ],
  [
    'one sensor without its name',
    'eyecold',
    '',
    { T1: 4.5, T2: null },
    [{ value: 4.5, unit: '°C', decimals: 1 }],
  ],
  [
    'what is due first',
    'eyeservice',
    'eyeservice',
    due,
    [
      { key: 'eyeservice.type.1' },
      { key: 'eyeservice.due_state.overdue', tone: 'alarm' },
      { text: '18/10/2026' },
    ],
  ],
  [
    'the F-gas check on its page',
    'eyeservice',
    'f-gas',
    due,
    [{ key: 'eyeservice.due_state.fine', tone: undefined }, { text: '02/01/2027' }],
  ],
  ['nothing where nothing is due', 'eyeservice', 'eyeservice', { type: null, state: null }, []],
  ['who drives', 'eyecar', '', { driver: 'Anna Neri' }, [{ text: 'Anna Neri' }]],
  ['nobody at the wheel', 'eyecar', '', { driver: null }, [{ key: 'overviews.reading.no_driver' }]],
])('%s', (_, code, page, values, expected) => {
  expect(overviewOf(code)?.texts(values, page)).toEqual(expected)
})
