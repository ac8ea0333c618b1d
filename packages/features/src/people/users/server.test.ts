import type { Role } from '@flotta/core/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, PASSWORD, type TestApp, testApp, type User } from '../../testing/app.ts'
import { createToken, login, profile, resetPassword } from '../auth/contract.ts'
import { setPrintingPassword, users } from './contract.ts'
import { forgetRemoved } from './queries.ts'

let app: TestApp
let customer_id: number
let boss: User
let caller: Caller
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  customer_id = (await app.make.customer()).id
  boss = await app.make.user(customer_id, 'control', { name: 'Zita Capo' })
  caller = await app.as(boss)
})
let n = 0
const form = (values: object = {}) => ({
  name: 'Marta Rossi',
  email: `marta${++n}@rossi.example`,
  role: 'view' as Role,
  ...values,
})
const fieldsOf = (answer: { failure: { data?: Record<string, string[]> | undefined } }) =>
  Object.keys(answer.failure.data ?? {})

describe('the six calls', () => {
  test('invite a user by mail, who chooses a password by the link and signs in [users.10, users.11]', async () => {
    const created = await caller.call(users.create, {
      body: form({ email: `Marta.R${++n}@Rossi.example`, language: 'de' }),
    })
    expect([created.status, created.data]).toMatchObject([
      201,
      { name: 'Marta Rossi', customer_id, role: 'view', language: 'de', active: 1, invited: true },
    ])
    const { email } = created.data
    expect(email).toBe(email.toLowerCase())
    const { rows } = await app.ctx.pool.query<{ body: string }>(
      'select body from mails where recipient = $1',
      [email],
    )
    const token = /\/reset\/([\w-]+)\//.exec(rows[0]?.body ?? '')?.[1] ?? ''
    expect(
      (
        await app.with(null).call(resetPassword, {
          body: { token, email, password: PASSWORD, password_confirmation: PASSWORD },
        })
      ).status,
    ).toBe(200)
    expect((await app.with(null).call(login, { body: { email, password: PASSWORD } })).status).toBe(
      200,
    )
    expect((await caller.call(users.one, { params: { id: created.data.id } })).data.invited).toBe(
      false,
    )
  })
  test('list the users of the own company, found by name or e-mail [users.3, users.4]', async () => {
    await caller.call(users.create, { body: form({ name: 'Niccolò Verdi' }) })
    await app.make.user((await app.make.customer()).id, 'edit', { name: 'Niccolò Altrui' })
    const ofActive = async (active: 0 | 1) =>
      (await caller.call(users.list, { query: { active } })).data.map(u => u.name)
    expect([await ofActive(0), await ofActive(1)]).toEqual([[], ['Niccolò Verdi', 'Zita Capo']])
    expect((await caller.call(users.list, { query: {} })).data.map(u => u.name)).toEqual([
      'Niccolò Verdi',
      'Zita Capo',
    ])
    expect(
      (await caller.call(users.list, { query: { search: 'niccolo v' } })).data.map(u => u.name),
    ).toEqual(['Niccolò Verdi'])
    expect(
      (await caller.call(users.list, { query: { search: boss.email.slice(0, 6).toUpperCase() } }))
        .meta.total,
    ).toBe(1)
    expect((await caller.call(users.all, {})).data.map(u => u.name)).toEqual([
      'Niccolò Verdi',
      'Zita Capo',
    ])
  })
  test('keep the value of a field that is left out', async () => {
    const { id, email } = (
      await caller.call(users.create, { body: form({ language: 'es', active: 0 }) })
    ).data
    expect(
      (await caller.call(users.update, { params: { id }, body: { name: 'Altro Nome' } })).data,
    ).toMatchObject({
      name: 'Altro Nome',
      email,
      role: 'view',
      language: 'es',
      active: 0,
    })
  })
  test('keep an e-mail unique in the installation, even that of a disabled or removed user, until it is deleted after 30 days [users.12, users.13, users.14]', async () => {
    const body = form()
    const { id } = (await caller.call(users.create, { body: { ...body, active: 0 } })).data
    const elsewhere = await app.as(await app.make.user((await app.make.customer()).id, 'edit'))
    const again = await elsewhere.call(users.create, {
      body: { ...body, email: body.email.toUpperCase() },
    })
    expect([again.status, fieldsOf(again)]).toEqual([422, ['email']])
    await caller.call(users.remove, { params: { id } })
    expect((await elsewhere.call(users.create, { body })).status).toBe(422)
    await forgetRemoved(app.ctx.db, app.clock.now + 29 * 86_400_000)
    expect((await elsewhere.call(users.create, { body })).status).toBe(422)
    await forgetRemoved(app.ctx.db, app.clock.now + 31 * 86_400_000)
    expect((await elsewhere.call(users.create, { body })).status).toBe(201)
  })
  test('sign a disabled and a removed user out at once, and refuse every way back in [users.15, users.16]', async () => {
    const marta = await app.make.user(customer_id, 'view')
    const hers = await app.as(marta)
    await caller.call(users.update, { params: { id: marta.id }, body: { active: 0 } })
    expect((await hers.call(profile, {})).status).toBe(401)
    expect(
      (await app.with(null).call(login, { body: { email: marta.email, password: PASSWORD } }))
        .status,
    ).toBe(401)
    await caller.call(users.update, { params: { id: marta.id }, body: { active: 1 } })
    const { token } = (
      await app.with(null).call(login, { body: { email: marta.email, password: PASSWORD } })
    ).data
    await caller.call(users.remove, { params: { id: marta.id } })
    expect((await app.with(token).call(profile, {})).status).toBe(401)
    expect((await caller.call(users.one, { params: { id: marta.id } })).status).toBe(404)
  })
})

describe('the rights of managers', () => {
  test('do not allow a role above the own, nor changes of a user who has one [users.17, users.18]', async () => {
    const editor = await app.as(await app.make.user(customer_id, 'edit'))
    const high = await editor.call(users.create, { body: form({ role: 'control' }) })
    expect([high.status, fieldsOf(high)]).toEqual([422, ['role']])
    const { id } = (await editor.call(users.create, { body: form() })).data
    expect(
      (await editor.call(users.update, { params: { id }, body: { role: 'control' } })).status,
    ).toBe(422)
    expect(
      (
        await editor.call(users.update, {
          params: { id: boss.id },
          body: { email: 'mine@x.example' },
        })
      ).status,
    ).toBe(403)
    expect((await editor.call(users.remove, { params: { id: boss.id } })).status).toBe(403)
    expect((await editor.call(users.create, { body: form({ role: 'printing' }) })).status).toBe(201)
  })
  test('do not include removing, disabling or demoting oneself [users.19]', async () => {
    await app.make.user(customer_id, 'control')
    for (const body of [
      { active: 0 as const },
      { role: 'edit' as const },
      { role: 'view' as const },
    ])
      expect((await caller.call(users.update, { params: { id: boss.id }, body })).status).toBe(409)
    expect((await caller.call(users.remove, { params: { id: boss.id } })).status).toBe(409)
    expect(
      (
        await caller.call(users.update, {
          params: { id: boss.id },
          body: { name: 'Zita Nuova', role: 'control', active: 1 },
        })
      ).status,
    ).toBe(200)
  })
  test('leave a company its last edit or control user, even by the company above [users.20]', async () => {
    const child = await app.make.customer({ parent_id: customer_id })
    const last = await app.make.user(child.id, 'edit')
    await app.make.user(child.id, 'view')
    const to = (body: object) => caller.call(users.update, { params: { id: last.id }, body })
    expect([(await to({ role: 'view' })).status, (await to({ active: 0 })).status]).toEqual([
      409, 409,
    ])
    expect((await caller.call(users.remove, { params: { id: last.id } })).status).toBe(409)
    await app.make.user(child.id, 'control')
    expect((await caller.call(users.remove, { params: { id: last.id } })).status).toBe(204)
  })
  test('leave one of two managers who remove one another at the same moment [users.21]', async () => {
    const manager = await app.make.user(customer_id, 'control')
    const theirs = await app.as(manager)
    const answers = await Promise.all([
      caller.call(users.remove, { params: { id: manager.id } }),
      theirs.call(users.remove, { params: { id: boss.id } }),
    ])
    expect(answers.filter(b => b.status === 204)).toHaveLength(1)
  })
  test('cover the users of a company below by its id, and an unknown company and a foreign one are refused with the same bytes [users.22, users.23, users.24]', async () => {
    const child = await app.make.customer({ parent_id: customer_id })
    const created = await caller.call(users.create, { body: form({ customer_id: child.id }) })
    expect(created.data.customer_id).toBe(child.id)
    expect((await caller.call(users.list, { query: {} })).data.map(u => u.id)).toEqual([boss.id])
    expect(
      (await caller.call(users.list, { query: { customer_id: child.id } })).data.map(u => u.id),
    ).toEqual([created.data.id])
    expect(
      (
        await caller.call(users.update, {
          params: { id: created.data.id },
          body: { name: 'Da sopra' },
        })
      ).status,
    ).toBe(200)
    const stranger = await app.make.customer()
    const answers = await Promise.all(
      [stranger.id, 2_000_000_000].map(id =>
        caller.call(users.create, { body: form({ customer_id: id }) }),
      ),
    )
    expect(answers.map(a => [a.status, fieldsOf(a)])).toEqual(Array(2).fill([422, ['customer_id']]))
    expect(answers[0]?.text).toBe(answers[1]?.text)
    const lists = await Promise.all(
      [stranger.id, 2_000_000_000].map(id =>
        caller.call(users.list, { query: { customer_id: id } }),
      ),
    )
    expect([lists[0]?.status, lists[0]?.text]).toEqual([422, lists[1]?.text])
    const below = await app.as(await app.make.user(child.id, 'control'))
    expect((await below.call(users.one, { params: { id: boss.id } })).status).toBe(404)
    expect((await below.call(users.list, { query: { customer_id } })).status).toBe(422)
  })
  test('are not given to an API token [users.41]', async () => {
    const { token } = (
      await caller.call(createToken, { body: { name: 'x', role: 'edit', password: PASSWORD } })
    ).data
    const machine = app.with(token)
    expect((await machine.call(users.list, { query: {} })).status).toBe(200)
    expect((await machine.call(users.create, { body: form() })).status).toBe(403)
    const { id } = await app.make.user(customer_id, 'printing')
    expect(
      (await machine.call(users.update, { params: { id }, body: { email: 'x@y.example' } })).status,
    ).toBe(403)
    expect(
      (
        await machine.call(setPrintingPassword, {
          params: { id },
          body: { password: '12345678', password_confirmation: '12345678' },
        })
      ).status,
    ).toBe(403)
  })
})

describe('the printing password', () => {
  const set = (id: number, password: string, password_confirmation = password) =>
    caller.call(setPrintingPassword, { params: { id }, body: { password, password_confirmation } })
  test('of 8 characters lets a printing user in, and ends the sessions of that user [users.26, users.27]', async () => {
    const printer = await app.make.user(customer_id, 'printing')
    const before = await app.as(printer)
    expect((await set(printer.id, 'stampare')).data).toMatchObject({
      id: printer.id,
      invited: false,
    })
    expect((await before.call(profile, {})).status).toBe(401)
    expect(
      (await app.with(null).call(login, { body: { email: printer.email, password: 'stampare' } }))
        .status,
    ).toBe(200)
  })
  test('is refused when it is short, is not repeated, or is for a user of another role [users.29, users.30]', async () => {
    const printer = await app.make.user(customer_id, 'printing')
    expect(fieldsOf(await set(printer.id, '1234567'))).toEqual(['password'])
    expect(fieldsOf(await set(printer.id, '12345678', '87654321'))).toEqual([
      'password_confirmation',
    ])
    expect((await set(boss.id, '12345678')).status).toBe(409)
  })
  test('ends with the role: a user who no longer prints is invited to choose a real password', async () => {
    const printer = await app.make.user(customer_id, 'printing')
    await set(printer.id, 'stampare')
    expect(
      (await caller.call(users.update, { params: { id: printer.id }, body: { role: 'edit' } })).data
        .invited,
    ).toBe(true)
    expect(
      (await app.with(null).call(login, { body: { email: printer.email, password: 'stampare' } }))
        .status,
    ).toBe(401)
  })
})
