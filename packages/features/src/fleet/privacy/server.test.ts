// The log of looks at a vehicle, for its owner; and how a driver's data are exported and erased.
import { HOUR } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { data, history } from '../../services/eyegeo/contract.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { driverData, drivers, eraseDriver } from '../drivers/contract.ts'
import { makeDriver } from '../drivers/testing.ts'
import { looks } from './contract.ts'
import { deleteOldLooks } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ answers: true })
})
afterAll(() => app.close())
const iso = (at: number) => new Date(at).toISOString()

async function company(name: string) {
  const { id } = await app.make.customer({ name })
  const user = await app.make.user(id, 'edit', { name: `Person of ${name}` })
  return { id, user, caller: await app.as(user) }
}
const listLooks = async (caller: Caller, query: object = {}) =>
  (await caller.call(looks.list, { query })).data

test('the owner sees which people, guests among them, opened a vehicle’s position and track, how often and for which period [privacy.1, privacy.3]', async () => {
  const [owner, guest] = [await company('Nostra'), await company('Ospite')]
  const vehicle = await app.make.vehicle(owner.id, { plate: 'LOOK1' })
  for (const { id } of [owner, guest]) await app.make.agreement(vehicle.id, id, 2)
  const period = (from: number, to: number) => ({
    period_from: iso(app.clock.now - from * HOUR),
    period_to: iso(app.clock.now - to * HOUR),
  })
  await owner.caller.call(data, { params: { id: vehicle.id } })
  await guest.caller.call(history, { params: { id: vehicle.id }, query: period(5, 4) })
  await guest.caller.call(history, { params: { id: vehicle.id }, query: period(9, 8) })
  // the look is recorded after the answer
  await vi.waitFor(async () =>
    expect((await listLooks(owner.caller)).map(l => l.times).sort()).toEqual([1, 2]),
  )
  expect(await listLooks(owner.caller, { what: 'track' })).toEqual([
    expect.objectContaining({
      person: 'Person of Ospite',
      company: 'Ospite',
      plate: 'LOOK1',
      driver: null,
      what: 'track',
      times: 2,
      period_from: iso(app.clock.now - 9 * HOUR),
      period_to: iso(app.clock.now - 4 * HOUR),
    }),
  ])
  expect(await listLooks(guest.caller)).toEqual([])
})
test('the log never claims a look at the part of a day that was still to come, not even in older entries [privacy.5]', async () => {
  const { id, user, caller } = await company('Domani')
  const vehicle = await app.make.vehicle(id)
  await app.make.agreement(vehicle.id, id, 2)
  const [from, to] = [app.clock.now - 12 * HOUR, app.clock.now + 12 * HOUR]
  await caller.call(history, {
    params: { id: vehicle.id },
    query: { period_from: iso(from), period_to: iso(to) },
  })
  await vi.waitFor(async () =>
    expect(await listLooks(caller)).toMatchObject([
      { period_from: iso(from), period_to: iso(app.clock.now) },
    ]),
  )
  await app.ctx.pool.query('update looks set period_to = $2 where user_id = $1', [
    user.id,
    new Date(to),
  ])
  expect(await listLooks(caller)).toMatchObject([
    { period_from: iso(from), period_to: iso(app.clock.now) },
  ])
})
test('a panel that stays open counts as one look [privacy.4]', async () => {
  const { id, caller } = await company('Ferma')
  const vehicle = await app.make.vehicle(id)
  await app.make.agreement(vehicle.id, id, 2)
  const look = () => caller.call(data, { params: { id: vehicle.id } })
  await look()
  await vi.waitFor(async () => expect(await listLooks(caller)).toHaveLength(1))
  const began = app.clock.now
  for (let minute = 1; minute <= 11; minute++) {
    app.clock.now = began + minute * 60_000
    await look()
  }
  await vi.waitFor(async () =>
    expect((await listLooks(caller)).map(l => [l.times, l.last_at])).toEqual([
      [2, iso(began + 600_000)],
    ]),
  )
})
test('the view role may not read the log [privacy.7]', async () => {
  const { id } = await company('Vede')
  const viewer = await app.as(await app.make.user(id, 'view'))
  expect((await viewer.call(looks.list, { query: {} })).status).toBe(403)
})
test('a driver’s data are handed over completely, handing over and erasing are recorded, and afterwards nothing names the driver [privacy.9, privacy.10, privacy.11]', async () => {
  const { id, caller } = await company('Autisti')
  const vehicle = await app.make.vehicle(id, { plate: 'DRV1' })
  const driver = await makeDriver(app.ctx.db, id, {
    name: 'Mario',
    surname: 'Rossi',
    license: 'U1A',
    phone_number: '+390523123456',
    ibutton_id: '01A2B3C4D5E6F708',
  })
  const at = (hours: number) => new Date(app.clock.now - hours * HOUR)
  await app.ctx.db
    .insertInto('driver_activities')
    .values({
      customer_id: id,
      vehicle_id: vehicle.id,
      driver_id: driver.id,
      period_from: at(3),
      period_to: null,
      origin: 'device',
    })
    .execute()
  await app.ctx.pool.query(
    `insert into driver_identifications (vehicle_id, at, ibutton_key, told_at, customer_id, driver_id) values ($1, $2, '01a2b3c4d5e6f708', $2, $3, $4)`,
    [vehicle.id, at(3), id, driver.id],
  )
  for (const [from, to] of [
    [5, 4],
    [2, 1],
  ] as const)
    await app.ctx.pool.query(
      `insert into trips (vehicle_id, id, period_from, period_to, start_latitude, start_longitude, end_latitude, end_longitude, end_at, distance, max_speed, began_by, ended_by, updated_at)
       values ($1, gen_random_uuid(), $2, $3, 45, 9, 45.5, 9.5, $3, 61234, 88, $2, $3, $3)`,
      [vehicle.id, at(from), at(to)],
    )
  const params = { id: driver.id }
  const { data: whole } = await caller.call(driverData, { params })
  expect(whole).toMatchObject({
    driver: { name: 'Mario', surname: 'Rossi', license: 'U1A', phone_number: '+390523123456' },
    activities: [
      { plate: 'DRV1', period_from: at(3).toISOString(), period_to: null, entered_by: 'device' },
    ],
    identifications: [{ plate: 'DRV1', at: at(3).toISOString() }],
    // the trip before belongs to another driver
    trips: [
      {
        plate: 'DRV1',
        period_from: at(2).toISOString(),
        km: 61.2,
        start: { latitude: 45, longitude: 9 },
      },
    ],
  })
  expect((await caller.call(eraseDriver, { params, body: {} })).status).toBe(204)
  expect((await caller.call(drivers.one, { params })).status).toBe(404)
  const { rows } = await app.ctx.pool.query<{ row: object }>(
    'select to_jsonb(d) as row from drivers d where id = $1',
    [driver.id],
  )
  // not the number's last four digits, which a time may contain by chance
  expect(JSON.stringify(rows[0]?.row)).not.toMatch(/Mario|Rossi|U1A|390523123456|01A2B3C4D5E6F708/i)
  expect(
    (
      await app.ctx.pool.query(
        'select count(*)::int as n from driver_identifications where driver_id = $1',
        [driver.id],
      )
    ).rows,
  ).toEqual([{ n: 0 }])
  expect(
    (
      await app.ctx.pool.query(
        'select period_to is not null as ended from driver_activities where driver_id = $1',
        [driver.id],
      )
    ).rows,
  ).toEqual([{ ended: true }])
  expect((await listLooks(caller)).map(l => l.what).sort()).toEqual([
    'driver_data',
    'driver_erased',
  ])
})
test('looks are deleted after two years [privacy.8]', async () => {
  const { id, user, caller } = await company('Vecchia')
  const vehicle = await app.make.vehicle(id)
  await app.ctx.pool.query(
    `insert into looks (customer_id, user_id, vehicle_id, what, day, first_at, last_at) select $1, $2, $3, 'track', d, d, d from unnest($4::date[]) d`,
    [
      id,
      user.id,
      vehicle.id,
      [iso(app.clock.now - 731 * 24 * HOUR), iso(app.clock.now - 729 * 24 * HOUR)],
    ],
  )
  await deleteOldLooks(app.ctx)
  expect(await listLooks(caller)).toHaveLength(1)
})
