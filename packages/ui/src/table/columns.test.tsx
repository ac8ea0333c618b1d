import { expect, test } from 'vitest'
import { type Column, isHeading, textOf, withHeadings } from './columns.ts'

interface Cost {
  readonly month: string
  readonly euros: number
}
const cost = (month: string, euros: number): Cost => ({ month, euros })
const byMonth = {
  of: (row: Cost) => row.month,
  note: (rows: readonly Cost[]) => `${rows.reduce((sum, row) => sum + row.euros, 0)} €`,
}
const linesOf = (rows: readonly Cost[]) =>
  withHeadings(rows, byMonth).map(line =>
    isHeading(line) ? `${line.heading}: ${line.note}` : line.euros,
  )

test.each<readonly [string, readonly Cost[], readonly (string | number)[]]>([
  ['no row', [], []],
  ['rows of one group', [cost('May', 1), cost('May', 2)], ['May: 3 €', 1, 2]],
  ['two groups', [cost('May', 1), cost('June', 4)], ['May: 1 €', 1, 'June: 4 €', 4]],
  [
    'a group that comes again, which has a heading again',
    [cost('May', 1), cost('June', 4), cost('May', 2)],
    ['May: 1 €', 1, 'June: 4 €', 4, 'May: 2 €', 2],
  ],
])('headings are made for %s', (_, rows, expected) => expect(linesOf(rows)).toEqual(expected))

test('a heading has no note by default', () =>
  expect(withHeadings([cost('May', 1)], { of: row => row.month })[0]).toEqual({
    heading: 'May',
    note: '',
  }))

test('the export of a cell is its value, or the text written for it', () => {
  const euros: Column<Cost> = { key: 'euros', label: 'Costs', value: row => row.euros }
  expect(textOf(euros, cost('May', 1.5))).toBe(1.5)
  expect(textOf({ ...euros, written: row => `${row.euros} €` }, cost('May', 1.5))).toBe('1.5 €')
})
