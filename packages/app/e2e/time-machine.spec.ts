// The time machine: a trip of the last hour is played back on the map, the address contains the moment, and a button returns to the present.
import { expect } from '@playwright/test'
import { accessible, flotta, mapDrawn, signIn, Tracker, test } from './product.ts'

const password = 'Autista-2026'

test('what a vehicle drove is played back from the moment of a link', async ({ page }) => {
  const stamp = String(Date.now()).slice(-6)
  const email = `p${stamp}@flotta.example`
  const customer = await flotta<{ id: number }>('customer', 'create', '--name', `Ieri ${stamp}`)
  const of = ['--customer', String(customer.id)]
  await flotta('user', 'create', ...of, '--email', email, '--role', 'edit', '--password', password)
  const { id } = await flotta<{ id: number }>(
    'vehicle',
    'create',
    ...of,
    '--plate',
    `TM${stamp}`,
    '--type',
    'T',
  )
  const vehicle = ['--vehicle', String(id)]
  await flotta('agreement', 'create', ...of, ...vehicle, '--agreement', '2')
  const imei = `35${String(Date.now()).padStart(13, '0')}`.slice(0, 15)
  await flotta('device', 'create', ...vehicle, '--imei', imei, '--profile', 'fmb1xx')
  const tracker = await Tracker.signedIn(imei)
  // The past begins with the day: right after midnight today has none.
  const began = Date.now() - 20 * 60_000
  for (let i = 0; i <= 20; i++)
    await tracker.send(began + i * 60_000, {
      latitude: 45.46,
      longitude: 9.19 + i * 0.015,
      speed: 70,
    })
  tracker.leave()

  const moment = new Date(began + 2 * 60_000).toISOString()
  await signIn(page, { email, password }, `/global-map?at=${encodeURIComponent(moment)}`)
  await mapDrawn(page)
  const bar = page.getByRole('region', { name: 'Rivedi la flotta' })
  await expect(bar.getByText('1 mezzo sulla mappa')).toBeVisible()
  await expect(page.locator('canvas[data-played="1"]')).toBeVisible()
  const time = bar.locator('time')
  await expect(time).toHaveAttribute('datetime', moment)
  await accessible(page, 'the time machine')

  await bar.getByRole('button', { name: 'Riproduci' }).click()
  await expect
    .poll(async () => Date.parse((await time.getAttribute('datetime')) ?? ''))
    .toBeGreaterThan(began + 4 * 60_000)
  await bar.getByRole('button', { name: 'Pausa' }).click()
  const inAddress = () => Date.parse(new URL(page.url()).searchParams.get('at') ?? '')
  await expect.poll(inAddress).toBeGreaterThan(began + 4 * 60_000)
  await bar.getByRole('button', { name: 'Torna al presente' }).click()
  await expect(bar).toHaveCount(0)
  await expect(page.locator('[data-vehicles="1"]')).toBeVisible()
})
