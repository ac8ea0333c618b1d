// How long each class of data is stored, in the database.
import { DAY } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { makeMonths } from '../pipeline/partitions.ts'
import { deleteExpired } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const ago = (days: number) => new Date(app.clock.now - days * DAY)
const ask = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await app.ctx.pool.query(text, values)).rows

/** A vehicle with one day of each class of data, this many days ago. */
async function vehicle(
  configurations: Record<string, string>,
  days: readonly number[],
): Promise<number> {
  const customer = await app.make.customer({ configurations })
  const { id } = await app.make.vehicle(customer.id)
  for (const day of days) {
    const at = ago(day)
    for (const parent of ['positions', 'readings'])
      await app.ctx.pool.query(
        `select create_month($1, date_trunc('month', $2::timestamptz at time zone 'UTC')::date)`,
        [parent, at],
      )
    await app.ctx.pool.query(
      'insert into positions (vehicle_id, message_datetime, seq, latitude_e7, longitude_e7) values ($1, $2, 0, 1, 1)',
      [id, at],
    )
    for (const kind of ['temperature', 'fridge', 'door'])
      await app.ctx.pool.query(
        `insert into readings (vehicle_id, kind, message_datetime, seq, data) values ($1, $2, $3, 0, '{}')`,
        [id, kind, at],
      )
    await app.ctx.pool.query(
      `insert into trips (vehicle_id, id, period_from, period_to, start_latitude, start_longitude, end_latitude, end_longitude, end_at, distance, max_speed, began_by, ended_by, updated_at)
       values ($1, gen_random_uuid(), $2, $2, 1, 1, 1, 1, $2, 1, 1, $2, $2, $2)`,
      [id, at],
    )
    await app.ctx.pool.query(
      `insert into incidents (vehicle_id, id, alert_id, opened_at, closed_at, closed_as, origin, raised_by, gps_datetime, latitude_e7, longitude_e7, updated_at)
       values ($1, gen_random_uuid(), 12, $2, $2, 'cleared', 'records', $2, $2, 1, 1, $2)`,
      [id, at],
    )
  }
  return id
}
/** The number of days that are left of each class. */
const rowCounts = async (id: number): Promise<Record<string, number>> => {
  const [row] = await ask<Record<string, number>>(
    `select (select count(*)::int from positions where vehicle_id = $1) as positions, (select count(*)::int from trips where vehicle_id = $1) as trips,
       (select count(*)::int from readings where vehicle_id = $1 and kind in ('temperature', 'fridge')) as temperatures,
       (select count(*)::int from readings where vehicle_id = $1 and kind = 'door') as doors,
       (select count(*)::int from incidents where vehicle_id = $1) as incidents,
       (select count(*)::int from incidents where vehicle_id = $1 and gps_datetime is not null) as places`,
    id,
  )
  return row ?? {}
}

test('each class of data is deleted after the customer’s own term, while younger data and those of others stay [telemetry.53]', async () => {
  const days = [10, 100, 400] as const
  const usual = await vehicle({}, days)
  const short = await vehicle({ retention_months: '12', retention_positions_months: '1' }, days)
  const cold = await vehicle({ retention_temperatures_months: '2' }, days)
  await deleteExpired(app.ctx)
  expect(await rowCounts(usual)).toEqual({
    positions: 3,
    trips: 3,
    temperatures: 6,
    doors: 3,
    incidents: 3,
    places: 3,
  })
  expect(await rowCounts(short)).toEqual({
    positions: 1,
    trips: 1,
    temperatures: 4,
    doors: 2,
    incidents: 2,
    places: 1,
  })
  expect(await rowCounts(cold)).toEqual({
    positions: 3,
    trips: 3,
    temperatures: 2,
    doors: 3,
    incidents: 3,
    places: 3,
  })
})
test('an open alert stays, whatever its age [telemetry.55]', async () => {
  const id = await vehicle({ retention_events_months: '1' }, [])
  await app.ctx.pool.query(
    `insert into incidents (vehicle_id, id, alert_id, opened_at, origin, raised_by, updated_at) values ($1, gen_random_uuid(), 12, $2, 'records', $2, $2)`,
    [id, ago(90)],
  )
  await deleteExpired(app.ctx)
  expect((await rowCounts(id)).incidents).toBe(1)
})
test('the next month has its partitions before it begins [telemetry.49]', async () => {
  const stands = async () =>
    (
      await ask<{ name: string }>(
        `select relname as name from pg_class where relname ~ '^(positions|readings)_20310[567]$' order by 1`,
      )
    ).map(({ name }) => name)
  expect(await stands()).toEqual([])
  await makeMonths({
    ...app.ctx,
    now: () => Date.UTC(2031, 4, 31, 12),
    config: { ...app.ctx.config, FLOTTA_RETENTION_MONTHS: 1 },
  })
  expect(await stands()).toEqual([
    'positions_203105',
    'positions_203106',
    'readings_203105',
    'readings_203106',
  ])
})
test('the partition of a month is dropped when no customer keeps the month any more, and stays while one does [telemetry.54]', async () => {
  const month = async (parent: string, at: Date) => {
    await app.ctx.pool.query(
      `select create_month($1, date_trunc('month', $2::timestamptz at time zone 'UTC')::date)`,
      [parent, at],
    )
    return `${parent}_${at.toISOString().slice(0, 7).replace('-', '')}`
  }
  const stands = async (name: string) =>
    (await ask<{ found: boolean }>('select to_regclass($1) is not null as found', name))[0]?.found
  const old = ago(365 * 4)
  const [positions, readings] = [await month('positions', old), await month('readings', old)]
  const archive = await app.make.customer({
    configurations: { retention_temperatures_months: '60' },
  })
  await deleteExpired(app.ctx)
  expect([await stands(positions), await stands(readings)]).toEqual([false, true])
  await app.ctx.pool.query('update customers set configurations = $2 where id = $1', [
    archive.id,
    {},
  ])
  await deleteExpired(app.ctx)
  expect(await stands(readings)).toBe(false)
})
test('a month that is being read, as by a backup, is dropped at the next run, and readers and writers of other months do not wait', async () => {
  const old = ago(365 * 5)
  await app.ctx.pool.query(
    `select create_month('positions', date_trunc('month', $1::timestamptz at time zone 'UTC')::date)`,
    [old],
  )
  const name = `positions_${old.toISOString().slice(0, 7).replace('-', '')}`
  const stands = async () =>
    (await ask<{ found: boolean }>('select to_regclass($1) is not null as found', name))[0]?.found
  const reader = await app.ctx.pool.connect()
  try {
    await reader.query(`begin; lock table ${name} in access share mode`)
    const { id } = await app.make.vehicle((await app.make.customer({})).id)
    const [writer] = await Promise.all([
      app.ctx.pool.query(
        'insert into positions (vehicle_id, message_datetime, seq) values ($1, $2, 0)',
        [id, ago(0)],
      ),
      deleteExpired(app.ctx),
    ])
    expect([writer.rowCount, await stands()]).toEqual([1, true])
  } finally {
    await reader.query('rollback')
    reader.release()
  }
  await deleteExpired(app.ctx)
  expect(await stands()).toBe(false)
})
