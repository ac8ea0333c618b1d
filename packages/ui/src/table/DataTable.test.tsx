import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../testing.tsx'
import { type Column, DataTable } from './DataTable.tsx'

interface Box {
  readonly id: number
  readonly code: string
}
test('of ten thousand rows only those in sight are drawn, and only the one that changed is drawn again', async () => {
  const drawn: number[] = []
  const columns: Column<Box>[] = [
    {
      key: 'code',
      label: 'Codice',
      value: b => b.code,
      show: b => {
        drawn.push(b.id)
        return b.code
      },
    },
  ]
  let change: (rows: readonly Box[]) => void = () => undefined
  const boxes = Array.from({ length: 10_000 }, (_, i) => ({ id: i + 1, code: `B${i + 1}` }))
  function Screen() {
    const [rows, set] = useState<readonly Box[]>(boxes)
    change = set
    return <DataTable name="boxes" columns={columns} rows={rows} />
  }
  await show(<Screen />)
  expect(await screen.findByRole('cell', { name: 'B1' })).toBeInTheDocument()
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '10001')
  expect(new Set(drawn).size).toBeLessThan(100)
  drawn.length = 0
  act(() => change(boxes.map(b => (b.id === 2 || b.id === 9_000 ? { ...b, code: 'moved' } : b))))
  expect(await screen.findByRole('cell', { name: 'moved' })).toBeInTheDocument()
  expect(drawn).toEqual([2])
})
