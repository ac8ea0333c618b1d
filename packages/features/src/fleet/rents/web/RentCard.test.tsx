// The rental contract of a vehicle and of its tyres: how much of it is used, its form, and who may change it.
import { pageMeta } from '@flotta/core/contract.ts'
import { answering, failing, showAt, signIn, stopClock } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type RentRecord, tireRents, vehicleRents } from '../contract.ts'
import { RentCard, type RentCardProps } from './RentCard.tsx'
import { RentProgress } from './RentProgress.tsx'

beforeEach(() => {
  signIn()
  stopClock(new Date(2026, 6, 1, 12).getTime())
})
const rent: RentRecord = {
  id: 5,
  vehicle_id: 2,
  plate: 'BB200',
  rent_start: '2026-01-01',
  rent_end: '2028-12-31',
  initial_km_contract: 1_000,
  initial_km_period: 1_000,
  contracted_km: 90_000,
  contracted_km_term: 1,
  renter_name: 'Noleggi S.p.A.',
}
const listing = (...some: readonly RentRecord[]) =>
  [vehicleRents, tireRents as unknown as typeof vehicleRents].flatMap(({ list, one }) => [
    answering(list, {
      data: [...some],
      meta: pageMeta({ page: 1, per_page: 20 }, some.length),
    }),
    answering(one, rent),
  ])
const card = (props: Partial<RentCardProps> = {}, ...answers: Parameters<typeof showAt>[2][]) =>
  showAt(
    '/',
    <RentCard
      rentKind="vehicle_rents"
      vehicle_id={2}
      odometer={25_000.4}
      mayEdit
      onChanged={() => undefined}
      {...props}
    />,
    ...answers,
  )

test.each([
  [
    'a yearly contract in its first year',
    {},
    25_000.4,
    [
      'Durata6 mesi di 3 anni · 16,6%',
      'Resta: 2 anni e 5 mesi',
      'Chilometri24.000 km di 90.000 km · 26,7%',
      'Anno contrattuale 1, fino al 31/12/202624.000 km di 30.000 km · 80%',
    ],
  ],
  [
    'a contract whose vehicle has no odometer',
    {},
    null,
    ['Chilometri— di 90.000 km', 'Anno contrattuale 1, fino al 31/12/2026— di 30.000 km'],
  ],
  [
    'a contract without agreed kilometres',
    { contracted_km: null },
    25_000,
    ['Resta: 2 anni e 5 mesi'],
  ],
  ['a contract that has not begun', { rent_start: '2026-08-01' }, 25_000, ['Inizia il 01/08/2026']],
  ['a contract that is over', { rent_end: '2026-06-30' }, 25_000, ['Scaduto il 30/06/2026']],
  ['a contract that ends today', { rent_end: '2026-07-01' }, 25_000, ['Resta: meno di un mese']],
] as const)(
  '%s tells how much of it is used [rents.17, rents.18]',
  async (_, some, odometer, lines) => {
    const { container } = await showAt(
      '/',
      <RentProgress rent={{ ...rent, ...some }} odometer={odometer} today="2026-07-01" />,
    )
    const text = container.textContent?.replaceAll('\u00a0', ' ')
    for (const line of lines) expect(text).toContain(line)
  },
)

test('more kilometres than contracted are told as such [rents.17]', async () => {
  await showAt('/', <RentProgress rent={rent} odometer={100_000} today="2026-07-01" />)
  expect(screen.getByText(/99\.000\s*km di 90\.000\s*km · 110\s*%/)).toBeInTheDocument()
  expect(screen.getByRole('progressbar', { name: 'Chilometri' })).toHaveAttribute(
    'aria-valuenow',
    '100',
  )
})

test('a person who may not edit sees the contract without buttons, or that there is none', async () => {
  const { unmount } = await card({ mayEdit: false }, ...listing(rent))
  expect(await screen.findByText('Noleggi S.p.A.')).toBeVisible()
  expect(screen.getByText('01/01/2026 – 31/12/2028')).toBeVisible()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
  unmount()
  await card({ mayEdit: false }, ...listing())
  expect(await screen.findByText('Nessun contratto registrato.')).toBeVisible()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

test('a contract that does not load is asked for again at a click', async () => {
  const { requests } = await card({}, failing(vehicleRents.list, 500, { message: 'Errore' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Riprova' }))
  await waitFor(() => expect(requests).toHaveLength(2))
})

test('a new contract begins today, and its kilometres are typed as people here write them', async () => {
  const onChanged = vi.fn()
  const { requests } = await card({ onChanged }, ...listing(), answering(vehicleRents.create, rent))
  await userEvent.click(await screen.findByRole('button', { name: 'Aggiungi contratto' }))
  const form = within(await screen.findByRole('form'))
  expect(form.getByLabelText('Inizio')).toHaveValue('01/07/2026')
  await userEvent.type(form.getByLabelText('Noleggiatore'), 'Noleggi S.p.A.')
  await userEvent.type(form.getByLabelText('Km contrattuali'), '90.000')
  await userEvent.click(form.getByRole('button', { name: 'Salva' }))
  await waitFor(() => expect(requests.some(r => r.method === 'POST')).toBe(true))
  expect(requests.find(r => r.method === 'POST')?.body).toMatchObject({
    vehicle_id: 2,
    renter_name: 'Noleggi S.p.A.',
    rent_start: '2026-07-01',
    rent_end: '2026-07-01',
    contracted_km: 90_000,
    contracted_km_term: 0,
  })
})

test('kilometres at the begin of the year are asked for in a yearly contract of a vehicle alone', async () => {
  await card({}, ...listing(rent))
  await userEvent.click(await screen.findByRole('button', { name: /Modifica/ }))
  const form = within(await screen.findByRole('form'))
  expect(form.getByLabelText('Km a inizio anno contrattuale')).toHaveValue('1.000 km')
  await userEvent.click(form.getByRole('combobox', { name: 'Calcolo dei km' }))
  expect((await screen.findAllByRole('option')).map(o => o.textContent)).toEqual([
    'Sull’intero contratto',
    'Annuale',
    'Mensile',
  ])
  await userEvent.click(screen.getByRole('option', { name: 'Mensile' }))
  expect(form.queryByLabelText('Km a inizio anno contrattuale')).not.toBeInTheDocument()
})

test('kilometres of tyres are agreed by the year or not at all', async () => {
  await card({ rentKind: 'tire_rents' }, ...listing(rent))
  await userEvent.click(await screen.findByRole('button', { name: /Modifica/ }))
  const form = within(await screen.findByRole('form'))
  expect(form.queryByLabelText('Km a inizio anno contrattuale')).not.toBeInTheDocument()
  await userEvent.click(form.getByRole('combobox', { name: 'Calcolo dei km' }))
  expect((await screen.findAllByRole('option')).map(o => o.textContent)).toEqual([
    'Sull’intero contratto',
    'Annuale',
  ])
})

test('a trailer’s contract has no kilometres', async () => {
  await card({ withKm: false }, ...listing(rent))
  expect(await screen.findByText('Noleggi S.p.A.')).toBeVisible()
  expect(screen.queryByText('Chilometri')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: /Modifica/ }))
  const form = within(await screen.findByRole('form'))
  expect(form.queryByLabelText('Km contrattuali')).not.toBeInTheDocument()
})
