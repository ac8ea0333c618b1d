// "Tell me when…": the form becomes configurations limited to the area, with minutes or hours of their own if given.
import { answering, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fleets } from '../../../fleet/fleets/contract.ts'
import { all as allVehicles } from '../../../fleet/vehicles/contract.ts'
import { pins } from '../../../map/global-map/contract.ts'
import { signedInAs } from '../../../people/auth/web/testing.ts'
import { createMany } from '../contract.ts'
import { TellWhen } from './TellWhen.tsx'

const vehicle = (id: number, plate: string, fleet_id: number | null) => ({
  id,
  plate,
  serial: null,
  vehicle_type: 'V' as const,
  vehicle_subtype: null,
  fleet_id,
})
const park = [vehicle(1, 'AA001AA', 7), vehicle(2, 'BB002BB', null), vehicle(3, 'CC003CC', 7)]
const depot = { id: 5, code: 'NORD', name: 'Deposito Nord' }
async function open(role: 'view' | 'edit' = 'edit') {
  const view = await showAt(
    '/',
    <TellWhen kind="hub" area={depot} />,
    ...signedInAs(role),
    answering(allVehicles, park),
    answering(fleets.all, [{ id: 7, code: 'NORD', description: 'Nord', color: '#2e51bb' }]),
    answering(
      pins,
      park.map(v => ({
        id: v.id,
        vehicle_id: v.id,
        plate: v.plate,
        vehicle_type: v.vehicle_type,
        status: 1 as const,
        motion: null,
        motion_since: null,
        // the company holds no agreement for the third
        active_agreements: v.id === 3 ? [3] : [2],
      })),
    ),
    answering(createMany, []),
  )
  if (role === 'view') return { shown: view, dialog: within(document.body) }
  await userEvent.click(await screen.findByRole('button', { name: 'Avvisami quando…' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Deposito Nord: avvisami quando…' }),
  )
  return { shown: view, dialog }
}
type Opened = Awaited<ReturnType<typeof open>>
const writes = ({ shown }: Opened) => shown.requests.filter(a => a.method !== 'GET')
const tick = ({ dialog }: Opened, name: string) =>
  userEvent.click(dialog.getByRole('checkbox', { name }))
const save = ({ dialog }: Opened) => userEvent.click(dialog.getByRole('button', { name: 'Salva' }))
beforeEach(signIn)

test('the person is notified when any vehicle that may be watched enters or leaves the area [areas.40]', async () => {
  const opened = await open()
  expect(await opened.dialog.findByText('2 mezzi')).toBeInTheDocument()
  await tick(opened, 'Un mezzo esce')
  await save(opened)
  await waitFor(() =>
    expect(writes(opened)).toMatchObject([
      {
        path: '/alerts/multi_configurations',
        body: {
          vehicles: [1, 2],
          alerts: [8, 9],
          alert_channel_id: 1,
          destinations: ['marta@aurora.example'],
          area_ids: [5],
          hub_ids: [],
          poi_ids: [],
        },
      },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
test('a stay has its own alert, after minutes that the form sets, for the vehicles of the chosen fleets [areas.40, alert-configurations.48]', async () => {
  const opened = await open()
  const { dialog } = opened
  await tick(opened, 'Un mezzo entra')
  await tick(opened, 'Un mezzo resta a lungo')
  const minutes = dialog.getByRole('textbox', { name: 'Più di' })
  await userEvent.clear(minutes)
  await userEvent.type(minutes, '30')
  await userEvent.click(dialog.getByRole('radio', { name: 'Flotte' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Flotte' }))
  await userEvent.click(await screen.findByRole('option', { name: 'NORD', hidden: true }))
  await save(opened)
  await waitFor(() =>
    expect(writes(opened)).toMatchObject([
      { body: { vehicles: [1], alerts: [39], area_ids: [], hub_ids: [5], threshold: 30 } },
    ]),
  )
})
test('outside the hours means the rest of the week, and excludes the choice of any hour [areas.40]', async () => {
  const opened = await open()
  await tick(opened, 'Un mezzo entra fuori orario')
  expect(opened.dialog.getByRole('checkbox', { name: 'Un mezzo entra' })).not.toBeChecked()
  await userEvent.click(opened.dialog.getByRole('radio', { name: 'Mezzi' }))
  await save(opened)
  expect(await opened.dialog.findByText('Questo campo è richiesto')).toBeInTheDocument()
  expect(writes(opened)).toEqual([])
  await userEvent.click(opened.dialog.getByRole('combobox', { name: 'Mezzi' }))
  await userEvent.click(await screen.findByRole('option', { name: 'BB002BB', hidden: true }))
  await save(opened)
  await waitFor(() =>
    expect(writes(opened)).toMatchObject([
      {
        body: {
          vehicles: [2],
          alerts: [8],
          area_ids: [5],
          schedule: [
            { days: [1, 2, 3, 4, 5], from: '00:00', to: '06:00' },
            { days: [1, 2, 3, 4, 5], from: '20:00', to: '24:00' },
            { days: [6, 7], from: '00:00', to: '24:00' },
          ],
        },
      },
    ]),
  )
})
test('a person who may only read has no button to be notified', async () => {
  await open('view')
  expect(screen.queryByRole('button', { name: 'Avvisami quando…' })).toBeNull()
})
