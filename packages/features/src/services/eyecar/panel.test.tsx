// The car and driver panel: the driver, the ownership, the use of the contract, the kilometres, the earlier drivers.
import { pageMeta } from '@flotta/core/contract.ts'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type DriverActivity, setActivity } from '../../fleet/activities/contract.ts'
import { drivers } from '../../fleet/drivers/contract.ts'
import { type RentRecord, vehicleRents } from '../../fleet/rents/contract.ts'
import { setKmOffset, setOwnershipType } from '../../fleet/vehicles/contract.ts'
import { ago, standing, truck, vehicleOf } from '../../map/global-map/web/testing.ts'
import { data, history } from './contract.ts'
import EyecarPanel from './panel.tsx'

beforeEach(signIn)
const car = vehicleOf(
  { ...truck, vehicle_type: 'U', active_agreements: [102] },
  { ownership_type: 2, odometer: 120_000, km_offset: 1_200 },
)
const mario = { id: 1, name: 'Mario', surname: 'Rossi' }
const ada = { id: 2, name: 'Ada', surname: 'Neri' }
const activity = (
  id: number,
  driver: typeof mario,
  from: number,
  to: number | null,
  origin: DriverActivity['origin'] = 'person',
): DriverActivity => ({
  id,
  driver_id: driver.id,
  vehicle_id: 1,
  period_from: ago(from),
  period_to: to === null ? null : ago(to),
  origin,
  driver,
  vehicle: { id: 1, plate: car.plate, serial: null, vehicle_type: 'U' },
})
const day = (days: number) => new Date(Date.now() + days * 24 * HOUR).toISOString().slice(0, 10)
const rent: RentRecord = {
  id: 3,
  vehicle_id: 1,
  plate: car.plate,
  rent_start: day(-300),
  rent_end: day(64),
  initial_km_contract: 20_000,
  initial_km_period: null,
  contracted_km: 80_000,
  contracted_km_term: 0,
  renter_name: 'Leasing Emiliano S.p.A.',
}
const open = activity(1, mario, 185, null)
const answers = (
  role: 'view' | 'edit' = 'edit',
  current: DriverActivity | null = open,
  rents: RentRecord[] = [rent],
) => [
  answering(data, current),
  answering(history, [
    activity(2, ada, 600, 400, 'device'),
    ...(current === null ? [] : [current]),
  ]),
  answering(vehicleRents.list, {
    data: rents,
    meta: pageMeta({ page: 1, per_page: 20 }, rents.length),
  }),
  answering(drivers.all, [
    { ...ada, active: 1, private_trips: false },
    { ...mario, active: 1, private_trips: false },
  ]),
  ...standing([truck], role),
]
const part = async (name: string) => within(await screen.findByRole('region', { name }))

test('the panel shows the driver with start and duration, and the activity can be ended now [eyecar.4]', async () => {
  const ended = { ...open, period_to: ago(0) }
  const view = await showAt(
    '/?v=1',
    <EyecarPanel vehicle={car} />,
    ...answers(),
    answering(setActivity, ended),
  )
  const driver = await part('Autista attuale')
  expect(driver.getByText('Mario Rossi')).toBeInTheDocument()
  expect(driver.getByText(/^dal \d/)).toBeInTheDocument()
  expect(driver.getByText(/^da 3\sh 5\smin$/)).toBeInTheDocument()
  await userEvent.click(await driver.findByRole('button', { name: 'Termina attività' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: `Terminare Mario Rossi su ${car.plate}?` }),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Termina' }))
  await waitFor(() =>
    expect(view.requests.find(a => a.method === 'PUT')).toMatchObject({
      path: '/driver_activities/1/set',
      body: { to: expect.any(String) },
    }),
  )
  const body = view.requests.find(a => a.method === 'PUT')?.body as { to: string } | undefined
  expect(Math.abs(Date.parse(body?.to ?? '') - Date.now())).toBeLessThan(MINUTE)
  // the panel's data are read again
  await waitFor(() =>
    expect(view.requests.filter(a => a.path === '/services/eyecar/1').length).toBeGreaterThan(1),
  )
})
test('a driver can start where nobody drives, and the dialog shows a refusal [eyecar.5]', async () => {
  const view = await showAt(
    '/?v=1',
    <EyecarPanel vehicle={car} />,
    ...answers('edit', null),
    failing(setActivity, 409, { message: 'Ada Neri è già su ZZ 999 ZZ', code: 'conflict' }),
  )
  const driver = await part('Autista attuale')
  expect(driver.getByText('Nessun autista')).toBeInTheDocument()
  const start = await driver.findByRole('button', { name: 'Inizia attività' })
  await waitFor(() => expect(start).toBeEnabled())
  await userEvent.click(start)
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuova attività' }))
  expect(dialog.queryByRole('combobox', { name: 'Mezzo' })).toBeNull()
  await userEvent.click(dialog.getByRole('combobox', { name: 'Autista' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Neri Ada' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Inizia' }))
  await waitFor(() =>
    expect(view.requests.find(a => a.method === 'PUT')).toMatchObject({
      path: '/driver_activities/1/set',
      body: { driverId: 2 },
    }),
  )
  expect(await dialog.findByText('Ada Neri è già su ZZ 999 ZZ')).toBeInTheDocument()
})
test('a leased car over its allowance shows its ownership, its contract and the share of the allowance that is used [eyecar.10]', async () => {
  await showAt('/?v=1', <EyecarPanel vehicle={car} />, ...answers())
  const owned = await part('Noleggio e leasing')
  expect(await owned.findByRole('radio', { name: 'Leasing' })).toBeChecked()
  expect(await owned.findByText('Leasing Emiliano S.p.A.')).toBeInTheDocument()
  expect(owned.getByText(/100\.000\skm di 80\.000\skm · 125\s?%/)).toBeInTheDocument()
  expect(owned.getByRole('progressbar', { name: 'Chilometri' })).toBeInTheDocument()
})
test('the ownership can be set, and a contract can be added where none exists [eyecar.9, eyecar.11]', async () => {
  const view = await showAt(
    '/?v=1',
    <EyecarPanel vehicle={car} />,
    ...answers('edit', open, []),
    answering(setOwnershipType, { ...car, ownership_type: 1 }),
  )
  const owned = await part('Noleggio e leasing')
  expect(await owned.findByRole('button', { name: 'Aggiungi contratto' })).toBeInTheDocument()
  await userEvent.click(await owned.findByRole('radio', { name: 'Noleggio' }))
  await waitFor(() =>
    expect(view.requests.find(a => a.method === 'PUT')).toMatchObject({
      path: '/vehicles/1/ownership_type',
      body: { ownership_type: 1 },
    }),
  )
})
test('the ownership is one of three, and the contract is removed after a confirmation and with a message [eyecar.8, eyecar.12, eyecar.13]', async () => {
  const view = await showAt(
    '/?v=1',
    <EyecarPanel vehicle={car} />,
    ...answers(),
    answering(vehicleRents.remove, undefined as never),
  )
  const owned = await part('Noleggio e leasing')
  expect((await owned.findAllByRole('radio')).map(radio => radio.getAttribute('value'))).toEqual([
    '0',
    '1',
    '2',
  ])
  await userEvent.click(await owned.findByRole('button', { name: /^Elimina|^Rimuovi/ }))
  const question = within(
    await screen.findByRole('dialog', {
      name: 'Rimuovere il noleggio di Leasing Emiliano S.p.A.?',
    }),
  )
  expect(view.requests.some(a => a.method === 'DELETE')).toBe(false)
  await userEvent.click(question.getByRole('button', { name: /^Elimina|^Rimuovi/ }))
  await waitFor(() =>
    expect(view.requests.filter(a => a.method === 'DELETE').map(a => a.path)).toEqual([
      '/vehicle_rents/3',
    ]),
  )
  expect(
    await screen.findByText('Dati di noleggio/leasing rimossi con successo'),
  ).toBeInTheDocument()
})
test('the correction of kilometres shows the resulting odometer, the device’s own without a number, and each fault of its field [services.62, eyecar.24]', async () => {
  await showAt(
    '/?v=1',
    <EyecarPanel vehicle={car} />,
    ...answers(),
    failing(setKmOffset, 422, {
      message: 'Controlla i campi',
      code: 'invalid',
      data: { km_offset: ['Troppi chilometri'] },
    }),
  )
  expect(await screen.findByText(/^120\.000\skm$/)).toBeInTheDocument()
  const km = await part('Correzione chilometri')
  await userEvent.click(await km.findByRole('button', { name: 'Modifica' }))
  const box = km.getByRole('textbox', { name: 'Correzione chilometri' })
  await userEvent.clear(box)
  expect(km.getByText(/Contachilometri: 118\.800/)).toBeInTheDocument()
  await userEvent.type(box, '2000')
  expect(km.getByText(/Contachilometri: 120\.800/)).toBeInTheDocument()
  await userEvent.click(km.getByRole('button', { name: 'Salva' }))
  expect(await screen.findByText('Troppi chilometri')).toBeInTheDocument()
  expect(await screen.findByText('Controlla i campi')).toBeInTheDocument()
})
test('the history lists the drivers newest first, with start, end and duration [eyecar.7]', async () => {
  await showAt('/?v=1', <EyecarPanel vehicle={car} />, ...answers())
  const rows = within(await screen.findByRole('list', { name: 'Storico autisti' })).getAllByRole(
    'listitem',
  )
  expect(rows[0]).toHaveTextContent(/^Mario Rossi.* – adessoIn corso$/)
  expect(rows[1]).toHaveTextContent(/^Ada Neri.* – .*3\sh 20\smin$/)
})
test('a person who may only read cannot change anything, and a guest sees only its drivers [eyecar.25]', async () => {
  const first = await showAt('/?v=1', <EyecarPanel vehicle={car} />, ...answers('view'))
  expect(await (await part('Autista attuale')).findByText('Mario Rossi')).toBeInTheDocument()
  const owned = await part('Noleggio e leasing')
  expect(await owned.findByText('Leasing Emiliano S.p.A.')).toBeInTheDocument()
  expect(owned.queryByRole('radio')).toBeNull()
  expect(owned.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Termina attività' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Modifica' })).toBeDisabled()
  first.unmount()
  await showAt('/?v=1', <EyecarPanel vehicle={{ ...car, owned: false }} />, ...answers('edit'))
  expect(await (await part('Autista attuale')).findByText('Mario Rossi')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Noleggio e leasing' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Correzione chilometri' })).toBeNull()
})
test('a failure shows its message', async () => {
  await showAt(
    '/?v=1',
    <EyecarPanel vehicle={car} />,
    ...answers(),
    failing(data, 500, { message: 'Guasto', code: 'failed' }),
  )
  expect(await screen.findByText('Guasto')).toBeInTheDocument()
})
