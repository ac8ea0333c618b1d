import { pageMeta } from '@flotta/core/contract.ts'
import { HOUR } from '@flotta/core/time.ts'
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { signedInAs } from '../../../people/auth/web/testing.ts'
import { drivers } from '../../drivers/contract.ts'
import { fleets } from '../../fleets/contract.ts'
import { all as vehiclesAll } from '../../vehicles/contract.ts'
import { type DriverActivity, list, setActivity } from '../contract.ts'
import ActivitiesScreen from './ActivitiesScreen.tsx'

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const mario = { id: 1, name: 'Mario', surname: 'Rossi' }
const ada = { id: 2, name: 'Ada', surname: 'Neri' }
const activity = (
  id: number,
  driver: typeof mario,
  plate: string,
  more: Partial<DriverActivity> = {},
): DriverActivity => ({
  id,
  driver_id: driver.id,
  vehicle_id: id * 10,
  period_from: ago(3 * HOUR),
  period_to: null,
  origin: 'person',
  driver,
  vehicle: { id: id * 10, plate, serial: null, vehicle_type: 'T' },
  ...more,
})
const open = activity(1, mario, 'FR123KL')
const endedActivity = activity(2, ada, 'AB456CD', { period_to: ago(HOUR), origin: 'device' })
const standing = (
  role: 'view' | 'edit' = 'edit',
  shown: DriverActivity[] = [open, endedActivity],
) => [
  ...signedInAs(role),
  answering(fleets.all, []),
  answering(drivers.all, [
    { ...ada, active: 1, private_trips: false },
    { ...mario, active: 1, private_trips: false },
  ]),
  answering(vehiclesAll, [
    {
      id: 10,
      plate: 'FR123KL',
      serial: null,
      vehicle_type: 'T',
      vehicle_subtype: null,
      fleet_id: null,
    },
    {
      id: 20,
      plate: 'AB456CD',
      serial: null,
      vehicle_type: 'T',
      vehicle_subtype: null,
      fleet_id: null,
    },
    {
      id: 30,
      plate: 'ZZ000ZZ',
      serial: null,
      vehicle_type: 'V',
      vehicle_subtype: null,
      fleet_id: null,
      active: 0,
    },
  ]),
  answering(list, { data: shown, meta: pageMeta({ page: 1, per_page: 20 }, shown.length) }),
]
const row = async (plate: string) =>
  (await screen.findByRole('link', { name: plate })).closest('li') as HTMLElement
beforeEach(signIn)

test('an activity in progress is marked and can be ended, an ended one cannot, and one by card is marked [activities.17]', async () => {
  await showAt('/', <ActivitiesScreen />, ...standing())
  expect(await row('FR123KL')).toHaveTextContent(/Mario Rossi.*In corso/)
  expect(
    within(await row('FR123KL')).getByRole('button', {
      name: 'Termina l’attività di Mario Rossi su FR123KL',
    }),
  ).toBeInTheDocument()
  expect(within(await row('AB456CD')).queryByRole('button')).toBeNull()
  expect(
    within(await row('AB456CD')).getByRole('img', {
      name: 'Riconosciuto dal mezzo con la tessera',
    }),
  ).toBeInTheDocument()
})
test('a person who may only look has no buttons [activities.15]', async () => {
  await showAt('/', <ActivitiesScreen />, ...standing('view'))
  expect(within(await row('FR123KL')).queryByRole('button')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Nuova attività' })).toBeNull()
})
test('choosing a driver in the column shows the activities of that driver, and the address keeps the choice [activities.18]', async () => {
  const { requests, address } = await showAt('/', <ActivitiesScreen />, ...standing())
  await row('FR123KL')
  const column = within(screen.getByRole('navigation', { name: 'Filtro autisti' }))
  await userEvent.type(column.getByRole('searchbox'), 'neri')
  expect(column.queryByRole('button', { name: 'Rossi Mario' })).toBeNull()
  await userEvent.click(column.getByRole('button', { name: 'Neri Ada' }))
  await waitFor(() => expect(address()).toBe('/?driver=2'))
  await waitFor(() =>
    expect(requests.some(a => a.path === '/driver_activities?driver_id=2&page=1')).toBe(true),
  )
  expect(column.getByRole('button', { name: 'Neri Ada' })).toHaveAttribute('aria-pressed', 'true')
})
test('an activity needs a driver and a vehicle, and a retired vehicle is not offered [activities.8]', async () => {
  const { requests } = await showAt(
    '/',
    <ActivitiesScreen />,
    ...standing(),
    answering(setActivity, open),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Nuova attività' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Inizia' }))
  expect(dialog.getAllByText('Questo campo è richiesto')).toHaveLength(2)
  expect(requests.some(a => a.method === 'PUT')).toBe(false)
  await userEvent.click(dialog.getByRole('combobox', { name: 'Autista' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Rossi Mario' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Mezzo' }))
  expect((await screen.findAllByRole('option')).map(o => o.textContent)).toEqual([
    'FR123KL',
    'AB456CD',
  ])
  await userEvent.click(screen.getByRole('option', { name: 'AB456CD' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Inizia' }))
  expect(await screen.findByText('Mario Rossi è su FR123KL')).toBeInTheDocument()
  const change = requests.find(a => a.method === 'PUT')
  expect([change?.path, change?.body]).toEqual([
    '/driver_activities/20/set',
    { driverId: 1, from: expect.any(String) },
  ])
})
test('a refusal has the server’s words, and the form keeps its choices [activities.23]', async () => {
  const message = 'FR123KL è già affidato a Ada Neri: termina prima quell’attività.'
  await showAt(
    '/?driver=1&vehicle=10',
    <ActivitiesScreen />,
    ...standing(),
    failing(setActivity, 409, { message: message, code: 'conflict' }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Nuova attività' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Inizia' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(message)
  expect(dialog.getByRole('combobox', { name: 'Autista' })).toHaveValue('Rossi Mario')
})
test('an activity ends now unless a person chooses another time', async () => {
  const { requests } = await showAt(
    '/',
    <ActivitiesScreen />,
    ...standing(),
    answering(setActivity, { ...open, period_to: ago(0) }),
  )
  await userEvent.click(
    await screen.findByRole('button', { name: /Termina l’attività di Mario Rossi/ }),
  )
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Terminare Mario Rossi su FR123KL?' }),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Termina' }))
  expect(await screen.findByText('Mario Rossi ha lasciato FR123KL')).toBeInTheDocument()
  const [sent] = requests.filter(a => a.method === 'PUT') as [(typeof requests)[number]]
  expect([sent.path, Date.now() - Date.parse((sent.body as { to: string }).to) < 60_000]).toEqual([
    '/driver_activities/10/set',
    true,
  ])
})
test('an empty list has a message', async () => {
  await showAt('/', <ActivitiesScreen />, ...standing('edit', []))
  expect(await screen.findByText('Nessuna attività')).toBeInTheDocument()
})
test('the report of activities is requested with a period and services, drivers first [activities.21]', async () => {
  await showAt('/', <ActivitiesScreen />, ...standing())
  await userEvent.click(await screen.findByRole('button', { name: 'Report attività' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('checkbox', { name: 'Autisti' })).toBeChecked()
  expect(dialog.getAllByRole('checkbox', { checked: true })).toHaveLength(1)
})

test('activities are listed by the day of their beginning, with its weekday, and an end on the same day has only its time [activities.26]', async () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
  const overlapping = activity(3, mario, 'AA111AA', {
    period_from: at(20, 8),
    period_to: at(20, 12),
  })
  const night = activity(4, ada, 'BB222BB', { period_from: at(19, 22), period_to: at(20, 5) })
  await showAt('/', <ActivitiesScreen />, ...standing('view', [overlapping, night]))
  const friday = await screen.findByRole('region', { name: 'venerdì 20/11/2026' })
  expect(friday).toHaveTextContent(/AA111AA.*08:00 – 12:00/)
  const thursday = screen.getByRole('region', { name: 'giovedì 19/11/2026' })
  expect(thursday).toHaveTextContent(/BB222BB.*22:00 – 20\/11\/2026 05:00/)
})
