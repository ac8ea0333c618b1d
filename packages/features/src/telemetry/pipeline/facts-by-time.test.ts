// What derivations know of vehicles: from all providers, by time, in bulk, and forgotten when the
// database says so.
import { always, valueAt } from '@flotta/core/by-time.ts'
import { type Change, listenChanges } from '@flotta/platform/changes.ts'
import type { FactsProvider } from '@flotta/platform/facts.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { facts as ofVehicles } from '../../fleet/vehicles/facts.ts'
import { Cache } from './cache.ts'
import { factsOf, vehicleFacts } from './facts-by-time.ts'
import { type TelemetryTest, telemetryContext } from './testing.ts'

let t: TelemetryTest
beforeAll(async () => {
  t = await telemetryContext()
  await t.ctx.pool.query(
    'create table test_drivers (id integer primary key, vehicle_id integer, driver integer not null, until timestamptz)',
  )
  await t.ctx.pool.query(
    'create trigger changed after insert or update or delete on test_drivers for each row execute function notify_changed()',
  )
})
afterAll(() => t.close())

/** A provider that somebody else might write, on a table of its own. */
const drivers: FactsProvider = {
  unknown: { test_driver: null },
  voidedBy: { test_drivers: row => row.vehicle_id },
  async load(client, vehicle_ids) {
    const { rows } = await client.query<{ vehicle_id: number; driver: number; until: number }>(
      'select vehicle_id, driver, (extract(epoch from until) * 1000)::float8 as until from test_drivers where vehicle_id = any($1) order by vehicle_id, until',
      [vehicle_ids],
    )
    const timelines = new Map<number, { until: number; value: { test_driver: number | null } }[]>()
    for (const { vehicle_id, driver, until } of rows)
      timelines.set(vehicle_id, [
        ...(timelines.get(vehicle_id) ?? []),
        { until, value: { test_driver: driver } },
      ])
    for (const entries of timelines.values()) entries.push(...always({ test_driver: null }))
    return timelines
  },
}
const bothProviders = factsOf([ofVehicles, drivers])

test('a record gets the facts of its own time from every provider', async () => {
  const { vehicle_id } = await t.vehicle({
    vehicle_type: 'V',
    configurations: { speed_limit_kmh: '80' },
  })
  await t.ctx.pool.query(
    `insert into vehicle_facts_before (vehicle_id, until, vehicle_type, configurations) select id, to_timestamp(2000), vehicle_type, configurations from vehicles where id = $1`,
    [vehicle_id],
  )
  await t.ctx.pool.query(`update vehicles set vehicle_type = 'T' where id = $1`, [vehicle_id])
  await t.ctx.pool.query('insert into test_drivers values (1, $1, 7, to_timestamp(3000))', [
    vehicle_id,
  ])
  const timeline = (await bothProviders.load(t.ctx.pool, [vehicle_id])).get(vehicle_id) ?? []
  const configurations = { speed_limit_kmh: '80' }
  expect([1_999_999, 2_000_000, 3_000_000].map(at => valueAt(timeline, at))).toEqual([
    { vehicle_id, vehicle_type: 'V', configurations, test_driver: 7 },
    { vehicle_id, vehicle_type: 'T', configurations, test_driver: 7 },
    { vehicle_id, vehicle_type: 'T', configurations, test_driver: null },
  ])
})

test('an unknown vehicle has every fact too', async () => {
  const timeline = (await bothProviders.load(t.ctx.pool, [999_999])).get(999_999)
  expect(timeline).toEqual(bothProviders.unknown(999_999))
  expect(timeline).toEqual(
    always({ vehicle_id: 999_999, vehicle_type: '', configurations: {}, test_driver: null }),
  )
})

test('many vehicles cost one query of each provider', async () => {
  const ids = [(await t.vehicle()).vehicle_id, (await t.vehicle({ vehicle_type: 'U' })).vehicle_id]
  const queries = vi.spyOn(t.ctx.pool, 'query')
  const timelines = await bothProviders.load(t.ctx.pool, ids)
  expect(ids.map(id => valueAt(timelines.get(id) ?? [], 0).vehicle_type)).toEqual(['T', 'U'])
  expect(queries).toHaveBeenCalledTimes(2)
  queries.mockRestore()
})

describe('a change in the database', () => {
  test.each<[string, Change, number | undefined | 'nothing']>([
    ['the vehicle’s own record', { table: 'vehicles', id: 5, customer_id: 1 }, 5],
    ['another owner’s table', { table: 'test_drivers', id: 9, vehicle_id: 6 }, 6],
    ['a row of that table without a vehicle: all', { table: 'test_drivers', id: 9 }, undefined],
    ['anything, after a lost connection', { table: '*' }, undefined],
    ['a table that nobody reads', { table: 'fleets', id: 5 }, 'nothing'],
  ])('%s', (_, change, expected) => {
    const forgottenIds: (number | undefined)[] = []
    bothProviders.forget({ forget: id => void forgottenIds.push(id) }, change)
    expect(forgottenIds).toEqual(expected === 'nothing' ? [] : [expected])
  })

  test('makes facts be read again, by the notice of its trigger', async () => {
    const { vehicle_id } = await t.vehicle()
    const cache = new Cache<ReturnType<typeof bothProviders.unknown>>(10)
    const changes = await listenChanges(t.url, t.ctx.log)
    changes.on(change => bothProviders.forget(cache, change))
    const driverNow = async () =>
      valueAt(
        (await cache.get([vehicle_id], ids => bothProviders.load(t.ctx.pool, ids))).get(
          vehicle_id,
        ) ?? [],
        0,
      )
    expect(await driverNow()).toMatchObject({ test_driver: null })
    await t.ctx.pool.query('insert into test_drivers values (2, $1, 8, to_timestamp(3000))', [
      vehicle_id,
    ])
    await expect.poll(driverNow).toMatchObject({ test_driver: 8 })
    await changes.close()
  })
})

test('two providers of one fact are refused', () => {
  expect(() => factsOf([drivers, drivers])).toThrow('two facts.ts tell the same fact')
})
test('the product’s own providers give the type and the configurations', async () => {
  const { vehicle_id } = await t.vehicle({ vehicle_type: 'S', configurations: { a: 'b' } })
  expect(
    valueAt((await vehicleFacts.load(t.ctx.pool, [vehicle_id])).get(vehicle_id) ?? [], t.clock.now),
  ).toMatchObject({
    vehicle_id,
    vehicle_type: 'S',
    configurations: { a: 'b' },
  })
})
