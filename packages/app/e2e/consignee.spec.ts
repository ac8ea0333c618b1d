// A vehicle is shared with a consignee: the link is made in its panel, opened on a phone without a sign-in, and ended.
import { expect } from '@playwright/test'
import { accessible, flotta, legible, mapDrawn, signIn, Tracker, test } from './product.ts'

const password = 'Autista-2026'
const imei = () => `35${String(Date.now()).padStart(13, '0')}`.slice(0, 15)

test('a consignee follows a delivery on a phone until the link is ended [links.2, links.7, links.8]', async ({
  page,
  browser,
}) => {
  // The journey has two people at two screens, and five commands of the provider before they begin.
  test.slow()
  const stamp = String(Date.now()).slice(-6)
  const [plate, email] = [`CN${stamp}`, `c${stamp}@flotta.example`]
  const customer = await flotta<{ id: number }>('customer', 'create', '--name', `Corriere ${stamp}`)
  const of = ['--customer', String(customer.id)]
  await flotta('user', 'create', ...of, '--email', email, '--role', 'edit', '--password', password)
  const vehicle = await flotta<{ id: number }>(
    'vehicle',
    'create',
    ...of,
    '--plate',
    plate,
    '--type',
    'V',
  )
  const on = ['--vehicle', String(vehicle.id)]
  await flotta('agreement', 'create', ...of, ...on, '--agreement', '2')
  const device = imei()
  await flotta('device', 'create', ...on, '--imei', device, '--profile', 'fmb1xx')
  const tracker = await Tracker.signedIn(device)

  await signIn(page, { email, password }, `/global-map?v=${vehicle.id}&tab=eyegeo`)
  await tracker.send(Date.now(), { latitude: 45.0524, longitude: 9.6934, speed: 52 })
  await page.getByRole('button', { name: 'Condividi con il destinatario' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Crea link' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Il nuovo link' }).inputValue()
  expect(link).toMatch(/\/follow\/[\w-]{43}$/)
  await accessible(page, 'dialog of a link', '[role="dialog"]')

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  const other = await phone.newPage()
  const answer = await other.goto(new URL(link).pathname)
  expect(answer?.status()).toBe(200)
  expect(answer?.headers()).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
  })
  await expect(other.getByRole('heading', { level: 1, name: plate })).toBeVisible()
  await expect(other.getByText(`Corriere ${stamp}`)).toBeVisible()
  await expect(other.getByText('On the road')).toBeVisible()
  await mapDrawn(other)
  // The map shows the vehicle and not only the country.
  await expect(other.locator('[data-camera^="9.69340 45.05240 10."]')).toHaveCount(1)
  const overflow = await other.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
  await accessible(other, 'delivery on a phone')
  await legible(other, 'delivery on a phone', 'dark')

  const row = dialog.getByRole('row').filter({ hasText: plate })
  await row.getByRole('button', { name: 'Chiudi' }).click()
  await page
    .getByRole('dialog', { name: 'Chiudere questo link?' })
    .getByRole('button', { name: 'Chiudi', exact: true })
    .last()
    .click()
  await expect(row).toHaveCount(0)
  expect((await other.reload())?.status()).toBe(410)
  await expect(other.getByText('This link was ended and shows nothing any more.')).toBeVisible()
  await expect(other.getByText(plate)).toHaveCount(0)
  tracker.leave()
  await phone.close()
})
