// The position panel: where the vehicle is, since when, and its trips.
import { encodePolyline } from '@flotta/core/geo.ts'
import { answering, failing, type SentRequest, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ago, standing, truck, vehicleOf } from '../../map/global-map/web/testing.ts'
import { reverse, where } from '../../places/geocoding/contract.ts'
import type { Trip } from '../../telemetry/trips/contract.ts'
import { data, history, longTrack, trip as oneTrip, tripHistory } from './contract.ts'
import EyegeoPanel from './panel.tsx'

beforeEach(signIn)
const vehicle = vehicleOf({ ...truck, active_agreements: [2, 25] })
const last = {
  id: '1',
  message_datetime: ago(1),
  latitude: 44.801485,
  longitude: 10.327904,
  altitude: 57,
  km: 183456.4,
  direction: 42,
  speed: 84,
  satellites: 11,
  moving: true,
}
const trip: Trip = {
  id: '00000000-0000-4000-8000-000000000001',
  message_datetime: ago(125),
  period_from: ago(125),
  period_to: null,
  km: 152.94,
  max_speed: 89,
  duration: 7500,
  start: { latitude: 45, longitude: 9 },
  end: { latitude: 44.8, longitude: 10.3 },
  path: '',
  whole: { period_from: ago(125), period_to: null },
}
const track = {
  total: 2,
  at: [Date.parse(ago(125)), Date.parse(ago(1))],
  latitude: [45, 44.8],
  longitude: [9, 10.3],
  speed: [50, 84],
  direction: [100, 42],
  moving: [1, 1],
}
const stops = [
  {
    period_from: ago(200),
    period_to: ago(125),
    duration: 4500,
    latitude: 45,
    longitude: 9,
    whole: { period_from: ago(900), period_to: ago(125) },
  },
]
const place = {
  display_name: 'Parma (PR)',
  short: 'Parma (PR)',
  latitude: 44.8,
  longitude: 10.3,
  lat: 44.8,
  lon: 10.3,
  approximate: true,
  address: { name: null, city: 'Parma', postcode: null },
}
const wherever = ({ body }: SentRequest) =>
  (body as { positions: { latitude: number }[] }).positions.map(p =>
    p.latitude === 45 ? 'Milano (MI)' : 'Parma (PR)',
  )
const answers = [
  answering(data, { last, since: ago(125) }),
  answering(history, { track, stops }),
  answering(tripHistory, [trip]),
  answering(reverse, [place]),
  answering(where, wherever),
  ...standing(),
]

test('the card shows the last position with its address, and how long the vehicle has been moving [eyegeo.2, eyegeo.5]', async () => {
  await showAt('/?v=1', <EyegeoPanel vehicle={vehicle} />, ...answers)
  expect(await screen.findByText('In moto da 2 h 5 min')).toBeInTheDocument()
  expect(screen.getByText('84 km/h')).toBeInTheDocument()
  expect(screen.getByText('42°')).toBeInTheDocument()
  expect(screen.getByText('44.801485')).toBeInTheDocument()
  expect(screen.getByText('183.456 km')).toBeInTheDocument()
  expect(await screen.findByText('Parma (PR)')).toBeInTheDocument()
  expect(screen.getByText('approssimato')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /Google Maps/ })).toHaveAttribute(
    'href',
    expect.stringContaining('44.801485,10.327904'),
  )
})
test('the card shows whether the vehicle moves, its longitude and its altitude [eyegeo.3]', async () => {
  const moving = await showAt('/?v=1', <EyegeoPanel vehicle={vehicle} />, ...answers)
  expect(await screen.findByText('In moto da 2 h 5 min')).toBeInTheDocument()
  expect(screen.getByText('10.327904')).toBeInTheDocument()
  expect(screen.getByText('Altitudine').parentElement?.parentElement).toHaveTextContent(/\d\sm$/)
  moving.unmount()
  await showAt(
    '/?v=1',
    <EyegeoPanel vehicle={vehicle} />,
    ...answers,
    answering(data, { last: { ...last, moving: false, speed: 0 }, since: ago(125) }),
  )
  expect(await screen.findByText('In sosta da 2 h 5 min')).toBeInTheDocument()
})
test('the time since the vehicle moves is that of now, whatever the period of the history', async () => {
  await showAt(
    `/?v=1&from=${ago(9000)}&to=${ago(8000)}`,
    <EyegeoPanel vehicle={vehicle} />,
    ...answers,
    answering(tripHistory, []),
  )
  expect(await screen.findByText('In moto da 2 h 5 min')).toBeInTheDocument()
})
test('a full address marks its unknown parts, a place without an address shows a message, and without agreement 25 no address is requested [eyegeo.6, eyegeo.7, places.34]', async () => {
  const full = {
    ...place,
    approximate: false,
    address: { name: 'Via Emilia 12', city: 'Parma', postcode: null },
  }
  const first = await showAt(
    '/?v=1',
    <EyegeoPanel vehicle={vehicle} />,
    ...answers,
    answering(reverse, [full]),
  )
  expect(await screen.findByText('Via Emilia 12, ### Parma')).toBeInTheDocument()
  first.unmount()
  const second = await showAt(
    '/?v=1',
    <EyegeoPanel vehicle={vehicle} />,
    ...answers,
    answering(reverse, []),
  )
  expect(await screen.findByText('Indirizzo sconosciuto')).toBeInTheDocument()
  second.unmount()
  const third = await showAt(
    '/?v=1',
    <EyegeoPanel vehicle={vehicleOf({ ...truck, active_agreements: [2] })} />,
    ...answers,
  )
  expect(await screen.findByText('42°')).toBeInTheDocument()
  expect(third.requests.filter(a => a.path.startsWith('/geocoding'))).toEqual([])
})
test('trips and stops are listed, and the address keeps the chosen trip [eyegeo.13]', async () => {
  const view = await showAt(
    '/?v=1',
    <EyegeoPanel vehicle={vehicle} />,
    ...answers,
    answering(oneTrip, { trip, positions: track, polyline: '' }),
  )
  const row = await screen.findByRole('button', { name: /152,9\skm/ })
  expect(row).toHaveTextContent('in corso')
  expect(row).toHaveTextContent('max 89 km/h')
  await waitFor(() => expect(row).toHaveTextContent('Milano (MI) → Parma (PR)'))
  expect(view.requests.filter(a => a.path === '/geocoding/where')).toHaveLength(1)
  expect(screen.getByRole('button', { name: /Sosta di 1\sh 15\smin/ })).toHaveTextContent(
    /iniziato prima: \d\d\/\d\d\/\d{4}/,
  )
  await userEvent.click(row)
  await waitFor(() => expect(view.address()).toBe(`/?v=1&trip=${trip.id}`))
  expect(screen.getByRole('button', { name: /152,9\skm/ })).toHaveAttribute('aria-pressed', 'true')
})
test.each([
  ['the key that leads to the end', '{End}', 39],
  ['the key that leads beyond them', '{ArrowDown}', null],
])('a long period draws its newest days, and %s draws all', async (_, key, to) => {
  // only what is rendered at once counts as near
  vi.stubGlobal('IntersectionObserver', function watching(this: IntersectionObserver) {
    this.observe = () => undefined
    this.disconnect = () => undefined
  })
  const minutes = (n: number) => ago(n * 720)
  const many = Array.from(
    { length: 40 },
    (_, n): Trip => ({
      ...trip,
      id: `00000000-0000-4000-8000-0000000001${String(n).padStart(2, '0')}`,
      km: 100 + n,
      period_from: minutes(n + 1),
      period_to: minutes(n + 0.5),
      whole: { period_from: minutes(n + 1), period_to: minutes(n + 0.5) },
    }),
  )
  await showAt(
    '/?v=1',
    <EyegeoPanel vehicle={vehicleOf({ ...truck, active_agreements: [2] })} />,
    ...answers,
    answering(tripHistory, many),
  )
  const newest = await screen.findByText(/^100,0\skm$/)
  const oldest = () => screen.queryByText(/^139,0\skm$/)
  expect(oldest()).toBeNull()
  // days that are not rendered follow the last rendered row
  const standing = screen.getAllByText(/^1\d\d,0\skm$/)
  const start = to === null ? standing.at(-1) : newest
  start?.closest('button')?.focus()
  await userEvent.keyboard(key)
  expect(oldest()).not.toBeNull()
  const after = screen.getByText(new RegExp(`^${100 + (to ?? standing.length)},0\\skm$`))
  expect(after.closest('button')).toHaveFocus()
})
test('a chosen trip outside the period shows a message with a button to that trip [eyegeo.14]', async () => {
  const old = {
    ...trip,
    id: '00000000-0000-4000-8000-000000000009',
    period_from: ago(9000),
    period_to: ago(8900),
  }
  const view = await showAt(
    `/?v=1&trip=${old.id}`,
    <EyegeoPanel vehicle={vehicle} />,
    ...answers,
    answering(oneTrip, { trip: old, positions: track, polyline: '' }),
  )
  expect(await screen.findByText(/Il viaggio non è nel periodo scelto/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Mostra il viaggio' }))
  await waitFor(() => expect(view.address()).toContain('from='))
})
test('a vehicle without positions, a period without trips, and a failure each show a message [eyegeo.21]', async () => {
  const first = await showAt(
    '/?v=1',
    <EyegeoPanel vehicle={vehicle} />,
    ...answers,
    answering(data, { last: null, since: null }),
    answering(tripHistory, []),
    answering(history, {
      track: {
        total: 0,
        at: [],
        latitude: [],
        longitude: [],
        speed: [],
        direction: [],
        moving: [],
      },
      stops: [],
    }),
  )
  expect(await screen.findByText('Nessuna posizione')).toBeInTheDocument()
  expect(await screen.findByText('Nessun viaggio nel periodo')).toBeInTheDocument()
  first.unmount()
  await showAt(
    '/?v=1',
    <EyegeoPanel vehicle={vehicle} />,
    ...answers,
    failing(data, 500, { message: 'Guasto', code: 'failed' }),
  )
  expect(await screen.findByText('Guasto')).toBeInTheDocument()
})

test('a private trip and a private stop are shown without position and place, but with their kilometres [eyegeo.20]', async () => {
  const span = { period_from: ago(125), period_to: ago(5) }
  await showAt(
    '/?v=1',
    <EyegeoPanel vehicle={vehicle} />,
    answering(data, { last: null, since: null, private: true }),
    answering(history, {
      track: {
        total: 0,
        at: [],
        latitude: [],
        longitude: [],
        speed: [],
        direction: [],
        moving: [],
      },
      stops: [
        {
          period_from: ago(5),
          period_to: null,
          duration: 300,
          latitude: null,
          longitude: null,
          private: true,
          whole: { period_from: ago(5), period_to: null },
        },
      ],
    }),
    answering(tripHistory, [
      { ...trip, ...span, start: null, end: null, private: true, whole: span },
    ]),
    answering(where, wherever),
    ...standing(),
  )
  expect(await screen.findByText('Viaggio privato')).toBeInTheDocument()
  expect(await screen.findByText('152,9 km')).toBeInTheDocument()
  expect(screen.getAllByText('Privato')).toHaveLength(2)
  expect(screen.queryByText(/Parma|Milano/)).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: /In sosta da 5 min/ })).toBeDisabled()
})

/** The vehicle drove for two hours a hundred days ago, and again on the day after. */
const [firstDay, secondDay] = [100, 99].map(days => {
  const noon = new Date(Date.now() - days * 86_400_000)
  noon.setHours(12, 0, 0, 0)
  return noon.getTime()
}) as [number, number]
const longAnswer = {
  level: 'middle' as const,
  tolerance: 120,
  km: 151.6,
  lines: [firstDay, secondDay].map(noon => ({
    at: [noon / 1_000, noon / 1_000 + 7_200],
    path: encodePolyline([
      [45, 9],
      [45, 10],
    ]),
  })),
}
const periodOf = (days: number) => `/?v=1&from=${ago(days * 1440)}`
test('a year is drawn thinned, with its kilometres and days, and a chosen day becomes the period [eyegeo.25]', async () => {
  const view = await showAt(
    periodOf(120),
    <EyegeoPanel vehicle={vehicle} />,
    ...answers,
    answering(longTrack, longAnswer),
  )
  expect(await screen.findByText(/^152\skm in 2 giorni di viaggio$/)).toBeInTheDocument()
  const requestsTo = (part: string) => view.requests.filter(({ path }) => path.includes(part))
  expect(requestsTo('/track?').map(({ path }) => path.includes('level=middle'))).toEqual([true])
  expect(requestsTo('/history?')).toEqual([])
  const days = screen.getAllByRole('button', { name: /circa 76\skm/ })
  expect(days).toHaveLength(2)
  await userEvent.click(days[1] as HTMLElement)
  await waitFor(() => expect(requestsTo('/history?')).toHaveLength(1))
  const midnight = new Date(firstDay)
  midnight.setHours(0, 0, 0, 0)
  expect(decodeURIComponent(view.address())).toContain(`from=${midnight.toISOString()}`)
})
test('a month is requested both thinned and in full, and two days only in full [eyegeo.26]', async () => {
  for (const [days, wanted] of [
    [30, ['/history', '/track']],
    [2, ['/history']],
  ] as const) {
    const view = await showAt(
      periodOf(days),
      <EyegeoPanel vehicle={vehicle} />,
      ...answers,
      answering(longTrack, longAnswer),
    )
    expect(await screen.findByRole('button', { name: /152,9\skm/ })).toBeInTheDocument()
    const ends = view.requests.flatMap(
      ({ path }) => path.match(/\/(history|track)(?=\?)/)?.[0] ?? [],
    )
    expect(ends.toSorted()).toEqual(wanted)
    view.unmount()
  }
})

test('October, which has an hour more, is a month that is shown exactly, to its last moment', async () => {
  vi.stubEnv('TZ', 'Europe/Rome')
  onTestFinished(() => void vi.unstubAllEnvs())
  const [from, to] = ['2026-09-30T22:00:00.000Z', '2026-10-31T22:59:59.999Z']
  const { requests } = await showAt(
    `/?v=1&from=${from}&to=${to}`,
    <EyegeoPanel vehicle={vehicle} />,
    ...answers,
  )
  const periodQuery = new URLSearchParams({ period_from: from, period_to: to })
  await waitFor(() => {
    const paths = requests.map(({ path }) => path)
    expect(paths).toContain(`/services/eyegeo/1/history?${periodQuery}`)
    expect(paths).toContain(`/services/eyegeo/1/trip_history?${periodQuery}`)
  })
})
