// The fleet's tracks: the list beside the map, the address, and the link of a vehicle. The lines themselves are drawn in a browser only.
import { encodePolyline } from '@flotta/core/geo.ts'
import { setPreference } from '@flotta/ui/preferences.ts'
import { answering, failing, type ShownScreen, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ago, standing } from '../../global-map/web/testing.ts'
import { type FleetTrack, fleetTracks } from '../contract.ts'
import FleetTracksScreen from './FleetTracksScreen.tsx'

beforeEach(() => {
  signIn()
  setPreference('fleets', [])
})
const path = encodePolyline([
  [45, 9],
  [45, 9.5],
])
const lines = [{ path }]
const [inFleet, alone]: FleetTrack[] = [
  { vehicle_id: 1, plate: 'FR 123 KL', fleet_id: 7, lines },
  { vehicle_id: 2, plate: 'AA 001 AA', fleet_id: null, lines },
] as [FleetTrack, FleetTrack]
const FROM = ago(20 * 1440)
const TO = ago(5 * 1440)
const address = `/fleet-tracks?from=${FROM}&to=${TO}`
/** Two parts: the second one is requested with the `next` of the first. */
const inParts = answering(fleetTracks, ({ path }) =>
  path.includes('after=2')
    ? { tolerance: 700, vehicles: [inFleet], next: null }
    : { tolerance: 700, vehicles: [alone], next: 2 },
)
/** The queries of all calls of the screen. */
const queriesOf = (view: ShownScreen) =>
  view.requests
    .filter(({ path }) => path.startsWith('/fleet_tracks'))
    .map(({ path }) => Object.fromEntries(new URL(path, 'http://localhost').searchParams))
const rows = () =>
  within(screen.getByRole('list', { name: 'Mezzi con percorsi' })).getAllByRole('button')

test('the screen reads the period of its address part by part, and sums up its vehicles and their precision [map.102]', async () => {
  const view = await showAt(address, <FleetTracksScreen />, inParts, ...standing())
  expect(await screen.findByText('2 mezzi con percorsi')).toBeInTheDocument()
  expect(screen.getByText(/entro 700\sm dalle posizioni/)).toBeInTheDocument()
  expect(queriesOf(view)).toEqual([
    { period_from: FROM, period_to: TO, level: 'coarse' },
    { period_from: FROM, period_to: TO, level: 'coarse', after: '2' },
  ])
})
test('the screen keeps the choice of colours in its address, and asks for the fleets of its address [map.102]', async () => {
  const view = await showAt(`${address}&fleets=7`, <FleetTracksScreen />, inParts, ...standing())
  await waitFor(() => expect(queriesOf(view).some(({ fleets }) => fleets === '7')).toBe(true))
  await userEvent.click(screen.getByRole('radio', { name: 'Per frequenza' }))
  await waitFor(() => expect(view.address()).toContain('color=density'))
})
test('without an address the screen shows the last 30 days, and a period without tracks has a message [map.102]', async () => {
  const view = await showAt(
    '/fleet-tracks',
    <FleetTracksScreen />,
    answering(fleetTracks, { tolerance: 700, vehicles: [], next: null }),
    ...standing(),
  )
  expect(await screen.findByText('Nessun percorso nel periodo')).toBeInTheDocument()
  const [{ period_from = '', period_to = '' } = {}] = queriesOf(view)
  expect((Date.parse(period_to) - Date.parse(period_from)) / 86_400_000).toBe(30)
})
test('an answer that fails leaves a button that tries again', async () => {
  await showAt(
    address,
    <FleetTracksScreen />,
    failing(fleetTracks, 500, { message: 'Errore', code: 'internal' }),
    ...standing(),
  )
  expect(await screen.findByRole('button', { name: 'Riprova' })).toBeInTheDocument()
})
test('vehicles are listed by fleet, those without a fleet last, and a row opens the history of its vehicle over the same period [map.103]', async () => {
  const view = await showAt(address, <FleetTracksScreen />, inParts, ...standing())
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows().map(row => row.textContent)).toEqual([
    'FR 123 KLNord Italia',
    'AA 001 AASenza flotta',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'FR 123 KL: apri lo storico' }))
  await waitFor(() => expect(view.address()).toMatch(/^\/global-map\?v=1&tab=eyegeo/))
  expect(decodeURIComponent(view.address())).toContain(`from=${FROM}&to=${TO}`)
})
