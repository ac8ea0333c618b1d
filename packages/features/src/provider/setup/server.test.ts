// The set-up of an empty installation: who holds the token becomes the first provider, once.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseCommandLine } from '@flotta/platform/cli.ts'
import { runAudited } from '@flotta/platform/cli-trail.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { callerOf } from '../../people/auth/callers.ts'
import { createToken, login, profile, userCustomer } from '../../people/auth/contract.ts'
import { customers } from '../../people/customers/contract.ts'
import { PASSWORD, type TestApp, testApp } from '../../testing/app.ts'
import { demoState, removeDemo as removeDemoCall } from '../demo/contract.ts'
import { createDemo, removeClosedDemo, removeDemo } from '../demo/records.ts'
import { commands } from './cli.ts'
import * as contract from './contract.ts'
import { setupAddress } from './token.ts'

let app: TestApp
let dir: string
let token: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'flotta-setup-'))
  app = await testApp({ env: { FLOTTA_DATA_DIR: join(dir, 'data') } })
  token = tokenOf(await setupAddress(app.ctx, true))
})
afterEach(async () => {
  await app.close()
  await rm(dir, { recursive: true, force: true })
})

const tokenOf = (address: string | null): string => address?.split('#')[1] ?? ''
type Form = z.input<typeof contract.SetupForm>
const form = (values: Partial<Form> = {}): Form => ({
  token,
  name: 'Ada Bruni',
  email: 'ada@bruni.example',
  password: PASSWORD,
  language: 'de',
  timezone: 'Europe/Berlin',
  company: { name: 'Bruni Trasporti' },
  demo: 'keep',
  map: 'essential',
  ...values,
})
const setUp = (values?: Partial<Form>) =>
  app.with(null).call(contract.setUp, { body: form(values) })
const needed = async () => (await app.with(null).call(contract.setupState, {})).data.needed
const count = async (table: 'users' | 'customers'): Promise<number> =>
  (await app.ctx.db.selectFrom(table).select('id').execute()).length

test.each([
  ['asked where the settings leave it open', {}, true],
  ['asked where the settings want a demo', { FLOTTA_DEMO: '1' }, true],
  ['not asked where the settings want none', { FLOTTA_DEMO: '0' }, false],
])('whether to keep the demo is %s [installation.86]', async (_, env, isAsked) => {
  const product = await testApp({ env: { FLOTTA_DATA_DIR: join(dir, 'data'), ...env } })
  const choices = async () => (await product.with(null).call(contract.setupChoices, {})).data
  expect(await choices()).toEqual({ demo: isAsked })
  await createDemo(product.ctx, { password: PASSWORD })
  expect(await choices()).toEqual({ demo: true })
  await product.close()
})

describe('the token', () => {
  test('is printed as an address and kept in the data directory for its owner alone [installation.59, installation.60]', async () => {
    const address = await setupAddress(app.ctx, false)
    expect(address).toBe(`http://localhost/setup#${token}`)
    expect(token).toMatch(/^[\w-]{43}$/)
    const file = join(dir, 'data', 'setup-token')
    expect((await readFile(file, 'utf8')).trim()).toBe(token)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })
  test('can be printed again by the command line until the set-up is done [installation.60]', async () => {
    const typed = parseCommandLine(['setup'], commands)
    if (typed.kind !== 'run') throw new Error('there is no such command')
    expect(await runAudited(typed, app.ctx)).toEqual({ address: `http://localhost/setup#${token}` })
    expect((await setUp()).status).toBe(201)
    await expect(runAudited(typed, app.ctx)).rejects.toMatchObject({ words: { key: 'setup.done' } })
    expect(await setupAddress(app.ctx, true)).toBeNull()
    await expect(stat(join(dir, 'data', 'setup-token'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
  test('is not stored readably in the database', async () => {
    const { rows } = await app.ctx.pool.query('select i::text from installation i')
    expect(JSON.stringify(rows)).not.toContain(token)
  })
  test('that was lost is replaced by a new one, and the old one opens nothing', async () => {
    await rm(join(dir, 'data', 'setup-token'))
    expect(await setupAddress(app.ctx, false)).toBeNull()
    const again = tokenOf(await setupAddress(app.ctx, true))
    expect(again).not.toBe(token)
    expect((await setUp()).status).toBe(404)
    expect((await setUp({ token: again })).status).toBe(201)
  })
})

describe('the set-up is needed', () => {
  test('while there is no user but those of the demo [installation.55, installation.56]', async () => {
    expect(await needed()).toBe(true)
    await createDemo(app.ctx, { password: PASSWORD })
    expect(await needed()).toBe(true)
    const customer = await app.make.customer()
    expect(await needed()).toBe(true)
    const user = await app.make.user(customer.id)
    expect(await needed()).toBe(false)
    await app.ctx.db.deleteFrom('users').where('id', '=', user.id).execute()
    expect(await needed()).toBe(false)
    expect((await setUp()).status).toBe(404)
  })
})

describe('a set-up', () => {
  test('signs the person in as the first provider, and as control user of a company that manages itself [installation.57, installation.61, installation.62]', async () => {
    const answer = await setUp()
    expect(answer.status).toBe(201)
    expect(Object.keys(answer.data).sort()).toEqual(['expires_at', 'token'])
    expect(answer.headers['set-cookie']).toMatch(/^flotta_session=.+HttpOnly; SameSite=Strict$/)
    const caller = app.with(answer.data.token)
    expect((await caller.call(profile, {})).data).toMatchObject({
      name: 'Ada Bruni',
      email: 'ada@bruni.example',
      role: 'control',
      provider: true,
      language: 'de',
    })
    const company = (await caller.call(userCustomer, {})).data
    expect(company).toMatchObject({ name: 'Bruni Trasporti', timezone: 'Europe/Berlin' })
    expect(company.configurations).toContainEqual({ parameter: 'self_service', value: '1' })
    expect(
      (
        await app
          .with(null)
          .call(login, { body: { email: 'ada@bruni.example', password: PASSWORD } })
      ).status,
    ).toBe(200)
  })
  test('for several companies makes a provider without a company, whose tokens are for the area of the provider alone [users.45, users.47]', async () => {
    const caller = app.with((await setUp({ company: null })).data.token)
    expect((await caller.call(profile, {})).data).toMatchObject({
      role: null,
      customer_id: null,
      provider: true,
    })
    expect((await callerOf(caller.token, app.ctx))?.timezone).toBe('Europe/Berlin')
    expect(await count('customers')).toBe(0)
    expect((await caller.call(customers.list, { query: {} })).status).toBe(403)
    expect((await caller.call(userCustomer, {})).status).toBe(403)
    const created = await caller.call(createToken, {
      body: { name: 'ERP', role: null, provider: true, password: PASSWORD },
    })
    expect([created.status, created.data]).toMatchObject([201, { role: null, provider: true }])
    const refused = await caller.call(createToken, {
      body: { name: 'ERP', role: 'view', provider: true, password: PASSWORD },
    })
    expect(Object.keys(refused.failure.data ?? {})).toEqual(['role'])
  })
  test.each(['another', ''])('with %s token is not found [installation.58]', async wrong => {
    const answer = await setUp({ token: wrong === '' ? `${token}x` : 'x'.repeat(43) })
    expect([answer.status, await count('users')]).toEqual([404, 0])
    expect(await needed()).toBe(true)
  })
  test('with a wrong token is not found, whatever else the call holds [installation.58]', async () => {
    const answer = await setUp({ token: 'x'.repeat(43), email: 'no address' })
    expect([answer.status, answer.failure.data]).toEqual([404, undefined])
    const faulty = await setUp({ email: 'no address' })
    expect([faulty.status, Object.keys(faulty.failure.data ?? {})]).toEqual([422, ['email']])
  })
  test('after the first one is not found, not even with an incomplete form [installation.58]', async () => {
    expect((await setUp()).status).toBe(201)
    expect((await setUp({ token: '', email: 'no address' })).status).toBe(404)
  })
  test('that is repeated, or sent at the same moment, is not found [installation.58]', async () => {
    const answers = await Promise.all([setUp(), setUp({ email: 'b@b.example' })])
    expect(answers.map(a => a.status).sort()).toEqual([201, 404])
    expect((await setUp({ email: 'c@c.example' })).status).toBe(404)
    expect([await count('users'), await count('customers'), await needed()]).toEqual([1, 1, false])
  })
  test.each<[string, Partial<Form>, string]>([
    ['a weak password', { password: 'lang' }, 'password'],
    ['a common password', { password: 'P@ssw0rd' }, 'password'],
    ['no address', { email: 'ada' }, 'email'],
    ['no such time zone', { timezone: 'Mars/Base' }, 'timezone'],
    ['an empty company', { company: { name: ' ' } }, 'company.name'],
    ['a name with an address of a page', { name: 'https://evil.example' }, 'name'],
  ])('with %s is refused on the field, and can be tried again', async (_, values, field) => {
    const answer = await setUp(values)
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, [field]])
    expect(await count('users')).toBe(0)
    expect((await setUp()).status).toBe(201)
  })
})

test('a provider sees the demo and removes it in one call [installation.75]', async () => {
  await createDemo(app.ctx, { password: PASSWORD })
  const caller = app.with((await setUp({ demo: 'keep' })).data.token)
  expect((await caller.call(demoState, {})).data.companies).toBeGreaterThan(0)
  expect((await caller.call(removeDemoCall, {})).status).toBe(204)
  expect((await caller.call(demoState, {})).data.companies).toBe(0)
  app.clock.now += 60_000
  await removeClosedDemo(app.ctx)
  expect(await count('customers')).toBe(1)
})

describe('the demo', () => {
  const demos = async () =>
    (await app.ctx.db.selectFrom('customers').select('id').where('demo', '=', true).execute())
      .length
  test('that is kept remains with its users', async () => {
    const { email } = await createDemo(app.ctx, { password: PASSWORD })
    expect((await setUp({ demo: 'keep' })).status).toBe(201)
    expect(await demos()).toBeGreaterThan(0)
    const answer = await app.with(null).call(login, { body: { email, password: PASSWORD } })
    expect(answer.status).toBe(200)
  })
  test('that is removed is closed at once, deleted later, and stays removed [installation.63]', async () => {
    const { email } = await createDemo(app.ctx, { password: PASSWORD })
    expect((await setUp({ demo: 'remove' })).status).toBe(201)
    const answer = await app.with(null).call(login, { body: { email, password: PASSWORD } })
    expect(answer.status).toBe(401)
    await removeClosedDemo(app.ctx)
    // the simulator gets a moment to stop
    expect(await demos()).toBeGreaterThan(0)
    app.clock.now += 60_000
    await removeClosedDemo(app.ctx)
    expect(await demos()).toBe(0)
    const row = await app.ctx.db.selectFrom('installation').selectAll().executeTakeFirstOrThrow()
    expect(row.demo_removed_at).not.toBeNull()
    await removeDemo(app.ctx)
    expect(await count('users')).toBe(1)
  })
})
