// A session that ends while somebody fills in a form: the sign-in covers the page, and the same account goes on; another finds a fresh page.
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { accessible, flotta, signIn, test } from './product.ts'

const password = 'Prova-2026'
async function company(): Promise<(name: string) => Promise<string>> {
  const stamp = String(Date.now()).slice(-6)
  const customer = await flotta<{ id: number }>('customer', 'create', '--name', `Fine ${stamp}`)
  return async name => {
    const email = `${name}${stamp}@flotta.example`
    const of = ['--customer', String(customer.id), '--role', 'edit']
    await flotta('user', 'create', ...of, '--email', email, '--password', password)
    return email
  }
}
/** Ends the sessions of an account from another place. */
async function endSessions(request: APIRequestContext, email: string): Promise<void> {
  const login = await request.post('/api/v1/login', { data: { email, password } })
  const headers = { authorization: `Bearer ${(await login.json()).data.token}` }
  const ended = await request.delete('/api/v1/sessions', { headers })
  expect(ended.ok()).toBe(true)
}
const code = (page: Page) => page.getByRole('textbox', { name: 'Codice' })
const save = (page: Page) => page.getByRole('button', { name: 'Salva', exact: true })

test('what was typed when the session ended is still there after the sign-in over the page, by keyboard [navigation.82]', async ({
  page,
  request,
}) => {
  const email = await (await company())('a')
  await signIn(page, { email, password }, '/fleets')
  await page.getByRole('button', { name: 'Nuova flotta' }).click()
  await code(page).fill('NORD')
  await endSessions(request, email)

  await expect(page).toHaveURL(/\/login\?next=%2Ffleets/)
  const cover = page.getByRole('dialog', { name: 'Accedi' })
  await expect(cover.getByText(/La pagina aspetta/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email)
  // nothing of the page is seen or reached meanwhile
  await expect(save(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accedi')
  await expect(page).toHaveTitle('Accedi · Flotta')
  await accessible(page, 'the sign-in over a page')
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(cover.getByRole('button', { name: 'Accedi', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(cover).toHaveCount(0)
  await expect(page).toHaveURL(/\/fleets/)
  await expect(code(page)).toHaveValue('NORD')
  await expect(code(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Nord Italia')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: /^NORD,/ })).toBeVisible()
})

test('another account finds the page without what was typed [navigation.83]', async ({
  page,
  request,
}) => {
  const account = await company()
  const [first, second] = [await account('b'), await account('c')]
  await signIn(page, { email: first, password }, '/fleets')
  await page.getByRole('button', { name: 'Nuova flotta' }).click()
  await code(page).fill('SUD')
  await endSessions(request, first)
  const email = page.getByRole('textbox', { name: 'E-mail' })
  await expect(email).toHaveValue(first)
  await email.fill(second)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page).toHaveURL(/\/fleets/)
  await expect(page.getByRole('heading', { level: 1, name: 'Flotte' })).toBeVisible()
  await expect(page.getByText('SUD')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('whoever goes back from the sign-in over a page is asked to sign in for the other page', async ({
  page,
  request,
}) => {
  const email = await (await company())('d')
  await signIn(page, { email, password }, '/account')
  await page.goto('/vehicles')
  await page.getByRole('link', { name: 'Flotte' }).first().click()
  await page.getByRole('button', { name: 'Nuova flotta' }).click()
  await code(page).fill('EST')
  await endSessions(request, email)
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByText(/La pagina aspetta/)).toHaveCount(0)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page).not.toHaveURL(/\/login/)
  await expect(page.getByRole('navigation', { name: 'Menu principale' })).toBeVisible()
})
