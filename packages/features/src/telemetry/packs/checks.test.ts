// The search for damaged packs on a real database: damage is reported once, and forgotten once the pack is restored.
import { DAY, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TelemetryTest, telemetryContext } from '../pipeline/testing.ts'
import { checkPacks, damagedDays } from './checks.ts'
import { checkTrack } from './level-checks.ts'
import { packVehicleDay } from './packing.ts'
import { packDayReadings } from './reading-packing.ts'
import { INSERT_POSITIONS, insertValues } from './rows.ts'
import { chance, dayOfSamples, madeDay } from './testing.ts'

let t: TelemetryTest
beforeAll(async () => {
  t = await telemetryContext()
  await t.ctx.pool.query(
    `select create_month('positions', '2026-11-01'), create_month('readings', '2026-11-01')`,
  )
})
afterAll(() => t.close())

const MORNING = Date.UTC(2026, 10, 10)
const ask = (text: string, ...values: unknown[]) => t.ctx.pool.query(text, values)

test('packs of which a bit has changed are found whatever they hold, and forgotten once they are restored [telemetry.75]', async () => {
  for (const id of [11, 12, 13]) {
    const samples = madeDay(MORNING, 2_900, MINUTE, chance(id))
    await ask(INSERT_POSITIONS, id, ...insertValues(dayOfSamples(samples)))
    await ask(
      `insert into readings (vehicle_id, message_datetime, seq, kind, data)
       select $1, $2::timestamptz + n * interval '1 minute', 0, 'power', json_build_object('voltage', n % 7) from generate_series(0, 2000) n`,
      id,
      new Date(MORNING),
    )
    for (const day of [MORNING, MORNING + DAY]) {
      await packVehicleDay(t.ctx.pool, id, day)
      await packDayReadings(t.ctx.pool, id, day)
    }
  }
  await checkPacks(t.ctx)
  expect(await damagedDays(t.ctx)).toEqual([])

  const damage = (text: string) => `update ${text} where vehicle_id = 12 and day = '2026-11-11'`
  await ask('create table saved_positions as select * from position_packs')
  await ask(
    'create table saved_readings as select vehicle_id, day, kind, data::text as data from reading_packs',
  )
  await ask(damage('position_packs set raw = set_bit(raw, 9, 1 - get_bit(raw, 9))'))
  await ask(damage(`reading_packs set data = replace(data::text, '"voltage"', '"voltaqe"')::json`))
  const damaged = [
    { series: 'positions', vehicle_id: 12, kind: '', day: '2026-11-11' },
    { series: 'readings', vehicle_id: 12, kind: 'power', day: '2026-11-11' },
  ]
  // A second run finds the same damage and reports it once.
  for (let look = 0; look < 2; look++) {
    await checkPacks(t.ctx)
    expect(await damagedDays(t.ctx)).toEqual(damaged)
  }
  await ask(
    'update position_packs k set raw = s.raw from saved_positions s where s.vehicle_id = k.vehicle_id and s.day = k.day',
  )
  await checkPacks(t.ctx)
  expect(await damagedDays(t.ctx)).toEqual(damaged.slice(1))
  await ask(
    'update reading_packs k set data = s.data::json from saved_readings s where s.vehicle_id = k.vehicle_id and s.day = k.day and s.kind = k.kind',
  )
  await checkPacks(t.ctx)
  expect(await damagedDays(t.ctx)).toEqual([])
})

test('each run checks a part of the packs, the next run continues, and after the last pack the check begins again [telemetry.75]', async () => {
  await ask('truncate position_packs, pack_checks')
  await ask(
    `insert into position_packs (vehicle_id, day, version, count, first_at, last_at, checksum, data)
     select 20 + n / 100, date '2026-01-01' + n % 100, 1, 1, now(), now(), substr(sha256('\\x01'), 1, 8), '\\x01' from generate_series(0, 1199) n`,
  )
  await ask(`update position_packs set data = '\\x02' where day = '2026-02-01'`)
  const damagedCount = async () => (await damagedDays(t.ctx)).length
  const counts: number[] = []
  for (let run = 0; run < 3; run++) {
    await checkPacks(t.ctx)
    counts.push(await damagedCount())
  }
  expect(counts).toEqual([5, 10, 12])
  await ask(`update position_packs set data = '\\x02' where vehicle_id = 20 and day = '2026-03-01'`)
  await checkPacks(t.ctx)
  expect(await damagedCount()).toBe(13)
})

test('a track that differs from its positions is found by sampling and written again, and damaged positions are left to their checksum [telemetry.78]', async () => {
  await ask('truncate position_packs')
  for (const id of [31, 33]) {
    const samples = madeDay(MORNING, 2_900, MINUTE, chance(id))
    await ask(INSERT_POSITIONS, id, ...insertValues(dayOfSamples(samples)))
    for (const day of [MORNING, MORNING + DAY]) await packVehicleDay(t.ctx.pool, id, day)
  }
  const packs = async () =>
    (await ask('select * from position_packs order by vehicle_id, day')).rows as object[]
  const intactPacks = await packs()
  expect(intactPacks).toHaveLength(4)
  await ask(
    `update position_packs set middle = set_bit(middle, 9, 1 - get_bit(middle, 9)) where vehicle_id = 33 and day = '2026-11-10'`,
  )
  await ask(
    `update position_packs set metres = metres + 1, data = set_bit(data, 9, 1 - get_bit(data, 9)) where vehicle_id = 31`,
  )
  const before = await packs()
  // These draws reach each of the vehicles with each of its days.
  for (const draws of [
    [0.1, 0.2],
    [0.1, 0.8],
    [0.99, 0.2],
    [0.99, 0.8],
  ])
    await checkTrack(t.ctx, () => draws.shift() ?? 0)
  expect(await packs()).toEqual([...before.slice(0, 2), ...intactPacks.slice(2)])
})
