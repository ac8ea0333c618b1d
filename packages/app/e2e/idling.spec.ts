// The engine is left running in the yard: the alert appears while somebody looks at the list, and the map shows what the vehicle does and since when,
// on a desk and on a phone.
import { expect } from '@playwright/test'
import { accessible, flotta, mapDrawn, signIn, Tracker, test } from './product.ts'

const password = 'Minimo-2026'
const stamp = String(Date.now()).slice(-6)
const email = `mi${stamp}@flotta.example`
const viewports = [
  { name: 'desk', viewport: { width: 1366, height: 768 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const
const place = { latitude: 45.0522, longitude: 9.6999 }
const MINUTE = 60_000

let company: readonly string[] = []
test.beforeAll(async () => {
  const { id } = await flotta<{ id: number }>('customer', 'create', '--name', `Minimo ${stamp}`)
  company = ['--customer', String(id)]
  await flotta(
    'user',
    'create',
    ...company,
    '--email',
    email,
    '--role',
    'edit',
    '--password',
    password,
  )
})

for (const [index, { name, viewport }] of viewports.entries())
  test(`${name}: an engine that is left on raises its alert, and the map says since when [alerts.123, vehicles.62]`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    const plate = `MI${index}${stamp.slice(-4)}`
    const imei = `38${index}${String(Date.now()).padStart(13, '0')}`.slice(0, 15)
    const vehicle = await flotta<{ id: number }>(
      'vehicle',
      'create',
      ...company,
      '--plate',
      plate,
      '--type',
      'T',
    )
    const on = ['--vehicle', String(vehicle.id)]
    await flotta('agreement', 'create', ...company, ...on, '--agreement', '2')
    await flotta('device', 'create', ...on, '--imei', imei, '--profile', 'fmb1xx')
    await signIn(page, { email, password }, '/active-alerts')
    const row = page
      .getByRole('list', { name: 'Avvisi attivi' })
      .getByRole('listitem')
      .filter({ hasText: plate })
    await expect(page.getByRole('heading', { name: 'Avvisi attivi' })).toBeVisible()
    await expect(row).toHaveCount(0)

    // The vehicle enters the yard and stands for a quarter of an hour; its records are sent afterwards.
    const tracker = await Tracker.signedIn(imei)
    const now = Date.now()
    await tracker.send(now - 16 * MINUTE, { ...place, latitude: place.latitude + 0.01, speed: 40 })
    for (const minutes of [15, 13, 9, 5, 0])
      await tracker.send(now - minutes * MINUTE, { ...place, speed: 0 })
    tracker.leave()
    await expect(row).toContainText('Il mezzo è fermo a motore acceso da troppo tempo')
    await expect(row.getByRole('img', { name: 'Avvertenza' })).toBeVisible()
    await accessible(page, `an engine left on, ${name}`)

    await row.getByRole('link').click()
    await mapDrawn(page)
    await expect(page.getByText('Fermo a motore acceso').first()).toBeVisible()
    await page.screenshot({ path: `.cache/e2e/idling-${name}.png` })
  })
