// The outbox and its delivery to a real SMTP server.
import { type AddressInfo, createServer, type Server } from 'node:net'
import { queueMail, queueWaitingMails } from '@flotta/platform/mail.ts'
import { retryTask } from '@flotta/platform/queue.ts'
import { type Queue, startQueue } from '@flotta/platform/queue-runner.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { features } from '../features.ts'
import { type TestApp, testApp } from '../testing.ts'

let app: TestApp
let server: Server
let queue: Queue
const received: string[] = []
let refusing = true
beforeAll(async () => {
  server = createServer(socket => {
    let inData = false
    let text = ''
    socket.on('error', () => {})
    socket.write('220 test ESMTP\r\n')
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      for (let end = text.indexOf(inData ? '\r\n.\r\n' : '\r\n'); end >= 0; end = text.indexOf(inData ? '\r\n.\r\n' : '\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + (inData ? 5 : 2))
        if (inData) {
          received.push(line)
          inData = false
          socket.write('250 kept\r\n')
        } else if (refusing && line.startsWith('RCPT')) socket.write('451 try later\r\n')
        else if (line === 'DATA') {
          inData = true
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  app = await testApp({ env: { SMTP_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, FLOTTA_MAIL_FROM: 'Flotta <flotta@example.com>' } })
})
afterAll(async () => {
  await queue.stop()
  await app.close()
  server.close()
})
const mail = (recipient: string) => ({ recipient, subject: 'Però', body: 'Ciao\n' })
const outbox = async (recipient: string) =>
  (await app.ctx.pool.query('select attempts, sent_at is not null as sent, error, task_id from mails where recipient = $1', [recipient])).rows[0]
const ended = async () => (await app.ctx.pool.query(`select 1 from tasks where ended_at is null`)).rowCount === 0

test('a mail waits in the outbox while there is no server', async () => {
  const { SMTP_URL: _, ...config } = app.ctx.config
  await queueMail(app.ctx.db, mail('a@example.com'), app.clock.now)
  queue = await startQueue(features, { ...app.ctx, config })
  await queue.stop()
  expect(await outbox('a@example.com')).toMatchObject({ attempts: 0, sent: false, error: null })
})
test('one that the server refuses is tried again, its failure to be seen', async () => {
  queue = await startQueue(features, app.ctx)
  await vi.waitFor(async () => expect(await outbox('a@example.com')).toMatchObject({ attempts: 1, sent: false, error: expect.stringContaining('451') }), 30_000)
})
test('and is sent once', async () => {
  refusing = false
  await vi.waitFor(async () => expect(await retryTask(app.ctx.db, (await outbox('a@example.com')).task_id)).toBe(true), 30_000)
  await vi.waitFor(async () => expect(await ended()).toBe(true), 30_000)
  expect(await outbox('a@example.com')).toMatchObject({ attempts: 2, sent: true, error: null })
  expect(received).toHaveLength(1)
  expect(received[0]).toMatch(/From: Flotta <flotta@example.com>[\s\S]*To: a@example.com[\s\S]*Ciao/)
})
test('one that waited for days is not sent any more', async () => {
  await queueMail(app.ctx.db, mail('old@example.com'), app.clock.now - 3 * 86_400_000)
  await vi.waitFor(async () => expect(await ended()).toBe(true), 30_000)
  expect(await outbox('old@example.com')).toMatchObject({ sent: false, error: 'too old to be sent' })
})
test('one that was written before there was a queue is given to it', async () => {
  await app.ctx.pool.query(`insert into mails (recipient, subject, body) values ('before@example.com', 'S', 'B')`)
  await queueWaitingMails(app.ctx)
  await queueWaitingMails(app.ctx)
  await vi.waitFor(async () => expect(await ended()).toBe(true), 30_000)
  expect(await outbox('before@example.com')).toMatchObject({ sent: true, attempts: 1 })
  expect(received).toHaveLength(2)
})
