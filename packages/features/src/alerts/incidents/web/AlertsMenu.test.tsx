import { preference } from '@flotta/ui/preferences.ts'
import { answering, failing, show, signIn, stopClock } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { signedInAs } from '../../../people/auth/web/testing.ts'
import { where } from '../../../places/geocoding/contract.ts'
import { type ActiveAlert, acknowledge, active } from '../contract.ts'
import { AlertsMenu } from './AlertsMenu.tsx'
import { withoutMarks } from './testing.ts'

const NOW = Date.now()
const alert = (
  n: number,
  severity: 0 | 1 | 2,
  description: string,
  plate: string | null,
  more: Partial<ActiveAlert> = {},
): ActiveAlert => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  alert_id: 36,
  customer_id: null,
  severity,
  code: 'voltage_alarm',
  description,
  created_at: new Date(NOW - 240_000).toISOString(),
  plate,
  position: null,
  with_place: false,
  ...withoutMarks,
  pivot: { vehicle_id: n },
  ...more,
})
const list = [alert(1, 2, 'Tensione critica', 'FR123KL'), alert(2, 1, 'Velocità superata', null)]
const meta = (total: number, acknowledged = 0) => ({
  current_page: 1,
  total_pages: 1,
  per_page: 50,
  total,
  acknowledged,
})
const open = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(signIn)

test('an item shows the alert, the vehicle and the time since its start, and leads to the vehicle [navigation.73, alerts.98]', async () => {
  stopClock(NOW)
  const view = await show(<AlertsMenu />, answering(active, { data: list, meta: meta(2) }))
  await open(/^Avvisi attivi, 2 attivi$/)
  const first = await screen.findByRole('link', { name: /Tensione critica/ })
  expect(within(first).getByRole('img', { name: 'Allarme' })).toBeInTheDocument()
  expect(first).toHaveTextContent('FR123KL · 4 min fa')
  expect(screen.getByRole('link', { name: /Velocità superata/ })).toHaveTextContent('Senza targa')
  await userEvent.click(first)
  await waitFor(() => expect(view.address()).toBe('/global-map?v=1'))
})
test('an item names the place where the alert began and leads there, and without agreement 25 no place is requested [alerts.99]', async () => {
  const created_at = '2026-11-22T01:00:00.000Z'
  const place = { created_at, position: { latitude: 44.8, longitude: 10.33 } }
  const data = [
    alert(1, 2, 'Tensione critica', 'FR123KL', { ...place, with_place: true }),
    alert(2, 1, 'Velocità superata', 'FR124KL', place),
  ]
  const view = await show(
    <AlertsMenu />,
    answering(active, { data, meta: meta(2) }),
    answering(where, ['Parma (PR)']),
  )
  await open(/2 attivi/)
  const first = await screen.findByRole('link', {
    name: /Tensione critica.*FR123KL · .* · Parma \(PR\)/,
  })
  expect(screen.getByRole('link', { name: /Velocità superata/ })).not.toHaveTextContent('Parma')
  expect(view.requests.filter(a => a.path === where.path).map(a => a.body)).toEqual([
    { positions: [{ latitude: 44.8, longitude: 10.33 }] },
  ])
  await userEvent.click(first)
  const query = () => Object.fromEntries(new URL(view.address(), 'http://x').searchParams)
  await waitFor(() =>
    expect(query()).toEqual({
      v: '1',
      a: 'voltage_alarm',
      lat: '44.8',
      lng: '10.33',
      t: created_at,
    }),
  )
})
test('the switch is stored and hides the count [navigation.72, alerts.100]', async () => {
  await show(<AlertsMenu />, answering(active, { data: list, meta: meta(2) }))
  await open(/2 attivi/)
  await userEvent.click(await screen.findByRole('switch', { name: 'Segnala i nuovi allarmi' }))
  expect(preference('notify_alerts')).toBe(false)
  expect(document.cookie).toContain('notify_alerts=false')
  expect(screen.getByRole('button', { name: 'Avvisi attivi', expanded: true })).toBeInTheDocument()
})
test('the menu shows a message for no alerts, for more than it lists, and for a failure, and leads to all alerts [alerts.102]', async () => {
  const { unmount } = await show(<AlertsMenu />, answering(active, { data: [], meta: meta(0) }))
  await open(/^Avvisi attivi$/)
  expect(await screen.findByText('Nessun avviso attivo')).toBeInTheDocument()
  unmount()
  const many = await show(<AlertsMenu />, answering(active, { data: list, meta: meta(60) }))
  await open(/60 attivi/)
  expect(await screen.findByText('e altri 58 avvisi')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Vedi tutti gli avvisi' })).toHaveAttribute(
    'href',
    '/active-alerts',
  )
  many.unmount()
  await show(<AlertsMenu />, failing(active, 500, { message: 'Guasto', code: 'failed' }))
  await open(/^Avvisi attivi$/)
  expect(await screen.findByText('Guasto')).toBeInTheDocument()
})

test('an acknowledged alert leaves the menu at once, is counted separately, and can be restored [alerts.103]', async () => {
  let isTaken = false
  const { requests } = await show(
    <AlertsMenu />,
    ...signedInAs('edit'),
    answering(active, () =>
      isTaken ? { data: list.slice(1), meta: meta(1, 1) } : { data: list, meta: meta(2) },
    ),
    answering(acknowledge, question => {
      isTaken = (question.body as { acknowledged: boolean }).acknowledged
      return []
    }),
  )
  await open(/^Avvisi attivi, 2 attivi$/)
  await userEvent.click(
    await screen.findByRole('button', { name: 'Prendi in carico: Tensione critica, FR123KL' }),
  )
  await waitFor(() => expect(screen.queryByText('Tensione critica')).toBeNull())
  expect(await screen.findByRole('link', { name: '1 preso in carico' })).toHaveAttribute(
    'href',
    '/active-alerts?ack=yes',
  )
  expect(requests.find(a => a.method === 'PUT')?.body).toEqual({
    ids: [list[0]?.id],
    acknowledged: true,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Annulla' }))
  expect(
    await screen.findByRole('button', { name: /^Avvisi attivi, 2 attivi$/ }),
  ).toBeInTheDocument()
  expect(requests.findLast(a => a.method === 'PUT')?.body).toEqual({
    ids: [list[0]?.id],
    acknowledged: false,
  })
})
test('an alert comes back when the server refuses the acknowledgement, and a person who may only read has no button', async () => {
  const first = await show(
    <AlertsMenu />,
    ...signedInAs('edit'),
    answering(active, { data: list, meta: meta(2) }),
    failing(acknowledge, 500, { message: 'Guasto', code: 'failed' }),
  )
  await open(/2 attivi/)
  await userEvent.click(await screen.findByRole('button', { name: /^Prendi in carico: Tensione/ }))
  await waitFor(() =>
    expect(
      first.requests.filter(a => a.path.startsWith(active.path) && a.method === 'GET').length,
    ).toBeGreaterThan(1),
  )
  expect(await screen.findByText('Tensione critica')).toBeInTheDocument()
  first.unmount()
  await show(
    <AlertsMenu />,
    ...signedInAs('view'),
    answering(active, { data: list, meta: meta(2) }),
  )
  await open(/2 attivi/)
  await screen.findByText('Tensione critica')
  expect(screen.queryByRole('button', { name: /^Prendi in carico/ })).toBeNull()
})
