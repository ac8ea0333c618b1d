// At the kiosk: a printing user signs in, types a plate, takes the last 24 hours, prints on a roll, and the receipt's code holds for anybody.
import { demoFleet } from '@flotta/features/demo/fleet.ts'
import { expect } from '@playwright/test'
import { accessible, demo, test } from './product.ts'

/** Widths of a PDF's pages in mm. */
const widths = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) [\d.]+\]/g)].map(([, width]) => Math.round((Number(width) * 25.4) / 72))

test('a printing user prints the receipt of a vehicle, and its code is verified', async ({ page }) => {
  const vehicle = demoFleet().find(v => v.vehicle_type === 'S')
  const plate = vehicle?.plate ?? ''
  await page.goto('/printer')
  await expect(page.getByRole('heading', { name: 'Stampa delle ricevute' })).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('printer@flotta.example')
  await page.getByRole('textbox', { name: 'Password' }).fill(demo.password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()

  const field = page.getByRole('textbox', { name: 'Targa, telaio o codice' })
  await expect(field).toBeFocused()
  await page.keyboard.type('ZZ000ZZ\n')
  await expect(page.getByText(/Nessun mezzo con temperature corrisponde a “ZZ000ZZ”/)).toBeVisible()
  // the next scan takes the place of what was not found
  await page.keyboard.type(`${plate.slice(0, 2)} ${plate.slice(2).toLowerCase()}\n`)
  const last = page.getByRole('link', { name: 'Ultime 24 ore' })
  await expect(last).toBeVisible()
  await accessible(page, 'period')
  await last.click()

  const receipt = page.getByRole('article', { name: 'Ricevuta di temperatura' })
  await expect(receipt).toContainText(plate)
  await page.getByRole('radio', { name: 'Rotolo da 80 mm' }).check()
  await expect(receipt).toHaveAttribute('data-paper', '80mm')
  // as Chromium prints it: one page, as wide as the roll
  expect(widths(await page.pdf({ preferCSSPageSize: true }))).toEqual([80])

  const code = await receipt.locator('code').innerText()
  await page.goto(`/verify?c=${code}`)
  await expect(page.getByText('Ricevuta autentica')).toBeVisible()
})
