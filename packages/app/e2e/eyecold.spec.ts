// From the button to the refrigeration unit and back, in the vehicle's panel and from a row of the board: a setpoint is requested, and the unit
// itself reports that it has it.
import { expect, type Page } from '@playwright/test'
import { accessible, flotta, legible, signIn, Tracker, test } from './product.ts'

const HERE = { latitude: 45.0526, longitude: 9.693, speed: 0 }
/**
 * Elements of a refrigeration unit, by compartment: state bits (available, on), mode (cooling), the temperature of the load, the setpoint; the last
 * two in tenths of a degree.
 */
const ZONES = [
  { state: 10045, mode: 10046, load: 72, setpoint: 10049 },
  { state: 10054, mode: 10055, load: 73, setpoint: 10058 },
] as const
const tenths = (celsius: number): number => (65_536 + Math.round(celsius * 10)) % 65_536

interface Reefer {
  readonly id: number
  readonly plate: string
  /** From now on the unit reports the requested setpoint; until then it has only received the command. */
  readonly confirm: () => void
  readonly leave: () => void
}
/** A company with a reefer whose compartments have these setpoints and are a little warmer, and a person who may command it, signed in at an address. */
async function reeferOf(
  page: Page,
  setpoints: number[],
  addressOf: (vehicle: number) => string,
): Promise<Reefer> {
  const stamp = String(Date.now()).slice(-6)
  const [plate, imei] = [`EC${stamp}`, `354000000${stamp}`]
  const person = { email: `e${stamp}@flotta.example`, password: 'Prova-2026' }
  const customer = await flotta<{ id: number }>('customer', 'create', '--name', `Freddo ${stamp}`)
  const of = ['--customer', String(customer.id)]
  await flotta(
    ...['user', 'create', ...of, '--email', person.email, '--role', 'control'],
    ...['--password', person.password],
  )
  const vehicle = await flotta<{ id: number }>(
    ...['vehicle', 'create', ...of, '--plate', plate, '--type', 'S'],
  )
  const on = ['--vehicle', String(vehicle.id)]
  const configurations = {
    eyecold_cmd_enabled: 'true',
    fridge_compartments_number: setpoints.length,
    fridge_temperature_sensors_number: setpoints.length,
    cmd_setpoint: 'setpoint {compartment} {value}',
  }
  const texts = Object.entries(configurations).map(([name, value]) => `${name}=${value}`)
  await flotta('vehicle', 'configure', String(vehicle.id), '--configurations', texts.join(','))
  await flotta('device', 'create', ...on, '--imei', imei, '--profile', 'fmx6')
  await flotta('agreement', 'create', ...on, ...of, '--agreement', '3')

  const tell = (tracker: Tracker) =>
    tracker.send(Date.now(), {
      ...HERE,
      elements: ZONES.slice(0, setpoints.length).flatMap((zone, i) => [
        { id: zone.state, width: 1, value: 3 },
        { id: zone.mode, width: 1, value: 2 },
        { id: zone.load, width: 2, value: tenths((setpoints[i] ?? 0) + 0.2) },
        { id: zone.setpoint, width: 2, value: tenths(setpoints[i] ?? 0) },
      ]),
    })
  const tracker = await Tracker.signedIn(imei)
  let confirm: () => void = () => undefined
  const mayConfirm = new Promise<void>(resolve => {
    confirm = resolve
  })
  tracker.obeys(
    text => {
      const [, compartment, value] = /^setpoint ([12]) (-?\d+)$/.exec(text) ?? []
      if (compartment === undefined) return 'Unknown command'
      setpoints[Number(compartment) - 1] = Number(value)
      return 'setpoint OK'
    },
    async () => {
      await mayConfirm
      await tell(tracker)
    },
  )
  await tell(tracker)
  await signIn(page, person, addressOf(vehicle.id))
  return { id: vehicle.id, plate, confirm, leave: () => tracker.leave() }
}

/** Confirms the command in its dialog. */
async function send(page: Page, label: string, plate: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `${label}: ${plate}` })
  await dialog.getByRole('switch').check()
  await dialog.getByRole('button', { name: 'Invia comando' }).click()
  await expect(dialog).toBeHidden()
}

test('a setpoint is changed, awaited, and confirmed by the unit itself [eyecold.37]', async ({
  page,
}) => {
  const reefer = await reeferOf(page, [-18], id => `/global-map?v=${id}&tab=eyecold`)
  const compartment = page.getByRole('region', { name: 'Vano 1' })
  const field = compartment.getByRole('textbox', { name: 'Nuovo setpoint, Vano 1' })
  const button = compartment.getByRole('button', { name: 'Imposta il setpoint del vano 1' })
  await expect(field).toBeEnabled()
  await accessible(page, 'refrigeration')
  await field.fill('-20')
  await button.click()
  await send(page, 'Imposta il setpoint del vano 1', reefer.plate)
  await expect(compartment.getByRole('status')).toContainText('−20,0 °C')
  // The button is disabled until then, and still has the focus.
  await expect(button).toBeFocused()
  reefer.confirm()
  await expect(compartment.getByRole('definition').filter({ hasText: '−20,0' })).toBeVisible()
  await expect(compartment.getByRole('status')).toBeEmpty()
  // A key hides and shows a line of the chart.
  const line = page.getByRole('list', { name: 'Legenda' }).getByRole('button').first()
  await line.press('Space')
  await expect(line).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Space')
  await expect(line).toHaveAttribute('aria-pressed', 'true')
  reefer.leave()
})

test('from a row of the board a compartment gets another setpoint, and the row has it once the unit says so [eyecold.54]', async ({
  page,
}) => {
  const reefer = await reeferOf(page, [-18, 4], () => '/services/eyecold')
  const rows = page.getByRole('table', { name: 'Mezzi con il servizio' }).getByRole('row')
  const [frozen, fresh] = [rows.filter({ hasText: 'Vano 1' }), rows.filter({ hasText: 'Vano 2' })]
  await expect(frozen).toContainText('−18,0 °C')
  await expect(fresh).toContainText('4,2 °C')
  await accessible(page, 'board of reefers')
  await legible(page, 'board of reefers', 'dark')
  await fresh.getByRole('button', { name: `Comandi del vano 2 di ${reefer.plate}` }).click()
  const dialog = page.getByRole('dialog', { name: reefer.plate, exact: true })
  const compartment = dialog.getByRole('region', { name: 'Vano 2' })
  // The dialog has only the compartments of the row.
  await expect(compartment).toBeVisible()
  await expect(dialog.getByRole('region')).toHaveCount(1)
  await accessible(page, 'command of a row')
  await compartment.getByRole('textbox', { name: 'Nuovo setpoint, Vano 2' }).fill('2')
  await compartment.getByRole('button', { name: 'Imposta il setpoint del vano 2' }).click()
  await send(page, 'Imposta il setpoint del vano 2', reefer.plate)
  await expect(compartment.getByRole('status')).toContainText('2,0 °C')
  await expect(fresh).toContainText('4,0 °C')
  reefer.confirm()
  await expect(compartment.getByRole('status')).toBeEmpty()
  await expect(compartment.getByRole('definition').filter({ hasText: /^2,0\s°C$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(fresh).toContainText('2,0 °C')
  await expect(frozen).toContainText('−18,0 °C')
  reefer.leave()
})
