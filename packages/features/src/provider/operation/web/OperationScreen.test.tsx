// The operator's page: a missing service names its setting, a test shows the server's words, findings and lists are in their tabs.
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { signedInAs } from '../../../people/auth/web/testing.ts'
import * as contract from '../contract.ts'
import OperationScreen from './OperationScreen.tsx'

beforeEach(() => signIn())
const whole: contract.System = {
  services: [
    { name: 'mail', setting: 'SMTP_URL', set: true, host: 'mail.example.com', waiting: 2 },
    { name: 'sms', setting: 'SMS_URL', set: false, host: null, waiting: 0 },
    { name: 'geocoder', setting: 'FLOTTA_GEOCODER_URL', set: false, host: null, waiting: null },
    { name: 'router', setting: 'FLOTTA_ROUTER_URL', set: false, host: null, waiting: null },
    { name: 'map', setting: 'FLOTTA_MAP_STYLE', set: false, host: null, waiting: null },
  ],
  map: 'essential',
  own_streets: false,
  public_host: 'tiles.example.com',
  processes: [{ instance: 'server-1', roles: ['api', 'worker'], version: '1.2.0' }],
  figures: {
    companies: 2,
    people: 3,
    vehicles: 40,
    devices: 41,
    connected: 12,
    tasks_waiting: 1,
    tasks_failed: 0,
    replays_waiting: 0,
    quarantined: 5,
    database_bytes: 2_500_000_000,
    disk_free: null,
  },
}
const meta = { current_page: 1, total_pages: 1, per_page: 20, total: 1 }
const at = '2026-11-26T08:00:00Z'
const open = (address: string, ...answers: Parameters<typeof showAt>[2][]) =>
  showAt(
    `/provider/operation${address}`,
    <OperationScreen />,
    ...signedInAs('control'),
    answering(contract.system, whole),
    ...answers,
  )

test('a missing service names its setting, and a test shows the server’s own words [installation.76, installation.77]', async () => {
  const { requests } = await open(
    '',
    answering(contract.testService, {
      works: false,
      says: '550 No such user here',
      ms: 31,
    }),
  )
  const sms = await screen.findByRole('region', { name: 'SMS' })
  expect(sms).toHaveTextContent('SMS_URL')
  expect(within(sms).getByRole('button', { name: 'Prova SMS' })).toBeDisabled()
  const mail = screen.getByRole('region', { name: 'E-mail' })
  expect(mail).toHaveTextContent('mail.example.com')
  expect(mail).toHaveTextContent('2 in attesa')
  await userEvent.clear(within(mail).getByLabelText('Indirizzo della prova'))
  await userEvent.type(within(mail).getByLabelText('Indirizzo della prova'), 'me@example.com')
  await userEvent.click(within(mail).getByRole('button', { name: 'Prova E-mail' }))
  expect(await within(mail).findByText('550 No such user here')).toBeVisible()
  expect(within(mail).getByText('Non funziona')).toBeVisible()
  expect(requests.find(q => q.method === 'POST')?.body).toEqual({
    service: 'mail',
    to: 'me@example.com',
  })
})
test('a test that the product refuses shows the product’s own words', async () => {
  await open(
    '',
    failing(contract.testService, 429, { message: 'Riprova tra 3 secondi', code: 'too_many' }),
  )
  const map = await screen.findByRole('region', { name: 'Mappa' })
  await userEvent.click(within(map).getByRole('button', { name: 'Prova Mappa' }))
  expect(await within(map).findByText('Riprova tra 3 secondi')).toBeVisible()
})
test('one switch turns the public map on and off [installation.80]', async () => {
  const { requests } = await open('', answering(contract.setMap, { ...whole, map: 'streets' }))
  const change = await screen.findByRole('switch', {
    name: /^Strade da tiles.example.com, servizio pubblico/,
  })
  await userEvent.click(change)
  await waitFor(() => expect(change).toBeChecked())
  expect(requests.find(q => q.method === 'PUT')?.body).toEqual({ map: 'streets' })
})
test('the switch shows the findings that are fine too, beside figures and processes [installation.79]', async () => {
  await open(
    '?tab=health',
    answering(contract.findings, [
      { state: 'ok', check: 'node', says: 'v24', do: null },
      { state: 'warn', check: 'backup', says: 'there is none', do: 'Make one' },
    ]),
  )
  expect(await screen.findByText('Make one')).toBeVisible()
  expect(screen.queryByText(/v24/)).toBeNull()
  await userEvent.click(screen.getByRole('switch', { name: 'Mostra anche ciò che va bene' }))
  expect(screen.getByText(/v24/)).toBeVisible()
  expect(await screen.findByText('server-1')).toBeVisible()
  expect(screen.getByText('2,50 GB')).toBeVisible()
})
test('a task that failed runs again [installation.82]', async () => {
  const id = '6b1f0a5e-0f6e-4f0c-8c7f-0123456789ab'
  const { requests } = await open(
    '?tab=tasks',
    answering(contract.tasks, {
      data: [
        {
          id,
          kind: 'mail',
          lane: null,
          customer_id: null,
          state: 'failed',
          attempts: 12,
          created_at: at,
          ended_at: at,
          error: 'connect ECONNREFUSED',
        },
      ],
      meta,
    }),
    answering(contract.retryTask, null),
  )
  expect(await screen.findByText('connect ECONNREFUSED')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  await waitFor(() =>
    expect(requests.some(q => q.path === `/provider/tasks/${id}/retry`)).toBe(true),
  )
})
test('records of the quarantine are taken in again with the offset of a wrong clock [installation.82]', async () => {
  const { requests } = await open(
    '?tab=quarantine',
    answering(contract.quarantine, {
      counts: [{ reason: 'future', count: 7 }],
      records: [
        {
          id: 1,
          identifier: '356000000000001',
          reason: 'future',
          message_datetime: at,
          received_at: at,
          error: null,
        },
      ],
    }),
    answering(contract.releaseQuarantine, { released: 7, refused: 0 }),
  )
  expect(await screen.findByText('dal futuro: 7')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Riammetti' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByRole('textbox'), '-3600', {
    initialSelectionStart: 0,
    initialSelectionEnd: 1,
  })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Riammetti' }))
  expect(await screen.findByText('7 riammessi')).toBeVisible()
  expect(requests.find(q => q.method === 'POST')?.body).toEqual({ offset: -3600 })
})
test.each([
  ['mails', answering(contract.mails, { data: [], meta }), 'Nessun messaggio'],
  ['trail', answering(contract.trail, { data: [], meta }), 'Ancora niente'],
  ['backups', answering(contract.backups, []), 'Ancora nessuna copia'],
] as const)('an empty list of %s explains what comes there', async (tab, reply, words) => {
  await open(`?tab=${tab}`, reply)
  expect(await screen.findByText(words)).toBeVisible()
})
