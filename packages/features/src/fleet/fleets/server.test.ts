import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp, type User } from '../../testing/app.ts'
import { bulk, fleets, setFleet } from './contract.ts'

let app: TestApp
let user: User
let caller: Caller
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
const someone = async (role: 'view' | 'edit' = 'edit') => {
  const { id } = await app.make.customer()
  user = await app.make.user(id, role)
  caller = await app.as(user)
  return id
}
const nord = { code: 'NORD', description: 'Nord Italia', color: '#2e51bb' }

describe('the six calls', () => {
  test('make, read, change and remove a fleet, and each write answers the whole record [api.37, api.38, api.39, fleets.1]', async () => {
    await someone()
    const answer = await caller.call(fleets.create, { body: { ...nord, code: '  NORD ' } })
    expect([answer.status, answer.data]).toEqual([201, { id: expect.any(Number), ...nord }])
    const { id } = answer.data
    expect((await caller.call(fleets.one, { params: { id } })).data).toEqual({ id, ...nord })
    const changed = await caller.call(fleets.update, {
      params: { id },
      body: { description: 'Alta Italia' },
    })
    expect([changed.status, changed.data]).toEqual([
      200,
      { id, ...nord, description: 'Alta Italia' },
    ])
    const removed = await caller.call(fleets.remove, { params: { id } })
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect((await caller.call(fleets.one, { params: { id } })).status).toBe(404)
    expect((await caller.call(fleets.remove, { params: { id } })).status).toBe(404)
  })
  test('make many fleets in one call, all or none, name each fault with its place in the list, and refuse a viewer [fleets.24]', async () => {
    await someone()
    const sud = { ...nord, code: 'SUD' }
    const refused = await caller.call(bulk, { body: [nord, sud, { ...nord, code: 'nord' }] })
    expect([refused.status, Object.keys(refused.failure.data ?? {})]).toEqual([422, ['2.code']])
    expect((await caller.call(fleets.all, {})).data).toEqual([])
    const headers = { 'idempotency-key': 'sheet-1' }
    const stored = await caller.call(bulk, { body: [nord, sud] }, { headers })
    expect([stored.status, stored.data.map(fleet => fleet.code)]).toEqual([201, ['NORD', 'SUD']])
    const again = await caller.call(bulk, { body: [nord, sud] }, { headers })
    expect([again.status, again.data]).toEqual([201, stored.data])
    await someone('view')
    expect((await caller.call(bulk, { body: [nord] })).status).toBe(403)
  })
  test('refuse a required field that is missing or cleared [api.42, fleets.2]', async () => {
    await someone()
    const missing = await caller.call(fleets.create, { body: { code: 'A' } as never })
    expect([missing.status, Object.keys(missing.failure.data ?? {})]).toEqual([
      422,
      ['description', 'color'],
    ])
    const { id } = (await caller.call(fleets.create, { body: nord })).data
    expect(
      Object.keys(
        (await caller.call(fleets.update, { params: { id }, body: { code: '' } })).failure.data ??
          {},
      ),
    ).toEqual(['code'])
    expect(
      Object.keys(
        (await caller.call(fleets.update, { params: { id }, body: { color: null as never } }))
          .failure.data ?? {},
      ),
    ).toEqual(['color'])
  })
  test('list fleets in pages, and find them without regard to case, accents and spaces, while % and _ are ordinary characters [api.46, api.49, api.52, api.53, fleets.5]', async () => {
    await someone()
    for (const [code, description] of [
      ['b1', 'Città e periferia'],
      ['A 1', 'Ø 50_%'],
      ['C1', 'Straße'],
    ] as const)
      await caller.call(fleets.create, { body: { code, description, color: '#000000' } })
    const codesFor = async (search: string) =>
      (await caller.call(fleets.list, { query: { search } })).data.map(f => f.code)
    expect(await codesFor('')).toEqual(['A 1', 'b1', 'C1'])
    expect(await codesFor('CITTA')).toEqual(['b1'])
    expect(await codesFor('cit tàe')).toEqual(['b1'])
    expect(await codesFor('a1')).toEqual(['A 1'])
    expect(await codesFor('50_')).toEqual(['A 1'])
    expect(await codesFor('_')).toEqual(['A 1'])
    expect(await codesFor('%')).toEqual(['A 1'])
    expect(await codesFor('STRASSE')).toEqual(['C1'])
    expect(await codesFor('5_')).toEqual([])
    expect(await codesFor('\\')).toEqual([])
    const second = await caller.call(fleets.list, { query: { page: 2, per_page: 2 } })
    expect([second.data.map(f => f.code), second.meta]).toEqual([
      ['C1'],
      { current_page: 2, total_pages: 2, per_page: 2, total: 3 },
    ])
    expect((await caller.call(fleets.all, {})).data.map(f => f.code)).toEqual(['A 1', 'b1', 'C1'])
  })
  test('keep a code unique in its customer in any case, and free it once its fleet is removed [api.8, fleets.3, fleets.4]', async () => {
    await someone()
    const { id } = (await caller.call(fleets.create, { body: nord })).data
    const again = await caller.call(
      fleets.create,
      { body: { ...nord, code: 'nord' } },
      { language: 'en' },
    )
    expect([again.status, again.failure.code, again.failure.data]).toEqual([
      422,
      'invalid',
      { code: ['It is already in use'] },
    ])
    const sud = (await caller.call(fleets.create, { body: { ...nord, code: 'SUD' } })).data
    expect(
      (await caller.call(fleets.update, { params: { id: sud.id }, body: { code: 'Nord' } })).status,
    ).toBe(422)
    await caller.call(fleets.remove, { params: { id } })
    expect(
      (await caller.call(fleets.update, { params: { id: sud.id }, body: { code: 'Nord' } })).status,
    ).toBe(200)
    await someone()
    expect((await caller.call(fleets.create, { body: nord })).status).toBe(201)
  })
  test('take letters with an accent in any case for the same code, but not letters without the accent', async () => {
    await someone()
    await caller.call(fleets.create, { body: { ...nord, code: 'CITTÀ' } })
    const createWith = (code: string) => caller.call(fleets.create, { body: { ...nord, code } })
    expect(
      [await createWith('città'), await createWith('citta\u0300'), await createWith('citta')].map(
        x => x.status,
      ),
    ).toEqual([422, 422, 201])
    expect((await createWith('Città')).failure.data).toEqual({ code: ['È già in uso'] })
  })
  test('refuse a write over a newer change by somebody else, while the last write wins without If-Match [api.16, api.43, api.44]', async () => {
    await someone()
    const { id } = (await caller.call(fleets.create, { body: nord })).data
    const etag = (await caller.call(fleets.one, { params: { id } })).headers.etag ?? ''
    const first = await caller.call(
      fleets.update,
      { params: { id }, body: { code: 'A' } },
      { headers: { 'if-match': etag } },
    )
    expect(first.status).toBe(200)
    const stale = await caller.call(
      fleets.update,
      { params: { id }, body: { code: 'B' } },
      { headers: { 'if-match': etag } },
    )
    expect([stale.status, stale.failure.code]).toEqual([409, 'conflict'])
    expect(
      (await caller.call(fleets.remove, { params: { id } }, { headers: { 'if-match': etag } }))
        .status,
    ).toBe(409)
    expect(
      (
        await caller.call(
          fleets.update,
          { params: { id }, body: { code: 'C' } },
          { headers: { 'if-match': first.headers.etag ?? '' } },
        )
      ).status,
    ).toBe(200)
    expect(
      (await caller.call(fleets.update, { params: { id }, body: { code: 'D' } })).data.code,
    ).toBe('D')
  })
  test('refuse the second of two writes at the same moment', async () => {
    await someone()
    const { id } = (await caller.call(fleets.create, { body: nord })).data
    const etag = (await caller.call(fleets.one, { params: { id } })).headers.etag ?? ''
    const answers = await Promise.all(
      ['A', 'B'].map(code =>
        caller.call(
          fleets.update,
          { params: { id }, body: { code } },
          { headers: { 'if-match': etag } },
        ),
      ),
    )
    expect(answers.map(b => b.status).sort()).toEqual([200, 409])
  })
})

describe('vehicles in fleets', () => {
  test('go into a fleet, into another and out again, and are without one when the fleet is removed [vehicles.44]', async () => {
    const customer_id = await someone()
    const vehicle = await app.make.vehicle(customer_id)
    const [a, b] = [await app.make.fleet(customer_id, 'A'), await app.make.fleet(customer_id, 'B')]
    const setFleetTo = async (fleet_id: number | null) =>
      (await caller.call(setFleet, { params: { id: vehicle.id }, body: { fleet_id } })).data
        .fleet_id
    expect([
      await setFleetTo(a.id),
      await setFleetTo(b.id),
      await setFleetTo(null),
      await setFleetTo(null),
      await setFleetTo(b.id),
    ]).toEqual([a.id, b.id, null, null, b.id])
    await caller.call(fleets.remove, { params: { id: b.id } })
    expect(await setFleetTo(null)).toBeNull()
  })
  test('cannot be put into an unknown or a foreign fleet, which are refused with the same bytes [fleets.14]', async () => {
    const otherFleet = await app.make.fleet(await someone(), 'X')
    const customer_id = await someone()
    const { id } = await app.make.vehicle(customer_id)
    const [foreign, unknown] = [
      await caller.call(setFleet, { params: { id }, body: { fleet_id: otherFleet.id } }),
      await caller.call(setFleet, { params: { id }, body: { fleet_id: 2_000_000_000 } }),
    ]
    expect([foreign.status, Object.keys(foreign.failure.data ?? {})]).toEqual([422, ['fleet_id']])
    expect(unknown.text).toBe(foreign.text)
  })
  test('are grouped by a guest in fleets of its own, while the owner’s fleets stay', async () => {
    const owner = await someone()
    const vehicle = await app.make.vehicle(owner)
    const ownFleet = await app.make.fleet(owner, 'OWN', [vehicle.id])
    const guest_id = await someone()
    const mine = await app.make.fleet(guest_id, 'MINE')
    expect(
      (await caller.call(setFleet, { params: { id: vehicle.id }, body: { fleet_id: mine.id } }))
        .status,
    ).toBe(404)
    await app.make.agreement(vehicle.id, guest_id, 2)
    expect(
      (await caller.call(setFleet, { params: { id: vehicle.id }, body: { fleet_id: mine.id } }))
        .data.fleet_id,
    ).toBe(mine.id)
    const rows = await app.ctx.db
      .selectFrom('fleet_vehicles')
      .select(['customer_id', 'fleet_id'])
      .where('vehicle_id', '=', vehicle.id)
      .execute()
    expect(rows).toEqual(
      expect.arrayContaining([
        { customer_id: owner, fleet_id: ownFleet.id },
        { customer_id: guest_id, fleet_id: mine.id },
      ]),
    )
  })
})
