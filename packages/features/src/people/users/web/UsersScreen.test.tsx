import { pageMeta } from '@flotta/core/contract.ts'
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, waitForElementToBeRemoved, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { forgotPassword, profile, userCustomer } from '../../auth/contract.ts'
import { companyOf } from '../../auth/web/testing.ts'
import { customers } from '../../customers/contract.ts'
import { endUserSessions, resetFactors } from '../../factors/contract.ts'
import { type ManagedUser, setPrintingPassword, users } from '../contract.ts'
import UsersScreen from './UsersScreen.tsx'

const person = (
  id: number,
  name: string,
  role: ManagedUser['role'],
  more: Partial<ManagedUser> = {},
): ManagedUser => ({
  id,
  name,
  email: `${name.toLowerCase()}@x.example`,
  role,
  customer_id: 1,
  provider: false,
  language: 'it',
  max_users: 0,
  password_changed_at: '2026-11-01T00:00:00Z',
  active: 1,
  invited: false,
  pending_email: null,
  ...more,
})
const company = companyOf()
const me = person(1, 'Marta', 'edit')
const people = [
  me,
  person(2, 'Capo', 'control'),
  person(3, 'Kiosk', 'printing', { invited: true }),
  person(4, 'Vito', 'view', { active: 0 }),
]
const standing = (as: ManagedUser = me) => {
  const { active: _, invited: __, pending_email: ___, ...account } = as
  return [
    answering(profile, account),
    answering(userCustomer, company),
    answering(users.list, {
      data: people,
      meta: pageMeta({ page: 1, per_page: 20 }, people.length),
    }),
  ]
}
const card = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement
const pressable = (box: HTMLElement) =>
  within(box)
    .queryAllByRole('button')
    .map(b => b.getAttribute('aria-label'))
beforeEach(signIn)

test('a card offers what its reader may do: nothing on a higher role, and no removal of oneself [users.6, users.31]', async () => {
  await showAt('/', <UsersScreen />, ...standing())
  expect(pressable(await card('Marta'))).toEqual(['Modifica Marta'])
  expect(pressable(await card('Capo'))).toEqual([])
  expect(pressable(await card('Kiosk'))).toEqual([
    'Password di stampa di Kiosk',
    'Modifica Kiosk',
    'Elimina Kiosk',
  ])
  expect(pressable(await card('Vito'))).toEqual(['Modifica Vito', 'Elimina Vito'])
  expect(await card('Kiosk')).toHaveAttribute('data-marked')
  expect(await card('Kiosk')).toHaveTextContent('Invitato')
  expect(await card('Vito')).toHaveTextContent('Disattivato')
})
test('the search asks the server for name and e-mail and shows the number found, and a card shows name, role and e-mail [users.2, users.5]', async () => {
  const { requests } = await showAt(
    '/',
    <UsersScreen />,
    ...standing(),
    answering(users.list, ({ path }) => {
      const listed = path.includes('search=') ? people.slice(1, 2) : people
      return { data: listed, meta: pageMeta({ page: 1, per_page: 20 }, listed.length) }
    }),
  )
  expect(await card('Vito')).toHaveTextContent(/Vito.*vito@x\.example.*Sola lettura/)
  await userEvent.type(screen.getByRole('searchbox'), 'capo@')
  await waitFor(() => expect(screen.queryByText('Vito')).not.toBeInTheDocument())
  expect(
    requests.some(({ path }) => path.startsWith('/users?') && path.includes('search=capo')),
  ).toBe(true)
  expect(screen.getByText(/^1 (risultat|utent|trovat)/)).toBeInTheDocument()
})
test('a user who has lost the password gets a link, after a question [users.38]', async () => {
  const vera = person(5, 'Vera', 'view')
  const { requests } = await showAt(
    '/',
    <UsersScreen />,
    ...standing(),
    answering(users.list, { data: [me, vera], meta: pageMeta({ page: 1, per_page: 20 }, 2) }),
    answering(forgotPassword, null),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Accesso di Vera' }))
  await userEvent.click(
    await screen.findByRole('menuitem', { name: 'Invia un link per la password…' }),
  )
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Invia il link' }),
  )
  expect(await screen.findByText(`Link inviato a ${vera.email}`)).toBeInTheDocument()
  expect(requests.find(a => a.path === '/forgot-password')?.body).toEqual({ email: vera.email })
})
test('a manager signs a user out everywhere and removes lost second factors [auth.101, auth.112]', async () => {
  const vera = person(5, 'Vera', 'view')
  const { requests } = await showAt(
    '/',
    <UsersScreen />,
    ...standing(),
    answering(users.list, { data: [me, vera], meta: pageMeta({ page: 1, per_page: 20 }, 2) }),
    answering(endUserSessions, null),
    answering(resetFactors, null),
  )
  for (const [offer, title, answer, done] of [
    [
      'Disconnetti ovunque…',
      'Disconnettere Vera da tutti i dispositivi?',
      'Disconnetti ovunque',
      'Tutte le sessioni di Vera sono chiuse',
    ],
    [
      'Togli il secondo fattore…',
      'Togliere il secondo fattore di Vera?',
      'Togli il secondo fattore',
      'Vera entra con la sola password',
    ],
  ] as const) {
    await userEvent.click(await screen.findByRole('button', { name: 'Accesso di Vera' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: offer }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await userEvent.click(dialog.getByRole('button', { name: answer }))
    expect(await screen.findByText(done)).toBeInTheDocument()
  }
  expect(requests.filter(a => a.method === 'DELETE').map(a => a.path)).toEqual([
    '/users/5/sessions',
    '/users/5/factors',
  ])
})
test('a person who may only look sees cards without buttons [users.36]', async () => {
  await showAt('/', <UsersScreen />, ...standing(person(4, 'Vito', 'view')))
  expect(pressable(await card('Kiosk'))).toEqual([])
  expect(screen.queryByRole('button', { name: 'Nuovo utente' })).toBeNull()
})
test('roles above the own cannot be chosen [users.37]', async () => {
  await showAt('/', <UsersScreen />, ...standing())
  await userEvent.click(await screen.findByRole('button', { name: 'Nuovo utente' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Ruolo' }))
  expect((await screen.findAllByRole('option')).map(o => o.textContent)).toEqual([
    'Sola lettura',
    'Gestore',
    'Stampa',
  ])
})
test('the form of the printing password shows its faults, then a confirmation, and closes by itself [users.32, users.34]', async () => {
  const { requests } = await showAt(
    '/',
    <UsersScreen />,
    ...standing(),
    answering(setPrintingPassword, person(3, 'Kiosk', 'printing')),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Password di stampa di Kiosk' }))
  await userEvent.type(await screen.findByLabelText('Nuova password'), '1234567')
  await userEvent.type(screen.getByLabelText('Ripeti la password'), 'altra{Enter}')
  const box = screen.getByRole('alert')
  expect(box).toHaveTextContent('Le due password non coincidono')
  expect(box).toHaveTextContent(/8 caratteri/)
  expect(screen.getByLabelText('Nuova password')).toBeInvalid()
  expect(requests.some(a => a.method === 'PATCH')).toBe(false)
  await userEvent.type(screen.getByLabelText('Nuova password'), '8')
  await userEvent.clear(screen.getByLabelText('Ripeti la password'))
  await userEvent.type(screen.getByLabelText('Ripeti la password'), '12345678{Enter}')
  expect(await screen.findByText('Password di stampa aggiornata')).toBeInTheDocument()
  expect(requests.find(a => a.method === 'PATCH')?.body).toEqual({
    password: '12345678',
    password_confirmation: '12345678',
  })
  await waitForElementToBeRemoved(() => screen.queryByText('Password di stampa aggiornata'))
})
test('an address that waits for confirmation is on its card, and changing it needs the own password and explains when it counts', async () => {
  const waiting = person(5, 'Vera', 'view', { pending_email: 'vera@nuova.example' })
  const { requests } = await showAt(
    '/',
    <UsersScreen />,
    ...standing(),
    answering(users.list, { data: [me, waiting], meta: pageMeta({ page: 1, per_page: 20 }, 2) }),
    answering(users.one, waiting),
    answering(users.update, waiting),
  )
  const hers = await card('Vera')
  expect(within(hers).getByText('In attesa di conferma')).toBeInTheDocument()
  expect(within(hers).getByText('In attesa: vera@nuova.example')).toBeInTheDocument()
  await userEvent.click(within(hers).getByRole('button', { name: /^Modifica/ }))
  const email = await screen.findByRole('textbox', { name: 'E-mail' })
  expect(screen.queryByLabelText('La tua password')).toBeNull()
  await userEvent.clear(email)
  await userEvent.type(email, 'vera@altra.example')
  expect(
    screen.getByText('Vale quando chi la riceve apre il link di conferma.'),
  ).toBeInTheDocument()
  await userEvent.type(screen.getByLabelText('La tua password'), 'Sicura!2026{Enter}')
  await waitFor(() =>
    expect(requests.find(a => a.method === 'PUT')?.body).toMatchObject({
      email: 'vera@altra.example',
      password: 'Sicura!2026',
    }),
  )
})
test('a refused printing password has a message in a red box [users.33]', async () => {
  await showAt(
    '/',
    <UsersScreen />,
    ...standing(),
    failing(setPrintingPassword, 409, { message: 'Solo gli utenti di stampa', code: 'conflict' }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Password di stampa di Kiosk' }))
  await userEvent.type(await screen.findByLabelText('Nuova password'), '12345678')
  await userEvent.type(screen.getByLabelText('Ripeti la password'), '12345678{Enter}')
  expect(await screen.findByText('La password non è stata aggiornata')).toBeInTheDocument()
})
test('a manager of a company with others below it chooses the company whose users are listed [users.25]', async () => {
  const below = { ...company, id: 9, name: 'Figlia' }
  const { requests, address } = await showAt(
    '/',
    <UsersScreen />,
    ...standing({ ...me, max_users: 5 }),
    answering(customers.list, { data: [below], meta: pageMeta({ page: 1, per_page: 100 }, 1) }),
  )
  await userEvent.click(await screen.findByRole('combobox', { name: 'Azienda' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Figlia' }))
  await waitFor(() => expect(address()).toBe('/?customer_id=9'))
  await waitFor(() =>
    expect(requests.some(a => a.path === '/users?customer_id=9&page=1')).toBe(true),
  )
})
