import { expect, test } from 'vitest'
import { z } from 'zod'
import { MOST_ROWS, readSheetRows, type SheetColumn, type SheetRow } from './sheet.ts'

const schema = z.object({
  code: z.string().trim().min(1).max(5),
  description: z.string().min(1),
  radius: z.number().min(1).optional(),
})
const columns: readonly SheetColumn[] = [
  { title: 'Code', field: 'code', example: 'A', required: true, unique: true },
  { title: 'Description', field: 'description', example: 'x', required: true },
  { title: 'Radius', field: 'radius', example: 100 },
]
const readSheet = (...cells: unknown[][]) =>
  readSheetRows(cells, columns, schema, { code: ['OLD'] })
const rowsOf = async (...cells: unknown[][]) => {
  const result = await readSheet(...cells)
  return result.ok ? result.rows : result.problem
}
const good = { wrong: [], fields: [] }

test('the first row names the columns, in any case and order, and unknown columns are skipped and named [exports.8, exports.10]', async () => {
  expect(
    await readSheet(
      ['DESCRIPTION', 'Other', ' code '],
      ['North', 1, 'N'],
      [null, null, null],
      ['South', 2, 'S'],
    ),
  ).toEqual({
    ok: true,
    rows: [
      { row: 2, values: { code: 'N', description: 'North' }, ...good },
      { row: 4, values: { code: 'S', description: 'South' }, ...good },
    ],
    ignored: ['Other'],
  })
})
test('a missing column is named, and so is a column that appears twice', async () => {
  expect(await rowsOf(['code'], ['N'])).toBe(
    'Mancano le colonne: Description. Nulla è stato importato.',
  )
  expect(await rowsOf(['code', 'description', 'CODE'], ['N', 'x', 'M'])).toBe(
    'Queste colonne compaiono due volte: Code. Nulla è stato importato.',
  )
})
test('an empty sheet has no records', async () => {
  expect(await rowsOf(['code', 'description'])).toEqual([])
  expect(await rowsOf()).toBe('Mancano le colonne: Code, Description. Nulla è stato importato.')
})
test('a number or a text is read in the form that its field needs, even with a comma', async () => {
  expect(
    await rowsOf(['code', 'description', 'radius'], [12, 'x', 50], ['A', 'x', ' 2,5 ']),
  ).toEqual([
    { row: 2, values: { code: '12', description: 'x', radius: 50 }, ...good },
    { row: 3, values: { code: 'A', description: 'x', radius: 2.5 }, ...good },
  ])
})
test('each row lists its faults with their fields before anything is stored', async () => {
  const rows = (await rowsOf(
    ['code', 'description'],
    ['', 'x'],
    ['toolong', 'x'],
    ['old', 'x'],
    ['A', 'x'],
    ['a', ''],
  )) as SheetRow[]
  expect(rows.map(r => r.wrong)).toEqual([
    ['Code: Questo campo è richiesto'],
    ['Code: Al massimo 5 caratteri'],
    ['Code: È già in uso'],
    [],
    ['Description: Questo campo è richiesto', 'Code: È già in uso'],
  ])
})
test('a date in another column is a fault, and one in a column of days is read as a day, from Excel or from text', async () => {
  const dated = z.object({ code: z.string().min(1), date: z.iso.date() })
  const rows = await readSheetRows(
    [
      ['code', 'date'],
      [new Date('2026-02-01T00:00:00Z'), '2026-12-31'],
      ['A', new Date('2026-02-01T00:00:00Z')],
      ['B', '1/2/2026'],
      ['C', 46_000],
      ['D', 'soon'],
    ],
    [
      { title: 'Code', field: 'code', example: 'A' },
      { title: 'Date', field: 'date', example: '2026-12-31', kind: 'date' },
    ],
    dated,
  )
  expect(rows.ok && rows.rows.map(r => [r.values.date, r.wrong])).toEqual([
    [
      '2026-12-31',
      ['Code: Excel l’ha trasformato in una data (01/02/2026): scrivi la cella come testo'],
    ],
    ['2026-02-01', []],
    ['2026-02-01', []],
    ['46000', ['Date: Scrivi una data valida']],
    ['soon', ['Date: Scrivi una data valida']],
  ])
})
test('the sign that the product’s own files put before formulas is removed, and their column of problems is ignored', async () => {
  const result = await readSheet(
    ['code', 'description', 'Problema'],
    ['A', "'=1+1", 'Code: È già in uso'],
  )
  expect(result).toMatchObject({
    ok: true,
    ignored: [],
    rows: [{ values: { description: '=1+1' } }],
  })
})
test('ten thousand rows are read, and one more is refused', async () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, i) => [`c${i.toString(36)}`, 'x'])
  const many = await rowsOf(['code', 'description'], ...lines(MOST_ROWS))
  expect([many.length, (many as SheetRow[]).every(r => r.wrong.length === 0)]).toEqual([
    10_000,
    true,
  ])
  expect(await rowsOf(['code', 'description'], ...lines(MOST_ROWS + 1))).toBe(
    'Il foglio ha 10.001 righe: se ne possono importare al massimo 10.000 alla volta. Dividilo in più file.',
  )
})
