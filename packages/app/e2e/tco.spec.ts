// Costs: a type and a cost are made, the figures change, and a figure opens the rows that it sums.
import { expect } from '@playwright/test'
import { accessible, demo, flotta, signIn, test } from './product.ts'

test('a type and a cost are made, the figures change and open their rows [navigation.13]', async ({
  page,
}) => {
  const stamp = String(Date.now()).slice(-6)
  const password = 'Prova-2026'
  const customer = await flotta<{ id: number }>(
    'customer',
    'create',
    '--name',
    `Costi ${stamp}`,
    '--configurations',
    'tos_active=1',
  )
  const of = ['--customer', String(customer.id)]
  await flotta(
    'user',
    'create',
    ...of,
    '--email',
    `c${stamp}@flotta.example`,
    '--role',
    'edit',
    '--password',
    password,
  )
  await flotta('vehicle', 'create', ...of, '--plate', `CA${stamp}`, '--type', 'T')
  await signIn(page, { email: `c${stamp}@flotta.example`, password }, '/tcos')
  const figure = (name: string) =>
    page
      .getByRole('list', { name: 'Cifre del periodo' })
      .getByRole('link', { name: new RegExp(`^${name}`) })
  await expect(figure('Costo totale')).toContainText('0,00 €')
  await expect(figure('Costo medio per mezzo')).toContainText('—')

  await page.getByRole('tab', { name: 'Tipi di costo' }).click()
  await page.getByRole('button', { name: 'Nuovo tipo' }).click()
  await page.getByRole('textbox', { name: 'Nome' }).fill('Tagliando')
  await page.getByRole('combobox', { name: 'Ogni (km)' }).click()
  await page.getByRole('option', { name: /^40\.000/ }).click()
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByText('Ogni 40.000 km')).toBeVisible()

  await page.getByRole('tab', { name: 'Spese', exact: true }).click()
  await page.getByRole('button', { name: 'Nuova spesa' }).click()
  const form = page.getByRole('form', { name: 'Nuovo' })
  await form.getByRole('combobox', { name: 'Tipo di costo' }).click()
  await page.getByRole('option', { name: 'Tagliando' }).click()
  await form.getByRole('combobox', { name: 'Mezzo' }).fill(stamp)
  await page.getByRole('option', { name: `CA${stamp}` }).click()
  await form.getByRole('textbox', { name: 'Importo' }).fill('1234,5')
  await form.getByRole('textbox', { name: 'Fornitore' }).fill('Officina Padana')
  await form.getByRole('button', { name: 'Salva' }).click()
  await expect(figure('Costo totale')).toContainText('1.234,50 €')
  await expect(figure('Costo medio per mezzo')).toContainText('1.234,50 €')
  await expect(figure('Spese')).toContainText('1')

  await figure('Mezzi con spese').click()
  await expect(page).toHaveURL(/tab=vehicles/)
  const row = page.getByRole('row', { name: new RegExp(`CA${stamp}`) })
  await expect(row).toContainText('1.234,50 €')
  await row.getByRole('link').click()
  await expect(page).toHaveURL(/vehicle=\d+/)
  await expect(page.getByText('Officina Padana')).toBeVisible()
})

test('what the demo company spends is a chart, and the same as a table', async ({ page }) => {
  await signIn(page, demo, '/tcos?period=6')
  await expect(page.getByRole('button', { name: 'Nuova spesa' })).toBeEnabled()
  await page.getByRole('tab', { name: 'Andamento' }).click()
  const chart = page.getByRole('figure', { name: 'Costo nel tempo' })
  await expect(chart.locator('canvas')).toBeVisible()
  await expect(
    page
      .getByRole('figure', { name: 'Costo per tipo' })
      .getByRole('button', { name: /^Carburante/ }),
  ).toBeVisible()
  await accessible(page, 'tcos, trend')
  await chart.getByRole('button', { name: 'Altre azioni: Costo nel tempo' }).click()
  await page.getByRole('menuitem', { name: 'Mostra la tabella' }).click()
  await expect(chart.getByRole('row')).toHaveCount(8)
})
