// The list of rules on the screen: each as a sentence, searched and filtered by the address, changed as a whole, split, removed.
import { answering, failing, type ShownScreen, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fleets } from '../../../fleet/fleets/contract.ts'
import { all as allVehicles } from '../../../fleet/vehicles/contract.ts'
import { pins } from '../../../map/global-map/contract.ts'
import { signedInAs } from '../../../people/auth/web/testing.ts'
import { users } from '../../../people/users/contract.ts'
import AlertConfigurationsScreen from '../../alert-configurations/web/AlertConfigurationsScreen.tsx'
import { chats } from '../../chats/contract.ts'
import { all as allAlerts } from '../../incidents/contract.ts'
import { rehearseRule } from '../../recipients/contract.ts'
import {
  type AlertRule,
  changeRule,
  createRule,
  listRules,
  removeRule,
  ruleDestinations,
  ruleVehicles,
} from '../contract.ts'

const NORD = 7
const vehicle = (id: number, plate: string, fleet_id: number | null) => ({
  id,
  plate,
  serial: null,
  vehicle_type: 'R' as const,
  vehicle_subtype: null,
  fleet_id,
})
const park = [vehicle(1, 'AA001AA', NORD), vehicle(2, 'BB002BB', NORD), vehicle(3, 'CC003CC', null)]
const key = 'a'.repeat(32)
const OF_ALL = { only: [], except: [], delivery: null }
const rule = (more: Partial<AlertRule> = {}): AlertRule => ({
  rule: key,
  alert_id: 2,
  area_ids: [],
  hub_ids: [],
  poi_ids: [],
  threshold: null,
  schedule: null,
  escalation: [],
  destinations: [
    { alert_channel_id: 1, destination: 'capo@rossi.example', ...OF_ALL },
    { alert_channel_id: 2, destination: '+393331234567', ...OF_ALL },
  ],
  configurations: 4,
  vehicles: 2,
  plates: ['AA001AA', 'BB002BB'],
  parks: [{ vehicle_type: 'R', fleet_id: NORD, vehicles: 2, total: 2 }],
  muted: 1,
  dwell_s: { least: 600, most: 600 },
  limit: { side: 'apart', unit: '°C', least: 5, most: 5, unset: 1 },
  raised: { times: 34, brief: 20 },
  ...more,
})
const page = (...rules: AlertRule[]) => ({
  data: rules,
  meta: { current_page: 1, total_pages: 1, per_page: 50, total: rules.length },
})
const standing = [
  answering(allVehicles, park),
  answering(fleets.all, [{ id: NORD, code: 'NORD', description: 'Nord', color: '#2e51bb' }]),
  answering(allAlerts, [
    {
      id: 2,
      code: 'temperature_out_of_range',
      name: 'Temperatura fuori range',
      description: 'La temperatura del vano è fuori range',
      severity: 2 as const,
      agreement_id: 3,
    },
  ]),
  answering(pins, []),
  answering(users.all, []),
  answering(chats.all, []),
  answering(ruleVehicles, [1, 2]),
  // after the call of one rule, whose path fits this one too
  answering(ruleDestinations, [{ alert_channel_id: 1, destination: 'capo@rossi.example' }]),
  answering(rehearseRule, []),
]
type Answers = Parameters<typeof showAt> extends [unknown, unknown, ...infer A] ? A : never
const open = (rules: readonly AlertRule[], role: 'view' | 'edit' = 'edit', ...more: Answers) =>
  showAt(
    '/',
    <AlertConfigurationsScreen />,
    answering(listRules, page(...rules)),
    ...standing,
    ...signedInAs(role, { alert_sms: '1' }),
    ...more,
  )
/** Confirms the dialog that says what saving does. */
async function confirmSaving(words: string) {
  const question = within(await screen.findByRole('dialog', { name: 'Salvare la regola?' }))
  expect(question.getByText(words)).toBeInTheDocument()
  await userEvent.click(question.getByRole('button', { name: 'Conferma' }))
}
const writeCalls = (view: ShownScreen) =>
  view.requests.filter(a => a.method !== 'GET' && !a.path.endsWith('/recipients'))
beforeEach(signIn)

test('a rule is shown as one sentence: vehicles, alert, limit, how long it must hold, recipients with their channels, and where it is switched off [alert-configurations.49, alert-configurations.50, alert-configurations.58, alert-configurations.59]', async () => {
  await open([rule({ parks: [{ vehicle_type: 'R', fleet_id: NORD, vehicles: 2, total: 2 }] })])
  const line = await screen.findByRole('listitem', { name: /Flotta NORD/ })
  expect(line).toHaveTextContent(
    /Flotta NORD \(2\).*Temperatura fuori range.*oltre 5 °C di scarto dal setpoint · senza limite su 1 mezzo · da oltre 10 min.*capo@rossi\.example.*\+393331234567.*Disattivato su 1 mezzo.*4 configurazioni.*34 volte in 7 giorni · 20 sotto il minuto/,
  )
  expect(within(line).getByRole('img', { name: 'SMS' })).toBeInTheDocument()
})
test('a limit that varies by vehicle is shown as a range with one unit [alert-configurations.58]', async () => {
  await open([
    rule({ limit: { side: 'above', unit: 'km/h', least: 90, most: 130, unset: 0 }, dwell_s: null }),
  ])
  const line = await screen.findByRole('listitem', { name: /Flotta NORD/ })
  expect(line).toHaveTextContent('oltre 90–130 km/h, secondo il mezzo')
})
test('a person who may only read sees no button that changes a rule', async () => {
  await open([rule()], 'view')
  const line = await screen.findByRole('listitem', { name: /Flotta NORD/ })
  expect(within(line).queryAllByRole('button')).toEqual([])
  expect(screen.queryByRole('button', { name: 'Nuova regola' })).toBeNull()
})
test('a filter and the search are kept in the address and sent to the server [alert-configurations.51]', async () => {
  const view = await open([rule()])
  await userEvent.click(await screen.findByRole('combobox', { name: 'Destinatario' }))
  const choices = await screen.findByRole('listbox', { name: 'Destinatario', hidden: true })
  await userEvent.click(
    await within(choices).findByRole('option', { name: 'capo@rossi.example', hidden: true }),
  )
  await userEvent.type(screen.getByRole('searchbox'), 'nord')
  await waitFor(() =>
    expect(
      view.requests.some(
        ({ path }) =>
          path.includes('destination=capo%40rossi.example') && path.includes('search=nord'),
      ),
    ).toBe(true),
  )
  expect(view.address()).toMatch(/to=capo(%40|@)rossi\.example/)
})
test('the dialog announces how many configurations a rule changes before it changes them in one call [alert-configurations.52, alert-configurations.56]', async () => {
  const changing = answering(changeRule, { made: 2, changed: 4, removed: 0 })
  const view = await open([rule()], 'edit', changing)
  await userEvent.click(await screen.findByRole('button', { name: /^Modifica Flotta NORD/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Modifica la regola' }))
  await userEvent.click(await drawer.findByRole('checkbox', { name: /CC003CC/ }))
  await userEvent.click(drawer.getByRole('button', { name: 'Salva' }))
  const question = within(await screen.findByRole('dialog', { name: 'Salvare la regola?' }))
  expect(
    question.getByText('La regola vale per 6 configurazioni. 2 sono nuove.'),
  ).toBeInTheDocument()
  expect(writeCalls(view)).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Conferma' }))
  await waitFor(() =>
    expect(writeCalls(view)).toMatchObject([
      {
        method: 'PUT',
        path: `/alerts/rules/${key}`,
        body: {
          alert_id: 2,
          vehicles: [1, 2, 3],
          part: null,
          destinations: [
            { alert_channel_id: 1, destination: 'capo@rossi.example' },
            { alert_channel_id: 2, destination: '+393331234567' },
          ],
        },
      },
    ]),
  )
  expect(await screen.findByText('Regola salvata')).toBeInTheDocument()
})
test('a recipient on only one vehicle is shown in the rule’s sentence, stays when the rule is saved, and can be removed [alert-configurations.60]', async () => {
  const changing = answering(changeRule, { made: 0, changed: 2, removed: 1 })
  const night = { alert_channel_id: 1, destination: 'notte@rossi.example', delivery: null }
  const alone = { ...night, only: [2], except: [] }
  const others = { ...night, alert_channel_id: 2, destination: '+39333', only: [], except: [1] }
  const { destinations } = rule()
  const view = await open(
    [rule({ destinations: [...destinations, alone, others], configurations: 6 })],
    'edit',
    changing,
  )
  const line = await screen.findByRole('listitem', { name: /Flotta NORD/ })
  expect(line).toHaveTextContent(
    /\+393331234567Per BB002BB anchenotte@rossi\.examplePer tutti tranne AA001AA\+39333/,
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Modifica Flotta NORD/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Modifica la regola' }))
  await userEvent.click(await drawer.findByRole('button', { name: 'Non avvisare più +39333' }))
  await userEvent.click(drawer.getByRole('button', { name: 'Salva' }))
  await confirmSaving('La regola vale per 5 configurazioni. 1 viene tolta.')
  await waitFor(() =>
    expect(writeCalls(view)).toMatchObject([
      {
        body: {
          destinations: [
            { destination: 'capo@rossi.example', only: [], except: [] },
            { destination: '+393331234567', only: [], except: [] },
            { destination: 'notte@rossi.example', only: [2], except: [] },
          ],
        },
      },
    ]),
  )
})
test('the form adds a recipient for some of the rule’s vehicles or for all but some, and refuses one without a vehicle or named twice [alert-configurations.61]', async () => {
  const view = await open(
    [rule()],
    'edit',
    answering(changeRule, { made: 1, changed: 4, removed: 0 }),
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Modifica Flotta NORD/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Modifica la regola' }))
  const save = () => userEvent.click(drawer.getByRole('button', { name: 'Salva' }))
  await userEvent.click(
    await drawer.findByRole('button', { name: 'Aggiungi chi è avvisato solo per alcuni mezzi' }),
  )
  const recipient = drawer.getByRole('combobox', { name: 'Destinatario' })
  await userEvent.type(recipient, 'capo@rossi.example')
  await save()
  expect(
    drawer.getByText('Indica un destinatario valido e almeno un mezzo della regola'),
  ).toBeInTheDocument()
  await userEvent.click(drawer.getByRole('combobox', { name: 'Mezzi' }))
  const plates = await screen.findByRole('listbox', { name: 'Mezzi', hidden: true })
  await userEvent.click(
    await within(plates).findByRole('option', { name: 'BB002BB', hidden: true }),
  )
  await save()
  expect(drawer.getByText('Questo destinatario è già nella regola')).toBeInTheDocument()
  await userEvent.clear(recipient)
  await userEvent.type(recipient, 'notte@rossi.example')
  await userEvent.click(drawer.getByRole('combobox', { name: 'Per quali mezzi' }))
  const sides = await screen.findByRole('listbox', { name: 'Per quali mezzi', hidden: true })
  await userEvent.click(
    within(sides).getByRole('option', { name: 'Per tutti tranne', hidden: true }),
  )
  await save()
  await confirmSaving('La regola vale per 5 configurazioni. 1 è nuova.')
  await waitFor(() =>
    expect(writeCalls(view)).toMatchObject([
      {
        body: {
          destinations: [
            { destination: 'capo@rossi.example', only: [], except: [] },
            { destination: '+393331234567', only: [], except: [] },
            { alert_channel_id: 1, destination: 'notte@rossi.example', only: [], except: [2] },
          ],
        },
      },
    ]),
  )
})
test('vehicles that are split off are named as a part of the rule [alert-configurations.53]', async () => {
  const changing = answering(changeRule, { made: 0, changed: 2, removed: 0 })
  const view = await open([rule()], 'edit', changing)
  await userEvent.click(await screen.findByRole('button', { name: /^Altre azioni per/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Separa alcuni mezzi' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Separa alcuni mezzi' }))
  await userEvent.click(await drawer.findByRole('checkbox', { name: /BB002BB/ }))
  expect(drawer.queryByRole('checkbox', { name: /CC003CC/ })).toBeNull()
  await userEvent.click(drawer.getByRole('button', { name: 'Salva' }))
  const question = within(await screen.findByRole('dialog', { name: 'Salvare la regola?' }))
  await userEvent.click(question.getByRole('button', { name: 'Conferma' }))
  await waitFor(() =>
    expect(writeCalls(view)).toMatchObject([{ body: { vehicles: [2], part: [2], alert_id: 2 } }]),
  )
})
test('the form of a new rule marks the missing fields and shows a refusal of the server at its field [alert-configurations.54]', async () => {
  const refusing = failing(createRule, 422, {
    message: 'Controlla i campi',
    code: 'invalid',
    data: { destinations: ['Questa casella non esiste'] },
  })
  const view = await open([], 'edit', refusing)
  await userEvent.click(await screen.findByRole('button', { name: 'Nuova regola' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Nuova regola' }))
  await userEvent.click(drawer.getByRole('button', { name: 'Salva' }))
  expect(drawer.getAllByText('Questo campo è richiesto')).toHaveLength(3)
  expect(writeCalls(view)).toEqual([])
  await userEvent.click(drawer.getByRole('combobox', { name: 'Avvisi' }))
  const list = await screen.findByRole('listbox', { name: 'Avvisi', hidden: true })
  await userEvent.click(
    await within(list).findByRole('option', { name: /^Temperatura fuori range/, hidden: true }),
  )
  await userEvent.click(drawer.getByRole('checkbox', { name: 'Tutti' }))
  await userEvent.type(
    drawer.getByRole('combobox', { name: 'Indirizzi e-mail' }),
    'capo@rossi.example{Enter}',
  )
  await userEvent.click(drawer.getByRole('button', { name: 'Salva' }))
  const question = within(await screen.findByRole('dialog', { name: 'Salvare la regola?' }))
  await userEvent.click(question.getByRole('button', { name: 'Conferma' }))
  expect(await drawer.findByText('Questa casella non esiste')).toBeInTheDocument()
})
test('removing a rule requires a confirmation that names how many configurations go with it', async () => {
  const view = await open([rule()], 'edit', answering(removeRule, null))
  await userEvent.click(await screen.findByRole('button', { name: /^Altre azioni per/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Elimina la regola' }))
  const question = within(await screen.findByRole('dialog', { name: /^Eliminare la regola/ }))
  expect(question.getByText(/4 configurazioni/)).toBeInTheDocument()
  await userEvent.click(question.getByRole('button', { name: 'Elimina' }))
  await waitFor(() =>
    expect(writeCalls(view)).toMatchObject([{ method: 'DELETE', path: `/alerts/rules/${key}` }]),
  )
})
