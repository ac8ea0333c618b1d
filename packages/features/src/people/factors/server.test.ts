// Second factors through the contract: enrolment, the second step of a sign-in, remembered browsers, fresh proofs.
import type { Failure } from '@flotta/core/contract.ts'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { createWebhook, rotateSecret, webhooks } from '../../integrations/webhooks/contract.ts'
import * as companies from '../../provider/customers/contract.ts'
import { startLock } from '../../services/eyesafe/contract.ts'
import { type Caller, PASSWORD, type TestApp, testApp, type User } from '../../testing/app.ts'
import * as auth from '../auth/contract.ts'
import { stepUpState } from '../identity/contract.ts'
import { users } from '../users/contract.ts'
import { makeProvider } from '../users/testing.ts'
import * as contract from './contract.ts'

const MINUTE = 60_000
const DAY = 86_400_000
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const person = async (
  role: 'view' | 'edit' | 'control' | 'printing' = 'control',
  configurations: Record<string, string> = {},
) => app.make.user((await app.make.customer({ configurations })).id, role)
const login = (email: string, headers: Record<string, string> = {}, password = PASSWORD) =>
  app.with(null).call(auth.login, { body: { email, password } }, { headers })
const codeAt = (secret: string, ms: number) =>
  generateSync({ secret, epoch: Math.floor(ms / 1000) })
/** An unused code: each call returns a later one. */
const freshCode = (secret: string) => {
  app.clock.now += 30_000
  return codeAt(secret, app.clock.now)
}
async function enrol(
  user: Pick<User, 'id'>,
): Promise<{ secret: string; codes: string[]; caller: Caller }> {
  const caller = await app.as(user)
  const { secret } = (await caller.call(contract.beginTotp, { body: {} })).data
  const { data } = await caller.call(contract.confirmTotp, { body: { code: freshCode(secret) } })
  return { secret, codes: data.recovery_codes, caller }
}
const ticketOf = ({ failure }: { readonly failure: Failure }) => failure.data?.ticket?.[0] ?? ''
const factor = (
  ticket: string,
  proof: { readonly method?: contract.Method; readonly code: string; readonly remember?: boolean },
  headers: Record<string, string> = {},
) =>
  app
    .with(null)
    .call(contract.loginFactor, { body: { ticket, method: 'totp', ...proof } }, { headers })

describe('enrolment', () => {
  test('begins with a secret, and a code that confirms it is answered with ten recovery codes [auth.85, auth.86, auth.87]', async () => {
    const user = await person()
    const caller = await app.as(user)
    const { data } = await caller.call(contract.beginTotp, { body: {} })
    expect(data.uri).toContain(data.secret)
    expect((await login(user.email)).status).toBe(200)
    const wrong = await caller.call(contract.confirmTotp, { body: { code: '000000' } })
    expect([wrong.status, Object.keys(wrong.failure.data ?? {})]).toEqual([422, ['code']])
    const code = freshCode(data.secret)
    const confirmed = await caller.call(contract.confirmTotp, { body: { code } })
    expect(confirmed.data.recovery_codes).toHaveLength(10)
    const list = await caller.call(contract.factors, {})
    expect(list.data.map(({ type }) => type)).toEqual(['totp'])
    expect(list.meta).toEqual({ recovery_codes: 10, required: false })
    expect((await login(user.email)).failure.code).toBe('second_factor')
  })
  test('leaves nothing readable in the database that opens the account, and mails its owner [auth.95, auth.98, auth.100]', async () => {
    const user = await person()
    const { secret, codes } = await enrol(user)
    const { rows } = await app.ctx.pool.query(
      `select f::text from factors f union all select encode(secret, 'escape') from factors union all select r::text from recovery_codes r`,
    )
    const all = JSON.stringify(rows)
    expect(all).not.toContain(secret)
    expect(all).not.toContain(codes[0])
    const mails = await app.ctx.pool.query('select subject, body from mails where recipient = $1', [
      user.email,
    ])
    expect(mails.rows).toHaveLength(1)
    expect(JSON.stringify(mails.rows)).not.toContain(secret)
  })
  test('of a second secret replaces the first only when it is confirmed', async () => {
    const user = await person()
    const { secret, caller } = await enrol(user)
    const next = (await caller.call(contract.beginTotp, { body: {} })).data.secret
    const ticket = ticketOf(await login(user.email))
    expect((await factor(ticket, { code: codeAt(next, app.clock.now) })).status).toBe(401)
    expect((await factor(ticket, { code: freshCode(secret) })).status).toBe(200)
    await caller.call(contract.confirmTotp, { body: { code: freshCode(next) } })
    const again = ticketOf(await login(user.email))
    expect((await factor(again, { code: freshCode(secret) })).status).toBe(401)
    expect((await factor(again, { code: freshCode(next) })).status).toBe(200)
    expect((await caller.call(contract.factors, {})).data).toHaveLength(1)
  })
  test('is closed to API tokens, and so is a fresh proof', async () => {
    const user = await person()
    const caller = await app.as(user)
    const { token } = (
      await caller.call(auth.createToken, {
        body: { name: 'ERP', role: 'control', password: PASSWORD },
      })
    ).data
    const byToken = app.with(token)
    expect((await byToken.call(contract.beginTotp, { body: {} })).status).toBe(403)
    expect((await byToken.call(contract.stepUp, { body: { password: PASSWORD } })).status).toBe(403)
  })
})

describe('the second step of a sign-in', () => {
  test('is announced by the login, with the method and the ticket [auth.83, auth.84]', async () => {
    const user = await person()
    const { secret } = await enrol(user)
    const first = await login(user.email)
    expect([first.status, first.failure.code, first.failure.data?.methods]).toEqual([
      401,
      'second_factor',
      ['totp', 'recovery'],
    ])
    expect(first.headers['set-cookie']).toBeUndefined()
    const second = await factor(ticketOf(first), { code: freshCode(secret) })
    expect(Date.parse(second.data.expires_at)).toBe(app.clock.now + 15 * MINUTE)
    expect(second.headers['set-cookie']).toMatch(/^flotta_session=/)
    expect((await app.with(second.data.token).call(auth.profile, {})).status).toBe(200)
  })
  test('accepts a code once, even for another ticket, and a ticket once [auth.97]', async () => {
    const user = await person()
    const { secret } = await enrol(user)
    const [one, two] = [ticketOf(await login(user.email)), ticketOf(await login(user.email))]
    const code = freshCode(secret)
    expect((await factor(one, { code })).status).toBe(200)
    expect((await factor(two, { code })).status).toBe(401)
    expect((await factor(one, { code: freshCode(secret) })).status).toBe(401)
    expect((await factor(two, { code: freshCode(secret) })).status).toBe(200)
  })
  test('opens one session for the same code at the same moment', async () => {
    const user = await person()
    const { secret } = await enrol(user)
    const tickets = [ticketOf(await login(user.email)), ticketOf(await login(user.email))]
    const code = freshCode(secret)
    const answers = await Promise.all(tickets.map(ticket => factor(ticket, { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })
  test.each([
    [-30, 200],
    [30, 200],
    [-90, 401],
    [90, 401],
  ])('with a clock that is %d s off is answered %d [auth.96]', async (seconds, status) => {
    const user = await person()
    const { secret } = await enrol(user)
    app.clock.now += 5 * MINUTE
    const code = codeAt(secret, app.clock.now + seconds * 1000)
    expect((await factor(ticketOf(await login(user.email)), { code })).status).toBe(status)
  })
  test('accepts a recovery code once [auth.98]', async () => {
    const user = await person()
    const { codes, caller } = await enrol(user)
    const ticket = ticketOf(await login(user.email))
    const code = (codes[3] ?? '').toUpperCase().replaceAll('-', ' ')
    expect((await factor(ticket, { method: 'recovery', code })).status).toBe(200)
    const again = ticketOf(await login(user.email))
    expect((await factor(again, { method: 'recovery', code })).status).toBe(401)
    expect((await caller.call(contract.factors, {})).meta.recovery_codes).toBe(9)
  })
  test('locks the account after five wrong codes, and the right password does not undo it [auth.94]', async () => {
    const user = await person()
    const { secret } = await enrol(user)
    for (let i = 0; i < 5; i++) {
      const ticket = ticketOf(await login(user.email))
      expect((await factor(ticket, { code: '000000' })).status).toBe(401)
    }
    const refused = await login(user.email)
    expect([refused.status, refused.failure.code]).toEqual([429, 'too_many'])
    app.clock.now += 16 * MINUTE
    const ticket = ticketOf(await login(user.email))
    expect((await factor(ticket, { code: freshCode(secret) })).status).toBe(200)
  })
  test('refuses a ticket after 10 minutes, after a change of the password, and of a disabled user', async () => {
    const user = await person()
    const { secret } = await enrol(user)
    const old = ticketOf(await login(user.email))
    app.clock.now += 10 * MINUTE + 1
    const over = await factor(old, { code: freshCode(secret) })
    expect([over.status, Object.keys(over.failure.data ?? {})]).toEqual([401, ['ticket']])
    const ticket = ticketOf(await login(user.email))
    await app.ctx.pool.query('update users set password_changed_at = $2 where id = $1', [
      user.id,
      new Date(app.clock.now + 1),
    ])
    expect((await factor(ticket, { code: freshCode(secret) })).status).toBe(401)
    app.clock.now += MINUTE
    const another = ticketOf(await login(user.email))
    await app.ctx.pool.query('update users set disabled = true where id = $1', [user.id])
    expect((await factor(another, { code: freshCode(secret) })).status).toBe(401)
  })
  test('is refused on its field without a code', async () => {
    const answer = await app
      .with(null)
      .call(contract.loginFactor, { body: { ticket: 'x', method: 'totp' } })
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, ['code']])
  })
  test('is skipped in a remembered browser for 30 days, or until the password changes [auth.99]', async () => {
    const user = await person()
    const { secret, caller } = await enrol(user)
    const ticket = ticketOf(await login(user.email))
    const signed = await factor(ticket, { code: freshCode(secret), remember: true })
    const set = signed.headers['set-cookie'] ?? ''
    expect(set).toMatch(
      /flotta_device=[^;]+; Max-Age=2592000; Path=\/api\/v1\/login; HttpOnly; SameSite=Strict/,
    )
    const cookie = `flotta_device=${/flotta_device=([^;]*)/.exec(set)?.[1]}`
    expect((await login(user.email, { cookie })).status).toBe(200)
    expect((await login(user.email, { cookie }, 'wrong')).status).toBe(401)
    const colleague = await person()
    await enrol(colleague)
    expect((await login(colleague.email, { cookie })).failure.code).toBe('second_factor')
    app.clock.now += 30 * DAY
    expect((await login(user.email, { cookie })).failure.code).toBe('second_factor')
    app.clock.now -= 29 * DAY
    const now = new Date(app.clock.now)
    await app.ctx.pool.query('update users set password_changed_at = $2 where id = $1', [
      user.id,
      now,
    ])
    expect((await login(user.email, { cookie })).failure.code).toBe('second_factor')
    expect(caller.token).not.toBe('')
  })
})

describe('where the company requires a second factor', () => {
  const required = { second_factor: 'required' }
  test.each(['bearer', 'body'] as const)(
    'a ticket in the %s enrols one and signs in, and opens nothing else [auth.90, auth.91, auth.104]',
    async place => {
      const user = await person('view', required)
      const first = await login(user.email)
      expect([first.status, first.failure.code]).toEqual([401, 'second_factor_enrol'])
      const ticket = ticketOf(first)
      const caller = app.with(place === 'bearer' ? ticket : null)
      const body = place === 'bearer' ? {} : { ticket }
      expect((await app.with(ticket).call(auth.profile, {})).status).toBe(401)
      expect((await app.with(ticket).call(contract.factors, {})).status).toBe(401)
      expect((await factor(ticket, { code: '123456' })).status).toBe(401)
      const { secret } = (await caller.call(contract.beginTotp, { body })).data
      const confirmed = await caller.call(contract.confirmTotp, {
        body: { ...body, code: freshCode(secret) },
      })
      expect(confirmed.data.recovery_codes).toHaveLength(10)
      const cookie = /flotta_session=[^;]*/.exec(confirmed.headers['set-cookie'] ?? '')?.[0] ?? ''
      const { token } = (await app.with(null).call(auth.session, {}, { headers: { cookie } })).data
      expect((await app.with(token).call(contract.factors, {})).meta.required).toBe(true)
      expect((await caller.call(contract.beginTotp, { body })).status).toBe(401)
      expect((await login(user.email)).failure.code).toBe('second_factor')
    },
  )
  test('the shared kiosk of the printing area signs in without one', async () => {
    const printer = await person('printing', required)
    expect((await login(printer.email)).status).toBe(200)
  })
})

test('the operator can make a second factor obligatory for all but the printing role [auth.124]', async () => {
  const strict = await testApp({ env: { FLOTTA_SECOND_FACTOR: '1' } })
  const codeOf = async (role: 'view' | 'printing') => {
    const { email } = await strict.make.user((await strict.make.customer()).id, role)
    const body = { email, password: PASSWORD }
    const answer = await strict.with(null).call(auth.login, { body })
    return answer.status === 200 ? 200 : answer.failure.code
  }
  expect([await codeOf('view'), await codeOf('printing')]).toEqual(['second_factor_enrol', 200])
  await strict.close()
})

describe('a fresh proof', () => {
  const newUser = () => ({
    name: 'Ada',
    email: `${crypto.randomUUID()}@example.com`,
    role: 'view' as const,
  })
  test('is needed by a person with a second factor, lasts 10 minutes, and does not come with a sign-in [auth.92, auth.93, auth.102]', async () => {
    const user = await person()
    const { secret } = await enrol(user)
    const ticket = ticketOf(await login(user.email))
    const { token } = (await factor(ticket, { code: freshCode(secret) })).data
    const caller = app.with(token)
    const refused = await caller.call(users.create, { body: newUser() })
    expect([refused.status, refused.failure.code]).toEqual([403, 'step_up_required'])
    expect((await caller.call(contract.stepUp, { body: { password: 'wrong' } })).status).toBe(422)
    expect((await caller.call(contract.stepUp, { body: { code: '000000' } })).status).toBe(422)
    const opened = await caller.call(contract.stepUp, { body: { code: freshCode(secret) } })
    expect(Date.parse(opened.data.until)).toBe(app.clock.now + 10 * MINUTE)
    expect((await caller.call(users.create, { body: newUser() })).status).toBe(201)
    const tokenForm = { name: 'ERP', role: 'view' as const }
    expect((await caller.call(auth.createToken, { body: tokenForm })).status).toBe(201)
    app.clock.now += 10 * MINUTE
    expect((await caller.call(users.create, { body: newUser() })).status).toBe(403)
    expect((await caller.call(auth.createToken, { body: tokenForm })).failure.code).toBe(
      'step_up_required',
    )
    await caller.call(contract.stepUp, { body: { password: PASSWORD } })
    expect((await caller.call(users.create, { body: newUser() })).status).toBe(201)
  })
  test('is needed before a command where the company demands it, even of a person with a password alone [auth.123]', async () => {
    const user = await person()
    const vehicle = await app.make.vehicle(user.customer_id)
    await app.make.agreement(vehicle.id, user.customer_id, agreement.eyesafe_ignition)
    const { token } = (await login(user.email)).data
    const caller = app.with(token)
    const codeOf = async () => {
      const answer = await caller.call(startLock, { params: { id: vehicle.id } })
      return answer.status < 400 ? answer.status : answer.failure.code
    }
    // without a device the command fails with a conflict, once the caller is admitted
    expect(await codeOf()).toBe('conflict')
    await app.ctx.pool.query(
      `update customers set configurations = configurations || '{"command_step_up": "required"}' where id = $1`,
      [user.customer_id],
    )
    await app.ctx.changes.heard()
    expect(await codeOf()).toBe('step_up_required')
    expect((await caller.call(contract.stepUp, { body: { password: PASSWORD } })).status).toBe(200)
    expect(await codeOf()).toBe('conflict')
    app.clock.now += 10 * MINUTE
    expect(await codeOf()).toBe('step_up_required')
  })
  test('is offered in the ways that the person has, and accepted in no other [auth.122]', async () => {
    const user = await person()
    const caller = await app.as(user)
    const methods = async () => (await caller.call(stepUpState, {})).data.methods
    expect(await methods()).toEqual(['password'])
    const { codes } = await enrol(user)
    expect(await methods()).toEqual(['password', 'totp', 'recovery'])
    await app.ctx.pool.query('update users set password_hash = null where id = $1', [user.id])
    const byCode = await app.as(user)
    expect((await byCode.call(stepUpState, {})).data.methods).toEqual(['totp', 'recovery'])
    expect((await byCode.call(contract.stepUp, { body: { password: PASSWORD } })).status).toBe(422)
    expect((await byCode.call(contract.stepUp, { body: { code: codes[0] ?? '' } })).status).toBe(
      200,
    )
  })
  test('is needed by a person without a second factor only for tokens and addresses, and counts for one session [auth.102]', async () => {
    const user = await person()
    const [caller, other] = [await app.as(user), await app.as(user)]
    expect((await caller.call(users.create, { body: newUser() })).status).toBe(201)
    const tokenForm = { name: 'ERP', role: 'view' as const }
    expect((await caller.call(auth.createToken, { body: tokenForm })).status).toBe(403)
    await caller.call(contract.stepUp, { body: { password: PASSWORD } })
    expect((await other.call(auth.createToken, { body: tokenForm })).status).toBe(403)
    const created = await caller.call(auth.createToken, { body: tokenForm })
    expect(created.status).toBe(201)
    expect((await app.with(created.data.token).call(users.list, { query: {} })).status).toBe(200)
  })
  test('is needed before a web hook is made, changed, removed or gets a new secret [auth.110]', async () => {
    const { caller, secret } = await enrol(await person())
    const body = { url: 'https://hooks.example.com', events: ['trip.ended' as const] }
    const codes = async (id: number) => {
      const params = { id }
      const answers = [
        await caller.call(webhooks.update, { params, body: { active: 0 } }),
        await caller.call(rotateSecret, { params }),
        await caller.call(webhooks.remove, { params }),
      ]
      return answers.map(({ status }) => status)
    }
    expect((await caller.call(createWebhook, { body })).failure.code).toBe('step_up_required')
    await caller.call(contract.stepUp, { body: { code: freshCode(secret) } })
    const { id } = (await caller.call(createWebhook, { body })).data
    app.clock.now += 10 * MINUTE
    expect(await codes(id)).toEqual([403, 403, 403])
    await caller.call(contract.stepUp, { body: { password: PASSWORD } })
    expect(await codes(id)).toEqual([200, 200, 204])
  })
  test('is needed before own sessions are ended, and not before signing out [auth.121]', async () => {
    const { caller } = await enrol(await person())
    const [current] = (await caller.call(auth.sessions, { query: {} })).data
    const params = { id: current?.id ?? '' }
    for (const refused of [
      await caller.call(auth.endOtherSessions, {}),
      await caller.call(auth.endSession, { params }),
    ])
      expect([refused.status, refused.failure.code]).toEqual([403, 'step_up_required'])
    await caller.call(contract.stepUp, { body: { password: PASSWORD } })
    expect((await caller.call(auth.endOtherSessions, {})).status).toBe(204)
    expect((await caller.call(auth.logout, {})).status).toBe(204)
  })
  test('is needed before a provider writes, and not before it reads [auth.110]', async () => {
    const { caller, secret } = await enrol(await makeProvider(app.ctx))
    const body = { name: 'Frigo Nord' }
    for (const refused of [
      await caller.call(companies.customers.create, { body }),
      await caller.call(companies.bulk, { body: [body] }),
    ])
      expect([refused.status, refused.failure.code]).toEqual([403, 'step_up_required'])
    expect((await caller.call(companies.customers.list, { query: {} })).status).toBe(200)
    await caller.call(contract.stepUp, { body: { code: freshCode(secret) } })
    expect((await caller.call(companies.bulk, { body: [body] })).status).toBe(201)
  })
  test('is needed only after the checks of role, record and form have passed', async () => {
    const { caller } = await enrol(await person())
    expect((await caller.call(users.create, { body: {} as never })).status).toBe(422)
    expect((await caller.call(users.remove, { params: { id: 2_000_000_000 } })).status).toBe(404)
  })
  test('is needed to remove or replace a factor, unless one was proved just now [auth.88, auth.103]', async () => {
    const user = await person()
    const { caller } = await enrol(user)
    const [{ id } = { id: 0 }] = (await caller.call(contract.factors, {})).data
    const fresh = await app.as(user)
    const params = { id }
    expect((await fresh.call(contract.removeFactor, { params })).failure.code).toBe(
      'step_up_required',
    )
    expect((await fresh.call(contract.beginTotp, { body: {} })).status).toBe(403)
    expect((await fresh.call(contract.renewRecoveryCodes, {})).status).toBe(403)
    expect((await caller.call(contract.renewRecoveryCodes, {})).data.recovery_codes).toHaveLength(
      10,
    )
    const stranger = await app.as(await person())
    expect((await stranger.call(contract.removeFactor, { params })).status).toBe(404)
    expect((await caller.call(contract.removeFactor, { params })).status).toBe(204)
    expect((await login(user.email)).status).toBe(200)
    const codes = await app.ctx.pool.query('select 1 from recovery_codes where user_id = $1', [
      user.id,
    ])
    expect(codes.rows).toEqual([])
  })
})
test('a person who manages users signs a user of a lower role out everywhere [auth.112]', async () => {
  const manager = await person('edit')
  const user = await app.make.user(manager.customer_id, 'view')
  const above = await app.make.user(manager.customer_id, 'control')
  const sessions = [await app.as(user), await app.as(user)]
  const caller = await app.as(manager)
  expect((await caller.call(contract.endUserSessions, { params: { id: above.id } })).status).toBe(
    403,
  )
  expect((await caller.call(contract.endUserSessions, { params: { id: user.id } })).status).toBe(
    204,
  )
  for (const session of sessions) expect((await session.call(auth.profile, {})).status).toBe(401)
  expect((await login(user.email)).status).toBe(200)
})
test('a person who manages users resets the factors of a user of a lower role [auth.101]', async () => {
  const manager = await person('edit')
  const stranded = await app.make.user(manager.customer_id, 'view')
  const above = await app.make.user(manager.customer_id, 'control')
  const { caller: session } = await enrol(stranded)
  await enrol(above)
  const caller = await app.as(manager)
  expect((await caller.call(contract.resetFactors, { params: { id: above.id } })).status).toBe(403)
  expect((await caller.call(contract.resetFactors, { params: { id: stranded.id } })).status).toBe(
    204,
  )
  expect((await session.call(auth.profile, {})).status).toBe(401)
  expect((await login(stranded.email)).status).toBe(200)
})
