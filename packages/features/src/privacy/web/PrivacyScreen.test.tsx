import { answering, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Look, looks } from '../contract.ts'
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
const page = (...data: Look[]) => answering(looks.list, { data, meta: { current_page: 1, total_pages: 1, per_page: 50, total: data.length } })
const at = (...answers: Parameters<typeof showAt>[2][]) => showAt('/privacy', <PrivacyScreen />, ...answers)

test('who looked at what, how often and of what period; a kind is chosen, and stands in the question', async () => {
  const { asked } = await at(page(look))
  expect(await screen.findByText('Anna Bo')).toBeInTheDocument()
  for (const text of ['Ospite Srl', 'FR 123 KL', 'Tracciato', '4']) expect(within(screen.getByRole('table')).getByText(text)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('combobox', { name: 'Che cosa' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Viaggi' }))
  await waitFor(() => expect(asked.at(-1)?.path).toContain('what=trip'))
})
test('nobody has looked yet', async () => {
  await at(page())
  expect(await screen.findByText('Nessuno ha guardato')).toBeInTheDocument()
})
