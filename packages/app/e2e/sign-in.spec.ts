// Signing in: wrong and right, a forgotten password by the link in the outbox, staying signed in after a reload, signing out.
import { expect } from '@playwright/test'
import { accessible, demo, flotta, mapDrawn, signIn, test } from './product.ts'

test('a stranger is asked to sign in and comes to the page that was wanted', async ({ page }) => {
  await page.goto('/global-map?s=system&f=connected')
  await expect(page).toHaveURL(/\/login/)
  await accessible(page, 'sign-in')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(demo.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('Sbagliata-1')
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page.getByText('E-mail o password errate.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill(demo.password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page).toHaveURL(/\/global-map\?.*f=connected/)
  await mapDrawn(page)
})

test('before the sign-in less than 280 kB of scripts and styles are loaded, compressed [navigation.80]', async ({
  page,
}) => {
  const loaded = new Set<string>()
  page.on('request', request => loaded.add(request.url()))
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Accedi', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const files = [...loaded].filter(url => /\.(js|css)$/.test(url))
  const sizes = await Promise.all(
    files.map(async url => {
      const answer = await page.request.get(url, { headers: { 'accept-encoding': 'gzip' } })
      // A tiny file is not compressed beforehand, so its length is not told.
      return Number(answer.headers()['content-length'] ?? (await answer.body()).length)
    }),
  )
  expect(sizes.length).toBeGreaterThan(10)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(280_000)
})

test('a reload keeps the session; signing out ends it [navigation.68, auth.16]', async ({
  page,
}) => {
  await signIn(page, demo, '/vehicles')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Mezzi' })).toBeVisible()
  await page.getByRole('button', { name: /^Account di/ }).click()
  await page.getByRole('menuitem', { name: 'Esci' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/global-map')
  await expect(page).toHaveURL(/\/login/)
})

test('a forgotten password is set anew with the mailed link [navigation.24, mails.3]', async ({
  page,
}) => {
  const customer = await flotta<{ id: number }>(
    'customer',
    'create',
    '--name',
    `Prova ${Date.now()}`,
  )
  const email = `prova.${Date.now()}@flotta.example`
  await flotta(
    'user',
    'create',
    '--customer',
    String(customer.id),
    '--email',
    email,
    '--role',
    'edit',
    '--password',
    'Vecchia-2026',
  )
  await page.goto('/login')
  await page.getByRole('button', { name: 'Password dimenticata?' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('button', { name: 'Invia il link' }).click()
  await expect(page.getByText(/il link è in arrivo/)).toBeVisible()
  // The mail is written after the answer, whose duration must not reveal whether the address exists.
  const mails = () => flotta<{ id: number }[]>('mail', 'list', '--recipient', email)
  await expect.poll(async () => (await mails()).length).toBe(1)
  const [mail] = await mails()
  const { body } = await flotta<{ body: string }>('mail', 'show', String(mail?.id))
  const link = new URL(/https?:\S+\/reset\/\S+/.exec(body)?.[0] ?? '')
  await page.goto(link.pathname)
  await accessible(page, 'reset')
  await page.getByRole('textbox', { name: 'Nuova password', exact: true }).fill('Nuova-2026')
  await page.getByRole('textbox', { name: 'Ripeti la nuova password' }).fill('Nuova-2026')
  await page.getByRole('button', { name: 'Salva la password' }).click()
  await expect(page.getByText('Password salvata: ora puoi accedere.')).toBeVisible()
  await signIn(page, { email, password: 'Nuova-2026' }, '/vehicles')
  await page.goto(link.pathname)
})

test('an address that leads nowhere asks a stranger to sign in, then says so within the frame and leads home [navigation.30]', async ({
  page,
}) => {
  await page.goto('/dove-sono')
  await expect(page).toHaveURL(/\/login\?next=/)
  await signIn(page, demo, '/dove-sono')
  await expect(page.getByRole('navigation', { name: 'Menu principale' })).toBeVisible()
  await expect(page).toHaveTitle('Pagina non trovata · Flotta')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByText('Pagina non trovata')).toBeVisible()
  await page.getByRole('link', { name: 'Torna alla home' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})
