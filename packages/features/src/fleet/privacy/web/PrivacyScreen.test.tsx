import { answering, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { signedInAs } from '../../../people/auth/web/testing.ts'
import { companyHours, setCompanyHours } from '../../private-trips/contract.ts'
import { closeVisit, type Look, looks, type Visit, visits } from '../contract.ts'
import PrivacyScreen from './PrivacyScreen.tsx'

beforeEach(() => signIn())
const look: Look = {
  id: 1,
  person: 'Anna Bo',
  company: 'Ospite Srl',
  vehicle_id: 3,
  plate: 'FR 123 KL',
  driver_id: null,
  driver: null,
  what: 'track',
  period_from: '2026-11-20T08:00:00Z',
  period_to: '2026-11-21T08:00:00Z',
  first_at: '2026-11-22T07:00:00Z',
  last_at: '2026-11-22T08:00:00Z',
  times: 4,
}
const meta = { current_page: 1, total_pages: 1, per_page: 20, total: 1 }
const page = (...data: Look[]) =>
  answering(looks.list, {
    data,
    meta: { current_page: 1, total_pages: 1, per_page: 50, total: data.length },
  })
const editor = signedInAs('edit')
const never = { hours: [], timezone: 'Europe/Rome', changed_at: null, changed_by: null }
const at = (...answers: Parameters<typeof showAt>[2][]) =>
  showAt(
    '/privacy',
    <PrivacyScreen />,
    answering(companyHours, never),
    answering(visits.list, { data: [], meta: { ...meta, total: 0 } }),
    ...editor,
    ...answers,
  )

test('the log shows who looked at what, how often and for which period, and a chosen kind filters it', async () => {
  const { requests } = await at(page(look))
  expect(await screen.findByText('Anna Bo')).toBeInTheDocument()
  for (const text of ['Ospite Srl', 'FR 123 KL', 'Tracciato', '4'])
    expect(within(screen.getByRole('table')).getByText(text)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('combobox', { name: 'Che cosa' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Viaggi' }))
  await waitFor(() => expect(requests.at(-1)?.path).toContain('what=trip'))
})
test('an empty log has a message', async () => {
  await at(page())
  expect(await screen.findByText('Nessuna consultazione')).toBeInTheDocument()
})

test('the company’s private hours are set from now on, and shown with the person who set them', async () => {
  const changed = { ...never, changed_at: '2026-11-22T08:00:00Z', changed_by: 'Anna Bo' }
  const { requests } = await at(
    page(),
    answering(setCompanyHours, ({ body }) => ({
      ...changed,
      ...(body as Pick<typeof changed, 'hours'>),
    })),
  )
  expect(await screen.findByText('Mai privato')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Modifica' }))
  const dialog = await screen.findByRole('dialog', { name: 'Orari privati' })
  await userEvent.click(within(dialog).getByRole('radio', { name: 'In certi orari' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Togli l’orario 2' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salva' }))
  expect(await screen.findByText('lun–ven 18:00–08:00')).toBeInTheDocument()
  expect(requests.find(a => a.method === 'PUT')?.body).toEqual({
    hours: [{ days: [1, 2, 3, 4, 5], from: '18:00', to: '08:00' }],
  })
})
test('hours without a day are not sent', async () => {
  const { requests } = await at(page())
  await userEvent.click(await screen.findByRole('button', { name: 'Modifica' }))
  const dialog = await screen.findByRole('dialog', { name: 'Orari privati' })
  await userEvent.click(within(dialog).getByRole('radio', { name: 'In certi orari' }))
  for (const name of ['sabato', 'domenica'])
    for (const day of within(dialog).getAllByRole('checkbox', { name, checked: true }))
      await userEvent.click(day)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salva' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('almeno un giorno')
  expect(requests.some(a => a.method === 'PUT')).toBe(false)
})

test('a visit of the operator shows who it is and why, and a manager can end it [privacy.27, privacy.28]', async () => {
  const visit: Visit = {
    id: 4,
    person: 'Ugo Gestore',
    reason: 'Richiesta 118',
    opened_at: new Date(Date.now() - 60_000).toISOString(),
    ends_at: new Date(Date.now() + 3_600_000).toISOString(),
    closed_at: null,
    looks: 3,
    looked_at: null,
  }
  const { requests } = await at(
    page(),
    answering(visits.list, { data: [visit], meta }),
    answering(closeVisit, null),
    ...signedInAs('control'),
  )
  expect(await screen.findByText('Ugo Gestore')).toBeVisible()
  expect(screen.getByText('Richiesta 118')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Termina ora' }))
  const dialog = await screen.findByRole('dialog', { name: 'Terminare l’accesso?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Termina ora' }))
  await waitFor(() => expect(requests.some(a => a.path === '/visits/4')).toBe(true))
})
