// The dashboard: its figures, the link from a box to the filtered map, and news that open once.
import { expect } from '@playwright/test'
import { accessible, demo, signIn, test } from './product.ts'

test('the news opens once; the figures stand; a box leads to the vehicles that have its service [navigation.3]', async ({
  page,
}) => {
  await signIn(page, demo, '/dashboard')
  const news = page.getByRole('dialog', { name: 'Registro delle temperature' })
  await expect(news).toBeVisible()
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText(
    'Registro delle temperature',
  )
  await news.getByText('Chiudi', { exact: true }).click()
  await expect(news).toBeHidden()

  const figure = (name: string) => page.locator(`[data-figure="${name}"]`)
  await expect(figure('vehicles')).toHaveText('40')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')

  await page.reload()
  await expect(figure('vehicles')).toHaveText('40')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page
    .getByRole('region', { name: 'Refrigerazione' })
    .getByRole('link', { name: 'Refrigerazione' })
    .click()
  await expect(page).toHaveURL(/\/global-map\?s=eyecold&f=active$/)
  await expect(page.getByRole('status').filter({ hasText: /^\d+ di 40$/ })).toHaveCount(1)
})

test('the bar’s news lead to three pages', async ({ page }) => {
  await signIn(page, demo, '/vehicles')
  await page.getByRole('button', { name: 'Novità, 3' }).click()
  await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(3)
  await page.getByRole('link', { name: /Controllo dell’avviamento/ }).click()
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText(
    'Controllo dell’avviamento',
  )
  await accessible(page, 'news')
})
