// From the button to the device and back: a starter is disabled and enabled again, a door unlocked; the device's own reading confirms each.
import { expect, type Page } from '@playwright/test'
import { accessible, flotta, signIn, Tracker, test } from './product.ts'

const HERE = { latitude: 45.0526, longitude: 9.693, speed: 0, ignition: false }
/** AVL ids of the first two outputs. */
const IDS = [179, 180] as const

test('a starter is disabled and restored, a door unlocked, and the device confirms each [eyesafe.32]', async ({
  page,
}) => {
  const stamp = String(Date.now()).slice(-6)
  const imei = `353000000${stamp}`
  const plate = `SF${stamp}`
  const password = 'Prova-2026'
  const customer = await flotta<{ id: number }>('customer', 'create', '--name', `Comandi ${stamp}`)
  const of = ['--customer', String(customer.id)]
  await flotta(
    'user',
    'create',
    ...of,
    '--email',
    `s${stamp}@flotta.example`,
    '--name',
    'Sara Conti',
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
    'V',
  )
  const device = await flotta<{ id: number }>(
    'device',
    'create',
    '--vehicle',
    String(vehicle.id),
    '--imei',
    imei,
    '--profile',
    'fmb1xx',
  )
  await flotta('device', 'wire', String(device.id), '--wiring', 'start_blocked=out1,lock_open=out2')
  for (const id of ['31', '32'])
    await flotta('agreement', 'create', '--vehicle', String(vehicle.id), ...of, '--agreement', id)

  const outputs = [0, 0]
  const tell = (tracker: Tracker) =>
    tracker.send(Date.now(), {
      ...HERE,
      elements: IDS.map((id, i) => ({ id, width: 1, value: outputs[i] ?? 0 })),
    })
  const tracker = await Tracker.signedIn(imei)
  tracker.obeys(
    text => {
      const states = /^setdigout ([01?]+)$/.exec(text)?.[1]
      if (states === undefined) return 'Unknown command'
      for (const [i, state] of [...states].entries()) if (state !== '?') outputs[i] = Number(state)
      return [...states]
        .map(
          (state, i) => `DOUT${i + 1}:${state === '?' ? 'IGNORED' : `${state} Timeout:INFINITY`}`,
        )
        .join(' ')
    },
    () => tell(tracker),
  )
  await tell(tracker)

  await signIn(
    page,
    { email: `s${stamp}@flotta.example`, password },
    `/global-map?v=${vehicle.id}&tab=eyesafe`,
  )
  const starter = page.getByRole('region', { name: 'Avviamento' })
  await expect(starter.getByText('Abilitato', { exact: true })).toBeVisible()
  await send(page, 'Disabilita avviamento da chiave', plate)
  await expect(
    starter.getByText('Avviamento da chiave disabilitato', { exact: true }),
  ).toBeVisible()
  await expect(starter.getByText('Eseguito')).toBeVisible()
  await accessible(page, 'starter')
  await send(page, 'Ripristina avviamento da chiave', plate)
  await expect(starter.getByText('Abilitato', { exact: true })).toBeVisible()

  await page.getByRole('tab', { name: 'Serratura', exact: true }).click()
  const lock = page.getByRole('region', { name: 'Serratura' })
  await expect(lock.getByText('Chiusa', { exact: true })).toBeVisible()
  await send(page, 'Sblocca porta', plate)
  await expect(lock.getByText('Sbloccata', { exact: true })).toBeVisible()
  await expect(lock.getByText('Sara Conti')).toBeVisible()
  tracker.leave()
})

/** Presses a command's button, ticks what must be ticked, and waits until the dialog has closed. */
async function send(page: Page, label: string, plate: string): Promise<void> {
  const button = page.getByRole('button', { name: label })
  await expect(button).toHaveAttribute('aria-disabled', 'false')
  await button.click()
  const dialog = page.getByRole('dialog', { name: `${label}: ${plate}` })
  await dialog.getByRole('switch').check()
  await dialog.getByRole('button', { name: 'Invia comando' }).click()
  await expect(dialog).toBeHidden()
}
