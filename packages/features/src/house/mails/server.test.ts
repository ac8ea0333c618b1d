// The outbox and its delivery to a real SMTP server and a real HTTP provider of SMS: up, down, slow, refusing.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '@flotta/platform/config.ts'
import { type SharedLimits, sharedLimits } from '@flotta/platform/limits.shared.ts'
import { mailTask, queueMail } from '@flotta/platform/mail.ts'
import { MOST_ATTACHED, queueWaiting } from '@flotta/platform/outbox.ts'
import { retryTask } from '@flotta/platform/queue.ts'
import { type Queue, startQueue } from '@flotta/platform/queue-runner.ts'
import { queueSms, smsTask } from '@flotta/platform/sms.ts'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { features } from '../../features.ts'
import { type TestApp, testApp } from '../../testing/app.ts'

let app: TestApp
let queue: Queue
let smtp: SMTPServer
let provider: Server
const letters: { readonly to: string; readonly text: string }[] = []
/** The code with which the server refuses an address. */
const refusals: Record<string, number> = { 'nobody@example.com': 550, 'later@example.com': 451 }
const heldAddresses = new Set<string>()
const providerCalls: { readonly url: URL; readonly authorization: string | undefined }[] = []
let answer: {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly after?: number
} = { status: 200 }

const openSmtp = (port: number) =>
  new Promise<SMTPServer>((resolve, reject) => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo({ address }, _, say) {
        const code = refusals[address]
        if (heldAddresses.has(address)) return
        say(code === undefined ? null : Object.assign(new Error('refused'), { responseCode: code }))
      },
      onData(stream, { envelope }, say) {
        const parts: Buffer[] = []
        stream
          .on('data', part => parts.push(part))
          .on('end', () => {
            letters.push({
              to: envelope.rcptTo[0]?.address ?? '',
              text: Buffer.concat(parts).toString(),
            })
            say(null)
          })
      },
    })
    server.on('error', () => {})
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
let port = 0
let companyLimits: SharedLimits | undefined

beforeAll(async () => {
  smtp = await openSmtp(0)
  port = portOf(smtp.server)
  provider = createServer((request, response) => {
    providerCalls.push({
      url: new URL(request.url ?? '/', 'http://provider'),
      authorization: request.headers.authorization,
    })
    const { status, headers = {}, after = 0 } = answer
    setTimeout(() => response.writeHead(status, headers).end('said'), after)
  })
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  app = await testApp({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      FLOTTA_MAIL_FROM: 'Flotta <flotta@example.com>',
      SMS_URL: `http://127.0.0.1:${portOf(provider)}/send?to={to}&text={text}`,
      SMS_TOKEN: 'the key',
    },
  })
  // the test decides when a failed mail is retried, not the queue's clock
  await app.ctx.pool.query(`
    create function not_by_itself() returns trigger language plpgsql as $$ begin new.run_at := new.run_at + interval '1 day'; return new; end $$;
    create trigger not_by_itself before update on graphile_worker._private_jobs for each row
      when (old.locked_by is not null and new.locked_by is null) execute function not_by_itself()`)
})
const open = async (some: Partial<Config> = {}) => {
  queue = await startQueue(features, {
    ...app.ctx,
    ...(companyLimits && { limits: companyLimits }),
    config: { ...app.ctx.config, ...some },
  })
}
afterAll(async () => {
  await queue.stop()
  await companyLimits?.close()
  await app.close()
  await new Promise<void>(resolve => smtp.close(resolve))
  provider.closeAllConnections()
  provider.close()
})
const mail = (recipient: string) => ({ recipient, subject: 'Però', body: 'Ciao\n' })
const outbox = async (recipient: string) =>
  (
    await app.ctx.pool.query(
      `select m.id, m.attempts, m.sent_at is not null as sent, m.failed_at is not null as failed, m.fault, m.error, m.task_id, t.state
       from mails m left join tasks t on t.id = m.task_id where m.recipient = $1`,
      [recipient],
    )
  ).rows[0]
const until = (recipient: string, state: object) =>
  vi.waitFor(async () => expect(await outbox(recipient)).toMatchObject(state))
const again = (recipient: string) =>
  vi.waitFor(async () =>
    expect(await retryTask(app.ctx.db, (await outbox(recipient)).task_id)).toBe(true),
  )
const textOf = (to: string) => letters.find(l => l.to === to)?.text ?? ''

test('a mail waits in the outbox while no server is configured, and an SMS while no provider is [mails.2, mails.5, deliveries.17]', async () => {
  await queueMail(
    app.ctx.db,
    {
      ...mail('a@example.com'),
      html: '<p>Ciao</p>',
      attachments: [{ name: 'piè.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') }],
    },
    app.clock.now,
  )
  await queueSms(
    app.ctx.db,
    { recipient: '+393331234567', body: 'Però: 100 € & più' },
    app.clock.now,
  )
  await open({ SMTP_URL: undefined, SMS_URL: undefined })
  await queue.stop()
  expect(await outbox('a@example.com')).toMatchObject({ attempts: 0, sent: false, error: null })
  expect(await outbox('+393331234567')).toMatchObject({ attempts: 0, sent: false, error: null })
})
test('a server that is down loses no mail: the failure is visible, and the mail is tried again [mails.6, deliveries.18, deliveries.19, installation.20]', async () => {
  await new Promise<void>(resolve => smtp.close(resolve))
  companyLimits = sharedLimits(app.ctx.pool, { log: app.ctx.log, processes: () => 2 })
  await open()
  await until('a@example.com', {
    attempts: 1,
    sent: false,
    failed: false,
    fault: 'unreachable',
    state: 'waiting',
    error: expect.stringContaining('ECONNREFUSED'),
  })
  smtp = await openSmtp(port)
  await again('a@example.com')
  await until('a@example.com', {
    attempts: 2,
    sent: true,
    failed: false,
    fault: null,
    error: null,
    state: 'done',
  })
  expect(letters.filter(l => l.to === 'a@example.com')).toHaveLength(1)
})
test('a mail has the text, the same text as HTML, and its files, which are deleted once it is sent [mails.1]', async () => {
  const text = textOf('a@example.com')
  expect(text).toMatch(
    /From: Flotta <flotta@example.com>[\s\S]*To: a@example.com[\s\S]*multipart\/alternative[\s\S]*text\/plain[\s\S]*Ciao[\s\S]*text\/html[\s\S]*<p>Ciao<\/p>/,
  )
  expect(text).toMatch(/Content-Type: application\/pdf[\s\S]*filename[\s\S]*JVBERg==/)
  expect(text).toContain(`Message-ID: <flotta.${(await outbox('a@example.com')).id}.`)
  expect((await app.ctx.pool.query('select 1 from mail_attachments')).rowCount).toBe(0)
})
test('files of more than 10 MB together are refused when the mail is queued', async () => {
  const attachments = [6, 6].map(n => ({
    name: `${n}.pdf`,
    type: 'application/pdf',
    bytes: new Uint8Array((n * MOST_ATTACHED) / 10),
  }))
  await expect(
    queueMail(app.ctx.db, { ...mail('big@example.com'), attachments }, app.clock.now),
  ).rejects.toThrow(RangeError)
  expect(await outbox('big@example.com')).toBeUndefined()
})
test('a mail to an address that the server rejects for good fails at once, and the next mail is sent [mails.7]', async () => {
  for (const to of ['nobody@example.com', 'b@example.com'])
    await queueMail(app.ctx.db, mail(to), app.clock.now)
  await until('nobody@example.com', {
    attempts: 1,
    sent: false,
    failed: true,
    fault: 'refused',
    state: 'failed',
    error: expect.stringContaining('550'),
  })
  await until('b@example.com', { sent: true })
})
test('a mail to an address that the server rejects for now is tried again', async () => {
  await queueMail(app.ctx.db, mail('later@example.com'), app.clock.now)
  await until('later@example.com', {
    attempts: 1,
    sent: false,
    failed: false,
    fault: 'unreachable',
    error: expect.stringContaining('451'),
    state: 'waiting',
  })
  delete refusals['later@example.com']
  await again('later@example.com')
  await until('later@example.com', { attempts: 2, sent: true })
})
test('a server that does not answer delays the next mail only until its timeout, and delays no SMS', async () => {
  heldAddresses.add('slow@example.com')
  await queue.stop()
  await open({ SMTP_URL: `${app.ctx.config.SMTP_URL}?socketTimeout=2000` })
  answer = { status: 200, after: 300 }
  await queueMail(app.ctx.db, mail('slow@example.com'), app.clock.now)
  await queueMail(app.ctx.db, mail('c@example.com'), app.clock.now)
  await until('slow@example.com', {
    attempts: 1,
    sent: false,
    fault: 'unreachable',
    error: expect.stringMatching(/time/i),
  })
  await until('c@example.com', { sent: true })
  heldAddresses.clear()
  await queue.stop()
  await open()
  await again('slow@example.com')
  await until('slow@example.com', { sent: true })
})
test('a mail that has waited for three days is not sent any more', async () => {
  await queueMail(app.ctx.db, mail('old@example.com'), app.clock.now - 3 * 86_400_000)
  await until('old@example.com', {
    sent: false,
    failed: true,
    fault: 'too_old',
    error: 'too old to be sent',
    state: 'failed',
  })
})
test('a mail that was stored without a task gets one task', async () => {
  await app.ctx.pool.query(
    `insert into mails (recipient, subject, body) values ('before@example.com', 'S', 'B')`,
  )
  for (const _ of [1, 2]) await queueWaiting(app.ctx, { email: mailTask, sms: smsTask })
  await until('before@example.com', { sent: true, attempts: 1 })
  expect(letters.filter(l => l.to === 'before@example.com')).toHaveLength(1)
})

test('an SMS reaches its provider with number and text unchanged, and with the key in a header [mails.4, deliveries.15, deliveries.16]', async () => {
  await until('+393331234567', { sent: true, state: 'done' })
  const [first] = providerCalls
  expect([
    first?.url.pathname,
    first?.url.searchParams.get('to'),
    first?.url.searchParams.get('text'),
    first?.authorization,
  ]).toEqual(['/send', '+393331234567', 'Però: 100 € & più', 'Bearer the key'])
})
const failing = [
  {
    what: 'fails',
    status: 500,
    number: '+393330000500',
    state: { failed: false, fault: 'unreachable', state: 'waiting' },
  },
  {
    what: 'rejects our key',
    status: 401,
    number: '+393330000401',
    state: { failed: false, fault: 'unreachable', state: 'waiting' },
  },
  {
    what: 'rejects the number',
    status: 422,
    number: '+393330000422',
    state: { failed: true, fault: 'refused', state: 'failed' },
  },
  {
    what: 'redirects elsewhere',
    status: 302,
    number: '+393330000302',
    state: { failed: false, fault: 'unreachable', state: 'waiting' },
  },
] as const
test.each(failing)(
  'the answer of a provider that $what ($status) decides whether the SMS is tried again',
  async ({ status, number, state }) => {
    answer = { status, headers: { location: 'http://127.0.0.1:1/' } }
    await queueSms(app.ctx.db, { recipient: number, body: 'x' }, app.clock.now)
    await until(number, { sent: false, attempts: 1, ...state })
    expect((await outbox(number)).error).not.toMatch(/the key|127\.0\.0\.1/)
  },
)
test('a provider that has too many requests is left alone for as long as it demands, by every process [mails.8, deliveries.18]', async () => {
  answer = { status: 429, headers: { 'retry-after': '600' } }
  await queueSms(app.ctx.db, { recipient: '+393330000429', body: 'x' }, app.clock.now)
  await until('+393330000429', {
    sent: false,
    failed: false,
    attempts: 1,
    error: expect.stringContaining('429'),
  })
  const before = providerCalls.length
  // also in another process
  const otherProcess = sharedLimits(app.ctx.pool, { log: app.ctx.log, processes: () => 2 })
  const pause = await otherProcess.backOffLeft('sms')
  expect([pause > 400_000, pause <= 600_000]).toEqual([true, true])
  await otherProcess.close()
  answer = { status: 200 }
  await again('+393330000429')
  await until('+393330000429', {
    sent: false,
    attempts: 2,
    error: expect.stringContaining('left alone'),
  })
  expect(providerCalls.length).toBe(before)
  // after that time
  await queue.stop()
  await companyLimits?.close()
  await app.ctx.pool.query('update limits set until = 0')
  companyLimits = sharedLimits(app.ctx.pool, { log: app.ctx.log, processes: () => 2 })
  await open()
  await again('+393330000429')
  await until('+393330000429', { sent: true })
})
