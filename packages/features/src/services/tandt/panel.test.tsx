// The trailer beacon panel: every state in words, the coupled vehicle with its picture and fleet, and the history.
import { answering, failing, type SentRequest, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ago, standing, truck, vehicleOf } from '../../map/global-map/web/testing.ts'
import { type Beacon, type Coupling, data, history } from './contract.ts'
import TandtPanel from './panel.tsx'

beforeEach(signIn)
const trailer = vehicleOf({ ...truck, vehicle_type: 'S', active_agreements: [24] })
const tractor = { id: 9, plate: 'GD 318 HP', vehicle_type: 'T', fleet_id: 7 } as const
const beacon = (some: Partial<Beacon & { since: string | null }> = {}) => ({
  id: 5,
  message_datetime: ago(1),
  since: ago(185),
  locked: 1 as const,
  authorized: 1 as const,
  locked_vehicle: tractor,
  beacon_code: 'e28011600a',
  ...some,
})
const coupling = (minutes: number, some: Partial<Coupling> = {}): Coupling => {
  const { since, ...told } = beacon({ id: minutes, message_datetime: ago(minutes) })
  return { ...told, latitude: 44.8, longitude: 10.3, ...some }
}
const comes = ({ path }: SentRequest) =>
  Date.parse(new URLSearchParams(path.split('?')[1]).get('period_to') ?? '') > Date.now() + 60_000
const past = (...items: Coupling[]) => answering(history, asked => (comes(asked) ? [] : items))
const last = () => screen.findByRole('region', { name: 'Ultimo stato del beacon' })

test('an authorised coupling shows the other vehicle, its type, its fleet and the start [tandt.12]', async () => {
  await showAt(
    '/?v=1',
    <TandtPanel vehicle={trailer} />,
    answering(data, beacon()),
    past(),
    ...standing(),
  )
  const box = within(await last())
  expect(box.getByText('Agganciato')).toBeInTheDocument()
  expect(box.getByText('Autorizzato')).toBeInTheDocument()
  expect(box.getByRole('img', { name: 'Trattore/Motrice' })).toBeInTheDocument()
  expect(box.getByRole('link', { name: 'GD 318 HP' })).toHaveAttribute('href', '/global-map?v=9')
  expect(await box.findByText('NORD')).toBeInTheDocument()
  expect(box.getByText(/da 3\sh 5\smin · beacon E28011600A/)).toBeInTheDocument()
})
test.each<[string, Partial<Beacon>, readonly string[], readonly string[]]>([
  [
    'an uncoupled trailer',
    { locked: 0, authorized: null, locked_vehicle: null, beacon_code: null },
    ['Sganciato'],
    ['Autorizzato', 'Non autorizzato'],
  ],
  [
    'an unknown state',
    { locked: null, authorized: null, locked_vehicle: null, beacon_code: null },
    ['Stato non noto'],
    ['Agganciato', 'Sganciato'],
  ],
  ['a coupling that is not authorised', { authorized: 0 }, ['Agganciato', 'Non autorizzato'], []],
  [
    'a coupling without a list of authorised vehicles',
    { authorized: null },
    ['Agganciato', 'Per questo mezzo non è impostato quali beacon sono autorizzati.'],
    ['Non autorizzato'],
  ],
  [
    'a code of no known vehicle',
    { locked_vehicle: null, authorized: 0 },
    ['Mezzo non registrato', 'Non autorizzato'],
    ['GD 318 HP'],
  ],
  [
    'a vehicle without a fleet',
    { locked_vehicle: { ...tractor, fleet_id: null } },
    ['Nessuna flotta'],
    [],
  ],
])('%s is described in words [tandt.13]', async (_, some, shown, hidden) => {
  await showAt(
    '/?v=1',
    <TandtPanel vehicle={trailer} />,
    answering(data, beacon(some)),
    past(),
    ...standing(),
  )
  const box = within(await last())
  for (const text of shown) expect(box.getByText(text)).toBeInTheDocument()
  for (const text of hidden) expect(box.queryByText(text)).toBeNull()
})
test('the history is newest first; an entry leads the map to where it happened [tandt.15]', async () => {
  const view = await showAt(
    '/?v=1',
    <TandtPanel vehicle={trailer} />,
    answering(data, beacon()),
    past(
      coupling(300, { authorized: 0 }),
      coupling(200, { locked: 0, authorized: null, locked_vehicle: null, beacon_code: null }),
      coupling(185),
    ),
    ...standing(),
  )
  const list = await screen.findByRole('list', { name: 'Storico agganci' })
  const rows = await within(list).findAllByRole('button')
  expect(rows.map(r => r.textContent?.replace(/\d\d\/.*?\d\d:\d\d/, ''))).toEqual([
    'Agganciato a GD 318 HPAutorizzato',
    'Sganciato',
    'Agganciato a GD 318 HPNon autorizzato',
  ])
  await userEvent.click(rows[0] as HTMLElement)
  await waitFor(() => expect(view.address()).toContain('lat=44.8&lng=10.3'))
})
test('missing data, a period without couplings, and a failure each show a message [services.29]', async () => {
  const first = await showAt(
    '/?v=1',
    <TandtPanel vehicle={trailer} />,
    answering(data, null),
    past(),
    ...standing(),
  )
  expect(await screen.findByText('Nessun dato dal beacon')).toBeInTheDocument()
  expect(await screen.findByText('Nessun risultato')).toBeInTheDocument()
  first.unmount()
  await showAt(
    '/?v=1',
    <TandtPanel vehicle={trailer} />,
    failing(data, 500, { message: 'Guasto', code: 'failed' }),
    past(),
    ...standing(),
  )
  expect(await screen.findByText('Guasto')).toBeInTheDocument()
})
