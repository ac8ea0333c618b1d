// Sharing a vehicle: its owner shares it with another company, which sees it at once and loses it at once when the share ends.
import { expect } from '@playwright/test'
import { flotta, signIn, test } from './product.ts'

const password = 'Prova-2026'
/** A company with a user who manages its vehicles. */
async function company(name: string, email: string, ...more: readonly string[]): Promise<number> {
  const { id } = await flotta<{ id: number }>('customer', 'create', '--name', name, ...more)
  await flotta(
    'user',
    'create',
    '--customer',
    String(id),
    '--email',
    email,
    '--role',
    'edit',
    '--password',
    password,
  )
  return id
}

test('a vehicle is shared with another company, which sees it come and go [access.17, eyeshare.26]', async ({
  page,
  browser,
}) => {
  const stamp = String(Date.now()).slice(-6)
  const [plate, owner, guest] = [
    `SH${stamp}`,
    `o${stamp}@flotta.example`,
    `g${stamp}@flotta.example`,
  ]
  const id = await company(`Vettore ${stamp}`, owner)
  const of = ['--customer', String(id)]
  const [vehicle] = await Promise.all([
    flotta<{ id: number }>('vehicle', 'create', ...of, '--plate', plate, '--type', 'V'),
    company(`Committente ${stamp}`, guest, '--parent', String(id)),
  ])
  await Promise.all(
    ['2', '104'].map(agreement =>
      flotta(
        'agreement',
        'create',
        ...of,
        '--vehicle',
        String(vehicle.id),
        '--agreement',
        agreement,
      ),
    ),
  )
  const other = await browser.newPage()
  await signIn(other, { email: guest, password }, '/vehicles')
  await expect(other.getByText('Nessun mezzo', { exact: true })).toBeVisible()

  await signIn(page, { email: owner, password }, `/global-map?v=${vehicle.id}&tab=eyeshare`)
  // By keyboard, as the whole panel can be used.
  await page.getByRole('button', { name: 'Crea la prima condivisione' }).press('Enter')
  const agreements = page.getByRole('combobox', { name: 'Servizi' })
  await agreements.fill('Posizione')
  await expect(page.getByRole('option')).toHaveCount(1)
  await agreements.press('ArrowDown')
  await agreements.press('Enter')
  await page.getByRole('button', { name: 'Salva' }).press('Enter')
  const card = page.getByRole('listitem').filter({ hasText: `Committente ${stamp}` })
  await expect(card).toContainText('Attivo')
  // Without a reload the other company's screen is updated.
  await expect(other.getByText(plate).first()).toBeVisible()

  await card.getByRole('button', { name: /^Elimina/ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Termina' }).press('Enter')
  await expect(page.getByText('Non è condiviso con nessuno')).toBeVisible()
  await expect(other.getByText(plate)).toHaveCount(0)
  await other.close()
})
