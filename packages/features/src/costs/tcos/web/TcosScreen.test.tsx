import { addMonths } from '@flotta/core/time.ts'
import { setPreference } from '@flotta/ui/preferences.ts'
import { answering, failing, showAt, signIn, silent, stopClock } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fleets } from '../../../fleet/fleets/contract.ts'
import { all as allVehicles } from '../../../fleet/vehicles/contract.ts'
import { signedInAs } from '../../../people/auth/web/testing.ts'
import * as contract from '../contract.ts'
import { today } from './ActivityKind.tsx'
import TcosScreen from './TcosScreen.tsx'

const { types, typeActivities, stats, breakdown, byVehicle, dues } = contract
const service: contract.CostType = {
  id: 4,
  name: 'Tagliando',
  repeat_after_km: 40_000,
  repeat_after_hour: null,
  repeat_after_period: 12,
  notice_after_km: null,
  notice_after_hour: null,
  notice_after_period: 3,
  note: null,
  active: 1,
}
const activities: contract.CostActivity = {
  id: 9,
  type_id: 4,
  type_name: 'Tagliando',
  vehicle_id: 7,
  plate: 'AA001AA',
  date: '2026-11-03',
  amount: 1234.5,
  supplier: 'Officina Padana',
  km: 120_000,
  hour: null,
}
const meta = { current_page: 1, total_pages: 1, per_page: 20, total: 1 }
const figures = { total_cost: 2469.01, n_vehicles: 2, total_activities: 3 }
const due: contract.DueCost = {
  type_id: 4,
  type_name: 'Tagliando',
  vehicle_id: 7,
  plate: 'AA001AA',
  state: 'overdue',
  by: 'km',
  last_date: '2026-01-05',
  due_date: '2027-01-05',
  due_km: 160_000,
  due_hour: null,
  left_days: 44,
  left_km: -1_200.4,
  left_hour: null,
}
const standing = (role: 'view' | 'edit' = 'edit') => [
  ...signedInAs(role),
  answering(fleets.all, [
    { id: 5, code: 'NORD', description: 'Nord', color: '#2e51bb' },
    { id: 6, code: 'SUD', description: 'Sud', color: '#d32929' },
  ]),
  answering(allVehicles, [
    {
      id: 7,
      plate: 'AA001AA',
      serial: null,
      vehicle_type: 'T',
      vehicle_subtype: null,
      fleet_id: 5,
    },
    {
      id: 8,
      plate: 'BB002BB',
      serial: 'X9',
      vehicle_type: 'V',
      vehicle_subtype: null,
      fleet_id: null,
    },
  ]),
  answering(types.all, [service]),
  answering(types.list, { data: [service], meta }),
  answering(typeActivities.list, { data: [activities], meta }),
  answering(typeActivities.one, activities),
  answering(stats, figures),
  answering(breakdown, {
    slices: [{ from: '2026-11-01', to: '2026-11-22', ...figures }],
    types: [{ type_id: 4, type_name: 'Tagliando', ...figures }],
  }),
  answering(byVehicle, {
    data: [
      {
        vehicle_id: 7,
        plate: 'AA001AA',
        total_cost: 1234.5,
        total_activities: 2,
        last_date: '2026-11-03',
      },
    ],
    meta,
  }),
  answering(dues, { data: [due], meta: { ...meta, overdue: 1, due: 0 } }),
]
const at = (address: string) => ({ address, path: '/tcos' })
const figure = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}`) })
beforeEach(signIn)

test('the screen shows four figures of the last twelve months, each with a link to its rows [costs.23, costs.29]', async () => {
  const { requests } = await showAt(at('/tcos'), <TcosScreen />, ...standing())
  await waitFor(async () => expect(await figure('Costo totale')).toHaveTextContent('2.469,01 €'))
  expect(await figure('Costo medio per mezzo')).toHaveTextContent('1.234,51 €')
  expect(await figure('Spese')).toHaveTextContent('3')
  expect(await figure('Mezzi con spese')).toHaveTextContent('2')
  expect(requests.some(a => a.path === '/type_activities/stats?period=12')).toBe(true)
  expect(await figure('Costo totale')).toHaveAttribute('href', '/tcos')
  expect(await figure('Mezzi con spese')).toHaveAttribute('href', '/tcos?tab=vehicles')
})
test('the period is kept in the address and applies to every figure and row [costs.22]', async () => {
  const { requests, address } = await showAt(at('/tcos'), <TcosScreen />, ...standing())
  await userEvent.click(await screen.findByRole('radio', { name: '3 mesi' }))
  await waitFor(() => expect(address()).toBe('/tcos?period=3'))
  for (const path of ['stats', 'breakdown', ''])
    await waitFor(() =>
      expect(
        requests.some(
          a =>
            a.path.startsWith(`/type_activities${path === '' ? '' : `/${path}`}?`) &&
            a.path.includes('period=3'),
        ),
      ).toBe(true),
    )
})
test('the fleets of the bar narrow figures and rows', async () => {
  setPreference('fleets', [5])
  const { requests } = await showAt(at('/tcos'), <TcosScreen />, ...standing())
  await figure('Costo totale')
  await waitFor(() =>
    expect(
      requests.filter(a => /^\/type_activities(\/stats|\/breakdown|\/dues)?\?/.test(a.path)).length,
    ).toBeGreaterThan(3),
  )
  for (const { path } of requests.filter(a =>
    /^\/type_activities(\/stats|\/breakdown|\/dues)?\?/.test(a.path),
  ))
    expect(path).toContain('fleets=5')
})
test('a cost is stored with its type, vehicle, day and amount, and the form marks missing fields [costs.24]', async () => {
  stopClock()
  const storedBody = answering(typeActivities.create, activities)
  const { requests } = await showAt(at('/tcos'), <TcosScreen />, ...standing(), storedBody)
  await userEvent.click(await screen.findByRole('button', { name: 'Nuova spesa' }))
  const form = screen.getByRole('form', { name: 'Nuovo' })
  await userEvent.click(within(form).getByRole('button', { name: 'Salva' }))
  expect(await within(form).findAllByText('Questo campo è richiesto')).toHaveLength(3)
  await userEvent.click(within(form).getByRole('combobox', { name: 'Tipo di costo' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Tagliando' }))
  await userEvent.type(within(form).getByRole('combobox', { name: 'Mezzo' }), 'x9')
  await userEvent.click(await screen.findByRole('option', { name: 'BB002BB · X9' }))
  await userEvent.type(within(form).getByRole('textbox', { name: 'Importo' }), '12,3')
  await userEvent.click(within(form).getByRole('button', { name: 'Salva' }))
  await waitFor(() =>
    expect(requests.find(a => a.method === 'POST')?.body).toMatchObject({
      type_id: 4,
      vehicle_id: 8,
      date: today(),
      amount: 12.3,
      supplier: '',
      km: '',
      hour: '',
    }),
  )
})
test('a refusal of the server is shown at its field', async () => {
  const refusal = failing(typeActivities.update, 422, {
    message: 'Controlla i campi',
    code: 'invalid',
    data: { date: ['È nel futuro'] },
  })
  await showAt(at('/tcos'), <TcosScreen />, ...standing(), refusal)
  await userEvent.click(await screen.findByRole('button', { name: /^Modifica Tagliando, AA001AA/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Salva' }))
  expect((await screen.findAllByText(/È nel futuro/)).length).toBeGreaterThan(0)
})
test('the due dates show what is overdue, and by how much', async () => {
  await showAt(at('/tcos?tab=dues'), <TcosScreen />, ...standing())
  const row = await screen.findByRole('row', { name: /AA001AA/ })
  expect(row).toHaveTextContent('Scaduto')
  expect(row).toHaveTextContent('superato di 1.201 km')
  expect(row).toHaveTextContent('160.000 km')
  expect(screen.getByRole('tab', { name: /Scadenze/ })).toHaveTextContent('1')
})
test('the selects of a type offer the steps of the specification, and its own value beside them', async () => {
  const odd = { ...service, repeat_after_km: 7_777 }
  await showAt(
    at('/tcos?tab=types'),
    <TcosScreen />,
    ...standing(),
    answering(types.list, { data: [odd], meta }),
    answering(types.one, odd),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Modifica Tagliando' }))
  const count = async (name: string) => {
    await userEvent.click(await screen.findByRole('combobox', { name }))
    return (await screen.findAllByRole('option')).length
  }
  expect(await count('Ogni (km)')).toBe(41)
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('combobox', { name: 'Ogni (km)' })).toHaveValue('7.777\u00a0km')
})
test('a person who may only read sees no button that would be refused [costs.28]', async () => {
  await showAt(at('/tcos'), <TcosScreen />, ...standing('view'))
  expect(await screen.findByRole('row', { name: /Officina Padana.*120.000/ })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Nuova spesa' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Modifica/ })).toBeNull()
})
test('today is a valid day', () => {
  stopClock()
  expect(addMonths(today(), 0)).toBe(today())
})
test('a vehicle of the table leads to its activities', async () => {
  const { address } = await showAt(at('/tcos?tab=vehicles&period=6'), <TcosScreen />, ...standing())
  await userEvent.click(await screen.findByRole('link', { name: 'AA001AA' }))
  await waitFor(() => expect(address()).toBe('/tcos?period=6&vehicle=7'))
})

test('a cost that is opened before the list of vehicles has arrived shows its own vehicle', async () => {
  await showAt(at('/tcos'), <TcosScreen />, ...standing(), silent(allVehicles))
  await userEvent.click(await screen.findByRole('button', { name: /^Modifica Tagliando, AA001AA/ }))
  const form = within(await screen.findByRole('dialog'))
  expect(await form.findByRole('combobox', { name: 'Mezzo' })).toHaveValue('AA001AA')
})
