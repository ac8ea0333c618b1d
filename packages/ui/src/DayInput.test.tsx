// A typed day, with the day before the month.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { DayInput } from './DayInput.tsx'
import { show } from './testing.tsx'

const change = vi.fn()
function Field() {
  const [day, setDay] = useState('2026-01-30')
  change(day)
  return <DayInput label="Scadenza" value={day} onChange={setDay} maxDate="2026-12-31" />
}
test.each([
  ['05/06/2026', '2026-06-05', '05/06/2026'],
  ['31/02/2026', '2026-01-30', '30/01/2026'],
  ['01/02/2027', '2026-01-30', '30/01/2026'],
])(
  'a person who types %s chooses %s and sees %s [general.23, general.24]',
  async (typed, day, read) => {
    await show(<Field />)
    const field = screen.getByRole('textbox', { name: 'Scadenza' })
    await userEvent.clear(field)
    await userEvent.type(field, typed)
    await userEvent.tab()
    expect(change).toHaveBeenLastCalledWith(day)
    expect(field).toHaveValue(read)
  },
)
