import { pageMeta } from '@flotta/core/contract.ts'
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { profile, userCustomer } from '../../auth/contract.ts'
import { companyOf } from '../../auth/web/testing.ts'
import { type Customer, customers } from '../contract.ts'
import CustomersScreen from './CustomersScreen.tsx'

const company = companyOf()
const verdi: Customer = {
  ...company,
  id: 8,
  name: 'Verdi Trasporti',
  vat_id: '01234567890',
  email: 'info@verdi.example',
  phone: '+39051123456',
  address: 'Via Roma 1',
  city: 'Bologna',
  zip_code: '40121',
  region: null,
}
const bare: Customer = {
  ...verdi,
  id: 9,
  name: 'Neri',
  vat_id: null,
  email: null,
  phone: null,
  address: null,
  city: null,
  zip_code: null,
}
const open = (max_users: number, ...more: ReturnType<typeof answering>[]) =>
  showAt(
    '/customers',
    <CustomersScreen />,
    answering(profile, {
      id: 1,
      name: 'Marta',
      email: 'marta@x.example',
      role: 'edit',
      customer_id: company.id,
      provider: false,
      language: 'it',
      max_users,
      password_changed_at: '2026-11-01T00:00:00Z',
    }),
    answering(userCustomer, company),
    answering(customers.list, {
      data: [verdi, bare],
      meta: pageMeta({ page: 1, per_page: 20 }, 2),
    }),
    ...more,
  )
const card = async (name: string) =>
  within((await screen.findByText(name)).closest('li') as HTMLElement)
beforeEach(signIn)

test('a card shows how to reach the company and leads to its users, and at the limit a sentence replaces the button [customers.26]', async () => {
  await open(2)
  expect(await screen.findByText('Numero massimo di clienti raggiunto')).toBeInTheDocument()
  expect(screen.queryByText('Nuovo cliente')).not.toBeInTheDocument()
  const full = await card('Verdi Trasporti')
  expect(full.getByText(/01234567890/)).toBeInTheDocument()
  expect(full.getByRole('link', { name: 'info@verdi.example' })).toHaveAttribute(
    'href',
    'mailto:info@verdi.example',
  )
  expect(full.getByText('Via Roma 1, 40121 Bologna')).toBeInTheDocument()
  expect(full.getByRole('link', { name: 'Utenti di Verdi Trasporti' })).toHaveAttribute(
    'href',
    '/users?customer_id=8',
  )
  const empty = await card('Neri')
  expect(empty.queryByRole('link', { name: /@/ })).not.toBeInTheDocument()
  expect(empty.getAllByText('—').length).toBeGreaterThanOrEqual(3)
})

test('the screen has cards with a search and pages, and buttons that add, change and remove a company [customers.2]', async () => {
  await open(
    50,
    answering(customers.list, {
      data: [verdi, bare],
      meta: pageMeta({ page: 1, per_page: 20 }, 45),
    }),
  )
  const one = await card('Verdi Trasporti')
  expect(one.getByRole('button', { name: 'Modifica Verdi Trasporti' })).toBeInTheDocument()
  expect(one.getByRole('button', { name: 'Elimina Verdi Trasporti' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Nuovo cliente' })).toBeInTheDocument()
  expect(screen.getByRole('searchbox')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Pagina 3' })).toBeInTheDocument()
})

test('below the limit a new company can be added, and is sent as it was typed [customers.26]', async () => {
  const { requests } = await open(50, answering(customers.create, verdi))
  // by their words: in a form with all time zones a search by role takes long
  await userEvent.click(await screen.findByText('Nuovo cliente'))
  await screen.findByLabelText('Ragione sociale')
  // the form is large: each field is filled in one go
  for (const [label, value] of [
    ['Ragione sociale', 'Verdi Trasporti'],
    ['Partita IVA', '01234567890'],
    ['E-mail', 'info@verdi.example'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await userEvent.click(screen.getByText('Salva'))
  await waitFor(() =>
    expect(requests.find(a => a.method === 'POST')?.body).toMatchObject({
      name: 'Verdi Trasporti',
      vat_id: '01234567890',
      email: 'info@verdi.example',
    }),
  )
})
test('the rights of a company are changed by its parameters, and a refusal appears beside the parameter', async () => {
  const child: Customer = {
    ...verdi,
    configurations: [
      { parameter: 't_check', value: '1' },
      { parameter: 'max_drivers', value: '30' },
    ],
  }
  const { requests } = await open(
    50,
    answering(customers.one, child),
    failing(customers.update, 422, {
      message: 'Controlla i campi',
      code: 'invalid',
      data: { 'configurations.1.value': ['Al massimo 500'] },
    }),
  )
  await userEvent.click(await screen.findByLabelText('Modifica Verdi Trasporti'))
  const drivers = await screen.findByLabelText('Max autisti')
  await waitFor(() => expect(drivers).toHaveValue('30'))
  expect(screen.getByLabelText(/^Registro temperature/)).toBeChecked()
  expect(screen.getByLabelText(/^Avvisi per SMS/)).not.toBeChecked()
  fireEvent.change(drivers, { target: { value: '900' } })
  await userEvent.click(screen.getByLabelText(/^Avvisi per SMS/))
  await userEvent.click(screen.getByText('Salva'))
  expect(await screen.findByText('Al massimo 500')).toBeInTheDocument()
  expect(drivers).toHaveValue('900')
  const body = requests.find(a => a.method === 'PUT')?.body as Customer
  expect(
    Object.fromEntries(body.configurations.map(({ parameter, value }) => [parameter, value])),
  ).toMatchObject({ t_check: '1', max_drivers: '900', alert_sms: '1' })
})
