import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { active } from '../../alerts/incidents/contract.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import { search } from '../../portal/search/contract.ts'
import { alerts } from '../../services/eyegeo/alerts.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { hubs, hubsBulk, hubVehicles, pois, poisBulk, poiVehicles } from './contract.ts'
import { makeArea } from './testing.ts'

let app: TestApp
let caller: Caller
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
const someone = async (role: 'view' | 'edit' = 'edit') => {
  const { id } = await app.make.customer()
  caller = await app.as(await app.make.user(id, role))
  return id
}
const depot = {
  name: 'Deposito Nord',
  code: 'NORD',
  color: '#2e51bb',
  radius: 120,
  latitude: 45.4642,
  longitude: 9.19,
}
const wholeArea = { ...depot, shape: { type: 'circle' }, address: null, city: null, zip_code: null }

describe.each([
  ['hubs', hubs],
  ['pois', pois],
])('the six calls of %s', (_, areas) => {
  test('make, read, change and remove an area, and each write answers the whole record [areas.1]', async () => {
    await someone()
    const created = await caller.call(areas.create, {
      body: { ...depot, address: 'Via Roma 1', city: ' Milano ', zip_code: '20121' },
    })
    const record = {
      id: expect.any(Number),
      ...depot,
      shape: { type: 'circle' },
      address: 'Via Roma 1',
      city: 'Milano',
      zip_code: '20121',
    }
    expect([created.status, created.data]).toEqual([201, record])
    const { id } = created.data
    expect((await caller.call(areas.one, { params: { id } })).data).toEqual(record)
    const changed = await caller.call(areas.update, {
      params: { id },
      body: { radius: 300, address: '' },
    })
    expect([changed.status, changed.data]).toEqual([200, { ...record, radius: 300, address: null }])
    expect((await caller.call(areas.remove, { params: { id } })).status).toBe(204)
    expect((await caller.call(areas.one, { params: { id } })).status).toBe(404)
  })
  test('make many areas in one call, all or none, and name each fault with its place in the list [areas.47]', async () => {
    await someone()
    const bulk = areas === hubs ? hubsBulk : poisBulk
    const south = { ...depot, code: 'SUD' }
    const refused = await caller.call(bulk, {
      body: [depot, { ...south, radius: -1 }, { ...south, code: 'X', latitude: 91 }],
    })
    expect([refused.status, Object.keys(refused.failure.data ?? {})]).toEqual([
      422,
      ['1.radius', '2.latitude'],
    ])
    const twice = await caller.call(bulk, { body: [depot, south, depot] })
    expect([twice.status, Object.keys(twice.failure.data ?? {})]).toEqual([422, ['2.code']])
    expect((await caller.call(areas.all, {})).data).toEqual([])
    const stored = await caller.call(bulk, { body: [depot, south] })
    expect([stored.status, stored.data]).toEqual([
      201,
      [
        { id: expect.any(Number), ...wholeArea },
        { id: expect.any(Number), ...wholeArea, code: 'SUD' },
      ],
    ])
  })
  test.each<[string, object, string[]]>([
    [
      'nothing at all',
      { name: '', code: ' ', color: '', radius: null, latitude: null, longitude: null },
      ['name', 'code', 'color', 'radius', 'latitude', 'longitude'],
    ],
    ['a radius of none', { radius: 0.9 }, ['radius']],
    ['a radius of more than a kilometre', { radius: 1_000.5 }, ['radius']],
    ['a radius that is no number', { radius: '100' }, ['radius']],
    ['north of the pole', { latitude: 90.01 }, ['latitude']],
    ['beyond the date line', { longitude: -180.01 }, ['longitude']],
    ['a colour by its name', { color: 'red' }, ['color']],
    [
      'too much',
      { name: 'x'.repeat(101), code: 'x'.repeat(31), zip_code: 'x'.repeat(21) },
      ['name', 'code', 'zip_code'],
    ],
  ])(
    'refuse an area on its fields: %s [api.62, api.63, areas.2, areas.4]',
    async (_, wrong, fields) => {
      await someone()
      const answer = await caller.call(areas.create, { body: { ...depot, ...wrong } as never })
      expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, fields])
      expect((await caller.call(areas.all, {})).data).toEqual([])
    },
  )
  test('accept both ends of every range [areas.5]', async () => {
    await someone()
    for (const [code, latitude, longitude, radius] of [
      ['A', 90, 180, 1],
      ['B', -90, -180, 1000],
    ] as const)
      expect(
        (await caller.call(areas.create, { body: { ...depot, code, latitude, longitude, radius } }))
          .status,
      ).toBe(201)
  })
  test('keep a code unique in its customer in any case, and free it once its area is removed [areas.7, areas.9]', async () => {
    await someone()
    const { id } = (await caller.call(areas.create, { body: depot })).data
    const again = await caller.call(
      areas.create,
      { body: { ...depot, code: 'nord' } },
      { language: 'en' },
    )
    expect([again.status, again.failure.code, again.failure.data]).toEqual([
      422,
      'invalid',
      { code: ['It is already in use'] },
    ])
    const south = (await caller.call(areas.create, { body: { ...depot, code: 'SUD' } })).data
    const renamed = await caller.call(areas.update, {
      params: { id: south.id },
      body: { code: 'Nord' },
    })
    expect([renamed.status, Object.keys(renamed.failure.data ?? {})]).toEqual([422, ['code']])
    await caller.call(areas.remove, { params: { id } })
    expect(
      (await caller.call(areas.update, { params: { id: south.id }, body: { code: 'Nord' } }))
        .status,
    ).toBe(200)
    await someone()
    expect((await caller.call(areas.create, { body: depot })).status).toBe(201)
  })
  test('take letters with an accent in any case for the same code, but not letters without the accent', async () => {
    await someone()
    await caller.call(areas.create, { body: { ...depot, code: 'CITTÀ' } })
    const create = (code: string) => caller.call(areas.create, { body: { ...depot, code } })
    expect(
      [await create('città'), await create('citta\u0300'), await create('citta')].map(
        x => x.status,
      ),
    ).toEqual([422, 422, 201])
    expect((await create('Città')).failure.data).toEqual({ code: ['È già in uso'] })
  })
  test('take a polygon or a corridor, compute its centre and ignore a radius [areas.29, areas.32, areas.33, areas.34]', async () => {
    await someone()
    const { name, color } = depot
    const points = [
      [9.1, 45.4],
      [9.2, 45.4],
      [9.2, 45.5],
      [9.1, 45.5],
    ] as [number, number][]
    const polygon = { type: 'polygon', points } as const
    const created = await caller.call(areas.create, {
      body: { name, color, code: 'RING', shape: polygon, radius: 5_000 } as never,
    })
    expect([created.status, created.data]).toMatchObject([
      201,
      {
        radius: null,
        shape: polygon,
        latitude: expect.closeTo(45.45),
        longitude: expect.closeTo(9.15),
      },
    ])
    const params = { id: created.data.id }
    expect((await caller.call(areas.update, { params, body: { radius: 5 } })).data).toMatchObject({
      radius: null,
      shape: polygon,
    })
    const corridor = { type: 'corridor', points: points.slice(0, 2), width: 50 } as const
    expect(
      (await caller.call(areas.update, { params, body: { shape: corridor } })).data,
    ).toMatchObject({ shape: corridor, latitude: expect.closeTo(45.4), radius: null })
    expect((await caller.call(areas.all, {})).data).toMatchObject([{ shape: corridor }])
  })
  test.each<[string, object]>([
    [
      'crosses itself [areas.30]',
      [
        [9, 45],
        [9.2, 45.2],
        [9.2, 45],
        [9, 45.2],
      ],
    ],
    [
      'has two points',
      [
        [9, 45],
        [9.2, 45.2],
      ],
    ],
    ['has an impossible point', [[9, 45], [9.2], [9.1, 45.1]]],
    [
      'reaches beyond the earth [api.63]',
      [
        [9, 45],
        [9.1, 95],
        [9.1, 45.1],
      ],
    ],
    ['has too many points', Array.from({ length: 502 }, (_, i) => [9 + i / 1000, 45 + (i % 2)])],
  ])('refuse a polygon that %s on its shape', async (_, points) => {
    await someone()
    const { radius: _radius, ...rest } = depot
    const answer = await caller.call(areas.create, {
      body: { ...rest, shape: { type: 'polygon', points } } as never,
    })
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, ['shape']])
  })
  test('take a ring that is closed or not [areas.31]', async () => {
    await someone()
    const { radius: _radius, ...rest } = depot
    const points = [
      [9, 45],
      [9.1, 45],
      [9.1, 45.1],
      [9, 45],
    ] as [number, number][]
    const answer = await caller.call(areas.create, {
      body: { ...rest, shape: { type: 'polygon', points } } as never,
    })
    expect(answer.status).toBe(201)
  })
  test('find an area by code, name, address and city [areas.10]', async () => {
    await someone()
    for (const [code, more] of [
      ['ZETA', {}],
      ['a1', { name: 'Magazzino' }],
      ['B2', { address: 'Via dell’Artigianato' }],
      ['C3', { city: 'Forlì' }],
    ] as const)
      await caller.call(areas.create, { body: { ...depot, code, ...more } })
    const codesFor = async (words: string) =>
      (await caller.call(areas.list, { query: { search: words } })).data.map(a => a.code)
    expect([
      await codesFor(''),
      await codesFor('zet'),
      await codesFor('MAGAZZ'),
      await codesFor('artigianato'),
      await codesFor('forli'),
    ]).toEqual([['a1', 'B2', 'C3', 'ZETA'], ['ZETA'], ['a1'], ['B2'], ['C3']])
  })
  test('let a person who may only look change nothing', async () => {
    const customer_id = await someone('view')
    const id = await makeArea(app.ctx.db, areas === hubs ? 'hub' : 'poi', customer_id)
    expect((await caller.call(areas.one, { params: { id } })).status).toBe(200)
    for (const answer of [
      await caller.call(areas.create, { body: depot }),
      await caller.call(areas.update, { params: { id }, body: { radius: 5 } }),
      await caller.call(areas.remove, { params: { id } }),
    ])
      expect(answer.status).toBe(403)
  })
})

test('a hub and a point of interest may have the same code [areas.3, areas.8]', async () => {
  await someone()
  expect((await caller.call(hubs.create, { body: depot })).data).toMatchObject(wholeArea)
  expect((await caller.call(pois.create, { body: depot })).data).toMatchObject(wholeArea)
})
test('the global search finds hubs, each by colour, code and name [search.3]', async () => {
  await someone()
  const { id } = (await caller.call(hubs.create, { body: { ...depot, city: 'Segrate' } })).data
  await caller.call(pois.create, { body: depot })
  const hubsFor = async (query: string) =>
    (await caller.call(search, { body: { query } })).data.hubs?.data
  expect(await hubsFor('nord')).toEqual([
    { id, color: '#2e51bb', code: 'NORD', name: 'Deposito Nord' },
  ])
  expect(await hubsFor('segr')).toHaveLength(1)
  await someone()
  expect(await hubsFor('nord')).toEqual([])
})

describe('vehicles inside now', () => {
  const north = (metres: number) => Math.round((45.4642 + metres / 111_195.08) * 1e7)
  const plates = async (id: number, who = caller) =>
    (await who.call(hubVehicles, { params: { id }, query: {} })).data.map(v => v.plate)

  test('are those with their last position in the area, by plate, with the fleet that the caller gave them [areas.19]', async () => {
    const customer_id = await someone()
    const [b, a, far] = [
      await app.make.vehicle(customer_id, { plate: 'BB222BB' }),
      await app.make.vehicle(customer_id, { plate: 'AA111AA' }),
      await app.make.vehicle(customer_id, { plate: 'CC333CC' }),
    ]
    const fleet = await app.make.fleet(customer_id, 'F', [a.id])
    await app.make.vehicle(customer_id, { plate: 'NEVER' })
    await app.make.state(b.id, { latitude_e7: north(99) })
    await app.make.state(a.id)
    await app.make.state(far.id, { latitude_e7: north(101) })
    const id = await makeArea(app.ctx.db, 'hub', customer_id)
    const second = await caller.call(hubVehicles, {
      params: { id },
      query: { page: 2, per_page: 1 },
    })
    expect([second.data.map(v => v.plate), second.meta.total]).toEqual([['BB222BB'], 2])
    expect((await caller.call(hubVehicles, { params: { id }, query: {} })).data).toEqual([
      {
        id: a.id,
        plate: 'AA111AA',
        vehicle_type: a.vehicle_type,
        fleet_id: fleet.id,
        entered_at: null,
      },
      {
        id: b.id,
        plate: 'BB222BB',
        vehicle_type: b.vehicle_type,
        fleet_id: null,
        entered_at: null,
      },
    ])
    const poi = await makeArea(app.ctx.db, 'poi', customer_id, { radius: 50 })
    expect(
      (await caller.call(poiVehicles, { params: { id: poi }, query: {} })).data.map(v => v.plate),
    ).toEqual(['AA111AA'])
  })
  test('include a vehicle that was seen entering until it leaves the outer circle, with the time of its entry', async () => {
    const customer_id = await someone()
    const vehicle = await app.make.vehicle(customer_id)
    await app.make.state(vehicle.id, { latitude_e7: north(105) })
    const id = await makeArea(app.ctx.db, 'hub', customer_id)
    expect(await plates(id)).toEqual([])
    const incident = await app.make.incident(vehicle.id, alerts.hub_enter.id, customer_id)
    await app.ctx.db
      .updateTable('incidents')
      .set({ subject_id: id })
      .where('id', '=', incident)
      .execute()
    expect((await caller.call(hubVehicles, { params: { id }, query: {} })).data).toMatchObject([
      { plate: vehicle.plate, entered_at: new Date(app.clock.now).toISOString() },
    ])
  })
  test('show a guest only those whose position it may see [areas.20]', async () => {
    const owner = await someone()
    const [shown, hidden] = [
      await app.make.vehicle(owner, { plate: 'SHOWN' }),
      await app.make.vehicle(owner, { plate: 'HIDDEN' }),
    ]
    for (const { id } of [shown, hidden]) await app.make.state(id)
    const guest = await someone()
    await app.make.agreement(shown.id, guest, agreement.eyegeo)
    await app.make.agreement(hidden.id, guest, agreement.eyecold)
    expect(await plates(await makeArea(app.ctx.db, 'hub', guest))).toEqual(['SHOWN'])
  })
  test('are found across the date line too', async () => {
    const customer_id = await someone()
    const vehicle = await app.make.vehicle(customer_id)
    await app.make.state(vehicle.id, { latitude_e7: 0, longitude_e7: -1_799_999_000 })
    expect(
      await plates(
        await makeArea(app.ctx.db, 'hub', customer_id, { latitude: 0, longitude: 179.9999 }),
      ),
    ).toEqual([vehicle.plate])
  })
})

test('an open incident carries the name of its area, and is closed at once when the area is removed', async () => {
  const customer_id = await someone()
  const vehicle = await app.make.vehicle(customer_id)
  await app.make.agreement(vehicle.id, customer_id, agreement.eyegeo)
  const id = await makeArea(app.ctx.db, 'hub', customer_id)
  const incident = await app.make.incident(vehicle.id, alerts.hub_enter.id, customer_id)
  const data = JSON.stringify({ name: 'Deposito', code: 'D' })
  await app.ctx.db
    .updateTable('incidents')
    .set({ subject_id: id, data })
    .where('id', '=', incident)
    .execute()
  const open = async () => (await caller.call(active, { query: {} })).data
  expect(await open()).toMatchObject([{ code: 'hub_enter', subject: 'Deposito', customer_id }])
  await caller.call(hubs.remove, { params: { id } })
  expect(await open()).toEqual([])
})
