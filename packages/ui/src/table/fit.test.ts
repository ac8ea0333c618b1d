// Columns that fit into a table, in px.
import { expect, test } from 'vitest'
import { fittingColumns, leastWidth } from './fit.ts'

test.each([
  ['text may be shortened', {}, 72],
  ['wide text needs more', { width: 2 }, 144],
  ['a figure stands whole', { end: true as const }, 96],
  ['so does a day', { whole: true as const }, 96],
  ['a wide figure needs its share', { width: 2, end: true as const }, 144],
])('%s', (_, column, px) => expect(leastWidth(column)).toBe(px))

const [plate, model, km, hours] = [
  { width: 1 },
  { width: 2 },
  { end: true as const },
  { end: true as const },
]
const columns = [plate, model, km, hours]
// 12 + (72 + 12) + (144 + 12) + (96 + 12) + (96 + 12)
const ALL = 468
test.each([
  ['all that there is room for', ALL, 0, columns],
  ['not one that would be cut by a pixel', ALL - 1, 0, [plate, model, km]],
  ['what opens the row takes its room', ALL, 52, [plate, model, km]],
  ['the first in any case', 10, 0, [plate]],
  ['all while the table is not measured', 0, 52, columns],
])('%s', (_, room, opener, fitting) =>
  expect(fittingColumns(columns, room, opener)).toEqual(fitting),
)
