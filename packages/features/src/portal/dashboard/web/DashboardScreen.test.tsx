// The dashboard: figures, boxes that open the filtered map, and the news item that opens once. The map's own picture is tested in a browser.
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { standing } from '../../../map/global-map/web/testing.ts'
import { services } from '../../../services/services.ts'
import { type Dashboard, dashboard, type ToDo, toDo, trends } from '../contract.ts'
import DashboardScreen from './DashboardScreen.tsx'

const none = { total: 0, increment: 0 }
const boxes = Object.fromEntries(
  services.map(s => [s.code, Object.fromEntries(s.dashboard_features.map(f => [f, 0]))]),
)
const dashboardReply = (some: Partial<Dashboard> = {}): Dashboard => ({
  alerts: { total: 1204, increment: 12 },
  vehicles: { total: 40, increment: -3 },
  users: none,
  reports: none,
  customers: none,
  services: { ...boxes, eyegeo: { ...boxes.eyegeo, speed_limit: 3 } },
  news: {
    latest: {
      id: 3,
      title: 'Registro delle temperature',
      url: '/news/it/temperature-register.html',
    },
  },
  ...some,
})
const nothingToDo: ToDo = { alarms: { total: 0, items: [] }, groups: [] }
const show = (some?: Partial<Dashboard>, waiting = nothingToDo) =>
  showAt(
    '/dashboard',
    <DashboardScreen />,
    ...standing(),
    answering(dashboard, dashboardReply(some)),
    answering(toDo, waiting),
    answering(trends, {
      alerts: [9, 12],
      vehicles: [43, 40],
      users: [],
      reports: [],
      customers: [],
    }),
  )
beforeEach(() => {
  signIn()
  localStorage.setItem('flotta.news', '3')
})

test('each figure shows its total, the change in 30 days and its trend [dashboard.26]', async () => {
  await show()
  const list = await screen.findByRole('list', { name: 'Riepilogo' })
  await waitFor(() => expect(list).toHaveTextContent('1.204'))
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual([
    'Avvisi attivi1.204+12 in 30 giorni',
    'Mezzi40−3 in 30 giorni',
    'Utenti0±0 in 30 giorni',
    'Report0±0 in 30 giorni',
    'Clienti0±0 in 30 giorni',
  ])
  expect(
    await within(list).findByRole('img', { name: 'Ultimi 30 giorni: da 40 a 43' }),
  ).toBeInTheDocument()
})
test('the title of a box leads to the vehicles with its agreement, and a feature to those with open alerts; a feature without alerts is folded and leads nowhere [dashboard.14, dashboard.15, dashboard.25]', async () => {
  await show()
  const box = await screen.findByRole('region', { name: 'Posizione' })
  const links = () =>
    within(box)
      .getAllByRole('link')
      .map(link => link.getAttribute('href'))
  await waitFor(() =>
    expect(links()).toEqual([
      '/global-map?s=eyegeo&f=active',
      '/global-map?s=eyegeo&f=speed_limit',
    ]),
  )
  expect(within(box).getByRole('link', { name: /Limite di velocità/ })).toHaveTextContent('3')
  expect(within(box).getAllByRole('listitem')).toHaveLength(1)
  await userEvent.click(within(box).getByRole('button', { name: 'Altre 4 voci senza avvisi' }))
  expect(within(box).getAllByRole('listitem')).toHaveLength(5)
  expect(links()).toHaveLength(2)
  expect(screen.getAllByRole('heading', { level: 2 }).map(h => h.textContent)).toEqual([
    'Da fare adesso',
    'Posizione',
    'Refrigerazione',
    'Porte',
    'Carburante',
    'Pneumatici e freni',
    'Manutenzione e spese',
    'Condivisione',
    'Track and trace',
  ])
})
test('the filter is kept in the address and counts what the map shows [navigation.4, dashboard.16]', async () => {
  const view = await show()
  await userEvent.click(await screen.findByRole('button', { name: /^In moto\s*1$/ }))
  await waitFor(() => expect(view.address()).toBe('/dashboard?f=moving'))
  expect(screen.getByText('1 di 3', { selector: '[role="status"]' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Apri la mappa' })).toHaveAttribute(
    'href',
    '/global-map?f=moving',
  )
})
test('the newest news opens until the person closes it, and newer news opens again [news.5, news.6]', async () => {
  localStorage.removeItem('flotta.news')
  const first = await show()
  const dialog = await screen.findByRole('dialog', { name: 'Registro delle temperature' })
  expect(within(dialog).getByTitle('Registro delle temperature')).toHaveAttribute(
    'src',
    '/news/it/temperature-register.html',
  )
  await userEvent.click(within(dialog).getByText('Chiudi'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(localStorage.getItem('flotta.news')).toBe('3')
  first.unmount()
  const second = await show()
  expect(await screen.findByText('+12 in 30 giorni')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).toBeNull()
  second.unmount()
  await show({ news: { latest: { id: 4, title: 'Altro', url: '/news/it/altro.html' } } })
  expect(await screen.findByRole('dialog', { name: 'Altro' })).toBeInTheDocument()
})
test('the map is shown even if the figures cannot be read, beside the reason', async () => {
  await showAt(
    '/dashboard',
    <DashboardScreen />,
    ...standing(),
    failing(dashboard, 500, { message: 'Guasto', code: 'failed' }),
    answering(toDo, nothingToDo),
  )
  expect(await screen.findByText('Guasto')).toBeInTheDocument()
  expect(await screen.findByText('3 mezzi', { selector: '[role="status"]' })).toBeInTheDocument()
})
test('a company without vehicles gets a link to its list of vehicles [dashboard.27]', async () => {
  await show({ vehicles: none })
  const waiting = within(await screen.findByRole('region', { name: 'Da fare adesso' }))
  expect(await waiting.findByText('Nessun mezzo')).toBeInTheDocument()
  expect(waiting.getByRole('link', { name: 'Vai ai mezzi' })).toHaveAttribute('href', '/vehicles')
})
test('where nothing waits the dashboard shows a message [dashboard.23]', async () => {
  await show()
  expect(await screen.findByText('Niente in attesa')).toBeInTheDocument()
})
test('things to do are shown in groups with their totals, and each line leads to the screen where the person handles it [dashboard.24]', async () => {
  const item = {
    key: '1',
    name: null,
    about: null,
    tone: 'warning',
    at: null,
    due: null,
    vehicle_id: null,
    vehicles: 0,
  } as const
  const due = {
    by: 'period',
    due_date: '2026-12-01',
    left_days: 5,
    left_km: null,
    left_hour: null,
  } as const
  await show(undefined, {
    alarms: {
      total: 12,
      items: [
        {
          id: '0198f2a0-0000-7000-8000-000000000001',
          alert_id: 7,
          customer_id: null,
          severity: 2,
          code: 'cooling_system_alarm',
          description: 'Il gruppo frigo è in allarme',
          created_at: '2026-11-20T10:00:00.000Z',
          plate: 'AA001AA',
          position: null,
          with_place: false,
          acknowledged_at: null,
          acknowledged_by: null,
          comment: null,
          assigned_to: null,
          pivot: { vehicle_id: 7 },
        },
      ],
    },
    groups: [
      {
        group: 'silent',
        total: 1,
        items: [
          { ...item, name: 'AA002AA', at: '2026-11-20T10:00:00.000Z', vehicle_id: 8, vehicles: 1 },
        ],
      },
      {
        group: 'licences',
        total: 2,
        items: [
          { ...item, key: 'expired', name: 'Ugo Neri', due: { ...due, left_days: -9 } },
          { ...item, name: 'Ada Rossi', due },
        ],
      },
      {
        group: 'agreements',
        total: 1,
        items: [{ ...item, about: 'Refrigerazione', due, vehicles: 312 }],
      },
      {
        group: 'reports',
        total: 1,
        items: [{ ...item, about: 'Temperature', tone: 'alarm', at: '2026-11-20T10:00:00.000Z' }],
      },
    ],
  })
  const waiting = await screen.findByRole('region', { name: 'Da fare adesso' })
  await within(waiting).findByText('AA001AA')
  expect(within(waiting).getByRole('heading', { name: 'Allarmi 12' })).toBeInTheDocument()
  const lineOf = (group: string) =>
    within(within(waiting).getByRole('list', { name: group })).getByRole('listitem')
  expect(within(lineOf('Allarmi')).getByRole('link')).toHaveAttribute('href', '/global-map?v=7')
  expect(within(lineOf('Mezzi che non si fanno sentire')).getByRole('link')).toHaveAttribute(
    'href',
    '/global-map?v=8',
  )
  const licences = within(within(waiting).getByRole('list', { name: 'Patenti' }))
  expect(licences.getAllByRole('listitem').map(line => line.textContent)).toEqual([
    expect.stringContaining('Ugo Neri scaduta da 9 giorni'),
    expect.stringContaining('Ada Rossi tra 5 giorni'),
  ])
  expect(lineOf('Contratti in scadenza')).toHaveTextContent('312 mezzi Refrigerazionetra 5 giorni')
  expect(lineOf('Report non riusciti')).toHaveTextContent('Tutti i mezzi Temperature')
})
