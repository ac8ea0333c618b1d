// The map in the past: its list, its bar, the address, and the return to the present. The picture of the map is tested in a browser.
import { encodePolyline } from '@flotta/core/geo.ts'
import { setPreference } from '@flotta/ui/preferences.ts'
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { vehicleById } from '../../../fleet/vehicles/contract.ts'
import GlobalMapScreen from '../../global-map/web/GlobalMapScreen.tsx'
import { newcomer, standing, truck, van, vehicleOf } from '../../global-map/web/testing.ts'
import { type PastVehicle, timeMachine } from '../contract.ts'
import { startOfDay } from './usePast.ts'

beforeEach(() => {
  signIn()
  setPreference('fleets', [])
})
/** Yesterday at ten. */
const MOMENT = startOfDay(Date.now(), -1) + 10 * 3_600_000
const AT = new Date(MOMENT).toISOString()
const path = encodePolyline([
  [45, 9],
  [45, 9.5],
])
/** The truck stood with an open alarm, the van drove; the newcomer did not exist yet. */
const past: PastVehicle[] = [
  {
    vehicle_id: truck.id,
    plate: truck.plate,
    vehicle_type: 'T',
    legs: [
      {
        from: 0,
        at: [80_000],
        path: encodePolyline([
          [45, 9],
          [45, 9],
        ]),
      },
    ],
    alerts: [{ alert_id: 36, from: 9 * 3600, to: 11 * 3600 }],
  },
  {
    vehicle_id: van.id,
    plate: van.plate,
    vehicle_type: 'V',
    legs: [{ from: 9.5 * 3600, at: [3600], path }],
    doors: [{ door: 1, from: 3600, to: 4000 }],
  },
]
const answers = [answering(timeMachine, { vehicles: past, next: null }), ...standing()]
const searchOf = (address: string): Record<string, string> =>
  Object.fromEntries(
    [...new URL(address, 'http://localhost').searchParams].map(([key, value]) => [
      key,
      value.replaceAll('"', ''),
    ]),
  )
const list = () => within(screen.getByRole('region', { name: 'Mezzi' }))
const bar = () => within(screen.getByRole('region', { name: 'Rivedi la flotta' }))

test('cards, counts and bar show the moment of the address [map.90, map.93]', async () => {
  await showAt(`/global-map?at=${AT}`, <GlobalMapScreen />, ...answers)
  expect(await screen.findByText('2 mezzi sulla mappa')).toBeInTheDocument()
  const card = (plate: string) => list().getByRole('link', { name: new RegExp(plate) })
  await waitFor(() => expect(card(van.plate)).toHaveTextContent('39 km/h'))
  expect(card(truck.plate)).toHaveTextContent('In sosta')
  expect(within(card(truck.plate)).getByRole('img', { name: 'Allarme' })).toBeInTheDocument()
  // present values are not shown: its temperature, its age
  expect(card(truck.plate)).not.toHaveTextContent('°C')
  expect(card(truck.plate)).not.toHaveTextContent('fa')
  expect(card(newcomer.plate)).not.toHaveTextContent('Mai visto')
  expect(screen.getByRole('button', { name: /^In moto\s*1$/ })).toBeInTheDocument()
  expect(bar().getByRole('slider', { name: 'Momento' })).toHaveAttribute(
    'aria-valuetext',
    expect.stringMatching(/10:00:00$/),
  )
})
test('keys move the moment by a minute, and the address follows [map.90, map.92]', async () => {
  const { address } = await showAt(`/global-map?at=${AT}`, <GlobalMapScreen />, ...answers)
  await screen.findByText('2 mezzi sulla mappa')
  bar().getByRole('slider', { name: 'Momento' }).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowRight}{/Shift}')
  await waitFor(() =>
    expect(searchOf(address()).at).toBe(new Date(MOMENT + 17 * 60_000).toISOString()),
  )
})
test('a button leads from one alert of the day to the one before [map.92]', async () => {
  await showAt(`/global-map?at=${AT}`, <GlobalMapScreen />, ...answers)
  await screen.findByText('2 mezzi sulla mappa')
  expect(bar().getByRole('button', { name: 'Allarme successivo' })).toBeDisabled()
  await userEvent.click(bar().getByRole('button', { name: 'Allarme precedente' }))
  await waitFor(() =>
    expect(bar().getByRole('slider', { name: 'Momento' })).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/09:00:00$/),
    ),
  )
})
test('a selected vehicle shows what it did then, and opens with its track of then instead of its panel of now [map.94]', async () => {
  const { address } = await showAt(
    `/global-map?at=${AT}&v=${van.id}`,
    <GlobalMapScreen />,
    answering(vehicleById, vehicleOf(van)),
    ...answers,
  )
  await waitFor(() => expect(bar().getByText('39 km/h')).toBeInTheDocument())
  expect(screen.queryByRole('complementary', { name: 'Dettaglio del mezzo' })).toBeNull()
  await userEvent.click(bar().getByRole('button', { name: 'Apri il dettaglio' }))
  await waitFor(() =>
    expect(searchOf(address())).toMatchObject({
      v: String(van.id),
      tab: 'eyegeo',
      from: new Date(MOMENT - 3_600_000).toISOString(),
      to: new Date(MOMENT + 3_600_000).toISOString(),
    }),
  )
  expect(searchOf(address())).not.toHaveProperty('at')
})
test('the map goes into the past by its button, and back to the present [map.90]', async () => {
  const { address } = await showAt(`/global-map?at=${AT}`, <GlobalMapScreen />, ...answers)
  await userEvent.click(await screen.findByRole('button', { name: 'Torna al presente' }))
  await waitFor(() => expect(searchOf(address())).not.toHaveProperty('at'))
  expect(screen.queryByRole('region', { name: 'Rivedi la flotta' })).toBeNull()
  expect(await list().findByRole('link', { name: new RegExp(truck.plate) })).toHaveTextContent(
    '84 km/h',
  )
})
test('a day that cannot be read has a message and a button that tries again [map.90]', async () => {
  await showAt(
    `/global-map?at=${AT}`,
    <GlobalMapScreen />,
    failing(timeMachine, 500, { message: 'Qualcosa non va', code: 'internal' }),
    ...standing(),
  )
  expect(await screen.findByRole('alert')).toBeInTheDocument()
  expect(bar().getByRole('button', { name: 'Riprova' })).toBeInTheDocument()
})
