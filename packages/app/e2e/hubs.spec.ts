// Hubs: one is made by choosing its point on the map, resized by its edge, found in the global search, and removed; another shows which vehicle is
// inside.
import { expect, type Page } from '@playwright/test'
import { accessible, demo, flotta, mapDrawn, signIn, Tracker, test } from './product.ts'

const list = (page: Page) => page.getByRole('complementary', { name: 'Hub' })
const form = (page: Page) => page.getByRole('form', { name: 'Nuovo' })

test('a hub is made by choosing a point, resized, found in the search, and removed [navigation.9]', async ({
  page,
}) => {
  const code = `LODI${String(Date.now()).slice(-6)}`
  await signIn(page, demo, '/hubs')
  await mapDrawn(page)
  await page.getByRole('button', { name: 'Nuovo hub' }).click()
  await form(page).getByRole('textbox', { name: 'Codice' }).fill(code)
  await form(page).getByRole('textbox', { name: 'Nome' }).fill('Deposito di Lodi')
  await form(page).getByRole('button', { name: 'Scegli sulla mappa' }).click()
  await page
    .getByRole('region', { name: 'Scelta del punto sulla mappa' })
    .getByRole('button', { name: 'Conferma' })
    .click()
  await expect(form(page).getByRole('textbox', { name: 'Latitudine' })).not.toHaveValue('')
  await form(page).getByRole('textbox', { name: 'Raggio' }).fill('200')
  await form(page).getByRole('button', { name: 'Salva' }).click()
  const card = list(page).getByRole('region', { name: `Hub ${code}` })
  await expect(card).toContainText('200 m')
  await accessible(page, 'hubs')

  // The edge is moved by its handle and the arrow keys.
  await page.getByRole('slider', { name: /Deposito di Lodi/ }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${code}: il raggio ora è di 201 m`)).toBeVisible()
  await expect(card).toContainText('201 m')

  await list(page).getByRole('link', { name: /^ROMA/ }).click()
  await expect(card).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Ricerca' })).toBeFocused()
  await page.keyboard.type(code.toLowerCase())
  await page.getByRole('option', { name: new RegExp(code) }).click()
  await expect(page).toHaveURL(/\/hubs\?h=\d+/)
  await card.getByRole('button', { name: `Elimina ${code}` }).click()
  await page
    .getByRole('dialog', { name: new RegExp(code) })
    .getByRole('button', { name: 'Elimina' })
    .click()
  await expect(list(page).getByRole('link', { name: new RegExp(`^${code}`) })).toHaveCount(0)
  await expect(page).toHaveURL(/\/hubs$/)
})

test('a hub tells which vehicle is inside, since when, and leads to it', async ({ page }) => {
  const stamp = String(Date.now()).slice(-6)
  const password = 'Prova-2026'
  const customer = await flotta<{ id: number }>('customer', 'create', '--name', `Hub ${stamp}`)
  await flotta(
    'user',
    'create',
    '--customer',
    String(customer.id),
    '--email',
    `h${stamp}@flotta.example`,
    '--role',
    'edit',
    '--password',
    password,
  )
  const plate = `HB${stamp}`
  const vehicle = await flotta<{ id: number }>(
    'vehicle',
    'create',
    '--customer',
    String(customer.id),
    '--plate',
    plate,
    '--type',
    'V',
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
  await signIn(page, { email: `h${stamp}@flotta.example`, password }, '/hubs')
  await expect(list(page).getByText('Nessun hub')).toBeVisible()
  await page.getByRole('button', { name: 'Nuovo hub' }).click()
  for (const [field, value] of [
    ['Codice', 'LODI'],
    ['Nome', 'Deposito'],
    ['Latitudine', '45,3097'],
    ['Longitudine', '9,5037'],
    ['Raggio', '100'],
  ] as const)
    await form(page).getByRole('textbox', { name: field }).fill(value)
  await form(page).getByRole('button', { name: 'Salva' }).click()
  const card = list(page).getByRole('region', { name: 'Hub LODI' })
  await expect(card).toContainText('Nessun mezzo in questo momento')
  const tracker = await Tracker.signedIn(imei)
  await tracker.send(Date.now() - 1_000, { latitude: 45.3097, longitude: 9.5037, speed: 0 })
  await card.getByRole('link', { name: new RegExp(plate) }).click()
  await expect(page).toHaveURL(new RegExp(`/global-map\\?v=${vehicle.id}`))
  tracker.leave()
})
