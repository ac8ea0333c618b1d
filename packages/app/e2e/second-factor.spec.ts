// A second factor by keyboard: added, requested at the sign-in, replaced by a recovery code once; a wrong code is reported.
import { codeOf, stepOf } from '@flotta/features/people/factors/codes.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { accessible, flotta, signIn, test } from './product.ts'

const PASSWORD = 'Prova-2026'
/** More tab stops than any of these pages has. */
const MOST_STOPS = 80

/** Presses the key until the target has the focus. */
async function goTo(page: Page, target: Locator, key: 'Tab' | 'ArrowDown'): Promise<void> {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}
const tabTo = (page: Page, target: Locator) => goTo(page, target, 'Tab')
async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account di/ }).focus()
  await page.keyboard.press('Enter')
  await goTo(page, page.getByRole('menuitem', { name: 'Esci' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
}
async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/login?next=/account')
  await typeInto(page, page.getByRole('textbox', { name: 'E-mail' }), email)
  await typeInto(page, page.getByRole('textbox', { name: 'Password' }), PASSWORD)
  await page.keyboard.press('Enter')
}
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Codice', exact: true })
const recoveryField = (page: Page) => page.getByRole('textbox', { name: 'Codice di recupero' })
const refusal = (page: Page) => page.getByText('Il codice non è corretto o è già stato usato.')
const factorsOf = (page: Page) => page.getByRole('region', { name: 'Secondo fattore' })

test('a second factor is added, asked for at the sign-in, and a recovery code stands in for it once [auth.108]', async ({
  page,
}) => {
  const email = `f${Date.now()}@flotta.example`
  const { id } = await flotta<{ id: number }>('customer', 'create', '--name', `Fattore ${email}`)
  const account = ['--customer', String(id), '--email', email]
  await flotta('user', 'create', ...account, '--role', 'view', '--password', PASSWORD)
  await signIn(page, { email, password: PASSWORD }, '/account')

  const factors = factorsOf(page)
  await press(page, factors.getByRole('button', { name: 'App di autenticazione' }))
  const dialog = page.getByRole('dialog', { name: 'App di autenticazione' })
  await expect(codeField(page)).toBeFocused()
  const secret = (await dialog.getByRole('code').innerText()).replaceAll(/\s/g, '')
  await typeInto(page, codeField(page), '000000')
  await page.keyboard.press('Enter')
  await expect(refusal(page)).toBeVisible()
  const firstStep = stepOf(Date.now())
  await typeInto(page, codeField(page), codeOf(secret, firstStep))
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Codici di recupero' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const [recovery = ''] = await list.getByRole('listitem').allInnerTexts()
  await accessible(page, 'recovery codes')
  await press(page, page.getByRole('button', { name: 'Fatto' }))
  await expect(factors.getByText('10 codici rimasti')).toBeVisible()

  await signOut(page)
  await enterPassword(page, email)
  await expect(codeField(page)).toBeFocused()
  await accessible(page, 'the code at the sign-in')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(refusal(page)).toBeVisible()
  // A code is accepted once, and the next code is accepted already.
  const nextStep = Math.max(firstStep + 1, stepOf(Date.now()))
  await typeInto(page, codeField(page), codeOf(secret, nextStep))
  await page.keyboard.press('Enter')
  await expect(factorsOf(page).getByText('10 codici rimasti')).toBeVisible()

  await signOut(page)
  await enterPassword(page, email)
  await press(page, page.getByRole('button', { name: 'Usa un codice di recupero' }))
  await expect(recoveryField(page)).toBeFocused()
  await page.keyboard.type(recovery)
  await page.keyboard.press('Enter')
  await expect(factorsOf(page).getByText('9 codici rimasti')).toBeVisible()

  await signOut(page)
  await enterPassword(page, email)
  await press(page, page.getByRole('button', { name: 'Usa un codice di recupero' }))
  await page.keyboard.type(recovery)
  await page.keyboard.press('Enter')
  await expect(refusal(page)).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})
