// The dialog of a fresh proof: it offers the methods that this person has, and no others.
import { answering, failing, show } from '@flotta/ui/testing.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { stepUpState } from '../../identity/contract.ts'
import { type StepUpMethod, stepUp } from '../contract.ts'
import { StepUp } from './step-up.tsx'

// a browser that has passkeys; happy-dom has none
beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {})
})
const open = async (methods: StepUpMethod[], providers: { id: string; name: string }[] = []) => {
  const onProved = vi.fn()
  const view = await show(
    <StepUp onProved={onProved} onCancel={vi.fn()} />,
    answering(stepUpState, { until: null, methods, providers }),
    answering(stepUp, { until: new Date().toISOString() }),
  )
  await screen.findByText(/Vale per 10 minuti|Password dimenticata/)
  return { ...view, onProved }
}
const offers = () => ({
  password: screen.queryByLabelText('Password') !== null,
  code: screen.queryByLabelText('Codice') !== null,
  recovery: screen.queryByRole('button', { name: 'Usa un codice di recupero' }) !== null,
  passkey: screen.queryByRole('button', { name: 'Usa una passkey' }) !== null,
})

test.each<[string, StepUpMethod[], ReturnType<typeof offers>]>([
  [
    'a password alone',
    ['password'],
    { password: true, code: false, recovery: false, passkey: false },
  ],
  [
    'an application for codes',
    ['password', 'totp', 'recovery'],
    { password: true, code: true, recovery: true, passkey: false },
  ],
  [
    'a passkey, and no password',
    ['passkey', 'recovery'],
    { password: false, code: false, recovery: true, passkey: true },
  ],
])('a person with %s gets that way and no other [auth.122]', async (_, methods, expected) => {
  await open(methods)
  expect(offers()).toEqual(expected)
})
test.each<[StepUpMethod[], string]>([
  [['password'], 'Password'],
  [['password', 'totp'], 'Codice'],
])('the field to type for %j has the focus at once', async (methods, field) => {
  await open(methods)
  expect(screen.getByLabelText(field)).toHaveFocus()
})
test('a person who signs in by an identity provider alone is sent there, and has nothing to confirm here [auth.122]', async () => {
  await open([], [{ id: 'work', name: 'Aurora' }])
  expect(screen.getByRole('button', { name: /Aurora/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Conferma' })).toBeNull()
})
test('a person without any way to prove it has nothing to confirm', async () => {
  await open([])
  expect(screen.queryByRole('button', { name: 'Conferma' })).toBeNull()
})
test('a recovery code is accepted instead of a lost telephone', async () => {
  const { requests, onProved } = await open(['totp', 'recovery'])
  await userEvent.click(screen.getByRole('button', { name: 'Usa un codice di recupero' }))
  await userEvent.type(screen.getByLabelText('Codice di recupero'), 'aaaa-bbbb')
  await userEvent.click(screen.getByRole('button', { name: 'Conferma' }))
  await waitFor(() => expect(onProved).toHaveBeenCalled())
  expect(requests.find(asked => asked.method === 'POST')?.body).toEqual({ code: 'aaaa-bbbb' })
})
test('a failed question for the ways can be tried again', async () => {
  await show(
    <StepUp onProved={vi.fn()} onCancel={vi.fn()} />,
    failing(stepUpState, 500, { message: 'dal server', code: 'internal' }),
  )
  expect(await screen.findByRole('button', { name: 'Riprova' })).toBeVisible()
})
