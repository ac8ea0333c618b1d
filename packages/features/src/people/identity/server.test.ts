// Sign-in by an identity provider: the redirects, who gets access to what, and a provider that lies.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type TestApp, testApp } from '../../testing/app.ts'
import {
  createToken,
  forgotPassword,
  login,
  profile,
  resetPassword,
  session,
} from '../auth/contract.ts'
import { checkSessions } from './checks.ts'
import { loginProviders, stepUpByProvider, stepUpState } from './contract.ts'
import { type Lie, openProvider } from './testing-provider.ts'

const directory = mkdtempSync(join(tmpdir(), 'flotta-oidc-'))
let app: TestApp
let provider: Awaited<ReturnType<typeof openProvider>>
let customer_id: number
beforeAll(async () => {
  provider = await openProvider('flotta')
  const file = join(directory, 'oidc.json')
  const common = {
    issuer: provider.issuer,
    client_id: 'flotta',
    client_secret: 'a secret',
    domains: ['example.com'],
    create: true,
  }
  writeFileSync(
    file,
    JSON.stringify([
      {
        ...common,
        id: 'work',
        name: 'Work',
        customer_id: 1,
        role_claim: 'groups',
        roles: { fleet: 'edit', boss: 'control' },
      },
      { ...common, id: 'domain', name: 'By domain', domains: ['domain.example'] },
      { ...common, id: 'closed', name: 'Closed', create: false },
    ]),
  )
  app = await testApp({ env: { FLOTTA_OIDC_FILE: file } })
  customer_id = (await app.make.customer()).id
  expect(customer_id).toBe(1)
})
afterAll(async () => {
  await app.close()
  await provider.close()
  rmSync(directory, { recursive: true })
})

const get = (url: string, cookie = '') =>
  app.server.app.inject({ method: 'GET', url, headers: { cookie, accept: 'text/html' } })
const cookieOf = (header: unknown, name: string): string =>
  new RegExp(`${name}=[^;]+`).exec([header].flat().join('\n'))?.[0] ?? ''

interface Visit {
  readonly id?: string
  readonly next?: string
  readonly lie?: Lie
  readonly state?: string
  readonly cookie?: string
}
const sub = () => `sub-${crypto.randomUUID()}`
const ada = (more: object = {}) => ({
  sub: sub(),
  email: `${crypto.randomUUID()}@example.com`,
  name: 'Ada',
  groups: ['fleet'],
  ...more,
})
/** There and back, as a browser goes. */
async function visit(claims: Readonly<Record<string, unknown>>, how: Visit = {}) {
  const { id = 'work', next } = how
  const there = await get(`/login/oidc/${id}${next === undefined ? '' : `?next=${next}`}`)
  const target = new URL(String(there.headers.location))
  provider.answer(claims, target.searchParams.get('nonce') ?? '', how.lie)
  const cookie = how.cookie ?? cookieOf(there.headers['set-cookie'], 'flotta_visit')
  const state = how.state ?? target.searchParams.get('state') ?? ''
  const url = `/login/oidc/${id}/callback?code=abc&state=${state}`
  return { there, target, cookie, url, back: await get(url, cookie) }
}
async function whoIs(back: Awaited<ReturnType<typeof visit>>['back']) {
  const cookie = cookieOf(back.headers['set-cookie'], 'flotta_session')
  const { token } = (await app.with(null).call(session, {}, { headers: { cookie } })).data
  return (await app.with(token).call(profile, {})).data
}
const isRefused = ({ back }: Awaited<ReturnType<typeof visit>>) => {
  expect(cookieOf(back.headers['set-cookie'], 'flotta_session')).toBe('')
  return back.statusCode
}

describe('the way to the provider and back', () => {
  test('the providers are listed without their secrets [auth.79]', async () => {
    const answer = await app.with(null).call(loginProviders, {})
    expect(answer.data.map(({ id }) => id)).toEqual(['work', 'domain', 'closed'])
    expect(answer.text).not.toContain('secret')
  })
  test('leads there with PKCE, state and nonce, and back into a session [auth.80]', async () => {
    const claims = ada()
    const { there, target, back } = await visit(claims)
    expect(there.statusCode).toBe(303)
    expect(target.origin).toBe(provider.issuer)
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      client_id: 'flotta',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost/login/oidc/work/callback',
    })
    expect(String(there.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/)
    expect([back.statusCode, back.headers.location]).toEqual([303, '/'])
    expect(await whoIs(back)).toMatchObject({
      email: claims.email,
      name: 'Ada',
      role: 'edit',
      customer_id,
    })
  })
  test.each([
    ['/vehicles', '/vehicles'],
    ['//evil.example', '/'],
    ['https://evil.example', '/'],
    ['/\\evil.example', '/'],
  ])('leads for the wanted page %s to %s', async (next, location) => {
    const { back } = await visit(ada(), { next: encodeURIComponent(next) })
    expect(back.headers.location).toBe(location)
  })
  test('is not found for an unknown provider', async () =>
    expect((await get('/login/oidc/nobody')).statusCode).toBe(404))
  test('is open only to the browser that began it, and once [auth.80]', async () => {
    expect(isRefused(await visit(ada(), { cookie: '' }))).toBe(401)
    expect(isRefused(await visit(ada(), { state: 'another' }))).toBe(401)
    const { url, cookie, back } = await visit(ada())
    expect(back.statusCode).toBe(303)
    expect((await get(url, cookie)).statusCode).toBe(401)
  })
  test('ends with a page when the provider refuses', async () => {
    const there = await get('/login/oidc/work')
    const cookie = cookieOf(there.headers['set-cookie'], 'flotta_visit')
    const state = new URL(String(there.headers.location)).searchParams.get('state')
    const back = await get(`/login/oidc/work/callback?error=access_denied&state=${state}`, cookie)
    expect([back.statusCode, back.headers['content-type']]).toEqual([
      401,
      'text/html; charset=utf-8',
    ])
  })
})

describe('an answer of the provider [auth.106]', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const lies: readonly (readonly [string, () => Lie])[] = [
    ['another issuer', () => ({ claims: { iss: 'http://127.0.0.1:1' } })],
    ['another audience', () => ({ claims: { aud: 'somebody else' } })],
    ['another visit', () => ({ claims: { nonce: 'another' } })],
    ['no visit', () => ({ claims: { nonce: undefined } })],
    ['a token that is over', () => ({ claims: { iat: now() - 900, exp: now() - 600 } })],
    [
      'a token of tomorrow',
      () => ({ claims: { iat: now(), exp: now() + 90_000, nbf: now() + 86_400 } }),
    ],
    [
      'a token that was issued in the future',
      () => ({ claims: { iat: now() + 600, exp: now() + 900 } }),
    ],
    ['a key of somebody else', () => ({ signature: 'stranger' })],
    ['no signature', () => ({ signature: 'none' })],
    ['another algorithm', () => ({ header: { alg: 'HS256' } })],
    ['a key that it does not publish', () => ({ header: { kid: 'nobody' } })],
  ]
  test.each(lies)('with %s is refused', async (_, lie) => {
    expect(isRefused(await visit(ada(), { lie: lie() }))).toBe(401)
  })
  test('whose clock is a little fast is accepted', async () => {
    const lie = { claims: { iat: now() + 30, exp: now() + 330 } }
    expect((await visit(ada(), { lie })).back.statusCode).toBe(303)
  })
  test('with changed keys is accepted, because the keys are read again', async () => {
    provider.rotate()
    expect((await visit(ada())).back.statusCode).toBe(303)
  })
})

describe('the account', () => {
  test.each([
    ['an address outside of its domains', { email: 'ada@elsewhere.example' }],
    ['an address that the provider has not verified', { email_verified: false }],
    ['no address', { email: undefined }],
    ['no role', { groups: ['sales'] }],
  ])('%s is refused [auth.82]', async (_, more) => {
    expect(isRefused(await visit(ada(more)))).toBe(403)
  })
  test('is found by its address, and gets the role of the claims [auth.81]', async () => {
    const user = await app.make.user(customer_id, 'view', { email: 'eva@example.com' })
    const { back } = await visit(ada({ email: 'Eva@Example.com', groups: ['fleet', 'boss'] }))
    expect(await whoIs(back)).toMatchObject({ id: user.id, role: 'control' })
  })
  test('stays the same when its address changes, and is nobody else’s [auth.107]', async () => {
    const claims = ada()
    const first = await whoIs((await visit(claims)).back)
    const renamed = await whoIs((await visit({ ...claims, email: 'ada.new@example.com' })).back)
    expect(renamed.id).toBe(first.id)
    expect(isRefused(await visit({ ...claims, sub: sub() }))).toBe(403)
  })
  test('is refused when it is disabled or belongs to another company', async () => {
    const namesake = await app.make.user((await app.make.customer()).id, 'view', {
      email: 'other@example.com',
    })
    expect(isRefused(await visit(ada({ email: namesake.email })))).toBe(403)
    const user = await app.make.user(customer_id, 'view', { email: 'gone@example.com' })
    await app.ctx.pool.query('update users set disabled = true where id = $1', [user.id])
    expect(isRefused(await visit(ada({ email: user.email })))).toBe(403)
  })
  test('is made only where the provider may make accounts, in the company of the domain [auth.78]', async () => {
    expect(isRefused(await visit(ada(), { id: 'closed' }))).toBe(403)
    const email = () => `${crypto.randomUUID()}@domain.example`
    expect(isRefused(await visit(ada({ email: email() }), { id: 'domain' }))).toBe(403)
    const company = (await app.make.customer()).id
    await app.make.user(company, 'control', { email: email() })
    const { back } = await visit(ada({ email: email() }), { id: 'domain' })
    expect(await whoIs(back)).toMatchObject({ customer_id: company, role: 'view' })
    const second = (await app.make.customer()).id
    await app.make.user(second, 'control', { email: email() })
    expect(isRefused(await visit(ada({ email: email() }), { id: 'domain' }))).toBe(403)
  })
  test('leaves a line in the audit trail when somebody signs in [privacy.21]', async () => {
    const user = await whoIs((await visit(ada())).back)
    const { rows } = await app.ctx.pool.query(
      'select action, subject from audit where actor_id = $1',
      [user.id],
    )
    expect(rows).toEqual([{ action: 'sign_in', subject: `users/${user.id}` }])
  })
})

describe('a message that a person has signed out at the provider', () => {
  const tell = (logout_token: string, id = 'work') =>
    app.server.app.inject({
      method: 'POST',
      url: `/login/oidc/${id}/logout`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token }).toString(),
    })
  /** A session of a person, with the provider's id of it. */
  async function signedIn(person: string, sid: string) {
    const email = `${person}@example.com`
    const { back } = await visit(ada({ sub: person, email, sid }))
    const cookie = cookieOf(back.headers['set-cookie'], 'flotta_session')
    const { token } = (await app.with(null).call(session, {}, { headers: { cookie } })).data
    return async () => (await app.with(token).call(profile, {})).status
  }
  test('ends the session that it names, or all that the provider opened for the person [auth.113]', async () => {
    const person = sub()
    const [first, second] = [await signedIn(person, 'one'), await signedIn(person, 'two')]
    const stranger = await signedIn(sub(), 'one')
    const answer = await tell(provider.logoutToken({ sub: person, sid: 'one' }))
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect([await first(), await second(), await stranger()]).toEqual([401, 200, 200])
    expect((await tell(provider.logoutToken({ sub: person }))).statusCode).toBe(200)
    expect([await second(), await stranger()]).toEqual([401, 200])
  })
  test('counts once, and only for its provider [auth.113]', async () => {
    const person = sub()
    const token = provider.logoutToken({ sub: person })
    expect([(await tell(token)).statusCode, (await tell(token)).statusCode]).toEqual([200, 400])
    const open = await signedIn(person, 'one')
    expect((await tell(provider.logoutToken({ sub: person }), 'closed')).statusCode).toBe(200)
    expect((await tell(provider.logoutToken({ sub: person }), 'nobody')).statusCode).toBe(404)
    expect(await open()).toBe(200)
  })
  const now = () => Math.floor(Date.now() / 1000)
  const lies: readonly (readonly [string, () => Lie])[] = [
    ['of another issuer', () => ({ claims: { iss: 'http://127.0.0.1:1' } })],
    ['for somebody else', () => ({ claims: { aud: 'somebody else' } })],
    ['by a key of somebody else', () => ({ signature: 'stranger' })],
    ['without a signature', () => ({ signature: 'none' })],
    ['by a shared secret', () => ({ header: { alg: 'HS256' } })],
    ['of long ago', () => ({ claims: { iat: now() - 600, exp: now() + 60 } })],
    ['that is over', () => ({ claims: { exp: now() - 120 } })],
    ['that is an identity', () => ({ claims: { nonce: 'a visit' } })],
    ['of another event', () => ({ claims: { events: {} } })],
    ['without a name of its own', () => ({ claims: { jti: undefined } })],
    ['of nobody', () => ({ claims: { sub: undefined } })],
  ]
  test.each(lies)('%s is refused [auth.114]', async (_, lie) => {
    const person = sub()
    const open = await signedIn(person, 'one')
    expect((await tell(provider.logoutToken({ sub: person }, lie()))).statusCode).toBe(400)
    expect(await open()).toBe(200)
  })
})
/** A session that the provider opened. */
async function sessionOf(claims: Readonly<Record<string, unknown>>): Promise<string> {
  const { back } = await visit(claims)
  const cookie = cookieOf(back.headers['set-cookie'], 'flotta_session')
  return (await app.with(null).call(session, {}, { headers: { cookie } })).data.token
}

describe('a fresh proof by way of the provider', () => {
  const seconds = () => Math.floor(Date.now() / 1000)
  /** There with a session, and back as the person that the provider states. */
  async function prove(token: string, claims: Readonly<Record<string, unknown>>) {
    const there = await app
      .with(token)
      .call(stepUpByProvider, { params: { id: 'work' }, body: { next: '/account' } })
    const target = new URL(there.data.url)
    provider.answer(claims, target.searchParams.get('nonce') ?? '')
    const back = await get(
      `/login/oidc/work/callback?code=abc&state=${target.searchParams.get('state')}`,
      cookieOf(there.headers['set-cookie'], 'flotta_visit'),
    )
    const { until } = (await app.with(token).call(stepUpState, {})).data
    return { asked: Object.fromEntries(target.searchParams), back, until }
  }
  test('needs a new sign-in there, and counts for 10 minutes from it [auth.118]', async () => {
    const claims = ada()
    const token = await sessionOf(claims)
    const before = (await app.with(token).call(stepUpState, {})).data
    expect(before).toEqual({
      until: null,
      methods: [],
      providers: [{ id: 'work', name: 'Work' }],
    })
    const auth_time = seconds() - 60
    const { asked, back, until } = await prove(token, { ...claims, auth_time })
    expect(asked).toMatchObject({ max_age: '0', prompt: 'login' })
    expect([back.statusCode, back.headers.location]).toEqual([303, '/account'])
    expect(cookieOf(back.headers['set-cookie'], 'flotta_session')).toBe('')
    expect(Date.parse(until ?? '')).toBe((auth_time + 600) * 1000)
    const body = { name: 'Robot', role: 'view', days: 1 } as const
    expect((await app.with(token).call(createToken, { body })).status).toBe(201)
  })
  test('of a future time counts from now [auth.118]', async () => {
    const claims = ada()
    const token = await sessionOf(claims)
    const { until } = await prove(token, { ...claims, auth_time: seconds() + 86_400 })
    expect(Date.parse(until ?? '') - Date.now()).toBeLessThanOrEqual(600_000)
  })
  test.each<[string, object, number]>([
    ['without a time', {}, 401],
    ['of long ago', { auth_time: seconds() - 1_800 }, 401],
    ['of somebody else', { auth_time: seconds(), sub: 'another' }, 403],
  ])('%s is refused [auth.118]', async (_, more, status) => {
    const claims = ada()
    const token = await sessionOf(claims)
    const { back, until } = await prove(token, { ...claims, ...more })
    expect([back.statusCode, until]).toEqual([status, null])
  })
  test('counts for the new account of a person who was removed and has come back [auth.118]', async () => {
    const claims = ada()
    const before = await app.with(await sessionOf(claims)).call(profile, {})
    await app.ctx.pool.query(
      `update users set deleted_at = now(), email = 'removed-' || id where id = $1`,
      [before.data.id],
    )
    const token = await sessionOf(claims)
    expect((await app.with(token).call(profile, {})).data.id).not.toBe(before.data.id)
    const { until } = await prove(token, { ...claims, auth_time: seconds() })
    expect(until).not.toBeNull()
  })
  test('is not found where the provider does not know the person', async () => {
    const caller = await app.as(await app.make.user(customer_id))
    const ask = { params: { id: 'work' }, body: {} }
    expect((await caller.call(stepUpByProvider, ask)).status).toBe(404)
  })
})

describe('access that is removed at the provider', () => {
  const status = async (token: string) => (await app.with(token).call(profile, {})).status
  async function minutesLater(count: number): Promise<void> {
    for (let minute = 0; minute < count; minute++) {
      app.clock.now += 60_000
      await checkSessions(app.ctx)
    }
  }
  test('ends the sessions here within five minutes, and nobody else’s [auth.119]', async () => {
    const [gone, stays] = [ada(), ada()]
    const [first, second] = [await sessionOf(gone), await sessionOf(stays)]
    await minutesLater(5)
    expect([await status(first), await status(second)]).toEqual([200, 200])
    provider.lockOut(gone.sub)
    await minutesLater(4)
    expect([await status(first), await status(second)]).toEqual([401, 200])
  })
  test('ends the sessions too when only the role is removed [auth.119]', async () => {
    const claims = ada()
    const token = await sessionOf(claims)
    provider.answer({ ...claims, groups: ['sales'] }, '')
    await minutesLater(4)
    expect(await status(token)).toBe(401)
  })
  test('ends nothing while the provider does not answer, and is noticed soon after it does [auth.119]', async () => {
    const claims = ada()
    const token = await sessionOf(claims)
    provider.away(true)
    await minutesLater(5)
    provider.away(false)
    expect(await status(token)).toBe(200)
    provider.lockOut(claims.sub)
    await minutesLater(1)
    expect(await status(token)).toBe(401)
  })
  test('is looked up with a token that is stored encrypted', async () => {
    await sessionOf(ada())
    const { rows } = await app.ctx.pool.query<{ first: number }>(
      'select get_byte(refresh_token, 0) as first from identity_sessions where refresh_token is not null limit 1',
    )
    expect(rows).toEqual([{ first: 1 }])
  })
})

describe('a company without local accounts [auth.115]', () => {
  const forbid = (id: number) =>
    app.ctx.pool.query(
      `update customers set configurations = '{"local_accounts": "forbidden"}' where id = $1`,
      [id],
    )
  const allow = (id: number) =>
    app.ctx.pool.query(`update customers set configurations = '{}' where id = $1`, [id])
  const enter = async (email: string) =>
    (await app.with(null).call(login, { body: { email, password: PASSWORD } })).status
  test('has its people sign in by the provider, and does not lock out those without one, the kiosk or the operator', async () => {
    await forbid(customer_id)
    const people = {
      eva: await app.make.user(customer_id, 'control', { email: 'eva.local@example.com' }),
      kiosk: await app.make.user(customer_id, 'printing', { email: 'kiosk@example.com' }),
      outside: await app.make.user(customer_id, 'view', { email: 'outside@elsewhere.example' }),
      operator: await app.make.user(customer_id, 'view', { email: 'operator@example.com' }),
    }
    await app.ctx.pool.query('update users set provider = true where id = $1', [people.operator.id])
    const { eva, kiosk, outside, operator } = people
    expect(await enter(eva.email)).toBe(403)
    for (const person of [kiosk, outside, operator]) expect(await enter(person.email)).toBe(200)
    const { back } = await visit(ada({ email: eva.email }))
    expect(await whoIs(back)).toMatchObject({ id: eva.id })
    await allow(customer_id)
    expect(await enter(eva.email)).toBe(200)
  })
  test('answers a reset by the way to the provider, and an earlier link opens nothing [auth.120]', async () => {
    const user = await app.make.user(customer_id, 'edit', { email: 'reset@example.com' })
    const body = { email: user.email }
    const lastMail = async (): Promise<string> => {
      const { rows } = await app.ctx.pool.query<{ body: string }>(
        'select body from mails where recipient = $1 order by id desc limit 1',
        [user.email],
      )
      return rows[0]?.body ?? ''
    }
    await app.with(null).call(forgotPassword, { body })
    const token = /reset\/([^/\s]+)/.exec(await lastMail())?.[1] ?? ''
    await forbid(customer_id)
    const [password, form] = ['Another-pass-2026', { ...body, token }]
    const reset = await app.with(null).call(resetPassword, {
      body: { ...form, password, password_confirmation: password },
    })
    expect(reset.status).toBe(403)
    await app.with(null).call(forgotPassword, { body })
    expect(await lastMail()).not.toContain('/reset/')
    expect(await lastMail()).toContain('Work')
    await allow(customer_id)
  })
  test('refuses an API token until its owner has signed in by the provider [auth.120]', async () => {
    const user = await app.make.user(customer_id, 'control', { email: 'robot@example.com' })
    const caller = await app.as(user)
    const common = { name: 'Robot', role: 'edit', days: 1, password: PASSWORD } as const
    const { token } = (await caller.call(createToken, { body: common })).data
    const directory = { ...common, directory: true }
    const directoryToken = (await caller.call(createToken, { body: directory })).data.token
    const status = async () => (await app.with(token).call(profile, {})).status
    expect(await status()).toBe(200)
    await forbid(customer_id)
    expect(await status()).toBe(403)
    const users = { method: 'GET', url: '/scim/v2/Users' } as const
    const authorization = `Bearer ${directoryToken}`
    expect((await app.server.app.inject({ ...users, headers: { authorization } })).statusCode).toBe(
      200,
    )
    await visit(ada({ email: user.email, groups: ['boss'] }))
    expect(await status()).toBe(200)
    await allow(customer_id)
  })
})
