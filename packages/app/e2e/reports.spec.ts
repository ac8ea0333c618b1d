// A report from the request to the file: asked for, told when it is ready, looked at, searched and downloaded; and one that makes itself.
import { expect } from '@playwright/test'
import { accessible, demo, signIn, test } from './product.ts'

test('a report is asked for, told when it is ready, looked at and downloaded', async ({ page }) => {
  await signIn(page, demo, '/reports')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report')
  await page.getByRole('button', { name: 'Richiedi report' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Tipo di report' }).click()
  await page.getByRole('option', { name: 'Viaggi e soste' }).click()
  await dialog.getByRole('button', { name: 'Richiedi', exact: true }).click()
  const notice = page.getByRole('status').filter({ hasText: 'Il report è pronto' })
  await expect(notice).toBeVisible({ timeout: 30_000 })
  await accessible(page, 'reports')
  await notice.getByRole('button', { name: 'Apri' }).click()
  await expect(page).toHaveURL(/\/report\?r=\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Viaggi e soste · Tutti i mezzi')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await accessible(page, 'report')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Scarica XLSX' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.xlsx$/)
})
