// From the button to the refrigeration unit and back: a setpoint is asked for, and the unit says itself that it has it.
import { expect } from '@playwright/test'
import { accessible, flotta, signIn, Tracker, test } from './product.ts'

const HERE = { latitude: 45.0526, longitude: 9.693, speed: 0 }
/** Elements of a refrigeration unit: zone 1's state bits (available, on), mode (cooling), air, setpoint; of the last two tenths of a degree. */
const [STATE, MODE, RETURN, SETPOINT] = [10045, 10046, 10047, 10049]

test('a setpoint is changed, awaited, and confirmed by the unit itself [eyecold.37]', async ({
  page,
}) => {
  const stamp = String(Date.now()).slice(-6)
  const plate = `EC${stamp}`
  const password = 'Prova-2026'
  const customer = await flotta<{ id: number }>('customer', 'create', '--name', `Freddo ${stamp}`)
  const of = ['--customer', String(customer.id)]
  await flotta(
    'user',
    'create',
    ...of,
    '--email',
    `e${stamp}@flotta.example`,
    '--role',
    'control',
    '--password',
    password,
  )
  const vehicle = await flotta<{ id: number }>(
    'vehicle',
    'create',
    ...of,
    '--plate',
    plate,
    '--type',
    'S',
  )
  const texts =
    'eyecold_cmd_enabled=true,fridge_compartments_number=1,fridge_temperature_sensors_number=1,cmd_setpoint=setpoint {compartment} {value}'
  await flotta('vehicle', 'configure', String(vehicle.id), '--configurations', texts)
  await flotta(
    'device',
    'create',
    '--vehicle',
    String(vehicle.id),
    '--imei',
    `354000000${stamp}`,
    '--profile',
    'fmx6',
  )
  await flotta('agreement', 'create', '--vehicle', String(vehicle.id), ...of, '--agreement', '3')

  let setpoint = -18
  const tell = (tracker: Tracker) =>
    tracker.send(Date.now(), {
      ...HERE,
      elements: [
        { id: STATE, width: 1, value: 3 },
        { id: MODE, width: 1, value: 2 },
        { id: 72, width: 2, value: 65_536 - 182 },
        { id: RETURN, width: 2, value: 65_536 - 182 },
        { id: SETPOINT, width: 2, value: 65_536 + setpoint * 10 },
      ],
    })
  const tracker = await Tracker.signedIn(`354000000${stamp}`)
  let confirm: () => void = () => undefined
  const mayConfirm = new Promise<void>(resolve => {
    confirm = resolve
  })
  tracker.obeys(
    text => {
      const asked = /^setpoint 1 (-?\d+)$/.exec(text)?.[1]
      if (asked === undefined) return 'Unknown command'
      setpoint = Number(asked)
      return 'setpoint OK'
    },
    async () => {
      await mayConfirm
      await tell(tracker)
    },
  )
  await tell(tracker)

  await signIn(
    page,
    { email: `e${stamp}@flotta.example`, password },
    `/global-map?v=${vehicle.id}&tab=eyecold`,
  )
  const compartment = page.getByRole('region', { name: 'Vano 1' })
  const field = compartment.getByRole('textbox', { name: 'Nuovo setpoint, Vano 1' })
  await expect(field).toBeEnabled()
  await accessible(page, 'refrigeration')
  await field.fill('-20')
  await compartment.getByRole('button', { name: 'Imposta il setpoint del vano 1' }).click()
  const dialog = page.getByRole('dialog', { name: `Imposta il setpoint del vano 1: ${plate}` })
  await dialog.getByRole('switch').check()
  await dialog.getByRole('button', { name: 'Invia comando' }).click()
  await expect(dialog).toBeHidden()
  await expect(compartment.getByRole('status')).toContainText('−20,0 °C')
  // its button is locked until then, and is still the one that was pressed
  await expect(
    compartment.getByRole('button', { name: 'Imposta il setpoint del vano 1' }),
  ).toBeFocused()
  confirm()
  await expect(compartment.getByRole('definition').filter({ hasText: '−20,0' })).toBeVisible()
  await expect(compartment.getByRole('status')).toBeEmpty()
  tracker.leave()
})
