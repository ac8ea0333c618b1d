// A write that is repeated with the same Idempotency-Key is executed once and answered alike, such as an import whose answer was lost.
import { DAY } from '@flotta/core/time.ts'
import { forgetOldAnswers } from '@flotta/platform/idempotency.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drivers, eraseDriver } from '../../fleet/drivers/contract.ts'
import { fleets } from '../../fleet/fleets/contract.ts'
import { hubs, pois } from '../../map/areas/contract.ts'
import { type Caller, type TestApp, testApp, type User } from '../../testing/app.ts'

let app: TestApp
let customer_id: number
let user: User
let caller: Caller
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  customer_id = (await app.make.customer()).id
  user = await app.make.user(customer_id, 'edit')
  caller = await app.as(user)
})

const nord = { code: 'NORD', description: 'Nord Italia', color: '#2e51bb' }
const place = {
  name: 'Porto',
  code: 'P1',
  color: '#2e51bb',
  radius: 100,
  latitude: 45,
  longitude: 9,
}
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })
const fleet = (key: string, body: object = nord, by = caller) =>
  by.call(fleets.create, { body: body as typeof nord }, withKey(key))
const codes = async () => (await caller.call(fleets.all, {})).data.map(f => f.code)

describe('the same key and body', () => {
  test('are answered as the first time, with its ETag, and one record is made [api.72]', async () => {
    const first = await fleet('row-1')
    const again = await fleet('row-1')
    expect([again.status, again.text, again.headers.etag]).toEqual([
      201,
      first.text,
      first.headers.etag,
    ])
    expect(await codes()).toEqual(['NORD'])
    const changed = await caller.call(
      fleets.update,
      { params: { id: first.data.id }, body: { description: 'Alta Italia' } },
      { headers: { 'if-match': again.headers.etag ?? '' } },
    )
    expect(changed.status).toBe(200)
    expect((await fleet('row-1')).text).toBe(first.text)
  })
  test('are answered as the first time even if the record was removed meanwhile, and no record is made again', async () => {
    const first = await fleet('k')
    await caller.call(fleets.remove, { params: { id: first.data.id } })
    expect((await fleet('k')).text).toBe(first.text)
    expect(await codes()).toEqual([])
  })
  test('make one record when they arrive several times at once, and every request is answered with it', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => fleet('crowd')))
    expect(new Set(answers.map(a => a.text)).size).toBe(1)
    expect(answers.map(a => a.status)).toEqual([201, 201, 201, 201])
    expect(await codes()).toEqual(['NORD'])
  })
  test.each([
    ['hubs', hubs],
    ['pois', pois],
  ] as const)('hold for %s too, although these can be imported as well', async (_, areas) => {
    const texts = []
    for (let i = 0; i < 2; i++)
      texts.push((await caller.call(areas.create, { body: place }, withKey('k'))).text)
    expect(texts[1]).toBe(texts[0])
    expect((await caller.call(areas.list, { query: {} })).meta.total).toBe(1)
  })
})

describe('another request with that key', () => {
  test('is refused as a conflict, for another body or another kind of record [api.73]', async () => {
    await fleet('k')
    const otherAnswer = await caller.call(
      fleets.create,
      { body: { ...nord, code: 'SUD' } },
      { ...withKey('k'), language: 'en' },
    )
    expect([otherAnswer.status, otherAnswer.failure]).toEqual([
      409,
      { code: 'conflict', message: 'This Idempotency-Key belongs to another request' },
    ])
    expect((await caller.call(hubs.create, { body: place }, withKey('k'))).status).toBe(409)
    expect(await codes()).toEqual(['NORD'])
  })
  test('is accepted from another user, because each user has separate keys [api.75]', async () => {
    await fleet('k')
    const colleague = await app.as(await app.make.user(customer_id, 'edit'))
    expect((await fleet('k', { ...nord, code: 'SUD' }, colleague)).status).toBe(201)
    const stranger = await app.as(await app.make.user((await app.make.customer()).id, 'edit'))
    expect((await fleet('k', nord, stranger)).status).toBe(201)
    expect(await codes()).toEqual(['NORD', 'SUD'])
  })
  test('is accepted after a day [api.74]', async () => {
    await fleet('k')
    app.clock.now += DAY
    caller = await app.as(user)
    expect((await fleet('k')).status).toBe(422)
    expect((await fleet('k', { ...nord, code: 'SUD' })).status).toBe(201)
    expect((await fleet('k', { ...nord, code: 'SUD' })).status).toBe(201)
    expect(await codes()).toEqual(['NORD', 'SUD'])
  })
})

test('a refused request may be corrected and sent again with the same key', async () => {
  await fleet('first')
  expect((await fleet('second')).status).toBe(422)
  expect((await fleet('second', { ...nord, code: 'SUD' })).status).toBe(201)
})
test.each(['', 'with space', 'é', 'x'.repeat(201)])('%j is refused as a key', async key => {
  const answer = await fleet(key)
  expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([
    422,
    ['Idempotency-Key'],
  ])
})
test('without a key, every repeated write is carried out', async () => {
  const names = { name: 'Anna', surname: 'Verdi' }
  for (let i = 0; i < 2; i++) await caller.call(drivers.create, { body: names })
  expect((await caller.call(drivers.all, {})).data).toHaveLength(2)
})

describe('a stored answer', () => {
  const storedAnswers = async () =>
    (
      await app.ctx.pool.query<{ n: number }>(
        `select count(*)::int4 as n from answered_writes w join users u on u.id = w.user_id where u.customer_id = $1`,
        [customer_id],
      )
    ).rows[0]?.n
  test('is deleted after a day', async () => {
    await fleet('k')
    await forgetOldAnswers(app.ctx)
    expect(await storedAnswers()).toBe(1)
    app.clock.now += DAY
    await forgetOldAnswers(app.ctx)
    expect(await storedAnswers()).toBe(0)
  })
  test('about a driver is deleted when the driver is erased', async () => {
    const { id } = (
      await caller.call(drivers.create, { body: { name: 'Anna', surname: 'Verdi' } }, withKey('k'))
    ).data
    expect(await storedAnswers()).toBe(1)
    await caller.call(eraseDriver, { params: { id }, body: {} })
    expect(await storedAnswers()).toBe(0)
  })
})
