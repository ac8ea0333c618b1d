import { DAY } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetRemoved } from '../../people/users/queries.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { purge } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
const count = async (table: string, column: string, id: number): Promise<number> =>
  (await app.ctx.pool.query(`select count(*)::int as n from ${table} where ${column} = $1`, [id]))
    .rows[0]?.n
const ago = (days: number) => new Date(app.clock.now - days * DAY)

async function company() {
  const { make, ctx } = app
  const customer = await make.customer()
  const user = await make.user(customer.id, 'edit')
  await app.as(user)
  const vehicle = await make.vehicle(customer.id)
  const device = await make.device(vehicle.id)
  await make.agreement(vehicle.id, customer.id, 2)
  await make.fleet(customer.id, 'A', [vehicle.id])
  await make.state(vehicle.id)
  await make.incident(vehicle.id, 1)
  // more rows than a batch, all in one partition: in the first seconds of the month
  await ctx.pool.query(`select create_month('positions', date_trunc('month', now())::date)`)
  await ctx.pool.query(
    `insert into positions (vehicle_id, message_datetime, seq) select $1, date_trunc('month', now()) + n * interval '1 millisecond', 1 from generate_series(1, 10005) n`,
    [vehicle.id],
  )
  return { customer, user, vehicle, device }
}

test('a vehicle that was removed 30 days ago is deleted with all its data, one removed later stays, and other vehicles keep their data [installation.38, installation.39]', async () => {
  const [removedCompany, young, otherCompany] = [await company(), await company(), await company()]
  const remove = async ({ vehicle, device }: Awaited<ReturnType<typeof company>>, days: number) => {
    await app.ctx.pool.query('update vehicles set deleted_at = $2 where id = $1', [
      vehicle.id,
      ago(days),
    ])
    await app.ctx.pool.query('update devices set deleted_at = $2 where id = $1', [
      device.id,
      ago(days),
    ])
  }
  await remove(removedCompany, 31)
  await remove(young, 29)
  await purge(app.ctx)
  for (const table of [
    'positions',
    'vehicle_state',
    'incidents',
    'vehicle_agreements',
    'device_mounts',
    'fleet_vehicles',
  ])
    expect([table, await count(table, 'vehicle_id', removedCompany.vehicle.id)]).toEqual([table, 0])
  expect([
    await count('vehicles', 'id', removedCompany.vehicle.id),
    await count('devices', 'id', removedCompany.device.id),
  ]).toEqual([0, 0])
  expect(await count('users', 'id', removedCompany.user.id)).toBe(1)
  for (const { vehicle } of [young, otherCompany]) {
    expect(await count('positions', 'vehicle_id', vehicle.id)).toBe(10_005)
    expect(await count('vehicles', 'id', vehicle.id)).toBe(1)
  }
})
test('a removed vehicle, customer or user is there for 30 days, and gone afterwards [installation.37]', async () => {
  const { make, ctx } = app
  const company = await make.customer()
  const employer = await make.customer()
  const { id: user_id } = await make.user(employer.id, 'view', { name: 'Anna' })
  const { id: vehicle_id } = await make.vehicle(employer.id)
  const afterDays = async (days: number) => {
    for (const [table, id] of [
      ['customers', company.id],
      ['users', user_id],
      ['vehicles', vehicle_id],
    ] as const)
      await ctx.pool.query(`update ${table} set deleted_at = $2 where id = $1`, [id, ago(days)])
    await purge(ctx)
    await forgetRemoved(ctx.db, app.clock.now)
    const { rows } = await ctx.pool.query('select name from users where id = $1', [user_id])
    return [
      await count('customers', 'id', company.id),
      await count('vehicles', 'id', vehicle_id),
      rows[0].name,
    ]
  }
  expect([await afterDays(29.99), await afterDays(30.01)]).toEqual([
    [1, 1, 'Anna'],
    [0, 0, ''],
  ])
})
test('a customer is deleted with its people and vehicles, after the companies below it [installation.40]', async () => {
  const { customer, user, vehicle } = await company()
  const child = await app.make.customer({ parent_id: customer.id })
  await app.ctx.pool.query('update customers set deleted_at = $2 where id = any($1)', [
    [customer.id, child.id],
    ago(31),
  ])
  await purge(app.ctx)
  expect([
    await count('customers', 'id', child.id),
    await count('customers', 'id', customer.id),
  ]).toEqual([0, 1])
  await purge(app.ctx)
  for (const [table, column, id] of [
    ['customers', 'id', customer.id],
    ['users', 'id', user.id],
    ['sessions', 'user_id', user.id],
    ['vehicles', 'id', vehicle.id],
    ['fleets', 'customer_id', customer.id],
  ] as const)
    expect([table, await count(table, column, id)]).toEqual([table, 0])
})
