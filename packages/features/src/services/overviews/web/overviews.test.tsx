// The service pages: the list of them, one page, and one vehicle under it.

import { setPreference } from '@flotta/ui/preferences.ts'
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { type ActiveAlert, active } from '../../../alerts/incidents/contract.ts'
import { withoutMarks } from '../../../alerts/incidents/web/testing.ts'
import { fleets } from '../../../fleet/fleets/contract.ts'
import { vehicleById } from '../../../fleet/vehicles/contract.ts'
import {
  ago,
  standing,
  stopClockAfter,
  truck,
  van,
  vehicleOf,
} from '../../../map/global-map/web/testing.ts'
import { type Dashboard, dashboard } from '../../../portal/dashboard/contract.ts'
import { allOverviews, type VehicleOverview } from '../contract.ts'
import ServiceScreen from './ServiceScreen.tsx'
import ServicesScreen from './ServicesScreen.tsx'
import ServiceVehicleScreen from './ServiceVehicleScreen.tsx'

beforeEach(() => {
  signIn()
  setPreference('fleets', [])
})
const none = { total: 0, increment: 0 }
const dashboardData: Dashboard = {
  alerts: none,
  vehicles: none,
  users: none,
  reports: none,
  customers: none,
  services: { eyegeo: { speed_limit: 2 }, eyecold: { cooling_system_alarm: 1 } },
  news: { latest: { id: 1, title: '', url: '/news/it/ignition-control.html' } },
}
const alert: ActiveAlert = {
  id: '00000000-0000-4000-8000-000000000001',
  alert_id: 7,
  customer_id: null,
  severity: 2,
  code: 'cooling_system_alarm',
  description: 'Il gruppo frigo segnala un allarme',
  created_at: new Date(Date.now() - 240_000).toISOString(),
  plate: 'FR 123 KL',
  position: null,
  with_place: false,
  ...withoutMarks,
  pivot: { vehicle_id: 1 },
}
const alerts = (...data: ActiveAlert[]) =>
  answering(active, {
    data,
    meta: { current_page: 1, total_pages: 1, per_page: 8, total: data.length, acknowledged: 0 },
  })
const askedAlerts = (asked: readonly { readonly path: string }[]) =>
  asked
    .filter(a => a.path.startsWith('/alerts/active'))
    .map(a => Object.fromEntries(new URL(a.path, 'http://x').searchParams))

test('every page has its link, with the number of its vehicles and of open alerts [services.52, services.53]', async () => {
  await showAt('/services', <ServicesScreen />, ...standing(), answering(dashboard, dashboardData))
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(13))
  const link = (name: RegExp) => screen.getByRole('link', { name })
  await waitFor(() => expect(link(/^Posizione/)).toHaveTextContent('2 mezzi · 2 avvisi'))
  expect(link(/^Posizione/)).toHaveAttribute('href', '/services/eyegeo')
  expect(link(/^Refrigerazione/)).toHaveTextContent('1 mezzo · 1 avviso')
  expect(link(/^F-gas/)).toHaveTextContent('Nessun mezzo ha questo servizio')
  // it needs no agreement
  expect(link(/^Eyelink/)).toHaveTextContent('3 mezzi')
})

const newest = (code: string, last: VehicleOverview['last'], vehicle_id = 1) => {
  const endpoint = allOverviews(code)
  if (endpoint === undefined) throw new Error(code)
  return answering(endpoint, [
    {
      vehicle_id,
      plate: 'FR 123 KL',
      vehicle_type: 'T',
      message_datetime: new Date(Date.now() - 180_000).toISOString(),
      last,
    },
  ])
}
const atService = (service: string, ...answers: Parameters<typeof showAt>[2][]) =>
  showAt(
    { address: `/services/${service}`, path: '/services/$service' },
    <ServiceScreen />,
    ...standing(),
    ...answers,
  )
describe('one service', () => {
  test('shows its vehicles with their last status, only its own alerts, and links to the map [services.54]', async () => {
    const { requests } = await atService('eyepharma', alerts(alert))
    expect(await screen.findByText('1 di 3 · 1 connesso')).toBeInTheDocument()
    const line = await screen.findByRole('link', { name: /Il gruppo frigo segnala un allarme/ })
    expect(line).toHaveAttribute('href', '/global-map?v=1')
    expect(askedAlerts(requests)).toEqual([
      {
        alerts:
          'temperature_out_of_range,setpoint_out_of_range,cooling_system_alarm,cooling_door_open',
        per_page: '8',
      },
    ])
  })
  test('sorts a vehicle with an alert of this service before one with an alert of another', async () => {
    const at = (alert_id: number) => [{ alert_id, customer_id: null, created_at: ago(4) }]
    const pins = [
      { ...truck, active_alerts: at(36) },
      { ...van, active_alerts: at(1) },
    ]
    await showAt(
      { address: '/services/eyegeo', path: '/services/$service' },
      <ServiceScreen />,
      ...standing(pins),
      alerts(),
    )
    const lines = within(
      await screen.findByRole('region', { name: 'Mezzi con il servizio' }),
    ).getAllByRole('link')
    expect(lines.map(line => line.querySelector('strong')?.textContent)).toEqual([
      van.plate,
      truck.plate,
    ])
  })
  test('without vehicles explains what the service is and which agreement it needs', async () => {
    await atService('carbontax')
    expect(await screen.findByText('Nessun mezzo ha questo servizio')).toBeInTheDocument()
    expect(screen.getByText('Serve il contratto carbon tax sul mezzo.')).toBeInTheDocument()
  })
  test('shows only the vehicles of the fleets that are chosen in the bar', async () => {
    setPreference('fleets', [7])
    const two = [7, 8].map(id => ({ id, code: `F${id}`, description: 'Flotta', color: '#2e51bb' }))
    await atService('eyegeo', alerts(), answering(fleets.all, two))
    expect(await screen.findByText('1 di 3 · 1 connesso')).toBeInTheDocument()
  })
  test('without a page leads to the page for unknown addresses [services.57]', async () => {
    await atService('tandt')
    expect(await screen.findByText('Pagina non trovata')).toBeInTheDocument()
  })
})

const atVehicle = (service: string, vehicle: string, ...answers: Parameters<typeof showAt>[2][]) =>
  showAt(
    { address: `/services/${service}/${vehicle}`, path: '/services/$service/$vehicleId' },
    <ServiceVehicleScreen />,
    ...standing(),
    ...answers,
  )
describe('one vehicle under a service', () => {
  beforeEach(() => stopClockAfter(150_000))
  test('shows the last status, the start of the service, its alerts and further links [services.55]', async () => {
    const { requests } = await atVehicle(
      'eyegeo',
      '1',
      answering(vehicleById, vehicleOf(truck)),
      alerts(),
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'FR 123 KL' })).toBeInTheDocument()
    const status = screen.getByRole('region', { name: 'Ultimo stato' })
    await waitFor(() => expect(status).toHaveTextContent('84 km/h'))
    expect(status).toHaveTextContent('Attivo dal')
    expect(within(status).getByText('2 min fa')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Sulla mappa' })).toHaveAttribute(
      'href',
      '/global-map?v=1',
    )
    expect(screen.getByRole('link', { name: 'Apri il pannello' })).toHaveAttribute(
      'href',
      '/global-map?v=1&tab=eyegeo',
    )
    expect(screen.getByText('Nessun avviso attivo per questo servizio.')).toBeInTheDocument()
    expect(askedAlerts(requests).at(-1)).toMatchObject({ vehicle_id: '1' })
  })
  test.each<[string, string, VehicleOverview['last'], string]>([
    ['eyecold', 'eyecold', { T1: -18.4, T2: 3, T3: null, T4: null }, 'T1 −18,4 °C · T2 3,0 °C'],
    ['eyepharma', 'eyecold', { T1: -18.4, T2: null, T3: null, T4: null }, '−18,4 °C'],
    ['eyecold', 'eyecold', null, 'Nessun valore ricevuto'],
  ])('on the page %s shows the newest values of %s: %j', async (page, code, last, expected) => {
    await atVehicle(
      page,
      '1',
      answering(vehicleById, vehicleOf(truck)),
      alerts(),
      newest(code, last),
    )
    const status = await screen.findByRole('region', { name: 'Ultimo stato' })
    await waitFor(() => expect(status).toHaveTextContent(expected))
    expect(within(status).getByText('3 min fa')).toBeInTheDocument()
  })
  test('without data explains in the service’s own words why it is silent', async () => {
    const serviced = { ...truck, active_agreements: [28] }
    await showAt(
      { address: '/services/eyeservice/1', path: '/services/$service/$vehicleId' },
      <ServiceVehicleScreen />,
      ...standing([serviced]),
      answering(vehicleById, vehicleOf(serviced)),
      alerts(),
      newest('eyeservice', null),
    )
    expect(await screen.findByText('Nessuna scadenza impostata')).toBeInTheDocument()
  })
  test('without its agreement shows this, and requests no alerts [services.56]', async () => {
    const { requests } = await atVehicle('eyecold', '2', answering(vehicleById, vehicleOf(van)))
    expect(await screen.findByText('GA 777 AA non ha questo servizio')).toBeInTheDocument()
    expect(askedAlerts(requests)).toEqual([])
  })
  test.each([
    ['a vehicle of another company', '9'],
    ['an id that is not a number', 'x'],
  ])('%s is not found', async (_, id) => {
    await atVehicle('eyegeo', id, failing(vehicleById, 404, { message: 'no', code: 'not_found' }))
    expect(await screen.findByText('Pagina non trovata')).toBeInTheDocument()
  })
})
