// Fuel is stolen from a parked truck: its manager sees the alarm, finds the theft in the chart and in the list, and is led to the place.
import { expect } from '@playwright/test'
import { accessible, flotta, legible, mapDrawn, signIn, Tracker, test } from './product.ts'

const password = 'Autista-2026'

test('a fuel theft is followed from the chart to the map [eyefuel.29]', async ({ page }) => {
  const stamp = String(Date.now()).slice(-6)
  const customer = await flotta<{ id: number }>(
    'customer',
    'create',
    '--name',
    `Carburanti ${stamp}`,
  )
  const of = ['--customer', String(customer.id)]
  await flotta(
    'user',
    'create',
    ...of,
    '--email',
    `f${stamp}@flotta.example`,
    '--role',
    'view',
    '--password',
    password,
  )
  const vehicle = await flotta<{ id: number }>(
    'vehicle',
    'create',
    ...of,
    '--plate',
    `FU${stamp}`,
    '--type',
    'T',
  )
  for (const agreement of ['2', '5'])
    await flotta(
      'agreement',
      'create',
      ...of,
      '--vehicle',
      String(vehicle.id),
      '--agreement',
      agreement,
    )
  const imei = `35${String(Date.now()).padStart(13, '0')}`.slice(0, 15)
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
  const now = Date.now()
  const parked = { latitude: 45.0522, longitude: 9.6999, speed: 0, ignition: false }
  // AVL id 89: the tank's level in percent.
  for (const [minutes, level] of [
    [30, 80],
    [20, 80],
    [19, 62],
    [18, 55],
    [5, 55],
  ] as const)
    await tracker.send(now - minutes * 60_000, {
      ...parked,
      elements: [{ id: 89, width: 1, value: level }],
    })
  tracker.leave()

  await signIn(
    page,
    { email: `f${stamp}@flotta.example`, password },
    `/global-map?v=${vehicle.id}&tab=eyefuel`,
  )
  await mapDrawn(page)
  const panel = page.getByRole('complementary', { name: 'Dettaglio del mezzo' })
  await expect(panel.getByText('Possibile furto', { exact: true })).toBeVisible()
  await expect(
    panel.getByRole('region', { name: 'Ultimo stato' }).getByText('55%', { exact: true }),
  ).toBeVisible()
  await expect(
    panel
      .getByRole('list', { name: 'Storico carburante' })
      .getByRole('button', { name: /^Furto: 80% → 55%/ }),
  ).toBeVisible()
  const figure = panel.getByRole('figure', { name: 'Livello del carburante' })
  const mark = figure.getByRole('button', { name: /^Furto: 80% → 55%/ })
  await expect(mark).toBeVisible()
  await accessible(page, 'fuel panel')
  await legible(page, 'fuel panel', 'dark')
  // By keys alone: a part of the period and all of it, the full width of the window, and a mark.
  const area = figure.getByRole('group', { name: /^Grafico Livello del carburante/ })
  await area.focus()
  await page.keyboard.press('+')
  await expect(area).toHaveAttribute('data-zoom', 'true')
  await page.keyboard.press('0')
  await expect(area).toHaveAttribute('data-zoom', 'false')
  await page.keyboard.press('Tab')
  await expect(mark).toBeFocused()
  await figure.getByRole('button', { name: /^A tutta larghezza/ }).press('Enter')
  const wide = page.getByRole('dialog', { name: 'Livello del carburante' })
  await expect(wide.getByRole('button', { name: /^Furto: 80% → 55%/ })).toBeVisible()
  await accessible(page, 'wide chart', '[role="dialog"]')
  await page.keyboard.press('Escape')
  await expect(wide).toBeHidden()
  await mark.press('Enter')
  await expect(page).toHaveURL(/lat=45\.0522&lng=9\.6999/)
  await expect(page.locator('.flotta-map-canvas')).toHaveAttribute(
    'data-camera',
    /^9\.69990 45\.05220/,
  )
})
