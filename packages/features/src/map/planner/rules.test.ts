import { describe, expect, test } from 'vitest'
import {
  arrivalOf,
  canChoose,
  canRemove,
  canRoute,
  canSave,
  hasNotes,
  isPolyline,
  mayStart,
  startRange,
} from './rules.ts'

const iso = (at: number) => new Date(at).toISOString()

describe('a trip begins between today and one year ahead, by the customer’s clocks [planner.14]', () => {
  test.each([
    [
      'in winter',
      '2026-11-22T10:00:00Z',
      'Europe/Rome',
      '2026-11-21T23:00:00.000Z',
      '2027-11-22T22:59:59.999Z',
    ],
    [
      'in summer',
      '2026-07-01T10:00:00Z',
      'Europe/Rome',
      '2026-06-30T22:00:00.000Z',
      '2027-07-01T21:59:59.999Z',
    ],
    [
      'after midnight there, before it in UTC',
      '2026-11-21T23:30:00Z',
      'Europe/Rome',
      '2026-11-21T23:00:00.000Z',
      '2027-11-22T22:59:59.999Z',
    ],
    [
      'on the day when clocks go back',
      '2026-10-25T12:00:00Z',
      'Europe/Rome',
      '2026-10-24T22:00:00.000Z',
      '2027-10-25T21:59:59.999Z',
    ],
    [
      'a year before the day when clocks go back',
      '2026-10-31T12:00:00Z',
      'Europe/Rome',
      '2026-10-30T23:00:00.000Z',
      '2027-10-31T22:59:59.999Z',
    ],
    [
      'on a leap day',
      '2028-02-29T12:00:00Z',
      'Europe/Rome',
      '2028-02-28T23:00:00.000Z',
      '2029-03-01T22:59:59.999Z',
    ],
    [
      'far in the west',
      '2026-11-22T03:00:00Z',
      'America/Los_Angeles',
      '2026-11-21T08:00:00.000Z',
      '2027-11-22T07:59:59.999Z',
    ],
    [
      'far in the east',
      '2026-11-22T13:00:00Z',
      'Pacific/Auckland',
      '2026-11-22T11:00:00.000Z',
      '2027-11-23T10:59:59.999Z',
    ],
  ])('%s', (_, now, zone, from, to) => {
    const range = startRange(Date.parse(now), zone)
    expect([iso(range.from), iso(range.to)]).toEqual([from, to])
    for (const [at, may] of [
      [range.from, true],
      [range.from - 1, false],
      [range.to, true],
      [range.to + 1, false],
    ] as const)
      expect(mayStart(at, Date.parse(now), zone)).toBe(may)
  })
})
test.each([
  ['2026-11-22T08:00:00.000Z', 3_600, '2026-11-22T09:00:00.000Z'],
  ['2026-11-22T08:00:00.000Z', 0, '2026-11-22T08:00:00.000Z'],
  ['2026-11-22T08:00:00.000Z', 251.5, '2026-11-22T08:04:12.000Z'],
])(
  'a trip that starts at %s and takes %d s arrives at %s [planner.6]',
  (start, duration, arrival) => expect(iso(arrivalOf(Date.parse(start), duration))).toBe(arrival),
)

const stops = (...addresses: string[]) => addresses.map(address => ({ address }))
test.each([
  ['two places, the first by its name', stops('Milano', ''), true],
  ['the first of three letters', stops('Bra', 'Roma'), true],
  ['the first of two letters', stops('Bo', 'Roma'), false],
  ['the first of two letters and blanks', stops(' Bo ', 'Roma'), false],
  ['one place', stops('Milano'), false],
  ['none', stops(), false],
])('the form requests routes: %s [planner.8]', (_, waypoints, expected) =>
  expect(canRoute(waypoints)).toBe(expected),
)
test.each([
  ['Ro', 2, true, true],
  ['R', 2, false, true],
  [' R ', 2, false, true],
  ['', 2, false, false],
  ['  ', 2, false, false],
  ['Roma', 1, false, false],
])(
  'with the name %j and %d places, a route can be chosen (%s) and the trip saved (%s) [planner.10, planner.11]',
  (name, places, choose, save) => {
    const waypoints = Array.from({ length: places }, () => ({ address: 'Milano' }))
    expect([canChoose(name, waypoints), canSave(name, waypoints)]).toEqual([choose, save])
  },
)
test.each([
  [null, false],
  ['', false],
  ['x', false],
  [' x ', false],
  ['ok', true],
])('notes %j count as present: %s [planner.13]', (notes, expected) =>
  expect(hasNotes(notes)).toBe(expected),
)
test.each([
  [1, false],
  [2, true],
])('with %d places one can be removed: %s', (count, expected) =>
  expect(canRemove(Array(count).fill(0))).toBe(expected),
)
test.each([
  ['_p~iF~ps|U_ulLnnqC', true],
  ['??', true],
  ['', false],
  ['with blanks', false],
  ['~~~~~~~', false],
  ['{{{{{{{{{{', false],
  ['percorso', false],
])('%j is a line on the earth: %s', (text, expected) => expect(isPolyline(text)).toBe(expected))
