// Hours and litres through the contract: which meter, which period, in whose time zone, and for whom.
import { DAY, HOUR } from '@flotta/core/time.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agreement } from '../../fleet/agreements/contract.ts'
import { type Caller, type TestApp, testApp, type Vehicle } from '../../testing/app.ts'
import { data } from './contract.ts'

let app: TestApp
let owner: number
let caller: Caller
let vehicle: Vehicle
beforeAll(async () => {
  app = await testApp()
  app.clock.now = Date.parse('2026-11-22T10:00:00Z')
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = (await app.make.customer()).id
  vehicle = await app.make.vehicle(owner)
  await app.make.agreement(vehicle.id, owner, agreement.carbontax)
  caller = await app.as(await app.make.user(owner))
})

const configure = (carbon_average_consumption: string) =>
  app.ctx.pool.query('update vehicles set configurations = $2 where id = $1', [
    vehicle.id,
    { carbon_average_consumption },
  ])
const engine = (general_hour_meter: number | null) =>
  ['engine_hours', { general_hour_meter }] as const
const fridge = (hour_meter_fuel: number | null) =>
  ['fridge', { hour_meter_fuel, setpoint_t1: -20 }] as const
async function readHours(
  ...rows: readonly (readonly [at: string, kind: string, data: object])[]
): Promise<void> {
  for (const [at, kind, values] of rows)
    await app.ctx.pool.query(
      'insert into readings (message_datetime, vehicle_id, seq, kind, data) values ($1, $2, 0, $3, $4)',
      [at, vehicle.id, kind, values],
    )
}
const ask = async (of = caller) => (await of.call(data, { params: { id: vehicle.id } })).data

test('the answer has the current month and quarter to date, in the customer’s time zone, by the hours of the engine [carbontax.1, carbontax.2, carbontax.3, carbontax.4]', async () => {
  await configure('2.5')
  await readHours(
    ['2026-09-30T20:00:00Z', ...engine(1000)],
    ['2026-10-15T12:00:00Z', ...engine(1100)],
    ['2026-10-31T22:30:00Z', ...engine(1200)],
    ['2026-11-01T05:00:00Z', ...engine(1203)],
    ['2026-11-22T09:30:00Z', ...engine(1300.4)],
  )
  expect(await ask()).toEqual({
    month: {
      start: '2026-10-31T23:00:00.000Z',
      end: '2026-11-22T10:00:00.000Z',
      start_datetime: '2026-10-31T22:30:00.000Z',
      end_datetime: '2026-11-22T09:30:00.000Z',
      start_hours: 1200,
      end_hours: 1300.4,
      consumption: 251,
      alert: 0,
    },
    quarter: {
      start: '2026-09-30T22:00:00.000Z',
      end: '2026-11-22T10:00:00.000Z',
      start_datetime: '2026-09-30T20:00:00.000Z',
      end_datetime: '2026-11-22T09:30:00.000Z',
      start_hours: 1000,
      end_hours: 1300.4,
      consumption: 751,
      alert: 0,
    },
    average_consumption: 2.5,
    hours_of: 'engine',
  })
})

test('a reefer is counted by the fuel hours of its unit, even if the newest record lacks them [carbontax.5]', async () => {
  await configure('2')
  await readHours(
    ['2026-10-31T23:00:00Z', ...engine(9000)],
    ['2026-10-31T23:10:00Z', ...fridge(500)],
    ['2026-11-22T09:00:00Z', ...fridge(520.5)],
    ['2026-11-22T09:30:00Z', ...fridge(null)],
    ['2026-11-22T09:45:00Z', ...engine(9100)],
  )
  expect(await ask()).toMatchObject({
    hours_of: 'fridge',
    month: { start_hours: 500, end_hours: 520.5, consumption: 41, alert: 0 },
    quarter: { alert: 1 },
  })
})

test('the answer marks missing hours, a missing consumption and a silence at either end of the block', async () => {
  expect(await ask()).toMatchObject({
    hours_of: null,
    average_consumption: null,
    month: { start_hours: null, start_datetime: null, consumption: null, alert: 3 },
    quarter: { alert: 3 },
  })
  await readHours(
    ['2026-11-05T12:00:00Z', ...engine(100)],
    ['2026-11-20T12:00:00Z', ...engine(150)],
  )
  expect(await ask()).toMatchObject({
    month: { start_hours: 100, end_hours: 150, consumption: null, alert: 3 },
  })
  await configure('2')
  await readHours(['2026-11-22T08:00:00Z', ...engine(151)])
  expect(await ask()).toMatchObject({ month: { consumption: 102, alert: 1 } })
})

test('a guest counts the hours within its periods, and a caller without the agreement is refused [carbontax.12]', async () => {
  await configure('1')
  await readHours(
    ['2026-10-31T23:00:00Z', ...engine(100)],
    ['2026-11-10T12:00:00Z', ...engine(140)],
    ['2026-11-22T09:00:00Z', ...engine(180)],
  )
  const guest = await app.make.user((await app.make.customer()).id)
  const visitor = await app.as(guest)
  await app.make.agreement(vehicle.id, guest.customer_id, agreement.eyepower)
  expect((await visitor.call(data, { params: { id: vehicle.id } })).status).toBe(403)
  await app.make.agreement(
    vehicle.id,
    guest.customer_id,
    agreement.carbontax,
    Date.parse('2026-11-09T00:00:00Z'),
    app.clock.now + DAY,
  )
  expect(await ask(visitor)).toMatchObject({
    month: { start_hours: 140, end_hours: 180, consumption: 40, alert: 1 },
  })
  await app.ctx.pool.query(
    'update vehicle_agreements set active_from = $2 where customer_id = $1',
    [guest.customer_id, new Date(app.clock.now - HOUR / 2)],
  )
  expect(await ask(visitor)).toMatchObject({
    hours_of: null,
    month: { consumption: null, alert: 3 },
  })
})
