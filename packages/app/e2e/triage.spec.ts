// Alerts are handled by keys alone: assigned, postponed, muted, taken; then the palette opens screens and recent items.
import { expect } from '@playwright/test'
import { accessible, flotta, signIn, Tracker, test } from './product.ts'

const password = 'Tasti-2026'

test('alerts are worked off by keys alone, and the palette goes on from there [alerts.132]', async ({
  page,
}) => {
  const stamp = String(Date.now()).slice(-6)
  const { id } = await flotta<{ id: number }>('customer', 'create', '--name', `Tasti ${stamp}`)
  const company = ['--customer', String(id)]
  const imei = `35${String(Date.now()).padStart(13, '0')}`.slice(0, 15)
  const [plate, email] = [`TA${stamp}`, `t${stamp}@flotta.example`]
  const vehicle = await flotta<{ id: number }>(
    ...['vehicle', 'create', ...company, '--plate', plate, '--type', 'T'],
  )
  const on = ['--vehicle', String(vehicle.id)]
  await Promise.all([
    flotta(
      ...['user', 'create', ...company, '--email', email, '--name', 'Ada Neri'],
      ...['--role', 'edit', '--password', password],
    ),
    ...['2', '5'].map(agreement =>
      flotta('agreement', 'create', ...company, ...on, '--agreement', agreement),
    ),
    flotta('device', 'create', ...on, '--imei', imei, '--profile', 'fmb1xx'),
  ])
  await signIn(page, { email, password }, '/active-alerts')
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

  // Arrow up selects the first row, wherever the focus was.
  const press = async (...keys: readonly string[]) => {
    await page.keyboard.press('ArrowUp')
    await expect(rows.first().getByRole('link').first()).toBeFocused()
    for (const key of keys) await page.keyboard.press(key)
  }
  await press('a')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Ada Neri' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows.first().getByText('Assegnato a Ada Neri')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await press('s')
  await expect(page.getByRole('button', { name: /^Tra un’ora/ })).toBeFocused()
  await page.keyboard.press('1')
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('dialog')).toBeHidden()
  await press('e')
  await expect(rows.getByText('Preso in carico da Ada Neri')).toBeVisible()
  await press('m')
  await expect(page.getByText(`disattivato su ${plate}`)).toBeVisible()

  // The palette by words, a screen by g and its letter, and the items opened last.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('autisti')
  await expect(page.getByRole('option', { name: /^Autisti/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/drivers/)
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await expect(page.getByText('Ancora nessuna regola')).toBeVisible()
  await accessible(page, 'rules of alerts')
  await page.keyboard.press('Control+k')
  await expect(page.getByText('Aperti di recente')).toBeVisible()
  await expect(page.getByRole('option').first()).toContainText('Autisti')
})
