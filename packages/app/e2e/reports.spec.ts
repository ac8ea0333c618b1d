// Reports: each type is requested at its place on the screens, made, opened and downloaded; the report of a schedule arrives by mail.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { accessible, demo, inDatabase, mapDrawn, signIn, test } from './product.ts'

test.describe.configure({ mode: 'serial' })

const stamp = String(Date.now()).slice(-6)
const [schedule, recipient] = [`Costi di ieri ${stamp}`, `costi${stamp}@flotta.example`]

test('a report is to make itself every day', async ({ page }) => {
  await signIn(page, demo, '/reports/schedules')
  await page.getByRole('button', { name: 'Nuova programmazione' }).click()
  const form = page.getByRole('form', { name: 'Nuovo' })
  await form.getByRole('textbox', { name: 'Nome' }).fill(schedule)
  await form.getByRole('combobox', { name: 'Tipo di report' }).click()
  await page.getByRole('option', { name: 'Costi di esercizio' }).click()
  const recipients = form.getByRole('combobox', { name: 'Destinatari' })
  await recipients.press('Backspace')
  await recipients.fill(`${recipient},`)
  await form.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByText(schedule, { exact: true })).toBeVisible()
  // The schedule is dated back, so that it is due.
  await inDatabase(db =>
    db.query(`update report_schedules set since = now() - interval '2 days' where name = $1`, [
      schedule,
    ]),
  )
})

/** A vehicle of the demo company that has all of these agreements. */
const vehicleWith = (...agreements: readonly number[]) =>
  inDatabase(async db => {
    const { rows } = await db.query<{ id: number; plate: string }>(
      `select v.id, v.plate from vehicles v join users u on u.customer_id = v.customer_id and u.email = $2
       where (select array_agg(a.agreement_id::int4) from vehicle_agreements a where a.vehicle_id = v.id and a.customer_id = v.customer_id) @> $1::int4[]
       order by v.id limit 1`,
      [agreements, demo.email],
    )
    if (rows[0] === undefined)
      throw new Error(`no vehicle of the demo company has the agreements ${agreements.join(', ')}`)
    return rows[0]
  })

/** Requests a report in the dialog that a button opens, for the period that it proposes. @param where the history that contains the button */
async function ask(
  page: Page,
  where: string | null,
  button: string,
  type?: string,
  vehicle?: string,
): Promise<void> {
  const place = where === null ? page : page.getByRole('region', { name: where, exact: true })
  await place.getByRole('button', { name: button, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  if (type !== undefined) {
    await dialog.getByRole('combobox', { name: 'Tipo di report' }).click()
    await page.getByRole('option', { name: type, exact: true }).click()
  }
  if (vehicle !== undefined) {
    await dialog.getByRole('combobox', { name: 'Mezzo' }).fill(vehicle)
    await page.getByRole('option', { name: vehicle }).click()
  }
  await dialog.getByRole('button', { name: 'Richiedi', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a report of each type is asked for in its place, made and opened [reports.85, costs.25, eyesafe.30, system.16, tandt.16]', async ({
  page,
}) => {
  // Twelve reports are made, and a map is opened three times.
  test.slow()
  const [lorry, van, trailer] = [
    await vehicleWith(2, 3, 5, 8),
    await vehicleWith(31, 32),
    await vehicleWith(24),
  ]
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  await signIn(page, demo, `/global-map?v=${lorry.id}&tab=eyegeo`)
  await mapDrawn(page)
  await ask(page, 'Storico', 'Viaggi e soste')
  await ask(page, 'Storico', 'Soste nelle zone')
  // The icon in the head of the vehicle allows any type.
  await ask(page, null, 'Richiedi report', 'Report generico')
  await tab('Refrigerazione')
  await ask(page, 'Storico temperature', 'Temperature')
  await tab('Carburante')
  await ask(page, 'Storico carburante', 'Richiedi report')
  await tab('Pneumatici')
  await ask(page, 'Storico', 'Richiedi report')
  await page.goto(`/global-map?v=${van.id}&tab=eyesafe`)
  await page.getByText('Eventi', { exact: true }).click()
  await ask(page, 'Storico eventi', 'Eventi di avviamento')
  await ask(page, 'Storico eventi', 'Viaggi con autista')
  await page.goto(`/global-map?v=${trailer.id}&tab=tandt`)
  await ask(page, 'Storico agganci', 'Richiedi report')
  await page.goto('/tcos')
  await ask(page, null, 'Richiedi report')
  await page.goto('/drivers/activity')
  await ask(page, null, 'Report attività', 'Attività degli autisti')
  await page.goto('/reports')
  await ask(page, null, 'Richiedi report', 'Riepilogo generale', lorry.plate)

  const all = 'Tutti i mezzi'
  const wanted = [
    ['Viaggi e soste', lorry.plate],
    ['Soste nelle zone', lorry.plate],
    ['Report generico', lorry.plate],
    ['Temperature', lorry.plate],
    ['Carburante', lorry.plate],
    ['Pneumatici e assi', lorry.plate],
    ['Eventi di avviamento', van.plate],
    ['Viaggi con autista', van.plate],
    ['Agganci e sganci', trailer.plate],
    ['Costi di esercizio', all],
    ['Attività degli autisti', all],
    ['Riepilogo generale', lorry.plate],
  ] as const
  for (const [type, about] of wanted) {
    const line = page
      .getByRole('button', { name: new RegExp(`^(Da leggere )?${type} · ${about}.*Pronto`) })
      .first()
    await expect(line).toBeVisible()
    await line.click()
    const view = page.getByRole('link', { name: 'Apri', exact: true })
    if (type === 'Viaggi e soste') await accessible(page, 'reports')
    await view.click()
    await expect(page).toHaveURL(/\/report\?r=\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${type} · ${about}`)
    // Temperatures are shown as paper, the others in the grid.
    if (type === 'Temperature') await expect(page.locator('iframe[src^="blob:"]')).toBeVisible()
    else await expect(page.getByRole('grid')).toBeVisible()
    if (type !== 'Riepilogo generale') await page.goBack()
  }
  const names = await page.getByRole('tab').allInnerTexts()
  expect(names).toEqual([...new Set(names)])
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await accessible(page, 'report')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Scarica XLSX' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.xlsx$/)
})

test('the report that was to make itself has come by mail, and its link opens', async ({
  page,
  request,
}) => {
  const letters = process.env.E2E_LETTERS ?? ''
  const letter = async () => {
    const name = (await readdir(letters)).find(file => file.startsWith(`${recipient}.`))
    return name === undefined ? '' : readFile(join(letters, name), 'utf8')
  }
  // Schedules run every half minute, and the mail is sent a little later.
  await expect.poll(async () => (await letter()) !== '').toBe(true)
  const text = await letter()
  const packed =
    /filename=[^\r\n]+\.xlsx[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(text)?.[1] ?? ''
  expect(Buffer.from(packed, 'base64').subarray(0, 2).toString()).toBe('PK')
  const plain = text.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
  const link = /https?:\/\/[^\s"<]+(\/api\/v1\/reports\/\d+\/link\/[\w-]+)/.exec(plain)?.[1] ?? ''
  expect((await request.get(link)).status()).toBe(200)

  await signIn(page, demo, '/reports/schedules')
  const card = page.getByRole('listitem').filter({ hasText: schedule })
  await expect(card.getByRole('link', { name: /: inviato$/ })).toBeVisible()
  await accessible(page, 'schedules')
})
