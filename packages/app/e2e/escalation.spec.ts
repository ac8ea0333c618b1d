// An alert that nobody takes is passed on: a rule with steps is made, the next colleague is notified when the first step is due, and whoever takes
// the alert ends the escalation.
import { expect, type Page } from '@playwright/test'
import { accessible, flotta, inDatabase, signIn, Tracker, test } from './product.ts'

const password = 'Scala-2026'
const [FIRST, SECOND] = [30, 60]

/** Makes a step of the company’s escalations due now, so that nobody waits for its minutes. */
const fallDue = (customer: number, minutes: number) =>
  inDatabase(db =>
    db.query(
      `update escalations set due_at = now() where customer_id = $1 and (step ->> 'minutes')::integer = $2`,
      [customer, minutes],
    ),
  )

/** A rule for all vehicles: Ada is notified of speeding, after its steps Bruno, then Carla. */
async function addRule(page: Page, plate: string, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Nuova regola' }).click()
  const drawer = page.getByRole('dialog', { name: 'Nuova regola' })
  await drawer.getByRole('combobox', { name: 'Avvisi' }).click()
  await page.getByRole('option', { name: /^Limite di velocità/ }).click()
  await drawer.getByRole('checkbox', { name: plate }).check()
  const mails = drawer.getByRole('combobox', { name: 'Indirizzi e-mail' })
  await mails.fill(email)
  await mails.press('Enter')
  for (const [i, minutes, name] of [
    [0, FIRST, 'Bruno Sala'],
    [1, SECOND, 'Carla Riva'],
  ] as const) {
    await drawer.getByRole('button', { name: 'Aggiungi un passo' }).click()
    await drawer.getByRole('textbox', { name: 'Dopo (minuti)' }).nth(i).fill(String(minutes))
    await drawer.getByRole('combobox', { name: 'Avvisa' }).nth(i).click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  // The form shows who will be notified before it is saved.
  const told = drawer.getByRole('list', { name: 'Chi viene avvisato' }).getByRole('listitem')
  await expect(told).toHaveText([
    /Ada Neri/,
    /Bruno Sala.*Dopo 30\smin se nessuno prende in carico/,
    /Carla Riva.*Dopo 1\sh se nessuno prende in carico/,
  ])
  await accessible(page, 'rule with steps')
  await drawer.getByRole('button', { name: 'Salva' }).click()
  await page
    .getByRole('dialog', { name: 'Salvare la regola?' })
    .getByRole('button', { name: 'Conferma' })
    .click()
  await expect(drawer).toBeHidden()
}

test('an alert that nobody takes goes to the next colleague, and stops there with whoever takes it [escalations.2, escalations.3, escalations.5]', async ({
  page,
  browser,
}) => {
  const stamp = String(Date.now()).slice(-6)
  const { id } = await flotta<{ id: number }>('customer', 'create', '--name', `Scala ${stamp}`)
  const company = ['--customer', String(id)]
  const imei = `35${String(Date.now()).padStart(13, '0')}`.slice(0, 15)
  const plate = `SC${stamp}`
  const emailOf = (name: string) => `${name}${stamp}@flotta.example`
  const vehicle = await flotta<{ id: number }>(
    ...['vehicle', 'create', ...company, '--plate', plate, '--type', 'T'],
  )
  for (const [name, email] of [
    ['Ada Neri', emailOf('ada')],
    ['Bruno Sala', emailOf('bruno')],
    ['Carla Riva', emailOf('carla')],
  ] as const)
    await flotta(
      ...['user', 'create', ...company, '--email', email, '--name', name],
      ...['--role', 'edit', '--password', password],
    )
  const on = ['--vehicle', String(vehicle.id)]
  await flotta('agreement', 'create', ...company, ...on, '--agreement', '2')
  await flotta('device', 'create', ...on, '--imei', imei, '--profile', 'fmb1xx')

  await signIn(page, { email: emailOf('ada'), password }, '/alerts')
  await addRule(page, plate, emailOf('ada'))
  await expect(page.getByRole('listitem', { name: /Limite di velocità/ })).toContainText(
    'Dopo 30 min: Bruno Sala',
  )
  await page
    .getByRole('navigation', { name: 'Menu principale' })
    .getByRole('link', { name: 'Avvisi attivi' })
    .click()
  await expect(page.getByText('Nessun avviso attivo')).toBeVisible()
  const tracker = await Tracker.signedIn(imei)
  await tracker.send(Date.now() - 5_000, { latitude: 45.0522, longitude: 9.6999, speed: 120 })
  tracker.leave()
  const rows = page.getByRole('list', { name: 'Avvisi attivi' }).getByRole('listitem')
  const unfold = (of: Page) => of.getByRole('button', { name: /^Cosa è stato fatto/ }).click()
  await unfold(page)
  const told = page.getByRole('list', { name: 'Chi è stato avvisato' }).getByRole('listitem')
  await expect(told).toHaveText([/Ada Neri/, /Bruno Sala.*Dopo 30\smin/, /Carla Riva.*Dopo 1\sh/])

  await fallDue(id, FIRST)
  // Without a reload the row and its details are updated.
  await expect(rows.first().getByText(/^Passato a Bruno Sala/)).toBeVisible()
  await expect(told.nth(1)).toHaveText(/Bruno Sala.*(In partenza|Avvisato)/)
  await expect(told.nth(2)).toHaveText(/Carla Riva.*il \d/)
  await accessible(page, 'alert that was passed on')

  const other = await browser.newPage()
  await signIn(other, { email: emailOf('bruno'), password }, '/notifications')
  await other
    .getByRole('button', { name: /Nessuno ha preso in carico da 30 minuti: /, expanded: false })
    .first()
    .click()
  await other.getByRole('link', { name: 'Apri', exact: true }).click()
  await other.getByRole('button', { name: /^Prendi in carico: / }).click()
  await expect(other.getByText('Preso in carico da Bruno Sala')).toBeVisible()
  await other.close()
  await expect(rows.getByText('Preso in carico da Bruno Sala')).toBeVisible()

  await fallDue(id, SECOND)
  const reason = () =>
    inDatabase(async db => {
      const { rows: ends } = await db.query(
        `select reason from escalations where customer_id = $1 and state = 'ended'`,
        [id],
      )
      return ends.map(one => one.reason)
    })
  await expect.poll(reason).toEqual(['taken'])
  await expect(told.nth(2)).toHaveText(/Carla Riva.*Non avvisato.*Qualcuno ha preso in carico/)
  const mails = await flotta<unknown[]>('mail', 'list', '--recipient', emailOf('carla'))
  expect(mails).toEqual([])
})
