import { answering, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fleets } from '../../../fleet/fleets/contract.ts'
import { type Device, type DeviceItem, devices } from '../contract.ts'
import DevicesScreen from './DevicesScreen.tsx'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const item = (id: number, plate: string, more: Partial<DeviceItem> = {}): DeviceItem => ({
  id,
  vehicle_id: id + 100,
  plate,
  model: null,
  serial: null,
  unit_code: `U-${id}`,
  vehicle_type: 'V',
  vehicle_subtype: null,
  fleet_id: null,
  active: 2,
  status: 1,
  last_seen_at: ago(1),
  message_datetime: ago(1),
  silent_since: null,
  ...more,
})
const silent = item(3, 'CC003CC', {
  status: 2,
  message_datetime: ago(120),
  silent_since: ago(115),
  model: 'Iveco Daily',
})
const never = item(2, 'BB002BB', { status: 2, message_datetime: null, last_seen_at: null })
const wholeDevice: Device = {
  ...silent,
  imei: '352093081452251',
  profile: 'fmb1xx',
  protocol: 'teltonika',
  reporting_interval: 60,
  mounted_from: ago(9_000),
  gsm_signal: 4,
  external_voltage: 12.6,
  battery_voltage: null,
  battery_capacity: null,
  firmware: '03.27.07_00',
  messages_today: 1234,
}
const standing = [
  answering(fleets.all, []),
  answering(devices.one, wholeDevice),
  answering(devices.all, [item(1, 'AA001AA'), never, silent]),
]
const plates = () =>
  screen.getAllByRole('link').map(link => link.textContent?.match(/[A-Z]{2}\d{3}[A-Z]{2}/)?.[0])
beforeEach(signIn)

test('units in trouble come first, and can be shown alone [devices.4, devices.9]', async () => {
  const { address } = await showAt('/', <DevicesScreen />, ...standing)
  await screen.findByText('AA001AA')
  expect(plates()).toEqual(['CC003CC', 'BB002BB', 'AA001AA'])
  expect(screen.getByRole('link', { name: /CC003CC/ })).toHaveTextContent(/Ultimo messaggio 2 h fa/)
  expect(screen.getByRole('link', { name: /BB002BB/ })).toHaveTextContent('Mai collegato')
  expect(screen.getAllByRole('img', { name: 'Van' })).toHaveLength(3)
  await userEvent.click(screen.getByRole('switch', { name: 'Solo con problemi (2)' }))
  await waitFor(() => expect(plates()).toEqual(['CC003CC', 'BB002BB']))
  expect(address()).toBe('/?trouble=1')
})
test.each(['u-3', 'cc003', 'DAILY'])('a unit is found by %s', async search => {
  await showAt(`/?search=${search}`, <DevicesScreen />, ...standing)
  await screen.findByText('CC003CC')
  expect(plates()).toEqual(['CC003CC'])
})
test('the address opens a unit with its last values, the reason of its trouble, and its vehicle on the map', async () => {
  const { address } = await showAt('/', <DevicesScreen />, ...standing)
  await userEvent.click(await screen.findByRole('link', { name: /CC003CC/ }))
  const sheet = await screen.findByRole('dialog', { name: 'CC003CC' })
  expect(address()).toBe('/?d=3')
  expect(await within(sheet).findByText('Ultimo messaggio 2 h fa')).toBeInTheDocument()
  for (const value of [
    '352093081452251',
    '4 su 5',
    '12,6 V',
    '03.27.07_00',
    '1.234',
    'Disconnesso',
  ])
    expect(within(sheet).getByText(value)).toBeInTheDocument()
  expect(within(sheet).getByRole('link', { name: 'Apri sulla mappa' })).toHaveAttribute(
    'href',
    '/global-map?v=103',
  )
  await userEvent.click(within(sheet).getByRole('button', { name: 'Chiudi' }))
  await waitFor(() => expect(address()).toBe('/'))
})
test('a company without units and one without trouble have different messages', async () => {
  const { unmount } = await showAt(
    '/',
    <DevicesScreen />,
    answering(fleets.all, []),
    answering(devices.all, []),
  )
  expect(await screen.findByText('Nessun dispositivo montato')).toBeInTheDocument()
  unmount()
  await showAt(
    '/?trouble=1',
    <DevicesScreen />,
    answering(fleets.all, []),
    answering(devices.all, [item(1, 'AA001AA')]),
  )
  expect(await screen.findByText('Nessun problema')).toBeInTheDocument()
})
test('of ten thousand units only the visible ones are drawn', async () => {
  const many = Array.from({ length: 10_000 }, (_, i) =>
    item(i + 1, `P${String(i).padStart(5, '0')}`),
  )
  await showAt('/', <DevicesScreen />, answering(fleets.all, []), answering(devices.all, many))
  await screen.findByText('P00000')
  expect(screen.getAllByRole('listitem').length).toBeLessThan(60)
})
