// The mark of a provider: with a role or without a company, on tokens, and who may change its holder.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type TestApp, testApp } from '../../testing/app.ts'
import { callerOf } from '../auth/callers.ts'
import { createToken, profile, userCustomer } from '../auth/contract.ts'
import { users } from './contract.ts'
import { makeProvider } from './testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const inCompany = async (role: 'view' | 'edit' | 'control', provider = false) =>
  app.make.user((await app.make.customer()).id, role, { provider })

describe('the mark of a provider', () => {
  test('goes with a role in a company, or with no company [users.42]', async () => {
    const beside = await app.as(await inCompany('view', true))
    expect((await beside.call(profile, {})).data).toMatchObject({ role: 'view', provider: true })
    expect((await beside.call(userCustomer, {})).status).toBe(200)
    const alone = await app.as(await makeProvider(app.ctx))
    expect((await alone.call(profile, {})).data).toMatchObject({
      role: null,
      customer_id: null,
      provider: true,
      max_users: 0,
    })
    expect((await alone.call(userCustomer, {})).status).toBe(403)
  })
  test.each([
    ['a role without a company', { customer_id: null, role: 'view', provider: true }],
    ['a user without company and mark', { customer_id: null, role: null, provider: false }],
  ] as const)('the database refuses %s', async (_, values) => {
    const row = { ...values, name: 'X', email: `${values.provider}@x.example`, password_hash: null }
    await expect(app.ctx.db.insertInto('users').values(row).execute()).rejects.toThrow(/users_/)
  })
})

describe('a token', () => {
  test('carries the mark only if its owner chose it [users.46]', async () => {
    const caller = await app.as(await inCompany('edit', true))
    const marks = [false, true].map(async provider => {
      const body = { name: 'ERP', role: 'view' as const, provider, password: PASSWORD }
      const { data } = await caller.call(createToken, { body })
      return (await callerOf(data.token, app.ctx))?.provider
    })
    expect(await Promise.all(marks)).toEqual([false, true])
  })
  test('cannot have the mark where its owner has none, and the refusal is in the reader’s language', async () => {
    const caller = await app.as(await inCompany('control'))
    const answer = await caller.call(
      createToken,
      { body: { name: 'ERP', role: 'view', provider: true, password: PASSWORD } },
      { language: 'en' },
    )
    expect([answer.status, answer.failure.data]).toEqual([
      422,
      { provider: ['Only a provider can make such a token.'] },
    ])
  })
})

describe('a person with the mark', () => {
  test('is changed and removed by another provider alone [users.48]', async () => {
    const bearer = await inCompany('view', true)
    const params = { id: bearer.id }
    const manager = await app.as(await app.make.user(bearer.customer_id, 'control'))
    expect((await manager.call(users.update, { params, body: { name: 'X' } })).status).toBe(403)
    expect((await manager.call(users.remove, { params })).status).toBe(403)
    const colleague = await app.as(
      await app.make.user(bearer.customer_id, 'control', { provider: true }),
    )
    expect((await colleague.call(users.update, { params, body: { name: 'Ada' } })).status).toBe(200)
    expect((await colleague.call(users.remove, { params })).status).toBe(204)
  })
  test('never becomes a printing user', async () => {
    const bearer = await inCompany('view', true)
    const colleague = await app.as(
      await app.make.user(bearer.customer_id, 'control', { provider: true }),
    )
    const answer = await colleague.call(users.update, {
      params: { id: bearer.id },
      body: { role: 'printing' },
    })
    expect(Object.keys(answer.failure.data ?? {})).toEqual(['role'])
  })
})
