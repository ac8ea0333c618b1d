// The screen of the audit trail.
import { answering, failing, showAt } from '@flotta/ui/testing.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { audit, auditExport } from '../contract.ts'
import AuditScreen from './AuditScreen.tsx'

const meta = { current_page: 1, total_pages: 1, per_page: 50, total: 1 }
const row = {
  id: 7,
  at: '2026-11-20T08:00:00Z',
  user: { id: 3, name: 'Marta Neri', email: 'marta@aurora.example' },
  via: 'session' as const,
  address: '10.0.0.7',
  action: 'update',
  subject: 'users/12',
  subject_name: 'Ada Lovelace',
  call: 'PUT /users/:id',
  before: { name: 'Ada' },
  after: { name: 'Ada Lovelace' },
  hash: 'b'.repeat(64),
  previous_hash: 'a'.repeat(64),
}

test('a change shows who made it, on what, and the values before and after [privacy.30]', async () => {
  await showAt('/audit?search=users', <AuditScreen />, answering(audit, { data: [row], meta }))
  expect(await screen.findByText('Marta Neri')).toBeVisible()
  expect(screen.getByText('Utente Ada Lovelace')).toBeVisible()
  expect(screen.getByText('name: Ada → Ada Lovelace')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Esporta tutto' })).toBeEnabled()
})
test('an empty log has a message', async () => {
  await showAt(
    '/audit',
    <AuditScreen />,
    answering(audit, { data: [], meta: { ...meta, total: 0 } }),
  )
  expect(await screen.findByText('Ancora nessuna attività')).toBeVisible()
})
test('the export takes the filters of the address along, and a refusal is told', async () => {
  const { requests } = await showAt(
    '/audit?search=users',
    <AuditScreen />,
    answering(audit, { data: [row], meta }),
    failing(auditExport, 429, { message: 'Troppe richieste' }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Esporta tutto' }))
  expect(await screen.findByText('Troppe richieste')).toBeVisible()
  expect(requests.at(-1)?.path).toBe('/audit/export?subject=users')
})
test('a value that was empty before or after is a dash, and a user without a name has a number', async () => {
  await showAt(
    '/audit',
    <AuditScreen />,
    answering(audit, {
      data: [
        {
          ...row,
          user: { id: 3, name: null, email: null },
          subject_name: null,
          before: { phone: null, city: 'Parma' },
          after: { phone: '+39 02 1', city: null },
        },
      ],
      meta,
    }),
  )
  expect(await screen.findByText('#3')).toBeVisible()
  expect(screen.getByText('users/12')).toBeVisible()
  expect(screen.getByText(/phone: — → \+39 02 1/)).toHaveTextContent('city: Parma → —')
})
