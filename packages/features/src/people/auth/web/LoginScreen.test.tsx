import { session } from '@flotta/ui/session.ts'
import { answering, failing, offline, type ShownScreen, showAt } from '@flotta/ui/testing.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type About, about } from '../about.ts'
import { forgotPassword, login } from '../contract.ts'
import LoginScreen from './LoginScreen.tsx'

const installation: About = {
  name: 'Flotta',
  version: '1',
  demo: null,
  satellite: false,
  map: { max_zoom: 11, style: false, public_style: null },
  places: 'towns',
  tracker_port: 5000,
  contact: 'info@example.com',
}
const token = { token: 't', expires_at: new Date(Date.now() + 900_000).toISOString() }
const refusal = (code: string) => ({ message: 'dal server', code })
const plain = answering(about, installation)

async function signInWith(email: string, password: string): Promise<void> {
  if (email !== '') await userEvent.type(screen.getByLabelText('E-mail'), email)
  if (password !== '') await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Accedi' }))
}
const asks = (shown: ShownScreen) => shown.requests.filter(q => q.path === '/login')

beforeEach(() => session.end('signed_out'))

test('right credentials open the page that the person wanted [navigation.36, auth.30]', async () => {
  const view = await showAt(
    '/login?next=/global-map?v%3D3',
    <LoginScreen />,
    plain,
    answering(login, token),
  )
  await signInWith('Marta@Demo.example', 'segreta')
  await waitFor(() => expect(view.address()).toBe('/global-map?v=3'))
  expect(asks(view)[0]?.body).toEqual({ email: 'Marta@Demo.example', password: 'segreta' })
  expect(session.snapshot().signedIn).toBe(true)
})
test.each([
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/login',
  '/printer/login',
])('a wanted page like %s is not opened [navigation.37]', async next => {
  const view = await showAt(
    `/login?next=${encodeURIComponent(next)}`,
    <LoginScreen />,
    plain,
    answering(login, token),
  )
  await signInWith('a@b.it', 'x')
  await waitFor(() => expect(view.address()).toBe('/'))
})
test('a missing or wrong entry has a message at its field, and nothing is sent [auth.23]', async () => {
  const view = await showAt('/login', <LoginScreen />, plain)
  await signInWith('senza chiocciola', '')
  expect(await screen.findByText(/Scrivi un indirizzo e-mail valido/)).toBeVisible()
  expect(screen.getByText('Questo campo è richiesto')).toBeVisible()
  expect(asks(view)).toEqual([])
})
test.each([
  [400, 'E-mail o password errate.'],
  [401, 'E-mail o password errate.'],
  [423, 'La password è scaduta. Reimpostala per accedere.'],
  [500, 'dal server'],
])('an answer %i has the message: %s [auth.26, auth.27]', async (status, said) => {
  await showAt('/login', <LoginScreen />, plain, failing(login, status, refusal('x')))
  await signInWith('a@b.it', 'sbagliata')
  expect(await screen.findByRole('alert')).toHaveTextContent(said)
  expect(session.snapshot().signedIn).toBe(false)
})
test('a locked account shows the minutes to wait, and other accounts need not wait', async () => {
  const wait = {
    message:
      'Troppi tentativi su questo account: riprova tra 12 minuti, oppure reimposta la password.',
    code: 'too_many',
  }
  const view = await showAt(
    '/login',
    <LoginScreen />,
    plain,
    failing(login, 429, wait, { 'retry-after': '700' }),
  )
  await signInWith('a@b.it', 'x')
  expect(await screen.findByRole('alert')).toHaveTextContent('riprova tra 12 minuti')
  expect(screen.getByRole('button', { name: 'Accedi' })).toBeDisabled()
  await userEvent.clear(screen.getByLabelText('E-mail'))
  await userEvent.type(screen.getByLabelText('E-mail'), 'c@b.it')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Accedi' }))
  await waitFor(() => expect(asks(view)).toHaveLength(2))
})
test('a session that was ended elsewhere has a message, and one that ran out has another [auth.42]', async () => {
  session.begin(token)
  session.end('ended')
  const { unmount } = await showAt('/login', <LoginScreen />, plain)
  expect(screen.getByRole('status')).toHaveTextContent('chiusa, da un altro dispositivo')
  unmount()
  session.begin(token)
  session.end('expired')
  await showAt('/login', <LoginScreen />, plain)
  expect(screen.getByRole('status')).toHaveTextContent('La sessione è terminata')
})
test('the server’s messages appear at their fields', async () => {
  await showAt(
    '/login',
    <LoginScreen />,
    plain,
    failing(login, 422, { ...refusal('invalid'), data: { email: ['Indirizzo strano'] } }),
  )
  await signInWith('a@b.it', 'x')
  expect(await screen.findByText('Indirizzo strano')).toBeVisible()
})
test('an unreachable server has a message', async () => {
  await showAt('/login', <LoginScreen />, plain, offline(login))
  await signInWith('a@b.it', 'x')
  expect(await screen.findByRole('alert')).toHaveTextContent('Il server non è raggiungibile')
})
test('the password can be shown and hidden [auth.43]', async () => {
  await showAt('/login', <LoginScreen />, plain)
  await userEvent.click(screen.getByRole('button', { name: 'Mostra la password' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
  await userEvent.click(screen.getByRole('button', { name: 'Nascondi la password' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
})
test('a person who forgot the password gets a checked form, and a confirmation back at the sign-in [auth.44, auth.45]', async () => {
  const view = await showAt('/login', <LoginScreen />, plain, answering(forgotPassword, null))
  await userEvent.type(screen.getByLabelText('E-mail'), 'marta@demo.example')
  await userEvent.click(screen.getByRole('button', { name: 'Password dimenticata?' }))
  expect(screen.getByLabelText('E-mail')).toHaveValue('marta@demo.example')
  await userEvent.clear(screen.getByLabelText('E-mail'))
  await userEvent.click(screen.getByRole('button', { name: 'Invia il link' }))
  expect(await screen.findByText(/Questo campo è richiesto/)).toBeVisible()
  await userEvent.type(screen.getByLabelText('E-mail'), 'marta@demo.example')
  await userEvent.click(screen.getByRole('button', { name: 'Invia il link' }))
  expect(await screen.findByText(/Se l’indirizzo è registrato/)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  expect(view.requests.find(q => q.path === '/forgot-password')?.body).toEqual({
    email: 'marta@demo.example',
  })
})
test('a failure to send the link has the server’s own words [auth.46]', async () => {
  await showAt(
    '/login',
    <LoginScreen />,
    plain,
    failing(forgotPassword, 429, { message: 'Attendi', code: 'too_many' }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Password dimenticata?' }))
  await userEvent.type(screen.getByLabelText('E-mail'), 'a@b.it')
  await userEvent.click(screen.getByRole('button', { name: 'Invia il link' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Attendi')
})
test('the sign-in of the demo appears only where there is a demo, and fills the form', async () => {
  await showAt(
    '/login',
    <LoginScreen />,
    answering(about, {
      ...installation,
      demo: {
        email: 'demo@flotta.example',
        password: 'Prova-2026',
        printing: 'printer@flotta.example',
      },
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Usa questo accesso' }))
  expect(screen.getByLabelText('E-mail')).toHaveValue('demo@flotta.example')
  expect(screen.getByLabelText('Password')).toHaveValue('Prova-2026')
})
test('the page changes its language at once [general.5, general.6]', async () => {
  await showAt('/login', <LoginScreen />, plain)
  await userEvent.click(screen.getByRole('button', { name: 'Deutsch' }))
  expect(await screen.findByRole('heading', { name: 'Anmelden' })).toBeVisible()
  expect(document.documentElement.lang).toBe('de')
  expect(document.cookie).toContain('language=de')
})
