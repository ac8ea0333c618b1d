// The trip planner: places in order, routes once they can be requested, saving, editing, removing.
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { all as allVehicles } from '../../../fleet/vehicles/contract.ts'
import { profile } from '../../../people/auth/contract.ts'
import { autocomplete } from '../../../places/geocoding/contract.ts'
import { directions } from '../../../places/routing/contract.ts'
import { hubs, pois } from '../../areas/contract.ts'
import { standing } from '../../global-map/web/testing.ts'
import { type PlannedTrip, plannedTrips } from '../contract.ts'
import { Planner } from './Planner.tsx'

beforeEach(signIn)

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const trip: PlannedTrip = {
  id: 7,
  name: 'Giro di Parma',
  startdate: inHours(24),
  arrival: inHours(26),
  vehicle_id: null,
  waypoints: [
    {
      address: 'Milano (MI)',
      city: 'Milano (MI)',
      zip_code: null,
      latitude: 45.46,
      longitude: 9.19,
      lat: 45.46,
      lng: 9.19,
      notes: null,
    },
    {
      address: 'Via Emilia 3',
      city: 'Parma',
      zip_code: '43121',
      latitude: 44.8,
      longitude: 10.33,
      lat: 44.8,
      lng: 10.33,
      notes: 'Ribalta 4',
    },
  ],
  options: { ferry: false, toll: false, motorway: false },
  route: { geometry: '_ibE_seK_seK_seK', distance: 126_000, duration: 7_200 },
  approximate: true,
}
const area = {
  id: 9,
  name: trip.name,
  code: 'PARMA',
  color: '#2e51bb',
  radius: null,
  latitude: 45,
  longitude: 9,
  address: null,
  city: null,
  zip_code: null,
  shape: { type: 'circle' as const },
}
const place = (name: string, lat: number) => ({
  display_name: name,
  short: name,
  latitude: lat,
  longitude: 9.2,
  lat,
  lon: 9.2,
  approximate: true,
  address: { name: null, city: name, postcode: null },
})
const towns: Readonly<Record<string, number>> = {
  Milano: 45.46,
  Parma: 44.8,
  Roma: 41.9,
  Bra: 44.7,
}
const routes = [
  { geometry: '_ibE_seK_seK_seK', distance: 126_000, duration: 5_100 },
  { geometry: '??_ibE_ibE', distance: 140_500, duration: 6_000 },
]
const meta = { source: 'embedded', approximate: true, problem: null } as const
const none = (problem: 'no_route' | 'unavailable') => ({ data: [], meta: { ...meta, problem } })
const pages = (trips: PlannedTrip[]) => ({
  data: trips,
  meta: { current_page: 1, total_pages: 1, per_page: 20, total: trips.length },
})
const answers = (trips: PlannedTrip[] = []) => [
  ...standing(),
  answering(hubs.all, []),
  answering(allVehicles, []),
  answering(autocomplete, ({ path }) => {
    const words = new URLSearchParams(path.split('?')[1]).get('q')?.toLowerCase() ?? ''
    return Object.entries(towns)
      .filter(([name]) => name.toLowerCase().startsWith(words))
      .map(([name, lat]) => place(name, lat))
  }),
  answering(directions, { data: routes, meta }),
  answering(plannedTrips.list, pages(trips)),
  answering(plannedTrips.one, trip),
]
const add = async (...names: string[]) => {
  for (const name of names) {
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Aggiungi una tappa' }), name)
    await userEvent.click(await screen.findByRole('option', { name }))
  }
}
const addresses = () =>
  within(screen.getByRole('list', { name: 'Tappe' }))
    .getAllByRole('button', { name: /^Sposta/ })
    .map(grip => grip.getAttribute('aria-label')?.slice(7))
const routingRequests = (list: readonly { readonly path: string }[]) =>
  list
    .filter(a => a.path.startsWith('/routing'))
    .map(a => decodeURIComponent(a.path.split('?')[1] ?? ''))

describe('a trip in the form', () => {
  test('becomes an area along its chosen route before it is saved, and stays in the form [planner.24]', async () => {
    const view = await showAt(
      '/trips',
      <Planner vehicle_id={null} />,
      ...answers(),
      answering(pois.create, area),
    )
    await add('Milano', 'Parma')
    await userEvent.type(screen.getByRole('textbox', { name: 'Nome del viaggio' }), 'Pa')
    await userEvent.click(await screen.findByRole('radio', { name: 'Percorso 2' }))
    await userEvent.click(screen.getByRole('button', { name: 'Fai un’area di Pa' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Fai un’area di Pa' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Salva' }))
    await waitFor(() =>
      expect(view.requests.filter(a => a.method === 'POST')).toMatchObject([
        {
          path: '/pois',
          body: {
            name: 'Pa',
            code: 'Pa',
            shape: {
              points: [
                [0, 0],
                [1, 1],
              ],
            },
          },
        },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('textbox', { name: 'Nome del viaggio' })).toHaveValue('Pa')
  })
  test('asks for routes once it has two places, takes a choice once it has a name, and leaves an empty form when it is saved [planner.12, planner.17, planner.22]', async () => {
    const saved: unknown[] = []
    const view = await showAt(
      '/trips',
      <Planner vehicle_id={null} />,
      ...answers(),
      answering(plannedTrips.create, ({ body }) => {
        saved.push(body)
        return trip
      }),
    )
    await add('Milano')
    expect(routingRequests(view.requests)).toEqual([])
    expect(screen.queryByRole('button', { name: /^Togli la tappa/ })).not.toBeInTheDocument()
    await add('Parma')
    await waitFor(() =>
      expect(routingRequests(view.requests)).toEqual(['coordinates=9.2,45.46;9.2,44.8']),
    )
    expect(screen.getAllByRole('button', { name: /^Togli la tappa/ })).toHaveLength(2)
    expect(
      screen.getByText('Dai un nome al viaggio per scegliere il percorso.'),
    ).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Salva viaggio' })).toBeDisabled()
    await userEvent.type(screen.getByRole('textbox', { name: 'Nome del viaggio' }), 'Pa')
    const alternatives = await screen.findByRole('radiogroup', { name: 'Percorsi' })
    expect(
      within(alternatives)
        .getAllByRole('radio')
        .map(r => r.textContent),
    ).toEqual([
      expect.stringMatching(/1\sh 25\smin126,0\skm.*arrivo/),
      expect.stringMatching(/1\sh 40\smin140,5\skm.*arrivo/),
    ])
    expect(screen.getByText('percorso approssimato')).toBeInTheDocument()
    await userEvent.click(within(alternatives).getByRole('radio', { name: 'Percorso 2' }))
    await userEvent.click(screen.getByRole('button', { name: 'Note per Parma' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Note per Parma' }), 'Ribalta 4')
    expect(screen.getByRole('button', { name: 'Note per Parma: presenti' })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Salva viaggio' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toMatchObject({
      name: 'Pa',
      vehicle_id: null,
      route: routes[1],
      approximate: true,
      waypoints: [
        { address: 'Milano', latitude: 45.46, longitude: 9.2, notes: null },
        { address: 'Parma', notes: 'Ribalta 4' },
      ],
    })
    expect(view.address()).toBe('/trips?sub=saved')
    await userEvent.click(screen.getByRole('tab', { name: 'Nuovo viaggio' }))
    expect(screen.getByRole('textbox', { name: 'Nome del viaggio' })).toHaveValue('')
    expect(screen.queryByRole('list', { name: 'Tappe' })).not.toBeInTheDocument()
  })
  test('a place that a person picks up by keyboard is announced, and the announcement of its position does not drown it', async () => {
    await showAt('/trips', <Planner vehicle_id={null} />, ...answers())
    await add('Milano', 'Parma')
    screen.getByRole('button', { name: 'Sposta Milano' }).focus()
    await userEvent.keyboard(' ')
    // the announcement is repeated when the place is found to lie over itself
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Sposta Milano' }).closest('li')).toHaveAttribute(
        'data-dragging',
      ),
    )
    await waitFor(() =>
      expect(screen.getByText('Milano presa: è la tappa 1 di 2.')).toBeInTheDocument(),
    )
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByText('Spostamento annullato: Milano è dov’era.')).toBeInTheDocument()
  })
  test('a new choice of what to avoid asks for new routes, and where no route exists the form explains why [planner.9]', async () => {
    const view = await showAt(
      '/trips',
      <Planner vehicle_id={null} />,
      ...answers(),
      answering(directions, ({ path }) =>
        path.includes('toll') ? none('no_route') : { data: routes, meta },
      ),
    )
    await add('Milano', 'Roma')
    await userEvent.type(screen.getByRole('textbox', { name: 'Nome del viaggio' }), 'Capitale')
    await screen.findByRole('radio', { name: 'Percorso 1' })
    await userEvent.click(screen.getByRole('button', { name: 'Evita' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Pedaggi' }))
    await waitFor(() =>
      expect(routingRequests(view.requests).at(-1)).toBe(
        'coordinates=9.2,45.46;9.2,41.9&exclude=toll',
      ),
    )
    expect(
      await screen.findByText(/Nessuna strada porta da una tappa all’altra/),
    ).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Salva viaggio' })).toBeDisabled()
  })
  test('keeps its places while the router does not answer, and gets its routes when a person tries again', async () => {
    let up = false
    await showAt(
      '/trips',
      <Planner vehicle_id={null} />,
      ...answers(),
      answering(directions, () => (up ? { data: routes, meta } : none('unavailable'))),
    )
    await add('Milano', 'Roma')
    await userEvent.type(screen.getByRole('textbox', { name: 'Nome del viaggio' }), 'Capitale')
    expect(await screen.findByText(/non risponde/)).toBeInTheDocument()
    expect(addresses()).toEqual(['Milano', 'Roma'])
    up = true
    await userEvent.click(screen.getByRole('button', { name: 'Riprova' }))
    expect(await screen.findByRole('radio', { name: 'Percorso 2' })).toBeInTheDocument()
  })
  test('shows the refusal of the server at its field and keeps what was typed', async () => {
    await showAt(
      '/trips',
      <Planner vehicle_id={null} />,
      ...answers(),
      failing(plannedTrips.create, 422, {
        message: 'Controlla i campi',
        code: 'invalid',
        data: { startdate: ['Troppo tardi'], waypoints: ['Troppe'] },
      }),
    )
    await add('Milano', 'Roma')
    await userEvent.type(screen.getByRole('textbox', { name: 'Nome del viaggio' }), 'Capitale')
    await screen.findByRole('radio', { name: 'Percorso 1' })
    await userEvent.click(screen.getByRole('button', { name: 'Salva viaggio' }))
    expect(await screen.findByText('Troppo tardi')).toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent('Troppe')
    expect(addresses()).toEqual(['Milano', 'Roma'])
  })
  test('stays while another tab is open', async () => {
    await showAt('/trips', <Planner vehicle_id={null} />, ...answers())
    await add('Milano', 'Roma')
    await userEvent.click(screen.getByRole('tab', { name: 'Salvati' }))
    expect(await screen.findByText('Nessun viaggio pianificato')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('tab', { name: 'Nuovo viaggio' }))
    expect(addresses()).toEqual(['Milano', 'Roma'])
    await userEvent.click(screen.getByRole('button', { name: 'Togli la tappa Milano' }))
    expect(addresses()).toEqual(['Roma'])
    await userEvent.click(screen.getByRole('button', { name: 'Svuota' }))
    expect(screen.queryByRole('list', { name: 'Tappe' })).not.toBeInTheDocument()
  })
})

describe('saved trips', () => {
  const open = async () =>
    userEvent.click(await screen.findByRole('button', { name: /^Giro di Parma/ }))
  test('load back into the form, keep their route while their places are the same, and are saved under their tag [planner.18]', async () => {
    const view = await showAt(
      '/trips?sub=saved',
      <Planner vehicle_id={null} />,
      ...answers([trip]),
      answering(plannedTrips.update, trip),
    )
    await open()
    expect(screen.getByText('Ribalta 4')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Modifica Giro di Parma' }))
    const name = await screen.findByRole('textbox', { name: 'Nome del viaggio' })
    expect(name).toHaveValue('Giro di Parma')
    expect(addresses()).toEqual(['Milano (MI)', 'Via Emilia 3'])
    await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(2))
    expect(screen.getByRole('radio', { name: 'Percorso 1' })).toBeChecked()
    expect(screen.getByRole('radio', { name: 'Percorso 1' })).toHaveTextContent(/2\sh126,0\skm/)
    await userEvent.type(name, ' 2')
    await userEvent.click(screen.getByRole('button', { name: 'Salva modifiche' }))
    await waitFor(() =>
      expect(view.requests.find(a => a.method === 'PUT')?.body).toMatchObject({
        name: 'Giro di Parma 2',
        route: trip.route,
        startdate: trip.startdate,
      }),
    )
    await waitFor(() => expect(view.address()).toBe('/trips?sub=saved'))
  })
  test('leave the saved list while they are in the form, and return when the form is given up [planner.19]', async () => {
    const view = await showAt(
      '/trips?sub=saved',
      <Planner vehicle_id={null} />,
      ...answers([trip, { ...trip, id: 8, name: 'Giro di Bra' }]),
    )
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Modifica Giro di Parma' }))
    await screen.findByRole('textbox', { name: 'Nome del viaggio' })
    await userEvent.click(screen.getByRole('tab', { name: 'Salvati' }))
    expect(await screen.findByRole('button', { name: /^Giro di Bra/ })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Giro di Parma/ })).toBeNull()
    expect(screen.getByText('«Giro di Parma» è nel modulo di pianificazione.')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Torna al modulo' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Annulla' }))
    await userEvent.click(screen.getByRole('tab', { name: 'Salvati' }))
    expect(await screen.findByRole('button', { name: /^Giro di Parma/ })).toBeInTheDocument()
    expect(view.requests.filter(a => a.method !== 'GET')).toEqual([])
  })
  test('stay on the server as they were when the form is given up', async () => {
    const view = await showAt('/trips?sub=saved', <Planner vehicle_id={null} />, ...answers([trip]))
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Modifica Giro di Parma' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Annulla' }))
    expect(screen.getByRole('textbox', { name: 'Nome del viaggio' })).toHaveValue('')
    expect(view.requests.filter(a => a.method !== 'GET')).toEqual([])
  })
  test('that a colleague has changed meanwhile show both versions, and lose nothing', async () => {
    const theirs = { ...trip, name: 'Giro di Reggio' }
    let reads = 0
    await showAt(
      '/trips?sub=saved',
      <Planner vehicle_id={null} />,
      ...answers([trip]),
      answering(plannedTrips.one, () => (reads++ === 0 ? trip : theirs)),
      failing(plannedTrips.update, 409, { message: 'Nel frattempo è cambiato', code: 'conflict' }),
    )
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Modifica Giro di Parma' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Nome del viaggio' }), '!')
    await userEvent.click(screen.getByRole('button', { name: 'Salva modifiche' }))
    expect(await screen.findByText('Giro di Reggio')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Continua con la mia' }))
    expect(screen.getByRole('textbox', { name: 'Nome del viaggio' })).toHaveValue('Giro di Parma!')
  })
  test('are removed after a question [planner.20]', async () => {
    const view = await showAt(
      '/trips?sub=saved',
      <Planner vehicle_id={null} />,
      ...answers([trip]),
      answering(plannedTrips.remove, null),
    )
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Elimina Giro di Parma' }))
    await userEvent.click(
      within(
        await screen.findByRole('dialog', { name: 'Eliminare il viaggio «Giro di Parma»?' }),
      ).getByRole('button', { name: 'Elimina' }),
    )
    await waitFor(() =>
      expect(view.requests.filter(a => a.method === 'DELETE').map(a => a.path)).toEqual([
        '/trips/7',
      ]),
    )
  })
  test('can be saved as GPX', async () => {
    const files: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
        revokeObjectURL: () => undefined,
      }),
    )
    await showAt('/trips?sub=saved', <Planner vehicle_id={null} />, ...answers([trip]))
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Scarica Giro di Parma come GPX' }))
    expect(files.map(f => f.type)).toEqual(['application/gpx+xml'])
  })
  test('become an area along their route, with a width [planner.24]', async () => {
    const view = await showAt(
      '/trips?sub=saved',
      <Planner vehicle_id={null} />,
      ...answers([trip]),
      answering(pois.create, area),
    )
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Fai un’area di Giro di Parma' }))
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Fai un’area di Giro di Parma' }),
    )
    const code = dialog.getByRole('textbox', { name: 'Codice' })
    await userEvent.clear(code)
    await userEvent.type(code, 'PARMA')
    await userEvent.click(dialog.getByRole('button', { name: 'Salva' }))
    await waitFor(() =>
      expect(view.requests.filter(a => a.method === 'POST')).toMatchObject([
        {
          path: '/pois',
          body: { name: trip.name, code: 'PARMA', shape: { type: 'corridor', width: 50 } },
        },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  test('are shown to a person who only reads, without buttons that the server would refuse', async () => {
    await showAt(
      '/trips',
      <Planner vehicle_id={null} />,
      ...answers([trip]),
      ...standing([], 'view').filter(a => a.e === profile),
    )
    await open()
    expect(screen.queryByRole('tab')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^(Modifica|Elimina)/ })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Stampa Giro di Parma' })).toBeInTheDocument()
  })
})
