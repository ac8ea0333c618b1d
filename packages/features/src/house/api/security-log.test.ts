// What is logged of failed sign-ins, locks, refusals and undeclared proxies, and what is never logged.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLogInterval } from '../../fleet/vehicles/contract.ts'
import * as auth from '../../people/auth/contract.ts'
import { where } from '../../places/geocoding/contract.ts'
import { PASSWORD, type TestApp, testApp } from '../../testing/app.ts'

type Line = Readonly<Record<string, unknown>>
let app: TestApp
let lines: Line[]
const openApp = async (env: Readonly<Record<string, string>> = {}) => {
  lines = []
  app = await testApp({ env, onLog: line => lines.push(line) })
}
beforeEach(() => openApp())
afterEach(() => app.close())

const security = () => lines.filter(l => l.security !== undefined)
const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  app.with(null).call(auth.login, { body: { email, password } }, { headers })

test('a failed sign-in and a lock are logged with user id and address, never with what was typed [auth.77]', async () => {
  const user = await app.make.user((await app.make.customer()).id)
  await login('Nobody-Typed@example.com', 'Typed-1-secret')
  for (let i = 0; i < 6; i++) await login(user.email, 'Typed-2-secret')
  expect(security()).toMatchObject([
    { security: 'sign_in_failed', user_id: null, address: '127.0.0.1' },
    ...Array(5).fill({ security: 'sign_in_failed', user_id: user.id, address: '127.0.0.1' }),
    { security: 'sign_in_locked', user_id: user.id, locked: 'account' },
    { security: 'refused', why: 'api.account_waits', route: '/api/v1/login' },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/secret|nobody-typed/i)
  expect(JSON.stringify(lines)).not.toContain(user.email)
})
test('refusals by role and by host are logged with their route and without the token [privacy.13]', async () => {
  const user = await app.make.user((await app.make.customer()).id, 'view')
  const caller = await app.as(user)
  expect(
    (await caller.call(setLogInterval, { params: { id: 1 }, body: { value: 900 } })).status,
  ).toBe(403)
  expect(
    (await app.server.app.inject({ url: '/api/v1/about', headers: { host: 'evil.example' } }))
      .statusCode,
  ).toBe(400)
  expect(security()).toMatchObject([
    {
      security: 'refused',
      method: 'PUT',
      route: '/api/v1/vehicles/:id/log_interval',
      subject: `user ${user.id}`,
      why: 'api.forbidden',
    },
    { security: 'refused', route: '/api/v1/about', subject: null, why: 'api.wrong_host' },
  ])
  expect(JSON.stringify(lines)).not.toContain(caller.token)
})
test('no token, password or place of a person is ever logged [privacy.12, privacy.14, privacy.15]', async () => {
  const user = await app.make.user((await app.make.customer()).id, 'control')
  const secrets = ['Typed-3-secret', PASSWORD, 'Nuova!Parola1']
  const signed = await login(user.email, PASSWORD)
  await login(user.email, 'Typed-3-secret')
  const cookie = signed.headers['set-cookie']?.split(';')[0] ?? ''
  const fresh = await app.with(null).call(auth.session, {}, { headers: { cookie } })
  const caller = app.with(fresh.data.token)
  const key = await caller.call(auth.createToken, {
    body: { name: 'ERP', role: 'view', password: PASSWORD },
  })
  await app.with(null).call(auth.forgotPassword, { body: { email: user.email } })
  await app.server.settled()
  const { rows } = await app.ctx.pool.query('select body from mails where recipient = $1', [
    user.email,
  ])
  const link = /\/reset\/([^/\s]+)\//.exec(rows.map(({ body }) => body).join())?.[1] ?? ''
  const position = { latitude: 45.46427, longitude: 9.18951 }
  expect((await caller.call(where, { body: { positions: [position] } })).status).toBe(200)
  const wrong = { ...position, latitude: 945.46427 }
  expect((await caller.call(where, { body: { positions: [wrong] } })).status).toBe(422)
  const form = { old_password: PASSWORD, new_password: 'Nuova!Parola1' }
  await caller.call(auth.changePassword, {
    body: { ...form, confirm_password: form.new_password },
  })
  const tokens = [signed.data.token, fresh.data.token, key.data.token, link, cookie.split('=')[1]]
  expect(tokens.every(token => token !== undefined && token.length > 20)).toBe(true)
  expect(lines.length).toBeGreaterThan(0)
  const all = JSON.stringify(lines)
  for (const secret of [...secrets, ...tokens, '45.46427', '9.18951'])
    expect(all).not.toContain(secret)
})
test('only the first lines of a flood are logged', async () => {
  for (let i = 0; i < 50; i++)
    await app.server.app.inject({ url: '/', headers: { host: 'evil.example' } })
  expect(security()).toHaveLength(10)
  app.clock.now += 60_000
  await app.server.app.inject({ url: '/', headers: { host: 'evil.example' } })
  expect(security()).toHaveLength(11)
})
test('an undeclared proxy is logged once', async () => {
  const from = { 'x-forwarded-for': '203.0.113.9' }
  for (let i = 0; i < 3; i++) await login('a@example.com', PASSWORD, from)
  expect(lines.filter(l => String(l.msg).includes('FLOTTA_TRUSTED_PROXIES'))).toMatchObject([
    { level: 40, proxy: '127.0.0.1' },
  ])
})
test.each([
  ['an https address without a proxy', { FLOTTA_PUBLIC_URL: 'https://flotta.example' }, 1],
  [
    'an https address with its proxy',
    { FLOTTA_PUBLIC_URL: 'https://flotta.example', FLOTTA_TRUSTED_PROXIES: '127.0.0.1' },
    0,
  ],
  ['a plain address', {}, 0],
])('%s gives the right number of warnings at the start (%#)', async (_, env, warnings) => {
  await app.close()
  await openApp(env)
  await app
    .with(null)
    .call(
      auth.login,
      { body: { email: 'a@example.com', password: 'x' } },
      { headers: { host: 'localhost', 'x-forwarded-for': '203.0.113.9' } },
    )
  expect(lines.filter(l => String(l.msg).startsWith('FLOTTA_PUBLIC_URL is https'))).toHaveLength(
    warnings,
  )
})
