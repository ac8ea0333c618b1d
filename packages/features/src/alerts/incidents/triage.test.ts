// Handling alerts: their order by weight, the values that broke their rules, and snoozing.
import { DAY, instantOf, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import { acknowledge, active, history, snooze } from './contract.ts'

let app: TestApp
let caller: Caller
let colleague: Caller
let stranger: Caller
let vehicle: Vehicle
const openIds: Record<string, string> = {}
beforeAll(async () => {
  app = await testApp()
  const customer = await app.make.customer()
  caller = await app.as(await app.make.user(customer.id, 'edit'))
  colleague = await app.as(await app.make.user(customer.id, 'view'))
  stranger = await app.as(await app.make.user((await app.make.customer()).id, 'edit'))
  vehicle = await app.make.vehicle(customer.id, { plate: 'AA111AA' })
  for (const id of [agreement.eyegeo, agreement.eyecold, agreement.eyefuel])
    await app.make.agreement(vehicle.id, customer.id, id)
  const raise = async (name: string, alert_id: number, ago: number, data: object) => {
    const id = await app.make.incident(vehicle.id, alert_id)
    await app.ctx.db
      .updateTable('incidents')
      .set({ opened_at: new Date(app.clock.now - ago), data: JSON.stringify(data) })
      .where('id', '=', id)
      .execute()
    openIds[name] = id
  }
  await raise('speed', 1, 10 * MINUTE, { speed: 104, limit: 90 })
  await raise('warm', 2, 30 * MINUTE, {
    sensor: 'T1',
    temperature: -10.9,
    setpoint: -20,
    tolerance: 5,
    compartment: 1,
  })
  await raise('theft', 17, 5 * MINUTE, {})
})
afterAll(() => app.close())

const codesOf = async (query: Readonly<Record<string, string>>, who = caller) =>
  (await who.call(active, { query })).data.map(alert => alert.code)

test('in the order by weight the gravest and oldest alerts come first, and acknowledged ones last [alerts.129]', async () => {
  expect(await codesOf({})).toEqual(['fuel_alarm', 'speed_limit', 'temperature_out_of_range'])
  expect(await codesOf({ order: 'weight' })).toEqual([
    'temperature_out_of_range',
    'fuel_alarm',
    'speed_limit',
  ])
  await caller.call(acknowledge, { body: { ids: [openIds.warm ?? ''] } })
  expect(await codesOf({ order: 'weight' })).toEqual([
    'fuel_alarm',
    'speed_limit',
    'temperature_out_of_range',
  ])
})
test('in the order by vehicle the alerts of one vehicle are together, sorted by plate and then by weight [alerts.137]', async () => {
  const later = await app.make.vehicle(vehicle.customer_id, { plate: 'ZZ999ZZ' })
  await app.make.agreement(later.id, vehicle.customer_id, agreement.eyegeo)
  await app.make.incident(later.id, 1)
  const { data } = await caller.call(active, { query: { order: 'vehicle' } })
  expect(data.map(alert => [alert.plate, alert.code])).toEqual([
    ['AA111AA', 'fuel_alarm'],
    ['AA111AA', 'speed_limit'],
    ['AA111AA', 'temperature_out_of_range'],
    ['ZZ999ZZ', 'speed_limit'],
  ])
  await app.ctx.pool.query('delete from incidents where vehicle_id = $1', [later.id])
})
test('in the order by driver the alerts of the driver at that time are together, day by day; alerts without a driver come last [alerts.146]', async () => {
  const { customer_id } = vehicle
  const parked = await app.make.vehicle(customer_id, { plate: 'AA000AA' })
  await app.make.agreement(parked.id, customer_id, agreement.eyegeo)
  await app.make.incident(parked.id, 1)
  const driver = await app.ctx.db
    .insertInto('drivers')
    .values({ customer_id, name: 'Ada', surname: 'Neri' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.ctx.db
    .insertInto('driver_activities')
    .values({
      customer_id,
      vehicle_id: vehicle.id,
      driver_id: driver.id,
      period_from: new Date(app.clock.now - 60 * MINUTE),
      period_to: null,
    })
    .execute()
  const { data } = await caller.call(active, { query: { order: 'driver' } })
  expect(data.map(alert => [alert.driver?.name, alert.plate])).toEqual([
    ['Ada Neri', 'AA111AA'],
    ['Ada Neri', 'AA111AA'],
    ['Ada Neri', 'AA111AA'],
    [undefined, 'AA000AA'],
  ])
  await app.ctx.pool.query('delete from driver_activities where driver_id = $1', [driver.id])
  await app.ctx.pool.query('delete from incidents where vehicle_id = $1', [parked.id])
})
test('an alert gives the measured value and the limit that it left [alerts.130]', async () => {
  const { data } = await caller.call(active, { query: {} })
  const measured = Object.fromEntries(data.map(alert => [alert.code, alert.measured]))
  expect(measured).toEqual({
    fuel_alarm: undefined,
    speed_limit: { value: 104, limit: 90, unit: 'km/h' },
    temperature_out_of_range: { place: 'T1', value: -10.9, limit: -15, unit: '°C', decimals: 1 },
  })
})
test('a snoozed alert is hidden until its moment has come, for the whole company, and the trail records the snooze [alerts.131, alerts.134]', async () => {
  const ids = [openIds.theft ?? '']
  const until = instantOf(app.clock.now + 5 * MINUTE)
  expect((await caller.call(snooze, { body: { ids, until } })).status).toBe(200)
  expect(await codesOf({ snoozed: '0' }, colleague)).not.toContain('fuel_alarm')
  expect(await codesOf({ snoozed: '1' }, colleague)).toEqual(['fuel_alarm'])
  expect(await codesOf({})).toContain('fuel_alarm')
  app.clock.now += 6 * MINUTE
  expect(await codesOf({ snoozed: '0' })).toContain('fuel_alarm')
  app.clock.now -= 6 * MINUTE
  await caller.call(snooze, { body: { ids, until: null } })
  expect(await codesOf({ snoozed: '1' })).toEqual([])
  const { data } = await caller.call(history, {
    query: {
      period_from: instantOf(app.clock.now - 60 * MINUTE),
      period_to: instantOf(app.clock.now),
      alerts: 'fuel_alarm',
    },
  })
  expect(data[0]?.trail.map(({ action, until }) => [action, until])).toEqual([
    ['snoozed', until],
    ['snooze_ended', undefined],
  ])
})
test('a snooze ends within 31 days [alerts.131]', async () => {
  const latest = app.clock.now + 31 * DAY
  const until = (at: number) =>
    caller.call(snooze, { body: { ids: [openIds.theft ?? ''], until: instantOf(at) } })
  expect((await until(latest + 1)).failure.data).toEqual({
    until: ['Scegli un momento entro 31 giorni'],
  })
  expect((await until(latest)).status).toBe(200)
})
test.each<[string, () => Caller, string | null, number]>([
  ['a moment that has passed', () => caller, instantOf(0), 422],
  ['a reader', () => colleague, null, 403],
  ['another company', () => stranger, null, 422],
])('%s is refused [alerts.131]', async (_, who, until, status) => {
  const ids = [openIds.theft ?? '']
  expect((await who().call(snooze, { body: { ids, until } })).status).toBe(status)
})
