// The screen of open alerts: each row and its link, filters in the address and in the call, pages.
import { setPreference } from '@flotta/ui/preferences.ts'
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { standing } from '../../../map/global-map/web/testing.ts'
import { profile } from '../../../people/auth/contract.ts'
import { users } from '../../../people/users/contract.ts'
import {
  type ActiveAlert,
  acknowledge,
  active,
  assign,
  history,
  type Incident,
  noise,
  snooze,
} from '../../incidents/contract.ts'
import { withoutMarks } from '../../incidents/web/testing.ts'
import { recipientsOfIncident } from '../../recipients/contract.ts'
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
  ...withoutMarks,
  pivot: { vehicle_id: n },
  ...some,
})
const meta = (total: number, page = 1) => ({
  current_page: page,
  total_pages: Math.max(1, Math.ceil(total / 50)),
  per_page: 50,
  total,
  acknowledged: 0,
})
const open = (address: string, data: ActiveAlert[], total = data.length) =>
  showAt(
    { address, path: '/active-alerts' },
    <ActiveAlertsScreen />,
    ...standing(),
    answering(active, { data, meta: meta(total) }),
  )
const questions = (asked: readonly { readonly path: string }[]) =>
  asked
    .filter(a => a.path.startsWith('/alerts/active'))
    .map(a => Object.fromEntries(new URL(a.path, 'http://x').searchParams))

beforeEach(() => {
  signIn()
  setPreference('fleets', [])
})

test('each row shows the alert, its vehicle and when it began, and leads to the vehicle, with the place and the time where they are known [alerts.107, alerts.108, alerts.109, alerts.111]', async () => {
  const created_at = new Date(2026, 10, 3, 9, 5).toISOString()
  const placed = alert(2, {
    severity: 0,
    code: 'hub_enter',
    description: 'Ingresso in hub',
    subject: 'Parma',
    plate: null,
    position: { latitude: 44.8, longitude: 10.3 },
  })
  const view = await open('/active-alerts', [alert(1), placed])
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
  const query = () => Object.fromEntries(new URL(view.address(), 'http://x').searchParams)
  await waitFor(() =>
    expect(query()).toEqual({ v: '2', a: 'hub_enter', lat: '44.8', lng: '10.3', t: created_at }),
  )
})
test('an alert that warns of an end shows the date of the end and the days until then, not how long ago it was noticed [alerts.114]', async () => {
  const ends_at = new Date(Date.now() + 22.5 * 86_400_000).toISOString()
  await open('/active-alerts', [
    alert(1, {
      description: 'Un contratto condiviso sta per finire',
      ends_at,
    }),
  ])
  const [row] = within(await screen.findByRole('list', { name: 'Avvisi attivi' })).getAllByRole(
    'link',
  )
  expect(row).toHaveTextContent('tra 22 gg')
  expect(row).toHaveTextContent(formatDateTime(ends_at))
})
test('the filters of severity and service are sent to the server and kept in the address; changing one returns to the first page [alerts.106, alerts.113]', async () => {
  const view = await open('/active-alerts?page=3', [alert(1)], 120)
  await screen.findByText('120')
  expect(screen.getByRole('button', { name: 'Pagina 3', current: 'page' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('radio', { name: 'Allarmi' }))
  await waitFor(() => expect(view.address()).toBe('/active-alerts?severity=2'))
  await userEvent.click(screen.getByRole('combobox', { name: 'Servizio' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Carburante' }))
  await waitFor(() => expect(view.address()).toBe('/active-alerts?severity=2&service=eyefuel'))
  await waitFor(() =>
    expect(questions(view.requests).at(-1)).toEqual({
      severity: '2',
      alerts: 'cap_open,fuel_alarm,fuel_running_low',
      page: '1',
      per_page: '50',
      order: 'weight',
      snoozed: '0',
    }),
  )
  expect(questions(view.requests)[0]).toEqual({
    page: '3',
    per_page: '50',
    order: 'weight',
    snoozed: '0',
  })
})
test('a page whose alerts have ended gives way to the last page, and never says that no alert is active [alerts.106]', async () => {
  const view = await showAt(
    { address: '/active-alerts?page=3', path: '/active-alerts' },
    <ActiveAlertsScreen />,
    ...standing(),
    answering(active, ({ path }) => {
      const page = Number(new URL(path, 'http://x').searchParams.get('page'))
      return { data: page === 2 ? [alert(1)] : [], meta: meta(80, page) }
    }),
  )
  const list = await screen.findByRole('list', { name: 'Avvisi attivi' })
  expect(list).toHaveTextContent('FR123KL')
  expect(view.address()).toBe('/active-alerts?page=2')
})
test('the fleets of the bar filter it, and can be chosen here', async () => {
  const view = await showAt(
    { address: '/active-alerts', path: '/active-alerts' },
    <ActiveAlertsScreen />,
    ...standing(),
    answering(active, { data: [alert(1)], meta: meta(1) }),
  )
  await screen.findByText('Tensione critica')
  setPreference('fleets', [7])
  await waitFor(() => expect(view.address()).toBe('/active-alerts?fleets=7'))
})
test('the screen distinguishes no alerts at all, none with these filters, and a failure', async () => {
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

const incident = (n: number, some: Partial<Incident> = {}): Incident => ({
  ...alert(n),
  closed_at: null,
  duration: null,
  ended: null,
  late: false,
  trail: [],
  ...some,
})
const past = (data: Incident[], total = data.length) =>
  answering(history, {
    data,
    meta: { current_page: 1, total_pages: Math.ceil(total / 50), per_page: 50, total },
  })
const giulia = { id: 1, name: 'Giulia Ferrari', email: 'g@flotta.example', role: 'edit' as const }
const marco = { id: 2, name: 'Marco Bianchi', email: 'm@flotta.example', role: 'view' as const }
const people = answering(users.all, [
  giulia,
  marco,
  { id: 3, name: 'Stampa', email: 's@flotta.example', role: 'printing' },
])
const signedIn = (role: 'view' | 'edit') =>
  answering(profile, {
    ...giulia,
    role,
    customer_id: 1,
    provider: false,
    language: 'it',
    max_users: 0,
    password_changed_at: '2026-01-01T00:00:00Z',
  })
const at = (address: string, ...answers: Parameters<typeof showAt>[2][]) =>
  showAt(
    { address, path: '/active-alerts' },
    <ActiveAlertsScreen />,
    ...standing(),
    signedIn('edit'),
    people,
    ...answers,
  )

test('all alerts of the page are acknowledged together with a comment, and each row shows this at once [alerts.89]', async () => {
  let changes: Partial<ActiveAlert> = {}
  const { requests } = await at(
    '/active-alerts',
    answering(active, () => ({
      data: [1, 2, 3].map(n => alert(n, changes)),
      meta: { ...meta(3), acknowledged: changes.acknowledged_at ? 3 : 0 },
    })),
    answering(acknowledge, ({ body }) => {
      changes = {
        acknowledged_at: '2026-11-03T09:10:00.000Z',
        acknowledged_by: 'Giulia Ferrari',
        comment: (body as { comment: string }).comment,
      }
      return []
    }),
  )
  await userEvent.click(
    await screen.findByRole('checkbox', { name: 'Seleziona tutti nella pagina' }),
  )
  expect(screen.getByRole('checkbox', { name: '3 selezionati' })).toBeChecked()
  await userEvent.click(
    screen.getAllByRole('checkbox', {
      name: 'Seleziona: Tensione critica, FR123KL',
    })[0] as HTMLElement,
  )
  expect(screen.getByRole('checkbox', { name: '2 selezionati' })).toBePartiallyChecked()
  await userEvent.click(screen.getByRole('checkbox', { name: '2 selezionati' }))
  await userEvent.click(
    within(screen.getByRole('toolbar')).getByRole('button', { name: 'Prendi in carico' }),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Prendere in carico 3 avvisi' })
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Motivo' }), 'Officina avvisata')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Prendi in carico' }))
  expect(await screen.findByText('3 presi in carico')).toBeInTheDocument()
  expect(requests.find(a => a.method === 'PUT')?.body).toEqual({
    ids: [1, 2, 3].map(n => alert(n).id),
    acknowledged: true,
    comment: 'Officina avvisata',
  })
  expect(screen.getAllByText('Preso in carico da Giulia Ferrari')).toHaveLength(3)
  expect(screen.queryByRole('button', { name: /^Prendi in carico:/ })).toBeNull()
  await userEvent.click(
    screen.getAllByRole('button', { name: /^Cosa è stato fatto/ })[0] as HTMLElement,
  )
  expect(await screen.findByText('Officina avvisata')).toBeInTheDocument()
})
test('the chosen alerts are assigned to a colleague who may see alerts', async () => {
  const { requests } = await at(
    '/active-alerts',
    answering(active, { data: [alert(1)], meta: meta(1) }),
    answering(assign, []),
  )
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Seleziona: / }))
  await userEvent.click(screen.getByRole('button', { name: 'Assegna' }))
  expect(screen.queryByRole('menuitem', { name: 'Stampa' })).toBeNull()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Marco Bianchi' }))
  await waitFor(() =>
    expect(requests.find(a => a.method === 'PUT')?.body).toEqual({
      ids: [alert(1).id],
      user_id: 2,
    }),
  )
  expect(await screen.findByText('Avviso assegnato a Marco Bianchi')).toBeInTheDocument()
})
test('a person who may only read cannot choose alerts', async () => {
  await at(
    '/active-alerts',
    answering(active, { data: [alert(1)], meta: meta(1) }),
    signedIn('view'),
  )
  await screen.findByText('Tensione critica')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Prendi in carico/ })).toBeNull()
})
test('the history shows how long each alert lasted, how it ended and what was done about it, and leads to its place and time [alerts.115]', async () => {
  const created_at = new Date(2026, 10, 3, 9, 5).toISOString()
  const trail = [
    {
      at: created_at,
      by: 'Giulia Ferrari',
      action: 'acknowledged' as const,
      comment: 'Visto',
      assigned_to: null,
    },
    {
      at: created_at,
      by: 'Giulia Ferrari',
      action: 'assigned' as const,
      comment: null,
      assigned_to: 'Marco Bianchi',
    },
  ]
  const view = await at(
    '/active-alerts?tab=history',
    past([
      incident(1),
      incident(2, {
        ended: 'cleared',
        duration: 5_400,
        closed_at: created_at,
        position: { latitude: 44.8, longitude: 10.3 },
        trail,
      }),
      incident(3, { ended: 'corrected', duration: 60, closed_at: created_at }),
      incident(4, { ended: 'late', duration: 60, closed_at: created_at, late: true }),
    ]),
  )
  const list = await screen.findByRole('list', { name: 'Storico' })
  const rows = within(list)
    .getAllByRole('link')
    .map(link => link.textContent)
  expect(rows[0]).toMatch(/In corso$/)
  expect(rows[1]).toMatch(/1 h 30 min ?Rientrato$/)
  expect(rows[2]).toMatch(/Smentito dai dati$/)
  expect(rows[3]).toMatch(/Arrivato in ritardo$/)
  await userEvent.click(
    within(list).getAllByRole('button', { name: /^Cosa è stato fatto/ })[1] as HTMLElement,
  )
  expect(
    within(within(list).getByRole('list', { name: 'Cosa è stato fatto' }))
      .getAllByRole('listitem')
      .map(i => i.textContent),
  ).toEqual([
    '03/11/2026 09:05Giulia Ferrari ha preso in caricoVisto',
    '03/11/2026 09:05Giulia Ferrari ha assegnato a Marco Bianchi',
  ])
  await userEvent.click(within(list).getAllByRole('link')[1] as HTMLElement)
  const led = () => Object.fromEntries(new URL(view.address(), 'http://x').searchParams)
  await waitFor(() =>
    expect(led()).toEqual({ v: '2', a: 'voltage_alarm', lat: '44.8', lng: '10.3', t: created_at }),
  )
})
test('the filters of the history are kept in its address and sent to the server; a period that ends now moves on with the clock', async () => {
  const view = await at(
    '/active-alerts?tab=history&late=yes&ack=no&alert=voltage_alarm&vehicle=4&assigned=2&from=2026-11-01T00:00:00.000Z&to=2026-11-03T00:00:00.000Z',
    past([incident(1)], 120),
  )
  await screen.findByText('120')
  const ofHistory = () =>
    view.requests
      .filter(a => a.path.startsWith('/alerts/history'))
      .map(a => Object.fromEntries(new URL(a.path, 'http://x').searchParams))
  expect(ofHistory()[0]).toEqual({
    late: '1',
    acknowledged: '0',
    alerts: 'voltage_alarm',
    vehicle_id: '4',
    assigned_to: '2',
    period_from: '2026-11-01T00:00:00.000Z',
    period_to: '2026-11-03T00:00:00.000Z',
    page: '1',
    per_page: '50',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Assegnato a: Marco Bianchi' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Giulia Ferrari' }))
  await waitFor(() => expect(view.address()).toContain('assigned=1'))
  await userEvent.click(screen.getByRole('tab', { name: 'Attivi' }))
  await waitFor(() => expect(view.address()).not.toContain('tab='))
})
test('a setpoint that is not the ordered one is shown with what was ordered, not with a limit [alerts.130]', async () => {
  const measured = { value: -18, ordered: -20, unit: '°C', decimals: 1 }
  await at('/active-alerts', answering(active, { data: [alert(1, { measured })], meta: meta(1) }))
  expect(await screen.findByText(/ordine −20,0/)).toHaveTextContent(
    /^−18,0\s°C · ordine −20,0\s°C$/,
  )
})
test('the keyboard alone suffices to handle alerts: an alarm is acknowledged with a reason, another alert is snoozed [alerts.130, alerts.132, alerts.133]', async () => {
  const warm = alert(1, {
    measured: { place: 'T1', value: -10.9, limit: -15, unit: '°C', decimals: 1 },
  })
  const { requests } = await at(
    '/active-alerts',
    answering(active, { data: [warm, alert(2, { severity: 1 })], meta: meta(2) }),
    answering(acknowledge, []),
    answering(snooze, []),
  )
  expect(await screen.findByText(/limite −15,0/)).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toHaveTextContent('T1 −10,9')
  await userEvent.keyboard('e')
  const dialog = await screen.findByRole('dialog', { name: 'Prendere in carico 1 avviso' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Prendi in carico' }))
  expect(await within(dialog).findByText(/^Per un allarme scrivi/)).toBeInTheDocument()
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Motivo' }), 'Porta chiusa')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Prendi in carico' }))
  await waitFor(() =>
    expect(requests.find(a => a.path.endsWith('/acknowledge'))?.body).toMatchObject({
      ids: [warm.id],
      comment: 'Porta chiusa',
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('{ArrowDown}{ArrowDown}s')
  await userEvent.click(await screen.findByRole('button', { name: /^Tra un’ora/ }))
  await waitFor(() =>
    expect(requests.find(a => a.path.endsWith('/snooze'))?.body).toMatchObject({
      ids: [alert(2).id],
    }),
  )
})

test('an unfolded row names who was notified, and gives the reason why somebody was not [recipients.5]', async () => {
  const at_ = new Date(2026, 10, 3, 9, 6).toISOString()
  const { requests } = await at(
    '/active-alerts',
    answering(active, { data: [alert(1)], meta: meta(1) }),
    answering(recipientsOfIncident, [
      {
        alert_channel_id: 1,
        destination: 'capo@rossi.example',
        person: { id: 1, name: 'Giulia Ferrari' },
        draft: false,
        after: 0,
        due_at: null,
        role: null,
        stay_minutes: null,
        vehicles: 1,
        delivery: { at: at_, state: 'sent' as const, error: null },
        obstacles: [],
      },
    ]),
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Cosa è stato fatto/ }))
  const list = await screen.findByRole('list', { name: 'Chi è stato avvisato' })
  expect(list).toHaveTextContent('Giulia Ferraricapo@rossi.exampleAvvisato · 03/11/2026 09:06')
  expect(requests.find(a => a.path.includes('/recipients'))?.path).toContain(alert(1).id)
})

test('the view of noise leads to the parameters of the loudest vehicle, with the trial open [alerts.136]', async () => {
  const { requests } = await at(
    '/active-alerts?tab=noise&from=2026-11-01T00:00:00.000Z&to=2026-11-03T00:00:00.000Z',
    answering(noise, [
      {
        alert_id: 1,
        code: 'speed_limit',
        name: 'Limite di velocità',
        severity: 1 as const,
        times: 40,
        open: 0,
        vehicles: 3,
        seconds: 7_200,
        median_s: 20,
        brief: 30,
        acknowledged: 2,
        loudest: { vehicle_id: 4, plate: 'FR123KL', times: 31, owner: true },
      },
    ]),
  )
  const link = await screen.findByRole('link', { name: 'Regola “Limite di velocità” su FR123KL' })
  expect(link).toHaveAttribute('href', '/alerts?v=4&tune=1')
  expect(screen.getByRole('row', { name: /Limite di velocità/ })).toHaveTextContent(
    'Limite di velocità40320 s2 h30 (75 %)2 (5 %)FR123KL · 31',
  )
  expect(requests.find(a => a.path.startsWith('/alerts/noise'))?.path).toContain(
    'period_from=2026-11-01',
  )
})

test('on a phone the filters are folded, and the button shows how many are active [alerts.145]', async () => {
  const width = window.innerWidth
  window.innerWidth = 390
  await open('/active-alerts?severity=2', [])
  await userEvent.click(await screen.findByRole('button', { name: 'Filtri: 1 attivo' }))
  expect(await screen.findByRole('radiogroup', { name: 'Gravità' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Filtri: 1 attivo' }))
  expect(screen.queryByRole('radiogroup', { name: 'Gravità' })).toBeNull()
  window.innerWidth = width
})
test('the alerts of one vehicle are grouped under its plate [alerts.137]', async () => {
  const { requests, address } = await at(
    '/active-alerts',
    answering(active, {
      data: [alert(1), alert(2), alert(3, { plate: 'ZZ999ZZ' })].map((one, i) => ({
        ...one,
        pivot: { vehicle_id: i < 2 ? 1 : 3 },
      })),
      meta: meta(3),
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Per mezzo' }))
  await waitFor(() => expect(address()).toBe('/active-alerts?group=vehicle'))
  const group = await screen.findByRole('region', { name: 'FR123KL' })
  expect(within(group).getByRole('heading')).toHaveTextContent('FR123KL 2')
  expect(within(group).getAllByRole('link')).toHaveLength(2)
  expect(questions(requests).at(-1)).toMatchObject({ order: 'vehicle' })
})
test('the alerts of one driver on one day are grouped under the driver’s name and the day [alerts.146]', async () => {
  const driver = { id: 5, name: 'Ada Neri' }
  const { requests, address } = await at(
    '/active-alerts',
    answering(active, {
      data: [alert(1, { driver }), alert(2, { driver }), alert(3, { driver: null })],
      meta: meta(3),
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Per giornata dell’autista' }))
  await waitFor(() => expect(address()).toBe('/active-alerts?group=driver'))
  const group = await screen.findByRole('region', { name: /^Ada Neri · / })
  expect(within(group).getAllByRole('link')).toHaveLength(2)
  expect(await screen.findByRole('region', { name: /^Nessun autista · / })).toBeInTheDocument()
  expect(questions(requests).at(-1)).toMatchObject({ order: 'driver' })
})
