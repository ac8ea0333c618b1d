// The rules of drivers; search, paging, conflicts and tenants are tested for every managed entity elsewhere.
import { HOUR } from '@flotta/core/time.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { current, setActivity } from '../activities/contract.ts'
import { drivers } from './contract.ts'
import { makeDriver } from './testing.ts'

let app: TestApp
let caller: Caller
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
const company = async (configurations: Readonly<Record<string, string>> = {}) => {
  const { id } = await app.make.customer({ configurations })
  caller = await app.as(await app.make.user(id, 'edit'))
  return id
}
const mario = { name: 'Mario', surname: 'Rossi' }

describe('one driver', () => {
  test('needs only a name and a surname, has null elsewhere, and is active [drivers.2, drivers.8]', async () => {
    await company()
    const answer = await caller.call(drivers.create, { body: mario })
    expect([answer.status, answer.data]).toEqual([
      201,
      {
        id: expect.any(Number),
        ...mario,
        license: null,
        license_expiration_date: null,
        ibutton_id: null,
        phone_number: null,
        email: null,
        note: null,
        active: 1,
        private_trips: false,
      },
    ])
  })
  test('has its phone stored as E.164 and its mail in lower case, and a change with null or "" clears a field while a missing one stays [api.40, api.41, api.65]', async () => {
    await company()
    const body = {
      ...mario,
      phone_number: '0523 123456',
      email: 'Mario@Example.com',
      license_expiration_date: '2029-05-31',
      license: ' U1A234567B ',
    }
    const { data } = await caller.call(drivers.create, { body })
    expect(data).toMatchObject({
      phone_number: '+390523123456',
      email: 'mario@example.com',
      license_expiration_date: '2029-05-31',
      license: 'U1A234567B',
    })
    const changed = await caller.call(drivers.update, {
      params: { id: data.id },
      body: { phone_number: '', email: null, note: 'Notti' },
    })
    expect(changed.data).toEqual({ ...data, phone_number: null, email: null, note: 'Notti' })
  })
  test.each<[string, object, readonly string[]]>([
    ['no name', { surname: 'Rossi' }, ['name']],
    ['blank names', { name: ' ', surname: '' }, ['name', 'surname']],
    ['an invalid mail', { ...mario, email: 'mario' }, ['email']],
    ['an invalid phone', { ...mario, phone_number: 'chiamami' }, ['phone_number']],
    ['digits that no phone has', { ...mario, phone_number: '12' }, ['phone_number']],
    [
      'an impossible day',
      { ...mario, license_expiration_date: '2029-02-30' },
      ['license_expiration_date'],
    ],
    [
      'a day with a time',
      { ...mario, license_expiration_date: '2029-02-01T00:00:00Z' },
      ['license_expiration_date'],
    ],
    ['a card of zeros', { ...mario, ibutton_id: '00000000' }, ['ibutton_id']],
    ['half active', { ...mario, active: 2 }, ['active']],
    ['too long a note', { ...mario, note: 'x'.repeat(1_001) }, ['note']],
  ])('%s is refused on its field [api.61, api.64]', async (_, body, fields) => {
    await company()
    const answer = await caller.call(drivers.create, { body: body as typeof mario })
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, fields])
  })
  test('has a licence that ends on a day of the calendar [api.60]', async () => {
    await company()
    const ending = async (license_expiration_date: string) =>
      (await caller.call(drivers.create, { body: { ...mario, license_expiration_date } })).status
    expect([
      await ending('0000-01-01'),
      await ending('1899-12-31'),
      await ending('2027-02-29'),
      await ending('2028-02-29'),
    ]).toEqual([422, 422, 422, 201])
  })
  test('has a card that no other active driver of the company has, in any spelling [drivers.15, drivers.16]', async () => {
    await company()
    const { data: first } = await caller.call(drivers.create, {
      body: { ...mario, ibutton_id: '01A2B3C4D5E6F708' },
    })
    const again = () =>
      caller.call(drivers.create, {
        body: { name: 'Anna', surname: 'Bo', ibutton_id: '08 f7 e6 d5 c4 b3 a2 01' },
      })
    const refused = await again()
    expect([refused.status, Object.keys(refused.failure.data ?? {})]).toEqual([422, ['ibutton_id']])
    await caller.call(drivers.update, { params: { id: first.id }, body: { active: 0 } })
    expect((await again()).status).toBe(201)
    const back = await caller.call(drivers.update, {
      params: { id: first.id },
      body: { active: 1 },
    })
    expect([back.status, Object.keys(back.failure.data ?? {})]).toEqual([422, ['ibutton_id']])
    await company()
    expect((await again()).status).toBe(201)
  })
})

describe('the list', () => {
  test('is sorted by surname, and searched by name, surname, both together, licence and note [drivers.3]', async () => {
    const id = await company()
    await makeDriver(app.ctx.db, id, {
      name: 'Mario',
      surname: 'Rossi',
      license: 'U1ABC',
      email: 'nobody@example.com',
    })
    await makeDriver(app.ctx.db, id, { name: 'Ada', surname: 'Bianchi', note: 'Patente ADR' })
    await makeDriver(app.ctx.db, id, { name: 'Zoe', surname: 'bianchi', active: 0 })
    const namesFor = async (search: string) =>
      (await caller.call(drivers.list, { query: { search } })).data.map(
        d => `${d.name} ${d.surname}`,
      )
    expect(await namesFor('')).toEqual(['Ada Bianchi', 'Zoe bianchi', 'Mario Rossi'])
    expect(await namesFor('MARIO')).toEqual(['Mario Rossi'])
    expect(await namesFor('bianchi')).toEqual(['Ada Bianchi', 'Zoe bianchi'])
    expect(await namesFor('mario rossi')).toEqual(['Mario Rossi'])
    expect(await namesFor('Rossi Mar')).toEqual(['Mario Rossi'])
    expect(await namesFor('u1a')).toEqual(['Mario Rossi'])
    expect(await namesFor('adr')).toEqual(['Ada Bianchi'])
    expect(await namesFor('nobody')).toEqual([])
  })
  test('is filtered by active or inactive, and pickers get only the active drivers [drivers.9]', async () => {
    const id = await company()
    await makeDriver(app.ctx.db, id, { name: 'A', active: 1 })
    await makeDriver(app.ctx.db, id, { name: 'B', active: 0 })
    const named = async (query: { active?: number }) =>
      (await caller.call(drivers.list, { query })).data.map(d => d.name).sort()
    expect([await named({}), await named({ active: 1 }), await named({ active: 0 })]).toEqual([
      ['A', 'B'],
      ['A'],
      ['B'],
    ])
    expect((await caller.call(drivers.list, { query: { active: 2 } })).status).toBe(422)
    expect(await named({ active: '' as never })).toEqual(['A', 'B'])
    expect((await caller.call(drivers.all, {})).data.map(d => d.name)).toEqual(['A'])
  })
})

describe('the limit', () => {
  test('refuses further drivers with a sentence, counts inactive drivers, and no longer counts removed ones [api.17, drivers.10, drivers.11]', async () => {
    const id = await company({ max_drivers: '2' })
    const { data: first } = await caller.call(drivers.create, { body: mario })
    await makeDriver(app.ctx.db, id, { active: 0 })
    const refused = await caller.call(drivers.create, { body: mario }, { language: 'en' })
    expect([refused.status, refused.failure.code, refused.failure.message]).toEqual([
      409,
      'conflict',
      expect.stringContaining('Maximum number of drivers'),
    ])
    await caller.call(drivers.remove, { params: { id: first.id } })
    expect((await caller.call(drivers.create, { body: mario })).status).toBe(201)
  })
  test('is fifty unless it is set [drivers.12]', async () => {
    const id = await company()
    for (let i = 0; i < 49; i++) await makeDriver(app.ctx.db, id)
    expect((await caller.call(drivers.create, { body: mario })).status).toBe(201)
    expect((await caller.call(drivers.create, { body: mario })).status).toBe(409)
  })
  test('counts two requests at the same moment one after the other', async () => {
    await company({ max_drivers: '1' })
    const answers = await Promise.all(
      [1, 2].map(() => caller.call(drivers.create, { body: mario })),
    )
    expect(answers.map(b => b.status).sort()).toEqual([201, 409])
  })
})

test.each<['inactive' | 'removed']>([['inactive'], ['removed']])(
  'the activity in progress ends when its driver is %s',
  async how => {
    const id = await company()
    const vehicle = await app.make.vehicle(id)
    const driver = await makeDriver(app.ctx.db, id)
    const params = { id: vehicle.id }
    await caller.call(setActivity, {
      params,
      body: { from: new Date(app.clock.now - HOUR).toISOString(), driverId: driver.id },
    })
    if (how === 'removed') await caller.call(drivers.remove, { params: { id: driver.id } })
    else await caller.call(drivers.update, { params: { id: driver.id }, body: { active: 0 } })
    expect((await caller.call(current, { params })).data).toBeNull()
  },
)
