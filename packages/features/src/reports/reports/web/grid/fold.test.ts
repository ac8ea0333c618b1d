// The totals of a sheet and their rows.
import { expect, test } from 'vitest'
import type { ReportSheet } from '../../contract.ts'
import { foldedSheet, totalsOf } from './fold.ts'

const sheet: ReportSheet = {
  name: 'Spese',
  columns: [{ key: 'what', title: 'Voce', unit: null, format: 'text' }],
  rows: [
    'AA001AA',
    'gasolio',
    'pedaggi',
    'Totale AA',
    'BB002BB',
    'gomme',
    'Totale BB',
    'Totale',
  ].map(text => [text]),
  kinds: { 0: 'heading', 3: 'total', 4: 'heading', 6: 'total', 7: 'total' },
  total: 8,
}
const textsOf = (...open: number[]) =>
  foldedSheet(sheet, new Set(open)).sheet.rows.map(([text]) => text)

test('only totals are visible until a person opens one, and the total of all opens the whole sheet [reports.98]', () => {
  expect(totalsOf(sheet)).toEqual([3, 6, 7])
  expect(textsOf()).toEqual(['Totale AA', 'Totale BB', 'Totale'])
  expect(textsOf(6)).toEqual(['Totale AA', 'BB002BB', 'gomme', 'Totale BB', 'Totale'])
  expect(textsOf(7)).toEqual(sheet.rows.map(([text]) => text))
  expect(foldedSheet(sheet, new Set([3]))).toMatchObject({
    places: [0, 1, 2, 3, 6, 7],
    sheet: { kinds: { 0: 'heading', 3: 'total', 4: 'total', 5: 'total' } },
  })
})
test('rows without a total after them stay visible', () => {
  const rows = [...sheet.rows, ['nota']]
  expect(foldedSheet({ ...sheet, rows }, new Set()).places).toEqual([3, 6, 7, 8])
})
