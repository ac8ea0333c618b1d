// Columns that fit into a table, in px.
import { expect, test } from 'vitest'
import { type ColumnSize, extentOf, fitColumns, type MeasuredColumn } from './fit.ts'

test.each([
  ['text of unknown length has its share', {}, undefined, 72, 72],
  ['wide text needs more', { width: 2 }, undefined, 144, 144],
  ['a figure of unknown length is whole', { end: true as const }, undefined, 96, 96],
  ['a day of unknown length is whole', { whole: true as const }, undefined, 96, 96],
  ['a wide figure needs its share', { width: 2, end: true as const }, undefined, 144, 144],
  ['short text keeps its share', { width: 2 }, 60, 144, 144],
  ['long text may take a second line', { width: 1.2 }, 200, 86, 200],
  ['very long text is not shown in one line', {}, 900, 72, 260],
  ['a figure takes its length', { end: true as const }, 70, 70, 70],
  ['a short figure leaves room for a longer one', { end: true as const }, 48, 64, 64],
  ['text beside an icon is whole', { beside: 20 }, 110, 110, 110],
])('%s', (_, column, content, least, full) =>
  expect(extentOf(column, content)).toEqual({ least, full }),
)

const [plate, model, km, hours] = [
  { width: 1 },
  { width: 2 },
  { end: true as const },
  { end: true as const },
]
const columns = [plate, model, km, hours]
const measured = columns.map(column => ({ column, content: undefined }))
// 12 + (72 + 12) + (144 + 12) + (96 + 12) + (96 + 12)
const ALL = 468
test.each([
  ['all columns that have room', ALL, 0, columns],
  ['no column that would be cut by a pixel', ALL - 1, 0, [plate, model, km]],
  ['the button that opens the row takes its room', ALL, 52, [plate, model, km]],
  ['the first column in any case', 10, 0, [plate]],
  ['all columns while the table is not measured', 0, 52, columns],
])('%s', (_, room, opener, fitting) =>
  expect(fitColumns(measured, room, opener).columns).toEqual(fitting),
)

const fleet: MeasuredColumn<ColumnSize>[] = [
  { column: { beside: 32 }, content: 100 },
  { column: { width: 1 }, content: 172 },
  { column: { width: 1 }, content: 112 },
]
// 12 + (100 + 12) + (172 + 12) + (112 + 12)
const WHOLE = 432
test.each([
  ['all content is whole', WHOLE, [100, 172, 112]],
  ['long texts lose the room that they can spare', WHOLE - 70, [100, 122, 92]],
  ['the remaining room goes to all by their width', WHOLE + 384, [200, 344, 224]],
])('%s', (_, room, widths) => expect(fitColumns(fleet, room, 0).widths).toEqual(widths))

test('the room between figures and words counts', () =>
  expect(
    fitColumns<ColumnSize>(
      [
        { column: { end: true }, content: 70 },
        { column: { beside: 18 }, content: 60 },
      ],
      12 + 82 + 96,
      0,
    ).widths,
  ).toEqual([70, 84]))
