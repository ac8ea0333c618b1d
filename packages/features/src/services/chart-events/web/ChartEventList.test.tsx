// The events in the period of a panel: as rows below its chart and in the chart's table, as far as the agreements open them.
import { answering, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Incident, history as incidents } from '../../../alerts/incidents/contract.ts'
import { agreement } from '../../../fleet/agreements/contract.ts'
import { ago, standing, truck, vehicleOf } from '../../../map/global-map/web/testing.ts'
import { history as commands } from '../../eyecontrol/contract.ts'
import { history as doors } from '../../eyedoor/contract.ts'
import { tripHistory } from '../../eyegeo/contract.ts'
import { data, history, type Power } from '../../eyepower/contract.ts'
import EyepowerPanel from '../../eyepower/panel.tsx'

const holding = (...ids: readonly number[]) => vehicleOf({ ...truck, active_agreements: [...ids] })
const power = (minutes: number): Power => ({
  id: String(minutes),
  message_datetime: ago(minutes),
  external_voltage: 27.6,
  external_voltage_percent: 100,
  general_status: 1,
  power_mode: 0,
  battery_voltage: 4.1,
  battery_capacity: 97,
  general_hour_meter: 8123,
})
const incident: Incident = {
  id: '5b0d6a3e-1f2c-4c3d-9a8b-7c6d5e4f3a2b',
  alert_id: 1,
  customer_id: null,
  severity: 2,
  code: 'overspeed',
  description: 'Velocità oltre il limite',
  created_at: ago(50),
  plate: truck.plate,
  position: { latitude: 45, longitude: 9 },
  with_place: false,
  acknowledged_at: null,
  acknowledged_by: null,
  comment: null,
  assigned_to: null,
  pivot: { vehicle_id: truck.id },
  closed_at: ago(45),
  duration: 300,
  ended: 'cleared',
  late: false,
  trail: [],
}
const closed = { door_1: false, door_2: null, door_3: null, door_4: null, armed: null, siren: null }
const door = (minutes: number, door_1: boolean) => ({
  ...closed,
  id: String(minutes),
  message_datetime: ago(minutes),
  door_1,
  latitude: null,
  longitude: null,
})
const answers = [
  answering(data, power(2)),
  answering(history, [power(120), power(60)]),
  answering(incidents, {
    data: [incident, { ...incident, id: incident.id.replace('5', '6'), ended: 'corrected' }],
    meta: { current_page: 1, total_pages: 1, per_page: 100, total: 2 },
  }),
  answering(doors, [door(90, true), door(80, false)]),
  answering(commands, []),
  answering(tripHistory, []),
  ...standing(),
]
beforeEach(signIn)

test('the list below the chart has alerts and open doors, newest first and without disproved alerts, and an alert leads to its place [services.75, services.76]', async () => {
  const view = await showAt(
    '/?v=1',
    <EyepowerPanel vehicle={holding(agreement.eyepower, agreement.eyedoor)} />,
    ...answers,
  )
  const list = within(await screen.findByRole('list', { name: 'Eventi del periodo' }))
  await list.findByText('Porta 1 aperta')
  expect(list.getAllByRole('listitem').map(row => row.textContent)).toEqual([
    expect.stringMatching(/^Velocità oltre il limite/),
    expect.stringMatching(/^Porta 1 aperta.* – /),
  ])
  expect(screen.getByRole('columnheader', { name: 'Eventi' })).toBeInTheDocument()
  list.getByRole('button', { name: /Velocità/ }).click()
  await expect.poll(() => view.address()).toContain('lat=45')
})
test('the list does not request what the agreements do not include [services.75]', async () => {
  const view = await showAt(
    '/?v=1',
    <EyepowerPanel vehicle={holding(agreement.eyepower)} />,
    ...answers,
  )
  await screen.findByRole('list', { name: 'Eventi del periodo' })
  expect(view.requests.map(({ path }) => path.split('?')[0])).not.toContain(
    `/services/eyedoor/${truck.id}/history`,
  )
})
