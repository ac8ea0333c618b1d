// A driver's day: created, assigned to a vehicle, shown on the map's card, refused elsewhere with a reason, and ended.
import { expect } from '@playwright/test'
import { accessible, flotta, signIn, test } from './product.ts'

test('a driver is made, starts on a vehicle, is shown on the map, is refused on another, and ends [navigation.11, activities.16]', async ({
  page,
  watched,
}) => {
  const stamp = String(Date.now()).slice(-6)
  const password = 'Prova-2026'
  const customer = await flotta<{ id: number }>(
    'customer',
    'create',
    '--name',
    `Autisti ${stamp}`,
    '--configurations',
    'drivers_active=1',
  )
  const of = ['--customer', String(customer.id)]
  await flotta(
    'user',
    'create',
    ...of,
    '--email',
    `d${stamp}@flotta.example`,
    '--role',
    'edit',
    '--password',
    password,
  )
  const [first, second] = [`DA${stamp}`, `DB${stamp}`]
  for (const plate of [first, second])
    await flotta('vehicle', 'create', ...of, '--plate', plate, '--type', 'V')
  await signIn(page, { email: `d${stamp}@flotta.example`, password }, '/drivers')

  await expect(page.getByRole('heading', { level: 1, name: 'Autisti' })).toBeVisible()
  await page.getByRole('button', { name: 'Nuovo autista' }).click()
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Ada')
  await page.getByRole('textbox', { name: 'Cognome' }).fill('Lovelli')
  const phone = page.getByRole('textbox', { name: 'Telefono' })
  await phone.fill('123')
  watched.expect(/status of 422 .*drivers/)
  await page.keyboard.press('Enter')
  // What is said of a refusal stands above the buttons, which are pressed again.
  await expect(page.getByText('Controlla i campi indicati')).toBeVisible()
  const save = await page.getByRole('button', { name: 'Salva' }).boundingBox()
  const notice = await page.getByText('Controlla i campi indicati').boundingBox()
  expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThan(save?.y ?? 0)
  await phone.fill('0523 123456')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: '+390523123456' })).toBeVisible()
  await accessible(page, 'drivers')

  await page.getByRole('link', { name: 'Attività di Ada Lovelli' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Attività autisti' })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Nuova attività' })
  const start = async (plate: string) => {
    await page.getByRole('button', { name: 'Nuova attività' }).click()
    // The driver whose activities are listed is selected already.
    await expect(dialog.getByRole('combobox', { name: 'Autista' })).toHaveValue('Lovelli Ada')
    await dialog.getByRole('combobox', { name: 'Mezzo' }).fill(plate)
    await page.getByRole('option', { name: plate }).click()
    await dialog.getByRole('button', { name: 'Inizia' }).click()
  }
  await start(first)
  const row = page.getByRole('listitem').filter({ hasText: first })
  await expect(row).toContainText('In corso')
  await accessible(page, 'driver activities')

  watched.expect(/status of 409 .*driver_activities/)
  await start(second)
  await expect(dialog.getByRole('alert')).toHaveText(
    `Ada Lovelli è già su ${first}: termina prima quell’attività.`,
  )
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await expect(dialog).toBeHidden()

  await row.getByRole('link', { name: first }).click()
  await expect(page).toHaveURL(/global-map\?v=/)
  await expect(
    page.getByRole('link', { name: new RegExp(first) }).filter({ hasText: 'Ada Lovelli' }),
  ).toBeVisible()

  await page.goBack()
  await row.getByRole('button', { name: `Termina l’attività di Ada Lovelli su ${first}` }).click()
  await page
    .getByRole('dialog', { name: `Terminare Ada Lovelli su ${first}?` })
    .getByRole('button', { name: 'Termina' })
    .click()
  await expect(page.getByText(`Ada Lovelli ha lasciato ${first}`)).toBeVisible()
  await expect(row).not.toContainText('In corso')
})
