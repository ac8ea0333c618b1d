// Open doors and stops as bars of a chart, and which row of a list belongs to a moment.
import { expect, test } from 'vitest'
import { doorLapses, nearestRow, stopLapses } from './rules.ts'

const eight = Date.parse('2026-11-23T08:00:00Z')
const at = (minutes: number): number => eight + minutes * 60_000
const instant = (minutes: number): string => new Date(at(minutes)).toISOString()
const doors = (minutes: number, door_1: boolean | null, door_2: boolean | null = null) => ({
  message_datetime: instant(minutes),
  door_1,
  door_2,
  door_3: null,
  door_4: null,
})
const trip = (from: number, to: number | null) => ({
  period_from: instant(from),
  period_to: to === null ? null : instant(to),
})

test.each<[string, Parameters<typeof doorLapses>[0], ReturnType<typeof doorLapses>]>([
  ['no change, no bar', [], []],
  [
    'a door is open until it closes, even without reports in between',
    [doors(0, true), doors(300, false)],
    [{ door: 1, from: at(0), to: at(300) }],
  ],
  [
    'another door changes nothing',
    [doors(0, true, false), doors(5, true, true), doors(9, false, true)],
    [
      { door: 1, from: at(0), to: at(9) },
      { door: 2, from: at(5), to: null },
    ],
  ],
  ['unknown is not open', [doors(0, true), doors(4, null)], [{ door: 1, from: at(0), to: at(4) }]],
])('open doors: %s [services.75]', (_, rows, lapses) => {
  expect(doorLapses(rows)).toEqual(lapses)
})

test.each<[string, Parameters<typeof stopLapses>[0], ReturnType<typeof stopLapses>]>([
  ['without a trip nothing is known', [], []],
  [
    'between two trips, whatever their order',
    [trip(60, 90), trip(0, 30)],
    [
      { from: at(30), to: at(60) },
      { from: at(90), to: null },
    ],
  ],
  ['a trip under way has no stop behind it', [trip(0, null)], []],
  ['two pieces of one trip have none between them', [trip(0, 30), trip(30, 240)], []],
  ['a trip that the period cuts has none behind it', [trip(0, 240)], []],
])('stops: %s [services.75]', (_, trips, lapses) => {
  expect(stopLapses(trips, at(240))).toEqual(lapses)
})

test.each<[moment: number, row: number | null]>([
  [31, 0],
  [29, 0],
  [11, 1],
  [16, 1],
  [0, 2],
  [-9, null],
  [22, 0],
])('the row of minute %i among 30, 12 and 0 is %s [services.77]', (moment, row) => {
  expect(nearestRow([at(30), at(12), at(0)], at(moment), 8 * 60_000)).toBe(row)
})
test('a list without rows has no nearest row', () => expect(nearestRow([], eight, 1)).toBeNull())
