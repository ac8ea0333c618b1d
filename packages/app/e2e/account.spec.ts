// A person's own sign-ins and tokens: a second browser is signed out from the first, a token works until it is revoked.
import { expect } from '@playwright/test'
import { accessible, flotta, signIn, test } from './product.ts'

test('another sign-in is ended, a token is made, works and is revoked', async ({
  page,
  browser,
  request,
}) => {
  const stamp = String(Date.now()).slice(-6)
  const person = { email: `a${stamp}@flotta.example`, password: 'Prova-2026' }
  const customer = await flotta<{ id: number }>('customer', 'create', '--name', `Accessi ${stamp}`)
  await flotta(
    'user',
    'create',
    '--customer',
    String(customer.id),
    '--email',
    person.email,
    '--role',
    'view',
    '--password',
    person.password,
  )
  const phone = await browser.newPage({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
  })
  await signIn(phone, person, '/account')
  await signIn(page, person, '/vehicles')
  await page.getByRole('button', { name: /^Account di/ }).click()
  await page.getByRole('menuitem', { name: 'Accessi e token' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Accessi e token' })).toBeVisible()
  await expect(page).toHaveTitle('Accessi e token · Flotta')
  const signIns = page
    .getByRole('region', { name: 'Dove hai fatto l’accesso' })
    .getByRole('listitem')
  await expect(signIns).toHaveCount(2)
  await expect(signIns.first()).toContainText('questo dispositivo')
  await expect(signIns.last()).toContainText('Safari su iPhone')
  await accessible(page, 'account')

  await page.getByRole('button', { name: /^Termina Safari su iPhone/ }).click()
  await expect(signIns).toHaveCount(1)
  await expect(page.getByText('Accesso terminato: Safari su iPhone')).toBeVisible()
  await phone.goto('/account')
  await expect(phone).toHaveURL(/\/login/)
  await phone.close()

  await page.getByRole('button', { name: 'Nuovo token' }).click()
  await page.getByRole('textbox', { name: 'Nome' }).fill('Gestionale')
  await page.getByLabel('La tua password').fill(person.password)
  await accessible(page, 'new token')
  await page.keyboard.press('Enter')
  const secret = await page.getByRole('textbox', { name: 'Token Gestionale' }).inputValue()
  await accessible(page, 'secret')
  const asked = () =>
    request.get('/api/v1/profile', { headers: { authorization: `Bearer ${secret}` } })
  expect((await asked()).status()).toBe(200)
  await page.getByRole('button', { name: 'Fatto' }).click()
  const tokens = page.getByRole('region', { name: 'Token API' }).getByRole('listitem')
  await expect(tokens).toHaveCount(1)
  await page.getByRole('button', { name: 'Revoca Gestionale' }).click()
  await page
    .getByRole('dialog', { name: 'Revocare il token Gestionale?' })
    .getByRole('button', { name: 'Revoca', exact: true })
    .click()
  await expect(tokens).toHaveCount(0)
  expect((await asked()).status()).toBe(401)
})
