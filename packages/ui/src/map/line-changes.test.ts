// Only lines that are new, changed or gone are sent to the map.
import { expect, test } from 'vitest'
import { type LineGroup, lineChanges } from './line-changes.ts'

const lines: LineGroup['lines'] = [
  [
    [9, 45],
    [9.1, 45.2],
  ],
]
const group = (id: number, color = '#2e51bb'): LineGroup => ({ id, color, lines })
const summary = (before: LineGroup[], after: LineGroup[]) => {
  const { remove, add } = lineChanges(before, after)
  return { remove, add: add.map(({ id }) => id) }
}

test('a group is sent with its id, its colour and its lines', () => {
  expect(lineChanges([], [group(7)]).add).toEqual([
    {
      type: 'Feature',
      id: 7,
      properties: { id: 7, color: '#2e51bb' },
      geometry: { type: 'MultiLineString', coordinates: lines },
    },
  ])
})

test.each<[string, LineGroup[], LineGroup[], ReturnType<typeof summary>]>([
  ['the next vehicles are sent alone', [group(1)], [group(1), group(2)], { remove: [], add: [2] }],
  ['nothing is sent where nothing changed', [group(1)], [group(1)], { remove: [], add: [] }],
  [
    'a group in another colour is sent again',
    [group(1), group(2)],
    [group(1), group(2, '#aa0000')],
    { remove: [], add: [2] },
  ],
  [
    'a group with finer lines is sent again',
    [group(1)],
    [{ ...group(1), lines: [...lines] }],
    { remove: [], add: [1] },
  ],
  [
    'a vehicle that is filtered out is removed',
    [group(1), group(2)],
    [group(2)],
    { remove: [1], add: [] },
  ],
])('%s', (_, before, after, changes) => {
  expect(summary(before, after)).toEqual(changes)
})
