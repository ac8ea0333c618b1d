// Scheduled reports on the screen: their last and next runs, a new one by the form, a run at once; readers can change none.
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fleets } from '../../../fleet/fleets/contract.ts'
import { all as vehiclesAll } from '../../../fleet/vehicles/contract.ts'
import { signedInReader } from '../../reports/web/testing.ts'
import {
  runSchedule,
  type Schedule,
  type ScheduleRun,
  scheduleRuns,
  schedules,
} from '../contract.ts'
import SchedulesScreen from './SchedulesScreen.tsx'

beforeEach(signIn)
const schedule = (id: number, name: string, some: Partial<Schedule> = {}): Schedule => ({
  id,
  name,
  type: 'drivers',
  services: '',
  about: 'all',
  vehicle_id: null,
  fleet_id: null,
  about_name: null,
  every: 'day',
  hour: 6,
  recipients: ['capo@aurora.example'],
  language: 'it',
  active: 1,
  ...some,
})
const runOf = (some: Partial<ScheduleRun> = {}): ScheduleRun => ({
  due_at: '2026-11-22T05:00:00.000Z',
  period_from: '2026-11-20T23:00:00.000Z',
  period_to: '2026-11-21T23:00:00.000Z',
  state: 'sent',
  mails_at: null,
  error: null,
  report_id: 9,
  mails: [],
  ...some,
})
const listing = (
  items: readonly Schedule[],
  states: readonly (readonly [number, readonly ScheduleRun[]])[] = [],
) => [
  answering(
    schedules.one,
    ({ path }) => items.find(s => path === `/report_schedules/${s.id}`) as Schedule,
  ),
  answering(schedules.list, {
    data: [...items],
    meta: { current_page: 1, total_pages: 1, per_page: 20, total: items.length },
  }),
  answering(
    scheduleRuns,
    items.map(({ id }) => ({
      schedule_id: id,
      next_at: '2026-11-23T05:00:00.000Z',
      runs: [...(states.find(([of]) => of === id)?.[1] ?? [])],
    })),
  ),
]
const open = (...answers: Parameters<typeof showAt>[2][]) =>
  showAt(
    { address: '/reports/schedules', path: '/reports/schedules' },
    <SchedulesScreen />,
    ...answers,
  )
const card = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement

test('each card names type, subject, rhythm, recipients and next turn, and marks a failure and a refused address [schedules.16]', async () => {
  await open(
    ...signedInReader(),
    ...listing(
      [
        schedule(1, 'Autisti di ieri'),
        schedule(2, 'Registro del freddo', {
          type: 'temp',
          about: 'vehicle',
          every: 'week',
          hour: 7,
        }),
        schedule(3, 'Tutto', {
          type: 'master',
          about: 'fleet',
          fleet_id: 4,
          about_name: 'NORD',
          every: 'month',
          active: 0,
        }),
      ],
      [
        [1, [runOf({ mails: [{ recipient: 'capo@aurora.example', state: 'failed' }] })]],
        [2, [runOf({ state: 'failed', error: 'Il mezzo non c’è più', report_id: null })]],
      ],
    ),
  )
  const drivers = within(await card('Autisti di ieri'))
  expect(drivers.getByText('Ogni giorno alle 06:00')).toBeInTheDocument()
  expect(await drivers.findByText('Non consegnato a capo@aurora.example')).toBeInTheDocument()
  expect(drivers.getByText(/^Prossimo: 23\/11\/2026/)).toBeInTheDocument()
  expect(drivers.getByRole('link', { name: /: inviato$/ })).toHaveAttribute('href', '/report?r=9')
  const temperatures = await card('Registro del freddo')
  expect(temperatures).toHaveAttribute('data-marked')
  expect(within(temperatures).getByText('Il mezzo non c’è più')).toBeInTheDocument()
  expect(within(temperatures).getByText(/non riuscito\. Il mezzo non c’è più$/)).toBeInTheDocument()
  expect(within(temperatures).getByText('Ogni lunedì alle 07:00')).toBeInTheDocument()
  const all = within(await card('Tutto'))
  expect(all.getByText('Flotta NORD')).toBeInTheDocument()
  expect(all.getByText('Spento')).toBeInTheDocument()
})
test('a new schedule is filled in and sent, and a refusal of the server appears at its field', async () => {
  const refused = {
    message: 'Dati non validi',
    code: 'invalid',
    data: { vehicle_id: ['Non esiste'] },
  }
  const { requests } = await open(
    ...signedInReader(),
    ...listing([]),
    answering(vehiclesAll, [
      {
        id: 7,
        plate: 'AB123CD',
        serial: null,
        vehicle_type: 'T',
        vehicle_subtype: null,
        fleet_id: null,
      },
    ]),
    failing(schedules.create, 422, refused),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Nuova programmazione' }))
  const form = within(await screen.findByRole('form', { name: 'Nuovo' }))
  await userEvent.type(form.getByRole('textbox', { name: 'Nome' }), 'Viaggi')
  await userEvent.click(form.getByRole('radio', { name: 'Un mezzo' }))
  await userEvent.click(form.getByRole('combobox', { name: 'Mezzo' }))
  await userEvent.click(await screen.findByRole('option', { name: 'AB123CD' }))
  await userEvent.click(form.getByRole('button', { name: 'Salva' }))
  await waitFor(() => expect(form.getByText('Non esiste')).toBeInTheDocument())
  expect(requests.find(a => a.method === 'POST')?.body).toEqual({
    ...{
      name: 'Viaggi',
      type: 'master',
      services: '',
      about: 'vehicle',
      vehicle_id: 7,
      fleet_id: null,
      every: 'day',
      hour: 6,
    },
    ...{ recipients: ['marta@aurora.example'], language: 'it', active: 1 },
  })
})
test('addresses that are pasted or typed with commas, semicolons or blanks between them become single recipients', async () => {
  const { requests } = await open(
    ...signedInReader(),
    ...listing([]),
    answering(schedules.create, schedule(1, 'Autisti')),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Nuova programmazione' }))
  const form = within(await screen.findByRole('form', { name: 'Nuovo' }))
  await userEvent.type(form.getByRole('textbox', { name: 'Nome' }), 'Autisti')
  const recipients = form.getByRole('combobox', { name: 'Destinatari' })
  await userEvent.click(recipients)
  await userEvent.paste('anna@aurora.example; leo@aurora.example')
  await userEvent.type(recipients, ',capo@aurora.example')
  await userEvent.click(form.getByRole('button', { name: 'Salva' }))
  await waitFor(() =>
    expect(requests.find(a => a.method === 'POST')?.body).toMatchObject({
      recipients: [
        'marta@aurora.example',
        'anna@aurora.example',
        'leo@aurora.example',
        'capo@aurora.example',
      ],
    }),
  )
})
test('the form asks for services only for a type that needs them, and drops them with that type', async () => {
  const { requests } = await open(
    ...signedInReader(),
    ...listing([schedule(1, 'Tutto', { type: 'custom', services: 'eyegeo' })]),
    answering(schedules.update, schedule(1, 'Tutto', { type: 'drivers' })),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Modifica Tutto' }))
  const form = within(await screen.findByRole('form', { name: 'Modifica Tutto' }))
  expect(form.getByText('Servizi')).toBeInTheDocument()
  await userEvent.click(form.getByRole('combobox', { name: 'Tipo di report' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Attività degli autisti' }))
  expect(form.queryByText('Servizi')).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Salva' }))
  await waitFor(() =>
    expect(requests.find(a => a.method === 'PUT')?.body).toMatchObject({
      type: 'drivers',
      services: '',
    }),
  )
})
test('the form changes the fleet, the rhythm with what it tells, the hour, the language and whether it runs', async () => {
  const { requests } = await open(
    ...signedInReader(),
    ...listing([schedule(1, 'Autisti di ieri')]),
    answering(fleets.all, [{ id: 7, code: 'NORD', description: 'Nord Italia', color: '#2e51bb' }]),
    answering(schedules.update, schedule(1, 'Autisti di ieri')),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Modifica Autisti di ieri' }))
  const form = within(await screen.findByRole('form', { name: 'Modifica Autisti di ieri' }))
  const pick = async (field: string, option: string | RegExp) => {
    await userEvent.click(form.getByRole('combobox', { name: field }))
    await userEvent.click(await screen.findByRole('option', { name: option }))
  }
  expect(form.getByText('Riguarda il giorno precedente')).toBeInTheDocument()
  await userEvent.click(form.getByRole('radio', { name: 'Una flotta' }))
  await pick('Flotta', 'NORD · Nord Italia')
  await pick('Frequenza', 'Ogni mese')
  expect(form.getByText('Il primo del mese: il mese precedente')).toBeInTheDocument()
  await pick('Ora', /^17:00/)
  await pick('Lingua', 'Deutsch')
  await userEvent.click(form.getByLabelText(/^Attivo/))
  await userEvent.click(form.getByRole('button', { name: 'Salva' }))
  await waitFor(() =>
    expect(requests.find(a => a.method === 'PUT')?.body).toMatchObject({
      about: 'fleet',
      fleet_id: 7,
      every: 'month',
      hour: 17,
      language: 'de',
      active: 0,
    }),
  )
})
test('a schedule runs at once after a question that names the recipients of its mail', async () => {
  const { requests } = await open(
    ...signedInReader(),
    ...listing([schedule(1, 'Autisti di ieri')]),
    answering(runSchedule, { schedule_id: 1, next_at: null, runs: [runOf({ state: 'making' })] }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Esegui ora Autisti di ieri' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Eseguire ora Autisti di ieri?' }),
  )
  expect(dialog.getByText(/capo@aurora\.example/)).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Esegui ora' }))
  await waitFor(() =>
    expect(requests.filter(a => a.method === 'PUT').map(a => a.path)).toEqual([
      '/report_schedules/1/run',
    ]),
  )
})
test('a run whose mails a limit delays says that they wait and until when, leads to its report, and no other is started beside it [schedules.17]', async () => {
  await open(
    ...signedInReader(),
    ...listing(
      [schedule(1, 'Autisti di ieri')],
      [[1, [runOf({ state: 'waiting', mails_at: '2026-11-23T06:20:00.000Z' })]]],
    ),
  )
  const runs = within(
    within(await card('Autisti di ieri')).getByRole('list', { name: 'Ultimi invii' }),
  )
  expect(
    runs.getByRole('link', {
      name: /pronto: le e-mail aspettano per il limite di invio, fino al 23\/11\/2026 06:20 circa/,
    }),
  ).toHaveAttribute('href', expect.stringContaining('/report?r='))
  expect(screen.getByRole('button', { name: 'Esegui ora Autisti di ieri' })).toBeDisabled()
})
test('a person who may only look sees the last runs, and no button', async () => {
  await open(
    ...signedInReader('view'),
    ...listing([schedule(1, 'Autisti di ieri')], [[1, [runOf()]]]),
  )
  expect(
    within(await card('Autisti di ieri')).getByRole('list', { name: 'Ultimi invii' }),
  ).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Esegui|Modifica|Elimina|Nuova/ })).toBeNull()
})
test('an empty list explains what schedules are for', async () => {
  await open(...signedInReader(), ...listing([]))
  expect(await screen.findByText('Nessun report programmato')).toBeInTheDocument()
})
