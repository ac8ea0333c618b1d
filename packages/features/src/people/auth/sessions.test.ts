// Where a user is signed in, the tokens of integrations, links whose ends are distinguished, and locks that affect one account alone.

import { purgeOutbox } from '@flotta/platform/outbox.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type TestApp, testApp } from '../../testing/app.ts'
import { list as notifications } from '../notifications/contract.ts'
import * as contract from './contract.ts'
import { purgeSignIns } from './password.ts'
import { purgeSessions } from './sessions.ts'
import { purgeTokens } from './tokens.ts'

const MINUTE = 60_000
const DAY = 86_400_000
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const person = async () => app.make.user((await app.make.customer()).id, 'edit')
const login = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  app.with(null).call(contract.login, { body: { email, password } }, { headers, language: 'it' })
const cookieOf = (headers: Readonly<Record<string, string>>): string =>
  /flotta_session=([^;]*)/.exec(headers['set-cookie'] ?? '')?.[1] ?? ''
const exchange = (cookie: string) =>
  app.with(null).call(contract.session, {}, { headers: { cookie: `flotta_session=${cookie}` } })
const mails = async (
  recipient: string,
): Promise<{ subject: string; body: string; html: string }[]> =>
  (
    await app.ctx.pool.query(
      'select subject, body, html from mails where recipient = $1 order by id',
      [recipient],
    )
  ).rows

describe('the list of sessions', () => {
  test('shows the address, device and last use of each session, and marks the one that reads it [auth.68]', async () => {
    const user = await person()
    const phone = await login(user.email, PASSWORD, { 'user-agent': 'Phone' })
    const madeAt = app.clock.now
    app.clock.now += 5 * MINUTE
    const office = await login(user.email, PASSWORD, { 'user-agent': 'Desk' })
    const { data } = await app.with(office.data.token).call(contract.sessions, { query: {} })
    expect(data).toMatchObject([
      {
        agent: 'Desk',
        current: true,
        address: '127.0.0.1',
        last_used_at: new Date(app.clock.now).toISOString(),
      },
      {
        agent: 'Phone',
        current: false,
        created_at: new Date(madeAt).toISOString(),
        last_used_at: new Date(madeAt).toISOString(),
      },
    ])
    expect(Date.parse(data[1]?.expires_at ?? '')).toBe(madeAt + 14 * DAY)
    await app.with(phone.data.token).call(contract.profile, {})
    const again = (await app.with(office.data.token).call(contract.sessions, { query: {} })).data
    expect(again.find(s => s.agent === 'Phone')?.last_used_at).toBe(
      new Date(app.clock.now).toISOString(),
    )
  })
  test('ends a session, whose token and cookie are then refused with the reason [auth.69]', async () => {
    const user = await person()
    const [phone, desk] = [await login(user.email), await login(user.email)]
    const otherSession = (
      await app.with(desk.data.token).call(contract.sessions, { query: {} })
    ).data.find(s => !s.current)
    expect(
      (
        await app
          .with(desk.data.token)
          .call(contract.endSession, { params: { id: otherSession?.id ?? '' } })
      ).status,
    ).toBe(204)
    const refused = await app.with(phone.data.token).call(contract.profile, {}, { language: 'en' })
    expect([refused.status, refused.failure.code, refused.failure.message]).toEqual([
      401,
      'session_ended',
      'This session was ended, from another device or by a change of the password: sign in again.',
    ])
    const back = await exchange(cookieOf(phone.headers))
    expect([back.status, back.failure.code, cookieOf(back.headers)]).toEqual([
      401,
      'session_ended',
      '',
    ])
    expect((await app.with(desk.data.token).call(contract.profile, {})).status).toBe(200)
    expect(
      (await app.with(desk.data.token).call(contract.sessions, { query: {} })).data,
    ).toHaveLength(1)
  })
  test.each(['not-an-id', crypto.randomUUID()])('refuses %s as nobody’s session', async id => {
    expect(
      (await (await app.as(await person())).call(contract.endSession, { params: { id } })).status,
    ).toBe(404)
  })
  test('neither shows nor ends a session of somebody else', async () => {
    const [mine, theirs] = [await app.as(await person()), await app.as(await person())]
    const [session] = (await theirs.call(contract.sessions, { query: {} })).data
    expect(
      (await mine.call(contract.endSession, { params: { id: session?.id ?? '' } })).status,
    ).toBe(404)
    expect((await theirs.call(contract.profile, {})).status).toBe(200)
  })
  test('ends all others at once, and nobody else’s [auth.70]', async () => {
    const user = await person()
    const [phone, desk, office] = [
      await login(user.email),
      await login(user.email),
      await login(user.email),
    ]
    const stranger = await app.as(await person())
    expect((await app.with(desk.data.token).call(contract.endOtherSessions, {})).status).toBe(204)
    expect(
      (await app.with(desk.data.token).call(contract.sessions, { query: {} })).data.map(
        s => s.current,
      ),
    ).toEqual([true])
    for (const ended of [phone, office])
      expect((await app.with(ended.data.token).call(contract.profile, {})).failure.code).toBe(
        'session_ended',
      )
    expect((await stranger.call(contract.profile, {})).status).toBe(200)
  })
  test('is for people, not for API tokens', async () => {
    const owner = await app.as(await person())
    const { data } = await owner.call(contract.createToken, {
      body: { name: 'ERP', role: 'view', password: PASSWORD },
    })
    expect((await app.with(data.token).call(contract.sessions, { query: {} })).status).toBe(403)
    expect((await app.with(data.token).call(contract.endOtherSessions, {})).status).toBe(403)
  })
  test('loses a session that nobody used for 14 days, and keeps one in use [auth.7]', async () => {
    const user = await person()
    const [left, used] = [await login(user.email), await login(user.email)]
    app.clock.now += 10 * DAY
    const next = await exchange(cookieOf(used.headers))
    app.clock.now += 5 * DAY
    expect((await exchange(cookieOf(left.headers))).status).toBe(401)
    expect((await exchange(cookieOf(next.headers))).status).toBe(200)
    await purgeSessions(app.ctx.db, app.clock.now + DAY)
    const { rows } = await app.ctx.pool.query('select id from sessions where user_id = $1', [
      user.id,
    ])
    expect(rows).toHaveLength(1)
  })
})

describe('API tokens', () => {
  test('end after a year or earlier, are listed with their last use, and are deleted a month later [auth.74]', async () => {
    const user = await person()
    const owner = await app.as(user)
    const year = await owner.call(contract.createToken, {
      body: { name: 'ERP', role: 'view', password: PASSWORD },
    })
    const week = await owner.call(contract.createToken, {
      body: { name: 'Test', role: 'view', days: 7, password: PASSWORD },
    })
    expect(Date.parse(year.data.expires_at) - app.clock.now).toBe(365 * DAY)
    expect((await app.with(week.data.token).call(contract.profile, {})).status).toBe(200)
    expect((await owner.call(contract.tokens, { query: {} })).data).toMatchObject([
      { name: 'ERP', last_used_at: null },
      {
        name: 'Test',
        last_used_at: new Date(app.clock.now).toISOString(),
        expires_at: new Date(app.clock.now + 7 * DAY).toISOString(),
      },
    ])
    app.clock.now += 7 * DAY + 1
    expect((await app.with(week.data.token).call(contract.profile, {})).status).toBe(401)
    expect((await app.with(year.data.token).call(contract.profile, {})).status).toBe(200)
    expect((await (await app.as(user)).call(contract.tokens, { query: {} })).data).toHaveLength(2)
    await purgeTokens(app.ctx.db, app.clock.now + 30 * DAY)
    expect(
      (await (await app.as(user)).call(contract.tokens, { query: {} })).data.map(t => t.name),
    ).toEqual(['ERP'])
  })
  test('are listed whole without a page, and by pages with one [api.123]', async () => {
    const owner = await app.as(await person())
    for (const name of ['one', 'two', 'three'])
      await owner.call(contract.createToken, { body: { name, role: 'view', password: PASSWORD } })
    const pageOf = async (query: object) => {
      const { data, meta } = await owner.call(contract.tokens, { query })
      return [data.map(token => token.name), meta]
    }
    expect(await pageOf({})).toEqual([
      ['one', 'two', 'three'],
      { current_page: 1, total_pages: 1, per_page: 3, total: 3 },
    ])
    expect(await pageOf({ page: 2, per_page: 2 })).toEqual([
      ['three'],
      { current_page: 2, total_pages: 2, per_page: 2, total: 3 },
    ])
    expect((await owner.call(contract.tokens, { query: { page: 0 } })).status).toBe(422)
    expect((await owner.call(contract.sessions, { query: { per_page: 1 } })).meta).toMatchObject({
      per_page: 1,
      total: 1,
    })
  })
  test('are announced to their owner by mail and notification, without the secret [auth.76]', async () => {
    const user = await person()
    const owner = await app.as(user)
    const { data } = await owner.call(contract.createToken, {
      body: { name: 'ERP', role: 'view', password: PASSWORD },
    })
    const [mail] = await mails(user.email)
    expect(mail?.subject).toBe('È stata creata una chiave API a tuo nome')
    expect(mail?.body).toContain('“ERP”')
    expect(mail?.body).not.toContain(data.token)
    expect((await owner.call(notifications, { query: {} })).data[0]?.data.message).toBe(
      'È stata creata una chiave API a tuo nome',
    )
  })
  test('end with a reset of the password, and not with a change', async () => {
    const user = await person()
    const owner = await app.as(user)
    const { data } = await owner.call(contract.createToken, {
      body: { name: 'ERP', role: 'view', password: PASSWORD },
    })
    const integration = app.with(data.token)
    const form = {
      old_password: PASSWORD,
      new_password: 'Diversa!2027',
      confirm_password: 'Diversa!2027',
    }
    await owner.call(contract.changePassword, { body: form })
    expect((await integration.call(contract.profile, {})).status).toBe(200)
    await reset(await linkOf(user.email), user.email)
    expect((await integration.call(contract.profile, {})).status).toBe(401)
  })
})

const forgot = (email: string, from = '192.0.2.1') =>
  app
    .with(null)
    .call(
      contract.forgotPassword,
      { body: { email } },
      { headers: { 'x-forwarded-for': from }, language: 'it' },
    )
const reset = (token: string, email: string) =>
  app
    .with(null)
    .call(
      contract.resetPassword,
      { body: { token, email, password: 'Nuova!2026x', password_confirmation: 'Nuova!2026x' } },
      { language: 'it' },
    )
const linkOf = async (email: string): Promise<string> => {
  await forgot(email)
  return /\/reset\/([^/\s]+)\//.exec((await mails(email)).at(-1)?.body ?? '')?.[1] ?? ''
}

describe('a reset link', () => {
  test('that is used, too old or unknown is refused with the reason [auth.53]', async () => {
    const user = await person()
    const [first, second] = [await linkOf(user.email), await linkOf(user.email)]
    app.clock.now += 61 * MINUTE
    const failed = async (token: string) => {
      const { status, failure } = await reset(token, user.email)
      return [status, failure.code]
    }
    expect(await failed(first)).toEqual([422, 'link_expired'])
    const fresh = await linkOf(user.email)
    expect((await reset(fresh, user.email)).status).toBe(200)
    expect(await failed(fresh)).toEqual([422, 'link_used'])
    expect(await failed(second)).toEqual([422, 'link_used'])
    expect(await failed('x'.repeat(43))).toEqual([422, 'invalid'])
    app.clock.now += 20 * DAY
    await purgeSignIns(app.ctx.db, app.clock.now)
    expect(await failed(fresh)).toEqual([422, 'link_used'])
  })
  test('for somebody else does not reveal whose it is', async () => {
    const [user, other] = [await person(), await person()]
    const link = await linkOf(user.email)
    expect((await reset(link, other.email)).failure).toEqual(
      (await reset('x'.repeat(43), other.email)).failure,
    )
  })
})

describe('the mails of links', () => {
  test('lose all links of a person once one was used, and keep those of others', async () => {
    const [user, other] = [await person(), await person()]
    const [first, second, kept] = [
      await linkOf(user.email),
      await linkOf(user.email),
      await linkOf(other.email),
    ]
    expect((await mails(user.email)).map(m => m.body).join()).toContain(first)
    expect((await mails(user.email)).map(m => m.html).join()).toContain(first)
    await reset(second, user.email)
    const warnings = await mails(user.email)
    expect(warnings).toHaveLength(3)
    expect(warnings.map(m => m.body + m.html).join()).not.toMatch(/reset\//)
    expect(warnings[0]?.body).toMatch(/Scegli la nuova password:\nhttp:\/\/localhost\/login\n/)
    expect((await mails(other.email))[0]?.body).toContain(kept)
  })
  test('are deleted after 30 days', async () => {
    const user = await person()
    await linkOf(user.email)
    app.clock.now += 30 * DAY - MINUTE
    await purgeOutbox(app.ctx)
    expect(await mails(user.email)).toHaveLength(1)
    app.clock.now += 2 * MINUTE
    await purgeOutbox(app.ctx)
    expect(await mails(user.email)).toHaveLength(0)
  })
})

describe('a forgotten password', () => {
  test('is answered before the account is looked up', async () => {
    const user = await person()
    const holder = await app.ctx.pool.connect()
    await holder.query('begin')
    await holder.query('lock table users in access exclusive mode')
    const answer = await app.server.app.inject({
      method: 'POST',
      url: '/api/v1/forgot-password',
      payload: { email: user.email },
    })
    expect(answer.statusCode).toBe(200)
    await holder.query('rollback')
    holder.release()
    await app.server.settled()
    expect(await mails(user.email)).toHaveLength(1)
  })
  test('can be reported 20 times an hour from one network, for known and unknown addresses alike', async () => {
    const proxied = await testApp({ env: { FLOTTA_TRUSTED_PROXIES: '127.0.0.1' } })
    const from = (address: string, email = 'nobody@example.com') =>
      proxied
        .with(null)
        .call(
          contract.forgotPassword,
          { body: { email } },
          { headers: { 'x-forwarded-for': address }, language: 'en' },
        )
    for (let i = 0; i < 20; i++) expect((await from(`2001:db8:1:1::${i}`)).status).toBe(200)
    const user = await proxied.make.user((await proxied.make.customer()).id)
    const [unknown, known] = [
      await from('2001:db8:1:1::ffff'),
      await from('2001:db8:1:1::ffff', user.email),
    ]
    expect([known.status, known.failure, known.headers['retry-after']]).toEqual([
      429,
      { message: 'Too many requests: try again in 3 minutes.', code: 'too_many' },
      '180',
    ])
    expect(known.text).toBe(unknown.text)
    expect((await from('2001:db8:1:2::1')).status).toBe(200)
    await proxied.close()
  })
})

describe('a lock', () => {
  test('names the minutes and holds only its account [auth.35, auth.36]', async () => {
    const [locked, other] = [await person(), await person()]
    for (let i = 0; i < 5; i++) await login(locked.email, 'wrong')
    app.clock.now += 2 * MINUTE
    for (let i = 0; i < 30; i++) expect((await login(locked.email)).status).toBe(429)
    expect((await login(locked.email)).failure.message).toBe(
      'Troppi tentativi su questo account: riprova tra 13 minuti, oppure reimposta la password.',
    )
    expect((await login(other.email)).status).toBe(200)
    app.clock.now += 20 * MINUTE
  })
  test('of a network explains itself, counts an IPv6 customer as one, and spares people who are signed in', async () => {
    const proxied = await testApp({ env: { FLOTTA_TRUSTED_PROXIES: '127.0.0.1' } })
    const user = await proxied.make.user((await proxied.make.customer()).id)
    const from = (address: string, email: string, password = 'wrong') =>
      proxied
        .with(null)
        .call(
          contract.login,
          { body: { email, password } },
          { headers: { 'x-forwarded-for': address }, language: 'en' },
        )
    const session = await proxied.as(user)
    for (let i = 0; i < 20; i++)
      expect((await from(`2001:db8:1:1::${i}`, `nobody${i}@example.com`)).status).toBe(401)
    expect((await from('2001:db8:1:1:ffff::1', user.email, PASSWORD)).failure.message).toBe(
      'Too many failed attempts from your network: try again in 15 minutes.',
    )
    expect((await from('2001:db8:1:2::1', user.email, PASSWORD)).status).toBe(200)
    const form = {
      old_password: PASSWORD,
      new_password: 'Diversa!2027',
      confirm_password: 'Diversa!2027',
    }
    expect(
      (
        await session.call(
          contract.changePassword,
          { body: form },
          { headers: { 'x-forwarded-for': '2001:db8:1:1::1' } },
        )
      ).status,
    ).toBe(200)
    await proxied.close()
  })
})
