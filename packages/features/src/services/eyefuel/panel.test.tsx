// The fuel panel: the level of the tank, its faults, refuels and thefts.
import { answering, failing, type SentRequest, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ago, truck, vehicleOf } from '../../map/global-map/web/testing.ts'
import {
  balance,
  data,
  type FuelBalance,
  type FuelEvent,
  type FuelStatus,
  history,
} from './contract.ts'
import EyefuelPanel from './panel.tsx'

beforeEach(signIn)
const vehicle = vehicleOf({ ...truck, active_agreements: [5] })
const last: FuelStatus = {
  id: '1',
  message_datetime: ago(1),
  tank_usage: 62,
  cap_status: 0,
  alarm_status: 0,
  armed: true,
  tank_capacity_l: 600,
}
const at = (minutes: number, tank_usage: number, some: Partial<FuelEvent> = {}): FuelEvent => ({
  id: String(minutes),
  message_datetime: ago(minutes),
  tank_usage,
  cap_status: 0,
  alarm_status: 0,
  armed: false,
  type: null,
  tank_usage_before: null,
  tank_usage_after: null,
  tank_usage_change: null,
  latitude: null,
  longitude: null,
  ...some,
})
const night = [
  at(600, 40),
  at(500, 90, {
    type: 'refuel',
    tank_usage_before: 40,
    tank_usage_after: 90,
    tank_usage_change: 50,
  }),
  at(300, 88, { cap_status: 1, armed: true }),
  at(290, 70, {
    cap_status: 1,
    armed: true,
    alarm_status: 1,
    type: 'theft',
    tank_usage_before: 88,
    tank_usage_after: 62,
    tank_usage_change: 26,
    latitude: 44.8,
    longitude: 10.3,
  }),
  at(289, 62, { cap_status: 1, armed: true, alarm_status: 1 }),
  at(270, 62, { armed: true, alarm_status: 1 }),
]
const endOf = ({ path }: SentRequest): number =>
  Date.parse(new URLSearchParams(path.split('?')[1]).get('period_to') ?? '')
/** The rows of the period; nothing newer arrives while the panel is open. */
const past = (rows: FuelEvent[]) =>
  answering(history, asked => (endOf(asked) > Date.now() + 60_000 ? [] : rows))
const figures: FuelBalance = {
  level_from: 40,
  level_to: 62,
  refuelled: 300,
  stolen: 156,
  burned: 12,
  doubt: null,
  km: 40,
  per_100_km: 30,
}
const open = (status: FuelStatus | null, rows: FuelEvent[] = [], told = figures) =>
  showAt(
    '/?v=1',
    <EyefuelPanel vehicle={vehicle} />,
    answering(data, status),
    past(rows),
    answering(balance, told),
  )
const status = async () => within(await screen.findByRole('region', { name: 'Ultimo stato' }))
const events = async () =>
  within(await screen.findByRole('list', { name: 'Storico carburante' })).getAllByRole('button')

test.each([
  [62, 'Livello del serbatoio', null],
  [25, 'basso', 'in riserva'],
  [15, 'in riserva', 'basso'],
])(
  'a tank that is full to %i %% shows percent and litres, with the severity [eyefuel.24]',
  async (tank_usage, said, unsaid) => {
    await open({ ...last, tank_usage })
    const block = await status()
    expect(block.getByText(`${tank_usage}%`)).toBeInTheDocument()
    expect(block.getByText(`${(tank_usage / 100) * 600} l di 600 l`)).toBeInTheDocument()
    expect(block.getByText(said)).toBeInTheDocument()
    if (unsaid !== null) expect(block.queryByText(unsaid)).not.toBeInTheDocument()
    expect(block.getByRole('progressbar', { name: 'Livello del serbatoio' })).toHaveAttribute(
      'aria-valuenow',
      String(tank_usage),
    )
  },
)

test.each<[string, Partial<FuelStatus>, readonly string[]]>([
  ['armed and closed', {}, ['Nessun furto', 'Chiuso', 'Inserito']],
  ['open while armed', { cap_status: 1 }, ['Aperto', 'Attivo: tappo aperto']],
  ['a theft', { alarm_status: 1, armed: false }, ['Possibile furto', 'Disinserito']],
])('cap, alarm and arming: %s [eyefuel.25]', async (_, some, said) => {
  await open({ ...last, ...some })
  const block = await status()
  for (const words of said) expect(block.getByText(words)).toBeInTheDocument()
})

test('a value that no sensor reports is a dash, and a level that cannot be computed gives the reason', async () => {
  await open({ ...last, tank_usage: null, cap_status: null, armed: null })
  const block = await status()
  expect(block.getAllByText('—')).toHaveLength(2)
  expect(block.getByText(/vanno configurati capacità o tabella/)).toBeInTheDocument()
})

test('the events are listed newest first, each with its full amount, not only the amount at its detection [eyefuel.28]', async () => {
  await open(last, night)
  await waitFor(async () =>
    expect(
      (await events()).map(row =>
        row.textContent?.replaceAll('\u00a0', ' ').replace(/\d\d\/\d\d.*?:\d\d/, ' '),
      ),
    ).toEqual([
      'Tappo chiuso ',
      'Furto: 88% → 62% −156 l',
      'Tappo aperto · Antifurto inserito ',
      'Rifornimento: 40% → 90% +300 l',
    ]),
  )
})

test('a theft leads the map to its place, and an event without a place shows a message [eyefuel.30]', async () => {
  const view = await open(last, night)
  await userEvent.click(await screen.findByRole('button', { name: /^Furto/ }))
  await waitFor(() => expect(view.address()).toContain('lat=44.8&lng=10.3'))
  await userEvent.click(screen.getByRole('button', { name: /^Rifornimento/ }))
  expect(
    await screen.findByText('Posizione del mezzo non nota in quel momento'),
  ).toBeInTheDocument()
})

test('a period with levels alone has a chart and no events [eyefuel.26]', async () => {
  await open(last, [at(600, 40), at(300, 38)])
  expect(await screen.findByText('Nessun evento nel periodo')).toBeInTheDocument()
  expect(screen.getByRole('figure', { name: 'Livello del carburante' })).toBeInTheDocument()
})

test('a tank without any data shows a message [services.30]', async () => {
  await open(null)
  expect(await screen.findByText('Nessun dato')).toBeInTheDocument()
  expect(await screen.findByText('Nessun risultato')).toBeInTheDocument()
})

test('a failure offers a button to try again', async () => {
  const { requests } = await showAt(
    '/?v=1',
    <EyefuelPanel vehicle={vehicle} />,
    failing(data, 500, { message: 'Guasto', code: 'failed' }),
    past([]),
  )
  const before = requests.length
  await userEvent.click(await screen.findByRole('button', { name: 'Riprova' }))
  await waitFor(() => expect(requests.length).toBeGreaterThan(before))
})

test('the period shows its first and last level and the litres that were filled in, stolen and burned [eyefuel.31]', async () => {
  await open(last, night)
  const period = within(await screen.findByRole('region', { name: 'Nel periodo' }))
  for (const words of ['40% → 62%', '300,0 l', '156,0 l', '12,0 l', '30,0 l'])
    expect(period.getByText(words)).toBeInTheDocument()
})
test.each<[string, Partial<FuelBalance>, readonly string[], readonly string[]]>([
  [
    'consumption below zero',
    { burned: null, per_100_km: null, doubt: 'negative' },
    ['non plausibile', 'Consumo non plausibile: il livello è salito senza un rifornimento'],
    ['12,0 l'],
  ],
  [
    'a tank of unknown size',
    { refuelled: null, stolen: null, burned: null, per_100_km: null, doubt: 'capacity' },
    ['Capacità del serbatoio non configurata: litri non noti'],
    ['non plausibile'],
  ],
])(
  'a figure that is not possible is left out, with the reason: %s [eyefuel.32]',
  async (_, some, said, unsaid) => {
    await open(last, night, { ...figures, ...some })
    const period = within(await screen.findByRole('region', { name: 'Nel periodo' }))
    for (const words of said) expect(period.getByText(words)).toBeInTheDocument()
    for (const words of unsaid) expect(period.queryByText(words)).not.toBeInTheDocument()
  },
)
