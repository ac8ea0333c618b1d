// The screen of what is wrong now: each row and where it leads, filters in the address and in the question, pages.
import { setPreference } from '@flotta/ui/preferences.ts'
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type ActiveAlert, active } from '../../alerts/contract.ts'
import { unmarked } from '../../alerts/web/testing.ts'
import { standing } from '../../map/web/testing.ts'
import ActiveAlertsScreen from './ActiveAlertsScreen.tsx'

const alert = (n: number, some: Partial<ActiveAlert> = {}): ActiveAlert => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  alert_id: 36,
  customer_id: null,
  severity: 2,
  code: 'voltage_alarm',
  description: 'Tensione critica',
  created_at: new Date(2026, 10, 3, 9, 5).toISOString(),
  plate: 'FR123KL',
  position: null,
  with_place: false,
  ...unmarked,
  pivot: { vehicle_id: n },
  ...some,
})
const meta = (total: number, page = 1) => ({ current_page: page, total_pages: Math.max(1, Math.ceil(total / 50)), per_page: 50, total, acknowledged: 0 })
const open = (address: string, data: ActiveAlert[], total = data.length) =>
  showAt({ address, path: '/active-alerts' }, <ActiveAlertsScreen />, ...standing(), answering(active, { data, meta: meta(total) }))
const questions = (asked: readonly { readonly path: string }[]) =>
  asked.filter(a => a.path.startsWith('/alerts/active')).map(a => Object.fromEntries(new URL(a.path, 'http://x').searchParams))

beforeEach(() => {
  signIn()
  setPreference('fleets', [])
})

test('what, on which vehicle, since when; a row leads to the vehicle, and to the place and the time where they are known', async () => {
  const created_at = new Date(2026, 10, 3, 9, 5).toISOString()
  const known = alert(2, {
    severity: 0,
    code: 'hub_enter',
    description: 'Ingresso in hub',
    subject: 'Parma',
    plate: null,
    position: { latitude: 44.8, longitude: 10.3 },
  })
  const shown = await open('/active-alerts', [alert(1), known])
  const list = await screen.findByRole('list', { name: 'Avvisi attivi' })
  const [first, second] = within(list).getAllByRole('link')
  expect(first).toHaveTextContent('Tensione critica')
  expect(first).toHaveTextContent('FR123KL')
  expect(first).toHaveTextContent('03/11/2026 09:05')
  expect(first).toHaveAttribute('href', '/global-map?v=1')
  expect(within(first as HTMLElement).getByRole('img', { name: 'Allarme' })).toBeInTheDocument()
  expect(second).toHaveTextContent('Ingresso in hub · Parma')
  expect(second).toHaveTextContent('Senza targa')
  await userEvent.click(second as HTMLElement)
  const asked = () => Object.fromEntries(new URL(shown.address(), 'http://x').searchParams)
  await waitFor(() => expect(asked()).toEqual({ v: '2', a: 'hub_enter', lat: '44.8', lng: '10.3', t: created_at }))
})
test('severity and service are asked for and stand in the address; another filter begins at the first page', async () => {
  const shown = await open('/active-alerts?page=3', [alert(1)], 120)
  await screen.findByText('120')
  await userEvent.click(screen.getByRole('radio', { name: 'Allarmi' }))
  await waitFor(() => expect(shown.address()).toBe('/active-alerts?severity=2'))
  await userEvent.click(screen.getByRole('combobox', { name: 'Servizio' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Carburante' }))
  await waitFor(() => expect(shown.address()).toBe('/active-alerts?severity=2&service=eyefuel'))
  await waitFor(() =>
    expect(questions(shown.asked).at(-1)).toEqual({ severity: '2', alerts: 'cap_open,fuel_alarm,fuel_running_low', page: '1', per_page: '50' }),
  )
  expect(questions(shown.asked)[0]).toEqual({ page: '3', per_page: '50' })
})
test('the fleets of the bar filter it, and can be chosen here', async () => {
  const shown = await showAt(
    { address: '/active-alerts', path: '/active-alerts' },
    <ActiveAlertsScreen />,
    ...standing(),
    answering(active, { data: [alert(1)], meta: meta(1) }),
  )
  await screen.findByText('Tensione critica')
  setPreference('fleets', [7])
  await waitFor(() => expect(shown.address()).toBe('/active-alerts?fleets=7'))
})
test('none at all, none with these filters, and a failure are said', async () => {
  const first = await open('/active-alerts', [])
  expect(await screen.findByText('Nessun avviso attivo')).toBeInTheDocument()
  first.unmount()
  const second = await open('/active-alerts?severity=1', [])
  expect(await screen.findByText('Nessun avviso con questi filtri')).toBeInTheDocument()
  second.unmount()
  await showAt(
    { address: '/active-alerts', path: '/active-alerts' },
    <ActiveAlertsScreen />,
    ...standing(),
    failing(active, 500, { message: 'Guasto', code: 'failed' }),
  )
  expect(await screen.findByText('Guasto')).toBeInTheDocument()
})
