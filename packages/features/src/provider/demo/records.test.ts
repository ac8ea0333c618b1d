// The demo company in a real database: complete, found again, removed without a trace.
import { verifyPassword } from '@flotta/platform/passwords.ts'
import type { TestDatabase } from '@flotta/platform/testing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productDatabase } from '../../testing/database.ts'
import { demoFleet } from './fleet.ts'
import { createDemo, removeDemo } from './records.ts'

let database: TestDatabase
let ctx: Parameters<typeof createDemo>[0]
beforeAll(async () => {
  database = await productDatabase()
  ctx = { db: database.db, now: Date.now }
})
afterAll(() => database.close())

const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await database.pool.query(`select count(*)::int as n ${sql}`, values)).rows[0]?.n

test('the demo has forty vehicles with trackers, fleets and agreements, and four users, one of them for printing alone', async () => {
  const { customer_id, vehicles, email, printing } = await createDemo(ctx, {
    password: 'Flotta-2026',
  })
  expect({ vehicles, email, printing }).toEqual({
    vehicles: 40,
    email: 'demo@flotta.example',
    printing: 'printer@flotta.example',
  })
  expect(await count('from vehicles where customer_id = $1', customer_id)).toBe(40)
  expect(await count('from fleet_vehicles where customer_id = $1', customer_id)).toBe(40)
  expect(
    await count(
      `from device_mounts where mounted_to is null and mounted_from < now() - interval '7 days'`,
    ),
  ).toBe(40)
  const { rows } = await database.pool.query(
    'select imei, plate from devices d join device_mounts m on m.device_id = d.id join vehicles v on v.id = m.vehicle_id',
  )
  expect(new Map(rows.map(r => [r.imei, r.plate]))).toEqual(
    new Map(demoFleet().map(v => [v.imei, v.plate])),
  )
  for (const agreement of [2, 25, 27])
    expect(
      await count(
        'from vehicle_agreements where customer_id = $1 and agreement_id = $2',
        customer_id,
        agreement,
      ),
    ).toBe(40)
  expect(
    await count(
      'from vehicle_agreements a join customers c on c.id = a.customer_id where c.id <> $1 and c.demo',
      customer_id,
    ),
  ).toBeGreaterThan(0)
  expect(await count('from users')).toBe(4)
  expect(
    await count(
      `from users where role = 'printing' and customer_id = $1 and email = $2`,
      customer_id,
      printing,
    ),
  ).toBe(1)
})

test('a demo that is made a second time stays the same company, with the new password', async () => {
  const first = await createDemo(ctx, { password: 'Flotta-2026' })
  expect(await createDemo(ctx, { password: 'Another-2026' })).toEqual(first)
  const { rows } = await database.pool.query('select password_hash from users order by id')
  for (const { password_hash } of rows)
    expect(await verifyPassword(password_hash, 'Another-2026')).toBe(true)
  expect(await count('from customers')).toBe(2)
})

test('two starts at the same moment make one demo', async () => {
  await removeDemo(ctx)
  await Promise.all([
    createDemo(ctx, { password: 'Flotta-2026' }),
    createDemo(ctx, { password: 'Flotta-2026' }),
  ])
  expect(await count('from customers')).toBe(2)
})

test('a removed demo leaves nothing behind, and other companies keep their data [installation.54]', async () => {
  const { customer_id } = await createDemo(ctx, { password: 'Flotta-2026' })
  const { rows } = await database.pool.query(
    'select id from vehicles where customer_id = $1 limit 1',
    [customer_id],
  )
  const vehicle = rows[0]?.id
  const neighbour = (
    await database.pool.query(`insert into customers (name) values ('Vera S.r.l.') returning id`)
  ).rows[0]?.id
  const theirs = (
    await database.pool.query(
      `insert into vehicles (customer_id, plate, vehicle_type) values ($1, 'AB123CD', 'T') returning id`,
      [neighbour],
    )
  ).rows[0]?.id
  await database.pool.query(
    `insert into vehicle_agreements (vehicle_id, customer_id, agreement_id, active_from) values ($1, $2, 2, now())`,
    [vehicle, neighbour],
  )
  for (const id of [vehicle, theirs]) {
    await database.pool.query(
      `insert into positions (message_datetime, vehicle_id, seq) values (now(), $1, 1)`,
      [id],
    )
    await database.pool.query(
      `insert into vehicle_state (vehicle_id, version, message_datetime, seq, updated_at) values ($1, 1, now(), 1, now())`,
      [id],
    )
  }
  expect(await removeDemo(ctx)).toBe(2)
  for (const table of [
    'users',
    'devices',
    'device_mounts',
    'vehicle_agreements',
    'fleets',
    'fleet_vehicles',
  ])
    expect([table, await count(`from ${table}`)]).toEqual([table, 0])
  for (const table of ['customers', 'vehicles', 'positions', 'vehicle_state'])
    expect([table, await count(`from ${table}`)]).toEqual([table, 1])
  expect(await removeDemo(ctx)).toBe(0)
})
