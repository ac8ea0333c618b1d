import { expect, test } from 'vitest'
import { z } from 'zod'
import { readSheetRows, type SheetColumn, type SheetRow } from './sheet.ts'

const schema = z.object({ code: z.string().trim().min(1).max(5), description: z.string().min(1), radius: z.number().min(1).optional() })
const columns: readonly SheetColumn[] = [
  { title: 'Code', field: 'code', example: 'A', required: true, unique: true },
  { title: 'Description', field: 'description', example: 'x', required: true },
  { title: 'Radius', field: 'radius', example: 100 },
]
const read = (...cells: unknown[][]) => {
  const result = readSheetRows(cells, columns, schema, { code: ['OLD'] })
  return result.ok ? result.rows : result.missing
}

test('the first row names the columns, whatever the case and order; what is not known is passed over', () => {
  expect(read(['DESCRIPTION', 'other', ' code '], ['North', 1, 'N'], [null, null, null], ['South', 2, 'S'])).toEqual([
    { row: 2, values: { code: 'N', description: 'North' }, wrong: [] },
    { row: 4, values: { code: 'S', description: 'South' }, wrong: [] },
  ])
})
test('a missing column is named', () => expect(read(['code'], ['N'])).toEqual(['Description']))
test('an empty sheet has no records', () => {
  expect(read(['code', 'description'])).toEqual([])
  expect(read()).toEqual(['Code', 'Description'])
})
test('numbers stay numbers where the form wants them, and become text where it wants text', () => {
  expect(read(['code', 'description', 'radius'], [12, 'x', 50])).toEqual([{ row: 2, values: { code: '12', description: 'x', radius: 50 }, wrong: [] }])
})
test('each row says what is wrong with it before anything is stored', () => {
  const rows = read(['code', 'description'], ['', 'x'], ['toolong', 'x'], ['old', 'x'], ['A', 'x'], ['a', '']) as SheetRow[]
  expect(rows.map(r => r.wrong)).toEqual([
    ['Code: Questo campo è richiesto'],
    ['Code: Al massimo 5 caratteri'],
    ['Code: È già in uso'],
    [],
    ['Description: Questo campo è richiesto', 'Code: È già in uso'],
  ])
})
