import { answering, failing, show, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import {
  changePassword,
  forgotPassword,
  profile,
  resetPassword,
  userCustomer,
} from '../contract.ts'
import { ChangePassword } from './ChangePassword.tsx'
import ResetScreen from './ResetScreen.tsx'
import { companyOf } from './testing.ts'

const user = {
  id: 1,
  name: 'Marta Ricci',
  email: 'marta@demo.example',
  role: 'edit',
  customer_id: 1,
  provider: false,
  language: 'it',
  max_users: 0,
  password_changed_at: '2026-11-01T00:00:00Z',
} as const
const customer = companyOf()

async function fill(password: string, confirmation: string): Promise<void> {
  await userEvent.type(screen.getByLabelText('Nuova password'), password)
  await userEvent.type(screen.getByLabelText('Ripeti la nuova password'), confirmation)
  await userEvent.click(screen.getByRole('button', { name: 'Salva la password' }))
}
const reset = { address: '/reset/tok123/marta%40demo.example', path: '/reset/$token/$email' }

test('the rules are ticked off while the password is typed', async () => {
  await showAt(reset, <ResetScreen />, answering(resetPassword, null))
  expect(screen.getAllByText(/non ancora/)).toHaveLength(5)
  await userEvent.type(screen.getByLabelText('Nuova password'), 'Flotta-2026')
  expect(screen.queryAllByText(/non ancora/)).toHaveLength(0)
})
test('a weak password and another confirmation are refused before anything is sent [auth.57]', async () => {
  const { requests } = await showAt(reset, <ResetScreen />, answering(resetPassword, null))
  await fill('Flotta2026', 'Flotta-2026')
  expect(await screen.findByText('Le due password non coincidono')).toBeVisible()
  expect(requests).toEqual([])
})
test('the new password is sent with the token of the link, and leads to the sign-in', async () => {
  const view = await showAt(reset, <ResetScreen />, answering(resetPassword, null))
  await fill('Flotta-2026', 'Flotta-2026')
  await waitFor(() => expect(view.address()).toBe('/login?reset=done'))
  expect(view.requests[0]?.body).toEqual({
    token: 'tok123',
    email: 'marta@demo.example',
    password: 'Flotta-2026',
    password_confirmation: 'Flotta-2026',
  })
})
test('a link that no longer works has a message in the server’s words', async () => {
  await showAt(
    reset,
    <ResetScreen />,
    failing(resetPassword, 422, { message: 'Il link è scaduto', code: 'invalid' }),
  )
  await fill('Flotta-2026', 'Flotta-2026')
  expect(await screen.findByRole('alert')).toHaveTextContent('Il link è scaduto')
})
test.each(['link_used', 'link_expired'])(
  'a link with the fault %s leads to a button for a new one [auth.54]',
  async code => {
    const view = await showAt(
      reset,
      <ResetScreen />,
      failing(resetPassword, 422, { message: 'Chiedine uno nuovo', code }),
      answering(forgotPassword, null),
    )
    await fill('Flotta-2026', 'Flotta-2026')
    expect(await screen.findByRole('alert')).toHaveTextContent('Chiedine uno nuovo')
    await userEvent.click(screen.getByRole('button', { name: 'Mandami un nuovo link' }))
    expect(await screen.findByRole('status')).toHaveTextContent('il link è in arrivo')
    expect(view.requests.at(-1)).toMatchObject({
      path: '/forgot-password',
      body: { email: 'marta@demo.example' },
    })
  },
)
test('an unknown link has one message, and a button for a new one', async () => {
  const wrong = 'Il link non è valido'
  await showAt(
    reset,
    <ResetScreen />,
    failing(resetPassword, 422, { message: wrong, code: 'invalid', data: { token: [wrong] } }),
  )
  await fill('Flotta-2026', 'Flotta-2026')
  expect(await screen.findAllByText(wrong)).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Mandami un nuovo link' })).toBeInTheDocument()
})
test('the own password is changed in a dialog that then closes', async () => {
  signIn()
  const close = vi.fn()
  const { requests } = await show(
    <Suspense>
      <ChangePassword opened onClose={close} />
    </Suspense>,
    answering(profile, user),
    answering(userCustomer, customer),
    answering(changePassword, null),
  )
  await userEvent.type(await screen.findByLabelText('Password attuale'), 'Vecchia-1')
  await fill('Flotta-2026', 'Flotta-2026')
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(requests.at(-1)?.body).toEqual({
    old_password: 'Vecchia-1',
    new_password: 'Flotta-2026',
    confirm_password: 'Flotta-2026',
  })
})
test('a wrong present password has a message at its field', async () => {
  signIn()
  await show(
    <Suspense>
      <ChangePassword opened onClose={() => undefined} />
    </Suspense>,
    answering(profile, user),
    answering(userCustomer, customer),
    failing(changePassword, 422, {
      message: 'x',
      code: 'invalid',
      data: { old_password: ['Non è la password attuale'] },
    }),
  )
  await userEvent.type(await screen.findByLabelText('Password attuale'), 'Vecchia-1')
  await fill('Flotta-2026', 'Flotta-2026')
  expect(await screen.findByText('Non è la password attuale')).toBeVisible()
})
