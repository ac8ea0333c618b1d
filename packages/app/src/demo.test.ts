// The accounts of the demo: open where there is a demo, with a public password only where nobody else can reach the server, and closed everywhere
// else.
import { createToken, login, profile } from '@flotta/features/people/auth/contract.ts'
import { customers } from '@flotta/features/people/customers/contract.ts'
import { type TestApp, testApp } from '@flotta/features/testing/app.ts'
import { readConfig } from '@flotta/platform/config.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { prepareDemo, takePlace } from './demo.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Prepares a start of the server with these settings. */
const startWith = (env: Readonly<Record<string, string>>) =>
  prepareDemo({ ...app.ctx, config: readConfig(env) })
const signIn = (password: string, email = 'demo@flotta.example') =>
  app.with(null).call(login, { body: { email, password } })

test.each([
  [{}, true],
  [{ FLOTTA_HOST: '::1', FLOTTA_PUBLIC_URL: 'http://[::1]:8080' }, true],
  [{ FLOTTA_HOST: '127.0.0.2', FLOTTA_PUBLIC_URL: 'http://localhost:9000/' }, true],
  [{ FLOTTA_HOST: '0.0.0.0' }, false],
  [{ FLOTTA_HOST: '192.168.1.10' }, false],
  [{ FLOTTA_PUBLIC_URL: 'https://fleet.example' }, false],
  [{ FLOTTA_PUBLIC_URL: 'https://127.0.0.1.fleet.example' }, false],
  [{ FLOTTA_HOST: 'localhost.fleet.example' }, false],
] as const)('with %j the password is told to everybody: %s', async (env, local) => {
  const demo = await startWith(env)
  expect(demo?.local).toBe(local)
  expect(demo?.password === 'Flotta-2026').toBe(local)
  expect((await signIn(demo?.password ?? '')).status).toBe(200)
  expect((await signIn('Flotta-2026')).status).toBe(local ? 200 : 401)
})

test('the password is drawn anew at each start that others can reach [installation.23]', async () => {
  const passwords = [
    (await startWith({ FLOTTA_HOST: '0.0.0.0' }))?.password,
    (await startWith({ FLOTTA_HOST: '0.0.0.0' }))?.password,
  ]
  expect(passwords[0]).not.toBe(passwords[1])
  for (const password of passwords) expect(password).toMatch(/^[\w-]{12}-aA1$/)
})
test('who came in by the known password is out when others can reach us; a drawn one keeps its sessions', async () => {
  const prepared = await startWith({})
  const local = app.with((await signIn(prepared?.password ?? '')).data.token)
  const remote = await startWith({ FLOTTA_HOST: '0.0.0.0' })
  expect((await local.call(profile, {})).status).toBe(401)
  const far = app.with((await signIn(remote?.password ?? '')).data.token)
  await startWith({ FLOTTA_HOST: '0.0.0.0' })
  expect((await far.call(profile, {})).status).toBe(200)
})

test.each<[string, Readonly<Record<string, string>>]>([
  ['by its setting', { FLOTTA_DEMO: '0' }],
  ['because the database is not ours', { DATABASE_URL: 'postgres://127.0.0.1/flotta' }],
  ['because there is a customer, at a public address', { FLOTTA_HOST: '0.0.0.0' }],
])(
  'without a demo, %s, its users have no password, session or token; with one again they sign in',
  async (why, env) => {
    const demo = await startWith({})
    const person = app.with((await signIn(demo?.password ?? '')).data.token)
    const { token } = (
      await person.call(createToken, {
        body: { name: 'script', role: 'view', password: demo?.password },
      })
    ).data
    const customer = why.includes('customer') ? await app.make.customer() : null
    expect(await startWith(env)).toBe(null)
    expect((await person.call(profile, {})).status).toBe(401)
    for (const email of ['demo@flotta.example', 'view@flotta.example', 'guest@flotta.example'])
      expect((await signIn('Flotta-2026', email)).status).toBe(401)
    await app.ctx.pool.query('update customers set deleted_at = now() where id = $1', [
      customer?.id ?? 0,
    ])
    expect((await signIn((await startWith({}))?.password ?? '')).status).toBe(200)
    expect((await app.with(token).call(profile, {})).status).toBe(401)
  },
)

test('customers that were made by the demo company are no real ones: the demo is there again at the next start [installation.22]', async () => {
  const demo = await startWith({})
  const person = app.with((await signIn(demo?.password ?? '')).data.token)
  const body = { name: 'Prova Srl', vat_id: '12345678901', email: 'prova@example.com' }
  const child = await person.call(customers.create, { body })
  expect(child.status).toBe(201)
  const grandchild = await app.make.customer({ parent_id: child.data.id })
  expect(await startWith({})).not.toBe(null)
  await app.ctx.pool.query('update customers set deleted_at = now() where id = any($1)', [
    [child.data.id, grandchild.id],
  ])
})

test('of several gateways one has the demo: the others draw no password, and one of them takes over', async () => {
  const config = readConfig({
    NATS_URL: 'nats://127.0.0.1',
    DATABASE_URL: 'postgres://127.0.0.1/flotta',
    FLOTTA_DEMO: '1',
    FLOTTA_HOST: '0.0.0.0',
  })
  const ctx = { ...app.ctx, config }
  const first = await takePlace(ctx)
  expect(await takePlace(ctx)).toBe(null)
  expect(await takePlace({ ...ctx, config: { ...config, FLOTTA_ROLES: ['api'] } })).toBe(null)
  const password = await prepareDemo(ctx, first !== null)
  expect(await prepareDemo(ctx, false)).toBe(null)
  expect((await signIn(password?.password ?? '')).status).toBe(200)
  first?.leave()
  first?.leave()
  let next = await takePlace(ctx)
  await vi.waitFor(async () => {
    next ??= await takePlace(ctx)
    expect(next).not.toBe(null)
  })
  expect(next?.gone.aborted).toBe(false)
  await app.ctx.pool.query(
    `select pg_terminate_backend(l.pid) from pg_locks l where l.locktype = 'advisory' and l.objid = 7106021`,
  )
  await vi.waitFor(() => expect(next?.gone.aborted).toBe(true))
  next?.leave()
})
