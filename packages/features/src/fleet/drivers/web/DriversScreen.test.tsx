import { pageMeta } from '@flotta/core/contract.ts'
import { DAY } from '@flotta/core/time.ts'
import { dayOf } from '@flotta/ui/day.ts'
import { answering, failing, showAt, signIn, stopClock } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { signedInAs } from '../../../people/auth/web/testing.ts'
import {
  endPrivateTrip,
  enterPrivateTrip,
  type PrivateDriver,
  privateDrivers,
} from '../../private-trips/contract.ts'
import { type Driver, drivers } from '../contract.ts'
import DriversScreen from './DriversScreen.tsx'

const driver = (id: number, name: string, surname: string, more: Partial<Driver> = {}): Driver => ({
  id,
  name,
  surname,
  license: null,
  license_expiration_date: null,
  ibutton_id: null,
  phone_number: null,
  email: null,
  note: null,
  active: 1,
  private_trips: false,
  ...more,
})
const NOW = Date.now()
const inDays = (days: number) => dayOf(NOW + days * DAY)
const people = [
  driver(1, 'Mario', 'Rossi', {
    license: 'U1ABC',
    license_expiration_date: inDays(12),
    phone_number: '+393331234567',
  }),
  driver(2, 'Ada', 'Neri', { license_expiration_date: inDays(-3), active: 0 }),
  driver(3, 'Eva', 'Bo', { license_expiration_date: inDays(900), private_trips: true }),
]
let privately: PrivateDriver[] = []
const standing = (
  role: 'view' | 'edit' = 'edit',
  configurations: Readonly<Record<string, string>> = {},
) => [
  ...signedInAs(role, configurations),
  answering(drivers.list, ({ path }) => {
    const matches = path.includes('search=') ? people.slice(0, 1) : people
    return { data: matches, meta: pageMeta({ page: 1, per_page: 20 }, matches.length) }
  }),
  answering(privateDrivers, () => privately),
]
const nobody = answering(drivers.list, () => ({
  data: [],
  meta: pageMeta({ page: 1, per_page: 20 }, 0),
}))
const card = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement
beforeEach(() => {
  signIn()
  privately = []
})

test('a card shows how long the licence is valid, and that a driver is inactive [drivers.17]', async () => {
  stopClock(NOW)
  await showAt('/', <DriversScreen />, ...standing())
  expect(await card('Mario Rossi')).toHaveTextContent('Scade tra 12 giorni')
  expect(
    within(await card('Mario Rossi')).getByRole('link', { name: '+393331234567' }),
  ).toHaveAttribute('href', 'tel:+393331234567')
  expect(await card('Ada Neri')).toHaveTextContent('Scaduta')
  expect(await card('Ada Neri')).toHaveTextContent('Non attivo')
  expect(within(await card('Eva Bo')).queryByText(/^Scad(e|uta)\b/)).toBeNull()
})
test('each fact of a card says what it is, on hover and to a screen reader [drivers.19]', async () => {
  await showAt('/', <DriversScreen />, ...standing())
  const facts = within(await card('Mario Rossi'))
  expect(facts.getByTitle('Patente')).toHaveTextContent('Patente: U1ABC')
  expect(facts.getByTitle('Scadenza patente')).toHaveTextContent(/^Scadenza patente: \d/)
  expect(facts.getByTitle('Telefono')).toHaveTextContent('Telefono: +393331234567')
})
test('the number found is beside the number of all [drivers.4]', async () => {
  await showAt('/?search=mario', <DriversScreen />, ...standing())
  expect(await screen.findByText('1/3')).toBeInTheDocument()
})
test('at the limit there is no button to add a driver, and a sentence explains why [drivers.13]', async () => {
  await showAt('/', <DriversScreen />, ...standing('edit', { max_drivers: '3' }))
  expect(await screen.findByText(/Numero massimo di autisti raggiunto \(3\)/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Nuovo autista' })).toBeNull()
})
test.each([
  ['edit', 1],
  ['view', 0],
] as const)(
  'an empty list tells those alone what to do who may do it: %s [general.80]',
  async (role, count) => {
    await showAt('/', <DriversScreen />, ...standing(role), nobody)
    await screen.findByText('Nessun autista')
    expect(screen.queryAllByText(/Aggiungi chi guida i mezzi/)).toHaveLength(count)
  },
)
test('a person who may only look has no buttons [drivers.18]', async () => {
  await showAt('/', <DriversScreen />, ...standing('view'))
  expect(within(await card('Mario Rossi')).queryAllByRole('button')).toEqual([])
  expect(screen.queryByRole('button', { name: 'Nuovo autista' })).toBeNull()
})
test('one card is edited at a time, and a new one is dropped by cancel [drivers.6, drivers.7]', async () => {
  await showAt('/', <DriversScreen />, ...standing(), answering(drivers.one, people[0] as Driver))
  await userEvent.click(await screen.findByRole('button', { name: 'Modifica Mario Rossi' }))
  expect(screen.getAllByRole('form')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Nuovo autista' }))
  expect(screen.getAllByRole('form')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Annulla' }))
  expect(screen.queryByRole('form')).toBeNull()
})
test('the form is sent as it was typed, a prefix alone is no phone, and a refused card has a message at its field', async () => {
  const refused = failing(drivers.create, 422, {
    message: 'Controlla i campi',
    code: 'invalid',
    data: { ibutton_id: ['È già in uso'] },
  })
  const { requests } = await showAt('/', <DriversScreen />, ...standing(), refused)
  await userEvent.click(await screen.findByRole('button', { name: 'Nuovo autista' }))
  await userEvent.type(screen.getByLabelText('Nome'), 'Zoe')
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  expect(await screen.findByText('Questo campo è richiesto')).toBeInTheDocument()
  await userEvent.type(screen.getByLabelText('Cognome'), 'Villa')
  await userEvent.type(screen.getByLabelText('iButton o tessera'), '01AB')
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  expect(await screen.findByText('È già in uso')).toBeInTheDocument()
  expect(requests.find(a => a.method === 'POST')?.body).toMatchObject({
    name: 'Zoe',
    surname: 'Villa',
    ibutton_id: '01AB',
    phone_number: '',
    active: 1,
  })
})
test('activities are linked only for companies that have them', async () => {
  const { unmount } = await showAt(
    '/',
    <DriversScreen />,
    ...standing('edit', { drivers_active: '1' }),
  )
  expect(
    within(await card('Mario Rossi')).getByRole('link', { name: 'Attività di Mario Rossi' }),
  ).toHaveAttribute('href', '/drivers/activity?driver=1')
  unmount()
  await showAt('/', <DriversScreen />, ...standing())
  expect(within(await card('Mario Rossi')).queryByRole('link', { name: /Attività/ })).toBeNull()
})
test('the table leads to activities, personal data and private trips as the cards do, and its files hold no buttons [drivers.20]', async () => {
  const user = userEvent.setup()
  privately = [{ driver_id: 3, trip: null, vehicle: { id: 7, plate: 'AB123CD' } }]
  await showAt('/', <DriversScreen />, ...standing('edit', { drivers_active: '1' }))
  await user.click(await screen.findByRole('radio', { name: 'Tabella' }))
  const row = async (name: string) =>
    within((await screen.findByRole('cell', { name })).closest('[role="row"]') as HTMLElement)
  const eva = await row('Bo')
  expect(eva.getByRole('link', { name: 'Attività di Eva Bo' })).toHaveAttribute(
    'href',
    '/drivers/activity?driver=3',
  )
  expect(
    await eva.findByRole('button', { name: 'Inizia un viaggio privato di Eva Bo' }),
  ).toBeEnabled()
  expect(eva.getByRole('button', { name: 'Dati personali di Eva Bo' })).toBeInTheDocument()
  expect((await row('Rossi')).queryByRole('button', { name: /viaggio privato/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Altro' })).toBeNull()

  const copied = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(screen.getByRole('button', { name: 'Esporta' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copia' }))
  await waitFor(() => expect(copied).toHaveBeenCalledOnce())
  const [head, first] = copied.mock.calls[0]?.[0].split('\n') ?? []
  expect(head).toMatch(/Stato\tViaggi privati\tE-mail$/)
  expect(first).toMatch(/Attivo\tno\t$/)
})
test('a private trip begins now on the vehicle of the driver, and can be ended [private-trips.2]', async () => {
  const period_from = new Date().toISOString()
  const vehicle = { id: 7, plate: 'AB123CD' }
  const entered = {
    id: 5,
    driver: { id: 3, name: 'Eva', surname: 'Bo' },
    entered_by: 'Ada',
    period_from,
    period_to: null,
  }
  privately = [{ driver_id: 3, trip: null, vehicle }]
  const { requests } = await showAt(
    '/',
    <DriversScreen />,
    ...standing(),
    answering(enterPrivateTrip, () => {
      privately = [{ driver_id: 3, trip: { id: 5, vehicle, period_from }, vehicle }]
      return [entered]
    }),
    answering(endPrivateTrip, () => {
      privately = [{ driver_id: 3, trip: null, vehicle: null }]
      return [{ ...entered, period_to: period_from }]
    }),
  )
  await userEvent.click(
    await screen.findByRole('button', { name: 'Inizia un viaggio privato di Eva Bo' }),
  )
  const dialog = await screen.findByRole('dialog', {
    name: 'Viaggio privato di Eva Bo con AB123CD',
  })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Inizia viaggio privato' }))
  await userEvent.click(
    await screen.findByRole('button', { name: 'Termina il viaggio privato di Eva Bo' }),
  )
  // on no vehicle any more
  expect(
    await screen.findByRole('button', { name: 'Inizia un viaggio privato di Eva Bo' }),
  ).toHaveAttribute('aria-disabled', 'true')
  expect(
    requests
      .filter(a => a.method === 'POST')
      .map(a => [a.path.replace(/^.*\/vehicles/, ''), a.body]),
  ).toEqual([
    ['/7/private_trips', { driver_id: 3, period_from: null, period_to: null }],
    ['/7/private_trips/5/end', {}],
  ])
  expect(within(await card('Mario Rossi')).queryByRole('button', { name: /privato/ })).toBeNull()
})
