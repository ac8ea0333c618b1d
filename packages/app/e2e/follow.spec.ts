// The main job: a tracker reports, a manager follows it on the map, opens its trip and plays it back.
import { expect } from '@playwright/test'
import { accessible, flotta, mapDrawn, signIn, Tracker, test } from './product.ts'

const password = 'Autista-2026'
const imei = () => `35${String(Date.now()).padStart(13, '0')}`.slice(0, 15)

test('a vehicle made by the command line reports, moves on the map, and its trip can be opened', async ({
  page,
}) => {
  const stamp = String(Date.now()).slice(-5)
  const plate = `ZZ${stamp}`
  const customer = await flotta<{ id: number }>('customer', 'create', '--name', `Cliente ${stamp}`)
  const of = ['--customer', String(customer.id)]
  await flotta(
    'user',
    'create',
    ...of,
    '--email',
    `m${stamp}@flotta.example`,
    '--role',
    'edit',
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
    'T',
  )
  for (const agreement of ['2', '25', '27'])
    await flotta(
      'agreement',
      'create',
      ...of,
      '--vehicle',
      String(vehicle.id),
      '--agreement',
      agreement,
    )
  await signIn(page, { email: `m${stamp}@flotta.example`, password })
  await mapDrawn(page)
  const list = page.getByRole('region', { name: 'Mezzi' })
  await expect(list.getByRole('link', { name: new RegExp(plate) })).toContainText('Mai visto')

  const number = imei()
  await flotta(
    'device',
    'create',
    '--vehicle',
    String(vehicle.id),
    '--imei',
    number,
    '--profile',
    'fmb1xx',
  )
  const tracker = await Tracker.signedIn(number)
  const began = Date.now() - 12 * 60_000
  const at = (i: number) => ({
    latitude: 45.46 + i * 0.002,
    longitude: 9.19 + i * 0.003,
    speed: 72,
  })
  for (let i = 0; i < 20; i++) await tracker.send(began + i * 30_000, at(i))
  const card = list.getByRole('link', { name: new RegExp(plate) })
  await expect(card).toContainText('72 km/h')
  await expect(card).toContainText('Connesso')

  await card.click()
  await expect(page).toHaveURL(new RegExp(`v=${vehicle.id}`))
  const panel = page.getByRole('complementary', { name: 'Dettaglio del mezzo' })
  await expect(panel.getByRole('heading', { name: plate })).toBeVisible()
  await panel.getByRole('tab', { name: /Posizione/ }).click()
  await expect(panel).toContainText('72')
  await accessible(page, 'vehicle panel')

  await tracker.send(Date.now(), { ...at(21), speed: 55 })
  await expect(card).toContainText('55 km/h')
  await expect(panel).toContainText('55')
  const trip = panel.getByRole('button', { name: /in corso/ })
  await trip.click()
  await expect(page).toHaveURL(/trip=/)
  await expect(page.getByRole('button', { name: /Riproduci/ })).toBeVisible()
  await page.getByRole('button', { name: /Riproduci/ }).click()
  tracker.leave()
  await page.goBack()
})

test('what one customer owns another cannot open', async ({ page }) => {
  const stamp = String(Date.now()).slice(-5)
  const [foreign] = await flotta<{ id: number }[]>('vehicle', 'list')
  const customer = await flotta<{ id: number }>('customer', 'create', '--name', `Altro ${stamp}`)
  await flotta(
    'user',
    'create',
    '--customer',
    String(customer.id),
    '--email',
    `a${stamp}@flotta.example`,
    '--role',
    'control',
    '--password',
    password,
  )
  await signIn(
    page,
    { email: `a${stamp}@flotta.example`, password },
    `/global-map?v=${foreign?.id}`,
  )
  await expect(page.getByText('Questo mezzo non esiste o non è tuo.')).toBeVisible()
  await expect(page.getByText('I mezzi vengono attivati dal fornitore')).toBeVisible()
})
