// The inbox, the active alerts and a service's page: messages are marked as read one by one and all at once.
import { expect } from '@playwright/test'
import { accessible, demo, signIn, test } from './product.ts'

test('opening a notification marks it, its menu another, and one button all of them [navigation.18]', async ({
  page,
}) => {
  await signIn(page, demo, '/notifications')
  await expect(page.getByText('3 da leggere', { exact: true })).toBeVisible()
  await page
    .getByRole('button', { name: /Un nuovo utente è stato invitato/, expanded: false })
    .first()
    .click()
  await expect(page.getByRole('link', { name: 'Apri', exact: true })).toHaveAttribute(
    'href',
    '/users',
  )
  await expect(page.getByText('2 da leggere', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Azioni: Alcuni contratti/ }).click()
  await page.getByRole('menuitem', { name: 'Segna come letta' }).click()
  await expect(page.getByText('1 da leggere', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Segna tutte come lette' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Segna tutte come lette' }).click()
  await expect(page.getByText(/da leggere$/)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Segna tutte come lette' })).toBeDisabled()
  await expect(page.getByText(/da leggere$/)).toHaveCount(0)
})

test('the active alerts and a service’s page are there, and lead on [navigation.16, navigation.22, navigation.23]', async ({
  page,
}) => {
  await signIn(page, demo, '/active-alerts')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Avvisi attivi')
  await page.goto('/services')
  await page.getByRole('link', { name: /^Refrigerazione/ }).click()
  await expect(page).toHaveURL(/\/services\/eyecold$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refrigerazione')
  await page
    .getByRole('region', { name: 'Mezzi con il servizio' })
    .getByRole('row')
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveURL(/\/services\/eyecold\?v=\d+$/)
  await page
    .getByRole('complementary', { name: /^[A-Z]{2}\d/ })
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveURL(/\/services\/eyecold\/\d+$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Ultimo stato' })).toBeVisible()
  await accessible(page, 'service of a vehicle')
})
