import { HOUR, MINUTE } from '@flotta/core/time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import * as vehicles from './contract.ts'
import { countSms } from './sms.ts'

let app: TestApp
let caller: Caller
let customer_id: number
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
const someone = async (
  role: 'view' | 'edit' = 'edit',
  configurations: Readonly<Record<string, string>> = {},
) => {
  customer_id = (await app.make.customer({ configurations })).id
  caller = await app.as(await app.make.user(customer_id, role))
}
const make = (values: Parameters<TestApp['make']['vehicle']>[1] = {}) =>
  app.make.vehicle(customer_id, values)
const putVehicle = (v: Vehicle, body: object, headers = {}) =>
  caller.call(vehicles.update, { params: { id: v.id }, body }, { headers, language: 'en' })
const getVehicle = (v: Vehicle) => caller.call(vehicles.vehicleById, { params: { id: v.id } })
const configurationsOf = async (v: Vehicle) =>
  Object.fromEntries((await getVehicle(v)).data.configurations.map(c => [c.parameter, c.value]))

describe('the owner’s edit', () => {
  test('sets the given fields, keeps missing ones, clears empty ones, and answers the whole record [vehicles.25]', async () => {
    await someone()
    const v = await make({ vehicle_type: 'V' })
    const first = await putVehicle(v, {
      plate: ' fr123kl ',
      serial: 'S1',
      model: 'Daily',
      color: '#112233',
      vehicle_type: 'U',
      vehicle_subtype: 'suv',
    })
    expect([first.status, first.data]).toMatchObject([
      200,
      {
        id: v.id,
        plate: 'FR123KL',
        serial: 'S1',
        model: 'Daily',
        color: '#112233',
        vehicle_type: 'U',
        vehicle_subtype: 'suv',
        rent: null,
        tire_rent: null,
      },
    ])
    expect((await putVehicle(v, { serial: '', model: null })).data).toMatchObject({
      plate: 'FR123KL',
      serial: null,
      model: null,
      color: '#112233',
    })
    expect((await putVehicle(v, {})).data).toEqual((await getVehicle(v)).data)
    expect((await putVehicle(v, { vehicle_type: 'T' })).data).toMatchObject({
      vehicle_type: 'T',
      vehicle_subtype: null,
    })
  })
  test.each([
    [{ plate: '' }, { plate: ['This field is required'] }],
    [{ plate: null }, { plate: ['This field is required'] }],
    [{ plate: 'x'.repeat(21) }, { plate: ['At most 20 characters'] }],
    [{ vehicle_type: 'X' }, { vehicle_type: ['Choose one of the allowed values'] }],
    [{ vehicle_subtype: 'suv' }, { vehicle_subtype: ['Only vehicles of type U have a subtype'] }],
    [{ color: 'green' }, { color: [expect.stringContaining('#2e51bb')] }],
    [
      {
        configurations: [
          { parameter: 'speed_limit_kmh', value: '300' },
          { parameter: 'lights', value: 'on' },
        ],
      },
      {
        configurations: [
          'speed_limit_kmh: write a whole number from 10 to 250',
          'lights: unknown parameter',
        ],
      },
    ],
  ])('with %j is refused, and nothing is stored [vehicles.30]', async (body, fields) => {
    await someone()
    const v = await make()
    const before = (await getVehicle(v)).data
    const answer = await putVehicle(v, { model: 'New', ...body })
    expect([answer.status, answer.failure.code, answer.failure.data]).toEqual([
      422,
      'invalid',
      fields,
    ])
    expect((await getVehicle(v)).data).toEqual(before)
  })
  test('keeps a plate unique in its customer in any case, and emoji and quotes as they are [vehicles.29]', async () => {
    await someone()
    const [a, b] = [await make({ plate: 'AA111AA' }), await make()]
    expect((await putVehicle(b, { plate: 'aa111aa' })).failure.data).toEqual({
      plate: ['It is already in use'],
    })
    expect(
      (await putVehicle(a, { plate: 'aa111aa', model: `🚚 "O'Hara" <b>` })).data,
    ).toMatchObject({
      plate: 'AA111AA',
      model: `🚚 "O'Hara" <b>`,
    })
    // blanks make no other plate
    expect((await putVehicle(b, { plate: 'AA 111 AA' })).failure.data).toEqual({
      plate: ['It is already in use'],
    })
    expect((await putVehicle(a, { plate: 'AA 111 AA' })).data.plate).toBe('AA 111 AA')
    await someone()
    expect((await putVehicle(await make(), { plate: 'AA111AA' })).status).toBe(200)
  })
  test('vehicles that share a plate but for its blanks already go on, and one of them can be given another [vehicles.29]', async () => {
    await someone()
    const [a, b] = [await make({ plate: 'BB222BB' }), await make({ plate: 'BB 222 CC' })]
    // as a migration leaves the second of two
    await sql`alter table vehicles disable trigger plate_key`.execute(app.ctx.db)
    await sql`update vehicles set plate = 'BB 222 BB', plate_key = null where id = ${b.id}`.execute(
      app.ctx.db,
    )
    await sql`alter table vehicles enable trigger plate_key`.execute(app.ctx.db)
    expect((await putVehicle(b, { model: 'New', plate: 'BB 222 BB' })).data).toMatchObject({
      plate: 'BB 222 BB',
      model: 'New',
    })
    expect((await putVehicle(a, { plate: 'BB 222  BB' })).status).toBe(200)
    expect((await putVehicle(b, { plate: 'BB 333 BB' })).status).toBe(200)
    expect((await putVehicle(b, { plate: 'BB222BB' })).status).toBe(422)
  })
  test('merges configurations, removes one with an empty value, and keeps unknown ones, which may be sent again [vehicles.26, vehicles.27, vehicles.28]', async () => {
    await someone()
    const v = await make()
    await app.ctx.pool.query(
      `update vehicles set configurations = '{"old_word":"x","max_load_kg":"900"}' where id = $1`,
      [v.id],
    )
    await putVehicle(v, { configurations: [{ parameter: 'speed_limit_kmh', value: '80' }] })
    expect(await configurationsOf(v)).toEqual({
      old_word: 'x',
      max_load_kg: '900',
      speed_limit_kmh: '80',
    })
    const all = (await getVehicle(v)).data.configurations
    expect(
      (
        await putVehicle(v, {
          configurations: all.map(c => (c.parameter === 'max_load_kg' ? { ...c, value: '' } : c)),
        })
      ).status,
    ).toBe(200)
    expect(await configurationsOf(v)).toEqual({ old_word: 'x', speed_limit_kmh: '80' })
  })
  test('is refused with 409 when somebody else has saved meanwhile, and loses nothing', async () => {
    await someone()
    const v = await make()
    const etag = (await getVehicle(v)).headers.etag ?? ''
    const mine = await putVehicle(v, { model: 'Mine' }, { 'if-match': etag })
    expect(mine.status).toBe(200)
    expect((await putVehicle(v, { model: 'Theirs' }, { 'if-match': etag })).failure.code).toBe(
      'conflict',
    )
    expect((await getVehicle(v)).data.model).toBe('Mine')
    expect(
      (await putVehicle(v, { model: 'Again' }, { 'if-match': mine.headers.etag ?? '' })).status,
    ).toBe(200)
    expect((await putVehicle(v, { model: 'Whoever' }, { 'if-match': '*' })).status).toBe(200)
    expect((await putVehicle(v, { model: 'Last' })).status).toBe(200)
  })
  test('is no conflict with a vehicle that drives on meanwhile, though its answer changes [vehicles.31]', async () => {
    await someone()
    const v = await make()
    await app.make.state(v.id)
    const before = await getVehicle(v)
    await app.ctx.pool.query(
      'update vehicle_state set odometer = odometer + 5000 where vehicle_id = $1',
      [v.id],
    )
    const after = await getVehicle(v)
    expect(after.headers.etag).not.toBe(before.headers.etag)
    const unchanged = await caller.call(
      vehicles.vehicleById,
      { params: { id: v.id } },
      { headers: { 'if-none-match': after.headers.etag ?? '' } },
    )
    expect(unchanged.status).toBe(304)
    expect(
      (await putVehicle(v, { model: 'Driven' }, { 'if-match': before.headers.etag ?? '' })).status,
    ).toBe(200)
  })
  test('is for the edit role of the owner alone, and nobody makes or removes vehicles [access.13, api.35, api.36]', async () => {
    await someone('view')
    const v = await make()
    expect((await putVehicle(v, { model: 'x' })).status).toBe(403)
    const guest = await app.make.customer()
    await app.make.agreement(v.id, guest.id, 2)
    const reader = await app.as(await app.make.user(guest.id, 'control'))
    expect(
      (await reader.call(vehicles.update, { params: { id: v.id }, body: { model: 'x' } })).status,
    ).toBe(404)
    for (const [method, url] of [
      ['POST', '/api/v1/vehicles'],
      ['DELETE', `/api/v1/vehicles/${v.id}`],
      ['POST', '/api/v1/tractors'],
      ['PUT', `/api/v1/tractors/${v.id}`],
      ['DELETE', `/api/v1/tractors/${v.id}`],
    ] as const) {
      const answer = await app.server.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${caller.token}` },
        payload: {},
      })
      expect([method, url, answer.statusCode]).toEqual([method, url, 405])
    }
  })
  test.each([
    ['kilometre correction', vehicles.setKmOffset, { km_offset: 7 }],
    ['logging interval', vehicles.setLogInterval, { value: 900 }],
  ] as const)('is the only way to change the %s [access.15]', async (_, call, body) => {
    await someone()
    const { id } = await make()
    const guest = await app.make.customer()
    await app.make.agreement(id, guest.id, 2)
    const answers = [
      caller,
      await app.as(await app.make.user(customer_id, 'view')),
      await app.as(await app.make.user(guest.id, 'control')),
      await app.as(await app.make.user((await app.make.customer()).id, 'control')),
    ].map(
      async who =>
        (
          await who.call(call as typeof vehicles.setKmOffset, {
            params: { id },
            body: body as { km_offset: number },
          })
        ).status,
    )
    expect(await Promise.all(answers)).toEqual([200, 403, 404, 404])
  })
  test('of the speed limit holds for later records, while earlier records keep the earlier limit', async () => {
    await someone()
    const v = await make()
    const limit = (value: string) =>
      putVehicle(v, { configurations: [{ parameter: 'speed_limit_kmh', value }] })
    const before = async () =>
      (
        await app.ctx.pool.query(
          'select configurations, until from vehicle_facts_before where vehicle_id = $1',
          [v.id],
        )
      ).rows
    await limit('70')
    expect(await before()).toEqual([])
    const moment = Date.parse('2026-01-02T03:04:05Z')
    await app.make.state(v.id, { message_datetime: new Date(moment) })
    await limit('80')
    await limit('90')
    expect(await before()).toEqual([
      { configurations: { speed_limit_kmh: '70' }, until: new Date(moment + 1) },
    ])
  })
})

test('the logging interval has nothing to do with the status [vehicles.16]', async () => {
  await someone()
  const v = await make()
  await app.make.device(v.id, { reporting_interval: 60 })
  const silentSince = new Date(app.clock.now - 10 * MINUTE)
  await app.make.state(v.id, { message_datetime: silentSince, ignition: true })
  const intervals = async () => {
    const { status, reporting_interval, log_interval } = (await getVehicle(v)).data
    return [status, reporting_interval, log_interval]
  }
  expect(await intervals()).toEqual([vehicles.connectionStatus.disconnected, 60, 900])
  const hour = { params: { id: v.id }, body: { value: 3_600 } } as const
  expect((await caller.call(vehicles.setLogInterval, hour)).status).toBe(200)
  expect(await intervals()).toEqual([vehicles.connectionStatus.disconnected, 60, 3_600])
})
test('a vehicle of which nothing comes stays what it was, moving too [vehicles.80]', async () => {
  await someone()
  const v = await make()
  await app.make.device(v.id)
  const since = new Date(app.clock.now - 30 * HOUR)
  await app.make.state(v.id, { message_datetime: since, motion: 'moving', motion_since: since })
  expect((await getVehicle(v)).data).toMatchObject({
    status: vehicles.connectionStatus.disconnected,
    motion: 'moving',
    motion_since: since.toISOString(),
  })
})
test('the ownership has a call of its own, and takes only known values [vehicles.48, vehicles.50]', async () => {
  await someone()
  const v = await make()
  expect(
    (
      await caller.call(vehicles.setOwnershipType, {
        params: { id: v.id },
        body: { ownership_type: 2 },
      })
    ).data.ownership_type,
  ).toBe(2)
  expect(
    (
      await caller.call(vehicles.setOwnershipType, {
        params: { id: v.id },
        body: { ownership_type: 3 as never },
      })
    ).status,
  ).toBe(422)
  expect(
    (
      await caller.call(vehicles.setTireOwnership, {
        params: { id: v.id },
        body: { tire_ownership: 1 },
      })
    ).data.tire_ownership,
  ).toBe(1)
  expect(
    (
      await caller.call(vehicles.setTireOwnership, {
        params: { id: v.id },
        body: { tire_ownership: 2 as never },
      })
    ).status,
  ).toBe(422)
})

describe('lists', () => {
  test('are searched by plate, serial and model, and filtered by fleet and activity [vehicles.33, vehicles.34]', async () => {
    await someone()
    const [a, b, c] = [
      await make({ plate: 'LA 100' }),
      await make({ plate: 'LB100' }),
      await make({ plate: 'LC100' }),
    ]
    await app.make.device(a.id)
    await app.ctx.pool.query('update vehicles set retired = true where id = $1', [c.id])
    await putVehicle(b, { model: 'Città 50%' })
    const fleet = await app.make.fleet(customer_id, 'NORD', [b.id])
    const platesFor = async (query: object) =>
      (await caller.call(vehicles.list, { query })).data.map(v => v.plate)
    expect(await platesFor({ search: 'la1' })).toEqual(['LA 100'])
    expect(await platesFor({ search: 'citta50%' })).toEqual(['LB100'])
    expect(await platesFor({ search: '_' })).toEqual([])
    expect(await platesFor({ fleet_id: fleet.id })).toEqual(['LB100'])
    expect([
      await platesFor({ active: 0 }),
      await platesFor({ active: 1 }),
      await platesFor({ active: 2 }),
    ]).toEqual([['LC100'], ['LB100'], ['LA 100']])
    for (const active of [0, 1, 2] as const)
      expect(
        (await caller.call(vehicles.list, { query: { active } })).data.map(v => v.active),
      ).toEqual([active])
    expect((await caller.call(vehicles.list, { query: { active: 3 } as never })).status).toBe(422)
    const otherCustomer = await app.make.customer()
    const theirs = await app.make.fleet(otherCustomer.id, 'SUD')
    const [unknown, another] = [2_000_000_000, theirs.id].map(fleet_id =>
      caller.call(vehicles.list, { query: { fleet_id } }),
    )
    expect([(await unknown)?.status, (await another)?.text]).toEqual([422, (await unknown)?.text])
    const items = (await caller.call(vehicles.all, {})).data
    expect(items).toEqual([
      expect.objectContaining({ plate: 'LA 100', unit_code: expect.any(String) }),
      expect.objectContaining({
        plate: 'LB100',
        model: 'Città 50%',
        active: 1,
        fleet_id: fleet.id,
      }),
      expect.objectContaining({ plate: 'LC100', active: 0 }),
    ])
    expect(items[0]).not.toHaveProperty('active')
    expect(items[0]).not.toHaveProperty('owned')
  })
  test('have the SMS of this month, in the customer’s zone, only with SMS alerts [vehicles.36, vehicles.37]', async () => {
    await someone('edit', { alert_sms: '1' })
    const v = await make()
    const sms = (at: string, of = customer_id) =>
      countSms(app.ctx.db, {
        customer_id: of,
        vehicle_id: v.id,
        at: Date.parse(at),
        timezone: 'Europe/Rome',
      })
    const { now } = app.clock
    app.clock.now = Date.parse('2026-11-15T12:00:00Z')
    const reader = await app.as(await app.make.user(customer_id, 'view'))
    await sms('2026-10-31T22:30:00Z')
    await sms('2026-10-31T23:30:00Z')
    await sms('2026-11-15T11:00:00Z')
    await sms('2026-11-15T11:00:00Z', (await app.make.customer()).id)
    expect((await reader.call(vehicles.vehiclesWithRent, { query: {} })).data).toMatchObject([
      { id: v.id, rent: null, current_month_sms_count: 2 },
    ])
    expect((await reader.call(vehicles.all, {})).data).toMatchObject([
      { id: v.id, current_month_sms_count: 2 },
    ])
    app.clock.now = now
    await someone()
    await make()
    expect(
      (await caller.call(vehicles.vehiclesWithRent, { query: {} })).data[0],
    ).not.toHaveProperty('current_month_sms_count')
    expect((await caller.call(vehicles.all, {})).data[0]).not.toHaveProperty(
      'current_month_sms_count',
    )
  })
  test('of tractors have only types T and M [vehicles.43]', async () => {
    await someone()
    const [t, m, v] = [
      await make({ plate: 'T1', vehicle_type: 'T' }),
      await make({ plate: 'M1', vehicle_type: 'M' }),
      await make({ vehicle_type: 'V' }),
    ]
    const listed = await caller.call(vehicles.tractors, { query: {} })
    expect([listed.data.map(x => x.id), listed.meta.total]).toEqual([[m.id, t.id], 2])
    expect((await caller.call(vehicles.allTractors, {})).data.map(x => x.plate)).toEqual([
      'M1',
      'T1',
    ])
    expect((await caller.call(vehicles.tractorById, { params: { id: t.id } })).data.plate).toBe(
      'T1',
    )
    expect((await caller.call(vehicles.tractorById, { params: { id: v.id } })).status).toBe(404)
  })
})

test('the types have names in the reader’s language, and each has a picture by its letter [vehicles.38, vehicles.39, vehicles.40]', async () => {
  await someone('view')
  const named = async (language: 'it' | 'de') =>
    (await caller.call(vehicles.types, {}, { language })).data
  expect(await named('it')).toContainEqual({ id: 'M', name: 'Motrice', subtypes: [] })
  expect(await named('de')).toContainEqual({
    id: 'U',
    name: 'Pkw',
    subtypes: ['none', 'pickup', 'city_car', 'berlina', 'suv', 'electric'],
  })
  const picture = await caller.call(vehicles.typeImage, { params: { id: 'M' } })
  expect([picture.status, picture.headers['content-type'], picture.text.slice(0, 4)]).toEqual([
    200,
    'image/svg+xml',
    '<svg',
  ])
  expect((await caller.call(vehicles.typeImage, { params: { id: 'X' } })).status).toBe(404)
})
