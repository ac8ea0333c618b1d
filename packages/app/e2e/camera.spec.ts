// The camera: the places in the address come into view in one move, and nothing that is selected is covered by panels, sheets or buttons.
import { expect, type Locator, type Page } from '@playwright/test'
import { flotta, mapDrawn, signIn, Tracker, test } from './product.ts'

const password = 'Autista-2026'
const stamp = String(Date.now()).slice(-6)
const email = `c${stamp}@flotta.example`
const plate = `CM${stamp}`
const began = Date.now() - 20 * 60_000
const at = (i: number) => ({ latitude: 45.46 + i * 0.01, longitude: 9.19 + i * 0.015, speed: 80 })
const LAST = 20
let vehicle = 0

test.beforeAll(async () => {
  const customer = await flotta<{ id: number }>('customer', 'create', '--name', `Camera ${stamp}`)
  const of = ['--customer', String(customer.id)]
  await flotta('user', 'create', ...of, '--email', email, '--role', 'edit', '--password', password)
  vehicle = (
    await flotta<{ id: number }>('vehicle', 'create', ...of, '--plate', plate, '--type', 'T')
  ).id
  await flotta('agreement', 'create', ...of, '--vehicle', String(vehicle), '--agreement', '2')
  const imei = `35${String(Date.now()).padStart(13, '0')}`.slice(0, 15)
  await flotta(
    'device',
    'create',
    '--vehicle',
    String(vehicle),
    '--imei',
    imei,
    '--profile',
    'fmb1xx',
  )
  const tracker = await Tracker.signedIn(imei)
  for (let i = 0; i <= LAST; i++) await tracker.send(began + i * 30_000, at(i))
  tracker.leave()
})

const canvas = (page: Page) => page.locator('.flotta-map-canvas')
/** [longitude, latitude, zoom] once the camera has stopped. */
async function camera(page: Page): Promise<readonly number[]> {
  return ((await canvas(page).getAttribute('data-camera')) ?? '').split(' ').map(Number)
}
const looksAt = (page: Page, longitude: number, latitude: number, zoom: number) =>
  expect(async () => {
    const [lng = 0, lat = 0, near = 0] = await camera(page)
    expect([lng, lat]).toEqual([expect.closeTo(longitude, 1), expect.closeTo(latitude, 1)])
    expect(near).toBeGreaterThanOrEqual(zoom)
  }).toPass()

const boxOf = async (of: Locator) => {
  const box = await of.boundingBox()
  if (box === null) throw new Error('not shown')
  return box
}
/** Everything that covers the map. */
const over = (page: Page) => page.locator('aside:visible, [data-height], .flotta-map-tools')
/** Whether the mark is on the map and nothing covers it. */
const isFree = (page: Page, mark: Locator) =>
  expect(async () => {
    const [m, stage] = [await boxOf(mark), await boxOf(canvas(page))]
    expect(m.x).toBeGreaterThanOrEqual(stage.x)
    expect(m.y).toBeGreaterThanOrEqual(stage.y)
    expect(m.x + m.width).toBeLessThanOrEqual(stage.x + stage.width)
    expect(m.y + m.height).toBeLessThanOrEqual(stage.y + stage.height)
    for (const cover of await over(page).all()) {
      const c = await boxOf(cover)
      expect(
        m.x + m.width <= c.x ||
          c.x + c.width <= m.x ||
          m.y + m.height <= c.y ||
          c.y + c.height <= m.y,
      ).toBe(true)
    }
  }).toPass()

const windows = [
  { name: 'a desk', width: 1366, height: 768 },
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a small phone', width: 360, height: 640 },
] as const

test('the first selection zooms to the vehicle; a drag wins until it is selected again [map.14, map.16]', async ({
  page,
}) => {
  await page.setViewportSize(windows[0])
  await signIn(page, { email, password })
  await mapDrawn(page)
  const card = page
    .getByRole('region', { name: 'Mezzi' })
    .getByRole('link', { name: new RegExp(plate) })
  await card.click()
  const last = at(LAST)
  await looksAt(page, last.longitude, last.latitude, 11)
  await page.screenshot({ path: '.cache/e2e/camera-selected.png' })
  await page.mouse.move(600, 400)
  await page.mouse.down()
  await page.mouse.move(880, 420, { steps: 5 })
  await page.mouse.up()
  const away = async () =>
    expect(Math.abs(((await camera(page))[0] ?? 0) - last.longitude)).toBeGreaterThan(0.08)
  await expect(away).toPass()
  await page.getByRole('tab', { name: 'Posizione' }).click()
  await expect(page.getByRole('heading', { name: 'Storico' })).toBeVisible()
  await away()
  await card.click()
  await looksAt(page, last.longitude, last.latitude, 11)
})

for (const { name, ...size } of windows)
  test(`links to an alert and to a period show them, free of what lies over the map, on ${name} [map.24]`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await signIn(
      page,
      { email, password },
      `/global-map?v=${vehicle}&tab=eyegeo&a=1&lat=41.9&lng=12.5&t=${began}`,
    )
    await mapDrawn(page)
    await looksAt(page, 12.5, 41.9, 11)
    await isFree(page, page.locator('[class*=alertMark]'))
    await page.screenshot({ path: `.cache/e2e/camera-alert-${size.width}.png` })

    const iso = (time: number) => new Date(time).toISOString()
    await page.goto(
      `/global-map?v=${vehicle}&tab=eyegeo&from=${iso(began - 60_000)}&to=${iso(Date.now() - 180_000)}`,
    )
    await mapDrawn(page)
    await looksAt(page, at(LAST / 2).longitude, at(LAST / 2).latitude, 8)
    await page.getByRole('button', { name: 'Riproduci' }).click()
    await isFree(page, page.locator('.flotta-playhead'))
    await page.screenshot({ path: `.cache/e2e/camera-period-${size.width}.png` })
  })

test('a full sheet keeps its handle in reach, and Esc closes the topmost only', async ({
  page,
}) => {
  await page.setViewportSize(windows[2])
  await signIn(page, { email, password }, `/global-map?v=${vehicle}&tab=eyegeo`)
  await mapDrawn(page)
  await expect(page.getByRole('heading', { name: plate })).toBeVisible()
  const handle = page.getByRole('button', { name: 'Allarga il pannello' })
  await handle.click()
  const down = page.getByRole('button', { name: 'Riduci il pannello' })
  await expect(down).toBeVisible()
  await expect(async () =>
    expect((await boxOf(page.locator('[data-height=full]'))).y).toBeGreaterThan(
      (await boxOf(page.getByRole('banner'))).height,
    ),
  ).toPass()
  await page.screenshot({ path: '.cache/e2e/sheet-full.png' })
  await page.getByRole('button', { name: /^Storico, periodo:/i }).click()
  const apply = page.getByRole('button', { name: 'Applica' })
  await expect(apply).toBeInViewport({ ratio: 1 })
  await page.screenshot({ path: '.cache/e2e/range-360.png' })
  await page.keyboard.press('Escape')
  await expect(apply).toBeHidden()
  await expect(page).toHaveURL(/v=/)
  await down.click()
  await expect(page.locator('[data-height=peek]')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/v=/)
})
