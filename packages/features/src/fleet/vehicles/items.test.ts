// The answers that are kept: nobody gets an older one than the database has, and nobody another's.
import { sourceTables } from '@flotta/platform/shared.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'
import { fleets } from '../fleets/contract.ts'
import * as vehicles from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const platesOf = async (caller: Caller) =>
  (await caller.call(vehicles.all, {})).data.map(({ plate }) => plate)
/** A statement of another process, which this one is not told of by anybody but the database. */
const write = (sql: string, values: readonly unknown[]) => app.ctx.pool.query(sql, [...values])
const personOf = async (customer_id: number) => app.as(await app.make.user(customer_id, 'view'))

test('a change by another process is in the next answer, of a vehicle, its fleet and its unit alike', async () => {
  const { id: customer_id } = await app.make.customer()
  const reader = await personOf(customer_id)
  const vehicle = await app.make.vehicle(customer_id, { plate: 'OLD 1' })
  const fleet = await app.make.fleet(customer_id, 'NORD')
  const device = await app.make.device(vehicle.id)
  const item = async () => (await reader.call(vehicles.all, {})).data[0]
  expect(await item()).toMatchObject({ plate: 'OLD 1', fleet_id: null })
  await write(`update vehicles set plate = 'NEW 1' where id = $1`, [vehicle.id])
  expect(await item()).toMatchObject({ plate: 'NEW 1' })
  await write(
    'insert into fleet_vehicles (customer_id, vehicle_id, fleet_id) values ($1, $2, $3)',
    [customer_id, vehicle.id, fleet.id],
  )
  expect(await item()).toMatchObject({ fleet_id: fleet.id })
  expect(await item()).not.toHaveProperty('active')
  await write('delete from device_mounts where device_id = $1', [device.id])
  expect(await item()).toMatchObject({ active: 1 })
  await write('update vehicles set deleted_at = now() where id = $1', [vehicle.id])
  expect(await platesOf(reader)).toEqual([])
  await write(`update fleets set code = 'SUD' where id = $1`, [fleet.id])
  expect((await reader.call(fleets.all, {})).data).toMatchObject([{ code: 'SUD' }])
})

test('a guest sees a vehicle exactly while its agreement is active, and nobody else gets the owner’s answer', async () => {
  const [owner, guest] = [await app.make.customer(), await app.make.customer()]
  const [theirs, reader] = [await personOf(owner.id), await personOf(guest.id)]
  const vehicle = await app.make.vehicle(owner.id, { plate: 'HERS' })
  await app.make.vehicle(guest.id, { plate: 'OWN' })
  expect(await platesOf(theirs)).toEqual(['HERS'])
  expect(await platesOf(reader)).toEqual(['OWN'])
  const { now } = app.clock
  await app.make.agreement(vehicle.id, guest.id, 2, now + 60_000, now + 120_000)
  const shared = []
  for (const after of [0, 59_999, 60_000, 119_999, 120_000]) {
    app.clock.now = now + after
    // once to make it, once as it is kept
    shared.push([await platesOf(reader), await platesOf(reader)])
  }
  const [alone, both] = [['OWN'], ['HERS', 'OWN']]
  expect(shared).toEqual([
    [alone, alone],
    [alone, alone],
    [both, both],
    [both, both],
    [alone, alone],
  ])
  app.clock.now = now + 90_000
  expect(await platesOf(reader)).toEqual(both)
  await write('delete from vehicle_agreements where vehicle_id = $1 and customer_id = $2', [
    vehicle.id,
    guest.id,
  ])
  expect(await platesOf(reader)).toEqual(alone)
  app.clock.now = now
})

test('every table behind a kept answer announces each of its changes, with the customer', async () => {
  const { rows } = await app.ctx.pool.query<{ readonly name: string }>(
    // row by row, after insert, delete and update of any column
    `select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where p.proname = 'notify_changed' and t.tgtype = 29 and t.tgqual is null and t.tgattr = ''::int2vector`,
  )
  const notifyingTables = new Set(rows.map(row => row.name))
  expect(sourceTables.size).toBeGreaterThan(8)
  expect([...sourceTables].filter(name => !notifyingTables.has(name))).toEqual([])
})
