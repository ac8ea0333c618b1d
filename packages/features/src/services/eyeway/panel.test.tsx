// The axle and tyre panel: its values and colours, the reference values, and the ownership of the tyres.
import { now } from '@flotta/ui/clock.ts'
import { answering, failing, type SentRequest, show, signIn } from '@flotta/ui/testing.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { tireRents } from '../../fleet/rents/contract.ts'
import { setTireOwnership, type Vehicle, vehicleById } from '../../fleet/vehicles/contract.ts'
import { ago, standing, truck, vehicleOf } from '../../map/global-map/web/testing.ts'
import { type AxleData, data, history, setTireParameters } from './contract.ts'
import EyewayPanel from './panel.tsx'
import { noTires } from './testing-data.ts'

beforeEach(signIn)
const { gross_weight: _, ...nothing } = noTires
const last: AxleData = {
  ...nothing,
  message_datetime: ago(1),
  odometer: 183_456,
  load: 15_500,
  speed: 84,
  red_warning: 0,
  amber_warning: 1,
  axle1_load: 6_400,
  axle2_load: 9_100,
  axle1_left_tyre_pressure: 8.2,
  axle1_left_tyre_temperature: 41,
  axle1_left_brake_lining: 60,
  axle1_right_tyre_pressure: 7.4,
  axle1_right_tyre_temperature: 40,
  axle2_left_tyre_pressure: 8.3,
  axle2_left_tyre_temperature: 81,
}
const rent = {
  id: 9,
  vehicle_id: 1,
  plate: truck.plate,
  rent_start: '2026-01-01',
  rent_end: '2028-12-31',
  initial_km_contract: 100_000,
  initial_km_period: null,
  contracted_km: 300_000,
  contracted_km_term: 1 as const,
  renter_name: 'Gomme a Canone',
}
const { plate: _plate, ...tire_rent } = rent
const vehicle = vehicleOf({ ...truck, active_agreements: [2, 8] }, { axles_number: 2 })
const list = (rents: (typeof rent)[]) =>
  answering(tireRents.list, {
    data: rents,
    meta: { current_page: 1, total_pages: 1, per_page: 20, total: rents.length },
  })
const rows = [ago(90), ago(60), ago(30)].map((message_datetime, i) => ({
  ...last,
  message_datetime,
  speed: 70 + i,
  axle2_right_tyre_pressure: 8 + i / 10,
}))
/** Two calls: the past, and newer rows, of which there are none. */
const past = ({ path }: SentRequest) =>
  Date.parse(new URLSearchParams(path.split('?')[1]).get('period_from') ?? '') > Date.now() - 60_000
    ? []
    : rows
const answers = (told: AxleData | null = last) => [
  answering(data, told),
  answering(history, past),
  list([]),
]
const panel = (
  some: Partial<Vehicle> = {},
  more: readonly ReturnType<typeof answering>[] = [],
  role: 'view' | 'edit' = 'edit',
) =>
  show(
    <EyewayPanel vehicle={{ ...vehicle, ...some }} />,
    ...answers(),
    ...standing(undefined, role),
    ...more,
  )
const section = (name: string) => within(screen.getByRole('region', { name }))

describe('the newest values', () => {
  test('are load in kg, speed, odometer and the warnings in words [eyeway.21]', async () => {
    await panel()
    await screen.findByText('15.500 kg')
    const now = section('Ultimo stato')
    for (const [label, value] of [
      ['Carico', '15.500 kg'],
      ['Velocità', '84 km/h'],
      ['Contachilometri', '183.456 km'],
      ['Spia rossa', 'Spento'],
      ['Spia gialla', 'Attivo'],
      ['Allarme guarnizioni freni', '—'],
    ])
      expect(now.getByText(label ?? '').parentElement).toHaveTextContent(`${label}${value}`)
  })
  test('list the axles with load, pressure, temperature and lining, and the state of each tyre in words beside its colour [eyeway.22, eyeway.23]', async () => {
    await panel()
    const table = await screen.findByRole('table', { name: 'Assi e pneumatici' })
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map(row => [...row.children].map(cell => cell.textContent?.replaceAll('\u00a0', ' ')))
    expect(cells).toEqual([
      ['Asse 16.400 kg', '8,2 bar41 °CGuarnizione 60%Accettabile', '7,4 bar40 °CSottogonfio'],
      ['Asse 29.100 kg', '8,3 bar81 °CCritico', '——Nessun dato'],
    ])
    expect(
      within(screen.getByRole('list', { name: 'Legenda' }))
        .getAllByRole('listitem')
        .map(item => item.textContent),
    ).toEqual(['Accettabile', 'Sottogonfio', 'Critico', 'Nessun dato'])
  })
  test('have colours by the vehicle’s own parameters', async () => {
    await panel({ tire_parameters: { max_temp: 90, nominal_pressure: 7, max_pressure: 8 } })
    const [, first] = within(
      await screen.findByRole('table', { name: 'Assi e pneumatici' }),
    ).getAllByRole('row')
    expect(first).toHaveTextContent('8,2 bar41 °CGuarnizione 60%Critico')
    expect(first).toHaveTextContent('7,4 bar40 °CAccettabile')
  })
  test('are replaced by an explanation before any data', async () => {
    await show(<EyewayPanel vehicle={vehicle} />, ...answers(null), ...standing())
    expect(await screen.findByText(/compaiono qui appena il dispositivo/)).toBeInTheDocument()
  })
  test('have no kilometres for a vehicle that is pushed by hand [eyeway.30]', async () => {
    await panel({ vehicle_type: 'P', tire_ownership: 1, tire_rent }, [list([rent])])
    await screen.findByText('15.500 kg')
    expect(screen.queryByText('Contachilometri')).not.toBeInTheDocument()
    expect(screen.queryByText('Correzione chilometri')).not.toBeInTheDocument()
    expect(await screen.findByText('Gomme a Canone')).toBeInTheDocument()
    expect(screen.queryByText('Chilometri')).not.toBeInTheDocument()
  })
})

describe('the parameters of the tyres', () => {
  const open = async () => {
    await userEvent.click(
      await screen.findByRole('button', { name: 'Modifica Parametri pneumatici' }),
    )
    return {
      nominal: screen.getByRole('textbox', { name: 'Pressione nominale' }),
      most: screen.getByRole('textbox', { name: 'Pressione massima' }),
    }
  }
  test('are shown with the usual values, set, and saved with a message [eyeway.19]', async () => {
    const view = await panel({}, [
      answering(setTireParameters, { max_temp: 75, nominal_pressure: 8.5, max_pressure: 9 }),
    ])
    const { nominal, most } = await open()
    expect(screen.getByRole('textbox', { name: 'Temperatura massima' })).toHaveAttribute(
      'placeholder',
      '75',
    )
    expect(nominal).toHaveAttribute('placeholder', '8')
    expect(most).toHaveAttribute('placeholder', '8.5')
    await userEvent.clear(nominal)
    await userEvent.type(nominal, '8,5{Enter}')
    await waitFor(() =>
      expect(view.requests.find(a => a.method === 'POST')).toMatchObject({
        path: '/services/eyeway/1/tire_parameters',
        body: { max_temp: 75, nominal_pressure: 8.5, max_pressure: 9 },
      }),
    )
    expect(await screen.findByText('Parametri pneumatici salvati con successo')).toBeInTheDocument()
  })
  test('step by a tenth of a bar for pressures [eyeway.20]', async () => {
    await panel()
    const { nominal, most } = await open()
    await userEvent.type(nominal, '{ArrowUp}')
    await userEvent.type(most, '{ArrowDown}')
    expect([nominal, most].map(field => (field as HTMLInputElement).value)).toEqual([
      expect.stringMatching(/^8,1/),
      expect.stringMatching(/^8,9/),
    ])
  })
  test('show a refusal at its field, and then the general message [services.60]', async () => {
    const refused = {
      message: 'Controlla i campi',
      code: 'invalid',
      data: { max_pressure: ['Non può essere inferiore'] },
    }
    await panel({}, [failing(setTireParameters, 422, refused)])
    const { nominal } = await open()
    await userEvent.clear(nominal)
    await userEvent.type(nominal, '9,5{Enter}')
    expect(
      await screen.findByText('Pressione massima: Non può essere inferiore'),
    ).toBeInTheDocument()
    expect(screen.getByText('Controlla i campi')).toBeInTheDocument()
    expect(screen.getByText('Non può essere inferiore')).toBeInTheDocument()
  })
  test.each<[string, 'view' | 'edit', boolean]>([
    ['a reader', 'view', true],
    ['a guest', 'edit', false],
  ])('are visible to %s, who cannot set them', async (_, role, owned) => {
    await panel({ owned }, [], role)
    await screen.findByText('15.500 kg')
    expect(section('Parametri pneumatici').getByText('8,0 bar')).toBeInTheDocument()
    expect(
      screen.queryByRole('button', { name: 'Modifica Parametri pneumatici' }),
    ).not.toBeInTheDocument()
  })
})

describe('the ownership of the tyres', () => {
  const choice = async (name: string) => {
    const radio = await screen.findByRole('radio', { name })
    await waitFor(() => expect(radio).toBeEnabled())
    return radio
  }
  test('changes from own to rented with one click, and then a contract can be entered [eyeway.25]', async () => {
    const view = await panel({}, [
      answering(setTireOwnership, { ...vehicle, tire_ownership: 1 }),
      answering(vehicleById, { ...vehicle, tire_ownership: 1 }),
    ])
    await userEvent.click(await choice('A noleggio'))
    await waitFor(() =>
      expect(view.requests.find(a => a.method === 'PUT')).toMatchObject({
        path: '/vehicles/1/tire_ownership',
        body: { tire_ownership: 1 },
      }),
    )
  })
  test('has a button that opens the form for a contract, which begins today [eyeway.27, eyeway.33]', async () => {
    await panel({ tire_ownership: 1 })
    const rented = section('Noleggio pneumatici')
    const open = await rented.findByRole('button', { name: 'Aggiungi contratto' })
    expect(rented.queryByRole('textbox', { name: 'Noleggiatore' })).not.toBeInTheDocument()
    await userEvent.click(open)
    expect(await rented.findByRole('textbox', { name: 'Noleggiatore' })).toBeInTheDocument()
    const today = formatDateTime(now(), 'date')
    expect(rented.getByRole('textbox', { name: 'Inizio' })).toHaveValue(today)
    expect(rented.getByRole('textbox', { name: 'Fine' })).toHaveValue(today)
  })
  test('shows each fault of a refused contract, and the general message [services.59]', async () => {
    const refused = {
      message: 'Controlla i campi',
      code: 'invalid',
      data: { renter_name: ['Nome troppo lungo'], rent_end: ['Prima dell’inizio'] },
    }
    await panel({ tire_ownership: 1 }, [failing(tireRents.create, 422, refused)])
    const rented = section('Noleggio pneumatici')
    await userEvent.click(await rented.findByRole('button', { name: 'Aggiungi contratto' }))
    await userEvent.type(await rented.findByRole('textbox', { name: 'Noleggiatore' }), 'A{Enter}')
    expect(await screen.findByText('Noleggiatore: Nome troppo lungo')).toBeInTheDocument()
    expect(screen.getByText('Fine: Prima dell’inizio')).toBeInTheDocument()
    expect(screen.getByText('Controlla i campi')).toBeInTheDocument()
  })
  test('returns to its former value when a change is refused, with each fault and the general message [services.61]', async () => {
    const refused = {
      message: 'Controlla i campi',
      code: 'invalid',
      data: { tire_ownership: ['Scelta non valida'] },
    }
    await panel({}, [failing(setTireOwnership, 422, refused), answering(vehicleById, vehicle)])
    await userEvent.click(await choice('A noleggio'))
    expect(await screen.findByText('Scelta non valida')).toBeInTheDocument()
    expect(screen.getByText('Controlla i campi')).toBeInTheDocument()
    expect(await choice('Di proprietà')).toBeChecked()
  })
  test('shows a rental with its contract and used kilometres; changing to own tyres asks for confirmation and removes the contract [eyeway.26]', async () => {
    const view = await panel({ tire_ownership: 1, tire_rent }, [
      list([rent]),
      answering(tireRents.remove, undefined as never),
    ])
    expect(await screen.findByText('Gomme a Canone')).toBeInTheDocument()
    expect(screen.getByText(/83\.456 km di 300\.000 km/)).toBeInTheDocument()
    await userEvent.click(await choice('Di proprietà'))
    const asking = within(
      await screen.findByRole('dialog', {
        name: 'Rimuovere il noleggio pneumatici di Gomme a Canone?',
      }),
    )
    expect(asking.getByText(/gli pneumatici tornano di proprietà/)).toBeInTheDocument()
    await userEvent.click(asking.getByRole('button', { name: 'Rimuovi' }))
    await waitFor(() =>
      expect(view.requests.find(a => a.method === 'DELETE')).toMatchObject({
        path: '/tire_rents/9',
      }),
    )
    expect(
      await screen.findByText('Dati di noleggio pneumatici rimossi con successo'),
    ).toBeInTheDocument()
  })
  test('is shown only where position and odometer are known, and to the owner alone [eyeway.24]', async () => {
    const { unmount } = await panel({ odometer: null })
    await screen.findByText('15.500 kg')
    expect(screen.queryByRole('radio', { name: 'A noleggio' })).not.toBeInTheDocument()
    unmount()
    await panel({ owned: false })
    await screen.findByText('15.500 kg')
    expect(screen.queryByRole('radio', { name: 'A noleggio' })).not.toBeInTheDocument()
  })
})

describe('the history', () => {
  test('shows the speed and one tyre, which can be chosen [eyeway.32]', async () => {
    await panel()
    const figure = await screen.findByRole('figure', { name: 'Pressione, Asse 1 sinistra' })
    expect(figure).toBeInTheDocument()
    expect(screen.getByRole('figure', { name: 'Velocità' })).toHaveTextContent('72')
    await userEvent.click(screen.getByRole('combobox', { name: 'Analisi pneumatico' }))
    expect((await screen.findAllByRole('option')).map(option => option.textContent)).toEqual([
      'Asse 1 sinistra',
      'Asse 1 destra',
      'Asse 2 sinistra',
      'Asse 2 destra',
    ])
    await userEvent.click(screen.getByRole('option', { name: 'Asse 2 destra' }))
    expect(
      await screen.findByRole('figure', { name: 'Pressione, Asse 2 destra' }),
    ).toHaveTextContent('8,2')
    expect(screen.getByRole('figure', { name: 'Temperatura, Asse 2 destra' })).toBeInTheDocument()
  })
  test('shows a message where it has no results', async () => {
    await panel({}, [answering(history, [])])
    expect(await screen.findByText('Nessun risultato')).toBeInTheDocument()
  })
})
