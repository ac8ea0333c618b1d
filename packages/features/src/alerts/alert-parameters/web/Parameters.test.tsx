// The parameters of a vehicle's alerts: a line for each, the form of one, what is refused, and the trial on the last days.
import { answering, failing, show, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { vehicleById } from '../../../fleet/vehicles/contract.ts'
import { standing, truck, vehicleOf } from '../../../map/global-map/web/testing.ts'
import { type AlertParameters, backtest, list, reset, setParameters } from '../contract.ts'
import { Parameters } from './Parameters.tsx'

beforeEach(signIn)
const vehicle = vehicleOf(truck)
const speed: AlertParameters = {
  alert_id: 1,
  code: 'speed_limit',
  name: 'Limite di velocità',
  severity: 1,
  settable: {
    threshold: {
      configuration: 'speed_limit_kmh',
      unit: 'km/h',
      least: 10,
      most: 250,
      step: 1,
      default: 90,
    },
    clear: 'below',
    dwell_s: { most: 86_400, default: 0 },
    schedule: true,
    parked: false,
  },
  active: true,
  threshold: null,
  clear: null,
  dwell_s: null,
  schedule: null,
  parked: true,
  changed_at: null,
}
const doorAlert: AlertParameters = {
  ...speed,
  alert_id: 15,
  code: 'cooling_door_open',
  name: 'Porta aperta con frigo acceso',
  settable: {
    threshold: null,
    clear: null,
    dwell_s: { most: 86_400, default: 0 },
    schedule: true,
    parked: true,
  },
  dwell_s: 300,
  parked: false,
  schedule: [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '20:00' }],
  changed_at: '2026-11-20T10:00:00.000Z',
}
const off: AlertParameters = {
  ...speed,
  alert_id: 8,
  code: 'hub_enter',
  name: 'Ingresso in hub',
  active: false,
}
const answers = [answering(vehicleById, vehicle), answering(list, [speed, off, doorAlert])]
/** Opens a line and waits until its form is there. */
const open = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }))
  await screen.findByRole('form')
}
const form = (name = 'Limite di velocità') => within(screen.getByRole('form', { name }))

test('each alert shows its current parameters in one line [alert-parameters.17]', async () => {
  await show(<Parameters vehicle_id={1} />, ...standing(), ...answers)
  expect(await screen.findByRole('button', { name: /Limite di velocità/ })).toHaveTextContent(
    'soglia 90 km/h · subito',
  )
  expect(screen.getByRole('button', { name: /Ingresso in hub/ })).toHaveTextContent('Disattivato')
  expect(screen.getByRole('button', { name: /Porta aperta/ })).toHaveTextContent(
    /dopo 5 min · lun–ven 06:00–20:00 · non da parcheggiato/,
  )
})

describe('a person who may not change parameters', () => {
  test.each([
    ['a viewer', standing(undefined, 'view'), vehicle],
    ['a guest', standing(), { ...vehicle, owned: false }],
  ])('reads the lines as %s, and has no button', async (_, account, of) => {
    await show(
      <Parameters vehicle_id={1} />,
      ...account,
      answering(vehicleById, of),
      answering(list, [speed]),
    )
    expect(await screen.findByText('Limite di velocità')).toBeInTheDocument()
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })
})

test('the form sends only the fields that the alert has, with the dwell in seconds, and the line shows the new values', async () => {
  const view = await show(
    <Parameters vehicle_id={1} />,
    ...standing(),
    ...answers,
    answering(setParameters, {
      ...speed,
      threshold: 80,
      dwell_s: 30,
      changed_at: vehicle.message_datetime,
    }),
  )
  await open(/Limite di velocità/)
  expect(form().queryByRole('switch', { name: /parcheggiato/ })).not.toBeInTheDocument()
  expect(form().getByRole('button', { name: 'Salva' })).toBeDisabled()
  await userEvent.type(form().getByRole('textbox', { name: 'Soglia' }), '80')
  await userEvent.type(form().getByRole('textbox', { name: 'Scatta dopo' }), '0,5')
  await userEvent.click(form().getByRole('button', { name: 'Salva' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /Limite di velocità/ })).toHaveTextContent(
      'soglia 80 km/h · dopo 30 s',
    ),
  )
  expect(view.requests.find(a => a.method === 'PUT')).toMatchObject({
    path: '/vehicles/1/alert_parameters/1',
    body: { active: true, threshold: 80, clear: null, dwell_s: 30, schedule: null },
  })
})

test('hours apply to the days that are pressed', async () => {
  const view = await show(
    <Parameters vehicle_id={1} alert_id={1} />,
    ...standing(),
    ...answers,
    answering(setParameters, speed),
  )
  await userEvent.click(await screen.findByRole('switch', { name: /Solo in certi giorni/ }))
  const hours = within(screen.getByRole('group', { name: 'Orario 1' }))
  await userEvent.click(hours.getByRole('checkbox', { name: 'venerdì' }))
  await userEvent.click(hours.getByRole('checkbox', { name: 'sabato' }))
  await userEvent.click(form().getByRole('button', { name: 'Salva' }))
  await waitFor(() =>
    expect(view.requests.find(a => a.method === 'PUT')?.body).toMatchObject({
      schedule: [{ days: [1, 2, 3, 4, 6], from: '06:00', to: '20:00' }],
    }),
  )
})

test('the field shows why the server refused it', async () => {
  const refused = failing(setParameters, 422, {
    message: 'Controlla i dati',
    code: 'invalid',
    data: { clear: ['Deve essere più basso della soglia, 90'] },
  })
  await show(<Parameters vehicle_id={1} alert_id={1} />, ...standing(), ...answers, refused)
  const clear = await screen.findByRole('textbox', { name: 'Finisce quando scende a' })
  await userEvent.type(clear, '95')
  await userEvent.click(form().getByRole('button', { name: 'Salva' }))
  expect(await screen.findByText('Deve essere più basso della soglia, 90')).toBeInTheDocument()
  expect(clear).toBeInvalid()
})

test('the usual values are restored by one button', async () => {
  let isTaken = false
  const view = await show(
    <Parameters vehicle_id={1} alert_id={15} />,
    ...standing(),
    answering(vehicleById, vehicle),
    answering(list, () =>
      isTaken
        ? [{ ...doorAlert, dwell_s: null, schedule: null, parked: true, changed_at: null }]
        : [doorAlert],
    ),
    answering(reset, () => {
      isTaken = true
      return null
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Torna ai predefiniti' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Torna ai predefiniti' })).toBeDisabled(),
  )
  expect(screen.queryByRole('group', { name: 'Orario 1' })).not.toBeInTheDocument()
  expect(view.requests.filter(a => a.method === 'DELETE')).toHaveLength(1)
})

describe('the trial', () => {
  const from = new Date(2026, 10, 20, 9, 5).toISOString()
  const to = new Date(2026, 10, 20, 9, 15).toISOString()
  const result = {
    times: 2,
    per_day: Array.from({ length: 30 }, (_, i) => ({
      day: `2026-11-${String(i + 1).padStart(2, '0')}`,
      times: i === 19 ? 2 : 0,
    })),
    moments: [
      { from, to, latitude: 44.8, longitude: 10.3 },
      { from: to, to: null, latitude: null, longitude: null },
    ],
  }
  test('shows how often the alert would have been raised before anything is saved, and each moment leads to the map [alert-parameters.18]', async () => {
    const view = await show(
      <Parameters vehicle_id={1} alert_id={1} />,
      ...standing(),
      ...answers,
      answering(backtest, result),
    )
    await userEvent.type(await screen.findByRole('textbox', { name: 'Soglia' }), '70')
    const place = screen.getByRole('status')
    await userEvent.click(screen.getByRole('button', { name: 'Prova sugli ultimi 30 giorni' }))
    // a screen reader announces the number, not each of its moments
    await waitFor(() => expect(place).toHaveTextContent(/^Sarebbe scattato 2 volte in 30 giorni$/))
    const [first, second] = within(
      screen.getByRole('list', { name: 'Momenti in cui sarebbe scattato' }),
    ).getAllByRole('link')
    expect(first).toHaveTextContent(/20\/11\/2026 09:05\s*10 min/)
    expect(
      Object.fromEntries(new URL((first as HTMLAnchorElement).href).searchParams),
    ).toMatchObject({
      v: '1',
      a: 'speed_limit',
      lat: '44.8',
      lng: '10.3',
      t: from,
    })
    expect(second).toHaveTextContent('in corso')
    expect(view.requests.find(a => a.method === 'POST')?.body).toMatchObject({
      threshold: 70,
      days: 30,
    })
    expect(view.requests.some(a => a.method === 'PUT')).toBe(false)
  })
  test('disappears when the form changes', async () => {
    await show(
      <Parameters vehicle_id={1} alert_id={1} />,
      ...standing(),
      ...answers,
      answering(backtest, result),
    )
    await userEvent.click(
      await screen.findByRole('button', { name: 'Prova sugli ultimi 30 giorni' }),
    )
    await screen.findByText('Sarebbe scattato 2 volte in 30 giorni')
    await userEvent.type(screen.getByRole('textbox', { name: 'Soglia' }), '7')
    expect(screen.queryByText('Sarebbe scattato 2 volte in 30 giorni')).not.toBeInTheDocument()
  })
  test('shows when to retry after too many trials at once', async () => {
    await show(
      <Parameters vehicle_id={1} alert_id={1} />,
      ...standing(),
      ...answers,
      failing(backtest, 429, { message: 'Riprova tra 5 secondi', code: 'too_many' }),
    )
    await userEvent.click(
      await screen.findByRole('button', { name: 'Prova sugli ultimi 30 giorni' }),
    )
    expect(await screen.findByText('Riprova tra 5 secondi')).toBeInTheDocument()
  })
})
