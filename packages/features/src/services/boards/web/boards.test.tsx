// The board of a service on the screen: its rows, its filters, and the panel beside it.
import { setPreference } from '@flotta/ui/preferences.ts'
import { answering, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { active } from '../../../alerts/incidents/contract.ts'
import { standing } from '../../../map/global-map/web/testing.ts'
import ServiceScreen from '../../overviews/web/ServiceScreen.tsx'
import { type BoardRow, boardEndpoints } from '../contract.ts'

beforeEach(() => {
  signIn()
  setPreference('fleets', [])
})
const row = (part: number, values: BoardRow['values'], more: Partial<BoardRow> = {}): BoardRow => ({
  id: `1-${part}`,
  vehicle_id: 1,
  plate: 'FR 123 KL',
  vehicle_type: 'T',
  fleet_id: null,
  part,
  parts: 2,
  message_datetime: new Date().toISOString(),
  last_contact: new Date().toISOString(),
  tone: null,
  flags: [],
  values,
  ...more,
})
const outside = row(
  2,
  {
    actual: 11.2,
    setpoint: 4,
    deviation: 7.2,
    outside: true,
    outside_since: Date.now() - 12 * 60_000,
    doors_open: 1,
    door: 1,
    state: 'on',
    alarm: 'none',
  },
  { tone: 'alarm', flags: ['outside', 'door'] },
)
const quiet = row(1, {
  actual: -19.6,
  setpoint: -20,
  deviation: 0.4,
  outside: false,
  outside_since: null,
  doors_open: 1,
  door: 1,
  state: 'on',
  alarm: 'none',
})
const showBoard = () => {
  const endpoints = boardEndpoints('eyecold')
  if (endpoints === undefined) throw new Error('no board')
  return showAt(
    { address: '/services/eyecold', path: '/services/$service' },
    <ServiceScreen />,
    ...standing(),
    answering(active, {
      data: [],
      meta: { current_page: 1, total_pages: 1, per_page: 1, total: 3, acknowledged: 0 },
    }),
    answering(endpoints.rows, {
      data: [outside, quiet],
      meta: {
        current_page: 1,
        total_pages: 1,
        per_page: 50,
        total: 2,
        counts: { all: 2, wrong: 1, outside: 1, alarm: 0, door: 2, off: 0, defrost: 0 },
      },
    }),
    answering(endpoints.lines, [
      { vehicle_id: 1, part: 2, values: [4, 5, 11.2], low: [-1, -1, -1], high: [9, 9, 9] },
    ]),
  )
}

test('a row shows value, setpoint, deviation, minutes outside, door and unit, with the faults in red [eyecold.53, services.66]', async () => {
  await showBoard()
  const table = await screen.findByRole('table')
  const [, first, second] = within(table).getAllByRole('row')
  await waitFor(() => expect(first).toHaveTextContent('Vano 2'))
  expect(first).toHaveTextContent('11,2 °C')
  expect(first).toHaveTextContent('+7,2 °C')
  expect(first).toHaveTextContent('12 min')
  expect(first).toHaveTextContent('Porta 1 aperta')
  expect(first?.querySelectorAll('[data-tone="alarm"]').length).toBeGreaterThan(1)
  expect(second?.querySelectorAll('[data-tone="alarm"]')).toHaveLength(0)
  expect(
    await within(table).findByRole('img', {
      name: /^Temperatura nelle ultime 24 ore: da 4,0.°C a 11,2.°C$/,
    }),
  ).toBeInTheDocument()
})
test('a filter shows how many rows match and requests only these [services.66]', async () => {
  const { requests } = await showBoard()
  await userEvent.click(await screen.findByRole('button', { name: 'Fuori range 1' }))
  await waitFor(() =>
    expect(
      requests.some(({ path }) => path.includes('/board?') && path.includes('filter=outside')),
    ).toBe(true),
  )
  expect(screen.getByRole('button', { name: 'Fuori range 1' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})
test('the plate opens the panel beside the board [services.68]', async () => {
  await showBoard()
  await userEvent.click((await screen.findAllByRole('link', { name: 'FR 123 KL' }))[0] as Element)
  expect(await screen.findByRole('complementary', { name: 'FR 123 KL' })).toBeInTheDocument()
})
