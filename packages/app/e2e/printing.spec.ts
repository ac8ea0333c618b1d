// At the kiosk: a printing user signs in, types a plate, takes the last 24 hours and prints on a roll, and anybody can verify the code of the
// receipt.
import { demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { readShortCode } from '@flotta/features/reports/register/code.ts'
import { expect } from '@playwright/test'
import { accessible, demo, inDatabase, test } from './product.ts'

/** Widths of the pages of a PDF, mm. */
const widths = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) [\d.]+\]/g)].map(([, width]) =>
    Math.round((Number(width) * 25.4) / 72),
  )

test('a printing user prints the receipt of a vehicle, and its code is verified [printing.3]', async ({
  page,
}) => {
  const vehicle = demoFleet().find(v => v.vehicle_type === 'S')
  const plate = vehicle?.plate ?? ''
  // The demo company's past is delivered in the first minute, and then registered.
  const registered = () =>
    inDatabase(async db => {
      const { rowCount } = await db.query(
        `select from register_rows r join vehicles v on v.id = r.vehicle_id where v.plate = $1 and r."T1" is not null and r.at > now() - interval '23 hours'`,
        [plate],
      )
      return rowCount
    })
  await expect.poll(registered, { intervals: [500] }).toBeGreaterThan(10)
  await page.goto('/printer')
  await expect(page.getByRole('heading', { name: 'Stampa delle ricevute' })).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('printer@flotta.example')
  await page.getByRole('textbox', { name: 'Password' }).fill(demo.password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()

  const field = page.getByRole('textbox', { name: 'Targa, telaio o codice' })
  await expect(field).toBeFocused()
  await page.keyboard.type('ZZ000ZZ\n')
  await expect(page.getByText(/Nessun mezzo con temperature corrisponde a “ZZ000ZZ”/)).toBeVisible()
  // The next scan replaces the plate that was not found.
  await page.keyboard.type(`${plate.slice(0, 2)} ${plate.slice(2).toLowerCase()}\n`)
  const last = page.getByRole('link', { name: 'Ultime 24 ore' })
  await expect(last).toBeVisible()
  await accessible(page, 'period')
  await last.click()

  const receipt = page.getByRole('article', { name: 'Ricevuta di temperatura' })
  await expect(receipt).toContainText(plate)
  await page.getByRole('radio', { name: 'Rotolo da 80 mm' }).check()
  await expect(receipt).toHaveAttribute('data-paper', '80mm')
  // As Chromium prints it: one page with the width of the roll.
  expect(widths(await page.pdf({ preferCSSPageSize: true }))).toEqual([80])

  const code = await receipt.locator('code').innerText()
  await page.goto(`/verify?c=${code}`)
  await expect(page.getByText('Ricevuta autentica')).toBeVisible()

  // The owner of the database can bypass the triggers that stop everybody else, but the change is detected. A moment may have several versions: the
  // altered one is that of the receipt.
  const at = await inDatabase(async db => {
    await db.query('begin; alter table register_rows disable trigger user')
    const { rows } = await db.query<{ at: string }>(
      `update register_rows r set "T1" = "T1" + 1 from (select distinct on (r.at) r.vehicle_id, r.day, r.n from register_rows r join receipts c using (vehicle_id)
         where c.id = $1 and r.at >= c.period_from and r.at < c.period_to and (r.day, r.n) <= (c.head_day, c.head_n) and r."T1" is not null
         order by r.at, r.day desc, r.n desc offset 5 limit 1) one
       where (r.vehicle_id, r.day, r.n) = (one.vehicle_id, one.day, one.n) returning to_char(r.at at time zone 'Europe/Rome', 'DD/MM/YYYY HH24:MI') as at`,
      [readShortCode(code)],
    )
    await db.query('alter table register_rows enable trigger user; commit')
    const [altered] = rows
    if (altered === undefined) throw new Error('no row was altered')
    return altered.at
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dati alterati' })).toBeVisible()
  await expect(page.getByText('Prima riga cambiata')).toContainText(at)
  await accessible(page, 'verify')
})
