import { pageMeta } from '@flotta/core/contract.ts'
import { setPreference } from '@flotta/ui/preferences.ts'
import { ViewsMenuProvider } from '@flotta/ui/table/views.tsx'
import { answering, failing, showAt, signIn, silent } from '@flotta/ui/testing.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { pins } from '../../../map/global-map/contract.ts'
import { truck, van, vehicleOf } from '../../../map/global-map/web/testing.ts'
import { signedInAs } from '../../../people/auth/web/testing.ts'
import { views } from '../../../portal/views/contract.ts'
import ViewsMenu from '../../../portal/views/web/ViewsMenu.tsx'
import { allOverviews } from '../../../services/overviews/contract.ts'
import { fleets, setFleet } from '../../fleets/contract.ts'
import { vehicleRents } from '../../rents/contract.ts'
import { all, update, type VehicleItem, vehicleById, vehiclesWithRent } from '../contract.ts'
import VehiclesScreen from './VehiclesScreen.tsx'

const item = (id: number, plate: string, some: Partial<VehicleItem> = {}): VehicleItem => ({
  id,
  plate,
  serial: null,
  vehicle_type: 'V',
  vehicle_subtype: null,
  fleet_id: null,
  ...some,
})
const items = [
  item(1, 'AA 100', { model: 'Iveco Daily', fleet_id: 7 }),
  item(2, 'BB200', { vehicle_type: 'U', vehicle_subtype: 'suv', model: '=1+1' }),
  item(3, 'CC300', { vehicle_type: 'T', active: 1, serial: 'S-3' }),
]
const standing = (role: 'view' | 'edit' = 'edit', { rented = false } = {}) => [
  ...signedInAs(role),
  answering(fleets.all, [
    { id: 7, code: 'NORD', description: 'Nord Italia', color: '#2e51bb' },
    { id: 8, code: 'SUD', description: 'Sud Italia', color: '#d32929' },
  ]),
  answering(all, items),
  answering(pins, [
    { ...truck, id: 1, vehicle_id: 1, plate: 'AA 100', status: 1, active_agreements: [2] },
    {
      ...van,
      id: 2,
      vehicle_id: 2,
      plate: 'BB200',
      status: 2,
      active_agreements: rented ? [30] : [],
    },
  ]),
  answering(vehicleRents.all, [rent]),
]
const rent = {
  id: 5,
  vehicle_id: 2,
  rent_start: '2026-01-01',
  rent_end: '2028-12-31',
  initial_km_contract: 1_000,
  initial_km_period: null,
  contracted_km: 90_000,
  contracted_km_term: 1 as const,
  renter_name: 'Noleggi S.p.A.',
}
const plates = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(row => within(row).getAllByRole('cell')[0]?.textContent)
const rowOf = (plate: string) => screen.getByRole('link', { name: plate }).closest('[role=row]')
const heads = () => screen.getAllByRole('columnheader').map(h => h.textContent)
const at = (address: string, ...answers: Parameters<typeof showAt>[2][]) =>
  showAt(
    { address, path: '/vehicles' },
    <ViewsMenuProvider value={ViewsMenu}>
      <VehiclesScreen />
    </ViewsMenuProvider>,
    answering(views.list, { data: [], meta: pageMeta({ page: 1, per_page: 100 }, 0) }),
    ...answers,
  )
const endpointOf = (service: string) => {
  const endpoint = allOverviews(service)
  if (endpoint === undefined) throw new Error(service)
  return endpoint
}
beforeEach(() => {
  signIn()
  setPreference('lists', {})
  setPreference('fleets', [])
})

test('each vehicle links to the map, and columns of contracts and messages are shown only to companies that have them [vehicles.17, vehicles.18, vehicles.20]', async () => {
  await at('/vehicles', ...standing())
  expect(await screen.findByRole('link', { name: 'AA 100' })).toHaveAttribute(
    'href',
    '/global-map?v=1',
  )
  expect(heads()).toEqual([
    'Targa',
    'Autista',
    'Luogo',
    'Ultimo contatto',
    'Connessione',
    'Movimento',
    'Km',
    'Flotta',
    'Modello',
  ])
  expect(await screen.findByText('Connesso')).toBeInTheDocument()
  expect(rowOf('BB200')).toHaveTextContent(/^BB200.*Disconnesso.*=1\+1$/)
})
test('kilometres and the level of the tank come with their services, and a column of fuel only where some vehicle has it [vehicles.90]', async () => {
  const newest = (last: Record<string, number>) => [
    {
      vehicle_id: 1,
      plate: 'AA 100',
      vehicle_type: 'V' as const,
      message_datetime: '2026-11-20T08:00:00Z',
      last,
    },
  ]
  await at(
    '/vehicles',
    ...standing(),
    answering(pins, [{ ...truck, id: 1, vehicle_id: 1, plate: 'AA 100', active_agreements: [5] }]),
    answering(endpointOf('eyegeo'), newest({ km: 123_456.7 })),
    answering(endpointOf('eyefuel'), newest({ tank_usage: 62 })),
  )
  await waitFor(() => expect(heads()).toContain('Carburante'))
  await waitFor(() => expect(rowOf('AA 100')).toHaveTextContent(/123\.457.*62\s?%/))
})
test('the first rows appear before the whole list has loaded, with the same values and the full count, and sorting waits [vehicles.17, general.104]', async () => {
  const first = vehicleOf(
    { ...truck, id: 1, vehicle_id: 1, plate: 'AA 100', status: 1, active_agreements: [2] },
    {
      fleet_id: 7,
      odometer: 183_456,
      driver_activities: [{ driver: { id: 4, name: 'Anna', surname: 'Bo' } }],
    },
  )
  const { requests } = await at(
    '/vehicles',
    ...standing(),
    silent(all),
    answering(vehiclesWithRent, {
      data: [first],
      meta: pageMeta({ page: 1, per_page: 50 }, 10_000),
    }),
  )
  expect(await screen.findByRole('link', { name: 'AA 100' })).toBeInTheDocument()
  await waitFor(() =>
    expect(rowOf('AA 100')).toHaveTextContent(/^AA 100Anna Bo.*Connesso.*183\.456NORDS-Way$/),
  )
  expect(screen.getByText('10.000')).toBeInTheDocument()
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '10001')
  expect(requests.map(({ path }) => path)).toContain('/vehicles/with-rent?page=1&per_page=50')
  await userEvent.click(screen.getByRole('button', { name: 'Modello' }))
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
})
test('the first rows keep their values, and have the column of fuel, until the pins have come too [vehicles.17, vehicles.90]', async () => {
  const first = vehicleOf(
    { ...truck, id: 1, vehicle_id: 1, plate: 'AA 100', status: 1, active_agreements: [5] },
    { odometer: 183_456, driver_activities: [{ driver: { id: 4, name: 'Anna', surname: 'Bo' } }] },
  )
  const { requests } = await at(
    '/vehicles',
    ...standing(),
    silent(pins),
    answering(vehiclesWithRent, {
      data: [first],
      meta: pageMeta({ page: 1, per_page: 50 }, 3),
    }),
  )
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('/pins'))
  expect(heads()).toContain('Carburante')
  expect(rowOf('AA 100')).toHaveTextContent(/^AA 100Anna Bo.*Connesso.*183\.456/)
})
test('a failure of the whole list has a message and a button that tries again, and hides the first rows', async () => {
  await at(
    '/vehicles',
    ...standing(),
    failing(all, 503, { message: 'Il server si avvia', code: 'starting' }),
    answering(vehiclesWithRent, {
      data: [vehicleOf({ ...truck, plate: 'AA 100' })],
      meta: pageMeta({ page: 1, per_page: 50 }, 10_000),
    }),
  )
  expect(await screen.findByText('Il server si avvia')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Riprova' })).toBeInTheDocument()
  expect(screen.queryByRole('table')).toBeNull()
})
test('a viewer sees contracts with agreement 30 on any vehicle, and the messages of the month with SMS alerts [vehicles.19, vehicles.21]', async () => {
  await at(
    '/vehicles',
    ...standing('edit', { rented: true }),
    ...signedInAs('edit', { alert_sms: '1' }),
  )
  await waitFor(() => expect(heads()).toContain('SMS del mese'))
  expect(heads()).not.toContain('Noleggiatore')
  await userEvent.click(await screen.findByRole('button', { name: 'Viste' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Noleggi' }))
  expect(await screen.findByText('Noleggi S.p.A.')).toBeInTheDocument()
  expect(heads()).toEqual([
    'Targa',
    'Km',
    'Noleggiatore',
    'Inizio noleggio',
    'Fine noleggio',
    'Km iniziali',
    'Km contrattuali',
    'Modello',
  ])
  expect(rowOf('BB200')).toHaveTextContent('Noleggi S.p.A.01/01/202631/12/20281.00090.000')
})
test('the address keeps sort and filters, and sets them [vehicles.22]', async () => {
  const { address } = await at('/vehicles?sort=-plate&type=U,T', ...standing())
  await screen.findByRole('link', { name: 'CC300' })
  expect(plates()).toEqual(['CC300', 'BB200'])
  expect(screen.getByRole('columnheader', { name: 'Targa' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Modello' }))
  await waitFor(() => expect(address()).toContain('sort=model'))
  await userEvent.click(screen.getByRole('button', { name: 'Togli i filtri' }))
  await waitFor(() => expect(plates()).toEqual(['BB200', 'AA 100', 'CC300']))
  expect(address()).toBe('/vehicles?sort=model')
  await userEvent.click(screen.getByRole('button', { name: 'Attivazione' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /Senza unità/ }))
  await waitFor(() => expect(plates()).toEqual(['CC300']))
  expect(address()).toContain('active=1')
})
test('the fleets of the bar filter the table, and the address keeps them', async () => {
  const { address } = await at('/vehicles?fleets=7', ...standing())
  await screen.findByRole('link', { name: 'AA 100' })
  await waitFor(() => expect(plates()).toEqual(['AA 100']))
  act(() => setPreference('fleets', []))
  await waitFor(() => expect(plates()).toHaveLength(3))
  expect(address()).toBe('/vehicles')
})
test('the export offers a copy, CSV, Excel, PDF and print, has the rows and columns of the screen, and no formula runs [vehicles.23, vehicles.24]', async () => {
  const copied: string[] = []
  await at('/vehicles?type=U', ...standing())
  await screen.findByRole('link', { name: 'BB200' })
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Esporta' }))
  const copy = await screen.findByRole('menuitem', { name: 'Copia' })
  expect(screen.getAllByRole('menuitem').map(item => item.textContent)).toEqual([
    'Copia',
    'CSV',
    'Excel',
    'PDF',
    'Stampa',
  ])
  await userEvent.click(copy)
  expect(copied).toEqual([
    expect.stringMatching(
      /^Targa\tAutista\tLuogo\tUltimo contatto\tConnessione\tMovimento\tKm\tFlotta\tModello\nBB200\t\t\t[\d/]+ [\d:]+\tDisconnesso\t\t\t\t'=1\+1$/,
    ),
  ])
})
test('a person who may only look finds nothing to change', async () => {
  await at('/vehicles?v=1', ...standing('view'))
  await screen.findByRole('link', { name: 'AA 100' })
  expect(screen.queryByRole('button', { name: 'Modifica AA 100' })).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Targa' })).toBeNull()
})
describe('the form', () => {
  const vehicle = {
    ...vehicleOf({ ...truck, id: 1, vehicle_id: 1, plate: 'AA 100' }),
    configurations: [
      { parameter: 'old_word', value: 'x' },
      { parameter: 'speed_limit_kmh', value: '80' },
    ],
  }
  const opened = (...answers: Parameters<typeof showAt>[2][]) =>
    at('/vehicles?v=1', ...answers, ...standing(), answering(vehicleRents.list, emptyPage))
  const emptyPage = { data: [], meta: { current_page: 1, total_pages: 1, per_page: 20, total: 0 } }
  test('shows each parameter’s unit, range and default, and sends only the changes [vehicles.32]', async () => {
    const { requests, address } = await opened(
      answering(vehicleById, vehicle),
      answering(update, vehicle),
    )
    const limit = await screen.findByRole('textbox', { name: 'Limite di velocità' })
    expect(limit).toHaveValue('80')
    expect(limit).toHaveAccessibleDescription('10–250 km/h')
    await userEvent.clear(limit)
    await userEvent.type(limit, '300')
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
    expect(await screen.findByText('Il massimo è 250')).toBeInTheDocument()
    expect(requests.filter(a => a.method === 'PUT')).toEqual([])
    await userEvent.clear(limit)
    await userEvent.type(limit, '70')
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
    await waitFor(() => expect(requests.filter(a => a.method === 'PUT')).toHaveLength(1))
    const { body } = requests.find(a => a.method === 'PUT') as unknown as {
      body: { plate: string; configurations: { parameter: string; value: string }[] }
    }
    expect(body.plate).toBe('AA 100')
    expect(body.configurations.filter(c => c.value !== '')).toEqual([
      { parameter: 'speed_limit_kmh', value: '70' },
    ])
    await waitFor(() => expect(address()).toBe('/vehicles'))
  })
  test('shows a refusal of the server and keeps what was typed', async () => {
    await opened(
      answering(vehicleById, vehicle),
      failing(update, 422, { message: 'no', code: 'invalid', data: { plate: ['È già in uso'] } }),
    )
    const plate = await screen.findByRole('textbox', { name: 'Targa' })
    await userEvent.clear(plate)
    await userEvent.type(plate, 'BB200')
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
    expect(await screen.findByText('È già in uso')).toBeInTheDocument()
    expect(plate).toHaveValue('BB200')
  })
  test('changes the fleet at once, and takes the change back if it is refused', async () => {
    await opened(
      answering(vehicleById, vehicle),
      failing(setFleet, 422, { message: 'Rifiutato', code: 'invalid', data: {} }),
    )
    const fleet = await screen.findByRole('combobox', { name: 'Flotta' })
    await userEvent.click(fleet)
    await userEvent.click(await screen.findByRole('option', { name: 'NORD' }))
    expect(await screen.findByText('Rifiutato')).toBeInTheDocument()
    expect(fleet).toHaveValue('')
  })
})

describe('saved views', () => {
  const south = {
    id: 9,
    list: 'vehicles',
    name: 'Sud',
    shared: true,
    own: false,
    columns: ['plate', 'serial'],
    sort: '-plate',
    filters: { type: 'U,T' },
  }
  const saved = (data: (typeof south)[]) =>
    answering(views.list, { data, meta: pageMeta({ page: 1, per_page: 100 }, data.length) })
  test('bring their columns, filters and order, and the standard view takes them away [vehicles.91, views.6]', async () => {
    const { address } = await at('/vehicles', ...standing('view'), saved([south]))
    await userEvent.click(await screen.findByRole('button', { name: 'Viste' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sud' }))
    await waitFor(() => expect(plates()).toEqual(['CC300', 'BB200']))
    expect(heads()).toEqual(['Targa', 'Telaio'])
    expect(address()).toBe('/vehicles?type=U,T&sort=-plate')
    await userEvent.click(screen.getByRole('button', { name: 'Sud' }))
    // a reader cannot change the company's records
    expect(screen.queryByRole('menuitem', { name: /Elimina/ })).toBeNull()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Vista standard' }))
    await waitFor(() => expect(address()).toBe('/vehicles'))
    expect(heads()).toContain('Autista')
  })
  test('keep what the table shows under a name, for the whole company too [views.1, views.3, views.6]', async () => {
    const { requests } = await at(
      '/vehicles?type=U&sort=plate',
      ...standing('edit'),
      answering(views.create, south),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Viste' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Salva la vista…' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Nuova vista' }))
    await userEvent.type(drawer.getByRole('textbox', { name: 'Nome' }), 'Auto')
    await userEvent.click(drawer.getByRole('switch', { name: /Condividi/ }))
    await userEvent.click(drawer.getByRole('button', { name: 'Salva' }))
    await waitFor(() =>
      expect(requests.find(a => a.method === 'POST')?.body).toMatchObject({
        list: 'vehicles',
        name: 'Auto',
        shared: true,
        sort: 'plate',
        filters: { type: 'U' },
      }),
    )
  })
})
