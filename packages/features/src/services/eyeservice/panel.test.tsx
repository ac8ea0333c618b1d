// The service and expenses panel: what is due, which entries can be added, what was spent, and the intervals.
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { ago, standing, truck, vehicleOf } from '../../map/global-map/web/testing.ts'
import { add, type Data, data, type Entry, history, remove, setConfig } from './contract.ts'
import EyeservicePanel from './panel.tsx'

beforeEach(signIn)
const ALL = [28, 22, 23, 21, 29]
const vehicle = (agreements = ALL, some: object = {}) =>
  vehicleOf({ ...truck, active_agreements: agreements, active_alerts: [] }, some)
const entry = (some: Partial<Entry>): Entry => ({
  id: 1,
  type: 0,
  message_datetime: '2026-05-02T08:00:00Z',
  subtype: null,
  hours: null,
  km: null,
  data: null,
  description: null,
  ...some,
})
const due = {
  due_date: '2026-11-01',
  due_km: null,
  due_hour: 2_400,
  left_days: -3,
  left_km: null,
  left_hour: 120,
  by: 'period',
  state: 'overdue',
} as const
const { data: _, ...done } = entry({ hours: 900, subtype: 'Tagliando' })
const panelData: Data = {
  maintenance: { ...done, due },
  routine_maintenance: null,
  temperature_recorder_maintenance: null,
  fgas_maintenance: {
    ...done,
    hours: null,
    type: 1,
    due: {
      ...due,
      due_hour: null,
      left_hour: null,
      left_days: 40,
      due_date: '2027-01-10',
      state: 'fine',
    },
  },
  total_expenses: 1_250.65,
  last_expense: { id: 9, date: '2026-11-20T00:00:00Z', description: 'Pedaggio', amount: 0.2 },
  km: 120_500.4,
  hours: 4_000,
  fridge_hours: 2_280,
  config: {
    fridge_time_config: 12,
    fridge_hours_config: 1_500,
    maintenance_time_config: null,
    maintenance_km_config: 50_000,
    maintenance_hours_config: null,
    fgas_time_config: 12,
    recorder_time_config: 7,
  },
}
const entries = [
  entry({ id: 1, hours: 900, subtype: 'Tagliando' }),
  entry({ id: 9, type: 4, description: 'Pedaggio', data: 0.2 }),
]
const answers = [answering(data, panelData), answering(history, entries), ...standing([truck])]
const at = (sub: string) => `/?v=1&sub=${sub}`

describe('service', () => {
  test('shows for each sort with its agreement when it was done and when it is due [eyeservice.23]', async () => {
    await showAt('/?v=1', <EyeservicePanel vehicle={vehicle()} />, ...answers)
    const dues = within(await screen.findByRole('list', { name: 'Scadenze' })).getAllByRole(
      'listitem',
    )
    expect(dues.map(d => d.querySelector('strong')?.textContent)).toEqual([
      'Manutenzione generale',
      'Gruppo frigo',
      'Controllo F-gas',
      'Registratore di temperatura',
    ])
    expect(dues[0]).toHaveTextContent('Mai registrata')
    expect(dues[1]).toHaveTextContent(
      /Scaduta.*Ultima: 02\/05\/2026 · 900\sh.*Entro: 01\/11\/2026 o 2\.400\sh.*in ritardo di 3 giorni/,
    )
    expect(dues[2]).toHaveTextContent(/In regola.*Entro: 10\/01\/2027.*ancora 40 giorni/)
  })
  test('shows the counters of today above: kilometres, hours of the engine and hours of the unit [eyeservice.24]', async () => {
    await showAt('/?v=1', <EyeservicePanel vehicle={vehicle()} />, ...answers)
    const engine = (await screen.findByText('Ore motore')).parentElement
    expect(engine?.parentElement).toHaveTextContent(/4\.000\sh/)
    expect(screen.getByText('Ore gruppo frigo').parentElement?.parentElement).toHaveTextContent(
      /2\.280\sh/,
    )
    expect(screen.getByText('Chilometri').parentElement?.parentElement).toHaveTextContent(
      /120\.500\skm/,
    )
  })
  test('hides a sort without its agreement [eyeservice.22]', async () => {
    await showAt('/?v=1', <EyeservicePanel vehicle={vehicle([23])} />, ...answers)
    expect(
      within(await screen.findByRole('list', { name: 'Scadenze' })).getAllByRole('listitem'),
    ).toHaveLength(1)
    expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual([
      'Manutenzione',
      'Config.',
    ])
    expect(screen.queryByText('Ore motore')).not.toBeInTheDocument()
  })
  test('counts open alerts of maintenance on the tab, and no others [eyeservice.1, eyeservice.2]', async () => {
    const alert = (alert_id: number) => ({ alert_id, customer_id: null, created_at: ago(5) })
    const tabs = async (agreements: number[]) => {
      const { unmount } = await showAt(
        '/?v=1',
        <EyeservicePanel
          vehicle={vehicle(agreements, { alerts: [alert(20), alert(21), alert(1)] })}
        />,
        ...answers,
      )
      const names = (await screen.findAllByRole('tab')).map(tab => tab.textContent)
      unmount()
      return names
    }
    // beside the expenses; without the agreement for expenses beside the due maintenance
    expect(await tabs(ALL)).toEqual(['Manutenzione', 'Spese2', 'Config.'])
    expect(await tabs([28, 22, 23])).toEqual(['Manutenzione2', 'Config.'])
  })
  test('has a form with the counter of each sort, and sends it', async () => {
    const { requests } = await showAt(
      '/?v=1',
      <EyeservicePanel vehicle={vehicle()} />,
      ...answers,
      answering(add, entry({ id: 7, type: 3 })),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Registra una manutenzione' }))
    const form = within(screen.getByRole('form', { name: 'Registra una manutenzione' }))
    // general: counted by km here, not by hours
    expect(form.getByRole('textbox', { name: 'Chilometri' })).toHaveValue('120500 km')
    expect(form.queryByRole('textbox', { name: 'Ore' })).not.toBeInTheDocument()
    await userEvent.type(form.getByRole('textbox', { name: 'Intervento' }), 'Freni')
    await userEvent.click(form.getByRole('button', { name: 'Salva' }))
    await waitFor(() =>
      expect(requests.find(a => a.method === 'PUT')?.body).toMatchObject({
        type: 3,
        subtype: 'Freni',
        km: 120_500,
        hours: null,
      }),
    )
    expect(await screen.findByText('Manutenzione generale: registrata')).toBeInTheDocument()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })
  test('keeps a refused entry in the form, with the reason [eyeservice.27]', async () => {
    const refused = failing(add, 422, {
      message: 'Controlla i campi',
      code: 'invalid',
      data: { date: ['Non può essere nel futuro'] },
    })
    await showAt('/?v=1', <EyeservicePanel vehicle={vehicle()} />, ...answers, refused)
    await userEvent.click(await screen.findByRole('button', { name: 'Registra una manutenzione' }))
    const kindOfWork = screen.getByRole('textbox', { name: 'Intervento' })
    await userEvent.type(kindOfWork, 'Cambio filtri')
    await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
    expect(await screen.findByText('Non può essere nel futuro')).toBeInTheDocument()
    expect(kindOfWork).toHaveValue('Cambio filtri')
  })
  test('removes an entry at once, and can restore it', async () => {
    const { requests } = await showAt(
      '/?v=1',
      <EyeservicePanel vehicle={vehicle()} />,
      ...answers,
      answering(remove, null),
      answering(add, entry({ id: 8 })),
    )
    await userEvent.click(
      await screen.findByRole('button', { name: 'Elimina Gruppo frigo, 02/05/2026' }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Annulla' }))
    await waitFor(() =>
      expect(requests.filter(a => a.method !== 'GET').map(a => [a.method, a.path])).toEqual([
        ['DELETE', '/services/eyeservice/1/history/1'],
        ['PUT', '/services/eyeservice/1/add'],
      ]),
    )
  })
  test.each([
    ['a person who may only read', 'view', true],
    ['a guest', 'edit', false],
  ] as const)('offers %s no button to write', async (_who, role, owned) => {
    await showAt(
      '/?v=1',
      <EyeservicePanel vehicle={vehicle(ALL, { owned })} />,
      answering(data, panelData),
      answering(history, entries),
      ...standing([truck], role),
    )
    expect(await screen.findByText(/Tagliando/)).toBeInTheDocument()
    // users with the right to write may request a report
    expect(screen.queryAllByRole('button').map(b => b.textContent)).toEqual(
      role === 'view' ? [] : ['Richiedi report'],
    )
  })
})

test('the expenses show their total and the last one, and a new one can be entered [eyeservice.25]', async () => {
  const { requests } = await showAt(
    at('expenses'),
    <EyeservicePanel vehicle={vehicle()} />,
    ...answers,
    answering(add, entry({ id: 11, type: 4, description: 'Lavaggio', data: 75 })),
  )
  expect(await screen.findByText(/1\.250,65\s€/)).toBeInTheDocument()
  expect(screen.getByText('Ultima spesa, 20/11/2026')).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('button', { name: 'Registra una spesa' }))
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  expect(await screen.findAllByText('Questo campo è richiesto')).not.toHaveLength(0)
  await userEvent.type(screen.getByRole('textbox', { name: 'Descrizione' }), 'Lavaggio')
  await userEvent.type(screen.getByRole('textbox', { name: 'Importo' }), '75')
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }))
  await waitFor(() =>
    expect(requests.find(a => a.method === 'PUT')?.body).toMatchObject({
      type: 4,
      description: 'Lavaggio',
      data: 75,
    }),
  )
})

test('each interval is saved separately, and a value outside the choices is still shown [eyeservice.26]', async () => {
  const { requests } = await showAt(
    at('config'),
    <EyeservicePanel vehicle={vehicle()} />,
    ...answers,
    answering(setConfig, panelData.config),
  )
  expect(
    await screen.findByRole('region', { name: 'Registratore di temperatura' }),
  ).toBeInTheDocument()
  const block = (name: string) => within(screen.getByRole('region', { name }))
  expect(block('Registratore di temperatura').getByRole('combobox')).toHaveValue('7 mesi')
  expect(
    block('Manutenzione generale').getByRole('combobox', { name: 'Ogni quanti chilometri' }),
  ).toHaveValue('50.000\u00a0km')
  await userEvent.click(block('Controllo F-gas').getByRole('combobox'))
  await userEvent.click(await screen.findByRole('option', { name: '36 mesi' }))
  await waitFor(() =>
    expect(requests.filter(a => a.method === 'PUT').map(a => a.body)).toEqual([
      { fgas_time_config: 36 },
    ]),
  )
  expect(await screen.findByText('Controllo F-gas: 36 mesi')).toBeInTheDocument()
})
