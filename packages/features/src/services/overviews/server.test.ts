// The overview of each service through the contract: which vehicles it lists, with which newest values.
import { DAY, HOUR } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreement, agreementIds } from '../../fleet/agreements/contract.ts'
import { type Caller, type TestApp, testApp, type User, type Vehicle } from '../../testing/app.ts'
import { makeEntry } from '../eyeservice/testing.ts'
import { services } from '../services.ts'
import { overviews, type VehicleOverview } from './contract.ts'
import { overviewOf } from './services.ts'

let app: TestApp
let owner: User
let caller: Caller
let reefer: Vehicle
let van: Vehicle
beforeAll(async () => {
  app = await testApp()
  app.clock.now = Date.parse('2026-11-22T10:00:00Z')
  const customer = await app.make.customer()
  owner = await app.make.user(customer.id, 'edit')
  reefer = await app.make.vehicle(customer.id, { plate: 'BB222BB', vehicle_type: 'S' })
  van = await app.make.vehicle(customer.id, { plate: 'AA111AA' })
  await app.make.vehicle(customer.id, { plate: 'CC333CC' })
  for (const id of agreementIds) await app.make.agreement(reefer.id, customer.id, id)
  await app.make.agreement(van.id, customer.id, agreement.eyefuel)
  const at = app.clock.now - HOUR
  const noTyres = { red_warning: null, amber_warning: null, brake_lining_alarm: null }
  await app.make.state(reefer.id, {
    latest: {
      power: [at, { external_voltage: 27.1, battery_voltage: 4, battery_capacity: 90 }],
      temperature: [at, { T1: -18.4, T2: 3, T3: null, T4: null }],
      door: [
        at,
        { door_1: true, door_2: false, door_3: null, door_4: null, armed: true, siren: null },
      ],
      axle: [at, { ...noTyres, axle1_load: 3_000, axle2_load: 4_500 }],
      tyre: [
        at,
        {
          axle1_left_tyre_pressure: 9.5,
          axle1_right_tyre_pressure: 8,
          axle2_left_tyre_pressure: 7,
        },
      ],
      starter: [at, { start_enabled: 1, start_blocked: 0 }],
      lock: [at, { lock_open: 0, door_1: null, door_2: null }],
      beacon: [at, { beacon_code: 'A1B2' }],
      engine_hours: [at, { general_hour_meter: 4_210.5 }],
    },
  })
  await makeEntry(app.ctx.db, reefer.id, {
    type: 1,
    message_datetime: new Date(app.clock.now - 400 * DAY),
  })
  await makeEntry(app.ctx.db, reefer.id, {
    type: 2,
    message_datetime: new Date(app.clock.now - 10 * DAY),
  })
  await app.make.incident(reefer.id, 2)
  caller = await app.as(owner)
})
afterAll(() => app.close())

const endpointsOf = (code: string) => overviews.find(o => o.service.code === code) ?? overviews[0]
async function listOf(code: string, who = caller) {
  const list = endpointsOf(code)?.list
  if (list === undefined) throw new Error(code)
  return who.call(list, { query: {} })
}
const lastOf = async (
  code: string,
  vehicle: Vehicle,
  who = caller,
): Promise<VehicleOverview | undefined> =>
  (await listOf(code, who)).data.find(row => row.vehicle_id === vehicle.id)

test.each(services.map(s => s.code))(
  '%s is listed in full and in pages, without vehicles that lack the service [services.47]',
  async code => {
    const { status, data, meta } = await listOf(code)
    expect(status).toBe(200)
    const plates =
      code === 'system'
        ? ['AA111AA', 'BB222BB', 'CC333CC']
        : code === 'eyefuel'
          ? ['AA111AA', 'BB222BB']
          : ['BB222BB']
    expect(data.map(row => row.plate)).toEqual(plates)
    expect(meta).toMatchObject({ total: plates.length, current_page: 1, per_page: 20 })
    const all = endpointsOf(code)?.all
    expect(all && (await caller.call(all, {})).data).toEqual(data)
  },
)
test.each<[string, object]>([
  ['system', { external_voltage: 27.1 }],
  ['eyegeo', { latitude: 45.4642, longitude: 9.19, speed: 50, moving: true }],
  ['eyecold', { T1: -18.4, T2: 3 }],
  ['eyedoor', { door_1: true, door_2: false, armed: true }],
  ['eyepower', { external_voltage: 27.1, battery_capacity: 90 }],
  ['eyeway', { load: 7_500, tyres_critical: 1, tyres_underinflated: 1 }],
  ['eyesafe', { ignition_status: 1, lock_status: 0 }],
  ['tandt', { locked: 1, authorized: null, beacon_code: 'A1B2' }],
  ['carbontax', { end_hours: 4_210.5, hours_of: 'engine' }],
  [
    'eyeservice',
    {
      type: 1,
      state: 'overdue',
      by: 'period',
      due_date: '2026-10-18',
      fgas_state: 'overdue',
      fgas_due_date: '2026-10-18',
    },
  ],
  ['eyecar', { driver: null }],
  ['eyeshare', { shared: 0 }],
])('%s has its newest values [services.48]', async (code, last) => {
  expect((await lastOf(code, reefer))?.last).toMatchObject(last)
})
test('the carbon tax counts the hours of the refrigeration unit where the unit reports them [carbontax.14]', async () => {
  const { customer_id } = owner
  const cold = await app.make.vehicle(customer_id, { plate: 'DD444DD' })
  for (const id of [agreement.carbontax, agreement.fridge])
    await app.make.agreement(cold.id, customer_id, id)
  const at = app.clock.now - HOUR
  await app.make.state(cold.id, {
    latest: {
      fridge: [at, { hour_meter_fuel: 2_000 }],
      engine_hours: [at, { general_hour_meter: 4_210.5 }],
    },
  })
  expect((await lastOf('carbontax', cold))?.last).toEqual({ end_hours: 2_000, hours_of: 'fridge' })
  await app.ctx.pool.query('update vehicles set deleted_at = now() where id = $1', [cold.id])
})
test('every service with values describes them in a line', async () => {
  for (const { code } of services) {
    const row = await lastOf(code, reefer)
    if (row?.last) expect(overviewOf(code)?.texts(row.last, code).length, code).toBeGreaterThan(0)
  }
})
test('a vehicle without data has null values, and open alerts are counted', async () => {
  expect(await lastOf('eyefuel', van)).toEqual({
    vehicle_id: van.id,
    plate: 'AA111AA',
    vehicle_type: 'V',
    message_datetime: null,
    last: null,
  })
  expect((await listOf('eyecold')).meta.features).toMatchObject({
    temperature_out_of_range: 1,
    cooling_system_off: 0,
  })
})
test('a guest sees what its agreement includes, from its start on [services.49]', async () => {
  const guest = await app.make.user((await app.make.customer()).id)
  const visitor = await app.as(guest)
  expect((await listOf('eyecold', visitor)).data).toEqual([])
  await app.make.agreement(
    reefer.id,
    guest.customer_id,
    agreement.eyecold,
    app.clock.now - 2 * HOUR,
  )
  expect((await lastOf('eyecold', reefer, visitor))?.last).toMatchObject({ T1: -18.4 })
  expect((await listOf('eyedoor', visitor)).data).toEqual([])
  expect(await lastOf('system', reefer, visitor)).toMatchObject({ last: null })
  await app.ctx.pool.query(
    'update vehicle_agreements set active_from = $2 where customer_id = $1',
    [guest.customer_id, new Date(app.clock.now - HOUR / 2)],
  )
  expect(await lastOf('eyecold', reefer, visitor)).toMatchObject({
    last: null,
    message_datetime: null,
  })
})
