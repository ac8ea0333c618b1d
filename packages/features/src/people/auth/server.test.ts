// Signing in and out, against a real database, through the contract.
import { mayCall } from '@flotta/core/contract.ts'
import { digest } from '@flotta/platform/passwords.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../features.ts'
import { PASSWORD, type TestApp, testApp } from '../../testing/app.ts'
import { list as notifications } from '../notifications/contract.ts'
import { users } from '../users/contract.ts'
import * as contract from './contract.ts'

const MINUTE = 60_000
const DAY = 86_400_000
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const person = async (values?: {
  readonly role?: 'view' | 'edit' | 'control' | 'printing'
  readonly configurations?: Record<string, string>
}) => {
  const customer = await app.make.customer(
    values?.configurations === undefined ? {} : { configurations: values.configurations },
  )
  return app.make.user(customer.id, values?.role ?? 'view')
}
const login = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  app.with(null).call(contract.login, { body: { email, password } }, { headers })
const cookieOf = (headers: Readonly<Record<string, string>>): string =>
  /flotta_session=([^;]*)/.exec(headers['set-cookie'] ?? '')?.[1] ?? ''
const exchange = (cookie: string, headers: Record<string, string> = {}) =>
  app
    .with(null)
    .call(contract.session, {}, { headers: { cookie: `flotta_session=${cookie}`, ...headers } })
const works = async (token: string) => (await app.with(token).call(contract.profile, {})).status

describe('login', () => {
  test('answers a token of 15 minutes and a strict HttpOnly cookie of 60 days [auth.1, auth.2, auth.4]', async () => {
    const user = await person()
    const answer = await login(user.email.toUpperCase())
    expect(answer.status).toBe(200)
    expect(Date.parse(answer.data.expires_at)).toBe(app.clock.now + 15 * MINUTE)
    expect(answer.headers['set-cookie']).toMatch(
      /^flotta_session=.+; Max-Age=5184000; Path=\/api\/v1; HttpOnly; SameSite=Strict$/,
    )
    expect(await works(answer.data.token)).toBe(200)
  })
  test('stores no secret readably in the database [auth.14]', async () => {
    const { data, headers } = await login((await person()).email)
    const { rows } = await app.ctx.pool.query(
      'select s::text from sessions s union all select t::text from session_tokens t',
    )
    const all = JSON.stringify(rows)
    expect(all).not.toContain(data.token)
    expect(all).not.toContain(cookieOf(headers).split('.')[1])
  })
  test('answers tokens of 256 random bits [auth.13]', async () => {
    const user = await person()
    const tokens = await Promise.all(
      Array.from({ length: 4 }, async () => (await login(user.email)).data.token),
    )
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]+$/)
      expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    }
    const beginnings = new Set(tokens.map(token => token.slice(0, 6)))
    expect(beginnings.size).toBe(tokens.length)
  })
  test('answers a token that the database checks at every request [auth.15]', async () => {
    const { data } = await login((await person()).email)
    expect([await works(data.token), await works(data.token)]).toEqual([200, 200])
    const { rowCount } = await app.ctx.pool.query(
      'delete from session_tokens where token_hash = $1',
      [digest(data.token)],
    )
    expect([rowCount, await works(data.token)]).toEqual([1, 401])
  })
  test('answers a token whose profile is that of the person who signed in [auth.66]', async () => {
    const user = await person({ role: 'control' })
    const { token } = (await login(user.email)).data
    expect((await app.with(token).call(contract.profile, {})).data).toMatchObject({
      id: user.id,
      name: user.name,
      email: user.email,
      role: 'control',
      customer_id: user.customer_id,
    })
  })
  test('stays open while it is used, and ends when it is not [auth.3]', async () => {
    const { data } = await login((await person()).email)
    app.clock.now += 10 * MINUTE
    expect(await works(data.token)).toBe(200)
    app.clock.now += 14 * MINUTE
    expect(await works(data.token)).toBe(200)
    app.clock.now += 16 * MINUTE
    expect(await works(data.token)).toBe(401)
  })
  test.each([
    ['it', 'E-mail o password non corrette.'],
    ['en', 'Wrong e-mail or password.'],
    ['es', 'Correo o contraseña incorrectos.'],
    ['de', 'E-Mail-Adresse oder Passwort falsch.'],
  ] as const)('answers wrong credentials in %s [auth.25, api.7]', async (language, message) => {
    const user = await person()
    const wrong = await app
      .with(null)
      .call(contract.login, { body: { email: user.email, password: 'x' } }, { language })
    expect([wrong.status, wrong.failure]).toEqual([401, { message, code: 'unauthorized' }])
  })
  test('names the fields of a bad form [auth.24]', async () => {
    const bad = await app
      .with(null)
      .call(contract.login, { body: { email: 'nobody', password: '' } }, { language: 'en' })
    expect(bad.status).toBe(422)
    expect(Object.keys(bad.failure.data ?? {})).toEqual(['email', 'password'])
  })
  test.each([true, false])(
    'makes an account wait after 5 failures, existing (%s) or not, even with the right password [auth.32]',
    async exists => {
      const email = exists ? (await person()).email : `nobody${Math.random()}@example.com`
      for (let i = 0; i < 5; i++) expect((await login(email, 'wrong')).status).toBe(401)
      const refused = await login(email)
      expect([refused.status, refused.failure.code, refused.headers['retry-after']]).toEqual([
        429,
        'too_many',
        '900',
      ])
      app.clock.now += 15 * MINUTE + 1
      expect((await login(email)).status).toBe(exists ? 200 : 401)
    },
  )
  test('counts tries at the same moment [auth.34]', async () => {
    const { email } = await person()
    const statuses = await Promise.all(
      Array.from({ length: 12 }, () => login(email, 'wrong').then(a => a.status)),
    )
    expect(statuses.filter(s => s === 401)).toHaveLength(5)
    expect(statuses.filter(s => s === 429)).toHaveLength(7)
    app.clock.now += 20 * MINUTE
  })
  test('makes a network address wait after 20 failures, whatever the account [auth.33]', async () => {
    for (let i = 0; i < 20; i++)
      expect((await login(`someone${i}@example.com`, 'wrong')).status).toBe(401)
    expect((await login((await person()).email)).status).toBe(429)
    app.clock.now += 20 * MINUTE
  })
  test('refuses an aged password, and locks the open session too [auth.39, api.19]', async () => {
    const user = await person({ configurations: { password_max_age_days: '30' } })
    const caller = await app.as(user)
    expect((await login(user.email)).status).toBe(200)
    app.clock.now += 31 * DAY
    expect((await login(user.email)).status).toBe(423)
    expect((await login(user.email, 'wrong')).status).toBe(401)
    const fresh = await app.as(user)
    expect((await fresh.call(contract.profile, {})).status).toBe(423)
    expect((await caller.call(contract.profile, {})).status).toBe(401)
  })
  test.each([
    ['without the configuration', {}, 200],
    ['with an empty one', { password_max_age_days: '' }, 200],
    ['with a longer term', { password_max_age_days: '3650' }, 200],
    ['with a shorter term', { password_max_age_days: '2920' }, 423],
  ])(
    '%s a password of nine years signs in with %#: %i [auth.38]',
    async (_, configurations, status) => {
      const user = await person({ configurations })
      await app.ctx.pool.query('update users set password_changed_at = $2 where id = $1', [
        user.id,
        new Date(app.clock.now - 9 * 365 * DAY),
      ])
      expect((await login(user.email)).status).toBe(status)
    },
  )
  test('refuses a disabled user and a user of a removed company [auth.37]', async () => {
    const disabled = await person()
    await app.ctx.pool.query('update users set disabled = true where id = $1', [disabled.id])
    expect((await login(disabled.email)).status).toBe(401)
    const orphan = await person()
    await app.ctx.pool.query('update customers set deleted_at = now() where id = $1', [
      orphan.customer_id,
    ])
    expect((await login(orphan.email)).status).toBe(401)
  })
})

describe('the cookie', () => {
  test('brings a fresh token and is replaced [auth.8]', async () => {
    const first = cookieOf((await login((await person()).email)).headers)
    const fresh = await exchange(first)
    expect(fresh.status).toBe(200)
    expect(await works(fresh.data.token)).toBe(200)
    expect(cookieOf(fresh.headers)).not.toBe(first)
  })
  test('serves tabs that send it at the same moment, each with a token of its own [auth.9]', async () => {
    const signed = await login((await person()).email)
    const first = cookieOf(signed.headers)
    const tabs = await Promise.all(Array.from({ length: 5 }, () => exchange(first)))
    expect(tabs.map(t => t.status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(tabs.map(t => cookieOf(t.headers))).size).toBe(1)
    for (const tab of [signed, ...tabs]) expect(await works(tab.data.token)).toBe(200)
    app.clock.now += 2 * MINUTE
    expect((await exchange(cookieOf(tabs[0]?.headers ?? {}))).status).toBe(200)
  })
  test('ends the session when it is used again after the grace period, because it may be stolen [auth.10]', async () => {
    const first = cookieOf((await login((await person()).email)).headers)
    const second = await exchange(first)
    app.clock.now += 61_000
    expect((await exchange(first)).status).toBe(401)
    expect(await works(second.data.token)).toBe(401)
    expect((await exchange(cookieOf(second.headers))).status).toBe(401)
  })
  test('lives 60 days, however often it is exchanged [auth.6]', async () => {
    let cookie = cookieOf((await login((await person()).email)).headers)
    for (let day = 0; day < 59; day += 10) {
      app.clock.now += 10 * DAY - 1
      const fresh = await exchange(cookie)
      if (day < 50) {
        expect(fresh.status).toBe(200)
        cookie = cookieOf(fresh.headers)
      }
    }
    app.clock.now += DAY
    expect((await exchange(cookie)).status).toBe(401)
  })
  test.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['http://localhost', 200],
    ['http://localhost:80', 200],
  ])('sent from a page at %s is answered with %d [auth.11]', async (origin, status) => {
    const cookie = cookieOf((await login((await person()).email)).headers)
    expect((await exchange(cookie, { origin })).status).toBe(status)
  })
  test.each(['', 'x', 'x.y', '00000000-0000-4000-8000-000000000000.abc'])(
    'with the value %j is refused',
    async cookie => {
      expect((await exchange(cookie)).status).toBe(401)
    },
  )
})

describe('the end of a session', () => {
  test('by logout with a token holds for its cookie too [auth.22]', async () => {
    const signed = await login((await person()).email)
    expect((await app.with(signed.data.token).call(contract.logout, {})).status).toBe(204)
    expect(await works(signed.data.token)).toBe(401)
    expect((await exchange(cookieOf(signed.headers))).status).toBe(401)
  })
  test('by logout with a cookie is refused from a foreign page [auth.12]', async () => {
    const signed = await login((await person()).email)
    const cookie = { cookie: `flotta_session=${cookieOf(signed.headers)}` }
    expect(
      (
        await app
          .with(null)
          .call(contract.logout, {}, { headers: { ...cookie, origin: 'https://evil.example' } })
      ).status,
    ).toBe(403)
    expect(await works(signed.data.token)).toBe(200)
    expect(
      (
        await app
          .with(null)
          .call(contract.logout, {}, { headers: { ...cookie, origin: 'http://localhost' } })
      ).status,
    ).toBe(204)
    expect(await works(signed.data.token)).toBe(401)
  })
  test.each([
    ['role', `update users set role = 'edit' where id = $1`],
    ['disabling', 'update users set disabled = true where id = $1'],
    ['removal', 'update users set deleted_at = now() where id = $1'],
    [
      'the customer’s removal',
      'update customers set deleted_at = now() where id = (select customer_id from users where id = $1)',
    ],
  ])('%s ends all sessions of a user [auth.64]', async (_, statement) => {
    const user = await person()
    const [a, b] = [await app.as(user), await app.as(user)]
    await app.ctx.pool.query(statement, [user.id])
    expect([
      (await a.call(contract.profile, {})).status,
      (await b.call(contract.profile, {})).status,
    ]).toEqual([401, 401])
  })
  test('comes by a changed password for all other sessions, and the owner gets a notification [auth.61, auth.62]', async () => {
    const user = await person()
    const [mine, other] = [await app.as(user), await app.as(user)]
    const form = {
      old_password: PASSWORD,
      new_password: 'Diversa!2027',
      confirm_password: 'Diversa!2027',
    }
    expect((await mine.call(contract.changePassword, { body: form })).status).toBe(200)
    expect((await other.call(contract.profile, {})).status).toBe(401)
    expect((await mine.call(notifications, { query: {} })).data[0]?.data.message).toBe(
      'La tua password è stata cambiata',
    )
    expect(await mails(user.email)).toMatchObject([{ subject: 'La tua password è stata cambiata' }])
    expect((await login(user.email, 'Diversa!2027')).status).toBe(200)
  })
  test('a new password is stored only as argon2id [auth.60]', async () => {
    const user = await person()
    const form = {
      old_password: PASSWORD,
      new_password: 'Diversa!2027',
      confirm_password: 'Diversa!2027',
    }
    await (await app.as(user)).call(contract.changePassword, { body: form })
    const { rows } = await app.ctx.pool.query(
      'select password_hash, u::text as row from users u where id = $1',
      [user.id],
    )
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/)
    expect(rows[0].row).not.toContain('Diversa')
  })
  test('a wrong old password changes nothing and counts as a failure [auth.63]', async () => {
    const user = await person()
    const mine = await app.as(user)
    const form = {
      old_password: 'wrong',
      new_password: 'Diversa!2027',
      confirm_password: 'Diversa!2027',
    }
    for (let i = 0; i < 5; i++) {
      const refused = await mine.call(contract.changePassword, { body: form })
      expect([refused.status, Object.keys(refused.failure.data ?? {})]).toEqual([
        422,
        ['old_password'],
      ])
    }
    expect(
      (await mine.call(contract.changePassword, { body: { ...form, old_password: PASSWORD } }))
        .status,
    ).toBe(429)
    app.clock.now += 20 * MINUTE
  })
})

const mails = async (recipient: string): Promise<{ subject: string; body: string }[]> =>
  (
    await app.ctx.pool.query('select subject, body from mails where recipient = $1 order by id', [
      recipient,
    ])
  ).rows

describe('a forgotten password', () => {
  const forgot = (email: string) =>
    app.with(null).call(contract.forgotPassword, { body: { email } })
  const reset = (token: string, email: string, password = 'Nuova!2026x') =>
    app.with(null).call(contract.resetPassword, {
      body: { token, email, password, password_confirmation: password },
    })
  const linkIn = (body: string): string =>
    /http:\/\/localhost\/reset\/([^/\s]+)\//.exec(body)?.[1] ?? ''

  test('gets the same answer for an address without an account [auth.47]', async () => {
    const forExisting = await forgot((await person()).email)
    const forNobody = await forgot('nobody@example.com')
    expect([forExisting.status, forExisting.text]).toEqual([forNobody.status, forNobody.text])
  })
  test('leaves a line in the audit trail of the person, without the password [privacy.31]', async () => {
    const user = await person()
    await forgot(user.email)
    const [mail] = await mails(user.email)
    expect((await reset(linkIn(mail?.body ?? ''), user.email)).status).toBe(200)
    const { rows } = await app.ctx.pool.query(
      'select actor_id, action, subject, call, after from audit where actor_id = $1',
      [user.id],
    )
    const subject = `users/${user.id}`
    const call = 'POST /reset-password'
    expect(rows).toEqual([{ actor_id: user.id, action: 'update', subject, call, after: null }])
  })
  test('leads to a mailed link that works once, signs out everywhere and unlocks [auth.50, auth.52]', async () => {
    const user = await person()
    const session = await app.as(user)
    for (let i = 0; i < 5; i++) await login(user.email, 'wrong')
    await forgot(user.email)
    const [mail] = await mails(user.email)
    const token = linkIn(mail?.body ?? '')
    expect((await reset(token, 'somebody@example.com')).status).toBe(422)
    expect((await reset(token, user.email, 'short')).status).toBe(422)
    expect((await reset(token, user.email)).status).toBe(200)
    expect((await session.call(contract.profile, {})).status).toBe(401)
    expect((await login(user.email, 'Nuova!2026x')).status).toBe(200)
    expect((await reset(token, user.email)).status).toBe(422)
  })
  test.each(['127.0.0.1:9', '[::1]:8080', 'localhost:5173'])(
    'leads to a link that begins with the public address, not with the host %s of the request [mails.9]',
    async host => {
      const user = await person()
      await app
        .with(null)
        .call(contract.forgotPassword, { body: { email: user.email } }, { headers: { host } })
      const [mail] = await mails(user.email)
      const links = mail?.body.match(/https?:\/\/[^\s]+/g) ?? []
      expect(links.length).toBeGreaterThan(0)
      for (const link of links) expect(link).toMatch(/^http:\/\/localhost(\/|\.$)/)
    },
  )
  test.each([
    ['Ab1#xyz', 422],
    ['flotta-2026', 422],
    ['FLOTTA-2026', 422],
    ['Flotta-demo', 422],
    ['Flotta2026', 422],
    ['Insolita-2026', 200],
  ])(
    'is replaced by one that is judged like a changed or a first one: %s %i [auth.58]',
    async (password, status) => {
      const [owner, manager] = [await person(), await person({ role: 'edit' })]
      await forgot(owner.email)
      const resetLink = linkIn((await mails(owner.email))[0]?.body ?? '')
      const email = `${crypto.randomUUID()}@example.com`
      const body = { name: 'Ada', email, role: 'view' as const }
      expect((await (await app.as(manager)).call(users.create, { body })).status).toBe(201)
      const invitation = linkIn((await mails(email))[0]?.body ?? '')
      const form = { old_password: PASSWORD, new_password: password, confirm_password: password }
      expect([
        (await reset(resetLink, owner.email, password)).status,
        (await reset(invitation, email, password)).status,
        (await (await app.as(manager)).call(contract.changePassword, { body: form })).status,
      ]).toEqual([status, status, status])
    },
  )
  test('leads to a link that is dead after 60 minutes [auth.51]', async () => {
    const user = await person()
    await forgot(user.email)
    app.clock.now += 61 * MINUTE
    expect((await reset(linkIn((await mails(user.email))[0]?.body ?? ''), user.email)).status).toBe(
      422,
    )
  })
  test('gets 3 mails an hour, and the answer does not reveal it [auth.48]', async () => {
    const user = await person()
    for (let i = 0; i < 5; i++) expect((await forgot(user.email)).status).toBe(200)
    expect(await mails(user.email)).toHaveLength(3)
    app.clock.now += 61 * MINUTE
    await forgot(user.email)
    expect(await mails(user.email)).toHaveLength(4)
  })
  test('is mailed in the user’s language [auth.49]', async () => {
    const customer = await app.make.customer()
    const user = await app.make.user(customer.id, 'view', { language: 'de' })
    await forgot(user.email)
    expect((await mails(user.email))[0]?.subject).toBe('Setzen Sie Ihr Passwort zurück')
  })
})

describe('API tokens', () => {
  test('are shown once, work until revoked, and never go above their owner [auth.71, auth.72, auth.73]', async () => {
    const user = await person({ role: 'edit' })
    const owner = await app.as(user)
    expect(
      (
        await owner.call(contract.createToken, {
          body: { name: 'ERP', role: 'control', password: PASSWORD },
        })
      ).status,
    ).toBe(422)
    const created = await owner.call(contract.createToken, {
      body: { name: 'ERP', role: 'edit', password: PASSWORD },
    })
    expect(created.status).toBe(201)
    expect((await owner.call(contract.tokens, { query: {} })).text).not.toContain(
      created.data.token,
    )
    expect(await works(created.data.token)).toBe(200)
    await app.ctx.pool.query(`update users set role = 'printing' where id = $1`, [user.id])
    expect(await works(created.data.token)).toBe(401)
    await app.ctx.pool.query(`update users set role = 'view' where id = $1`, [user.id])
    expect(await works(created.data.token)).toBe(200)
    const again = await app.as(user)
    expect(
      (await again.call(contract.removeToken, { params: { id: created.data.id } })).status,
    ).toBe(204)
    expect(await works(created.data.token)).toBe(401)
  })
  test('make no other tokens and change no password [auth.75]', async () => {
    const owner = await app.as(await person({ role: 'edit' }))
    const { data } = await owner.call(contract.createToken, {
      body: { name: 'ERP', role: 'view', password: PASSWORD },
    })
    const token = app.with(data.token)
    expect(
      (
        await token.call(contract.createToken, {
          body: { name: 'more', role: 'view', password: PASSWORD },
        })
      ).status,
    ).toBe(403)
    const form = {
      old_password: PASSWORD,
      new_password: 'Diversa!2027',
      confirm_password: 'Diversa!2027',
    }
    expect((await token.call(contract.changePassword, { body: form })).status).toBe(403)
  })
  test('of somebody else are not found', async () => {
    const { data } = await (await app.as(await person())).call(contract.createToken, {
      body: { name: 'mine', role: 'view', password: PASSWORD },
    })
    expect(
      (await (await app.as(await person())).call(contract.removeToken, { params: { id: data.id } }))
        .status,
    ).toBe(404)
  })
})

test('a printing user reaches printing and signed_in endpoints only [access.30]', async () => {
  const printing = await app.as(
    await person({ role: 'printing', configurations: { self_service: '1' } }),
  )
  for (const { endpoint } of features.flatMap(f => f.handlers ?? [])) {
    if (endpoint.allow === 'anyone') continue
    const { status } = await printing.call(endpoint, {
      params: { id: 1, trip_id: crypto.randomUUID(), z: 0, x: 0, y: 0 },
      query: {},
      body: {},
    } as never)
    if (mayCall(endpoint.allow, 'printing'))
      expect([endpoint.path, status]).not.toEqual([endpoint.path, 403])
    else expect([endpoint.path, status]).toEqual([endpoint.path, 403])
  }
})
