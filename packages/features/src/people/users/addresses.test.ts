// Changing an address: confirmed by its owner, reported to the old one, undone for a week; nobody takes over a colleague's account by it, or learns who has
// one elsewhere.
import { DAY } from '@flotta/core/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, PASSWORD, type TestApp, testApp, type User } from '../../testing/app.ts'
import { createToken, forgotPassword, login, profile, resetPassword } from '../auth/contract.ts'
import { confirmAddress, setPrintingPassword, undoAddress, users } from './contract.ts'

let app: TestApp
let boss: User
let caller: Caller
let marta: User
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
let n = 0
const fresh = () => `new${++n}@rossi.example`
beforeEach(async () => {
  const { id } = await app.make.customer()
  boss = await app.make.user(id, 'control')
  caller = await app.as(boss)
  marta = await app.make.user(id, 'view', { name: 'Marta Rossi' })
})
const stranger = () => app.with(null)
const change = (email: string, password: string | undefined = PASSWORD, id = marta.id) =>
  caller.call(users.update, {
    params: { id },
    body: { email, ...(password !== undefined && { password }) },
  })
/** Tokens of links that were mailed to an address, oldest first. */
async function linksTo(email: string, does: 'confirm' | 'undo' | 'reset'): Promise<string[]> {
  const { rows } = await app.ctx.pool.query<{ body: string }>(
    'select body from mails where recipient = $1 order by id',
    [email],
  )
  return rows.flatMap(({ body }) =>
    [
      ...body.matchAll(
        new RegExp(`/${does === 'reset' ? 'reset' : `address/${does}`}/([\\w-]+)`, 'g'),
      ),
    ].map(m => m[1] ?? ''),
  )
}
const newest = async (email: string, does: 'confirm' | 'undo' | 'reset') =>
  (await linksTo(email, does)).at(-1) ?? 'none'
const confirm = (token: string) => stranger().call(confirmAddress, { body: { token } })
const undo = (token: string) => stranger().call(undoAddress, { body: { token } })
const signsIn = async (email: string, password = PASSWORD) =>
  (await stranger().call(login, { body: { email, password } })).status
const fieldsOf = (answer: { failure: { data?: Record<string, string[]> | undefined } }) =>
  Object.keys(answer.failure.data ?? {})

describe('another address', () => {
  test('counts once its owner has confirmed it, and ends everything that the old one had opened [users.39]', async () => {
    const [old, email] = [marta.email, fresh()]
    const hers = await app.as(marta)
    const answer = await change(email.toUpperCase())
    expect([answer.status, answer.data]).toMatchObject([200, { email: old, pending_email: email }])
    expect([await signsIn(old), await signsIn(email)]).toEqual([200, 401])
    await stranger().call(forgotPassword, { body: { email: old } })
    await app.server.settled()
    const reset = await newest(old, 'reset')
    const token = await newest(email, 'confirm')
    expect((await confirm(token)).data).toEqual({ email })
    expect([
      await signsIn(old),
      await signsIn(email),
      (await hers.call(profile, {})).status,
    ]).toEqual([401, 200, 401])
    const body = { token: reset, password: 'Nuova!2027x', password_confirmation: 'Nuova!2027x' }
    for (const address of [old, email])
      expect(
        (await stranger().call(resetPassword, { body: { ...body, email: address } })).status,
      ).toBe(422)
    expect((await caller.call(users.one, { params: { id: marta.id } })).data).toMatchObject({
      email,
      pending_email: null,
    })
    const again = await confirm(token)
    expect([again.status, again.failure.code]).toEqual([422, 'link_used'])
    const { rows } = await app.ctx.pool.query(
      `select action, before, after from audit where actor_id = $1 and call = 'POST /address/confirm'`,
      [marta.id],
    )
    expect(rows).toEqual([{ action: 'update', before: { email: old }, after: { email } }])
  })
  test('needs the right password of the person who changes it, and the same address needs none [auth.102]', async () => {
    const without = await caller.call(users.update, {
      params: { id: marta.id },
      body: { email: fresh() },
    })
    expect([without.status, without.failure.code, fieldsOf(without)]).toEqual([
      403,
      'step_up_required',
      ['password'],
    ])
    const wrong = await change(fresh(), 'Sbagliata!1')
    expect([wrong.status, fieldsOf(wrong)]).toEqual([422, ['password']])
    expect(
      (
        await caller.call(users.update, {
          params: { id: marta.id },
          body: { name: 'Marta Verdi', email: marta.email.toUpperCase() },
        })
      ).data,
    ).toMatchObject({
      name: 'Marta Verdi',
      pending_email: null,
    })
    expect(await linksTo(marta.email, 'undo')).toEqual([])
  })
  test('of an account that nobody has entered yet is corrected at once without a proof, unless it is taken [users.50]', async () => {
    const [wrong, right] = [fresh(), fresh()]
    const { data: invited } = await caller.call(users.create, {
      body: { name: 'Nuovo', email: wrong, role: 'view' },
    })
    const correct = (email: string) =>
      caller.call(users.update, { params: { id: invited.id }, body: { email } })
    expect((await correct(right)).data).toMatchObject({ email: right, pending_email: null })
    const refusal = await correct(marta.email)
    expect([refusal.status, fieldsOf(refusal)]).toEqual([422, ['email']])
    expect([
      (await linksTo(wrong, 'reset')).length,
      (await linksTo(right, 'reset')).length,
    ]).toEqual([1, 1])
  })
  test('of one’s own is confirmed as well', async () => {
    const email = fresh()
    expect((await change(email, PASSWORD, boss.id)).data).toMatchObject({
      email: boss.email,
      pending_email: email,
    })
    await confirm(await newest(email, 'confirm'))
    expect(await signsIn(email)).toBe(200)
  })
  test('replaces an earlier one that waits, and is mailed once when it is requested twice', async () => {
    const [first, second] = [fresh(), fresh()]
    await change(first)
    await change(second)
    await change(second)
    expect((await confirm(await newest(first, 'confirm'))).failure.code).toBe('link_used')
    expect(await linksTo(second, 'confirm')).toHaveLength(1)
    expect((await confirm(await newest(second, 'confirm'))).data).toEqual({ email: second })
  })
  test('can be taken back by the old one before it counts', async () => {
    const email = fresh()
    await change(email)
    expect((await undo(await newest(marta.email, 'undo'))).data).toEqual({
      email: marta.email,
      restored: false,
    })
    expect([
      (await confirm(await newest(email, 'confirm'))).status,
      await signsIn(marta.email),
    ]).toEqual([422, 200])
  })
  test.each(['the first mail', 'the last mail'])(
    'can be taken back by the old one within a week, by the link of %s, after any further change, and a new password is chosen [users.40]',
    async which => {
      const [old, thief, further] = [marta.email, fresh(), fresh()]
      await change(thief)
      await confirm(await newest(thief, 'confirm'))
      const theirs = app.with(
        (await stranger().call(login, { body: { email: thief, password: PASSWORD } })).data.token,
      )
      const machine = app.with(
        (await theirs.call(createToken, { body: { name: 'x', role: 'view', password: PASSWORD } }))
          .data.token,
      )
      await change(further)
      await confirm(await newest(further, 'confirm'))
      const links = await linksTo(old, 'undo')
      expect(
        (await undo((which === 'the first mail' ? links[0] : links.at(-1)) ?? '')).data,
      ).toEqual({ email: old, restored: true })
      expect([
        (await theirs.call(profile, {})).status,
        (await machine.call(users.list, { query: {} })).status,
      ]).toEqual([401, 401])
      expect([await signsIn(old), await signsIn(thief), await signsIn(further)]).toEqual([
        401, 401, 401,
      ])
      // the thief cannot undo it either
      expect((await undo(await newest(thief, 'undo'))).status).toBe(422)
      const body = {
        token: await newest(old, 'reset'),
        email: old,
        password: 'Nuova!2027x',
        password_confirmation: 'Nuova!2027x',
      }
      expect((await stranger().call(resetPassword, { body })).status).toBe(200)
      expect(await signsIn(old, 'Nuova!2027x')).toBe(200)
    },
  )
  test('can neither be confirmed nor taken back after a week', async () => {
    const [old, late, email] = [marta.email, fresh(), fresh()]
    await change(late)
    const token = await newest(late, 'confirm')
    app.clock.now += 8 * DAY
    expect((await confirm(token)).failure.code).toBe('link_expired')
    caller = await app.as(boss)
    await change(email)
    await confirm(await newest(email, 'confirm'))
    app.clock.now += 6 * DAY
    const elsewhere = await app.as(await app.make.user((await app.make.customer()).id, 'edit'))
    const make = () =>
      elsewhere.call(users.create, { body: { name: 'Ladro', email: old, role: 'view' } })
    expect((await make()).status).toBe(422)
    app.clock.now += 2 * DAY
    expect((await undo(await newest(old, 'undo'))).failure.code).toBe('link_expired')
    expect(
      (
        await (
          await app.as(await app.make.user((await app.make.customer()).id, 'edit'))
        ).call(users.create, { body: { name: 'Altra', email: old, role: 'view' } })
      ).status,
    ).toBe(201)
  })
  test('is refused when another account has taken it meanwhile', async () => {
    const email = fresh()
    await change(email)
    await app.make.user((await app.make.customer()).id, 'view', { email })
    expect((await confirm(await newest(email, 'confirm'))).status).toBe(409)
  })
  test('of an unused invitation is corrected at once, and no account can be taken by way of the printing role', async () => {
    const [typo, right] = [fresh(), fresh()]
    const { id } = (
      await caller.call(users.create, { body: { name: 'Invitata', email: typo, role: 'view' } })
    ).data
    expect((await change(right, PASSWORD, id)).data).toMatchObject({
      email: right,
      pending_email: null,
    })
    expect(await linksTo(right, 'reset')).toHaveLength(1)
    for (const role of ['printing', 'view'] as const)
      await caller.call(users.update, { params: { id: marta.id }, body: { role } })
    expect((await change(fresh())).data.email).toBe(marta.email)
  })
  test('is not confirmed by an unknown token', async () => {
    await change(fresh())
    for (const answer of [
      await confirm('x'),
      await undo('x'),
      await confirm(await newest(marta.email, 'undo')),
    ])
      expect([answer.status, fieldsOf(answer)]).toEqual([422, ['token']])
  })
})

describe('a person who makes accounts', () => {
  const make = (email: string) =>
    caller.call(users.create, { body: { name: 'Qualcuno', email, role: 'view' } })
  test('learns of at most twenty addresses an hour that they belong to another company, and then nothing more', async () => {
    const theirs = await app.make.user((await app.make.customer()).id)
    const answers: number[] = []
    for (let i = 0; i < 22; i++) answers.push((await make(theirs.email)).status)
    expect([answers.filter(s => s === 422).length, answers.filter(s => s === 429).length]).toEqual([
      20, 2,
    ])
    // free and taken addresses get the same answer
    expect((await make(fresh())).status).toBe(429)
    app.clock.now += DAY / 24
    caller = await app.as(boss)
    expect((await make(fresh())).status).toBe(201)
  })
  test('may try addresses of the own company without a limit', async () => {
    for (let i = 0; i < 22; i++) expect((await make(marta.email)).status).toBe(422)
    expect((await make(fresh())).status).toBe(201)
  })
  test('mails no more invitations than a company may mail in an hour, and five a day to one address', async () => {
    const smallApp = await testApp({ env: { FLOTTA_MAILS_PER_COMPANY: '3' } })
    try {
      const { id } = await smallApp.make.customer()
      const editor = await smallApp.as(await smallApp.make.user(id, 'edit'))
      const invited: number[] = []
      for (let i = 0; i < 5; i++)
        invited.push(
          (
            await editor.call(users.create, {
              body: { name: 'Nuovo', email: fresh(), role: 'view' },
            })
          ).status,
        )
      expect(invited).toEqual([201, 201, 201, 429, 429])
      const { rows } = await smallApp.ctx.pool.query(
        'select count(*)::int as mails, (select count(*)::int from users where customer_id = $1) as users from mails',
        [id],
      )
      expect(rows).toEqual([{ mails: 3, users: 4 }])
    } finally {
      await smallApp.close()
    }
    const victim = fresh()
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) {
      statuses.push((await change(victim)).status)
      if (i < 5) await change(fresh())
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })
  test('makes no more accounts than a company may have', async () => {
    const smallApp = await testApp({ env: { FLOTTA_USERS_PER_COMPANY: '3' } })
    try {
      const editor = await smallApp.as(
        await smallApp.make.user((await smallApp.make.customer()).id, 'edit'),
      )
      const twoAtOnce = () =>
        Promise.all(
          [1, 2].map(() =>
            editor.call(users.create, { body: { name: 'Nuovo', email: fresh(), role: 'view' } }),
          ),
        )
      const statuses = [...(await twoAtOnce()), ...(await twoAtOnce())]
        .map(a => a.status)
        .toSorted()
      expect(statuses).toEqual([201, 201, 409, 409])
    } finally {
      await smallApp.close()
    }
  })
})

describe('a password', () => {
  const set = (password: string, id: number) =>
    caller.call(setPrintingPassword, {
      params: { id },
      body: { password, password_confirmation: password },
    })
  test('that is common or resembles its person is refused, for printing users too [auth.59]', async () => {
    const printer = await app.make.user(marta.customer_id, 'printing', {
      name: 'Magazzino Nord',
      email: 'magazzino.nord@rossi.example',
    })
    for (const password of ['password1', 'QWERTYUIOP', 'Magazzino1', 'nord-magazzino'])
      expect([
        password,
        (await set(password, printer.id)).status,
        fieldsOf(await set(password, printer.id)),
      ]).toEqual([password, 422, ['password']])
    expect((await set('scarico merci', printer.id)).status).toBe(200)
    await stranger().call(forgotPassword, { body: { email: marta.email } })
    await app.server.settled()
    const body = {
      token: await newest(marta.email, 'reset'),
      email: marta.email,
      password: 'Marta-Rossi1',
      password_confirmation: 'Marta-Rossi1',
    }
    const like = await stranger().call(resetPassword, { body })
    expect([like.status, fieldsOf(like)]).toEqual([422, ['password']])
  })
  test('is needed again to make an API token', async () => {
    const bare = await caller.call(createToken, { body: { name: 'x', role: 'view' } })
    expect([bare.status, bare.failure.code, fieldsOf(bare)]).toEqual([
      403,
      'step_up_required',
      ['password'],
    ])
    const wrong = await caller.call(createToken, {
      body: { name: 'x', role: 'view', password: 'Sbagliata!1' },
    })
    expect([wrong.status, fieldsOf(wrong)]).toEqual([422, ['password']])
    expect(
      (await caller.call(createToken, { body: { name: 'x', role: 'view', password: PASSWORD } }))
        .status,
    ).toBe(201)
  })
})
