// An alert is to be reported by mail. It appears while somebody looks at the list, is acknowledged together with another, with a comment, and is
// found again in the history by its filters; the mail has been sent.
import { expect } from '@playwright/test'
import { accessible, flotta, signIn, Tracker, test } from './product.ts'

const password = 'Vedetta-2026'

test('alerts that come are told by mail, acknowledged together and found in the history', async ({
  page,
}) => {
  const stamp = String(Date.now()).slice(-6)
  const { id } = await flotta<{ id: number }>('customer', 'create', '--name', `Vedetta ${stamp}`)
  const of = ['--customer', String(id)]
  const imei = `35${String(Date.now()).padStart(13, '0')}`.slice(0, 15)
  const [vehicle] = await Promise.all([
    flotta<{ id: number }>('vehicle', 'create', ...of, '--plate', `IN${stamp}`, '--type', 'T'),
    flotta(
      'user',
      'create',
      ...of,
      '--email',
      `i${stamp}@flotta.example`,
      '--name',
      'Ada Neri',
      '--role',
      'edit',
      '--password',
      password,
    ),
  ])
  const on = ['--vehicle', String(vehicle.id)]
  await Promise.all([
    ...['2', '5'].map(agreement =>
      flotta('agreement', 'create', ...of, ...on, '--agreement', agreement),
    ),
    flotta('device', 'create', ...on, '--imei', imei, '--profile', 'fmb1xx'),
  ])
  const [plate, email] = [`IN${stamp}`, `i${stamp}@flotta.example`]
  await signIn(page, { email, password }, `/alerts?v=${vehicle.id}`)
  await page.getByRole('button', { name: `Aggiungi un avviso per ${plate}` }).click()
  const adding = page.getByRole('dialog', { name: `Nuovo avviso per ${plate}` })
  await adding.getByRole('combobox', { name: 'Avvisi' }).click()
  await page.getByRole('option', { name: /^Limite di velocità/ }).click()
  await adding.getByRole('textbox', { name: 'Indirizzo e-mail' }).fill(email)
  await adding.getByRole('button', { name: 'Salva' }).click()
  await page
    .getByRole('dialog', { name: /^Salvare/ })
    .getByRole('button', { name: 'Conferma' })
    .click()
  await expect(page.getByRole('region', { name: plate }).getByText(email)).toBeVisible()
  await accessible(page, 'alert configurations')

  await page
    .getByRole('navigation', { name: 'Menu principale' })
    .getByRole('link', { name: 'Avvisi attivi' })
    .click()
  await expect(page.getByText('Nessun avviso attivo')).toBeVisible()

  // The vehicle is too fast and has hardly any fuel (AVL id 89: the tank's level in percent).
  const tracker = await Tracker.signedIn(imei)
  await tracker.send(Date.now() - 5_000, {
    latitude: 45.0522,
    longitude: 9.6999,
    speed: 120,
    elements: [{ id: 89, width: 1, value: 10 }],
  })
  tracker.leave()
  const rows = page.getByRole('list', { name: 'Avvisi attivi' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await accessible(page, 'active alerts')

  await page.getByRole('checkbox', { name: 'Seleziona tutti nella pagina' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Prendi in carico' }).click()
  const dialog = page.getByRole('dialog', { name: 'Prendere in carico 2 avvisi' })
  await dialog.getByRole('textbox', { name: 'Commento' }).fill('Autista avvisato')
  await dialog.getByRole('button', { name: 'Prendi in carico' }).click()
  await expect(page.getByText('2 presi in carico', { exact: true })).toBeVisible()
  await expect(rows.getByText('Preso in carico da Ada Neri')).toHaveCount(2)

  await page.getByRole('tab', { name: 'Storico' }).click()
  const past = page.getByRole('list', { name: 'Storico' }).getByRole('listitem')
  await expect(past).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Servizio' }).click()
  await page.getByRole('option', { name: 'Carburante' }).click()
  await expect(past).toHaveCount(1)
  await page.getByRole('button', { name: 'Preso in carico', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Sì', exact: true }).check()
  await expect(page).toHaveURL(/tab=history.*service=eyefuel.*ack=yes/)
  await page.keyboard.press('Escape')
  await past.getByRole('button', { name: /^Cosa è stato fatto/ }).click()
  await expect(past.getByText('Autista avvisato')).toBeVisible()
  await expect(past.getByRole('link')).toHaveAttribute(
    'href',
    /a=fuel_running_low&lat=45\.0522&lng=9\.6999/,
  )

  const mails = () => flotta<{ subject: string }[]>('mail', 'list', '--recipient', email)
  await expect
    .poll(async () => (await mails()).map(mail => mail.subject))
    .toEqual([expect.stringContaining(plate)])
})
