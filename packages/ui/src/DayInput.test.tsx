// A typed day, with the day before the month.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { DayInput } from './DayInput.tsx'
import { show } from './testing.tsx'

const change = vi.fn()
const submit = vi.fn()
beforeEach(() => submit.mockReset())
function Field() {
  const [day, setDay] = useState('2026-01-30')
  change(day)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        submit(day)
      }}
    >
      <DayInput
        label="Scadenza"
        value={day}
        onChange={setDay}
        minDate="2026-01-15"
        maxDate="2026-12-31"
      />
      <button type="submit">Salva</button>
    </form>
  )
}
const field = () => screen.getByRole('textbox', { name: 'Scadenza' })
async function type(text: string): Promise<void> {
  await userEvent.clear(field())
  await userEvent.type(field(), text)
}

test('a person who types a day chooses it and sees it in the form of all days [general.23]', async () => {
  await show(<Field />)
  await type('5.6.2026')
  await userEvent.tab()
  expect(change).toHaveBeenLastCalledWith('2026-06-05')
  expect(field()).toHaveValue('05/06/2026')
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  expect(submit).toHaveBeenCalledWith('2026-06-05')
})
test.each([
  ['31/02/2026', 'Questo giorno non esiste. Scrivilo come gg/mm/aaaa.'],
  ['domani', 'Questo giorno non esiste. Scrivilo come gg/mm/aaaa.'],
  ['14/01/2026', 'Non prima del 15/01/2026.'],
  ['01/02/2027', 'Non dopo il 31/12/2026.'],
])(
  'what is typed and is no possible day stays in the field, which says why, and nothing is saved: %s [general.24]',
  async (text, words) => {
    await show(<Field />)
    await type(text)
    await userEvent.tab()
    expect(field()).toHaveValue(text)
    expect(field()).toBeInvalid()
    expect(field()).toHaveAccessibleDescription(words)
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
    expect(submit).not.toHaveBeenCalled()
    expect(field()).toHaveFocus()

    await type('28/02/2026')
    expect(field()).toBeValid()
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
    expect(submit).toHaveBeenCalledWith('2026-02-28')
  },
)
test('Enter in the field sends no day that does not exist [general.24]', async () => {
  await show(<Field />)
  await type('31/02/2026{Enter}')
  expect(submit).not.toHaveBeenCalled()
  expect(field()).toHaveAccessibleDescription(/Questo giorno non esiste/)
})
test('the day that was chosen before can be chosen again in the calendar instead of what was typed [general.24]', async () => {
  await show(<Field />)
  await type('31/02/2026')
  await userEvent.click(screen.getByRole('button', { name: '30 gennaio 2026' }))
  expect(field()).toHaveValue('30/01/2026')
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  expect(submit).toHaveBeenCalledWith('2026-01-30')
})
