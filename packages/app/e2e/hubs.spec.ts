// Hubs: one is made by choosing its point on the map, resized, found in the global search, lists the vehicle inside, and is removed.
import { expect } from '@playwright/test'
import { accessible, flotta, mapDrawn, signIn, Tracker, test } from './product.ts'

test('a hub is made by choosing a point, resized, found, tells who is inside, and is removed', async ({ page }) => {
  const stamp = String(Date.now()).slice(-6)
  const password = 'Prova-2026'
  const customer = await flotta<{ id: number }>('customer', 'create', '--name', `Hub ${stamp}`)
  await flotta('user', 'create', '--customer', String(customer.id), '--email', `h${stamp}@flotta.example`, '--role', 'edit', '--password', password)
  const plate = `HB${stamp}`
  const vehicle = await flotta<{ id: number }>('vehicle', 'create', '--customer', String(customer.id), '--plate', plate, '--type', 'V')
  await signIn(page, { email: `h${stamp}@flotta.example`, password })
  await page.goto('/hubs')
  await mapDrawn(page)
  const list = page.getByRole('complementary', { name: 'Hub' })
  await expect(list.getByText('Nessun hub')).toBeVisible()

  await page.getByRole('button', { name: 'Nuovo hub' }).click()
  const form = page.getByRole('form', { name: 'Nuovo' })
  await form.getByRole('textbox', { name: 'Codice' }).fill('LODI')
  await form.getByRole('textbox', { name: 'Nome' }).fill('Deposito di Lodi')
  await form.getByRole('button', { name: 'Scegli sulla mappa' }).click()
  await page.getByRole('region', { name: 'Scelta del punto sulla mappa' }).getByRole('button', { name: 'Conferma' }).click()
  await expect(form.getByRole('textbox', { name: 'Latitudine' })).not.toHaveValue('')
  await form.getByRole('textbox', { name: 'Raggio' }).fill('200')
  await form.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByText('Hub LODI creato')).toBeVisible()
  const card = list.getByRole('region', { name: 'Hub LODI' })
  await expect(card).toContainText('200 m')
  await accessible(page, 'hubs')

  // the edge, by its handle and the arrows
  const handle = page.getByRole('slider', { name: /Deposito di Lodi/ })
  await handle.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/LODI: il raggio ora è di/)).toBeVisible()
  await expect(card).not.toContainText('200 m')

  await expect(card).toContainText('Nessun mezzo in questo momento')
  const [latitude = 0, longitude = 0] = (await card.locator('dd').last().innerText()).split('·').map(part => Number(part.trim().replace(',', '.')))
  const imei = `35${String(Date.now()).padStart(13, '0')}`.slice(0, 15)
  await flotta('device', 'create', '--vehicle', String(vehicle.id), '--imei', imei, '--profile', 'fmb1xx')
  const tracker = await Tracker.signedIn(imei)
  await tracker.send(Date.now() - 1_000, { latitude, longitude, speed: 0 })
  const inside = card.getByRole('link', { name: new RegExp(plate) })
  await expect(inside).toBeVisible({ timeout: 20_000 })
  await expect(inside).toHaveAttribute('href', `/global-map?v=${vehicle.id}`)

  await page.goto('/hubs')
  await expect(list.getByRole('button', { name: /LODI/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Ricerca' })).toBeFocused()
  await page.keyboard.type('lodi')
  await page.getByRole('option', { name: /LODI/ }).click()
  await expect(page).toHaveURL(/\/hubs\?h=\d+/)
  await card.getByRole('button', { name: 'Elimina LODI' }).click()
  const question = page.getByRole('dialog', { name: /LODI/ })
  await question.getByRole('button', { name: 'Elimina' }).click()
  await expect(list.getByText('Nessun hub')).toBeVisible()
  await expect(page).toHaveURL(/\/hubs$/)
  tracker.leave()
})
