// The table of a read-only list: while it loads, without and with rows.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../testing.tsx'
import { PlainTable } from './PlainTable.tsx'

interface Mail {
  readonly id: number
  readonly to: string
}
const retry = vi.fn()
const turn = vi.fn()
const table = (rows: readonly Mail[] | undefined, error: unknown = null) => (
  <PlainTable
    columns={[
      { title: 'A chi', cell: mail => mail.to },
      { title: '', cell: ({ id }) => <button type="button">{`Invia ${id}`}</button> },
    ]}
    rows={rows}
    keyOf={mail => mail.id}
    error={error}
    onRetry={retry}
    empty={{ title: 'Nessun messaggio', text: 'Qui appaiono i messaggi in attesa.' }}
    pages={{ page: 1, total: 3, onTurn: turn }}
  />
)

test('a table without rows explains what will be there', async () => {
  await show(table([]))
  expect(screen.getByText('Nessun messaggio')).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
})
test('a failed table can be loaded again', async () => {
  await show(table(undefined, new Error('no')))
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  expect(retry).toHaveBeenCalledOnce()
})
test('rows have their cells and buttons, and pages are turned', async () => {
  await show(
    table([
      { id: 7, to: 'ufficio@bruni.example' },
      { id: 8, to: '+39 333 1234567' },
    ]),
  )
  expect(screen.getAllByRole('row')).toHaveLength(3)
  expect(screen.getByRole('cell', { name: 'ufficio@bruni.example' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Invia 8' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Pagina 2' }))
  expect(turn).toHaveBeenCalledWith(2)
})
