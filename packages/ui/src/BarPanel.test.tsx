// A button of the bar and the content behind it: a panel on a desk, a drawer on a phone.
import { IconBell } from '@tabler/icons-react'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { BarPanel } from './BarPanel.tsx'
import { show } from './testing.tsx'

const PHONE = 390
const panel = (count: number) => (
  <BarPanel label="Avvisi" icon={IconBell} count={count} countLabel={`${count} attivi`}>
    {close => (
      <button type="button" onClick={close}>
        vai
      </button>
    )}
  </BarPanel>
)

test.each([
  [0, 'Avvisi', null],
  [3, 'Avvisi, 3 attivi', '3'],
  [120, 'Avvisi, 120 attivi', '99+'],
] as const)(
  'a button with %i waiting things shows their number and has it in its name',
  async (count, name, mark) => {
    await show(panel(count))
    const button = screen.getByRole('button', { name })
    expect(button.textContent || null).toBe(mark)
  },
)
test('on a desktop the panel opens below its button, closes from within and by Esc, and gives the focus back', async () => {
  await show(panel(0))
  const button = screen.getByRole('button', { name: 'Avvisi' })
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  await userEvent.click(await screen.findByRole('button', { name: 'vai' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'vai' })).toBeNull())
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(button)
  await screen.findByRole('button', { name: 'vai' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'vai' })).toBeNull())
  await waitFor(() => expect(button).toHaveFocus())
})
test('on a phone the panel is a drawer with a name and a cross', async () => {
  window.innerWidth = PHONE
  await show(panel(0))
  await userEvent.click(screen.getByRole('button', { name: 'Avvisi' }))
  expect(await screen.findByRole('dialog', { name: 'Avvisi' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Chiudi' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
