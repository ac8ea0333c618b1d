// The refrigeration panel: values of load and unit, who may send which commands, and pending requests.
import { answering, failing, show, signIn, stopClock } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { ago, standing, truck, vehicleOf } from '../../map/global-map/web/testing.ts'
import {
  type ColdData,
  type ColdRow,
  data,
  history,
  setOdlNum,
  setOdlT1,
  setSetpoint,
  switchOff,
  switchOn,
} from './contract.ts'
import EyecoldPanel from './panel.tsx'

beforeEach(signIn)
const NOW = Date.now()
const vehicle = vehicleOf(truck)
const fridge: NonNullable<ColdData['fridge']> = {
  message_datetime: ago(3),
  current_sensor: null,
  alarm_status: 2,
  overall_status: 1,
  operating_mode: 1,
  operating_mode_status: null,
  hour_meter_electric: 120,
  hour_meter_fuel: 2_415,
  setpoint_t1: -20,
  setpoint_t2: 4,
  setpoint_t3: null,
  operation_mode_c1: 2,
  operation_mode_c2: 4,
  operation_mode_c3: null,
  operation_status_c1: 3,
  operation_status_c2: 7,
  operation_status_c3: null,
  engine_status: 'electric',
}
const cold: ColdData = {
  temperature: { message_datetime: ago(2), T1: -19.62, T2: 12.3, T3: null, T4: 5 },
  fridge,
  pending: {
    ...{ setpoint_t1: null, setpoint_t2: null, setpoint_t3: null, overall_status: null },
    ...{ operation_status_c2: null, operation_status_c3: null, operating_mode: null },
  },
  last_command: null,
  compartments: 2,
  sensors: 3,
  tolerance: 5,
  cmd_enabled: true,
  online: true,
  odl_num: 'ODL-7',
  odl_t1: -20,
}
const row = (minutes: number, some: Partial<ColdRow>): ColdRow => ({
  message_datetime: ago(minutes),
  T1: null,
  T2: null,
  T3: null,
  T4: null,
  setpoint_t1: -20,
  setpoint_t2: null,
  setpoint_t3: null,
  overall_status: 1,
  alarm_status: 0,
  operation_status_c1: 3,
  operation_status_c2: null,
  operation_status_c3: null,
  ...some,
})
const rows = [row(30, { T1: -19 }), row(15, { T1: -12 })]
const past = answering(history, asked =>
  Date.parse(new URLSearchParams(asked.path.split('?')[1]).get('period_to') ?? '') >
  Date.now() + 60_000
    ? []
    : rows,
)
const panel = (said: ColdData, role: 'view' | 'edit' | 'control' = 'control', of = vehicle) =>
  show(<EyecoldPanel vehicle={of} />, past, answering(data, said), ...standing(undefined, role))
/** A unit follows a space that does not break. */
const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ')
const part = async (name: string) => within(await screen.findByRole('region', { name }))

test('the panel shows each sensor that the vehicle has, and marks those out of range of their compartment’s setpoint [eyecold.4, eyecold.23]', async () => {
  stopClock(NOW)
  await panel(cold)
  const temperatures = await part('Temperature')
  expect(temperatures.getAllByRole('listitem').map(i => plain(i.textContent))).toEqual([
    'T1−19,6 °C',
    'T212,3 °C',
    'T3—',
  ])
  expect(temperatures.getAllByRole('img', { name: 'Fuori range' })).toHaveLength(1)
  expect(temperatures.getByText('2 min fa')).toBeInTheDocument()
})
test('the panel shows each compartment with its temperature, setpoint, mode and state [eyecold.6]', async () => {
  await panel(cold)
  const first = await part('Vano 1')
  for (const text of ['−19,6 °C', '−20,0 °C', 'Raffreddamento', 'Acceso'])
    expect(first.getByText(text)).toBeInTheDocument()
  const second = await part('Vano 2')
  expect(second.getAllByText('Sbrinamento')).toHaveLength(2)
  // one of its two sensors reports nothing
  expect(plain(second.getByText('Temperatura').parentElement?.textContent ?? null)).toBe(
    'Temperatura12,3 °C',
  )
  expect(screen.queryByRole('region', { name: 'Vano 3' })).not.toBeInTheDocument()
})
test('the panel shows how the unit runs, its alarm and its hours, and a dash for a value that is not reported [eyecold.19, eyecold.20]', async () => {
  stopClock(NOW)
  await panel({ ...cold, fridge: { ...fridge, engine_status: null } })
  const unit = await part('Gruppo frigo')
  for (const text of ['Acceso', 'Start-stop', 'Bloccato', '2.415 h', '120 h', '—'])
    expect(unit.getByText(text)).toBeInTheDocument()
  expect(unit.getByText('3 min fa')).toBeInTheDocument()
})
test('before any data the panel explains what to expect [eyecold.52]', async () => {
  await panel({ ...cold, temperature: null, fridge: null, odl_num: null, odl_t1: null })
  expect(await screen.findByText('Nessun dato di refrigerazione')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Vano 1' })).not.toBeInTheDocument()
})
test('the history is a table where no chart can be drawn, and an empty period has a message [eyecold.26]', async () => {
  const { unmount } = await panel(cold)
  const table = await screen.findByRole('table', { name: 'Temperature e setpoint' })
  expect(
    within(table)
      .getAllByRole('row')
      .map(r => plain(r.textContent).replace(/^\d\d.*?:\d\d:\d\d/, '')),
  ).toEqual(['OraT1Setpoint vano 1', '−19,0 °C−20,0 °C', '−12,0 °C−20,0 °C'])
  unmount()
  await show(
    <EyecoldPanel vehicle={vehicle} />,
    answering(history, []),
    answering(data, cold),
    ...standing(),
  )
  expect(await screen.findByText('Nessun risultato')).toBeInTheDocument()
})
test('the history offers a report of the unit, and one of the temperatures [eyecold.27]', async () => {
  await panel(cold, 'edit')
  const history = await part('Storico temperature')
  expect(await history.findByRole('button', { name: 'Report generico' })).toBeInTheDocument()
  expect(history.getByRole('button', { name: 'Temperature' })).toBeInTheDocument()
})
test('a failure offers a button to read again', async () => {
  await show(
    <EyecoldPanel vehicle={vehicle} />,
    past,
    failing(data, 500, { message: 'Errore interno', code: 'failed' }),
    ...standing(),
  )
  expect(await screen.findByRole('button', { name: 'Riprova' })).toBeInTheDocument()
})

describe('commands', () => {
  const command = {
    id: 1,
    message_datetime: ago(0),
    status: 1 as const,
    user: 'Anna Rossi',
    user_id: 1,
    action: 'setpoint',
    command: 'reefer setpoint 1 -18',
    command_data: { compartment: 1, value: -18 },
    reason: null,
    answer: null,
  }
  const confirmed = async () => {
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('switch'))
    await userEvent.click(dialog.getByRole('button', { name: 'Invia comando' }))
  }
  test('a setpoint is entered within its limits, confirmed twice, and shown as awaited at once [eyecold.32, eyecold.35, eyecold.36]', async () => {
    let block = cold
    const { requests } = await show(
      <EyecoldPanel vehicle={vehicle} />,
      past,
      answering(data, () => block),
      answering(setSetpoint, () => {
        block = {
          ...cold,
          last_command: command,
          pending: { ...cold.pending, setpoint_t1: { value: -18, since: ago(0), status: 1 } },
        }
        return command
      }),
      ...standing(undefined, 'control'),
    )
    const field = await screen.findByRole('textbox', { name: 'Nuovo setpoint, Vano 1' })
    const button = () => screen.getByRole('button', { name: 'Imposta il setpoint del vano 1' })
    expect(button()).toHaveAttribute('aria-disabled', 'true')
    await userEvent.clear(field)
    await userEvent.type(field, '-99')
    await userEvent.tab()
    expect(field).toHaveValue('-35 °C')
    await userEvent.clear(field)
    await userEvent.type(field, '-18')
    const places = screen.getAllByRole('status')
    await userEvent.click(button())
    // the setpoint differs from the work order's
    expect(plain((await screen.findByRole('dialog')).textContent)).toContain(
      'L’ordine di lavoro ODL-7 chiede −20,0 °C: stai per impostare −18,0 °C.',
    )
    await confirmed()
    // a screen reader announces it, because the live region existed before
    expect(places).toContain(
      (await screen.findByText('Richiesto: −18,0 °C, in attesa di conferma del gruppo')).closest(
        '[role="status"]',
      ),
    )
    expect(requests.find(a => a.method === 'PUT')?.body).toEqual({ compartment: 1, value: -18 })
    expect(await screen.findByText('In coda')).toBeInTheDocument()
  })
  test('an order that changes nothing is not sent [eyecold.41]', async () => {
    const { requests } = await panel(cold)
    const field = await screen.findByRole('textbox', { name: 'Nuovo setpoint, Vano 1' })
    const button = screen.getByRole('button', { name: 'Imposta il setpoint del vano 1' })
    for (const typed of ['', '-20']) {
      await userEvent.clear(field)
      if (typed !== '') await userEvent.type(field, typed)
      expect(button).toHaveAttribute('aria-disabled', 'true')
      await userEvent.click(button)
    }
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(requests.some(a => a.method === 'PUT')).toBe(false)
  })
  test('a setpoint that the work order demands needs no warning', async () => {
    await panel({ ...cold, fridge: { ...fridge, setpoint_t1: -18 } })
    const field = await screen.findByRole('textbox', { name: 'Nuovo setpoint, Vano 1' })
    await userEvent.clear(field)
    await userEvent.type(field, '-20')
    await userEvent.click(screen.getByRole('button', { name: 'Imposta il setpoint del vano 1' }))
    expect((await screen.findByRole('dialog')).textContent).not.toContain('ordine di lavoro')
  })
  test('another compartment than the first is switched separately, and awaited in that compartment [eyecold.42]', async () => {
    const { requests } = await show(
      <EyecoldPanel vehicle={vehicle} />,
      past,
      answering(data, { ...cold, compartments: 3 }),
      answering(switchOff, { ...command, action: 'off' }),
      answering(switchOn, { ...command, action: 'on' }),
      ...standing(undefined, 'control'),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Spegni il vano 2' }))
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'Il carico di questo vano non sarà più refrigerato.',
    )
    await confirmed()
    await waitFor(() =>
      expect(requests.filter(a => a.method === 'PUT').map(a => [a.path, a.body])).toEqual([
        [`/services/eyecold/${vehicle.id}/off`, { compartment: 2 }],
      ]),
    )
    // it is unknown whether the third compartment is on
    for (const name of ['Accendi il vano 3', 'Spegni il vano 3'])
      expect(screen.getByRole('button', { name })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /il vano 1$/ })).not.toBeInTheDocument()
  })
  test('an awaited order for one compartment is shown in that compartment alone', async () => {
    await panel({
      ...cold,
      pending: { ...cold.pending, operation_status_c2: { value: 0, since: ago(0), status: 4 } },
    })
    expect(
      (await part('Vano 2')).getByText('Richiesto: Spento, in attesa di conferma del gruppo'),
    ).toBeInTheDocument()
    expect((await part('Gruppo frigo')).queryByText(/^Richiesto/)).not.toBeInTheDocument()
  })
  test('a refusal is shown in the dialog, and nothing is awaited [eyecold.40]', async () => {
    await show(
      <EyecoldPanel vehicle={vehicle} />,
      past,
      answering(data, cold),
      failing(switchOff, 409, { message: 'Il mezzo non è collegato', code: 'conflict' }),
      ...standing(undefined, 'control'),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Spegni gruppo frigo' }))
    await confirmed()
    expect(await screen.findByText('Il mezzo non è collegato')).toBeInTheDocument()
    expect(screen.queryByText(/in attesa di conferma/)).not.toBeInTheDocument()
  })
  test('commands that are not enabled are replaced by a lock, without buttons [eyecold.38]', async () => {
    await panel({ ...cold, cmd_enabled: false })
    expect(
      await screen.findByText('I comandi a distanza non sono abilitati su questo mezzo'),
    ).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Imposta|Accendi|Spegni/ })).not.toBeInTheDocument()
  })
  test('the buttons of an offline vehicle do nothing [eyecold.39]', async () => {
    await panel({ ...cold, online: false }, 'control', vehicleOf({ ...truck, status: 2 }))
    const off = await screen.findByRole('button', { name: 'Spegni gruppo frigo' })
    expect(off).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(off)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
  test.each(['view', 'edit'] as const)('a person with the role %s sees no command', async role => {
    const { requests } = await panel(cold, role)
    await waitFor(() => expect(requests.some(a => a.path === '/profile')).toBe(true))
    await screen.findByRole('region', { name: 'Gruppo frigo' })
    expect(screen.queryByRole('button', { name: /Imposta|Accendi|Spegni/ })).not.toBeInTheDocument()
  })
})

describe('the work order', () => {
  test('is written without a confirmation, and can be removed [eyecold.48]', async () => {
    const { requests } = await show(
      <EyecoldPanel vehicle={vehicle} />,
      past,
      answering(data, cold),
      answering(setOdlNum, { odl_num: 'ODL-8', odl_t1: -20 }),
      answering(setOdlT1, { odl_num: 'ODL-8', odl_t1: null }),
      ...standing(undefined, 'edit'),
    )
    const order = await part('Ordine di lavoro')
    expect(order.getByText('ODL-7')).toBeInTheDocument()
    await userEvent.click(await order.findByRole('button', { name: 'Modifica' }))
    await userEvent.clear(order.getByRole('textbox', { name: 'Numero' }))
    await userEvent.type(order.getByRole('textbox', { name: 'Numero' }), 'ODL-8')
    await userEvent.clear(order.getByRole('textbox', { name: 'Temperatura richiesta' }))
    await userEvent.click(order.getByRole('button', { name: 'Salva' }))
    await waitFor(() =>
      expect(requests.filter(a => a.method === 'PUT').map(a => a.body)).toEqual([
        { value: 'ODL-8' },
        { value: null },
      ]),
    )
    expect(await order.findByText('ODL-8')).toBeInTheDocument()
    await userEvent.click(await screen.findByRole('button', { name: 'Annulla' }))
    await waitFor(() =>
      expect(requests.filter(a => a.method === 'PUT').map(a => a.body)).toEqual([
        { value: 'ODL-8' },
        { value: null },
        { value: 'ODL-7' },
        { value: -20 },
      ]),
    )
  })
  test('belongs to the owner: others only read it', async () => {
    await panel(cold, 'control', vehicleOf(truck, { owned: false }))
    const order = await part('Ordine di lavoro')
    expect(order.queryByRole('button')).not.toBeInTheDocument()
  })
})
