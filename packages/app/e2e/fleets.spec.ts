// Assigning vehicles to fleets: a fleet is made, a vehicle dragged into it by mouse and by keyboard, and removed again.
import { expect } from '@playwright/test'
import { accessible, flotta, signIn, test } from './product.ts'

test('a fleet is made, vehicles are dragged into it, one is taken out [navigation.7, fleets.8, fleets.9]', async ({
  page,
}) => {
  const stamp = String(Date.now()).slice(-6)
  const password = 'Prova-2026'
  const customer = await flotta<{ id: number }>('customer', 'create', '--name', `Flotte ${stamp}`)
  const of = ['--customer', String(customer.id)]
  await flotta(
    'user',
    'create',
    ...of,
    '--email',
    `f${stamp}@flotta.example`,
    '--role',
    'edit',
    '--password',
    password,
  )
  const [first, second] = [`FA${stamp}`, `FB${stamp}`]
  for (const plate of [first, second])
    await flotta('vehicle', 'create', ...of, '--plate', plate, '--type', 'V')
  await signIn(page, { email: `f${stamp}@flotta.example`, password }, '/fleets')

  const unassigned = page.getByRole('region', { name: 'Senza flotta' })
  await expect(unassigned.getByRole('button', { name: new RegExp(first) })).toBeVisible()
  await page.getByRole('button', { name: 'Nuova flotta' }).click()
  await page.getByRole('textbox', { name: 'Codice' }).fill('NORD')
  await page.getByRole('textbox', { name: 'Descrizione' }).fill('Nord Italia')
  await page.keyboard.press('Enter')
  const nord = page.getByRole('region', { name: /^NORD,/ })
  await expect(nord).toContainText('Nord Italia')
  await accessible(page, 'fleets')

  const [from, to] = [
    await unassigned.getByRole('button', { name: new RegExp(first) }).boundingBox(),
    await nord.boundingBox(),
  ]
  if (from === null || to === null) throw new Error('not on the page')
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y + 20, { steps: 3 })
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 })
  await page.mouse.up()
  await expect(nord.getByRole('button', { name: new RegExp(`${first}$`) })).toBeVisible()

  await unassigned.getByRole('button', { name: new RegExp(second) }).focus()
  await page.keyboard.press('Space')
  // The vehicle is picked up above its present place: from now on arrow keys move it.
  await expect(unassigned).toHaveAttribute('data-over', 'true')
  // The library listens from the next turn of the event loop on; a key in the same millisecond would be ignored.
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve)))
  await page.keyboard.press('ArrowLeft')
  await expect(nord).toHaveAttribute('data-over', 'true')
  await page.keyboard.press('Space')
  await expect(nord.getByRole('button', { name: new RegExp(`${second}$`) })).toBeVisible()

  await nord.getByRole('button', { name: `Togli ${first} dalla flotta` }).click()
  await expect(page.getByRole('dialog', { name: `Togliere ${first} da NORD?` })).toBeVisible()
  await page.getByRole('button', { name: 'Togli', exact: true }).click()
  await expect(unassigned.getByRole('button', { name: new RegExp(first) })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: 'NORD, 1 mezzo' })).toContainText(second)
})
