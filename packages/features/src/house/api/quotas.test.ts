// The limits of one user and of one address, paths that nobody should request, and the same headers on every answer, even on refusals.
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Endpoint } from '@flotta/core/contract.ts'
import { openHttp } from '@flotta/platform/http.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints, features } from '../../features.ts'
import { about } from '../../people/auth/about.ts'
import * as auth from '../../people/auth/contract.ts'
import { PASSWORD, type TestApp, testApp } from '../../testing/app.ts'

let web: string
let app: TestApp
let port: number
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'flotta-web-'))
  await mkdir(join(web, 'assets'))
  await writeFile(join(web, 'index.html'), '<!doctype html><title>Flotta</title>')
  await writeFile(join(web, 'assets/main-1a2b.js'), 'let a = 1')
  app = await testApp({
    webDir: web,
    env: {
      FLOTTA_HTTP_REQUESTS_PER_USER: '60',
      FLOTTA_HTTP_REQUESTS_PER_ADDRESS: '100',
      FLOTTA_HTTP_CONNECTIONS_PER_ADDRESS: '8',
    },
  })
  port = await app.server.listen(0)
})
afterAll(async () => {
  await app.close()
  await rm(web, { recursive: true })
})

const person = async () => app.make.user((await app.make.customer()).id, 'control')
const quiet = () => {
  app.clock.now += 3_600_000
}
/** Sends raw bytes, and reads the answer to its end. */
async function raw(lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  return text(socket)
}
const get = (path: string, ...more: string[]) =>
  raw([`GET ${path} HTTP/1.1`, 'Host: localhost', ...more])
const statusOf = (answer: string) => Number(answer.slice(9, 12))

describe('odd paths', () => {
  test.each([
    '/../x',
    '//x',
    '/..%00',
    '/x%00',
    '/..%2f..%2fetc',
    '/%',
    '/%zz',
    '/api/v1/%zz',
    '/api/v1/../../x',
    '//',
    '/./',
    '/a/../../b',
    '/%2e%2e/x',
    '/\\..\\x',
    '/assets/..%5c..',
    '/%00',
    '/assets/%00',
    '/%E0%A4%A',
    '//evil.example/x?y',
    '/assets//x',
    '/index.html/',
    '/assets/',
    '/api/v1//profile',
    '/api/v1/vehicles/%00',
  ])('%s is refused, as JSON', async path => {
    const answer = await get(path)
    expect([statusOf(answer) >= 400, statusOf(answer) < 500]).toEqual([true, true])
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
    })
    expect(answer).toMatch(/content-security-policy/i)
  })
})

describe('a known path with an unsupported method', () => {
  test.each([
    ['PUT', '/api/v1/pins', 'GET, HEAD'],
    ['DELETE', '/api/v1/fleets/all', 'GET, HEAD'],
    ['HEAD', '/api/v1/login', 'POST'],
    ['GET', '/api/v1/login', 'POST'],
    ['PATCH', '/api/v1/notifications/1', 'GET, HEAD, PUT'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['POST', '/api/v1/dashboard', 'GET, HEAD'],
    ['PUT', '/api/v1/dashboard/1', ''],
    ['DELETE', '/api/v1/pins/1', 'GET, HEAD'],
    ['PUT', '/api/v1/alerts/1', 'GET, HEAD'],
  ] as const)(
    '%s %s answers 405 and lists the supported methods: %s [api.26, api.33]',
    async (method, url, allow) => {
      const { statusCode, headers, payload } = await app.server.app.inject({
        method,
        url,
        payload: '{"a":',
        headers: { 'content-type': 'application/json' },
      })
      expect([statusCode, headers.allow?.toString().startsWith(allow)]).toEqual([405, true])
      if (method !== 'HEAD')
        expect(JSON.parse(payload)).toEqual({
          message: 'Questa operazione non è possibile qui.',
          code: 'method_not_allowed',
        })
    },
  )
  test.each(['alerts [alerts.9]', 'pins', 'tractors', 'devices'])(
    'of a catalogue or of records that others keep accepts GET alone: %s [api.31]',
    async label => {
      const [name = ''] = label.split(' ')
      const callsAt = (path: string) =>
        endpoints.filter(e => e.path === path).map(({ method }) => method)
      for (const [path, url] of [
        [`/${name}`, `/${name}`],
        [`/${name}/all`, `/${name}/all`],
        [`/${name}/:id`, `/${name}/1`],
      ] as const) {
        expect([path, callsAt(path)]).toEqual([path, ['GET']])
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
          const { statusCode } = await app.server.app.inject({ method, url: `/api/v1${url}` })
          expect([method, url, statusCode]).toEqual([method, url, 405])
        }
      }
    },
  )
  test('every endpoint still answers its own calls', async () => {
    quiet()
    for (const { method, path } of endpoints as readonly Endpoint[]) {
      const { statusCode } = await app.server.app.inject({
        method,
        url: `/api/v1${path.replace(/:\w+/g, '1')}`,
        headers: { host: 'elsewhere.example' },
      })
      expect([path, statusCode]).toEqual([path, 400])
    }
  })
})

describe('security headers are sent with [api.84]', () => {
  const safe = (headers: string) =>
    expect(headers).toMatch(
      /content-security-policy: default-src 'self'[\s\S]*x-content-type-options: nosniff/i,
    )
  test.each([
    ['a page', 200, () => get('/', 'Accept: text/html')],
    ['a file', 200, () => get('/assets/main-1a2b.js')],
    ['an answer', 200, () => get('/api/v1/about')],
    ['another host', 400, () => raw(['GET / HTTP/1.1', 'Host: evil.example'])],
    ['a bad address', 400, () => get('/%zz')],
    ['no token', 401, () => get('/api/v1/profile')],
    ['nothing there', 404, () => get('/gone.js')],
    ['another method', 405, () => raw(['DELETE /api/v1/pins HTTP/1.1', 'Host: localhost'])],
    [
      'too much',
      413,
      () =>
        raw([
          'POST /api/v1/login HTTP/1.1',
          'Host: localhost',
          'Content-Type: application/json',
          'Content-Length: 100000',
        ]),
    ],
    ['a long head', 431, () => get(`/${'a'.repeat(20_000)}`)],
    ['no HTTP', 400, () => raw(['HELLO'])],
    ['two lengths', 400, () => get('/', 'Transfer-Encoding: chunked', 'Content-Length: 5')],
  ])('%s (%d)', async (_, status, ask) => {
    const answer = await ask()
    expect(statusOf(answer)).toBe(status)
    safe(answer)
  })
  test('a server that is starting (503)', async () => {
    const server = await openHttp({ ctx: app.ctx, features, endpoints, version: 'test' })
    const { statusCode, headers } = await server.app.inject({ url: '/api/v1/about' })
    expect([statusCode, headers['x-content-type-options']]).toEqual([503, 'nosniff'])
    await server.close()
  })
})

describe('calls', () => {
  test('of one user are limited, are possible again with time, and leave a colleague unaffected [api.20, api.89]', async () => {
    quiet()
    const [busy, other] = [await app.as(await person()), await app.as(await person())]
    const statuses: number[] = []
    for (let i = 0; i < 70; i++) statuses.push((await busy.call(auth.profile, {})).status)
    // the first request counts as a stranger's, because the token is not known yet
    expect(statuses.indexOf(429)).toBe(61)
    const refusal = await busy.call(auth.profile, {}, { language: 'en' })
    expect([refusal.failure, refusal.headers['retry-after']]).toEqual([
      { message: 'Too many requests: try again in 1 second.', code: 'too_many' },
      '1',
    ])
    expect((await other.call(auth.profile, {})).status).toBe(200)
    app.clock.now += 1_000
    expect((await busy.call(auth.profile, {})).status).toBe(200)
    expect((await busy.call(auth.profile, {})).status).toBe(429)
  })
  test('of strangers are limited by address, without affecting a person who is signed in from the same address [api.90]', async () => {
    quiet()
    const inside = await app.as(await person())
    const signed = await app
      .with(null)
      .call(auth.login, { body: { email: (await person()).email, password: 'Sicura!2026' } })
    const cookie = /flotta_session=[^;]*/.exec(signed.headers['set-cookie'] ?? '')?.[0] ?? ''
    expect((await inside.call(auth.profile, {})).status).toBe(200)
    const stranger = async () => (await app.with('x'.repeat(43)).call(auth.profile, {})).status
    while ((await stranger()) === 401);
    expect((await app.with(null).call(about, {})).status).toBe(429)
    expect((await inside.call(auth.profile, {})).status).toBe(200)
    expect((await app.with(null).call(auth.session, {}, { headers: { cookie } })).status).toBe(200)
  })
  test('of a whole office that reconnects at once after a restart all pass', async () => {
    quiet()
    const user = await person()
    const cookies: string[] = []
    for (let i = 0; i < 150; i++) {
      const tab = await app.as(user)
      expect((await tab.call(auth.profile, {})).status).toBe(200)
    }
    for (let i = 0; i < 150; i++) {
      const { status, headers } = await app
        .with(null)
        .call(auth.login, { body: { email: user.email, password: PASSWORD } })
      expect(status).toBe(200)
      cookies.push(headers['set-cookie'] ?? '')
    }
    expect(new Set(cookies).size).toBe(150)
  })
  test('with a token that has ended count as a stranger’s', async () => {
    quiet()
    const user = await person()
    const ended = await app.as(user)
    expect((await ended.call(auth.profile, {})).status).toBe(200)
    await app.ctx.pool.query('update sessions set ended_at = now() where user_id = $1', [user.id])
    expect((await ended.call(auth.profile, {})).status).toBe(401)
    while ((await app.with(null).call(about, {})).status === 200);
    expect((await ended.call(auth.profile, {})).status).toBe(429)
  })
  test('do not include pages and their files', async () => {
    quiet()
    for (let i = 0; i < 1_000; i++)
      expect((await app.server.app.inject({ url: '/assets/main-1a2b.js' })).statusCode).toBe(200)
    expect((await app.with(null).call(about, {})).status).toBe(200)
  })
})

const openStream = (path: string, token: string) =>
  new Promise<IncomingMessage>((resolve, reject) =>
    request(
      { port, path, headers: { host: 'localhost', authorization: `Bearer ${token}` } },
      resolve,
    )
      .on('error', reject)
      .end(),
  )

test('a user may open 20 streams at once, and one that ends makes room for another [api.91]', async () => {
  quiet()
  const { token } = await app.as(await person())
  const streams: IncomingMessage[] = []
  for (let i = 0; i < 20; i++) streams.push(await openStream('/api/v1/stream', token))
  expect(streams.map(s => s.statusCode)).toEqual(Array(20).fill(200))
  const refusal = await openStream('/api/v1/stream', token)
  expect([refusal.statusCode, refusal.headers['retry-after']]).toEqual([429, '30'])
  refusal.resume()
  const colleague = await openStream('/api/v1/stream', (await app.as(await person())).token)
  expect(colleague.statusCode).toBe(200)
  const [first] = streams
  first?.destroy()
  let again = await openStream('/api/v1/stream', token)
  while (again.statusCode === 429) {
    again.resume()
    quiet()
    again = await openStream('/api/v1/stream', token)
  }
  expect(again.statusCode).toBe(200)
  for (const stream of [...streams, again, colleague]) stream.destroy()
})

describe('connections of one address', () => {
  const dial = async (...lines: readonly string[]) => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    await once(socket, 'connect')
    if (lines.length > 0) socket.write(lines.map(line => `${line}\r\n`).join(''))
    return socket
  }
  let sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets) socket.destroy()
    sockets = []
  })
  const profile = (token: string) =>
    get('/api/v1/profile', `Authorization: Bearer ${token}`).then(statusOf)
  /** A request whose body never arrives. */
  const slow = () =>
    dial(
      'POST /api/v1/login HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      'Content-Length: 10',
      'Expect: 100-continue',
      '',
    )

  test('without a complete request head shut nobody out: the oldest of them are closed', async () => {
    quiet()
    const { token } = await app.as(await person())
    expect(await profile(token)).toBe(200)
    const half: Socket[] = []
    for (let i = 0; i < 40; i++) half.push(await dial('GET / HTTP/1.1', 'Host: localhost'))
    expect([await profile(token), statusOf(await get('/'))]).toEqual([200, 200])
    await vi.waitFor(() =>
      expect(
        half.map(socket => socket.closed || socket.readableEnded).filter(Boolean).length,
      ).toBeGreaterThanOrEqual(32),
    )
    expect(half.at(-1)?.closed).toBe(false)
  })
  test('with all requests answered shut nobody out either', async () => {
    quiet()
    for (let i = 0; i < 20; i++) {
      const socket = await dial('GET / HTTP/1.1', 'Host: localhost', '')
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200/)
    }
    expect(statusOf(await get('/'))).toBe(200)
  })
  test('that serve strangers are limited, without affecting a person who is signed in', async () => {
    quiet()
    const { token } = await app.as(await person())
    expect(await profile(token)).toBe(200)
    for (let i = 0; i < 8; i++)
      expect(String((await once(await slow(), 'data'))[0])).toMatch(/^HTTP\/1.1 100/)
    const refusal = await get('/')
    expect([statusOf(refusal), /retry-after: (\d+)/i.exec(refusal)?.[1]]).toEqual([429, '5'])
    expect(await profile(token)).toBe(200)
    sockets[0]?.destroy()
    await vi.waitFor(async () => expect(statusOf(await get('/'))).toBe(200))
  })
  test('are closed when the head of a request does not arrive within ten seconds, or nothing arrives at all [api.92]', async () => {
    const answers = await Promise.all([
      dial('GET / HTTP/1.1', 'Host: localhost').then(text),
      dial().then(text),
    ])
    expect(answers.map(answer => answer.slice(0, 12))).toEqual(['HTTP/1.1 408', 'HTTP/1.1 408'])
  })
})
