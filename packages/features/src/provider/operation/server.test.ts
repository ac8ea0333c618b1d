// The operator's page: configured services, tests that return the service's own words, and the lists of the command line.
import type { AddressInfo } from 'node:net'
import { mailTask, queueMail } from '@flotta/platform/mail.ts'
import { enqueue } from '@flotta/platform/queue.ts'
import { prepareQueue } from '@flotta/platform/queue-runner.ts'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeProvider } from '../../people/users/testing.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import * as contract from './contract.ts'

let smtp: SMTPServer
let app: TestApp
let bare: TestApp
let provider: Caller
let operator: Awaited<ReturnType<typeof makeProvider>>
const letters: string[] = []
beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _, reply) =>
      reply(
        address.startsWith('nobody')
          ? Object.assign(new Error('No such user here'), { responseCode: 550 })
          : null,
      ),
    onData(stream, { envelope }, reply) {
      stream.on('end', () => {
        letters.push(envelope.rcptTo[0]?.address ?? '')
        reply(null)
      })
      stream.resume()
    },
  })
  await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  app = await testApp({ env: { SMTP_URL: `smtp://user:secret@127.0.0.1:${port}` } })
  await prepareQueue(app.ctx.pool)
  operator = await makeProvider(app.ctx)
  provider = await app.as(operator)
  bare = await testApp()
})
afterAll(async () => {
  await app.close()
  await bare.close()
  await new Promise<void>(resolve => smtp.close(resolve))
})
const bareProvider = async () => bare.as(await makeProvider(bare.ctx))
const lastOfTrail = async () =>
  (await provider.call(contract.trail, { query: { per_page: 1 } })).data[0]

describe('services', () => {
  test('each show whether they are set, by which setting and at which host, and never the account [installation.76]', async () => {
    const { data, text } = await provider.call(contract.system, {})
    const { port } = smtp.server.address() as AddressInfo
    expect(data.services).toEqual([
      { name: 'mail', setting: 'SMTP_URL', set: true, host: `127.0.0.1:${port}`, waiting: 0 },
      { name: 'sms', setting: 'SMS_URL', set: false, host: null, waiting: 0 },
      { name: 'geocoder', setting: 'FLOTTA_GEOCODER_URL', set: false, host: null, waiting: null },
      { name: 'router', setting: 'FLOTTA_ROUTER_URL', set: false, host: null, waiting: null },
      { name: 'map', setting: 'FLOTTA_MAP_STYLE', set: false, host: null, waiting: null },
    ])
    expect(text).not.toContain('secret')
    expect(data.figures).toMatchObject({ vehicles: 0, connected: 0, quarantined: 0 })
    expect(data.figures.database_bytes).toBeGreaterThan(1_000_000)
  })
  test('include the mail, whose test reaches the own address, answers in the server’s words and is in the trail [installation.77]', async () => {
    const { data } = await provider.call(contract.testService, { body: { service: 'mail' } })
    expect(data).toMatchObject({ works: true, says: expect.stringMatching(/^250 /) })
    expect(letters).toEqual([operator.email])
    expect(await lastOfTrail()).toMatchObject({
      account: operator.email,
      host: 'api',
      command: 'POST /provider/operation/test',
      arguments: expect.stringContaining('"works":true'),
    })
  })
  test('answer a test with the server’s own words when it refuses [installation.77]', async () => {
    const body = { service: 'mail', to: 'nobody@example.com' } as const
    expect((await provider.call(contract.testService, { body })).data).toMatchObject({
      works: false,
      says: expect.stringContaining('No such user here'),
    })
  })
  test.each([
    ['mail', 'SMTP_URL'],
    ['sms', 'SMS_URL'],
  ] as const)(
    'answer a test of %s without its setting with the name of the setting [installation.78]',
    async (service, setting) => {
      const answer = await (await bareProvider()).call(contract.testService, {
        body: { service, to: service === 'mail' ? 'a@example.com' : '+393331234567' },
      })
      expect(answer.status).toBe(409)
      expect(answer.failure.message).toContain(setting)
    },
  )
  test.each([
    ['geocoder', /Milano/],
    ['router', /^Milano – Piacenza: \d+ km$/],
    ['map', /./],
  ] as const)('answer a test of the embedded %s too [installation.77]', async (service, says) => {
    const { data } = await (await bareProvider()).call(contract.testService, { body: { service } })
    expect(data).toMatchObject({ works: true, says: expect.stringMatching(says) })
  })
  test('refuse a wrong address for a test on its field [installation.77]', async () => {
    const answer = await provider.call(contract.testService, { body: { service: 'mail', to: 'x' } })
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, ['to']])
  })
  test('include the public map, which is turned on and off [installation.80]', async () => {
    for (const map of ['streets', 'essential'] as const) {
      expect((await provider.call(contract.setMap, { body: { map } })).data.map).toBe(map)
      expect(await lastOfTrail()).toMatchObject({ command: 'PUT /provider/operation/map' })
    }
  })
  test('include the doctor, whose findings are in the language of the reader [installation.79, installation.87]', async () => {
    const { data } = await provider.call(contract.findings, {})
    expect(data).toEqual([
      {
        state: 'warn',
        check: 'backup',
        says: 'non ne è mai stato fatto uno, per quanto ne sa Flotta',
        do: null,
      },
    ])
  })
})

describe('lists', () => {
  test('show the tasks of every company by state, of which one is cancelled and run again, both in the trail [installation.81, installation.82]', async () => {
    const id = await enqueue(app.ctx.db, mailTask, {})
    const states = async (state?: contract.Task['state']) =>
      (await provider.call(contract.tasks, { query: { state } })).data
        .filter(task => task.id === id)
        .map(task => task.state)
    expect(await states()).toEqual(['waiting'])
    expect((await provider.call(contract.cancelTask, { params: { id } })).status).toBe(204)
    expect(await states('waiting')).toEqual([])
    expect(await states('cancelled')).toEqual(['cancelled'])
    expect(await lastOfTrail()).toMatchObject({ command: 'POST /provider/tasks/:id/cancel' })
    expect((await provider.call(contract.retryTask, { params: { id } })).status).toBe(204)
    expect(await states('waiting')).toEqual(['waiting'])
    const absentId = '00000000-0000-4000-8000-000000000000'
    expect((await provider.call(contract.retryTask, { params: { id: absentId } })).status).toBe(404)
  })
  test('show mails without their text, all or only those that wait [installation.81]', async () => {
    const {
      data: { services },
    } = await provider.call(contract.system, {})
    expect(services[0]?.waiting).toBe(0)
    await queueMail(
      app.ctx.db,
      { recipient: 'anna@example.com', subject: 'Ciao', body: 'a secret place' },
      app.clock.now,
    )
    const answer = await provider.call(contract.mails, { query: { only: 'waiting' } })
    expect(answer.data).toMatchObject([
      { recipient: 'anna@example.com', subject: 'Ciao', sent_at: null, attempts: 0 },
    ])
    expect(answer.meta.total).toBe(1)
    expect(answer.text).not.toContain('secret place')
  })
  test('show backups and the quarantine, whose records are taken in again [installation.81, installation.82]', async () => {
    await app.ctx.db
      .insertInto('backups')
      .values({ marked_at: new Date(app.clock.now), way: 'told', place: 'pgBackRest' })
      .execute()
    expect((await provider.call(contract.backups, {})).data).toMatchObject([
      { way: 'told', place: 'pgBackRest' },
    ])
    expect((await provider.call(contract.quarantine, { query: {} })).data).toEqual({
      counts: [],
      records: [],
    })
    const body = { reason: 'future', offset: -3_600 } as const
    expect((await provider.call(contract.releaseQuarantine, { body })).data).toEqual({
      released: 0,
      refused: 0,
    })
    expect(await lastOfTrail()).toMatchObject({ command: 'POST /provider/quarantine/release' })
  })
  test('are closed to a user without the mark of a provider', async () => {
    const { id } = await app.make.customer()
    const user = await app.as(await app.make.user(id, 'control'))
    expect((await user.call(contract.system, {})).status).toBe(403)
    expect((await user.call(contract.mails, { query: {} })).status).toBe(403)
  })
})
