// The system panel's four tabs.
import { answering, failing, show, signIn, stopClock } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { withoutMarks } from '../../alerts/incidents/web/testing.ts'
import { setKmOffset, setLogInterval } from '../../fleet/vehicles/contract.ts'
import { ago, standing, truck, vehicleOf } from '../../map/global-map/web/testing.ts'
import { where } from '../../places/geocoding/contract.ts'
import { data } from './contract.ts'
import SystemPanel from './panel.tsx'

beforeEach(signIn)
const NOW = Date.now()
const vehicle = vehicleOf(truck, {
  active_agreements: [
    { agreement_id: 27, customer_id: 1, code: 'eyepower', active_from: ago(999), active_to: null },
  ],
})
const power = {
  id: '1',
  message_datetime: ago(1),
  external_voltage: 24.35,
  external_voltage_percent: 61.5,
  general_status: 1,
  power_mode: 2,
  battery_voltage: 4.1,
  battery_capacity: 92,
  general_hour_meter: null,
} as const
const alerts = [
  {
    id: '00000000-0000-4000-8000-000000000001',
    alert_id: 36,
    customer_id: null,
    severity: 2 as const,
    code: 'voltage_alarm',
    description: 'Allarme tensione',
    created_at: ago(4),
    plate: 'FR 123 KL',
    position: { latitude: 44.8, longitude: 10.33 },
    with_place: true,
    ...withoutMarks,
    pivot: { vehicle_id: 1 },
  },
]
const agreements = [
  {
    agreement_id: 2,
    customer_id: 1,
    code: 'eyegeo',
    active_from: '2025-01-10T12:00:00Z',
    active_to: null,
  },
  {
    agreement_id: 3,
    customer_id: 1,
    code: 'eyecold',
    active_from: '2025-01-10T12:00:00Z',
    active_to: '2025-06-30T12:00:00Z',
  },
]
const answer = answering(data, { power, alerts, agreements })
const tab = async (name: RegExp) => userEvent.click(await screen.findByRole('tab', { name }))

test('the general tab shows the vehicle’s data, and its power with the agreement [system.4, system.5]', async () => {
  await show(<SystemPanel vehicle={vehicle} />, answer, ...standing())
  expect(await screen.findByText('24,4 V')).toBeInTheDocument()
  expect(screen.getByText('SN-1')).toBeInTheDocument()
  expect(screen.getByText('183.456 km')).toBeInTheDocument()
  expect(screen.getByText('92%')).toBeInTheDocument()
  expect(screen.getByText('Presente')).toBeInTheDocument()
  expect(screen.getByText('In riposo')).toBeInTheDocument()
})
test('the panel has four tabs, and the first shows plate, model, type and subtype [system.1, system.2]', async () => {
  await show(
    <SystemPanel
      vehicle={vehicleOf(
        { ...truck, vehicle_type: 'U' },
        { vehicle_subtype: 'suv', model: 'Yaris Cross' },
      )}
    />,
    answer,
    ...standing(),
  )
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual([
    'Generale',
    expect.stringMatching(/^Eventi/),
    'Contratti',
    'Config.',
  ])
  for (const [name, value] of [
    ['Targa', truck.plate],
    ['Modello', 'Yaris Cross'],
    ['Tipo', 'Autovettura'],
    ['Sottotipo', 'SUV'],
  ])
    expect(screen.getByText(name ?? '').parentElement?.parentElement).toHaveTextContent(value ?? '')
})
test('without agreement 27 the panel shows no power, and a car shows its device [system.3, system.6]', async () => {
  await show(
    <SystemPanel
      vehicle={vehicleOf(
        { ...truck, vehicle_type: 'U', active_agreements: [] },
        { vehicle_subtype: 'suv' },
      )}
    />,
    answer,
    ...standing(),
  )
  expect(await screen.findByText('U-1')).toBeInTheDocument()
  expect(screen.getByText('SUV')).toBeInTheDocument()
  expect(screen.queryByText('Tensione esterna')).not.toBeInTheDocument()
})
test('the tab of events shows their number, severity, name, time and place, or a message without events [system.7, system.8]', async () => {
  stopClock(NOW)
  const { unmount } = await show(
    <SystemPanel vehicle={vehicle} />,
    answer,
    ...standing(),
    answering(where, ['Parma (PR)']),
  )
  await tab(/^Eventi\s*1$/)
  expect(await screen.findByText('Allarme tensione')).toBeInTheDocument()
  expect(screen.getByText('4 min fa')).toBeInTheDocument()
  expect(await screen.findByText(/ · Parma \(PR\)$/)).toBeInTheDocument()
  unmount()
  await show(
    <SystemPanel vehicle={vehicle} />,
    answering(data, { power, alerts: [], agreements }),
    ...standing(),
  )
  await tab(/^Eventi$/)
  expect(await screen.findByText('Nessun evento in corso')).toBeInTheDocument()
})
test('the tab of contracts shows name, state and validity [system.9]', async () => {
  await show(<SystemPanel vehicle={vehicle} />, answer, ...standing())
  await tab(/^Contratti$/)
  expect(await screen.findByText('10/01/2025 – senza scadenza')).toBeInTheDocument()
  expect(screen.getByText('10/01/2025 – 30/06/2025')).toBeInTheDocument()
  expect(screen.getByText('Attivo')).toBeInTheDocument()
  expect(screen.getByText('Scaduto')).toBeInTheDocument()
})

describe('config', () => {
  test('an editor of the owner sets the logging interval [system.11]', async () => {
    const view = await show(
      <SystemPanel vehicle={vehicle} />,
      answer,
      ...standing(),
      answering(setLogInterval, { ...vehicle, log_interval: 1800 }),
    )
    await tab(/^Config/)
    const half = await screen.findByRole('radio', { name: /^30\smin$/ })
    await waitFor(() => expect(half).toBeEnabled())
    await userEvent.click(half)
    await waitFor(() =>
      expect(view.requests.find(a => a.method === 'PUT')).toMatchObject({
        path: '/vehicles/1/log_interval',
        body: { value: 1800 },
      }),
    )
    expect(
      await screen.findByText(new RegExp(`${vehicle.plate}: registra ogni 30`)),
    ).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Annulla' }))
    await waitFor(() =>
      expect(view.requests.filter(a => a.method === 'PUT').at(-1)).toMatchObject({
        body: { value: vehicle.log_interval },
      }),
    )
  })
  test('the interval has four choices [system.10]', async () => {
    await show(<SystemPanel vehicle={vehicle} />, answer, ...standing())
    await tab(/^Config/)
    const field = within(
      await screen.findByRole('radiogroup', { name: 'Intervallo di registrazione' }),
    )
    expect(field.getAllByRole('radio').map(radio => radio.getAttribute('value'))).toEqual([
      '900',
      '1800',
      '2700',
      '3600',
    ])
  })
  test('a refusal of the interval is shown [system.13]', async () => {
    await show(
      <SystemPanel vehicle={vehicle} />,
      answer,
      ...standing(),
      failing(setLogInterval, 409, { message: 'Il dispositivo non risponde', code: 'conflict' }),
    )
    await tab(/^Config/)
    const half = await screen.findByRole('radio', { name: /^30\smin$/ })
    await waitFor(() => expect(half).toBeEnabled())
    await userEvent.click(half)
    expect(await screen.findByText('Il dispositivo non risponde')).toBeInTheDocument()
  })
  test('the kilometres are corrected by whole numbers [eyecar.23]', async () => {
    const view = await show(
      <SystemPanel vehicle={vehicle} />,
      answer,
      ...standing(),
      answering(setKmOffset, { ...vehicle, km_offset: 1500 }),
    )
    await tab(/^Config/)
    const change = await screen.findByRole('button', { name: 'Modifica' })
    await waitFor(() => expect(change).toBeEnabled())
    await userEvent.click(change)
    const box = screen.getByRole('textbox', { name: 'Correzione chilometri' })
    await userEvent.clear(box)
    await userEvent.type(box, '1500{Enter}')
    await waitFor(() =>
      expect(view.requests.find(a => a.method === 'PUT')).toMatchObject({
        path: '/vehicles/1/km_offset',
        body: { km_offset: 1500 },
      }),
    )
    const message = (
      await screen.findByText(new RegExp(`${vehicle.plate}: correzione di 1.500`))
    ).closest<HTMLElement>('.mantine-Notification-root')
    await userEvent.click(within(message ?? document.body).getByRole('button', { name: 'Annulla' }))
    await waitFor(() =>
      expect(view.requests.filter(a => a.method === 'PUT').at(-1)).toMatchObject({
        body: { km_offset: vehicle.km_offset },
      }),
    )
  })
  test.each<[string, 'view' | 'edit', boolean, string]>([
    ['a reader sees the reason [system.14]', 'view', true, 'Il tuo ruolo permette solo la lettura'],
    ['a guest sees the reason [system.15]', 'edit', false, 'Solo l’azienda proprietaria'],
  ])('%s', async (_, role, owned, reason) => {
    await show(
      <SystemPanel vehicle={{ ...vehicle, owned }} />,
      answer,
      ...standing(undefined, role),
    )
    await tab(/^Config/)
    expect(await screen.findByText(new RegExp(reason))).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Modifica' })).toBeDisabled()
  })
})
