import { answering, failing, showAt } from '@flotta/ui/testing.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { confirmAddress, undoAddress } from '../../users/contract.ts'
import AddressScreen from './AddressScreen.tsx'

const at = (does: 'confirm' | 'undo') => ({
  address: `/address/${does}/tok123`,
  path: '/address/$does/$token',
})

test('an address is confirmed only by a press, because mail programs open links by themselves', async () => {
  const { requests } = await showAt(
    at('confirm'),
    <AddressScreen />,
    answering(confirmAddress, { email: 'nuova@x.example' }),
  )
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Conferma il nuovo indirizzo' }),
  ).toBeVisible()
  expect(requests).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Conferma' }))
  expect(await screen.findByText('Fatto: d’ora in poi accedi con nuova@x.example.')).toBeVisible()
  expect(requests.map(a => [a.path, a.body])).toEqual([['/address/confirm', { token: 'tok123' }]])
  expect(screen.queryByRole('button', { name: 'Conferma' })).toBeNull()
})
test.each([
  [
    true,
    'Fatto: il tuo accesso è di nuovo mia@x.example. Ti abbiamo mandato il link per scegliere una nuova password.',
  ],
  [false, 'Annullato: il tuo accesso resta mia@x.example.'],
])('taking a change back (counted already: %s) shows what follows', async (restored, words) => {
  await showAt(
    at('undo'),
    <AddressScreen />,
    answering(undoAddress, { email: 'mia@x.example', restored }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Annulla il cambio' }))
  expect(await screen.findByText(words)).toBeVisible()
})
test('an invalid link has a message, and can be tried again', async () => {
  await showAt(
    at('confirm'),
    <AddressScreen />,
    failing(confirmAddress, 422, { message: 'Questo link è scaduto', code: 'link_expired' }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Conferma' }))
  expect(await screen.findByText('Questo link è scaduto')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Conferma' })).toBeEnabled()
})
