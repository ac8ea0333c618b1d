import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { signedInAs } from '../../../people/auth/web/testing.ts'
import { all as allVehicles, type Vehicle, type VehicleItem } from '../../vehicles/contract.ts'
import { fleets, setFleet } from '../contract.ts'
import FleetsScreen from './FleetsScreen.tsx'

const vehicle = (id: number, plate: string, fleet_id: number | null): VehicleItem => ({
  id,
  plate,
  serial: null,
  vehicle_type: 'V',
  vehicle_subtype: null,
  fleet_id,
})
const standing = (role: 'view' | 'edit' = 'edit') => [
  ...signedInAs(role),
  answering(fleets.all, [
    { id: 7, code: 'NORD', description: 'Nord Italia', color: '#2e51bb' },
    { id: 8, code: 'SUD', description: 'Città del sud', color: '#d32929' },
  ]),
  answering(allVehicles, [
    vehicle(1, 'AA001AA', 7),
    vehicle(2, 'BB002BB', null),
    vehicle(3, 'CC003CC', null),
  ]),
]
const vehicleReply: Vehicle = {
  ...vehicle(1, 'AA001AA', 8),
  model: null,
  color: null,
  unit_code: null,
  active: 1,
  status: 2,
  customer_id: 1,
  owned: true,
  km_offset: 0,
  log_interval: 900,
  reporting_interval: 60,
  odometer: null,
  ownership_type: 0,
  tire_ownership: 0,
  axles_number: null,
  message_datetime: null,
  gps_datetime: null,
  motion: null,
  motion_since: null,
  alerts: [],
  active_agreements: [],
  configurations: [],
  rent: null,
  tire_rent: null,
  tire_parameters: { max_temp: 75, nominal_pressure: 8, max_pressure: 9 },
  driver_activities: [],
}
const setFleetAnswer = answering(setFleet, vehicleReply)
const fleet = (name: RegExp | string) => screen.findByRole('region', { name })
const plates = (box: HTMLElement) =>
  within(box)
    .queryAllByText(/^[A-Z]{2}\d{3}[A-Z]{2}$/)
    .map(p => p.textContent)
beforeEach(signIn)

test('vehicles are listed in their fleets, and the others beside them, and the search covers codes, descriptions and plates [fleets.6]', async () => {
  await showAt('/', <FleetsScreen />, ...standing())
  expect(plates(await fleet('NORD, 1 mezzo'))).toEqual(['AA001AA'])
  expect(plates(await fleet('Senza flotta'))).toEqual(['BB002BB', 'CC003CC'])
  await userEvent.type(screen.getByRole('searchbox'), 'citta')
  await waitFor(() => expect(screen.queryByRole('region', { name: /NORD/ })).toBeNull())
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.type(screen.getByRole('searchbox'), 'aa 001')
  await waitFor(() => expect(screen.queryByRole('region', { name: /SUD/ })).toBeNull())
  expect(await fleet(/NORD/)).toBeInTheDocument()
})
test('several vehicles are moved in one step, shown at once, and moved back from the notice [fleets.10]', async () => {
  const { requests } = await showAt('/', <FleetsScreen />, ...standing(), setFleetAnswer)
  await userEvent.click(
    within(await fleet(/NORD/)).getByRole('button', { name: /AA001AA$/, pressed: false }),
  )
  await userEvent.click(
    within(await fleet('Senza flotta')).getByRole('button', { name: /BB002BB$/, pressed: false }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Sposta in…' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'SUD' }))
  expect(await screen.findByText('2 mezzi ora sono in SUD')).toBeInTheDocument()
  const puts = () => requests.filter(a => a.method === 'PUT').map(a => [a.path, a.body])
  const there = ['/vehicles/1/fleet', '/vehicles/2/fleet'].map(path => [path, { fleet_id: 8 }])
  expect(puts()).toEqual(there)
  await userEvent.click(screen.getByRole('button', { name: 'Annulla' }))
  await waitFor(() =>
    expect(puts()).toEqual([
      ...there,
      ['/vehicles/1/fleet', { fleet_id: 7 }],
      ['/vehicles/2/fleet', { fleet_id: null }],
    ]),
  )
})
test('a move that the server refuses is undone, with a notice that names the vehicle [fleets.11]', async () => {
  await showAt(
    '/',
    <FleetsScreen />,
    ...standing(),
    failing(setFleet, 422, { message: 'Non esiste', code: 'invalid' }),
  )
  await userEvent.click(
    within(await fleet(/NORD/)).getByRole('button', { name: /AA001AA$/, pressed: false }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Sposta in…' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'SUD' }))
  expect(await screen.findByText('Non spostato: AA001AA')).toBeInTheDocument()
  expect(plates(await fleet('NORD, 1 mezzo'))).toEqual(['AA001AA'])
})
test('a vehicle is taken out of its fleet after a question with its plate in the title [fleets.12]', async () => {
  const { requests } = await showAt('/', <FleetsScreen />, ...standing(), setFleetAnswer)
  await userEvent.click(
    within(await fleet(/NORD/)).getByRole('button', { name: 'Togli AA001AA dalla flotta' }),
  )
  const question = await screen.findByRole('dialog', { name: 'Togliere AA001AA da NORD?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Togli' }))
  await waitFor(() =>
    expect(requests.find(a => a.method === 'PUT')).toMatchObject({
      path: '/vehicles/1/fleet',
      body: { fleet_id: null },
    }),
  )
})
test('a person who may only look has no buttons [fleets.15]', async () => {
  await showAt('/', <FleetsScreen />, ...standing('view'))
  const nord = await fleet(/NORD/)
  expect(plates(nord)).toEqual(['AA001AA'])
  expect(within(nord).queryAllByRole('button')).toEqual([])
  expect(screen.queryByRole('button', { name: 'Nuova flotta' })).toBeNull()
})
test('of many fleets those far from the window show only their code and number of vehicles until they come near', async () => {
  const far = new Map<Element, () => void>()
  vi.stubGlobal(
    'IntersectionObserver',
    function watching(this: IntersectionObserver, tell: IntersectionObserverCallback) {
      this.observe = target =>
        far.set(target, () =>
          tell([{ target, isIntersecting: true } as IntersectionObserverEntry], this),
        )
      this.disconnect = () => undefined
    },
  )
  const ids = Array.from({ length: 40 }, (_, i) => i + 100)
  const many = ids.map(id => ({
    id,
    code: `F${id}`,
    description: `Flotta ${id}`,
    color: '#2e51bb',
  }))
  const theirs = ids.map(id => vehicle(id, `AA${id}AA`, id))
  await showAt(
    '/',
    <FleetsScreen />,
    ...standing(),
    answering(fleets.all, many),
    answering(allVehicles, theirs),
  )
  expect(plates(await fleet('F100, 1 mezzo'))).toEqual(['AA100AA'])
  const last = await fleet('F139, 1 mezzo')
  expect(last).toHaveTextContent('F1391')
  expect(plates(last)).toEqual([])
  expect(screen.getAllByText(/^AA\d{3}AA$/).length).toBeLessThan(12)
  act(() => far.get(last)?.())
  expect(plates(last)).toEqual(['AA139AA'])
})
