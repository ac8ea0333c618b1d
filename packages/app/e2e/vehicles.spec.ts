// The table of vehicles: sorted, filtered, exported; a record is changed, and a change that conflicts with another person's loses nothing.
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { accessible, flotta, signIn, test } from './product.ts'

test('vehicles are sorted, filtered, exported and changed; a stale save shows both versions [navigation.6]', async ({
  page,
  watched,
}) => {
  watched.expect(/status of 409/)
  const stamp = String(Date.now()).slice(-6)
  const password = 'Prova-2026'
  const customer = await flotta<{ id: number }>('customer', 'create', '--name', `Mezzi ${stamp}`)
  const of = ['--customer', String(customer.id)]
  await flotta(
    'user',
    'create',
    ...of,
    '--email',
    `v${stamp}@flotta.example`,
    '--role',
    'edit',
    '--password',
    password,
  )
  const [first, second, third] = [`VA${stamp}`, `VB${stamp}`, `VC${stamp}`]
  const made = await flotta<{ id: number }>(
    'vehicle',
    'create',
    ...of,
    '--plate',
    first,
    '--type',
    'V',
    '--model',
    'Iveco Daily',
  )
  await flotta('vehicle', 'create', ...of, '--plate', second, '--type', 'T', '--model', '=cmd()')
  await flotta(
    'vehicle',
    'create',
    ...of,
    '--plate',
    third,
    '--type',
    'V',
    '--model',
    'Fiat Ducato',
  )
  await signIn(page, { email: `v${stamp}@flotta.example`, password }, '/vehicles')

  const plates = page.getByRole('row').getByRole('link')
  await expect(plates).toHaveText([first, second, third])
  await page.getByRole('columnheader', { name: 'Modello' }).getByRole('button').click()
  await expect(plates).toHaveText([second, third, first])
  await page.getByRole('columnheader', { name: 'Modello' }).getByRole('button').click()
  await expect(plates).toHaveText([first, third, second])
  await page.getByRole('button', { name: 'Tipo', exact: true }).first().click()
  await page.getByRole('checkbox', { name: /^Van/ }).check()
  await expect(plates).toHaveText([first, third])
  await expect(page).toHaveURL(/type=V/)
  await page.keyboard.press('Escape')
  await accessible(page, 'vehicles')

  // The view is saved under a name, and restored.
  await page.getByRole('button', { name: 'Viste' }).click()
  await page.getByRole('menuitem', { name: 'Salva la vista…' }).click()
  const drawer = page.getByRole('dialog', { name: 'Nuova vista' })
  await drawer.getByRole('textbox', { name: 'Nome' }).fill('Furgoni')
  await drawer.getByRole('button', { name: 'Salva' }).click()
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: 'Togli i filtri' }).click()
  await expect(plates).toHaveCount(3)
  await page.getByRole('button', { name: /^Furgoni/ }).click()
  await page.getByRole('menuitem', { name: 'Furgoni', exact: true }).click()
  await expect(plates).toHaveText([first, third])

  await page.getByRole('button', { name: 'Togli i filtri' }).click()
  await expect(plates).toHaveCount(3)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Esporta' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8'))
    .replace('\uFEFF', '')
    .split('\r\n')
  expect(lines[0]).toBe(
    'Targa;Autista;Luogo;Ultimo contatto;Connessione;Movimento;Km;Flotta;Modello',
  )
  expect(lines.slice(1).map(line => line.split(';'))).toEqual([
    expect.arrayContaining([first, 'Iveco Daily']),
    expect.arrayContaining([third, 'Fiat Ducato']),
    expect.arrayContaining([second, "'=cmd()"]),
  ])

  const paper = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Esporta' }).click()
  await page.getByRole('menuitem', { name: 'PDF' }).click()
  expect((await paper).suggestedFilename()).toBe('vehicles.pdf')
  expect((await readFile(await (await paper).path())).subarray(0, 5).toString()).toBe('%PDF-')

  await page.getByRole('button', { name: `Modifica ${first}` }).click()
  const panel = page.getByRole('complementary', { name: first })
  const limit = panel.getByRole('textbox', { name: 'Limite di velocità' })
  await limit.fill('80')
  await panel.getByRole('textbox', { name: 'Targa' }).fill(`VZ${stamp}`)
  await accessible(page, 'a vehicle beside the table')
  // Another person was quicker.
  await flotta(
    'vehicle',
    'configure',
    String(made.id),
    '--configurations',
    'speed_limit_kmh=70,max_load_kg=900',
  )
  await panel.getByRole('button', { name: 'Salva', exact: true }).click()
  const stale = panel.getByRole('alert')
  await expect(stale).toContainText('Limite di velocità')
  await expect(stale.getByRole('cell', { name: '70' })).toBeVisible()
  await expect(stale.getByRole('cell', { name: '80' })).toBeVisible()
  await expect(limit).toHaveValue('80')
  await expect(panel.getByRole('textbox', { name: 'Carico massimo' })).toHaveValue('900')
  await panel.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('link', { name: `VZ${stamp}` })).toBeVisible()

  await page.getByRole('link', { name: `VZ${stamp}` }).click()
  await expect(page).toHaveURL(new RegExp(`/global-map\\?.*v=${made.id}`))
})
