// The page of the set-up and the strip that leads to it.
import { answering, failing, show, showAt } from '@flotta/ui/testing.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { setUp, setupChoices, setupState } from '../contract.ts'
import SetupScreen from './SetupScreen.tsx'
import { SetupStrip } from './SetupStrip.tsx'

afterEach(() => {
  location.hash = ''
})
const token = { token: 't', expires_at: new Date(Date.now() + 900_000).toISOString() }
const needed = answering(setupState, { needed: true })
const at = { address: '/setup', path: '/setup' }

async function fill(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Il tuo nome'), 'Ada Bruni')
  await userEvent.type(screen.getByLabelText('E-mail'), 'ada@bruni.example')
  await userEvent.type(screen.getByLabelText('Password'), 'Flotta-2026')
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Configura' }))

test('the token comes with the printed address, and a set-up with a company leads to the map [installation.64]', async () => {
  location.hash = '#tok123'
  const view = await showAt(at, <SetupScreen />, needed, answering(setUp, token))
  await fill()
  await userEvent.type(screen.getByLabelText('Nome dell’azienda'), 'Bruni')
  await save()
  await waitFor(() => expect(view.address()).toBe('/global-map'))
  expect(view.requests.find(r => r.method === 'POST')?.body).toMatchObject({
    token: 'tok123',
    name: 'Ada Bruni',
    email: 'ada@bruni.example',
    language: 'it',
    company: { name: 'Bruni' },
    demo: 'keep',
    map: 'essential',
  })
})
test('a set-up for several companies names none, and the token can be typed', async () => {
  const view = await showAt(at, <SetupScreen />, needed, answering(setUp, token))
  await fill()
  await userEvent.type(screen.getByLabelText('Codice di configurazione'), 'tok9')
  await userEvent.click(screen.getByLabelText('Più aziende, che gestisco io'))
  await userEvent.click(screen.getByLabelText(/^Toglila/))
  await save()
  await waitFor(() => expect(view.address()).toBe('/'))
  expect(view.requests.find(r => r.method === 'POST')?.body).toMatchObject({
    token: 'tok9',
    company: null,
    demo: 'remove',
  })
})
test('without a demo there is no question about it [installation.86]', async () => {
  await showAt(at, <SetupScreen />, needed, answering(setupChoices, { demo: false }))
  await waitFor(() => expect(screen.queryByLabelText(/^Toglila/)).toBeNull())
  expect(screen.getByLabelText('Il tuo nome')).toBeInTheDocument()
})
test('a wrong token has a message that helps', async () => {
  location.hash = '#wrong'
  await showAt(
    at,
    <SetupScreen />,
    needed,
    failing(setUp, 404, { message: 'Non trovato', code: 'not_found' }),
  )
  await fill()
  await userEvent.type(screen.getByLabelText('Nome dell’azienda'), 'Bruni')
  await save()
  expect(await screen.findByRole('alert')).toHaveTextContent('flotta setup')
})
test('after the set-up the page has a message instead of the form', async () => {
  await showAt(at, <SetupScreen />, answering(setupState, { needed: false }))
  expect(await screen.findByText('La configurazione è già stata fatta.')).toBeVisible()
  expect(screen.queryByLabelText('Il tuo nome')).toBeNull()
})
test('the strip leads to the set-up while it is needed [installation.64]', async () => {
  await show(<SetupStrip />, needed)
  expect(await screen.findByRole('link', { name: 'Configura la tua azienda' })).toHaveAttribute(
    'href',
    '/setup',
  )
})
