// The grid of a sheet: only visible rows are drawn, keys move, words are found, and cells are written by the formats of their columns.
import { show } from '@flotta/ui/testing.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { ReportSheet } from '../../contract.ts'
import { cellWriter, columnHead, isNumber, momentWriter, type SheetColumn } from './cell-text.ts'
import { FoldableSheet } from './FoldableSheet.tsx'
import { findCells } from './find.ts'
import { SheetGrid } from './SheetGrid.tsx'
import { initialWidths } from './widths.ts'

const column = (
  key: string,
  format: string,
  title = key,
  unit: string | null = null,
): SheetColumn => ({ key, title, unit, format })
const sheetOf = (count: number, some: Partial<ReportSheet> = {}): ReportSheet => ({
  name: 'Viaggi',
  columns: [
    column('at', 'instant', 'Data e ora'),
    column('plate', 'text', 'Mezzo'),
    column('km', 'trip_km', 'Percorso', 'km'),
  ],
  rows: Array.from({ length: count }, (_, i) => [
    new Date(Date.UTC(2026, 10, 1, 0, i)).toISOString(),
    `AB${String(i).padStart(3, '0')}CD`,
    i / 10,
  ]),
  kinds: {},
  total: count,
  ...some,
})
const moment = momentWriter('Europe/Rome')
const writers = (sheet: ReportSheet) => sheet.columns.map(c => cellWriter(c, moment))

describe('a cell is written', () => {
  test.each([
    ['instant', '2026-10-25T00:30:00.000Z', '25/10/2026 02:30:00'],
    ['instant', '2026-10-25T01:30:00.000Z', '25/10/2026 02:30:00'],
    ['instant', '2026-07-01T22:00:05.000Z', '02/07/2026 00:00:05'],
    ['instant', 'nonsense', 'nonsense'],
    ['day', '2026-11-22', '22/11/2026'],
    ['duration', 7509, '2:05'],
    ['duration', 90_000, '25:00'],
    ['duration', 2_371, '0:40'],
    ['celsius', -18.44, '−18,4'],
    ['money', 1234.5, '1.234,50'],
    ['km', 1234.5, '1.235'],
    ['flag', true, 'sì'],
    ['flag', false, 'no'],
    ['text', '=1+1', '=1+1'],
    ['text', null, ''],
    ['percent', null, ''],
  ] as const)('%s %s: %s', (format, cell, expected) =>
    expect(cellWriter(column('c', format), moment)(cell)).toBe(expected),
  )
  test('a head has its unit, and numbers are at the right', () => {
    expect([
      columnHead(column('t', 'celsius', 'T1', '°C')),
      columnHead(column('t', 'text', 'Mezzo')),
      columnHead(column('t', 'km', 'Km', 'km')),
    ]).toEqual(['T1 (°C)', 'Mezzo', 'Km'])
    expect([
      isNumber(column('t', 'celsius')),
      isNumber(column('t', 'duration')),
      isNumber(column('t', 'instant')),
    ]).toEqual([true, true, false])
  })
})

test('a column is as wide as its words need, within limits, and headings over all columns do not count', () => {
  const sheet = sheetOf(2, {
    columns: [column('a', 'text', 'A'), column('b', 'text', 'B')],
    rows: [
      ['x'.repeat(400), null],
      ['y', 'z'.repeat(400)],
    ],
    kinds: { 0: 'heading' },
  })
  const [first = 0, second = 0] = initialWidths(sheet, writers(sheet))
  expect([first, second]).toEqual([64, 640])
})

describe('the search of words', () => {
  const never = new AbortController().signal
  test('ignores case, accents and spaces, and goes row by row', async () => {
    const sheet = sheetOf(3, {
      rows: [
        [null, 'Città di Castello', null],
        ['2026-11-01T00:00:00.000Z', 'x', 12.5],
        [null, 'CITTA', null],
      ],
    })
    expect(await findCells(sheet, writers(sheet), 'città', never)).toEqual([
      { row: 0, column: 1 },
      { row: 2, column: 1 },
    ])
    expect(await findCells(sheet, writers(sheet), '12,5', never)).toEqual([{ row: 1, column: 2 }])
    expect(await findCells(sheet, writers(sheet), '   ', never)).toEqual([])
  })
  test('ends when nobody waits for it', async () => {
    const sheet = sheetOf(30_000)
    const end = new AbortController()
    const search = findCells(sheet, writers(sheet), 'ZZ', end.signal)
    end.abort()
    await expect(search).rejects.toThrow()
  })
})

describe('the grid', () => {
  const grid = () => screen.getByRole('grid', { name: 'Viaggi' })
  const activeCell = () =>
    document.getElementById(grid().getAttribute('aria-activedescendant') ?? '')
  test('of 50,000 rows draws only the visible ones', async () => {
    await show(<SheetGrid sheet={sheetOf(50_000)} zone="Europe/Rome" />)
    expect(grid()).toHaveAttribute('aria-rowcount', '50001')
    expect(screen.getByRole('columnheader', { name: 'Percorso (km)' })).toBeInTheDocument()
    expect(screen.getByText('50.000 righe')).toBeInTheDocument()
    expect(screen.getAllByRole('row').length).toBeLessThan(80)
  })
  test('leads from cell to cell by arrows, Home and End, and copies a cell by Ctrl+C', async () => {
    const copied = vi.fn(() => Promise.resolve())
    await show(<SheetGrid sheet={sheetOf(5)} zone="Europe/Rome" />)
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, { clipboard: { value: { writeText: copied } } }),
    )
    const press = (key: string, more = {}) => fireEvent.keyDown(grid(), { key, ...more })
    expect(activeCell()).toHaveTextContent('01/11/2026 01:00:00')
    press('ArrowDown')
    press('ArrowRight')
    expect(activeCell()).toHaveTextContent('AB001CD')
    press('c', { ctrlKey: true })
    expect(copied).toHaveBeenCalledWith('AB001CD')
    press('End')
    expect(activeCell()).toHaveTextContent('0,1')
    press('End', { ctrlKey: true })
    expect(activeCell()).toHaveTextContent('0,4')
    press('ArrowDown')
    expect(activeCell()).toHaveTextContent('0,4')
    press('Home', { ctrlKey: true })
    expect(activeCell()).toHaveTextContent('01/11/2026 01:00:00')
  })
  test('widens a column by Alt and an arrow', async () => {
    await show(<SheetGrid sheet={sheetOf(5)} zone="Europe/Rome" />)
    const width = () => Number(/\d+/.exec(grid().style.getPropertyValue('--columns'))?.[0])
    const before = width()
    fireEvent.keyDown(grid(), { key: 'ArrowRight', altKey: true })
    expect(width()).toBe(before + 16)
  })
  test('counts and marks the words found, and Enter leads to the next', async () => {
    await show(<SheetGrid sheet={sheetOf(40)} zone="Europe/Rome" />)
    const input = screen.getByRole('searchbox', { name: 'Cerca nel foglio' })
    await userEvent.type(input, 'ab00')
    expect(await screen.findByText('1 di 10')).toBeInTheDocument()
    expect(activeCell()).toHaveTextContent('AB000CD')
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('2 di 10')).toBeInTheDocument()
    expect(activeCell()).toHaveTextContent('AB001CD')
    await userEvent.keyboard('{Shift>}{Enter}{Enter}{/Shift}')
    expect(await screen.findByText('10 di 10')).toBeInTheDocument()
    await userEvent.clear(input)
    await userEvent.type(input, 'nowhere')
    await waitFor(() => expect(screen.getByText('Nessun risultato')).toBeInTheDocument())
  })
  test('gives its columns the width of the window until a person sets one [reports.96]', async () => {
    await show(<SheetGrid sheet={sheetOf(5)} zone="Europe/Rome" />)
    const template = () => grid().style.getPropertyValue('--columns')
    expect(template()).toMatch(/^minmax\((\d+)px, \1fr\) minmax/)
    fireEvent.keyDown(grid(), { key: 'ArrowRight', altKey: true })
    expect(template()).toMatch(/^\d+px \d+px/)
  })
  test('has room for a long text, in whatever row [reports.96]', () => {
    const long = 'x'.repeat(60)
    const sheet = sheetOf(400, {
      columns: [{ key: 'a', title: 'A', unit: null, format: 'text' }],
      rows: Array.from({ length: 400 }, (_, i) => [i === 300 ? long : 'x']),
    })
    expect(initialWidths(sheet, writers(sheet))[0]).toBeGreaterThan(60 * 8)
  })
  test('has headings over all columns, and sets totals, marked rows and gaps apart', async () => {
    const sheet = sheetOf(4, { kinds: { 0: 'heading', 1: 'marked', 2: 'gap', 3: 'total' } })
    await show(<SheetGrid sheet={sheet} zone="Europe/Rome" />)
    const kinds = screen
      .getAllByRole('row')
      .flatMap(row =>
        row.dataset.kind === undefined ? [] : [[row.dataset.kind, row.children.length]],
      )
    expect(kinds).toEqual([
      ['heading', 1],
      ['marked', 3],
      ['gap', 1],
      ['total', 3],
    ])
  })
})

test('shows only the totals by a switch, and each total opens its rows by pointer and by key [reports.98]', async () => {
  const kinds = { 2: 'total', 5: 'total' } as const
  show(<FoldableSheet sheet={sheetOf(6, { kinds })} zone="Europe/Rome" />)
  const onlyTotals = await screen.findByRole('switch', { name: 'Solo i totali' })
  const plates = () => screen.getAllByRole('row').slice(1).length
  expect(plates()).toBe(6)
  await userEvent.click(onlyTotals)
  expect(plates()).toBe(2)
  await userEvent.click(screen.getByText('AB002CD'))
  expect(plates()).toBe(4)
  expect(screen.getByText('AB001CD')).toBeInTheDocument()
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
  expect(plates()).toBe(6)
})
