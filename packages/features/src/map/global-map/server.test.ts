// Pins, and the satellite layer through the server.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as vehicles from '../../fleet/vehicles/contract.ts'
import type { LatestEntry } from '../../telemetry/pipeline/latest.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { allPins, onePin, Pin, pins, satelliteTile } from './contract.ts'
import { pinsOf } from './queries.ts'

const MINUTE = 60_000
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const company = async () => {
  const customer = await app.make.customer()
  return { customer, caller: await app.as(await app.make.user(customer.id)) }
}
const connect = (device_id: number, last_seen: number, closed: boolean) =>
  app.ctx.pool.query(
    `insert into connections (device_id, gateway, session, protocol, address, opened_at, last_seen_at, closed_at) values ($1, 'g', gen_random_uuid(), 'teltonika', '10.0.0.1', $2, $2, $3)
     on conflict (device_id) do update set last_seen_at = $2, closed_at = $3`,
    [device_id, new Date(last_seen), closed ? new Date(last_seen) : null],
  )

test('the reads of all pins and of one pin answer the same, and a retired vehicle has no pin [map.3, map.5]', async () => {
  const { customer, caller } = await company()
  const [a, b] = [
    await app.make.vehicle(customer.id, { plate: 'AA1' }),
    await app.make.vehicle(customer.id, { plate: 'BB1' }),
  ]
  expect((await caller.call(allPins, {})).data).toEqual((await caller.call(pins, {})).data)
  expect((await caller.call(onePin, { params: { id: a.id } })).data).toMatchObject({
    id: a.id,
    vehicle_id: a.id,
    plate: 'AA1',
  })
  await app.ctx.pool.query('update vehicles set retired = true where id = $1', [b.id])
  expect((await caller.call(onePin, { params: { id: b.id } })).status).toBe(404)
})

const NO_MOTION = { motion: null, motion_since: null }
describe('a pin', () => {
  test('has what is known of the vehicle and leaves out what is not, but for an unknown motion [map.1, map.9, map.10, map.11]', async () => {
    const { customer, caller } = await company()
    const bare = await app.make.vehicle(customer.id, { plate: 'BARE01' })
    const full = await app.make.vehicle(customer.id, { plate: 'FULL01', vehicle_type: 'T' })
    const device = await app.make.device(full.id)
    const fleet = await app.make.fleet(customer.id, 'Nord', [full.id])
    await app.make.agreement(full.id, customer.id, 2)
    await app.make.agreement(full.id, customer.id, 3)
    await app.make.state(full.id, {
      latest: { temperature: [app.clock.now, { T1: -18.5, T2: 4, T3: null, T4: null }] },
    })
    await app.make.incident(full.id, 1)
    const now = new Date(app.clock.now).toISOString()
    expect((await caller.call(pins, {})).data).toEqual([
      {
        id: bare.id,
        vehicle_id: bare.id,
        plate: 'BARE01',
        vehicle_type: 'V',
        status: 2,
        ...NO_MOTION,
      },
      {
        id: full.id,
        vehicle_id: full.id,
        plate: 'FULL01',
        vehicle_type: 'T',
        status: 1,
        ...NO_MOTION,
        fleet_id: fleet.id,
        unit_code: device.unit_code,
        latitude: 45.4642,
        longitude: 9.19,
        direction: 90,
        speed: 50,
        moving: true,
        ignition: true,
        message_datetime: now,
        gps_datetime: now,
        T1: -18.5,
        T2: 4,
        active_alerts: [{ alert_id: 1, customer_id: null, created_at: now }],
        active_agreements: [2, 3],
      },
    ])
  })
  test('of the owner shows temperatures only with the agreement for temperatures', async () => {
    const { customer, caller } = await company()
    const vehicle = await app.make.vehicle(customer.id)
    await app.make.state(vehicle.id, {
      latest: { temperature: [app.clock.now, { T1: 4, T2: null, T3: null, T4: null }] },
    })
    expect((await caller.call(pins, {})).data[0]).not.toHaveProperty('T1')
  })
  test('of a reefer shows, each with its agreement, whether the unit runs, its setpoints, its sensors and compartments and its power supply [map.7, map.8]', async () => {
    const { customer, caller } = await company()
    const configurations = JSON.stringify({
      fridge_temperature_sensors_number: '2',
      fridge_compartments_number: '3',
    })
    const [vehicle, unset] = [
      await app.make.vehicle(customer.id),
      await app.make.vehicle(customer.id),
    ]
    await app.ctx.pool.query('update vehicles set configurations = $2 where id = $1', [
      vehicle.id,
      configurations,
    ])
    const fridge = { overall_status: 1, setpoint_t1: -20, setpoint_t2: 4, setpoint_t3: null }
    const latest: Record<string, LatestEntry> = {
      temperature: [app.clock.now, { T1: -19, T2: 4.5, T3: null, T4: null }],
      fridge: [app.clock.now, fridge],
      power: [
        app.clock.now,
        { external_voltage: 27.1, battery_voltage: 4, battery_capacity: 90, sleep_mode: 0 },
      ],
    }
    for (const { id } of [vehicle, unset]) await app.make.state(id, { latest })
    const guest = await app.make.customer()
    const guestCaller = await app.as(await app.make.user(guest.id))
    const pinFields = async (by: Caller) => {
      const {
        overall_status,
        setpoint_t1,
        setpoint_t2,
        setpoint_t3,
        fridge_temperature_sensors_number,
        fridge_compartments_number,
        general_status,
      } = (await by.call(pins, {})).data.find(p => p.id === vehicle.id) as Pin
      return [
        overall_status,
        setpoint_t1,
        setpoint_t2,
        setpoint_t3,
        fridge_temperature_sensors_number,
        fridge_compartments_number,
        general_status,
      ]
    }
    const blank = Array.from({ length: 7 }, () => undefined)
    expect(await pinFields(caller)).toEqual(blank)
    await app.make.agreement(vehicle.id, customer.id, 17)
    expect(await pinFields(caller)).toEqual([1, -20, 4, undefined, 2, 3, undefined])
    await app.make.agreement(vehicle.id, customer.id, 27)
    expect(await pinFields(caller)).toEqual([1, -20, 4, undefined, 2, 3, 1])
    await app.make.agreement(vehicle.id, guest.id, 2)
    expect(await pinFields(guestCaller)).toEqual(blank)
    await app.make.agreement(vehicle.id, guest.id, 3, app.clock.now - 1_000)
    expect(await pinFields(guestCaller)).toEqual([1, -20, 4, undefined, 2, 3, undefined])
    await app.make.agreement(unset.id, customer.id, 3)
    const plain = (await caller.call(pins, {})).data.find(p => p.id === unset.id)
    expect(plain).toMatchObject({ overall_status: 1, setpoint_t1: -20 })
    expect(plain).not.toHaveProperty('fridge_compartments_number')
  })
  test('is not made of retired vehicles [map.2]', async () => {
    const { customer, caller } = await company()
    const vehicle = await app.make.vehicle(customer.id)
    await app.ctx.pool.query('update vehicles set retired = true where id = $1', [vehicle.id])
    expect((await caller.call(pins, {})).data).toEqual([])
    expect((await caller.call(vehicles.list, { query: {} })).data[0]?.active).toBe(0)
  })
  test('made by hand has nothing that the contract does not name', async () => {
    const { customer } = await company()
    const vehicle = await app.make.vehicle(customer.id)
    await app.make.device(vehicle.id)
    await app.make.state(vehicle.id)
    for (const pin of await pinsOf(app.ctx, customer.id))
      expect(Pin.strict().parse(pin)).toEqual(pin)
  })
})

test('the status follows the connection, then the time, and the ETag follows the status [vehicles.12, vehicles.13, vehicles.42, telemetry.46]', async () => {
  const customer = await app.make.customer()
  const user = await app.make.user(customer.id)
  const vehicle = await app.make.vehicle(customer.id)
  const device = await app.make.device(vehicle.id)
  await app.make.state(vehicle.id, { ignition: false })
  await connect(device.id, app.clock.now, false)
  const pinsNow = async () => {
    const caller = await app.as(user)
    const status = (await pinsOf(app.ctx, customer.id))[0]?.status
    const counts = (await caller.call(vehicles.statistics, {})).data
    expect(counts.find(c => c.status === status)?.total).toBe(1)
    expect(
      (await caller.call(vehicles.vehicleById, { params: { id: vehicle.id } })).data.status,
    ).toBe(status)
    return status
  }
  const first = await (await app.as(user)).call(pins, {})
  app.clock.now += 60 * MINUTE
  expect(await pinsNow()).toBe(1)
  await connect(device.id, app.clock.now - 4 * MINUTE, true)
  expect(await pinsNow()).toBe(1)
  await connect(device.id, app.clock.now - 6 * MINUTE, true)
  expect(await pinsNow()).toBe(0)
  const again = await app.as(user)
  await vi.waitFor(async () =>
    expect(
      (await again.call(pins, {}, { headers: { 'if-none-match': first.headers.etag ?? '' } }))
        .status,
    ).toBe(200),
  )
  app.clock.now += 25 * 60 * MINUTE
  expect(await pinsNow()).toBe(2)
})

test('many readers who ask at once get one answer, compressed or not', async () => {
  const { customer, caller } = await company()
  for (let i = 0; i < 20; i++) await app.make.vehicle(customer.id)
  const answers = await Promise.all(Array.from({ length: 8 }, () => caller.call(pins, {})))
  expect(new Set(answers.map(a => a.headers.etag)).size).toBe(1)
  const raw = await app.server.app.inject({
    url: '/api/v1/pins',
    headers: { authorization: `Bearer ${caller.token}`, 'accept-encoding': 'gzip' },
  })
  expect(raw.headers['content-encoding']).toBe('gzip')
  expect(raw.headers.etag).toBe(answers[0]?.headers.etag)
})

test('the next reading shows the new plate of a renamed vehicle', async () => {
  const { customer, caller } = await company()
  const vehicle = await app.make.vehicle(customer.id)
  await caller.call(pins, {})
  await app.ctx.pool.query(`update vehicles set plate = 'NEW01' where id = $1`, [vehicle.id])
  await vi.waitFor(async () => expect((await caller.call(pins, {})).data[0]?.plate).toBe('NEW01'))
})

describe('vehicles', () => {
  let caller: Caller
  beforeAll(async () => {
    const { make } = app
    const customer = await make.customer()
    caller = await app.as(await make.user(customer.id, 'edit'))
    const ids = []
    for (const plate of ['AA100BB', 'AA200BB', '50%OFF', 'UNDER_1'])
      ids.push(
        (await make.vehicle(customer.id, { plate, vehicle_type: plate === '50%OFF' ? 'T' : 'V' }))
          .id,
      )
    await make.fleet(customer.id, 'Sud', ids.slice(0, 1))
  })
  const plates = async (query: object) =>
    (await caller.call(vehicles.list, { query })).data.map(v => v.plate)

  test.each([
    [{}, ['50%OFF', 'AA100BB', 'AA200BB', 'UNDER_1']],
    [{ search: 'a' }, ['AA100BB', 'AA200BB']],
    [{ search: 'à à 1 00' }, ['AA100BB']],
    [{ search: '%' }, ['50%OFF']],
    [{ search: '_' }, ['UNDER_1']],
    [{ search: '\\' }, []],
    [{ per_page: 2, page: 2 }, ['AA200BB', 'UNDER_1']],
    [{ per_page: 2, page: 9 }, []],
  ])('of %j are %j', async (query, expected) => {
    expect(await plates(query)).toEqual(expected)
  })
  test('of one fleet are listed by its filter', async () => {
    const fleet_id =
      (await caller.call(vehicles.all, {})).data.find(v => v.plate === 'AA100BB')?.fleet_id ?? 0
    expect(await plates({ fleet_id })).toEqual(['AA100BB'])
  })
  test('are paged and counted [vehicles.41]', async () => {
    expect((await caller.call(vehicles.list, { query: { per_page: 3, page: 2 } })).meta).toEqual({
      current_page: 2,
      total_pages: 2,
      per_page: 3,
      total: 4,
    })
    expect((await caller.call(vehicles.typesStatistics, {})).data).toEqual([
      { vehicle_type: 'V', status: 2, total: 3 },
      { vehicle_type: 'T', status: 2, total: 1 },
    ])
  })
  test('keep the odometer offset and the log interval that their owner sets [vehicles.45, vehicles.46]', async () => {
    const [vehicle] = (await caller.call(vehicles.all, {})).data
    const params = { id: vehicle?.id ?? 0 }
    expect(
      (await caller.call(vehicles.setKmOffset, { params, body: { km_offset: -120 } })).data
        .km_offset,
    ).toBe(-120)
    expect(
      (await caller.call(vehicles.setLogInterval, { params, body: { value: 3600 } })).data
        .log_interval,
    ).toBe(3600)
    expect(
      (await caller.call(vehicles.setLogInterval, { params, body: { value: 60 as never } })).status,
    ).toBe(422)
    expect((await caller.call(vehicles.vehicleById, { params })).data).toMatchObject({
      km_offset: -120,
      log_interval: 3600,
      odometer: null,
    })
  })
})

test('satellite tiles come through the server, where they are configured and the customer has them [map.69, places.1]', async () => {
  let calls = 0
  const provider = createServer((request, response) => {
    calls++
    if (request.url === '/3/1/2.jpg')
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(Buffer.from([255, 216, 255]))
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<script>')
  })
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  const slowApp = await testApp({
    env: {
      FLOTTA_SATELLITE_TILES: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/{z}/{x}/{y}.jpg`,
    },
  })
  const having = await slowApp.as(
    await slowApp.make.user(
      (await slowApp.make.customer({ configurations: { maps_view_satellite: '1' } })).id,
    ),
  )
  const tile = { params: { z: 3, x: 1, y: 2 } }
  for (let i = 0; i < 2; i++) {
    const answer = await having.call(satelliteTile, tile)
    expect([
      answer.status,
      answer.headers['content-type'],
      answer.headers['x-content-type-options'],
    ]).toEqual([200, 'image/jpeg', 'nosniff'])
  }
  expect(calls).toBe(1)
  expect((await having.call(satelliteTile, { params: { z: 3, x: 1, y: 3 } })).status).toBe(503)
  expect((await having.call(satelliteTile, { params: { z: 1, x: 2, y: 0 } })).status).toBe(404)
  const without = await slowApp.as(await slowApp.make.user((await slowApp.make.customer()).id))
  expect((await without.call(satelliteTile, tile)).status).toBe(403)
  expect((await (await company()).caller.call(satelliteTile, tile)).status).toBe(404)
  await slowApp.close()
  provider.close()
})
