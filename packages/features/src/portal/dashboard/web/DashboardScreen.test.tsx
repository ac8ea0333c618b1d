// The dashboard: figures, boxes that lead to the filtered map, and the news that opens once. The map's own picture is tested in a browser.
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { standing } from '../../../map/global-map/web/testing.ts'
import { services } from '../../../services/services.ts'
import { type Dashboard, dashboard } from '../contract.ts'
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
const show = (some?: Partial<Dashboard>) =>
  showAt(
    '/dashboard',
    <DashboardScreen />,
    ...standing(),
    answering(dashboard, dashboardReply(some)),
  )
beforeEach(() => {
  signIn()
  localStorage.setItem('flotta.news', '3')
})

test('each figure tells its total and what 30 days have added', async () => {
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
})
test('a box’s title leads to the vehicles with its agreement, a feature with open alerts to those with them, one without to nowhere [dashboard.14, dashboard.15]', async () => {
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
  expect(within(box).getAllByRole('listitem')).toHaveLength(5)
  expect(screen.getAllByRole('heading', { level: 2 }).map(h => h.textContent)).toEqual([
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
test('the filter stands in the address and counts what the map shows [navigation.4, dashboard.16]', async () => {
  const shown = await show()
  await userEvent.click(await screen.findByRole('button', { name: /^In moto\s*1$/ }))
  await waitFor(() => expect(shown.address()).toBe('/dashboard?f=moving'))
  expect(screen.getByText('1 di 3', { selector: '[role="status"]' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Apri la mappa' })).toHaveAttribute(
    'href',
    '/global-map?f=moving',
  )
})
test('the newest news opens until it was closed; newer ones open again [news.5, news.6]', async () => {
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
test('figures that cannot be read are said; the map stands all the same', async () => {
  await showAt(
    '/dashboard',
    <DashboardScreen />,
    ...standing(),
    failing(dashboard, 500, { message: 'Guasto', code: 'failed' }),
  )
  expect(await screen.findByText('Guasto')).toBeInTheDocument()
  expect(await screen.findByText('3 mezzi', { selector: '[role="status"]' })).toBeInTheDocument()
})
