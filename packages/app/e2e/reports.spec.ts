// A report from the request to the file: asked for, seen to be ready, looked at and downloaded.
import { expect } from '@playwright/test'
import { accessible, demo, signIn, test } from './product.ts'

test('a report is asked for, seen to be ready, looked at and downloaded', async ({ page }) => {
  await signIn(page, demo, '/reports')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report')
  await page.getByRole('button', { name: 'Richiedi report' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Tipo di report' }).click()
  await page.getByRole('option', { name: 'Viaggi e soste' }).click()
  await dialog.getByRole('combobox', { name: 'Mezzo' }).click()
  const vehicle = page.getByRole('option').first()
  const plate = (await vehicle.textContent()) ?? ''
  await vehicle.click()
  await dialog.getByRole('button', { name: 'Richiedi', exact: true }).click()
  const line = page.getByRole('button', { name: new RegExp(`^(Da leggere )?Viaggi e soste · ${plate}.*Pronto`) }).first()
  await expect(line).toBeVisible({ timeout: 60_000 })
  await line.click()
  const view = page.getByRole('link', { name: 'Apri', exact: true })
  await expect(view).toBeVisible()
  await accessible(page, 'reports')
  await view.click()
  await expect(page).toHaveURL(/\/report\?r=\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Viaggi e soste · ${plate}`)
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await accessible(page, 'report')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Scarica XLSX' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.xlsx$/)
})
