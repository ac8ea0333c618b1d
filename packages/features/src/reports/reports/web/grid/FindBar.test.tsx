// The search for words in a sheet: the number of matches, and keys that go from one to the next.
import { show } from '@flotta/ui/testing.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ReportSheet } from '../../contract.ts'
import { type CellWriter, cellWriter, momentWriter } from './cell-text.ts'
import { FindBar } from './FindBar.tsx'

const columns: ReportSheet['columns'] = [
  { key: 'plate', title: 'Mezzo', unit: null, format: 'text' },
  { key: 'place', title: 'Luogo', unit: null, format: 'text' },
]
const sheet: ReportSheet = {
  name: 'Soste',
  columns,
  rows: [
    ['AB123CD', 'Fidenza'],
    ['ZZ999ZZ', 'Forlì'],
    ['AB123CD', 'Piacenza'],
  ],
  kinds: {},
  total: 3,
}
const writers: readonly CellWriter[] = columns.map(column =>
  cellWriter(column, momentWriter('Europe/Rome')),
)
const open = async () => {
  const onShow = vi.fn()
  await show(
    <>
      <button type="button">altrove</button>
      <FindBar sheet={sheet} writers={writers} onFound={() => undefined} onShow={onShow} />
    </>,
  )
  return { field: screen.getByRole('searchbox', { name: 'Cerca nel foglio' }), onShow }
}

test('the first cell found comes into view, Enter leads to the next one and Shift and Enter to the one before, around the ends', async () => {
  const { field, onShow } = await open()
  expect(screen.getByText('3 righe')).toBeInTheDocument()
  await userEvent.type(field, 'ab 123')
  expect(await screen.findByText('1 di 2')).toBeInTheDocument()
  await userEvent.type(field, '{Enter}')
  expect(screen.getByText('2 di 2')).toBeInTheDocument()
  await userEvent.type(field, '{Enter}')
  expect(screen.getByText('1 di 2')).toBeInTheDocument()
  await userEvent.type(field, '{Shift>}{Enter}{/Shift}')
  expect(screen.getByText('2 di 2')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Risultato precedente' }))
  expect(onShow.mock.calls.map(([{ row }]) => row)).toEqual([0, 2, 0, 2, 0])
})
test('accents do not matter, and without a match there is no button to press', async () => {
  const { field, onShow } = await open()
  await userEvent.type(field, 'forli')
  expect(await screen.findByText('1 di 1')).toBeInTheDocument()
  expect(onShow).toHaveBeenCalledExactlyOnceWith({ row: 1, column: 1 })
  await userEvent.type(field, 'x')
  expect(await screen.findByText('Nessun risultato')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Risultato successivo' })).toBeNull()
})
test('Ctrl and F leads to the field from anywhere, and Esc empties it', async () => {
  const { field } = await open()
  screen.getByRole('button', { name: 'altrove' }).focus()
  await userEvent.keyboard('{Control>}f{/Control}')
  expect(field).toHaveFocus()
  await userEvent.type(field, 'ab')
  expect(await screen.findByText('1 di 2')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(field).toHaveValue('')
  expect(await screen.findByText('3 righe')).toBeInTheDocument()
})
