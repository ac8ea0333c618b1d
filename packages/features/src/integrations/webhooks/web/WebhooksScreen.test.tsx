// The screen of web hooks: the events and state of each, a new one with its secret, attempts and sending again.
import { answering, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fleets } from '../../../fleet/fleets/contract.ts'
import { all as allVehicles } from '../../../fleet/vehicles/contract.ts'
import {
  type Attempt,
  attempts,
  createWebhook,
  sendAgain,
  type Webhook,
  webhooks,
} from '../contract.ts'
import WebhooksScreen from './WebhooksScreen.tsx'

beforeEach(signIn)
const hook: Webhook = {
  id: 7,
  url: 'https://tms.example/flotta',
  events: ['incident.opened', 'trip.ended'],
  vehicle_ids: null,
  fleet_ids: null,
  active: 1,
  created_at: '2026-11-20T08:00:00Z',
  failing_since: '2026-11-20T09:00:00Z',
  switched_off_by: null,
  old_secret_until: null,
}
const attempt: Attempt = {
  id: 4,
  event_id: 'msg_1',
  type: 'trip.ended',
  vehicle: { id: 1, plate: 'AB123CD' },
  at: '2026-11-20T09:00:00Z',
  attempt: 2,
  taken: false,
  status: 500,
  fault: 'status',
  duration: 120,
  request: '{"type":"trip.ended"}',
  answer: 'Oops',
  state: 'waiting',
  next_at: '2026-11-20T09:10:00Z',
}
const meta = { current_page: 1, total_pages: 1, per_page: 20, total: 1 }
const open = (address = '/webhooks', hooks: readonly Webhook[] = [hook]) =>
  showAt(
    { address, path: '/webhooks' },
    <WebhooksScreen />,
    answering(webhooks.list, { data: [...hooks], meta }),
    answering(attempts, { data: [attempt], meta }),
    answering(createWebhook, { ...hook, secret: 'whsec_c2VjcmV0' }),
    answering(sendAgain, { id: 'msg_1', type: 'trip.ended' }),
    answering(allVehicles, []),
    answering(fleets.all, []),
  )

test('each hook shows its events, and that it does not answer or why it is off [webhooks.12]', async () => {
  await open('/webhooks', [hook, { ...hook, id: 8, active: 0, switched_off_by: 'gone' }])
  expect(await screen.findAllByText('https://tms.example/flotta')).toHaveLength(2)
  expect(screen.getAllByText('Allarme aperto, Viaggio terminato')).toHaveLength(2)
  expect(screen.getByText('Non risponde')).toBeInTheDocument()
  expect(screen.getByText('Spento: indirizzo inesistente (410)')).toBeInTheDocument()
})
test('a new hook shows its secret once, and needs an event [webhooks.12]', async () => {
  const user = userEvent.setup()
  const { requests } = await open('/webhooks', [])
  await user.click(await screen.findByRole('button', { name: 'Nuovo webhook' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox', { name: 'Indirizzo' }), hook.url)
  const posts = () => requests.filter(({ method }) => method === 'POST')
  await user.click(within(dialog).getByRole('button', { name: 'Salva' }))
  expect(posts()).toEqual([])
  await user.click(within(dialog).getByRole('checkbox', { name: 'Viaggio terminato' }))
  await user.click(within(dialog).getByRole('button', { name: 'Salva' }))
  expect(await screen.findByRole('textbox', { name: 'Chiave segreta' })).toHaveValue(
    'whsec_c2VjcmV0',
  )
  expect(posts()).toMatchObject([
    { path: '/webhooks', body: { url: hook.url, events: ['trip.ended'], vehicle_ids: null } },
  ])
})
test('an attempt shows what was sent and answered, and sends its event again [webhooks.13]', async () => {
  const user = userEvent.setup()
  const { requests } = await open('/webhooks?hook=7')
  expect(await screen.findByText('AB123CD')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Apri' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Oops')).toBeInTheDocument()
  expect(within(dialog).getByText(/"type": "trip.ended"/)).toBeInTheDocument()
  await user.click(within(dialog).getByRole('button', { name: 'Invia di nuovo' }))
  expect(await screen.findByText('Viene inviato di nuovo')).toBeInTheDocument()
  expect(requests.some(({ path }) => path === '/webhooks/7/attempts/4/send')).toBe(true)
})
