// A provider writes a reason before positions are shown.
import { answering, failing, show, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { customers } from '../../customers/contract.ts'
import { closeVisit, openVisit, type ProvidedVisit, visitedVehicles, visits } from '../contract.ts'
import VisitsScreen from './VisitsScreen.tsx'

const meta = { current_page: 1, total_pages: 1, per_page: 20, total: 1 }
const visit: ProvidedVisit = {
  id: 4,
  customer_id: 1,
  customer_name: 'Bruni',
  person: 'Ugo',
  own: true,
  reason: 'Richiesta 118',
  opened_at: new Date(Date.now() - 60_000).toISOString(),
  ends_at: new Date(Date.now() + 3_600_000).toISOString(),
  closed_at: null,
  looks: 0,
  looked_at: null,
}
const fill = async (reason: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Apri un accesso' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Azienda' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Bruni' }))
  await userEvent.type(within(dialog).getByLabelText('Motivo'), reason)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Apri un accesso' }))
  return dialog
}

test('after a reason the vehicles are listed, without the places of private ones [privacy.25, privacy.29, privacy.32]', async () => {
  signIn()
  const vehicle = {
    id: 1,
    plate: 'FR123',
    vehicle_type: 'T' as const,
    status: 1 as const,
    motion: 'idling' as const,
    ignition: true,
    private: false,
    latitude: 45.46,
    longitude: 9.19,
    direction: 90,
    place: 'Milano (MI)',
    message_datetime: '2026-11-26T08:00:00Z',
    gps_datetime: '2026-11-26T08:00:00Z',
  }
  const { requests } = await show(
    <VisitsScreen />,
    answering(visits.list, { data: [visit], meta }),
    answering(customers.all, [{ id: 1, name: 'Bruni' }]),
    answering(openVisit, visit),
    answering(visitedVehicles, [
      vehicle,
      {
        ...vehicle,
        id: 2,
        plate: 'FR124',
        private: true,
        latitude: null,
        longitude: null,
        place: null,
      },
    ]),
  )
  await fill('Richiesta 118')
  expect(await screen.findByText('Milano (MI) (45.46000, 9.19000)')).toBeVisible()
  expect(screen.getByText('Viaggio privato')).toBeVisible()
  expect(await screen.findByRole('region', { name: 'Mezzi di Bruni sulla mappa' })).toBeVisible()
  expect(requests.find(q => q.method === 'POST')?.body).toEqual({
    customer_id: 1,
    reason: 'Richiesta 118',
    minutes: 60,
  })
})
test('ending a visit hides the vehicles that it showed [privacy.28]', async () => {
  signIn()
  await show(
    <VisitsScreen />,
    answering(visits.list, { data: [visit], meta }),
    answering(visitedVehicles, []),
    answering(closeVisit, null),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Vedi i mezzi' }))
  expect(await screen.findByText('Nessun mezzo visibile')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Termina ora' }))
  await waitFor(() => expect(screen.queryByText('Nessun mezzo visibile')).toBeNull())
})
test('an empty reason is refused at its field [privacy.25]', async () => {
  signIn()
  await show(
    <VisitsScreen />,
    answering(visits.list, { data: [], meta: { ...meta, total: 0 } }),
    answering(customers.all, [{ id: 1, name: 'Bruni' }]),
    failing(openVisit, 422, {
      message: 'Controlla i campi',
      code: 'invalid',
      data: { reason: ['Scrivi il motivo'] },
    }),
  )
  const dialog = await fill('x')
  expect(await within(dialog).findByText('Scrivi il motivo')).toBeVisible()
})
