// The screen of alert configurations: searching, selecting, adding one and many, changing, resetting, and what a reader sees.
import {
  answering,
  failing,
  type ShownScreen,
  showAt,
  signIn,
  stopClock,
} from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fleets } from '../../../fleet/fleets/contract.ts'
import {
  all as allVehicles,
  type VehicleItem,
  vehicleById,
} from '../../../fleet/vehicles/contract.ts'
import { hubs } from '../../../map/areas/contract.ts'
import { pins } from '../../../map/global-map/contract.ts'
import { truck, vehicleOf } from '../../../map/global-map/web/testing.ts'
import { signedInAs } from '../../../people/auth/web/testing.ts'
import { list as parameters } from '../../alert-parameters/contract.ts'
import { all as allAlerts } from '../../incidents/contract.ts'
import { rehearse } from '../../recipients/contract.ts'
import {
  type AlertConfiguration,
  alertConfigurations,
  createMany,
  ofVehicle,
  removeOfVehicle,
  removeOfVehicles,
} from '../contract.ts'
import AlertConfigurationsScreen from './AlertConfigurationsScreen.tsx'

const vehicle = (id: number, plate: string, fleet_id: number | null = null): VehicleItem => ({
  id,
  plate,
  serial: null,
  vehicle_type: 'V',
  vehicle_subtype: null,
  fleet_id,
})
const park = [vehicle(1, 'AA001AA', 7), vehicle(2, 'BB002BB'), vehicle(3, 'CC003CC')]
const alert = (id: number, name: string, severity: 0 | 1 | 2, agreement_id: number) => ({
  id,
  code: `c${id}`,
  name,
  description: `Quando scatta: ${name}`,
  severity,
  agreement_id,
})
const catalogue = [
  alert(1, 'Limite di velocità', 1, 2),
  alert(2, 'Temperatura fuori range', 2, 3),
  alert(17, 'Allarme carburante', 2, 5),
  alert(8, 'Ingresso in hub', 0, 2),
]
const configuration = (more: Partial<AlertConfiguration> = {}): AlertConfiguration => ({
  id: 11,
  vehicle_id: 1,
  plate: 'AA001AA',
  alert_id: 1,
  alert_channel_id: 1,
  destination: 'capo@rossi.example',
  area_ids: [],
  hub_ids: [],
  poi_ids: [],
  escalation: [],
  threshold: null,
  schedule: null,
  last_delivery: null,
  ...more,
})
const account = (role: 'view' | 'edit', alert_sms = '1') => signedInAs(role, { alert_sms })
const standing = [
  answering(allVehicles, park),
  answering(fleets.all, [{ id: 7, code: 'NORD', description: 'Nord', color: '#2e51bb' }]),
  answering(allAlerts, catalogue),
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
      active_agreements: v.id === 1 ? [2, 3] : [2],
    })),
  ),
  answering(rehearse, [
    {
      alert_channel_id: 1,
      destination: 'capo@rossi.example',
      person: { id: 1, name: 'Giulia Ferrari' },
      draft: true,
      after: 0,
      due_at: null,
      role: null,
      stay_minutes: null,
      vehicles: 1,
      delivery: null,
      obstacles: [
        {
          code: 'muted' as const,
          text: 'L’avviso è disattivato sul mezzo',
          alert_id: 1,
          vehicles: 7,
          plates: ['BB002BB'],
          until: null,
        },
      ],
    },
  ]),
  answering(ofVehicle, ({ path }) => (path.startsWith('/vehicles/1/') ? [configuration()] : [])),
]
type Answers = Parameters<typeof showAt> extends [unknown, unknown, ...infer A] ? A : never
const open = (address = '/', role: 'view' | 'edit' = 'edit', ...more: Answers) =>
  showAt(address, <AlertConfigurationsScreen />, ...standing, ...account(role), ...more)
const card = (plate: string) => screen.findByRole('region', { name: plate })
const click = async (name: string | RegExp, within_ = screen) =>
  userEvent.click(await within_.findByRole('button', { name }))
/** The calls that write; asking who would be told writes nothing. */
const writeCalls = (shown: ShownScreen) =>
  shown.requests.filter(a => a.method !== 'GET' && !a.path.endsWith('/recipients'))
/** The confirmation before every write. */
const sure = async (title: RegExp, word: string) => {
  const dialog = await screen.findByRole('dialog', { name: title })
  await userEvent.click(within(dialog).getByRole('button', { name: word }))
}
beforeEach(signIn)

test('vehicles are found by plate or fleet and chosen one by one or all at once, and a small choice is kept in the address [alert-configurations.27, alert-configurations.28]', async () => {
  const view = await open('/?view=vehicles')
  expect(await screen.findByText('Scegli uno o più mezzi')).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('checkbox', { name: /BB002BB/ }))
  await card('BB002BB')
  await waitFor(() => expect(view.address()).toBe('/?view=vehicles&v=2'))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Tutti' }))
  await card('CC003CC')
  expect(screen.getByText('3 selezionati')).toBeInTheDocument()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Cerca per targa o flotta' }), 'nord')
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /BB002BB/ })).toBeNull())
  expect(screen.getByRole('checkbox', { name: /AA001AA/ })).toBeChecked()
})
test('the parameters of the alerts are shown for one chosen vehicle, not for several', async () => {
  await showAt(
    '/?v=1',
    <AlertConfigurationsScreen />,
    answering(parameters, []),
    answering(vehicleById, vehicleOf(truck)),
    ...standing,
    ...account('edit'),
  )
  await card('AA001AA')
  await click('Parametri degli avvisi')
  expect(await screen.findByText('Nessun avviso da impostare')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Tutti' }))
  await card('CC003CC')
  expect(screen.queryByRole('button', { name: 'Parametri degli avvisi' })).toBeNull()
})
test('a card shows the channel, the alert with its description, the destination and the last delivery [alert-configurations.29, alert-configurations.30]', async () => {
  stopClock()
  const delivered = configuration({
    id: 12,
    alert_channel_id: 2,
    destination: '+393331234567',
    last_delivery: {
      at: new Date(Date.now() - 120_000).toISOString(),
      state: 'failed',
      error: 'La destinazione ha rifiutato',
    },
  })
  await open('/?v=1', 'edit', answering(ofVehicle, [configuration(), delivered]))
  const [mail, sms] = await within(await card('AA001AA')).findAllByRole('listitem')
  expect(within(mail as HTMLElement).getByRole('img', { name: 'E-mail' })).toBeInTheDocument()
  await waitFor(() =>
    expect(mail).toHaveTextContent(
      /Limite di velocità.*Quando scatta: Limite di velocità.*capo@rossi\.example.*Mai avvisato/,
    ),
  )
  expect(within(sms as HTMLElement).getByRole('img', { name: 'SMS' })).toBeInTheDocument()
  expect(sms).toHaveTextContent(
    /\+393331234567.*Non consegnato · 2 min fa.*La destinazione ha rifiutato/,
  )
})
test('alerts are assigned to all chosen vehicles; a new field appears as one is filled, and an alert without an agreement on some vehicle cannot be chosen [alert-configurations.33, alert-configurations.37, alert-configurations.38]', async () => {
  const view = await open('/?v=1,2', 'edit', answering(createMany, []))
  await click('Assegna ai selezionati')
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuovo avviso per 2 mezzi' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Avvisi' }))
  await waitFor(() =>
    expect(
      screen.getByRole('option', {
        name: 'Temperatura fuori range (non incluso nel contratto di 1 mezzo)',
        hidden: true,
      }),
    ).toHaveAttribute('data-combobox-disabled', 'true'),
  )
  await userEvent.click(screen.getByRole('option', { name: 'Limite di velocità', hidden: true }))
  await userEvent.type(
    dialog.getByRole('textbox', { name: 'Indirizzo e-mail' }),
    'capo@rossi.example',
  )
  const fields = dialog.getAllByRole('textbox', { name: 'Indirizzo e-mail' })
  expect(fields).toHaveLength(2)
  await userEvent.click(dialog.getByRole('button', { name: 'Salva' }))
  expect(writeCalls(view)).toEqual([])
  await sure(/^Salvare 2 configurazioni\?$/, 'Conferma')
  await waitFor(() =>
    expect(writeCalls(view)).toMatchObject([
      {
        method: 'POST',
        path: '/alerts/multi_configurations',
        body: {
          vehicles: [1, 2],
          alerts: [1],
          alert_channel_id: 1,
          destinations: ['capo@rossi.example'],
        },
      },
    ]),
  )
  expect(await screen.findByText('Configurazione salvata')).toBeInTheDocument()
})
test('the dialog marks a wrong e-mail address before it sends anything, and asks for confirmation before it drops what was typed', async () => {
  const view = await open('/?v=1', 'edit', answering(createMany, []))
  await click('Aggiungi un avviso per AA001AA')
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuovo avviso per AA001AA' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Avvisi' }))
  await userEvent.click(
    await screen.findByRole('option', { name: 'Limite di velocità', hidden: true }),
  )
  await userEvent.type(
    dialog.getByRole('textbox', { name: 'Indirizzo e-mail' }),
    'capo@rossi.example',
  )
  await userEvent.type(
    dialog.getAllByRole('textbox', { name: 'Indirizzo e-mail' })[1] as HTMLElement,
    'vice',
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Salva' }))
  const [first, second] = dialog.getAllByRole('textbox', { name: 'Indirizzo e-mail' })
  expect(second).toHaveAccessibleDescription(/Scrivi un indirizzo e-mail valido/)
  expect(first).not.toHaveAccessibleDescription()
  expect(screen.queryByRole('dialog', { name: /^Salvare/ })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Annulla' }))
  const question = within(await screen.findByRole('dialog', { name: 'Uscire senza salvare?' }))
  await userEvent.click(question.getByRole('button', { name: 'Resta' }))
  expect(first).toHaveValue('capo@rossi.example')
  expect(writeCalls(view)).toEqual([])
})
test('changing the channel clears the chosen alerts, and SMS show their prefix [alert-configurations.34, alert-configurations.35]', async () => {
  await open('/?v=1')
  await click('Aggiungi un avviso per AA001AA')
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuovo avviso per AA001AA' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Avvisi' }))
  await userEvent.click(
    await screen.findByRole('option', { name: 'Limite di velocità', hidden: true }),
  )
  expect(dialog.getByText('Limite di velocità')).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('radio', { name: 'SMS' }))
  await waitFor(() =>
    expect(dialog.getByRole('textbox', { name: 'Numero di telefono' })).toBeInTheDocument(),
  )
  expect(dialog.getByText('+39')).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('combobox', { name: 'Avvisi' }))
  await waitFor(() =>
    expect(screen.getAllByRole('option', { hidden: true }).map(o => o.textContent)).toEqual([
      'Temperatura fuori range',
    ]),
  )
})
test('a company without SMS is not offered SMS [alert-configurations.36]', async () => {
  await open('/?v=1', 'edit', ...account('edit', '0'))
  await click('Aggiungi un avviso per AA001AA')
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByRole('textbox', { name: 'Indirizzo e-mail' })
  // where mail is the only channel there is no choice
  expect(drawer.queryAllByRole('radio')).toEqual([])
})
test('the field shows why the server refused it, and the form keeps what was typed [alert-configurations.41]', async () => {
  const refusing = failing(alertConfigurations.update, 422, {
    message: 'Controlla i campi',
    code: 'invalid',
    data: { destination: ['Questa casella non esiste'] },
  })
  await open('/?v=1', 'edit', refusing)
  await click('Modifica Limite di velocità, capo@rossi.example')
  const dialog = within(await screen.findByRole('dialog', { name: 'Avviso di AA001AA' }))
  const field = dialog.getByRole('textbox', { name: 'Indirizzo e-mail' })
  await userEvent.clear(field)
  await userEvent.type(field, 'capo@nessuno.example')
  await userEvent.click(dialog.getByRole('button', { name: 'Salva' }))
  await sure(/^Salvare 1 configurazione\?$/, 'Conferma')
  expect(await screen.findByText('Questa casella non esiste')).toBeInTheDocument()
  expect(field).toHaveValue('capo@nessuno.example')
})
test('one configuration, those of a vehicle or those of all chosen vehicles are removed after a confirmation [alert-configurations.40]', async () => {
  const removing = [alertConfigurations.remove, removeOfVehicle, removeOfVehicles].map(e =>
    answering(e, null),
  )
  const view = await open('/?v=1,2', 'edit', ...removing)
  await click('Elimina Limite di velocità, capo@rossi.example')
  await sure(/non avvisare più capo@rossi\.example/, 'Elimina')
  await waitFor(() =>
    expect(writeCalls(view).map(a => a.path)).toEqual(['/alerts/configurations/11']),
  )
  await click('Togli gli avvisi a AA001AA')
  await sure(/^Togliere gli avvisi a AA001AA\?$/, 'Togli tutti')
  await waitFor(() =>
    expect(
      writeCalls(view)
        .map(a => a.path)
        .slice(1),
    ).toEqual(['/alerts/configurations/vehicle/1']),
  )
  await click('Togli gli avvisi ai mezzi scelti')
  await sure(/^Togliere gli avvisi a 2 mezzi\?$/, 'Togli tutti')
  await waitFor(() =>
    expect(decodeURIComponent(writeCalls(view).at(-1)?.path ?? '')).toBe(
      '/alerts/configurations/vehicles?vehicles=1,2',
    ),
  )
})
test('after a failure the screen confirms that nothing has changed [alert-configurations.39]', async () => {
  await open(
    '/?v=1',
    'edit',
    failing(removeOfVehicle, 500, { message: 'Qualcosa è andato storto', code: 'failed' }),
  )
  await click('Togli gli avvisi a AA001AA')
  await sure(/^Togliere gli avvisi a AA001AA\?$/, 'Togli tutti')
  expect(
    await screen.findByText('Il server non ha accettato la richiesta: nulla è cambiato.'),
  ).toBeInTheDocument()
})
test('a person who may only read sees whom the company notifies, and no button that changes it', async () => {
  await open('/?v=1', 'view')
  expect(await within(await card('AA001AA')).findByText('capo@rossi.example')).toBeInTheDocument()
  expect(
    screen.queryAllByRole('button').map(b => b.getAttribute('aria-label') ?? b.textContent),
  ).toEqual(['Parametri degli avvisi'])
})
test('ten thousand vehicles are chosen at once, and only the visible ones are drawn and requested', async () => {
  const many = Array.from({ length: 10_000 }, (_, i) =>
    vehicle(i + 1, `K${String(i).padStart(5, '0')}`),
  )
  const view = await open('/?view=vehicles', 'edit', answering(allVehicles, many))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Tutti' }))
  expect(await screen.findByText('10.000 selezionati')).toBeInTheDocument()
  await card('K00000')
  expect(screen.getAllByRole('checkbox').length).toBeLessThan(80)
  expect(view.requests.filter(a => a.path.includes('alerts_configurations')).length).toBeLessThan(
    60,
  )
})

const depot = (id: number, code: string) => ({
  id,
  name: `Deposito ${code}`,
  code,
  color: '#2e51bb',
  radius: 100,
  latitude: 45,
  longitude: 9,
  shape: { type: 'circle' as const },
  address: null,
  city: null,
  zip_code: null,
})
const depots = answering(hubs.all, [depot(5, 'NORD'), depot(6, 'SUD')])
test('the form limits alerts about areas to chosen areas, and has no such field for other alerts [alert-configurations.47]', async () => {
  const view = await open('/?v=1', 'edit', depots, answering(createMany, []))
  await click('Aggiungi un avviso per AA001AA')
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuovo avviso per AA001AA' }))
  expect(dialog.queryByRole('combobox', { name: 'Hub' })).toBeNull()
  await userEvent.click(dialog.getByRole('combobox', { name: 'Avvisi' }))
  await userEvent.click(
    await screen.findByRole('option', { name: 'Ingresso in hub', hidden: true }),
  )
  const field = await dialog.findByRole('combobox', { name: 'Hub' })
  expect(field).toHaveAttribute('placeholder', 'Tutti gli hub')
  await userEvent.click(field)
  await userEvent.click(
    await screen.findByRole('option', { name: 'SUD · Deposito SUD', hidden: true }),
  )
  await userEvent.type(
    dialog.getByRole('textbox', { name: 'Indirizzo e-mail' }),
    'capo@rossi.example',
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Salva' }))
  await sure(/^Salvare 1 configurazione\?$/, 'Conferma')
  await waitFor(() =>
    expect(writeCalls(view).at(-1)?.body).toMatchObject({ alerts: [8], area_ids: [6] }),
  )
})
test('a card names the areas that a configuration is limited to, and the dialog removes them [alert-configurations.47]', async () => {
  const named = configuration({ alert_id: 8, area_ids: [5] })
  const view = await open(
    '/?v=1',
    'edit',
    depots,
    answering(ofVehicle, [named]),
    answering(alertConfigurations.update, named),
  )
  const region = within(await card('AA001AA'))
  expect(await region.findByText('Solo: Deposito NORD')).toBeInTheDocument()
  await userEvent.click(await region.findByRole('button', { name: /^Modifica/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('NORD · Deposito NORD')
  await userEvent.type(dialog.getByRole('combobox', { name: 'Hub' }), '{Backspace}')
  await userEvent.click(dialog.getByRole('button', { name: 'Salva' }))
  await sure(/^Salvare 1 configurazione\?$/, 'Conferma')
  await waitFor(() =>
    expect(writeCalls(view).at(-1)?.body).toMatchObject({ alert_id: 8, area_ids: [] }),
  )
})

test('before saving, the dialog names who will be notified and why somebody will not be [recipients.4]', async () => {
  const { requests } = await open('/?v=1')
  await card('AA001AA')
  await click('Modifica Limite di velocità, capo@rossi.example')
  const dialog = await screen.findByRole('dialog')
  const list = await within(dialog).findByRole('list', { name: 'Chi viene avvisato' })
  expect(list).toHaveTextContent('Giulia Ferraricapo@rossi.examplenuovo1 mezzo')
  expect(list).toHaveTextContent('L’avviso è disattivato sul mezzo (BB002BB e altri 6)')
  expect(requests.find(a => a.path.endsWith('/recipients'))?.body).toMatchObject({
    configuration_id: 11,
    destinations: ['capo@rossi.example'],
  })
})

test('the dialog edits the steps of an escalation, and a card describes them in words [escalations.6]', async () => {
  const nobody = { user_id: null, role: null, alert_channel_id: null, destination: null }
  const { requests } = await open(
    '/?v=1',
    'edit',
    answering(ofVehicle, [
      configuration({ escalation: [{ ...nobody, minutes: 10, role: 'control' }] }),
    ]),
    answering(alertConfigurations.update, configuration()),
  )
  expect(await card('AA001AA')).toHaveTextContent('AA001AA')
  expect(await screen.findByText('Dopo 10 min: Tutti: Controllo remoto')).toBeInTheDocument()
  await click('Modifica Limite di velocità, capo@rossi.example')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Aggiungi un passo' }))
  const [, minutes] = within(dialog).getAllByRole('textbox', { name: 'Dopo (minuti)' })
  expect(minutes).toHaveValue('20 min')
  await userEvent.click(
    within(dialog).getAllByRole('combobox', { name: 'Avvisa' })[1] as HTMLElement,
  )
  await userEvent.click(await screen.findByRole('option', { name: 'Indirizzo e-mail…' }))
  await userEvent.type(
    within(dialog).getAllByRole('textbox', { name: 'Indirizzo e-mail' }).at(-1) as HTMLElement,
    'notte@rossi.example',
  )
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salva' }))
  await sure(/^Salvare 1 configurazione\?$/, 'Conferma')
  await waitFor(() =>
    expect(requests.find(a => a.method === 'PUT')?.body).toMatchObject({
      escalation: [
        { ...nobody, minutes: 10, role: 'control' },
        { ...nobody, minutes: 20, alert_channel_id: 1, destination: 'notte@rossi.example' },
      ],
    }),
  )
})
