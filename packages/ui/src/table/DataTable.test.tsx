import { tablePdf } from '@flotta/core/table-file.ts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { failing, show, signIn } from '../testing.tsx'
import type { Column } from './columns.ts'
import { DataTable } from './DataTable.tsx'
import { cardHeight } from './TableRows.tsx'

beforeEach(signIn)

interface Box {
  readonly id: number
  readonly code: string
}
test('of ten thousand rows only the visible ones are drawn, and only a changed row is drawn again [general.82]', async () => {
  const rendered: number[] = []
  const opened: string[] = []
  const columns: Column<Box>[] = [
    {
      key: 'code',
      label: 'Codice',
      value: b => b.code,
      show: b => {
        rendered.push(b.id)
        return b.code
      },
    },
  ]
  let change: (rows: readonly Box[]) => void = () => undefined
  const boxes = Array.from({ length: 10_000 }, (_, i) => ({ id: i + 1, code: `B${i + 1}` }))
  function Screen() {
    const [rows, set] = useState<readonly Box[]>(boxes)
    change = set
    // Its functions are new ones at every rendering.
    return (
      <DataTable
        name="boxes"
        columns={columns}
        rows={rows}
        onOpen={box => opened.push(box.code)}
        openLabel={box => `Apri ${box.code} di ${rows.length}`}
      />
    )
  }
  await show(<Screen />)
  expect(await screen.findByRole('cell', { name: 'B1' })).toBeInTheDocument()
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '10001')
  expect(new Set(rendered).size).toBeLessThan(100)
  rendered.length = 0
  act(() => change(boxes.map(b => (b.id === 2 || b.id === 9_000 ? { ...b, code: 'moved' } : b))))
  expect(await screen.findByRole('cell', { name: 'moved' })).toBeInTheDocument()
  expect(rendered).toEqual([2])
  await userEvent.click(screen.getByRole('button', { name: 'Apri moved di 10000' }))
  expect(opened).toEqual(['moved'])
})

test('a PDF is saved as a file, with the visible rows as they are read and figures to the right, and no print dialog opens [exports.3]', async () => {
  const files: Blob[] = []
  const links: string[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
      revokeObjectURL: () => undefined,
    }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    links.push(this.download)
  })
  const print = vi.spyOn(window, 'print')
  const columns: Column<Box & { readonly km: number | null }>[] = [
    { key: 'code', label: 'Codice', value: b => b.code },
    { key: 'km', label: 'Km', value: b => b.km },
  ]
  const rows = [
    { id: 1, code: 'B1', km: 1_370_000 },
    { id: 2, code: 'B2', km: 12.5 },
    { id: 3, code: 'B3', km: null },
  ]
  const { requests } = await show(<DataTable name="boxes" columns={columns} rows={rows} />, {
    e: tablePdf,
    respond: () => new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Esporta' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'PDF' }))
  await waitFor(() => expect(links).toEqual(['boxes.pdf']))
  expect(await files[0]?.text()).toBe('%PDF-1.7')
  expect(requests[0]?.body).toEqual({
    title: 'boxes',
    columns: [
      { title: 'Codice', figures: false },
      { title: 'Km', figures: true },
    ],
    rows: ['B1\t1.370.000', 'B2\t12,5', 'B3\t'],
  })
  expect(print).not.toHaveBeenCalled()
})
test('when the server refuses a PDF its reason is shown', async () => {
  await show(
    <DataTable
      name="boxes"
      columns={[{ key: 'code', label: 'Codice', value: (b: Box) => b.code }]}
      rows={[{ id: 1, code: 'B1' }]}
    />,
    failing(tablePdf, 429, { message: 'Troppe richieste', code: 'too_many' }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Esporta' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'PDF' }))
  expect(await screen.findByText('Troppe richieste')).toBeInTheDocument()
})

test('on a phone the rows are cards without heads, and one field sets the order [views.7]', async () => {
  const deskWidth = window.innerWidth
  window.innerWidth = 390
  const columns: Column<Box>[] = [{ key: 'code', label: 'Codice', value: b => b.code }]
  const boxes = ['B2', 'B10', 'B1'].map((code, id) => ({ id, code }))
  await show(<DataTable name="boxes" columns={columns} rows={boxes} />)
  expect(screen.queryByRole('columnheader')).toBeNull()
  const codes = () => screen.getAllByRole('cell').map(cell => cell.textContent)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ordina per' }), 'Codice ↓')
  expect(codes()).toEqual(['B10', 'B2', 'B1'])
  window.innerWidth = deskWidth
})

test('on a phone each column has its place on a card, also where the row has no value yet [views.8]', async () => {
  const deskWidth = window.innerWidth
  window.innerWidth = 390
  const columns: Column<Box & { readonly place: string | null }>[] = [
    { key: 'code', label: 'Codice', value: b => b.code },
    { key: 'place', label: 'Luogo', value: b => b.place, ownLine: true },
  ]
  await show(
    <DataTable
      name="boxes"
      columns={columns}
      rows={[
        { id: 1, code: 'B1', place: null },
        { id: 2, code: 'B2', place: 'Parma' },
      ]}
    />,
  )
  expect(screen.getAllByRole('row').map(row => row.textContent)).toEqual([
    'B1Luogo —',
    'B2Luogo Parma',
  ])
  window.innerWidth = deskWidth
})
test.each([
  ['no column', [], 61],
  ['two short columns on one line', [{}, {}], 81],
  ['three short columns on two lines', [{}, {}, {}], 101],
  [
    'a column of long texts between two short ones, on a line of its own',
    [{}, { ownLine: true }, {}],
    101,
  ],
] as const)(
  'the height of a card with %s is known before its values [views.8]',
  (_, columns, height) => {
    expect(cardHeight(columns)).toBe(height)
  },
)

test('rows are below headings with their sums while they have their own order [general.102]', async () => {
  const columns: Column<Box>[] = [{ key: 'code', label: 'Codice', value: b => b.code }]
  const boxes = ['B2', 'B1', 'A1'].map((code, id) => ({ id, code }))
  await show(
    <DataTable
      name="boxes"
      columns={columns}
      rows={boxes}
      grouping={{ of: ({ code }) => code.charAt(0), note: rows => `${rows.length}` }}
    />,
  )
  const lines = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map(row => row.textContent)
  expect(lines()).toEqual(['B2', 'B2', 'B1', 'A1', 'A1'])
  await userEvent.click(screen.getByRole('button', { name: 'Codice' }))
  expect(lines()).toEqual(['A1', 'B1', 'B2'])
})
