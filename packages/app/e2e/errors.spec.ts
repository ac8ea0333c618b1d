// The catalogue of errors (general.92) as people see it: each error says what happened, no input is lost, and the same form succeeds when the cause
// is gone.
import { expect, type Page } from '@playwright/test'
import { accessible, flotta, signIn, test } from './product.ts'

// Screens that were loaded ahead open although the server is gone.
test.use({ loadsAhead: true })

const password = 'Prova-2026'
const stamp = () => String(Date.now()).slice(-7)

/** Opens the fleets as a person who may change them. */
async function editor(page: Page, word: string): Promise<void> {
  const customer = await flotta<{ id: number }>(
    'customer',
    'create',
    '--name',
    `${word} ${stamp()}`,
  )
  const email = `${word}${stamp()}@flotta.example`
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
    password,
  )
  await signIn(page, { email, password }, '/fleets')
}
async function newFleet(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Nuova flotta' }).click()
  await page.getByRole('textbox', { name: 'Codice' }).fill(code)
  await page.getByRole('textbox', { name: 'Descrizione' }).fill(`Flotta ${code}`)
  await page.keyboard.press('Enter')
}

test('a refused save says why, keeps what was typed, and goes through when the cause is gone [general.72, general.94]', async ({
  page,
  watched,
}) => {
  watched.expect(/status of (400|403|409|5\d\d)/)
  await editor(page, 'errori')
  await newFleet(page, 'NORD')
  await expect(page.getByRole('region', { name: /^NORD,/ })).toBeVisible()

  // 422: the error is shown at the field.
  await newFleet(page, 'nord')
  await expect(page.getByText('È già in uso').first()).toBeVisible()
  const code = page.getByRole('textbox', { name: 'Codice' })
  await expect(code).toHaveValue('nord')
  await accessible(page, 'a field with an error')

  // Answers of the server, or of a proxy before it, while everything else works.
  const answers: readonly (readonly [
    status: number,
    body: object | string,
    says: RegExp,
    headers?: Record<string, string>,
  ])[] = [
    [400, { message: '', code: 'bad_request' }, /La richiesta non è riuscita\. Riprova/],
    [403, '<html>Forbidden</html>', /non ha il permesso/],
    [
      403,
      { message: 'Il tuo account non ha il permesso per questa operazione.', code: 'forbidden' },
      /non ha il permesso/,
    ],
    [429, '', /riprova tra 7 secondi/, { 'retry-after': '7' }],
    [
      500,
      {
        message:
          'Qualcosa è andato storto dal nostro lato: riprova; se continua, contatta l’assistenza.',
        code: 'failed',
      },
      /dal nostro lato/,
    ],
    [502, '<html>Bad gateway</html>', /Qualcosa è andato storto/],
    [
      503,
      {
        message: 'Il servizio si sta avviando o arrestando: riprova tra poco.',
        code: 'unavailable',
      },
      /si sta avviando/,
    ],
  ]
  await code.fill('SUD')
  for (const [status, body, says, headers = {}] of answers) {
    await page.route('**/api/v1/fleets', async (route, request) => {
      if (request.method() !== 'POST') return route.fallback()
      await route.fulfill({
        status,
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    })
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    await expect(page.getByText(says).last()).toBeVisible()
    await expect(code).toHaveValue('SUD')
    await page.unroute('**/api/v1/fleets')
  }
  await page.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(page.getByRole('region', { name: /^SUD,/ })).toBeVisible()
})

test('who was slower sees both versions; what is gone is said; an ended session leads to the sign-in and back [general.95]', async ({
  page,
  context,
  watched,
}) => {
  watched.expect(/status of 409/)
  await editor(page, 'versioni')
  await newFleet(page, 'NORD')
  const other = await context.newPage()
  await other.goto('/fleets')
  await other.getByRole('button', { name: 'Modifica NORD' }).click()
  await page.getByRole('button', { name: 'Modifica NORD' }).click()
  await page.getByRole('textbox', { name: 'Descrizione' }).fill('La mia')
  await other.getByRole('textbox', { name: 'Descrizione' }).fill('La sua')
  await other.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(other.getByText('La sua')).toBeVisible()
  await page.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(page.getByText('Nel frattempo un altro ha salvato')).toBeVisible()
  await expect(page.getByRole('row', { name: /La sua.*La mia/ })).toBeVisible()
  await accessible(page, 'two versions')
  await page.getByRole('button', { name: 'Salva', exact: true }).click()
  await expect(page.getByRole('region', { name: /^NORD,/ })).toContainText('La mia')

  // 404: the other person has removed it.
  await other.getByRole('button', { name: 'Elimina NORD' }).click()
  await other
    .getByRole('dialog', { name: 'Eliminare NORD?' })
    .getByRole('button', { name: 'Elimina' })
    .click()
  await expect(other.getByRole('region', { name: /^NORD,/ })).toHaveCount(0)
  await page.goto('/global-map?v=999999')
  await expect(page.getByText('Questo mezzo non esiste o non è tuo.')).toBeVisible()

  // 423: the password has expired during the work.
  await page.route('**/api/v1/fleets/all', route =>
    route.fulfill({
      status: 423,
      contentType: 'application/json',
      body: JSON.stringify({ message: 'La password è scaduta: va reimpostata.', code: 'locked' }),
    }),
  )
  await page.goto('/fleets')
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByText(/scaduta/)).toBeVisible()
  await other.close()
})

test('the sign-in says what is missing, what is wrong, and when there were too many tries', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page.getByText('Questo campo è richiesto').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`nessuno${stamp()}@flotta.example`)
  await page.getByRole('textbox', { name: 'Password' }).fill('Sbagliata-1')
  const signIn = page.getByRole('button', { name: 'Accedi', exact: true })
  for (let tries = 0; tries < 5; tries++) {
    const answered = page.waitForResponse(/\/login$/)
    await signIn.click()
    expect((await answered).status()).toBe(401)
    await expect(signIn).toBeEnabled()
  }
  await expect(page.getByText('E-mail o password errate.')).toBeVisible()
  await signIn.click()
  await expect(page.getByText(/Troppi tentativi/)).toBeVisible()
})
