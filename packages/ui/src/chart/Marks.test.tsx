// The marks on a chart: one press of Tab reaches them, arrow keys move between them, and each sets the shared cursor.
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Cursor, SharedCursor } from '../cursor.ts'
import type { OverTime } from './data.ts'
import { Marks } from './Marks.tsx'

const HOUR = 3_600_000
const from = new Date(2026, 2, 1, 8).getTime()
const area = { left: 50, right: 1_050, top: 0, bottom: 200 }

test('keys reach the marks, each has a name, and the focused mark is the moment that other charts show [services.76]', async () => {
  const press = vi.fn()
  const cursor = new Cursor()
  const data: OverTime = {
    period: { from, to: from + 10 * HOUR },
    series: [],
    marks: [{ at: from + HOUR, label: 'Temperatura', onClick: press }],
    spans: [{ from: from + 5 * HOUR, to: from + 6 * HOUR, label: 'Porte aperte' }],
  }
  render(
    <SharedCursor value={cursor}>
      <button type="button">before</button>
      <Marks data={data} area={area} source="chart" />
      <button type="button">next</button>
    </SharedCursor>,
  )
  const mark = screen.getByRole('button', { name: 'Temperatura, 01/03/2026 09:00' })
  const bar = screen.getByRole('button', { name: 'Porte aperte, 01/03/2026 13:00 – 14:00' })
  expect(bar.parentElement).toHaveStyle({ left: '550px', width: '100px' })
  await userEvent.click(screen.getByRole('button', { name: 'before' }))
  await userEvent.tab()
  expect(mark).toHaveFocus()
  expect(cursor.at).toBe(from + HOUR)
  expect(screen.getByText('Temperatura, 01/03/2026 09:00')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(press).toHaveBeenCalledOnce()
  await userEvent.keyboard('{ArrowRight}')
  expect(bar).toHaveFocus()
  expect(cursor.at).toBe(from + 5 * HOUR)
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'next' })).toHaveFocus()
  expect(cursor.at).toBeNull()
})
