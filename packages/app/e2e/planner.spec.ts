// Planning a trip: two places, the routes between them, saving, changing, exporting, removing.
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { accessible, flotta, mapDrawn, signIn, test } from './product.ts'

test('a trip is planned over two towns, saved with the way that was chosen, changed, taken along as GPX and removed', async ({
  page,
}) => {
  const stamp = String(Date.now()).slice(-6)
  const password = 'Prova-2026'
  const customer = await flotta<{ id: number }>('customer', 'create', '--name', `Viaggi ${stamp}`)
  const email = `t${stamp}@flotta.example`
  await flotta(
    'user',
    'create',
    '--customer',
    String(customer.id),
    '--email',
    email,
    '--role',
    'edit',
    '--password',
    password,
  )
  await signIn(page, { email, password }, '/trips')
  await mapDrawn(page)

  for (const town of ['Milano', 'Roma']) {
    await page.getByRole('searchbox', { name: 'Aggiungi una tappa' }).fill(town)
    await page
      .getByRole('option', { name: new RegExp(`^${town} \\(`) })
      .first()
      .click()
    await expect(page.getByRole('button', { name: new RegExp(`^Sposta ${town}`) })).toBeVisible()
  }
  await page.getByRole('textbox', { name: 'Nome del viaggio' }).fill('Linea Capitale')
  const routes = page.getByRole('radio', { name: /^Percorso/ })
  await expect(routes.first()).toBeChecked()
  expect(await routes.count()).toBeGreaterThan(1)
  await expect(page.getByText('percorso approssimato')).toBeVisible()
  await routes.nth(1).click()
  await expect(routes.nth(1)).toBeChecked()
  await accessible(page, 'trip in the making')
  const km = /[\d.,]+\skm/.exec((await routes.nth(1).textContent()) ?? '')?.[0] ?? 'none'
  await page.getByRole('button', { name: 'Salva viaggio' }).click()

  const saved = page.getByRole('button', { name: /^Linea Capitale/ })
  await expect(saved).toContainText(km)
  await saved.click()
  await accessible(page, 'saved trips')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Scarica Linea Capitale come GPX' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Linea Capitale.gpx')
  const gpx = await readFile(await file.path(), 'utf8')
  expect(gpx).toContain('<wpt lat="45.4')
  expect(gpx.match(/<trkpt /g)?.length).toBeGreaterThan(50)

  await page.getByRole('button', { name: 'Modifica Linea Capitale' }).click()
  const grip = page.getByRole('button', { name: /^Sposta Roma/ })
  await grip.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/Roma \(RM\) presa: è la tappa 2 di 2/)).toBeAttached()
  // Arrow keys work once the library has measured the positions of all items; above the first one there is no further place.
  await expect(async () => {
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText(/Roma \(RM\): ora tappa 1 di 2/)).toBeAttached({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: /^Sposta/ }).first()).toHaveAccessibleName(/Roma/)
  await page.getByRole('textbox', { name: 'Nome del viaggio' }).fill('Ritorno dalla capitale')
  await page.getByRole('button', { name: 'Salva modifiche' }).click()
  const changed = page.getByRole('button', { name: /^Ritorno dalla capitale/ })
  await expect(changed).toContainText('Roma (RM) → Milano (MI)')
  await page.reload()
  await changed.click()
  await page.getByRole('button', { name: 'Elimina Ritorno dalla capitale' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click()
  await expect(page.getByText('Nessun viaggio pianificato')).toBeVisible()
})
