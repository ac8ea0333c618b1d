// The screen of the audit trail.
import { answering, showAt } from '@flotta/ui/testing.tsx'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { audit } from '../contract.ts'
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
