// The list of planned trips: its search and vehicle, its pages, a removal, and what stands there without trips.
import { pageMeta } from '@flotta/core/contract.ts'
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { all as allVehicles } from '../../../fleet/vehicles/contract.ts'
import { type PlannedTrip, plannedTrips } from '../contract.ts'
import { SavedTrips, type SavedTripsProps } from './SavedTrips.tsx'

beforeEach(signIn)
const trip = (id: number): PlannedTrip => ({
  id,
  name: `Consegna ${id}`,
  startdate: '2026-11-30T07:00:00Z',
  arrival: '2026-11-30T09:00:00Z',
  vehicle_id: null,
  waypoints: [],
  options: { ferry: true, toll: true, motorway: true },
  route: { geometry: '_ibE_seK_seK_seK', distance: 126_000, duration: 5_100 },
  approximate: false,
})
/** A server with these trips, 20 a page. */
function server(count: number) {
  let trips = Array.from({ length: count }, (_, i) => trip(i + 1))
  return [
    answering(allVehicles, []),
    answering(plannedTrips.list, ({ path }) => {
      const search = new URL(path, 'http://x').searchParams
      const page = Number(search.get('page') ?? 1)
      const matches = trips.filter(({ name }) => name.includes(search.get('search') ?? ''))
      return {
        data: matches.slice((page - 1) * 20, page * 20),
        meta: pageMeta({ page, per_page: 20 }, matches.length),
      }
    }),
    answering(plannedTrips.remove, ({ path }) => {
      trips = trips.filter(({ id }) => !path.endsWith(`/${id}`))
      return null
    }),
  ]
}
const list = (
  answers: Parameters<typeof showAt>[2][],
  props: Partial<SavedTripsProps> = { onEdit: () => undefined },
) => showAt('/trips', <SavedTrips vehicle_id={null} {...props} />, ...answers)

test('when the last trip of the last page is removed, the page before is shown', async () => {
  await list(server(21))
  await userEvent.click(await screen.findByRole('button', { name: 'Pagina 2' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Consegna 21/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Elimina Consegna 21' }))
  const question = within(await screen.findByRole('dialog'))
  await userEvent.click(question.getByRole('button', { name: 'Elimina' }))
  expect(await screen.findByText('Consegna 20')).toBeInTheDocument()
})

test('a long list is searched, and a search without a match says so and stays', async () => {
  const { requests } = await list(server(12))
  await userEvent.type(await screen.findByRole('searchbox'), 'Roma')
  await waitFor(() => expect(requests.some(({ path }) => path.includes('search=Roma'))).toBe(true))
  expect(await screen.findByText('Nessun viaggio con questo nome')).toBeInTheDocument()
  expect(screen.getByRole('searchbox')).toHaveValue('Roma')
})

test('beside a vehicle its own trips alone can be listed', async () => {
  const { requests } = await list(server(2), { vehicle_id: 7, onEdit: () => undefined })
  await userEvent.click(await screen.findByRole('radio', { name: 'Di questo mezzo' }))
  await waitFor(() => expect(requests.some(({ path }) => path.includes('vehicle_id=7'))).toBe(true))
})

test('without trips a person who may plan reads how, and nobody is offered a removal without the right', async () => {
  const { unmount } = await list(server(0))
  expect(await screen.findByText('Nessun viaggio pianificato')).toBeInTheDocument()
  unmount()
  await list(server(1), {})
  await userEvent.click(await screen.findByRole('button', { name: /^Consegna 1/ }))
  expect(screen.queryByRole('button', { name: /Elimina|Modifica/ })).not.toBeInTheDocument()
})

test('a list that does not load is asked for again at a click', async () => {
  const { requests } = await list([failing(plannedTrips.list, 500, { message: 'Errore' })])
  await userEvent.click(await screen.findByRole('button', { name: 'Riprova' }))
  await waitFor(() =>
    expect(requests.filter(({ path }) => path.startsWith('/trips'))).toHaveLength(2),
  )
})
