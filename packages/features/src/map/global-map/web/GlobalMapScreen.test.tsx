// The global map's list, filters, search and vehicle panel. The map's own picture is tested in a
// browser.
import { pageOrAll } from '@flotta/core/contract.ts'
import { preference, setPreference } from '@flotta/ui/preferences.ts'
import {
  answering,
  failing,
  offline,
  showAt,
  signIn,
  silent,
  stopClock,
} from '@flotta/ui/testing.tsx'
import { QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { all as alertsAll } from '../../../alerts/incidents/contract.ts'
import { fleets } from '../../../fleet/fleets/contract.ts'
import { vehicleById } from '../../../fleet/vehicles/contract.ts'
import { autocomplete } from '../../../places/geocoding/contract.ts'
import { data as systemData } from '../../../services/system/contract.ts'
import { hubs, hubVehicles, pois, poiVehicles } from '../../areas/contract.ts'
import { type Pin, pins } from '../contract.ts'
import { patchPins } from '../rules.ts'
import GlobalMapScreen from './GlobalMapScreen.tsx'
import {
  ago,
  hub,
  newcomer,
  poi,
  standing,
  stopClockAfter,
  truck,
  van,
  vehicleOf,
} from './testing.ts'
import { pinsQuery } from './usePins.ts'

beforeEach(() => {
  signIn()
  setPreference('fleets', [])
})
const system = answering(systemData, { power: null, alerts: [], agreements: [] })
const cards = () => within(screen.getByRole('region', { name: 'Mezzi' })).getAllByRole('link')

const twoFleets = answering(fleets.all, [
  { id: 7, code: 'NORD', description: 'Nord Italia', color: '#2e51bb' },
  { id: 8, code: 'SUD', description: 'Sud Italia', color: '#d32929' },
])

describe('card list', () => {
  test('a card shows plate, status, age, speed, temperature, fleet and alarm, and alarms come first [map.38]', async () => {
    stopClockAfter(150_000)
    await showAt('/global-map', <GlobalMapScreen />, ...standing())
    const card = await screen.findByRole('link', { name: /FR 123 KL/ })
    expect(card).toHaveAttribute('href', '/global-map?v=1')
    await waitFor(() => expect(card).toHaveTextContent('NORD'))
    expect(card).toHaveTextContent('84 km/h')
    expect(card).toHaveTextContent('−18,4 °C')
    expect(card).toHaveTextContent('Connesso')
    expect(card).toHaveTextContent('2 min fa')
    expect(within(card).getByRole('img', { name: 'Allarme' })).toBeInTheDocument()
    expect(cards()[0]).toBe(card)
    expect(screen.getByRole('link', { name: /GA 777 AA/ })).toHaveTextContent('In sosta')
    expect(screen.getByRole('link', { name: /ZZ 999 ZZ/ })).toHaveTextContent('Mai visto')
  })
  test('a card shows what a vehicle does, since when, and who drives it, and names its fleet at its edge [map.95, vehicles.94]', async () => {
    stopClockAfter(150_000)
    const idle: Pin = { ...van, status: 1, motion: 'idling', motion_since: ago(192) }
    const parked: Pin = {
      ...van,
      id: 4,
      plate: 'AA 444 AA',
      motion: 'parked',
      motion_since: ago(3000),
    }
    const driven: Pin = { ...truck, motion: 'moving', motion_since: ago(35), driver: 'Mario Rossi' }
    const silent: Pin = { ...driven, id: 5, plate: 'BB 555 BB', status: 2 }
    await showAt('/global-map', <GlobalMapScreen />, ...standing([driven, idle, parked, silent]))
    const card = (plate: string) => screen.findByRole('link', { name: new RegExp(plate) })
    expect(await card('FR 123 KL')).toHaveTextContent(/84 km\/h da 3\d min/)
    expect(await card('FR 123 KL')).toHaveTextContent('Mario Rossi')
    await waitFor(async () =>
      expect(within(await card('FR 123 KL')).getByTitle('NORD · Nord Italia')).toBeInTheDocument(),
    )
    expect(
      within(await card('GA 777 AA')).getByRole('img', { name: 'Fermo a motore acceso' }),
    ).toBeInTheDocument()
    expect(await card('GA 777 AA')).toHaveTextContent('da 3 h')
    expect(await card('AA 444 AA')).toHaveTextContent(/Motore spento da 2 g/)
    // its present state is unknown
    expect(await card('BB 555 BB')).not.toHaveTextContent('84 km/h')
  })
  test('a person finds the filters by their name and by the name of their group [map.96]', async () => {
    await showAt('/global-map', <GlobalMapScreen />, ...standing())
    await userEvent.click(await screen.findByRole('button', { name: 'Filtri' }))
    const find = screen.getByRole('searchbox', { name: 'Cerca un filtro' })
    await userEvent.type(find, 'limite')
    expect(await screen.findByRole('button', { name: /^Limite di velocità/ })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Disconnessi/ })).toBeNull()
    await userEvent.clear(find)
    await userEvent.type(find, 'xyz')
    expect(screen.getByText('Nessun filtro con questo nome')).toBeInTheDocument()
  })
  test('a quick filter counts, filters through the address and clears by a second press [map.40]', async () => {
    const view = await showAt('/global-map', <GlobalMapScreen />, ...standing())
    const moving = await screen.findByRole('button', { name: /^In moto\s*1$/ })
    await userEvent.click(moving)
    await waitFor(() => expect(view.address()).toBe('/global-map?f=moving'))
    expect(cards()).toHaveLength(1)
    expect(moving).toHaveAttribute('aria-pressed', 'true')
    // filters combine, and each can be removed separately
    await userEvent.click(screen.getByRole('button', { name: /^Refrigerati\s*1$/ }))
    await waitFor(() => expect(view.address()).toBe('/global-map?f=moving,fridge'))
    expect(screen.getByRole('button', { name: /^Connessi\s*1$/ })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Togli il filtro Refrigerati' }))
    await waitFor(() => expect(view.address()).toBe('/global-map?f=moving'))
    await userEvent.click(moving)
    await waitFor(() => expect(view.address()).toBe('/global-map'))
    expect(cards()).toHaveLength(3)
  })
  test('the filter tree offers the filters that occur, with counts [map.47]', async () => {
    const view = await showAt('/global-map', <GlobalMapScreen />, ...standing())
    await userEvent.click(await screen.findByRole('button', { name: 'Filtri' }))
    await userEvent.click(await screen.findByRole('button', { name: /^Posizione\s*2$/ }))
    await userEvent.click(await screen.findByRole('button', { name: /^Limite di velocità\s*1$/ }))
    await waitFor(() => expect(view.address()).toBe('/global-map?s=eyegeo&f=speed_limit'))
    expect(cards()).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /^Rimorchio/ })).not.toBeInTheDocument()
  })
  test('while the vehicles are loading no filter shows a number [map.107]', async () => {
    await showAt('/global-map', <GlobalMapScreen />, ...standing(), silent(pins))
    await userEvent.click(await screen.findByRole('button', { name: 'Filtri' }))
    expect(await screen.findByRole('button', { name: 'Sistema' })).toBeInTheDocument()
    const list = within(screen.getByRole('complementary', { name: 'Mezzi' }))
    const filters = list.getAllByRole('button')
    expect(filters.map(one => one.textContent).join(' ')).not.toMatch(/\d|—/)
  })
  test('when one vehicle moves only its card is drawn again', async () => {
    let client = new QueryClient()
    const Held = () => {
      client = useQueryClient()
      return null
    }
    const screens = (
      <>
        <Held />
        <GlobalMapScreen />
      </>
    )
    await showAt('/global-map', screens, ...standing())
    const cards: string[] = []
    // only a card reads who drives
    const watched = (pin: Pin): Pin =>
      Object.defineProperty({ ...pin }, 'driver', {
        get: () => {
          cards.push(pin.plate)
          return undefined
        },
      })
    const patch = (change: (pins: Pin[]) => Pin[]) =>
      act(() => void client.setQueryData<Pin[]>(pinsQuery.queryKey, (old = []) => change(old)))
    await screen.findByRole('link', { name: /FR 123 KL/ })
    patch(all => all.map(watched))
    await waitFor(() =>
      expect(new Set(cards)).toEqual(new Set(['FR 123 KL', 'GA 777 AA', 'ZZ 999 ZZ'])),
    )
    cards.length = 0
    patch(all => patchPins(all, [watched({ ...truck, speed: 90 })]))
    await waitFor(() =>
      expect(screen.getByRole('link', { name: /FR 123 KL/ })).toHaveTextContent('90 km/h'),
    )
    expect(new Set(cards)).toEqual(new Set(['FR 123 KL']))
  })
  test('arrows, Home and End lead from card to card', async () => {
    await showAt('/global-map', <GlobalMapScreen />, ...standing())
    const first = await screen.findByRole('link', { name: /FR 123 KL/ })
    first.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(screen.getByRole('link', { name: /GA 777 AA/ })).toHaveFocus()
    await userEvent.keyboard('{End}')
    expect(screen.getByRole('link', { name: /ZZ 999 ZZ/ })).toHaveFocus()
    await userEvent.keyboard('{Home}')
    expect(first).toHaveFocus()
  })
  test('the screen shows the fleets of its link, and writes a choice in the bar into its address [fleets.21]', async () => {
    const view = await showAt('/global-map?fleets=7', <GlobalMapScreen />, ...standing(), twoFleets)
    await screen.findByRole('link', { name: /FR 123 KL/ })
    await waitFor(() => expect(cards()).toHaveLength(1))
    expect(preference('fleets')).toEqual([7])
    act(() => setPreference('fleets', []))
    await waitFor(() => expect(view.address()).toBe('/global-map'))
    expect(cards()).toHaveLength(3)
  })
  test('the map writes the person’s own fleets into its address as it opens', async () => {
    setPreference('fleets', [7])
    const view = await showAt('/global-map', <GlobalMapScreen />, ...standing())
    await waitFor(() => expect(view.address()).toBe('/global-map?fleets=7'))
  })
  test('filters that keep no vehicle show a message and a button that clears them', async () => {
    const view = await showAt('/global-map?s=type_V&f=alarm', <GlobalMapScreen />, ...standing())
    expect(await screen.findByText('Nessun mezzo con questi filtri')).toBeInTheDocument()
    const [clear] = screen.getAllByRole('button', { name: 'Azzera i filtri' })
    if (clear !== undefined) await userEvent.click(clear)
    await waitFor(() => expect(view.address()).toBe('/global-map'))
  })
  test('a company without vehicles and a failure each have a message', async () => {
    const { unmount } = await showAt('/global-map', <GlobalMapScreen />, ...standing([]))
    expect(await screen.findByText('Nessun mezzo')).toBeInTheDocument()
    unmount()
    await showAt(
      '/global-map',
      <GlobalMapScreen />,
      ...standing(),
      failing(pins, 500, { message: 'Guasto', code: 'failed' }),
    )
    expect(await screen.findByText('Guasto')).toBeInTheDocument()
  })
})

describe('search', () => {
  test('suggests plates with the last GPS time, and Enter selects one [map.30]', async () => {
    const view = await showAt(
      '/global-map',
      <GlobalMapScreen />,
      ...standing(),
      answering(vehicleById, vehicleOf(van)),
      system,
    )
    await screen.findByRole('link', { name: /GA 777 AA/ })
    await userEvent.keyboard('/')
    expect(screen.getByRole('searchbox', { name: 'Cerca per targa' })).toHaveFocus()
    await userEvent.keyboard('a7')
    const option = await screen.findByRole('option', { name: /GA 777 AA/ })
    expect(option).toHaveTextContent(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(view.address()).toBe('/global-map?v=2'))
  })
  test('shows a message when no plate fits', async () => {
    await showAt('/global-map', <GlobalMapScreen />, ...standing())
    await userEvent.type(await screen.findByRole('searchbox'), 'xyz')
    expect(await screen.findByText('Nessun mezzo con questa targa')).toBeInTheDocument()
  })
})

describe('vehicle panel', () => {
  test('shows header, banners and counts, and closes by Esc or its button [map.20, map.71, map.76, services.6, services.7, services.8]', async () => {
    const view = await showAt(
      '/global-map?v=1',
      <GlobalMapScreen />,
      ...standing(),
      answering(vehicleById, vehicleOf(truck)),
      system,
    )
    const panel = await screen.findByRole('complementary', { name: 'Dettaglio del mezzo' })
    expect(await within(panel).findByRole('heading', { name: 'FR 123 KL' })).toBeInTheDocument()
    const head = within(panel).getByRole('banner')
    for (const word of ['Trattore/Motrice', 'Connesso', 'NORD'])
      expect(head).toHaveTextContent(word)
    expect(await within(panel).findByText('Allarme tensione')).toBeInTheDocument()
    expect(within(panel).getByText('Limite di velocità')).toBeInTheDocument()
    expect(
      await within(panel).findByRole('tab', { name: 'Posizione, 1 avvertenza' }),
    ).toBeInTheDocument()
    expect(within(panel).getByRole('tab', { name: 'Posizione, 1 avvertenza' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    expect(within(panel).getByRole('tab', { name: 'Alimentazione, 1 allarme' })).toBeInTheDocument()
    within(panel).getByRole('tab', { name: 'Sistema' }).focus()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(view.address()).toBe('/global-map'))
    await userEvent.click(screen.getByRole('link', { name: /FR 123 KL/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Chiudi il dettaglio' }))
    await waitFor(() => expect(view.address()).toBe('/global-map'))
  })
  test('the banners of a vehicle leave out what is no warning and no alarm [alerts.118]', async () => {
    const entry = { alert_id: 8, customer_id: null, created_at: ago(1) }
    const entered: Pin = { ...truck, active_alerts: [...(truck.active_alerts ?? []), entry] }
    const definition = { description: '', agreement_id: 2 }
    await showAt(
      '/global-map?v=1',
      <GlobalMapScreen />,
      ...standing([entered]),
      answering(alertsAll, [
        { id: 1, code: 'speed_limit', name: 'Velocità', severity: 1, ...definition },
        { id: 8, code: 'hub_enter', name: 'Ingresso', severity: 0, ...definition },
        { id: 36, code: 'voltage_alarm', name: 'Tensione', severity: 2, ...definition },
      ]),
      answering(vehicleById, vehicleOf(entered)),
      system,
    )
    const panel = await screen.findByRole('complementary', { name: 'Dettaglio del mezzo' })
    const tension = await within(panel).findByText('Tensione')
    const speed = within(panel).getByText('Velocità')
    expect(tension.compareDocumentPosition(speed)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(within(panel).queryByText('Ingresso')).toBeNull()
  })
  test('the focus moves into an opened vehicle and back to its card, and Esc closes the uppermost thing first', async () => {
    const view = await showAt(
      '/global-map',
      <GlobalMapScreen />,
      ...standing(),
      answering(vehicleById, vehicleOf(truck)),
      system,
    )
    const card = await screen.findByRole('link', { name: /FR 123 KL/ })
    card.focus()
    await userEvent.keyboard('{Enter}')
    const panel = await screen.findByRole('complementary', { name: 'Dettaglio del mezzo' })
    await waitFor(() => expect(panel).toHaveFocus())
    await userEvent.click(screen.getByRole('button', { name: 'Filtri' }))
    await userEvent.type(screen.getByRole('searchbox', { name: 'Cerca per targa' }), 'zz')
    await userEvent.keyboard('{Escape}')
    expect(view.address()).toBe('/global-map?v=1')
    expect(screen.getByRole('searchbox', { name: 'Cerca per targa' })).toHaveValue('')
    panel.focus()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(view.address()).toBe('/global-map'))
    await waitFor(() => expect(card).toHaveFocus())
  })
  test('the tab that was opened last opens with the next vehicle that has it', async () => {
    const { unmount } = await showAt(
      '/global-map?v=1',
      <GlobalMapScreen />,
      ...standing(),
      answering(vehicleById, vehicleOf(truck)),
      system,
    )
    await userEvent.click(await screen.findByRole('tab', { name: 'Sistema' }))
    await waitFor(() => expect(preference('tab')).toBe('system'))
    unmount()
    await showAt(
      '/global-map?v=1',
      <GlobalMapScreen />,
      ...standing(),
      answering(vehicleById, vehicleOf(truck)),
      system,
    )
    expect(await screen.findByRole('tab', { name: 'Sistema' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  })
  test('a tab without a contract is dimmed and does not open [map.74, services.5]', async () => {
    const view = await showAt(
      '/global-map?v=3',
      <GlobalMapScreen />,
      ...standing(),
      answering(vehicleById, vehicleOf(newcomer)),
      system,
    )
    const tab = await screen.findByRole('tab', { name: 'Posizione' })
    expect(tab).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(tab)
    expect(view.address()).toBe('/global-map?v=3')
  })
  test('a link to a tab that the vehicle does not have says so above the tab that is open instead, until another is chosen [map.108]', async () => {
    setPreference('tab', 'eyecold')
    const view = await showAt(
      '/global-map?v=3&tab=eyefuel',
      <GlobalMapScreen />,
      ...standing(),
      answering(vehicleById, vehicleOf(newcomer)),
      system,
    )
    expect(
      await screen.findByText(
        'Questo mezzo non ha un contratto attivo per «Carburante»: è aperta la scheda «Sistema».',
      ),
    ).toBeVisible()
    await userEvent.click(screen.getByRole('tab', { name: 'Sistema' }))
    await waitFor(() => expect(view.address()).toBe('/global-map?v=3&tab=system'))
    expect(screen.queryByText(/non ha un contratto attivo/)).toBeNull()
  })
  test('the tab of the last vehicle is not missed by a vehicle that does not have it [map.108]', async () => {
    setPreference('tab', 'eyecold')
    await showAt(
      '/global-map?v=3',
      <GlobalMapScreen />,
      ...standing(),
      answering(vehicleById, vehicleOf(newcomer)),
      system,
    )
    expect(await screen.findByRole('tab', { name: 'Sistema' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    expect(screen.queryByText(/non ha un contratto attivo/)).toBeNull()
  })
  test('on a narrow screen an open vehicle hides the list, which comes back when it is closed', async () => {
    window.innerWidth = 900
    await showAt(
      '/global-map?v=1',
      <GlobalMapScreen />,
      ...standing(),
      answering(vehicleById, vehicleOf(truck)),
      system,
    )
    await screen.findByRole('heading', { name: 'FR 123 KL' })
    expect(screen.queryByRole('region', { name: 'Mezzi' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Chiudi il dettaglio' }))
    expect(await screen.findByRole('region', { name: 'Mezzi' })).toBeInTheDocument()
  })
  test('a vehicle that cannot be shown gets a message and leaves the address [map.78]', async () => {
    const view = await showAt(
      '/global-map?v=99',
      <GlobalMapScreen />,
      ...standing(),
      failing(vehicleById, 404, { message: 'Non trovato', code: 'not_found' }),
    )
    expect(await screen.findByText(/Questo mezzo non esiste o non è tuo/)).toBeInTheDocument()
    await waitFor(() => expect(view.address()).toBe('/global-map'))
  })
  test('the address keeps the chosen part of a tab', async () => {
    const view = await showAt(
      '/global-map?v=3&sub=config',
      <GlobalMapScreen />,
      ...standing(),
      answering(vehicleById, vehicleOf(newcomer)),
      system,
    )
    expect(await screen.findByRole('tab', { name: 'Config.' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await userEvent.click(screen.getByRole('tab', { name: 'Contratti' }))
    await waitFor(() => expect(view.address()).toBe('/global-map?v=3&sub=contracts'))
    await userEvent.click(screen.getByRole('tab', { name: 'Generale' }))
    await waitFor(() => expect(view.address()).toBe('/global-map?v=3'))
  })
  test('a vehicle whose server is silent stays in the address, with a message and a button that tries again', async () => {
    const view = await showAt(
      '/global-map?v=1',
      <GlobalMapScreen />,
      ...standing(),
      offline(vehicleById),
    )
    expect(await screen.findByText(/Il server non è raggiungibile/)).toBeInTheDocument()
    expect(view.address()).toBe('/global-map?v=1')
    expect(screen.getByRole('button', { name: 'Riprova' })).toBeInTheDocument()
  })
  test('another vehicle keeps the tab and drops the period', async () => {
    const view = await showAt(
      `/global-map?v=3&tab=eyegeo&from=${ago(99)}`,
      <GlobalMapScreen />,
      ...standing(),
      answering(vehicleById, vehicleOf(van)),
      system,
    )
    await userEvent.click(await screen.findByRole('link', { name: /GA 777 AA/ }))
    await waitFor(() => expect(view.address()).toBe('/global-map?v=2&tab=eyegeo'))
  })
})

describe('hub and point of interest', () => {
  const insideHub = (ids: readonly number[]) =>
    answering(
      hubVehicles,
      pageOrAll(
        ids.map(id => ({
          id,
          plate: 'X',
          vehicle_type: 'T' as const,
          fleet_id: null,
          entered_at: id === 1 ? ago(30) : null,
        })),
        {},
      ),
    )
  const detail = (name: string) => screen.findByRole('complementary', { name })
  test('the panel of a hub describes it and lists the vehicles inside that are on the map, and a click opens one of them [map.21, map.80, map.82]', async () => {
    stopClock()
    const view = await showAt(
      '/global-map?h=5&tab=system',
      <GlobalMapScreen />,
      ...standing(),
      answering(hubs.one, hub),
      insideHub([2, 1, 77]),
      answering(vehicleById, vehicleOf(truck)),
      system,
    )
    const panel = await detail('Dettaglio dell’hub')
    expect(
      await within(panel).findByRole('heading', { name: 'Interporto di Parma' }),
    ).toBeInTheDocument()
    expect(panel).toHaveTextContent('PR1')
    expect(panel).toHaveTextContent('raggio 400 m')
    expect(panel).toHaveTextContent('Strada dei Mercati 1, Fontevivo, CAP sconosciuto')
    const inside = within(await within(panel).findByRole('region', { name: 'Mezzi all’interno' }))
    expect(inside.getAllByRole('link').map(card => card.textContent)).toEqual(
      ['FR 123 KL', 'GA 777 AA'].map(plate => expect.stringContaining(plate)),
    )
    expect(inside.getByRole('link', { name: /FR 123 KL/ })).toHaveTextContent('Entrato 30 min fa')
    expect(within(panel).getByRole('heading', { name: 'Mezzi all’interno 2' })).toBeInTheDocument()
    expect(within(panel).getByRole('link', { name: 'Apri negli hub' })).toHaveAttribute(
      'href',
      '/hubs?h=5',
    )
    await userEvent.click(inside.getByRole('link', { name: /FR 123 KL/ }))
    await waitFor(() => expect(view.address()).toBe('/global-map?tab=system&v=1'))
    expect(await detail('Dettaglio del mezzo')).toBeInTheDocument()
  })
  test('the panel of a point of interest without vehicles has a message, and Esc closes it [map.22, map.81, places.28]', async () => {
    const view = await showAt(
      '/global-map?p=6',
      <GlobalMapScreen />,
      ...standing(),
      answering(pois.one, poi),
      answering(poiVehicles, pageOrAll([], {})),
    )
    const panel = await detail('Dettaglio del punto di interesse')
    expect(await within(panel).findByText('Nessun risultato')).toBeInTheDocument()
    expect(panel).toHaveTextContent('Indirizzo sconosciuto, Città sconosciuta, CAP sconosciuto')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(view.address()).toBe('/global-map'))
  })
  test('the list of vehicles inside follows the fleets that the map shows', async () => {
    await showAt(
      '/global-map?h=5&fleets=7',
      <GlobalMapScreen />,
      ...standing(),
      twoFleets,
      answering(hubs.one, hub),
      insideHub([1, 2]),
    )
    const panel = await detail('Dettaglio dell’hub')
    expect(
      await within(panel).findByRole('heading', { name: 'Mezzi all’interno 1' }),
    ).toBeInTheDocument()
  })
  test.each([
    ['h=99', hubs.one, hubVehicles, /Questo hub non esiste o non è tuo/],
    ['p=99', pois.one, poiVehicles, /Questo punto di interesse non esiste o non è tuo/],
  ])(
    'a hub that cannot be loaded (%s) gets a message and leaves the address [map.79]',
    async (search, first, second, notice) => {
      const notFound = { message: 'Non trovato', code: 'not_found' }
      const view = await showAt(
        `/global-map?${search}`,
        <GlobalMapScreen />,
        ...standing(),
        failing(first, 404, notFound),
        failing(second, 404, notFound),
      )
      expect(await screen.findByText(notice)).toBeInTheDocument()
      await waitFor(() => expect(view.address()).toBe('/global-map'))
    },
  )
  test('choosing a vehicle closes the hub and keeps the filters [map.25]', async () => {
    const view = await showAt(
      '/global-map?h=5&f=moving',
      <GlobalMapScreen />,
      ...standing(),
      answering(hubs.one, hub),
      insideHub([]),
      answering(vehicleById, vehicleOf(truck)),
      system,
    )
    await userEvent.click(
      await within(await screen.findByRole('region', { name: 'Mezzi' })).findByRole('link', {
        name: /FR 123 KL/,
      }),
    )
    await waitFor(() => expect(view.address()).toBe('/global-map?f=moving&v=1'))
  })
})

describe('filter tree', () => {
  test('cars have a filter by subtype, and one button clears all [map.48, map.54]', async () => {
    const view = await showAt('/global-map', <GlobalMapScreen />, ...standing())
    await userEvent.click(await screen.findByRole('button', { name: 'Filtri' }))
    await userEvent.click(await screen.findByRole('button', { name: /^Autovettura\s*1$/ }))
    await userEvent.click(await screen.findByRole('combobox', { name: 'Sottotipo' }))
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Nessuno',
      'Pick-up',
      'City car',
      'Berlina',
      'SUV',
      'Auto elettrica',
    ])
    await userEvent.click(screen.getByRole('option', { name: 'City car' }))
    await waitFor(() => expect(view.address()).toBe('/global-map?s=type_U&st=city_car'))
    const [clear] = screen.getAllByRole('button', { name: 'Azzera i filtri' })
    if (clear !== undefined) await userEvent.click(clear)
    await waitFor(() => expect(view.address()).toBe('/global-map'))
  })
})

describe('search of places', () => {
  test('the search box finds places once a person chooses places, and `/` puts the cursor there [map.31]', async () => {
    const { requests } = await showAt(
      '/global-map',
      <GlobalMapScreen />,
      ...standing(),
      answering(autocomplete, []),
    )
    await userEvent.click(await screen.findByRole('radio', { name: 'Luogo' }))
    const box = await screen.findByRole('searchbox', { name: 'Cerca un luogo o un indirizzo' })
    await waitFor(() => expect(box).toHaveFocus())
    screen.getByRole('link', { name: /FR 123 KL/ }).focus()
    await userEvent.keyboard('/')
    expect(box).toHaveFocus()
    await userEvent.type(box, 'parma')
    expect(await screen.findByText('Nessun luogo trovato')).toBeInTheDocument()
    expect(requests.filter(a => a.path.startsWith('/geocoding')).map(a => a.path)).toEqual([
      '/geocoding/autocomplete?q=parma&limit=10',
    ])
  })
})
