// Hubs on the map, the filter by type and subtype, and the search of places by keys alone.
import { expect, type Page } from '@playwright/test'
import { accessible, flotta, mapDrawn, signIn, Tracker, test } from './product.ts'

const password = 'Autista-2026'
const stamp = String(Date.now()).slice(-6)
const email = `ha${stamp}@flotta.example`
const plate = `HA${stamp}`
const car = `HU${stamp}`
/** The vehicle stands in the hub, east of its centre. */
const hub = { latitude: 44.86, longitude: 10.22, radius: 1000 }
const place = { latitude: 44.86, longitude: 10.229, speed: 0 }

test.beforeAll(async ({ request }) => {
  const customer = await flotta<{ id: number }>('customer', 'create', '--name', `Hub ${stamp}`)
  const of = ['--customer', String(customer.id)]
  await flotta('user', 'create', ...of, '--email', email, '--role', 'edit', '--password', password)
  const vehicle = await flotta<{ id: number }>(
    'vehicle',
    'create',
    ...of,
    '--plate',
    plate,
    '--type',
    'T',
  )
  await flotta('vehicle', 'create', ...of, '--plate', car, '--type', 'U', '--subtype', 'suv')
  await flotta(
    'vehicle',
    'create',
    ...of,
    '--plate',
    `${car}B`,
    '--type',
    'U',
    '--subtype',
    'berlina',
  )
  await flotta('agreement', 'create', ...of, '--vehicle', String(vehicle.id), '--agreement', '2')
  const login = await request.post('/api/v1/login', { data: { email, password } })
  const { data } = (await login.json()) as { readonly data: { readonly token: string } }
  const made = await request.post('/api/v1/hubs', {
    headers: { authorization: `Bearer ${data.token}` },
    data: { name: `Interporto ${stamp}`, code: `H${stamp}`, color: '#2e51bb', ...hub },
  })
  expect(made.status()).toBe(201)
  const imei = `36${String(Date.now()).padStart(13, '0')}`.slice(0, 15)
  await flotta(
    'device',
    'create',
    '--vehicle',
    String(vehicle.id),
    '--imei',
    imei,
    '--profile',
    'fmb1xx',
  )
  const tracker = await Tracker.signedIn(imei)
  const began = Date.now() - 5 * 60_000
  for (let i = 0; i < 4; i++) await tracker.send(began + i * 60_000, place)
  tracker.leave()
})

const canvas = (page: Page) => page.locator('.flotta-map-canvas')
/** [longitude, latitude, zoom] once the camera has stopped. */
const camera = async (page: Page) =>
  ((await canvas(page).getAttribute('data-camera')) ?? '').split(' ').map(Number)
const mercator = (latitude: number) =>
  0.5 - Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI)
/** The pixel of a place on a desk, with the list at the left and only buttons at the right. */
async function pixelOf(
  page: Page,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
) {
  const [lng = 0, lat = 0, zoom = 0] = await camera(page)
  const box = await canvas(page).boundingBox()
  if (box === null) throw new Error('no map')
  const world = 512 * 2 ** zoom
  const [left, right] = [320, 56]
  return {
    x: box.x + left + (box.width - left - right) / 2 + ((longitude - lng) / 360) * world,
    y: box.y + box.height / 2 + (mercator(latitude) - mercator(lat)) * world,
  }
}

test('a hub’s circle opens its panel, whose vehicle opens in its turn, and back leads back [map.36]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, { email, password })
  await mapDrawn(page)
  // The map opens on the fleet, and the fleet is in the hub.
  await expect(async () => expect((await camera(page))[0]).toBeCloseTo(place.longitude, 1)).toPass()
  const west = { latitude: hub.latitude, longitude: hub.longitude - 0.008 }
  // A click before the circle is drawn hits the empty map, so it is repeated until the hub opens.
  await expect(async () => {
    const { x, y } = await pixelOf(page, west)
    await page.mouse.click(x, y)
    await expect(page).toHaveURL(/[?&]h=\d+/, { timeout: 10_000 })
  }).toPass()
  const panel = page.getByRole('complementary', { name: 'Dettaglio dell’hub' })
  await expect(panel.getByRole('heading', { name: `Interporto ${stamp}` })).toBeVisible()
  const inside = panel
    .getByRole('region', { name: 'Mezzi all’interno' })
    .getByRole('link', { name: new RegExp(plate) })
  await expect(inside).toBeVisible()
  // The camera is close enough to show a kilometre.
  await expect(async () => expect((await camera(page))[2]).toBeGreaterThan(11.5)).toPass()
  await page.screenshot({ path: '.cache/e2e/map-hub.png' })
  await accessible(page, 'the panel of a hub')
  await inside.click()
  await expect(page).toHaveURL(/[?&]v=\d+/)
  await expect(page).not.toHaveURL(/[?&]h=/)
  await expect(
    page
      .getByRole('complementary', { name: 'Dettaglio del mezzo' })
      .getByRole('heading', { name: plate }),
  ).toBeVisible()
  await page.goBack()
  await expect(panel.getByRole('heading', { name: `Interporto ${stamp}` })).toBeVisible()
  await panel.getByRole('button', { name: 'Chiudi il dettaglio' }).click()
  await expect(page).not.toHaveURL(/[?&]h=/)
})

test('cars are filtered by their subtype, and one button clears all', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, { email, password })
  await mapDrawn(page)
  await page.getByRole('button', { name: 'Filtri', exact: true }).click()
  await page.getByRole('button', { name: /^Autovettura\s*2$/ }).click()
  await page.getByRole('combobox', { name: 'Sottotipo' }).click()
  await page.getByRole('option', { name: 'SUV' }).click()
  await expect(page).toHaveURL(/s=type_U&st=suv/)
  const cards = page.getByRole('region', { name: 'Mezzi' }).getByRole('link')
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText(car)
  await page.getByRole('button', { name: 'Azzera i filtri' }).first().click()
  await expect(page).toHaveURL(/\/global-map$/)
  await expect(cards).toHaveCount(3)
})

test('a place is found by keys alone, the map flies there, says what is out of view and comes back [map.32]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, { email, password })
  await mapDrawn(page)
  await expect(async () => expect((await camera(page))[0]).toBeCloseTo(place.longitude, 1)).toPass()
  await page.getByRole('radio', { name: 'Mezzo' }).focus()
  await page.keyboard.press('ArrowRight')
  const box = page.getByRole('searchbox', { name: 'Cerca un luogo o un indirizzo' })
  await expect(box).toBeFocused()
  await page.keyboard.type('Palermo')
  await expect(page.getByRole('option', { name: /^Palermo \(PA\)/ })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(async () => {
    const [lng = 0, lat = 0] = await camera(page)
    expect([lng, lat]).toEqual([expect.closeTo(13.36, 1), expect.closeTo(38.12, 1)])
  }).toPass()
  await expect(page.getByText('Indirizzo sconosciuto, Palermo (PA), CAP sconosciuto')).toBeVisible()
  const hint = page.getByRole('status').filter({ hasText: '1 mezzo fuori dalla vista' })
  await expect(hint).toBeVisible()
  await page.screenshot({ path: '.cache/e2e/map-place.png' })
  await accessible(page, 'the map with a place')
  await hint.getByRole('button', { name: 'Mostra' }).click()
  await expect(async () => expect((await camera(page))[0]).toBeCloseTo(place.longitude, 1)).toPass()
  await expect(hint).toBeHidden()
})
