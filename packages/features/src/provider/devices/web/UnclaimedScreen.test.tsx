// Trackers that knock: one becomes a vehicle's tracker, and its checks follow.
import { answering, failing, show, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { customers } from '../../customers/contract.ts'
import { vehicles } from '../../vehicles/contract.ts'
import { check, unclaimedDevices } from '../contract.ts'
import UnclaimedScreen from './UnclaimedScreen.tsx'

const page = { current_page: 1, total_pages: 1, per_page: 20, total: 1 }
const knock = {
  identifier: '356000000000001',
  protocol: 'gt06',
  address: '192.0.2.7',
  first_seen: '2026-11-26T10:00:00Z',
  last_seen: '2026-11-26T10:01:00Z',
  count: 3,
}
const made = {
  id: 7,
  customer_id: 1,
  customer_name: 'Bruni',
  plate: 'AB123CD',
  serial: null,
  model: null,
  color: null,
  vehicle_type: 'V' as const,
  vehicle_subtype: null,
  configurations: [],
  retired: false,
  device: { id: 9, identifier: knock.identifier, protocol: 'gt06', profile: 'gt06' },
  agreements: [],
  created_at: '2026-11-26T10:02:00Z',
}
const none = {
  fix_at: null,
  ignition_at: null,
  supply_at: null,
  sensors_at: null,
}

test('one click turns a tracker into that of a vehicle, and then each step of its check shows its time [installation.72, devices.15]', async () => {
  signIn()
  const { requests } = await show(
    <UnclaimedScreen />,
    answering(unclaimedDevices, { data: [knock], meta: page }),
    answering(customers.all, [{ id: 1, name: 'Bruni' }]),
    answering(vehicles.create, made),
    answering(check, {
      heard_at: '2026-11-26T10:02:01Z',
      known_at: '2026-11-26T10:02:01Z',
      ...none,
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Assegna a un mezzo' }))
  const add = await screen.findByRole('button', { name: 'Aggiungi' })
  expect(add).toBeDisabled()
  await userEvent.click(screen.getByRole('combobox', { name: 'Azienda' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Bruni' }))
  await userEvent.type(screen.getByLabelText('Targa'), 'ab123cd')
  expect(screen.getByLabelText('Localizzatore')).toHaveValue(knock.identifier)
  await userEvent.click(add)
  expect(await screen.findByText(/AB123CD c’è/)).toBeVisible()
  expect(requests.find(q => q.path === '/provider/vehicles')?.body).toMatchObject({
    customer_id: 1,
    device: { identifier: knock.identifier },
  })
  await waitFor(() => expect(screen.getAllByText('in attesa')).toHaveLength(4))
})
test('a refusal of the server appears at its field, and the form keeps what was typed', async () => {
  signIn()
  await show(
    <UnclaimedScreen />,
    answering(unclaimedDevices, { data: [knock], meta: page }),
    answering(customers.all, [{ id: 1, name: 'Bruni' }]),
    failing(vehicles.create, 422, {
      message: 'Controlla i campi',
      code: 'invalid',
      data: { 'device.identifier': ['Già in uso'] },
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Assegna a un mezzo' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Azienda' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Bruni' }))
  await userEvent.type(screen.getByLabelText('Targa'), 'AB123CD')
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi' }))
  expect(await screen.findByText('Già in uso')).toBeVisible()
  expect(screen.getByLabelText('Targa')).toHaveValue('AB123CD')
})
