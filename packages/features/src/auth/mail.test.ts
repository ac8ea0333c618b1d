// The outbox and its delivery to a real SMTP server.
import { type AddressInfo, createServer, type Server } from 'node:net'
import { deliverMails, queueMail } from '@flotta/platform/mail.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing.ts'

const MINUTE = 60_000
let app: TestApp
let server: Server
const received: string[] = []
let refusing = false
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
  await app.close()
  server.close()
})
const rows = async () => (await app.ctx.pool.query('select recipient, attempts, sent_at is not null as sent, error from mails order by id')).rows

test('a mail waits in the outbox while there is no server', async () => {
  const { SMTP_URL: _, ...config } = app.ctx.config
  await queueMail(app.ctx.db, { recipient: 'a@example.com', subject: 'Però', body: 'Ciao\n' }, app.clock.now)
  await deliverMails({ ...app.ctx, config })
  expect(await rows()).toEqual([{ recipient: 'a@example.com', attempts: 0, sent: false, error: null }])
})
test('is tried again, later each time, its failure to be seen', async () => {
  refusing = true
  await deliverMails(app.ctx)
  await deliverMails(app.ctx)
  expect(await rows()).toMatchObject([{ attempts: 1, sent: false, error: expect.stringContaining('451') }])
  app.clock.now += MINUTE
  await deliverMails(app.ctx)
  expect(await rows()).toMatchObject([{ attempts: 2, sent: false }])
})
test('and is sent once', async () => {
  refusing = false
  app.clock.now += 5 * MINUTE
  await Promise.all([deliverMails(app.ctx), deliverMails(app.ctx)])
  await deliverMails(app.ctx)
  expect(await rows()).toEqual([{ recipient: 'a@example.com', attempts: 3, sent: true, error: null }])
  expect(received).toHaveLength(1)
  expect(received[0]).toMatch(/From: Flotta <flotta@example.com>[\s\S]*To: a@example.com[\s\S]*Ciao/)
})
