// The second step of a sign-in, as the user goes through it.
import { session } from '@flotta/ui/session.ts'
import { answering, failing, showAt } from '@flotta/ui/testing.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { login } from '../../auth/contract.ts'
import LoginScreen from '../../auth/web/LoginScreen.tsx'
import { loginProviders } from '../../identity/contract.ts'
import { beginTotp, confirmTotp, loginFactor } from '../contract.ts'

beforeEach(() => session.end('signed_out'))
const token = { token: 't', expires_at: new Date(Date.now() + 900_000).toISOString() }
const refusal = (code: string, methods: string[]) =>
  failing(login, 401, { message: 'dal server', code, data: { ticket: ['biglietto'], methods } })
async function signIn() {
  await userEvent.type(await screen.findByLabelText('E-mail'), 'marta@aurora.example')
  await userEvent.type(screen.getByLabelText('Password'), 'segreta')
  await userEvent.click(screen.getByRole('button', { name: 'Accedi' }))
}

test('after the password the page asks for a code, and then opens the page that the person wanted [auth.108]', async () => {
  const view = await showAt(
    '/login?next=/global-map',
    <LoginScreen />,
    answering(loginProviders, []),
    refusal('second_factor', ['totp', 'recovery']),
    answering(loginFactor, token),
  )
  await signIn()
  await userEvent.type(await screen.findByLabelText('Codice'), '123 456')
  await userEvent.click(screen.getByLabelText(/30 giorni/))
  await userEvent.click(screen.getByRole('button', { name: 'Accedi' }))
  await waitFor(() => expect(view.address()).toBe('/global-map'))
  expect(view.requests.find(q => q.path === '/login/factor')?.body).toEqual({
    ticket: 'biglietto',
    method: 'totp',
    code: '123 456',
    remember: true,
  })
})
test('a person without the telephone uses a recovery code, and a wrong one shows an error at the field [auth.108]', async () => {
  const fault = {
    message: 'no',
    code: 'unauthorized',
    data: { code: ['Il codice non è corretto.'] },
  }
  await showAt(
    '/login',
    <LoginScreen />,
    answering(loginProviders, []),
    refusal('second_factor', ['totp', 'recovery']),
    failing(loginFactor, 401, fault),
  )
  await signIn()
  await userEvent.click(await screen.findByRole('button', { name: /codice di recupero/ }))
  await userEvent.type(await screen.findByLabelText('Codice di recupero'), 'abcd')
  await userEvent.click(screen.getByRole('button', { name: 'Accedi' }))
  expect(await screen.findByText('Il codice non è corretto.')).toBeVisible()
})
test('where the company requires a second factor it is set up first, and the recovery codes are shown once [auth.108]', async () => {
  await showAt(
    '/login',
    <LoginScreen />,
    answering(loginProviders, []),
    refusal('second_factor_enrol', ['totp', 'passkey']),
    answering(beginTotp, { secret: 'ABCDEFGH', uri: 'otpauth://totp/Flotta:m?secret=ABCDEFGH' }),
    answering(confirmTotp, { recovery_codes: ['aaaa-bbbb-cccc-dddd'] }),
  )
  await signIn()
  expect(await screen.findByRole('img', { name: /QR/ })).toBeVisible()
  expect(screen.getByText('ABCD EFGH')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Codice'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Conferma' }))
  expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeVisible()
})
test('identity providers are offered beside the password [auth.109]', async () => {
  await showAt(
    '/login?next=/vehicles',
    <LoginScreen />,
    answering(loginProviders, [{ id: 'work', name: 'Aurora' }]),
  )
  const link = await screen.findByRole('link', { name: 'Accedi con Aurora' })
  expect(link).toHaveAttribute('href', '/login/oidc/work?next=%2Fvehicles')
})
