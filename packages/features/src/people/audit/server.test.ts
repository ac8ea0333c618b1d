// The audit trail through the contract: which calls add a row, its contents and readers, and what shows when a row is removed.
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fleets } from '../../fleet/fleets/contract.ts'
import { type Caller, PASSWORD, type TestApp, testApp, type User } from '../../testing/app.ts'
import * as auth from '../auth/contract.ts'
import { beginTotp, confirmTotp, stepUp } from '../factors/contract.ts'
import { users } from '../users/contract.ts'
import { auditFault, brokenAudits, purgeAudit } from './check.ts'
import * as contract from './contract.ts'

const DAY = 86_400_000
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

interface Company {
  readonly user: User
  readonly caller: Caller
}
async function company(): Promise<Company> {
  const user = await app.make.user((await app.make.customer()).id, 'control')
  return { user, caller: await app.as(user) }
}
const rowsOf = async (caller: Caller, query: object = {}) =>
  (await caller.call(contract.audit, { query: { per_page: 100, ...query } })).data
const newFleet = (code: string) => ({ code, description: 'A fleet', color: '#123456' })
const newUser = (name: string) => ({
  name,
  email: `${crypto.randomUUID()}@example.com`,
  role: 'view' as const,
})

describe('a line', () => {
  test('names its subject, if the subject belongs to the company [privacy.33]', async () => {
    const { user, caller } = await company()
    const neighbour = await company()
    const { id } = (await caller.call(users.create, { body: newUser('Ada') })).data
    await neighbour.caller.call(users.update, { params: { id }, body: { name: 'Eva' } })
    const nameIn = async ({ caller: reader }: Company) =>
      (await rowsOf(reader)).find(({ subject }) => subject === `users/${id}`)?.subject_name ?? null
    expect([await nameIn({ user, caller }), await nameIn(neighbour)]).toEqual(['Ada', null])
  })
  test('records making, changing and removing, with what differed before and after [privacy.16, privacy.17]', async () => {
    const { user, caller } = await company()
    const { id } = (await caller.call(users.create, { body: newUser('Ada') })).data
    await caller.call(users.update, { params: { id }, body: { name: 'Ada Lovelace' } })
    await caller.call(users.remove, { params: { id } })
    const [removed, changed, made, ...rest] = await rowsOf(caller)
    expect(rest).toEqual([])
    const common = {
      subject: `users/${id}`,
      via: 'session',
      address: '127.0.0.1',
      user: { id: user.id, name: user.name, email: user.email },
    }
    expect(made).toMatchObject({ ...common, id: 1, action: 'create', before: null })
    expect(made?.after).toMatchObject({ id, name: 'Ada', role: 'view' })
    expect(changed).toMatchObject({
      ...common,
      action: 'update',
      call: 'PUT /users/:id',
      before: { name: 'Ada' },
      after: { name: 'Ada Lovelace' },
    })
    expect(removed).toMatchObject({ ...common, id: 3, action: 'delete', after: null })
    expect(removed?.before).toMatchObject({ name: 'Ada Lovelace' })
    expect(removed?.previous_hash).toBe(changed?.hash)
  })
  test('records sign-ins, failed sign-ins and their end [privacy.21]', async () => {
    const { user, caller } = await company()
    const login = (password: string) =>
      app.with(null).call(auth.login, { body: { email: user.email, password } })
    await login('not this one')
    const { token } = (await login(PASSWORD)).data
    await app.with(token).call(auth.logout, {})
    const rows = await rowsOf(caller)
    expect(rows.map(({ action }) => action)).toEqual(['sign_out', 'sign_in', 'sign_in_failed'])
    expect(rows.every(({ user: { id } }) => id === user.id)).toBe(true)
    expect(JSON.stringify(rows)).not.toContain('not this one')
  })
  test('records refusals and exports [privacy.21]', async () => {
    const { user, caller } = await company()
    const viewer = await app.make.user(user.customer_id, 'view')
    const refused = await (await app.as(viewer)).call(users.create, { body: newUser('Eva') })
    expect(refused.status).toBe(403)
    await caller.call(contract.auditExport, { query: {} })
    const [exported, refusal] = await rowsOf(caller)
    expect(exported).toMatchObject({ action: 'export', subject: 'audit' })
    expect(refusal).toMatchObject({
      action: 'refused',
      user: { id: viewer.id },
      after: { code: 'forbidden' },
    })
    expect(JSON.stringify(refusal)).not.toContain('Eva')
  })
  test('records no failed write, no repeated write and no read [privacy.21]', async () => {
    const { caller } = await company()
    expect((await caller.call(users.create, { body: {} as never })).status).toBe(422)
    const body = newFleet('Nord')
    const headers = { 'idempotency-key': crypto.randomUUID() }
    for (let i = 0; i < 2; i++)
      expect((await caller.call(fleets.create, { body }, { headers })).status).toBe(201)
    expect((await caller.call(fleets.create, { body })).status).toBe(422)
    await caller.call(fleets.list, { query: {} })
    const wrong = { name: 'ERP', role: 'view' as const, password: 'wrong' }
    expect((await caller.call(auth.createToken, { body: wrong })).status).toBe(422)
    expect((await rowsOf(caller)).map(({ subject }) => subject.split('/')[0])).toEqual(['fleets'])
  })
  test('holds no secret: no passwords, no tokens and no codes [privacy.22]', async () => {
    const { caller } = await company()
    const { secret } = (await caller.call(beginTotp, { body: {} })).data
    const code = generateSync({ secret, epoch: Math.floor(app.clock.now / 1000) })
    const { recovery_codes } = (await caller.call(confirmTotp, { body: { code } })).data
    await caller.call(stepUp, { body: { password: PASSWORD } })
    const { token } = (
      await caller.call(auth.createToken, {
        body: { name: 'ERP', role: 'view', password: PASSWORD },
      })
    ).data
    const rows = await rowsOf(caller)
    expect(rows).toHaveLength(4)
    const text = JSON.stringify(rows)
    for (const secretWord of [PASSWORD, token, secret, code, recovery_codes[0] ?? '?'])
      expect(text).not.toContain(secretWord)
    expect(text).toContain('ERP')
  })
})

describe('the list', () => {
  test('is filtered by time, person, action and subject, and paged [privacy.16]', async () => {
    const { user, caller } = await company()
    const manager = await app.make.user(user.customer_id, 'control')
    const { id } = (await caller.call(fleets.create, { body: newFleet('A') })).data
    app.clock.now += 1_000
    await (await app.as(manager)).call(fleets.create, { body: newFleet('B') })
    await caller.call(users.create, { body: newUser('Ida') })
    const codes = async (query: object) => (await rowsOf(caller, query)).map(row => row.id)
    expect(await codes({ user_id: manager.id })).toEqual([2])
    expect(await codes({ subject: `fleets/${id}` })).toEqual([1])
    expect(await codes({ subject: 'fleets' })).toEqual([2, 1])
    expect(await codes({ subject: 'fleet' })).toEqual([])
    expect(await codes({ subject: '%' })).toEqual([])
    expect(await codes({ action: 'update' })).toEqual([])
    expect(await codes({ from: new Date(app.clock.now).toISOString() })).toEqual([3, 2])
    expect(await codes({ to: new Date(app.clock.now - 1).toISOString() })).toEqual([1])
    const page = await caller.call(contract.audit, { query: { per_page: 2, page: 2 } })
    expect([page.data.map(row => row.id), page.meta.total]).toEqual([[1], 3])
    const reversed = { from: '2026-11-02T00:00:00Z', to: '2026-11-01T00:00:00Z' }
    expect((await caller.call(contract.audit, { query: reversed })).status).toBe(422)
  })
  test('can be filtered by a former colleague, but by nobody of another company [api.55, privacy.16]', async () => {
    const { user, caller } = await company()
    const former = await app.make.user(user.customer_id, 'view')
    await caller.call(users.remove, { params: { id: former.id } })
    expect(await rowsOf(caller, { user_id: former.id })).toEqual([])
    const { user: neighbour } = await company()
    for (const e of [contract.audit, contract.auditExport]) {
      const [anothers, unknown] = await Promise.all(
        [neighbour.id, 2_000_000_000].map(user_id => caller.call(e, { query: { user_id } })),
      )
      expect([anothers?.status, Object.keys(anothers?.failure.data ?? {})]).toEqual([
        422,
        ['user_id'],
      ])
      expect(unknown?.text).toBe(anothers?.text)
    }
  })
  test('is for the control role alone, and has the lines of the own company alone [privacy.16]', async () => {
    const { user, caller } = await company()
    await caller.call(fleets.create, { body: newFleet('A') })
    const editor = await app.as(await app.make.user(user.customer_id, 'edit'))
    expect((await editor.call(contract.audit, { query: {} })).status).toBe(403)
    expect(await rowsOf((await company()).caller)).toEqual([])
  })
  test.each(['csv', 'ndjson'] as const)('can be exported as %s [privacy.19]', async format => {
    const { caller } = await company()
    await caller.call(fleets.create, { body: newFleet('=1, A') })
    const answer = await caller.call(contract.auditExport, { query: { format } })
    expect(answer.headers['content-disposition']).toContain(`.${format}"`)
    const lines = answer.text.trim().split(/\r?\n/)
    if (format === 'csv') expect(lines[0]).toContain('id,at,user_id')
    else expect(JSON.parse(lines[0] ?? '')).toMatchObject({ action: 'create' })
    expect(lines.length).toBeGreaterThan(format === 'csv' ? 1 : 0)
  })
})

describe('the chain', () => {
  const chain = async () => {
    const { user, caller } = await company()
    for (const code of ['A', 'B', 'C', 'D'])
      await caller.call(fleets.create, { body: newFleet(code) })
    return user.customer_id
  }
  const fault = (id: number) => auditFault(app.ctx.db, id)
  test('is whole even after writes at the same moment, and each company has its own [privacy.18]', async () => {
    const { user, caller } = await company()
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => caller.call(fleets.create, { body: newFleet(`F${i}`) })),
    )
    expect((await rowsOf(caller)).map(({ id }) => id)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
    expect(await fault(user.customer_id)).toBeNull()
  })
  test('can be checked for its newest rows alone, and names a company with a missing row [privacy.34]', async () => {
    const id = await chain()
    const faultOfCompany = async () =>
      (await brokenAudits(app.ctx.db)).find(({ customer_id }) => customer_id === id)
    expect(await faultOfCompany()).toBeUndefined()
    await app.ctx.pool.query('delete from audit where customer_id = $1 and number = 2', [id])
    expect(await faultOfCompany()).toMatchObject({ kind: 'missing', number: 2 })
    expect(await auditFault(app.ctx.db, id, 1)).toBeNull()
    await app.ctx.pool.query('delete from audit where customer_id = $1 and number = 3', [id])
    expect(await auditFault(app.ctx.db, id, 1)).toMatchObject({ kind: 'missing' })
  })
  test.each([
    ['delete from audit where customer_id = $1 and number = 2', 'missing', 2],
    ['delete from audit where customer_id = $1 and number = 1', 'missing', 1],
    ['delete from audit where customer_id = $1 and number = 4', 'missing_end', 4],
    ['delete from audit where customer_id = $1', 'missing_end', 1],
  ] as const)('reveals a removed row: %s [privacy.23]', async (statement, kind, number) => {
    const id = await chain()
    await app.ctx.pool.query(statement, [id])
    expect(await fault(id)).toEqual({ kind, number })
  })
  test('refuses changes, and reveals a change that somebody forced [privacy.23]', async () => {
    const id = await chain()
    const change = `update audit set actor_id = 7 where customer_id = ${id} and number = 3`
    await expect(app.ctx.pool.query(change)).rejects.toThrow('not changed')
    await app.ctx.pool.query(
      `begin; alter table audit disable trigger stay; ${change}; alter table audit enable trigger stay; commit`,
    )
    expect(await fault(id)).toEqual({ kind: 'changed', number: 3 })
  })
  test('deletes lines after two years, and stays whole [privacy.24]', async () => {
    const { user, caller } = await company()
    await caller.call(fleets.create, { body: newFleet('Old') })
    app.clock.now += 700 * DAY
    await (await app.as(user)).call(fleets.create, { body: newFleet('New') })
    await purgeAudit(app.ctx.db, app.clock.now + 20 * DAY)
    expect(await fault(user.customer_id)).toBeNull()
    await purgeAudit(app.ctx.db, app.clock.now + 40 * DAY)
    expect((await rowsOf(await app.as(user))).map(({ id }) => id)).toEqual([2])
    expect(await fault(user.customer_id)).toBeNull()
  })
})
