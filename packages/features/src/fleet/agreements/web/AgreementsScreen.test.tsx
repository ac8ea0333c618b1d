import { pageMeta } from '@flotta/core/contract.ts'
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { about } from '../../../people/auth/about.ts'
import { type AgreementVehicle, agreementVehicles, archivedVehicles, list } from '../contract.ts'
import AgreementsScreen from './AgreementsScreen.tsx'

const DAY = 86_400_000
const at = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const row = (id: number, from: number, to: number | null): AgreementVehicle => ({
  id,
  vehicle_id: id + 100,
  plate: `AA00${id}AA`,
  active_from: at(from),
  active_to: to === null ? null : at(to),
})
const pageReply = <T,>(data: readonly T[], total = data.length) => ({
  data: [...data],
  meta: pageMeta({ page: 1, per_page: 50 }, total),
})
const installation = answering(about, {
  name: 'Flotta',
  version: '1',
  demo: null,
  satellite: false,
  map: { max_zoom: 11, style: false, public_style: null },
  places: 'towns',
  tracker_port: 5000,
  contact: 'contratti@example.com',
})
const catalogue = answering(
  list,
  pageReply([
    { id: 2, code: 'eyegeo', vehicles: 4, archived: 1 },
    { id: 3, code: 'eyecold', vehicles: 0, archived: 0 },
  ]),
)
const standing = [
  installation,
  catalogue,
  answering(
    agreementVehicles,
    pageReply([row(1, -9, -0.001), row(2, -9, 12), row(3, -9, null), row(4, 3, null)]),
  ),
  answering(archivedVehicles, pageReply([row(9, -90, -60)])),
]
const service = (name: string) => screen.findByRole('region', { name })
beforeEach(signIn)

test('each service lists its vehicles with the days, the colour’s word and a link to the map [agreements.15, agreements.16]', async () => {
  await showAt('/', <AgreementsScreen />, ...standing)
  const box = await service('Posizione')
  await waitFor(() => expect(within(box).getAllByRole('listitem')).toHaveLength(4))
  const states = within(box)
    .getAllByRole('listitem')
    .map(li =>
      ['Scaduto', 'In scadenza', 'Attivo', 'Non ancora attivo'].find(word =>
        li.textContent?.includes(word),
      ),
    )
  expect(states).toEqual(['Scaduto', 'In scadenza', 'Attivo', 'Non ancora attivo'])
  expect(within(box).getByRole('link', { name: 'AA002AA' })).toHaveAttribute(
    'href',
    '/global-map?v=102',
  )
  expect(within(box).getAllByText(/^\d{2}\/\d{2}\/\d{4} – \d{2}\/\d{2}\/\d{4}$/)).toHaveLength(2)
})
test('a service without vehicles has a message and a link to request it, and the contact is above [agreements.17, agreements.18]', async () => {
  await showAt('/', <AgreementsScreen />, ...standing)
  const box = await service('Servizi senza mezzi')
  expect(box).toHaveTextContent('Nessun mezzo ha questo servizio.')
  expect(
    within(box).getByRole('link', { name: 'Richiedi il servizio: Refrigerazione' }),
  ).toHaveAttribute(
    'href',
    'mailto:contratti@example.com?subject=Richiesta%20del%20servizio%20Refrigerazione',
  )
  expect(await screen.findByRole('link', { name: 'Scrivici' })).toHaveAttribute(
    'href',
    'mailto:contratti@example.com',
  )
})
test('ended agreements are behind a switch, which the address keeps', async () => {
  const { address } = await showAt('/', <AgreementsScreen />, ...standing)
  await service('Posizione')
  await userEvent.click(screen.getByRole('radio', { name: 'Conclusi' }))
  await waitFor(() => expect(address()).toBe('/?archived=1'))
  expect(await screen.findByRole('link', { name: 'AA009AA' })).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Servizi senza mezzi' })).toBeNull()
})
test('the search asks the server for the catalogue and for its vehicles', async () => {
  const { requests } = await showAt('/?search=aa002', <AgreementsScreen />, ...standing)
  await service('Posizione')
  await waitFor(() =>
    expect(requests.map(a => a.path)).toContain(
      '/agreements/2/vehicles?page=1&per_page=50&search=aa002',
    ),
  )
  expect(requests.map(a => a.path)).toContain('/agreements?per_page=100&search=aa002')
})
test('a search without a match and a list without ended agreements have different messages', async () => {
  const { unmount } = await showAt(
    '/?search=xyz',
    <AgreementsScreen />,
    installation,
    answering(list, pageReply([])),
  )
  expect(await screen.findByText('Nulla corrisponde a “xyz”.')).toBeInTheDocument()
  unmount()
  await showAt(
    '/?archived=1',
    <AgreementsScreen />,
    installation,
    answering(list, pageReply([{ id: 2, code: 'eyegeo', vehicles: 1, archived: 0 }])),
  )
  expect(await screen.findByText('Nessun contratto concluso')).toBeInTheDocument()
})
test('a list that fails to load has a button that tries again', async () => {
  await showAt(
    '/',
    <AgreementsScreen />,
    installation,
    catalogue,
    failing(agreementVehicles, 503, { message: 'Riprova tra poco', code: 'unavailable' }),
  )
  expect(
    await within(await service('Posizione')).findByRole('button', { name: 'Riprova' }),
  ).toBeInTheDocument()
})

test('agreements that end soon are in one table of all services, the first to end first [agreements.36]', async () => {
  const { address } = await showAt('/', <AgreementsScreen />, ...standing)
  await userEvent.click(await screen.findByRole('radio', { name: 'In scadenza' }))
  await waitFor(() => expect(address()).toBe('/?ending=1'))
  const rows = (await screen.findAllByRole('row')).slice(1)
  expect(rows.map(line => line.textContent)).toEqual([
    expect.stringMatching(/AA001AA.*Posizione.*Scaduto/),
    expect.stringMatching(/AA002AA.*Posizione.*In scadenza/),
  ])
  // the bar counts the rows of the table, not the agreements of all views
  expect(screen.getByRole('heading', { level: 1 }).parentElement).toHaveTextContent(/2$/)
})
