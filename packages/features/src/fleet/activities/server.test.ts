// Who drives what: no vehicle and no driver is in two activities, whoever makes changes in whatever order.
import type { Failure } from '@flotta/core/contract.ts'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pins } from '../../map/global-map/contract.ts'
import { updates, vehicleUpdates } from '../../map/live/contract.ts'
import { search } from '../../portal/search/contract.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { drivers } from '../drivers/contract.ts'
import { currentDrivers } from '../drivers/queries.ts'
import { makeDriver } from '../drivers/testing.ts'
import { vehicleById as oneVehicle } from '../vehicles/contract.ts'
import { current, history, list, setActivity } from './contract.ts'

let app: TestApp
let caller: Caller
let customer_id: number
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  customer_id = (await app.make.customer()).id
  caller = await app.as(await app.make.user(customer_id, 'edit'))
})
const ago = (ms: number) => new Date(app.clock.now - ms).toISOString()
const driver = async (values: Parameters<typeof makeDriver>[2] = {}) =>
  (await makeDriver(app.ctx.db, customer_id, values)).id
const vehicle = async (plate?: string) =>
  (await app.make.vehicle(customer_id, plate === undefined ? {} : { plate })).id
const start = (id: number, driverId: number, from: string, by = caller) =>
  by.call(setActivity, { params: { id }, body: { from, driverId } })
const end = (id: number, to: string) => caller.call(setActivity, { params: { id }, body: { to } })
const fields = (answer: { readonly failure: Failure }) => Object.keys(answer.failure.data ?? {})

describe('one activity', () => {
  test('is begun, shown and ended, and each answer is the whole activity [activities.1, activities.2, activities.3, activities.4, activities.5]', async () => {
    const [v, d] = [await vehicle('AB 123 CD'), await driver({ name: 'Mario', surname: 'Rossi' })]
    expect((await caller.call(current, { params: { id: v } })).data).toBeNull()
    const started = await start(v, d, ago(2 * HOUR))
    const record = {
      id: expect.any(Number),
      driver_id: d,
      vehicle_id: v,
      period_from: ago(2 * HOUR),
      period_to: null,
      origin: 'person',
      driver: { id: d, name: 'Mario', surname: 'Rossi' },
      vehicle: { id: v, plate: 'AB 123 CD', serial: null, vehicle_type: 'V' },
    }
    expect([started.status, started.data]).toEqual([200, record])
    expect((await caller.call(current, { params: { id: v } })).data).toEqual(record)
    const ended = await end(v, ago(HOUR))
    expect([ended.status, ended.data]).toEqual([200, { ...record, period_to: ago(HOUR) }])
    expect((await caller.call(current, { params: { id: v } })).data).toBeNull()
    expect((await caller.call(list, { query: {} })).data).toEqual([ended.data])
  })
  test('neither begins nor ends in the future, nor ends before its beginning, and a clock a few seconds ahead counts as now [activities.9, activities.10]', async () => {
    const [v, d] = [await vehicle(), await driver()]
    const early = await start(v, d, ago(-HOUR))
    expect([early.status, fields(early)]).toEqual([422, ['from']])
    expect((await start(v, d, ago(-3_000))).data.period_from).toBe(ago(0))
    const future = await end(v, ago(-HOUR))
    expect([future.status, fields(future)]).toEqual([422, ['to']])
    const before = await end(v, ago(HOUR))
    expect([before.status, fields(before)]).toEqual([422, ['to']])
    expect((await end(v, ago(0))).status).toBe(200)
  })
  test('must be in progress to be ended [activities.13]', async () => {
    const v = await vehicle()
    const none = await end(v, ago(0))
    expect([none.status, none.failure.code]).toEqual([409, 'conflict'])
    await start(v, await driver(), ago(HOUR))
    await end(v, ago(0))
    expect((await end(v, ago(0))).status).toBe(409)
  })
  test.each<[string, object, readonly string[]]>([
    ['nothing', {}, ['from', 'driverId']],
    ['a driver without a start', { driverId: 1 }, ['from']],
    ['a start without a driver', { from: '2026-01-01T00:00:00Z' }, ['driverId']],
    [
      'a start and an end',
      { from: '2026-01-01T00:00:00Z', driverId: 1, to: '2026-01-01T00:00:00Z' },
      ['to'],
    ],
    ['an impossible time', { to: 'adesso' }, ['to']],
  ])('%s is refused on its fields', async (_, body, expected) => {
    const answer = await caller.call(setActivity, { params: { id: await vehicle() }, body })
    expect([answer.status, fields(answer)]).toEqual([422, expected])
  })
  test('is refused with the same bytes for a driver that is unknown, another’s, inactive or removed [activities.14]', async () => {
    const v = await vehicle()
    const removed = await driver()
    await caller.call(drivers.remove, { params: { id: removed } })
    const others = (await makeDriver(app.ctx.db, (await app.make.customer()).id)).id
    const answers = await Promise.all(
      [2_000_000_000, others, await driver({ active: 0 }), removed].map(id =>
        start(v, id, ago(HOUR)),
      ),
    )
    expect(answers.map(a => [a.status, fields(a)])).toEqual(answers.map(() => [422, ['driverId']]))
    expect(new Set(answers.map(a => a.text)).size).toBe(1)
  })
})

describe('activities at the same time', () => {
  test('are refused for a vehicle that has a driver, with the name of the driver [activities.11]', async () => {
    const v = await vehicle('FR123KL')
    await start(v, await driver({ name: 'Mario', surname: 'Rossi' }), ago(HOUR))
    const refused = await start(v, await driver(), ago(0))
    expect([refused.status, refused.failure.code, refused.failure.message]).toEqual([
      409,
      'conflict',
      'FR123KL è già affidato a Mario Rossi: termina prima quell’attività.',
    ])
    expect((await start(v, await driver(), ago(2 * HOUR))).status).toBe(409)
  })
  test('are refused for a driver on another vehicle, with the plate of the vehicle [activities.12]', async () => {
    const d = await driver({ name: 'Mario', surname: 'Rossi' })
    await start(await vehicle('FR123KL'), d, ago(HOUR))
    const refused = await start(await vehicle(), d, ago(0))
    expect([refused.status, refused.failure.message]).toEqual([
      409,
      'Mario Rossi è già su FR123KL: termina prima quell’attività.',
    ])
  })
  test('are refused within one that has ended, but not at its very end', async () => {
    const [v, d] = [await vehicle('FR123KL'), await driver()]
    await start(v, d, ago(3 * HOUR))
    await end(v, ago(HOUR))
    const within = await start(v, await driver(), ago(2 * HOUR))
    expect([within.status, within.failure.message]).toEqual([
      409,
      expect.stringContaining('In quel momento FR123KL era affidato'),
    ])
    expect((await start(await vehicle(), d, ago(2 * HOUR))).status).toBe(409)
    expect((await start(v, d, ago(HOUR))).status).toBe(200)
  })
  test('of two requests for one vehicle or one driver become one, and the second is refused', async () => {
    const [v, d] = [await vehicle(), await driver()]
    const ofVehicle = await Promise.all(
      [await driver(), await driver()].map(id => start(v, id, ago(HOUR))),
    )
    expect(ofVehicle.map(a => a.status).sort()).toEqual([200, 409])
    const ofDriver = await Promise.all(
      [await vehicle(), await vehicle()].map(id => start(id, d, ago(HOUR))),
    )
    expect(ofDriver.map(a => a.status).sort()).toEqual([200, 409])
  })
  test('are refused by the database itself', async () => {
    const [v, w, d, e] = [await vehicle(), await vehicle(), await driver(), await driver()]
    const insertActivity = (
      vehicle_id: number,
      driver_id: number,
      from: number,
      to: number | null,
    ) =>
      app.ctx.db
        .insertInto('driver_activities')
        .values({
          customer_id,
          vehicle_id,
          driver_id,
          period_from: new Date(ago(from)),
          period_to: to === null ? null : new Date(ago(to)),
        })
        .execute()
    await insertActivity(v, d, 4 * HOUR, 2 * HOUR)
    await expect(insertActivity(v, e, 3 * HOUR, null)).rejects.toMatchObject({
      constraint: 'driver_activities_vehicle',
    })
    await expect(insertActivity(w, d, 3 * HOUR, HOUR)).rejects.toMatchObject({
      constraint: 'driver_activities_driver',
    })
    await insertActivity(v, d, 2 * HOUR, null)
  })
  test('do not hold a driver on a vehicle that the company no longer sees', async () => {
    const owner = (await app.make.customer()).id
    const shared = (await app.make.vehicle(owner)).id
    await app.make.agreement(shared, customer_id, 2, app.clock.now - DAY, app.clock.now + HOUR)
    const d = await driver()
    expect((await start(shared, d, ago(HOUR))).status).toBe(200)
    await sql`update vehicle_agreements set active_to = ${new Date(app.clock.now)} where vehicle_id = ${shared}`.execute(
      app.ctx.db,
    )
    expect((await start(await vehicle(), d, ago(0))).status).toBe(200)
  })
})

describe('the activities that people read', () => {
  test('are listed newest first, by driver, vehicle or fleet, and foreign ids are refused on their field [activities.7]', async () => {
    const [v, w, d, e] = [await vehicle(), await vehicle(), await driver(), await driver()]
    const fleet = await app.make.fleet(customer_id, 'NORD', [w])
    await start(v, d, ago(9 * HOUR))
    await end(v, ago(8 * HOUR))
    await start(w, d, ago(7 * HOUR))
    await end(w, ago(6 * HOUR))
    await start(v, e, ago(5 * HOUR))
    const listBy = async (query: object) =>
      (await caller.call(list, { query })).data.map(a => [a.vehicle_id, a.driver_id])
    expect(await listBy({})).toEqual([
      [v, e],
      [w, d],
      [v, d],
    ])
    expect(await listBy({ driver_id: d })).toEqual([
      [w, d],
      [v, d],
    ])
    expect(await listBy({ vehicle_id: v })).toEqual([
      [v, e],
      [v, d],
    ])
    expect(await listBy({ fleet_id: String(fleet.id) })).toEqual([[w, d]])
    const other_fleet = await app.make.fleet(customer_id, 'SUD', [v])
    expect(await listBy({ fleet_id: `${fleet.id},${other_fleet.id}` })).toHaveLength(3)
    expect(await listBy({ driver_id: d, vehicle_id: v })).toEqual([[v, d]])
    const page = await caller.call(list, { query: { page: 2, per_page: 2 } })
    expect([page.data.length, page.meta]).toEqual([
      1,
      { current_page: 2, total_pages: 2, per_page: 2, total: 3 },
    ])
    const otherCustomer = (await app.make.customer()).id
    const foreign = {
      driver_id: (await makeDriver(app.ctx.db, otherCustomer)).id,
      vehicle_id: (await app.make.vehicle(otherCustomer)).id,
      fleet_id: (await app.make.fleet(otherCustomer, 'X')).id,
    }
    for (const [field, id] of Object.entries(foreign)) {
      const answer = await caller.call(list, { query: { [field]: id } })
      expect([answer.status, fields(answer)]).toEqual([422, [field]])
      expect((await caller.call(list, { query: { [field]: 2_000_000_000 } })).text).toBe(
        answer.text,
      )
    }
  })
  test('leave out inactive drivers, and keep the name of a removed one [activities.19, activities.20]', async () => {
    const [v, w] = [await vehicle(), await vehicle()]
    const [gone, idle] = [await driver({ surname: 'Andato' }), await driver({ surname: 'Fermo' })]
    await start(v, gone, ago(HOUR))
    await start(w, idle, ago(HOUR))
    await caller.call(drivers.remove, { params: { id: gone } })
    await caller.call(drivers.update, { params: { id: idle }, body: { active: 0 } })
    expect((await caller.call(list, { query: {} })).data.map(a => a.driver.surname)).toEqual([
      'Andato',
    ])
    expect((await caller.call(list, { query: { driver_id: gone } })).data).toHaveLength(1)
    const request = { params: { id: w }, query: { period_from: ago(DAY), period_to: ago(0) } }
    expect((await caller.call(history, request)).data.map(a => a.driver.surname)).toEqual(['Fermo'])
  })
  test('of one vehicle are those that touch the period, newest first, of 31 days at most [activities.6]', async () => {
    const [v, d] = [await vehicle(), await driver()]
    for (const from of [9, 7, 5]) {
      await start(v, d, ago(from * DAY))
      await end(v, ago((from - 1) * DAY))
    }
    await start(await vehicle(), await driver(), ago(HOUR))
    const driversIn = async (from: number, to: number) =>
      (
        await caller.call(history, {
          params: { id: v },
          query: { period_from: ago(from), period_to: ago(to) },
        })
      ).data.map(a => a.period_from)
    expect(await driversIn(30 * DAY, 0)).toEqual([ago(5 * DAY), ago(7 * DAY), ago(9 * DAY)])
    expect(await driversIn(6.5 * DAY, 5.5 * DAY)).toEqual([ago(7 * DAY)])
    const long = await caller.call(history, {
      params: { id: v },
      query: { period_from: ago(40 * DAY), period_to: ago(0) },
    })
    expect([long.status, fields(long)]).toEqual([422, ['period_to']])
  })
})

describe('the owner of an activity', () => {
  test('is the company that entered it, so that a guest has activities of its own', async () => {
    const v = await vehicle()
    const guest_id = (await app.make.customer()).id
    const guest = await app.as(await app.make.user(guest_id, 'edit'))
    const theirs = (await makeDriver(app.ctx.db, guest_id)).id
    expect((await start(v, theirs, ago(HOUR), guest)).status).toBe(404)
    await app.make.agreement(v, guest_id, 2)
    await start(v, await driver(), ago(2 * HOUR))
    expect((await guest.call(current, { params: { id: v } })).data).toBeNull()
    expect((await start(v, theirs, ago(HOUR), guest)).data.driver_id).toBe(theirs)
    expect((await guest.call(list, { query: {} })).data.map(a => a.driver_id)).toEqual([theirs])
    expect((await caller.call(list, { query: {} })).data).toHaveLength(1)
  })
  test('cannot be a person with the view role, who may only read', async () => {
    const reader = await app.as(await app.make.user(customer_id, 'view'))
    const v = await vehicle()
    expect((await start(v, await driver(), ago(HOUR), reader)).status).toBe(403)
    expect((await reader.call(list, { query: {} })).status).toBe(200)
  })
})

describe('the driver at the wheel', () => {
  test('appears on the pin, the vehicle and in the search while the activity is in progress, and no longer [activities.25, search.6]', async () => {
    const [v, d] = [await vehicle('FR123KL'), await driver({ name: 'Nèlla', surname: 'De Rossi' })]
    await start(v, d, ago(HOUR))
    const name = { id: d, name: 'Nèlla', surname: 'De Rossi' }
    const driversShown = async () => [
      (await caller.call(pins, {})).data.map(p => p.driver),
      (await caller.call(oneVehicle, { params: { id: v } })).data.driver_activities,
      (await caller.call(search, { body: { query: 'nella derossi' } })).data.driver_vehicles?.data,
      (await caller.call(search, { body: { query: 'de rossi nel' } })).data.driver_vehicles?.data
        .length,
    ]
    expect(await driversShown()).toEqual([
      ['Nèlla De Rossi'],
      [{ driver: name }],
      [{ id: v, plate: 'FR123KL', serial: null, driver: name }],
      1,
    ])
    expect(await currentDrivers(app.ctx.db, customer_id, [v])).toEqual(new Map([[v, name]]))
    await end(v, ago(0))
    app.clock.now += 1_000
    expect(await driversShown()).toEqual([[undefined], [], [], 0])
    expect(await currentDrivers(app.ctx.db, customer_id)).toEqual(new Map())
  })
  test('appears in the updates at the beginning and at the end of the activity', async () => {
    const [v, w] = [await vehicle(), await vehicle()]
    await start(v, await driver(), ago(HOUR))
    app.clock.now += 5 * MINUTE
    const from = ago(0)
    expect((await caller.call(updates, { body: { from } })).data.pins).toEqual([])
    await start(w, await driver({ name: 'Eva', surname: 'Neri' }), ago(0))
    expect(
      (await caller.call(updates, { body: { from } })).data.pins.map(p => [p.id, p.driver]),
    ).toEqual([[w, 'Eva Neri']])
    app.clock.now += 5 * MINUTE
    const later = ago(0)
    await end(w, ago(0))
    expect(
      (await caller.call(updates, { body: { from: later } })).data.pins.map(p => [p.id, p.driver]),
    ).toEqual([[w, undefined]])
    expect(
      (await caller.call(vehicleUpdates, { params: { id: w }, query: { from: later } })).data.kinds,
    ).toContain('driver')
  })
})
