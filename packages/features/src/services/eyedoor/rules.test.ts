import { expect, test } from 'vitest'
import {
  anyOpen,
  armedState,
  changesOf,
  type Doors,
  openingsOf,
  ownDoors,
  sirenState,
} from './rules.ts'

const none: Doors = {
  door_1: null,
  door_2: null,
  door_3: null,
  door_4: null,
  armed: null,
  siren: null,
}

test.each<[string, Partial<Doors>, Record<string, string>, Partial<Doors>]>([
  [
    'without a configuration the wired inputs count [eyedoor.4]',
    { door_1: true, door_2: false },
    {},
    { door_1: true, door_2: false },
  ],
  [
    'the value 0 removes a door [eyedoor.3]',
    { door_1: true, door_2: false },
    { door1_active: '0' },
    { door_2: false },
  ],
  ['the value 1 keeps a door', { door_1: true }, { door1_active: '1' }, { door_1: true }],
  [
    'each door has its own value',
    { door_3: true, door_4: true },
    { door3_active: '0', door2_active: '0' },
    { door_4: true },
  ],
  [
    'the value 0 removes the siren too [eyedoor.5]',
    { siren: true, armed: true },
    { siren_active: '0' },
    { armed: true },
  ],
])('the doors of a vehicle: %s', (_, wired, configurations, expected) => {
  expect(ownDoors({ ...none, ...wired }, configurations)).toEqual({ ...none, ...expected })
})

test.each<[Partial<Doors>, string | null, string | null]>([
  [{}, null, null],
  [{ door_1: true }, null, null],
  [{ armed: false, door_1: true }, 'none', null],
  [{ armed: true, door_1: false }, 'armed', null],
  [{ armed: true, door_4: true }, 'active', null],
  [{ armed: true, siren: false }, 'armed', 'armed'],
  [{ armed: false, siren: false }, 'none', 'none'],
  [{ siren: false }, null, 'none'],
  [{ armed: false, siren: true }, 'none', 'active'],
  [{ armed: true, siren: true, door_2: true }, 'active', 'active'],
])('%j: alarm %s, siren %s [eyedoor.6, eyedoor.7]', (wired, armed, siren) => {
  const doors = { ...none, ...wired }
  expect([armedState(doors), sirenState(doors)]).toEqual([armed, siren])
})

test('a vehicle counts as open if any door is known to be open', () => {
  expect([
    anyOpen(none),
    anyOpen({ ...none, door_1: false }),
    anyOpen({ ...none, door_3: true }),
  ]).toEqual([false, false, true])
})

test('a history has one row for each change, and one at most for each moment', () => {
  const row = (at: number, wired: Partial<Doors>) => ({ at, data: { ...none, ...wired } })
  const rows = [
    row(1, { door_1: false }),
    row(2, { door_1: false }),
    row(3, { door_1: true }),
    row(5, { door_1: false }),
    row(5, { door_1: true }),
    row(6, { door_1: false }),
  ]
  expect(changesOf(rows).map(r => [r.at, r.data.door_1])).toEqual([
    [1, false],
    [3, true],
    [6, false],
  ])
})

const row = (at: number, wired: Partial<Doors>) => ({ at, data: { ...none, ...wired } })
const opening = { began: true, goesOn: false, armed: null }
test.each([
  [
    'from opening to closing',
    [row(12, { door_1: true }), row(15, { door_1: false })],
    [{ ...opening, door: 1, from: 12, to: 15 }],
  ],
  [
    'reported again it stays one',
    [row(12, { door_1: true }), row(13, { door_1: true, armed: true }), row(15, {})],
    [{ ...opening, door: 1, from: 12, to: 15 }],
  ],
  [
    'open before, and still',
    [row(5, { door_2: true })],
    [{ ...opening, door: 2, from: 10, to: 20, began: false, goesOn: true }],
  ],
  ['over before', [row(5, { door_2: true }), row(10, { door_2: false })], []],
  [
    'two doors, each for itself',
    [
      row(11, { door_1: true, armed: true }),
      row(12, { door_1: true, door_2: true }),
      row(13, { door_1: false, door_2: true }),
      row(14, {}),
    ],
    [
      { ...opening, door: 1, from: 11, to: 13, armed: true },
      { ...opening, door: 2, from: 12, to: 14 },
    ],
  ],
])('openings: %s', (_, readings, expected) =>
  expect(openingsOf([{ from: 10, to: 20, readings }])).toEqual(expected),
)
