// Chats through the contract: an alert arrives in each, is tried again, and no answer contains a secret.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startQueue } from '@flotta/platform/queue-runner.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { audit } from '../../people/audit/contract.ts'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import { alertConfigurations, createMany } from '../alert-configurations/contract.ts'
import { tellWaiting } from '../deliveries/messages.ts'
import { CHAT } from '../incidents/contract.ts'
import { chats, testChat } from './contract.ts'
import { chatTask, sendToChat } from './send.ts'

const TEMPERATURE = 2
let app: TestApp
let caller: Caller
let stranger: Caller
let vehicle: Vehicle
let url: string
let queue: Awaited<ReturnType<typeof startQueue>>
const received: { readonly text: string }[] = []
let status = 200
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    received.push(JSON.parse(Buffer.concat(parts).toString()))
    response.writeHead(status).end()
  })
})
beforeAll(async () => {
  app = await testApp({ env: { FLOTTA_WEBHOOK_PRIVATE: '1' } })
  queue = await startQueue([{ tasks: [chatTask] }], app.ctx)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  await queue.stop()
  await app.close()
  server.close()
})
beforeEach(async () => {
  await app.ctx.pool.query('truncate deliveries, mails, alert_configurations, incidents cascade')
  received.length = 0
  status = 200
  const customer = await app.make.customer({ name: 'Rossi' })
  caller = await app.as(await app.make.user(customer.id, 'control', { language: 'it' }))
  stranger = await app.as(await app.make.user((await app.make.customer()).id, 'edit'))
  vehicle = await app.make.vehicle(customer.id, { plate: 'AA111AA' })
  for (const id of [agreement.eyegeo, agreement.eyecold])
    await app.make.agreement(vehicle.id, customer.id, id)
})
const chat = async (values: object = {}) =>
  (
    await caller.call(chats.create, {
      body: { name: 'Turno', kind: 'slack', secret: url, ...values },
    })
  ).data
const configure = (destination: string, who = caller) =>
  who.call(createMany, {
    body: {
      vehicles: [vehicle.id],
      alerts: [TEMPERATURE],
      alert_channel_id: CHAT,
      destinations: [destination],
    },
  })

test('an alert is written into the chat that a configuration names, in the language of who made it [chats.1]', async () => {
  await chat()
  expect((await configure('turno')).data[0]?.destination).toBe('Turno')
  await app.make.incident(vehicle.id, TEMPERATURE)
  await tellWaiting(app.ctx)
  await vi.waitFor(() => expect(received).toHaveLength(1))
  expect(received[0]?.text).toContain('*Allarme · AA111AA · ')
  expect(received[0]?.text).toContain(`http://localhost/global-map?v=${vehicle.id}`)
  await vi.waitFor(async () => {
    const { rows } = await app.ctx.pool.query('select state from deliveries')
    expect(rows).toEqual([{ state: 'sent' }])
  })
})
test('a message to a chat that refuses for good is not tried again, and the configuration shows the failure [chats.3]', async () => {
  await chat()
  await configure('Turno')
  status = 404
  await app.make.incident(vehicle.id, TEMPERATURE)
  await tellWaiting(app.ctx)
  await vi.waitFor(async () => {
    const { data } = await caller.call(alertConfigurations.all, {})
    expect(data[0]?.last_delivery?.state).toBe('failed')
  })
})
test('no answer and no audit line contains the secret [chats.2]', async () => {
  const { id, ...rest } = await chat()
  expect(rest).toEqual({ name: 'Turno', kind: 'slack', chat_id: null, ready: true })
  await caller.call(chats.update, { params: { id }, body: { secret: `${url}/2` } })
  const lines = (await caller.call(audit, { query: {} })).data
  const list = (await caller.call(chats.all, {})).data
  expect(JSON.stringify([lines, list])).not.toContain('127.0.0.1:')
})
test('a test message is sent at once, and the answer gives its outcome [chats.4]', async () => {
  const { id } = await chat()
  expect((await caller.call(testChat, { params: { id } })).data).toEqual({ error: null })
  expect(received[0]?.text).toContain('Rossi')
  status = 403
  const refused = await caller.call(testChat, { params: { id } }, { language: 'it' })
  expect(refused.data.error).toBe('la chat ha risposto 403')
  expect((await stranger.call(testChat, { params: { id } })).status).toBe(404)
})
test('an address in a private network is refused where it is not allowed [chats.3]', async () => {
  const { id } = await chat()
  const config = { ...app.ctx.config, FLOTTA_WEBHOOK_PRIVATE: false }
  await expect(sendToChat({ ...app.ctx, config }, id, { subject: 'x', body: 'y' })).rejects.toThrow(
    'private',
  )
  expect(received).toEqual([])
})
test('an address whose digits are private is refused on its field unless private addresses are allowed [chats.3]', async () => {
  const plain = await testApp()
  const manager = await plain.as(await plain.make.user((await plain.make.customer()).id, 'control'))
  const make = (secret: string) =>
    manager.call(chats.create, { body: { name: 'Turno', kind: 'slack', secret } })
  const refused = await make('http://0x7f.1/hook')
  expect([refused.status, Object.keys(refused.failure.data ?? {})]).toEqual([422, ['secret']])
  const { id } = (await make('https://hooks.example/flotta')).data
  const change = (secret: string) =>
    manager.call(chats.update, { params: { id }, body: { secret } })
  expect((await change('http://localhost/')).status).toBe(422)
  expect((await change('https://other.example/')).status).toBe(200)
  await plain.close()
})
test('a configuration cannot name an unknown chat or that of another company, and is removed with its chat [chats.2]', async () => {
  const { id } = await chat()
  expect((await configure('Notte')).status).toBe(422)
  expect((await configure('Turno', stranger)).status).toBe(422)
  expect(
    (await caller.call(chats.create, { body: { name: 'TURNO', kind: 'slack', secret: url } }))
      .status,
  ).toBe(422)
  await configure('Turno')
  await caller.call(chats.remove, { params: { id } })
  expect((await caller.call(alertConfigurations.all, {})).data).toEqual([])
})
