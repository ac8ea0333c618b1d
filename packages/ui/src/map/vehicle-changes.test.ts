// Differences between drawn and wanted vehicles, case by case.
import { expect, test } from 'vitest'
import { areDrawn, changesTo, type MapVehicle } from './vehicle-changes.ts'

const vehicle = (id: number, some: Partial<MapVehicle> = {}): MapVehicle => ({
  id,
  longitude: 9,
  latitude: 45,
  label: `P${id}`,
  type: 'T',
  status: 1,
  ring: 0,
  heading: 90,
  ...some,
})
const a = vehicle(1)
const b = vehicle(2)
const drawnOf = (...vehicles: MapVehicle[]) => new Map(vehicles.map(v => [v.id, v]))

test.each<
  [
    string,
    MapVehicle[],
    MapVehicle[],
    number,
    { add: number[]; change: number[]; remove: number[] },
  ]
>([
  ['the same objects change nothing', [a, b], [a, b], 0, { add: [], change: [], remove: [] }],
  ['a new one is added', [a], [a, b], 0, { add: [2], change: [], remove: [] }],
  ['a missing one is removed', [a, b], [b], 0, { add: [], change: [], remove: [1] }],
  ['one comes as another goes', [a], [b], 0, { add: [2], change: [], remove: [1] }],
  [
    'a move is a change',
    [a, b],
    [vehicle(1, { longitude: 9.001 }), b],
    0,
    { add: [], change: [1], remove: [] },
  ],
  [
    'a move too small to be seen is no change',
    [a, b],
    [vehicle(1, { longitude: 9.001 }), b],
    0.01,
    { add: [], change: [], remove: [] },
  ],
  [
    'a look that changed is, however near',
    [a, b],
    [vehicle(1, { longitude: 9.001, status: 2 }), b],
    0.01,
    { add: [], change: [1], remove: [] },
  ],
  [
    'stopping is a look that changed',
    [a],
    [vehicle(1, { heading: null })],
    0.01,
    { add: [], change: [1], remove: [] },
  ],
  [
    'turning is not, far away',
    [a],
    [vehicle(1, { heading: 120 })],
    0.01,
    { add: [], change: [], remove: [] },
  ],
  [
    'turning is, near',
    [a],
    [vehicle(1, { heading: 120 })],
    0,
    { add: [], change: [1], remove: [] },
  ],
])('%s', (_, drawn, wanted, least, expected) => {
  const { add, change, remove } = changesTo(drawnOf(...drawn), wanted, least)
  expect({ add: add.map(v => v.id), change: change.map(([, v]) => v.id), remove }).toEqual(expected)
})

test('small moves add up until they are visible', () => {
  const pins = drawnOf(a)
  expect(changesTo(pins, [vehicle(1, { longitude: 9.006 })], 0.01).change).toHaveLength(0)
  expect(changesTo(pins, [vehicle(1, { longitude: 9.012 })], 0.01).change).toHaveLength(1)
  expect(pins.get(1)?.longitude).toBe(9.012)
})

test('the drawn vehicles are compared by their ids, not by their number or places', () => {
  const pins = drawnOf(vehicle(1), vehicle(4))
  expect(areDrawn(pins, [vehicle(4), vehicle(1, { longitude: 1, status: 2 })])).toBe(true)
  expect(areDrawn(pins, [vehicle(2), vehicle(3)])).toBe(false)
  expect(areDrawn(pins, [vehicle(1)])).toBe(false)
  expect(areDrawn(pins, [vehicle(1), vehicle(4), vehicle(5)])).toBe(false)
})
