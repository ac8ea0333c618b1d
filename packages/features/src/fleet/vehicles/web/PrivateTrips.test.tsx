import { answering, show, signIn } from '@flotta/ui/testing.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { drivers } from '../../drivers/contract.ts'
import {
  companyHours,
  endPrivateTrip,
  enterPrivateTrip,
  type PrivateTrip,
  privateTrips,
  vehicleHours,
} from '../../private-trips/contract.ts'
import type { Vehicle } from '../contract.ts'
import { PrivateTrips } from './PrivateTrips.tsx'

beforeEach(() => signIn())
const evenings = [{ days: [1, 2, 3, 4, 5], from: '18:00', to: '08:00' }]
const hoursDefaults = { timezone: 'Europe/Rome', changed_at: null, changed_by: null }
const luca = { id: 7, name: 'Luca', surname: 'Moretti' }
const openTrip: PrivateTrip = {
  id: 4,
  driver: luca,
  entered_by: 'Anna Bo',
  period_from: '2026-11-22T07:00:00Z',
  period_to: null,
}
const deviceTrip: PrivateTrip = {
  id: null,
  driver: null,
  entered_by: null,
  period_from: '2026-11-20T17:00:00Z',
  period_to: '2026-11-20T19:00:00Z',
}
const people = [
  { ...luca, active: 1 as const, private_trips: true },
  { id: 8, name: 'Ada', surname: 'Neri', active: 1 as const, private_trips: false },
]
const at = (trips: PrivateTrip[], ...answers: Parameters<typeof show>[1][]) =>
  show(
    <PrivateTrips vehicle={{ id: 3 } as Vehicle} />,
    answering(companyHours, { ...hoursDefaults, hours: evenings }),
    answering(vehicleHours, { ...hoursDefaults, hours: null }),
    answering(privateTrips, trips),
    answering(drivers.all, people),
    ...answers,
  )

test('the panel shows the hours of the company and the private trips of people and of the device, and ends one in progress', async () => {
  const { requests } = await at(
    [openTrip, deviceTrip],
    answering(endPrivateTrip, [{ ...openTrip, period_to: '2026-11-22T08:00:00Z' }, deviceTrip]),
  )
  expect(await screen.findByText('Come l’azienda: lun–ven 18:00–08:00')).toBeInTheDocument()
  const list = screen.getByRole('list', { name: 'Viaggi privati' })
  expect(within(list).getByText('Modalità privata del dispositivo')).toBeInTheDocument()
  expect(within(list).getByText('Luca Moretti · inserito da Anna Bo')).toBeInTheDocument()
  await userEvent.click(within(list).getByRole('button', { name: 'Termina' }))
  expect(requests.find(a => a.method === 'POST')?.path).toBe('/vehicles/3/private_trips/4/end')
})
test('only drivers with the right to private trips are offered', async () => {
  const { requests } = await at([], answering(enterPrivateTrip, [openTrip]))
  await userEvent.click(await screen.findByRole('button', { name: 'Inserisci un viaggio privato' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salva' }))
  expect(await within(dialog).findByText('Questo campo è richiesto')).toBeInTheDocument()
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Autista' }))
  expect(screen.queryByRole('option', { name: 'Neri Ada' })).not.toBeInTheDocument()
  await userEvent.click(await screen.findByRole('option', { name: 'Moretti Luca' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salva' }))
  expect(await screen.findByText(/inserito da Anna Bo/)).toBeInTheDocument()
  expect(requests.find(a => a.method === 'POST')?.body).toMatchObject({
    driver_id: 7,
    period_to: null,
  })
})
