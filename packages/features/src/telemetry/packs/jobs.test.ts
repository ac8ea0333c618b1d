// The packing job, the disk space that it frees, and the deletion of packs after their retention.
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { dropRawParameters } from '../pipeline/raw.ts'
import { deleteExpired } from '../retention/jobs.ts'
import { packAll, packQuietDays } from './jobs.ts'
import { INSERT_POSITIONS, insertValues } from './rows.ts'
import { chance, dayOfSamples, madeDay, poolWith } from './testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  app.clock.now = NOON
})
afterAll(() => app.close())

const NOON = Date.UTC(2026, 10, 26, 12)
const ask = async <T = Record<string, unknown>>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await app.ctx.pool.query(text, values)).rows
const midnight = (daysAgo: number) => NOON - (NOON % DAY) - daysAgo * DAY
async function fill(vehicle_id: number, daysAgo: readonly number[], count = 40): Promise<void> {
  for (const days of daysAgo) {
    const begin = midnight(days)
    await ask(
      `select create_month('positions', date_trunc('month', $1::timestamptz at time zone 'UTC')::date)`,
      new Date(begin),
    )
    await ask(
      INSERT_POSITIONS,
      vehicle_id,
      ...insertValues(dayOfSamples(madeDay(begin, count, MINUTE, chance(days)))),
    )
  }
}
const vehicle = async (configurations: Record<string, string> = {}) =>
  (await app.make.vehicle((await app.make.customer({ configurations })).id)).id
const rowDays = async (id: number) =>
  (
    await ask<{ days: number }>(
      `select count(distinct (message_datetime at time zone 'UTC')::date)::int as days from positions where vehicle_id = $1`,
      id,
    )
  )[0]?.days
const packDays = async (id: number) =>
  (
    await ask<{ days: number }>(
      'select count(*)::int as days from position_packs where vehicle_id = $1',
      id,
    )
  )[0]?.days

test('the job packs days that ended 48 hours ago, of vehicles without late records within the last hour [telemetry.62]', async () => {
  const [quiet, late, marked] = [await vehicle(), await vehicle(), await vehicle()]
  for (const id of [quiet, late, marked]) await fill(id, [0, 1, 2, 3, 10])
  await ask(
    'insert into late_days (vehicle_id, day, marked_at) values ($1, $2, $3)',
    late,
    new Date(midnight(10)),
    new Date(app.clock.now - 59 * MINUTE),
  )
  await ask(
    'insert into replays (vehicle_id, from_at, to_at, first_marked_at, last_marked_at) values ($1, $2, $2, $2, $2)',
    marked,
    new Date(app.clock.now),
  )
  await packQuietDays(app.ctx)
  expect(await packDays(quiet)).toBe(0)
  // The first pass begins an hour after a worker started; by then the late records are an hour old and their vehicles quiet.
  await ask(
    'update late_days set marked_at = $2 where vehicle_id = $1',
    late,
    new Date(app.clock.now + 30 * MINUTE),
  )
  app.clock.now += HOUR
  await packQuietDays(app.ctx)
  const due = 2
  expect([await packDays(quiet), await rowDays(quiet)]).toEqual([due, 5 - due])
  expect([await packDays(late), await packDays(marked)]).toEqual([0, 0])
  await ask('delete from replays where vehicle_id = $1', marked)
  await packQuietDays(app.ctx)
  expect(await packDays(marked)).toBe(0)
  app.clock.now += HOUR
  await packQuietDays(app.ctx)
  expect([await packDays(late), await packDays(marked)]).toEqual([due, due])
})

test('a process that is restarted more often than hourly still packs, and packs no more often than others [telemetry.77]', async () => {
  /** A process that has just begun: it has no memory of an earlier pass. */
  const freshProcess = () => ({
    ...app.ctx,
    pool: poolWith(app.ctx.pool, () => app.ctx.pool.connect()),
  })
  const [first, second] = [await vehicle(), await vehicle()]
  await fill(first, [5])
  app.clock.now += 40 * MINUTE
  await packQuietDays(freshProcess())
  expect(await packDays(first)).toBe(0)
  app.clock.now += 40 * MINUTE
  await packQuietDays(freshProcess())
  expect(await packDays(first)).toBe(1)
  await fill(second, [5])
  app.clock.now += 40 * MINUTE
  await packQuietDays(freshProcess())
  expect(await packDays(second)).toBe(0)
  app.clock.now += 40 * MINUTE
  await packQuietDays(freshProcess())
  expect(await packDays(second)).toBe(1)
})

test('the command packs at once, earlier or later days as it is given, and with --now also days with late records [telemetry.63]', async () => {
  const id = await vehicle()
  await fill(id, [1, 2, 20])
  await ask(
    'insert into late_days (vehicle_id, day, marked_at) values ($1, $2, $3)',
    id,
    new Date(midnight(20)),
    new Date(app.clock.now),
  )
  await packAll(app.ctx, { olderThan: 24 * 15, onlyQuiet: true })
  expect(await packDays(id)).toBe(0)
  await packAll(app.ctx, { olderThan: 24 * 15, onlyQuiet: false })
  expect(await packDays(id)).toBe(1)
  expect((await packAll(app.ctx, { olderThan: 0, onlyQuiet: true })).failed).toBe(0)
  expect([await packDays(id), await rowDays(id)]).toEqual([3, 0])
})

test('the disk gets the space of packed days back, even if later rows remain at the end of the table [telemetry.64]', async () => {
  const [a, b] = [await vehicle(), await vehicle()]
  const size = async () =>
    Number(
      (
        await ask<{ size: string }>(
          `select sum(pg_total_relation_size(relid)) as size from pg_partition_tree('positions') where isleaf`,
        )
      )[0]?.size,
    )
  await fill(a, [12, 11, 10, 9, 8, 7, 6, 5], 1_440)
  await app.make.state(b)
  await fill(b, [0], 300)
  const before = await size()
  const stored = await ask(`select * from positions_of($1, '-infinity', 'infinity')`, b)
  await packAll(app.ctx, { olderThan: 48, onlyQuiet: false })
  expect(await packDays(a)).toBe(8)
  expect(await size()).toBeLessThan(before / 4)
  expect(await ask(`select * from positions_of($1, '-infinity', 'infinity')`, b)).toEqual(stored)
})

test('packs lose their raw parameters with the month of their term, and keep their positions [telemetry.66]', async () => {
  const id = await vehicle()
  await fill(id, [130, 20])
  await packAll(app.ctx, { olderThan: 48, onlyQuiet: false })
  const before = await ask(
    `select message_datetime, latitude_e7, speed, length(io) > 0 as has_raw from positions_of($1, '-infinity', 'infinity')`,
    id,
  )
  await dropRawParameters(app.ctx)
  const after = await ask<{ message_datetime: Date }>(
    `select message_datetime, latitude_e7, speed, length(io) > 0 as has_raw from positions_of($1, '-infinity', 'infinity')`,
    id,
  )
  expect(after).toEqual(
    before.map((row, i) => ({
      ...row,
      has_raw: (after[i]?.message_datetime.getTime() ?? 0) > midnight(90),
    })),
  )
})

test('a pack is deleted at the end of its customer’s term, or with the month that nobody keeps [telemetry.53, telemetry.54]', async () => {
  const [usual, short] = [await vehicle(), await vehicle({ retention_positions_months: '1' })]
  for (const id of [usual, short]) await fill(id, [10, 100])
  await fill(usual, [365 * 4])
  await packAll(app.ctx, { olderThan: 48, onlyQuiet: false })
  expect([await packDays(usual), await packDays(short)]).toEqual([3, 2])
  await deleteExpired(app.ctx)
  expect([await packDays(usual), await packDays(short)]).toEqual([2, 1])
})
