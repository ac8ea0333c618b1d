// The conventions of every call: envelope, failures in four languages, ETag, limits, hosts, headers, documents.
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb, openPool } from '@flotta/platform/db.ts'
import { openHttp } from '@flotta/platform/http.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as alerts from '../../alerts/incidents/contract.ts'
import { endpoints, features } from '../../features.ts'
import { setActivity as setDriver } from '../../fleet/activities/contract.ts'
import * as agreements from '../../fleet/agreements/contract.ts'
import { makeDriver } from '../../fleet/drivers/testing.ts'
import * as vehicles from '../../fleet/vehicles/contract.ts'
import { about } from '../../people/auth/about.ts'
import { login } from '../../people/auth/contract.ts'
import { search } from '../../portal/search/contract.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'

let app: TestApp
let web: string
let caller: Caller
let port: number
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'flotta-web-'))
  await mkdir(join(web, 'assets'))
  await writeFile(join(web, 'index.html'), '<!doctype html><title>Flotta</title>')
  await writeFile(join(web, 'assets/main-1a2b.js'), 'let a = 1')
  app = await testApp({ webDir: web })
  port = await app.server.listen(0)
  caller = await app.as(await app.make.user((await app.make.customer()).id))
})
afterAll(async () => {
  await app.close()
  await rm(web, { recursive: true })
})
const get = (url: string, headers: Record<string, string> = {}) =>
  app.server.app.inject({ url, headers })
/** Headers of the connection and of the moment. */
const UNEQUAL = [
  'connection',
  'date',
  'keep-alive',
  'ratelimit-remaining',
  'transfer-encoding',
  'x-request-id',
]
const overSocket = (url: string, method: 'GET' | 'HEAD') =>
  fetch(`http://127.0.0.1:${port}${url}`, {
    method,
    headers: { accept: 'text/html', authorization: `Bearer ${caller.token}` },
  })
const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  app.server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${caller.token}`,
      ...headers,
    },
  })

describe('answers', () => {
  test('put data and meta into an envelope [api.6]', async () => {
    const answer = await caller.call(vehicles.list, { query: { per_page: 5 } })
    expect(JSON.parse(answer.text)).toEqual({
      data: [],
      meta: { current_page: 1, total_pages: 1, per_page: 5, total: 0 },
    })
  })
  test('carry an ETag that answers 304 while nothing changed [api.70]', async () => {
    const first = await caller.call(alerts.all, {})
    expect(first.headers.etag).toMatch(/^"[\w-]+"$/)
    expect(first.headers['cache-control']).toBe('no-store')
    const again = await caller.call(
      alerts.all,
      {},
      { headers: { 'if-none-match': `"other", ${first.headers.etag}` } },
    )
    expect([again.status, again.text]).toEqual([304, ''])
    const german = await caller.call(
      alerts.all,
      {},
      { headers: { 'if-none-match': first.headers.etag ?? '' }, language: 'de' },
    )
    expect(german.status).toBe(200)
  })
  test('are compressed when they are long', async () => {
    const long = await get('/api/v1/alerts/all', {
      authorization: `Bearer ${caller.token}`,
      'accept-encoding': 'br',
    })
    expect(long.headers['content-encoding']).toBe('br')
    const short = await get('/api/v1/about', { 'accept-encoding': 'br' })
    expect(short.headers['content-encoding']).toBeUndefined()
  })
  test.each([
    ['a list', '/api/v1/alerts/all', 200],
    ['a record that is not there', '/api/v1/fleets/1000000', 404],
    ['a file', '/assets/main-1a2b.js', 200],
    ['a page', '/vehicles', 200],
    ['health', '/healthz', 200],
  ])('to HEAD have the headers of GET and no body: %s [api.122]', async (_, url, status) => {
    const ask = async (method: 'GET' | 'HEAD') => {
      const answer = await overSocket(url, method)
      const headers = Object.fromEntries(answer.headers)
      for (const name of UNEQUAL) delete headers[name]
      return { status: answer.status, headers, text: await answer.text() }
    }
    const [got, head] = [await ask('GET'), await ask('HEAD')]
    expect([got.status, got.text === '']).toEqual([status, false])
    expect(head).toEqual({ ...got, text: '' })
  })
  test('to HEAD of a stream end after their headers [api.122]', async () => {
    const answer = await overSocket('/api/v1/stream', 'HEAD')
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      '',
    ])
  })
  test('tell everybody what this installation is', async () => {
    expect((await app.with(null).call(about, {})).data).toMatchObject({
      name: 'Flotta',
      demo: null,
      satellite: false,
    })
  })
})

test('a write is answered only when this process has received it, so that its writer reads the new state, and a read waits for nothing [api.93]', async () => {
  const customer_id = (await app.make.customer()).id
  const writer = await app.as(await app.make.user(customer_id, 'edit'))
  const { id } = await app.make.vehicle(customer_id)
  const { id: driverId } = await makeDriver(app.ctx.db, customer_id)
  let hear: (all: boolean) => void = () => {}
  const logSpy = vi
    .spyOn(app.ctx.changes, 'heard')
    .mockReturnValueOnce(new Promise(resolve => (hear = resolve)))
  await writer.call(search, { body: { query: 'rossi' } })
  await writer.call(vehicles.list, { query: {} })
  expect(logSpy).not.toHaveBeenCalled()
  let isAnswered = false
  const change = writer
    .call(setDriver, {
      params: { id },
      body: { from: new Date(app.clock.now).toISOString(), driverId },
    })
    .finally(() => (isAnswered = true))
  await vi.waitFor(() => expect(logSpy).toHaveBeenCalled())
  expect(isAnswered).toBe(false)
  hear(true)
  expect((await change).status).toBe(200)
  logSpy.mockRestore()
})

describe('a failure', () => {
  test.each([
    ['it', 'Non sei autenticato: accedi di nuovo.'],
    ['en', 'You are not signed in: sign in again.'],
    ['es', undefined],
    ['de', 'Sie sind nicht angemeldet: Bitte melden Sie sich erneut an.'],
    ['fr, de;q=0.5, en;q=0.2', 'Sie sind nicht angemeldet: Bitte melden Sie sich erneut an.'],
    ['xx', 'Non sei autenticato: accedi di nuovo.'],
  ])('has a message in the reader’s language: %s [api.10, api.11]', async (language, message) => {
    const { statusCode, headers, payload } = await get('/api/v1/profile', {
      'accept-language': language,
    })
    const failure = JSON.parse(payload)
    expect([statusCode, failure.code, headers['www-authenticate']]).toEqual([
      401,
      'unauthorized',
      'Bearer',
    ])
    if (message) expect(failure.message).toBe(message)
  })
  test('names each wrong field [api.18, api.48]', async () => {
    const bad = await caller.call(
      vehicles.list,
      { query: { page: 0, per_page: 1000 } },
      { language: 'en' },
    )
    expect([bad.status, bad.failure.code, Object.keys(bad.failure.data ?? {})]).toEqual([
      422,
      'invalid',
      ['page', 'per_page'],
    ])
  })
  test.each([
    ['not JSON', '{"query":', {}, 400],
    ['another type', 'query=ab', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['nothing', '', {}, 422],
    ['a list', '[]', {}, 422],
    ['NUL', '{"query":"ab\\u0000c"}', {}, 422],
    ['too much', `{"query":"${'a'.repeat(1_100_000)}"}`, {}, 413],
    ['very deep', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, {}, 400],
    ['a prototype', '{"__proto__":{"query":"ab"}}', {}, 422],
  ])('answers a body of %s with a message [api.12]', async (_, payload, headers, status) => {
    const answer = await post('/api/v1/search', payload, headers)
    expect([answer.statusCode, typeof JSON.parse(answer.payload).message]).toEqual([
      status,
      'string',
    ])
  })
  test('answers NUL in an address as well', async () => {
    expect(
      (await get('/api/v1/vehicles?search=a%00b', { authorization: `Bearer ${caller.token}` }))
        .statusCode,
    ).toBe(422)
  })
  test.each(['/api/v1/nothing', '/api/nothing', '/nothing.js', '/api/v1/fleets/nothing/'])(
    '%s is not found, as JSON [api.25]',
    async url => {
      const answer = await get(url)
      expect([answer.statusCode, JSON.parse(answer.payload).code]).toEqual([404, 'not_found'])
    },
  )
  test.each([
    ['x', 400],
    ['-1', 400],
    ['1.5', 400],
    ['0', 404],
    ['2147483648', 404],
    ['99999999999999999999', 404],
  ])('is the answer to an id of %s, which no record can have: %i [api.27]', async (id, status) => {
    expect((await caller.call(vehicles.vehicleById, { params: { id: id as never } })).status).toBe(
      status,
    )
  })
  test('is the answer to the address of a list with a slash at its end [api.25]', async () => {
    const { status, failure } = await caller.call(vehicles.vehicleById, {
      params: { id: '' as never },
    })
    expect([status, failure.code]).toEqual([404, 'not_found'])
  })
  test('names each missing field of a call without a body', async () => {
    const answer = await post('/api/v1/login', '', { 'accept-language': 'en' })
    expect(JSON.parse(answer.payload).data).toEqual({
      email: ['This field is required'],
      password: ['This field is required'],
    })
  })
  test('hides the inside of an unexpected error behind a 500 [api.24]', async () => {
    const ownApp = await testApp({
      features: [
        {
          handlers: [{ endpoint: about, run: () => Promise.reject(new Error('secret inside')) }],
          resolvers: app_resolvers,
        },
      ],
      endpoints: [about],
    })
    const answer = await ownApp.with(null).call(about, {}, { language: 'en' })
    expect([answer.status, answer.failure.code, answer.text.includes('secret')]).toEqual([
      500,
      'failed',
      false,
    ])
    await ownApp.close()
  })
  test('an answer loses fields that its schema does not have', async () => {
    const call = () => ({
      name: 'x',
      version: '1',
      demo: null,
      satellite: false,
      map: { max_zoom: 1, style: false },
      contact: 'info@example.com',
      password_hash: 'secret',
    })
    const ownApp = await testApp({
      features: [{ handlers: [{ endpoint: about, run: call }], resolvers: app_resolvers }],
      endpoints: [about],
    })
    expect((await ownApp.with(null).call(about, {})).text).not.toContain('secret')
    await ownApp.close()
  })
})
const nobody = async () => null
const app_resolvers = { visible_vehicle: nobody, own_vehicle: nobody, caller: nobody }

describe('a server must not start', () => {
  const handler = { endpoint: about, run: () => null }
  test.each([
    ['an endpoint that nobody handles', [{ resolvers: app_resolvers }], [about], /nobody handles/],
    [
      'an endpoint that two handle',
      [{ handlers: [handler, handler], resolvers: app_resolvers }],
      [about],
      /handled twice/,
    ],
    [
      'a handler without a contract',
      [{ handlers: [handler], resolvers: app_resolvers }],
      [],
      /in no contract/,
    ],
    [
      'two who resolve the same',
      [{ resolvers: app_resolvers }, { resolvers: app_resolvers }],
      [],
      /two features resolve/,
    ],
  ])('with %s', async (_, features, declared, message) => {
    await expect(testApp({ features, endpoints: declared })).rejects.toThrow(message)
  })
})

describe('safety', () => {
  test.each([
    ['localhost', 200],
    ['localhost:8080', 200],
    ['127.0.0.1:5173', 200],
    ['[::1]:8080', 200],
    ['evil.example', 400],
    ['10.0.0.7', 400],
  ])('a request for host %s answers %d [api.79]', async (host, status) => {
    expect((await get('/api/v1/about', { host })).statusCode).toBe(status)
  })
  test('pages run only scripts of the product itself [api.80, api.81, api.82, api.83]', async () => {
    const { headers } = await get('/', { accept: 'text/html' })
    const policy = String(headers['content-security-policy']).split(';')
    expect(policy).toEqual(
      expect.arrayContaining([
        "frame-src 'self' blob:",
        "worker-src 'self' blob:",
        "img-src 'self' data: blob:",
      ]),
    )
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(headers['content-security-policy']).not.toContain('unsafe-eval')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['strict-transport-security']).toBeUndefined()
  })
  test('over https the cookie is Secure and the browser keeps to https [auth.5]', async () => {
    const ownApp = await testApp({ env: { FLOTTA_PUBLIC_URL: 'https://flotta.example' } })
    const user = await ownApp.make.user((await ownApp.make.customer()).id)
    const answer = await ownApp
      .with(null)
      .call(
        login,
        { body: { email: user.email, password: 'Sicura!2026' } },
        { headers: { host: 'flotta.example' } },
      )
    expect(answer.headers['set-cookie']).toContain('Secure')
    expect(answer.headers['strict-transport-security']).toContain('max-age')
    await ownApp.close()
  })
  test('forwarded headers count only from trusted proxies [api.88, installation.26]', async () => {
    const failures = async (testedApp: TestApp) =>
      (await testedApp.ctx.pool.query('select distinct address from login_failures')).rows.map(
        r => r.address,
      )
    const attempt = (testedApp: TestApp) =>
      testedApp
        .with(null)
        .call(
          login,
          { body: { email: 'a@example.com', password: 'x' } },
          { headers: { 'x-forwarded-for': '203.0.113.9' } },
        )
    const trusting = await testApp({ env: { FLOTTA_TRUSTED_PROXIES: '127.0.0.1' } })
    await attempt(trusting)
    expect(await failures(trusting)).toEqual(['203.0.113.9'])
    await trusting.close()
    const alone = await testApp()
    await attempt(alone)
    expect(await failures(alone)).toEqual(['127.0.0.1'])
    await alone.close()
  })
})

describe('beside the API', () => {
  test('the page and the API answer at one origin [api.1, installation.1]', async () => {
    const origin = `http://127.0.0.1:${port}`
    const typeOf = async (path: string) => {
      const { status, headers } = await fetch(origin + path, { headers: { accept: 'text/html' } })
      return [status, headers.get('content-type')]
    }
    expect(await typeOf('/')).toEqual([200, 'text/html; charset=utf-8'])
    for (const { method, path } of endpoints.filter(
      e => e.path === '/about' || e.path === '/login',
    )) {
      const answer = await fetch(`${origin}/api/v1${path}`, { method })
      expect([path, answer.headers.get('content-type')]).toEqual([
        path,
        'application/json; charset=utf-8',
      ])
    }
    expect((await typeOf('/about'))[1]).toBe('text/html; charset=utf-8')
  })
  test('the files of the web app are cached for ever, and every address of a screen answers with its page', async () => {
    expect((await get('/assets/main-1a2b.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    for (const url of ['/', '/global-map?v=3', '/reset/abc/a@b.it']) {
      const page = await get(url, { accept: 'text/html' })
      expect([url, page.statusCode, page.headers['cache-control'], page.payload]).toEqual([
        url,
        200,
        'no-cache',
        '<!doctype html><title>Flotta</title>',
      ])
    }
    expect((await get('/assets/gone.js', { accept: 'text/html' })).statusCode).toBe(404)
    for (const method of ['GET', 'HEAD'] as const)
      expect((await fetch(`http://127.0.0.1:${port}/login`, { method })).status).toBe(200)
    expect((await get('/gone.png', { accept: '*/*' })).statusCode).toBe(404)
    expect((await get('/../../etc/passwd')).statusCode).toBe(404)
  })
  test('health', async () => {
    expect((await get('/healthz', { host: '10.9.8.7' })).statusCode).toBe(200)
    expect(JSON.parse((await get('/readyz')).payload)).toEqual({
      status: 'ready',
      database: true,
      consumers: true,
    })
  })
  test('the OpenAPI document names every endpoint with its role [access.33, api.2]', async () => {
    const document = JSON.parse((await get('/api/v1/openapi.json')).payload)
    expect(document.openapi).toBe('3.1.0')
    for (const e of endpoints) {
      const operation = document.paths[e.path.replace(/:(\w+)/g, '{$1}')]?.[e.method.toLowerCase()]
      expect([e.path, operation?.['x-allow'], operation?.['x-scope']]).toEqual([
        e.path,
        e.allow,
        e.scope,
      ])
    }
  })
  test('and the page to read it runs no script [api.3]', async () => {
    const page = await get('/api/docs')
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.payload).toContain('/vehicles/{id}')
    expect(page.payload).not.toContain('<script')
  })
  test('calls are answered only between start and stop [api.21]', async () => {
    const server = await openHttp({ ctx: app.ctx, features, endpoints, version: 'test' })
    const status = async (url: string) => (await server.app.inject({ url })).statusCode
    expect([
      await status('/api/v1/about'),
      await status('/readyz'),
      await status('/healthz'),
    ]).toEqual([503, 503, 200])
    server.ready()
    expect([await status('/api/v1/about'), await status('/readyz')]).toEqual([200, 200])
    await server.close()
  })
  test('a call on a connection that is still open while the server stops is answered 503 [api.22]', async () => {
    const server = await openHttp({ ctx: app.ctx, features, endpoints, version: 'test' })
    server.ready()
    const socket = connect(await server.listen(0), '127.0.0.1')
    let answer = ''
    socket.on('data', data => (answer += data))
    const ended = once(socket, 'close')
    // The head of a call that is not complete keeps the connection open.
    const connection = once(server.app.server, 'connection')
    socket.write('GET /api/v1/about HTTP/1.1\r\nHost: localhost\r\n')
    const [serverSocket] = (await connection) as [Socket]
    await vi.waitFor(() => expect(serverSocket.bytesRead).toBeGreaterThan(0))
    const closed = server.close()
    socket.write('\r\n')
    await ended
    await closed
    expect(answer).toMatch(/^HTTP\/1.1 503 /)
    expect(answer).toMatch(/retry-after: 2\r\n/i)
    expect(answer).toContain('"code":"unavailable"')
  })
  test('without its database the server answers 503 with a time to retry [api.23]', async () => {
    const pool = openPool('postgres://nobody@127.0.0.1:1/none', { max: 1, application: 'test' })
    const server = await openHttp({
      ctx: { ...app.ctx, pool, db: openDb(pool) },
      features,
      endpoints,
      version: 'test',
    })
    server.ready()
    const answer = await server.app.inject({
      url: '/api/v1/profile',
      headers: { authorization: 'Bearer x' },
    })
    expect([
      answer.statusCode,
      answer.headers['retry-after'],
      JSON.parse(answer.payload).code,
    ]).toEqual([503, '2', 'unavailable'])
    expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(503)
    await server.close()
    await pool.end()
  })
})

/** Calls that browsers make for a stream, an image, a file or a tile. */
const byteCalls = endpoints.filter(
  e => e.method === 'GET' && e.kind !== undefined && e.kind !== 'json' && e.allow !== 'anyone',
)
test.each(byteCalls.map(e => e.path.replaceAll(/:\w+/g, '1')))(
  '%s can be read with a token in its header, not with one in its address [auth.17, auth.19]',
  async path => {
    const status = async (query: string, headers: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${port}/api/v1${path}${query}`, { method: 'HEAD', headers }))
        .status
    expect(await status('', { authorization: `Bearer ${caller.token}` })).not.toBe(401)
    for (const name of ['token', 'access_token', 'authorization'])
      expect(await status(`?${name}=${caller.token}`, {})).toBe(401)
  },
)
test('a page holds 20 records by default, and 100 at most [api.47]', async () => {
  const pageOf = async (query: { readonly per_page?: number }) => {
    const answer = await caller.call(vehicles.list, { query })
    return answer.status === 200 ? answer.meta.per_page : answer.status
  }
  expect([
    await pageOf({}),
    await pageOf({ per_page: 100 }),
    await pageOf({ per_page: 101 }),
  ]).toEqual([20, 100, 422])
})
test('catalogues are complete [search.1]', async () => {
  expect((await caller.call(agreements.all, {})).data).toHaveLength(24)
  expect((await caller.call(alerts.all, {}, { language: 'en' })).data).toHaveLength(33)
  expect((await caller.call(alerts.all, {}, { language: 'en' })).data[0]).toEqual({
    id: 1,
    code: 'speed_limit',
    name: 'Speed limit',
    description: 'The vehicle is above its speed limit',
    severity: 1,
    agreement_id: 2,
  })
  expect((await caller.call(search, { body: { query: 'zz' } })).data).toEqual({
    hubs: { data: [] },
    fleets: { data: [] },
    vehicles: { data: [] },
    driver_vehicles: { data: [] },
  })
})
