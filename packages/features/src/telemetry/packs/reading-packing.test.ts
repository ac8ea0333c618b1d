// Packing of readings on a real database: what PostgreSQL and the product read before and after, and readings that lie beside a pack.
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestPackets } from '../pipeline/ingest.ts'
import { replayVehicle } from '../pipeline/replay.ts'
import {
  fixAt,
  message,
  packet,
  type TelemetryTest,
  telemetryContext,
} from '../pipeline/testing.ts'
import { packDayReadings } from './reading-packing.ts'
import { readReadings } from './readings.ts'
import { endingPool, poolWith } from './testing.ts'

let t: TelemetryTest
beforeAll(async () => {
  t = await telemetryContext()
  await t.ctx.pool.query(`select create_month('readings', '2026-11-01')`)
})
afterAll(() => t.close())

const MORNING = Date.UTC(2026, 10, 10)
const ask = async (text: string, ...values: unknown[]) =>
  (await t.ctx.pool.query(text, values)).rows as Record<string, unknown>[]
let vehicles = 500
interface Sample {
  readonly at: number
  readonly text: string
  readonly kind?: string
  readonly seq?: number
}
const store = (vehicle_id: number, samples: readonly Sample[]) =>
  ask(
    `insert into readings (vehicle_id, message_datetime, seq, kind, data)
     select $1, timestamptz '2000-01-01 00:00:00+00' + r.micros * interval '1 microsecond', r.seq, r.kind, r.data
     from unnest($2::int8[], $3::int2[], $4::text[], $5::json[]) r (micros, seq, kind, data)`,
    vehicle_id,
    samples.map(({ at }) => Math.round((at - Date.UTC(2000, 0)) * 1_000)),
    samples.map(({ seq = 0 }) => seq),
    samples.map(({ kind = 'temperature' }) => kind),
    samples.map(({ text }) => text),
  )
async function vehicleWith(samples: readonly Sample[]): Promise<number> {
  const vehicle_id = ++vehicles
  await store(vehicle_id, samples)
  return vehicle_id
}
const day = (count: number, step = MINUTE): Sample[] =>
  Array.from({ length: count }, (_, i) => ({
    at: MORNING + i * step,
    text: JSON.stringify({
      T1: Math.round(Math.sin(i / 30) * 20) / 10,
      ...(i % 9 > 0 && { T2: 4 }),
    }),
  }))
const ROWS =
  'select kind, message_datetime, seq, data::text from readings where vehicle_id = $1 order by 1, 2, 3'
const ALL = `select k.kind, r.message_datetime, r.seq, r.data::text from unnest(array['power', 'temperature']) k (kind)
  cross join lateral readings_of($1, k.kind, '-infinity', 'infinity') r order by 1, 2, 3`

const strange: Sample[] = [
  { at: MORNING + 0.001, text: '{}' },
  { at: MORNING + 1, text: '{ "x" : 1.0, "x": 2 }' },
  { at: MORNING + 1, seq: 1, text: 'null' },
  { at: MORNING + 1, seq: 256, text: '[1, {"a":"\\u0001 \\" é"}]' },
  { at: MORNING + 2, text: '{"a\\"b":{"c":[1,{"d":null}]},"é":true}' },
  { at: MORNING + 3, kind: 'power', text: '{"voltage":24.1}' },
  { at: MORNING + DAY - 0.001, text: '{"T1":-0.1}' },
]
test('PostgreSQL reads the same from packs as from the table, letter by letter [telemetry.73, telemetry.74]', async () => {
  for (const samples of [strange, day(1_440)]) {
    const id = await vehicleWith(samples)
    const before = await ask(ROWS, id)
    expect(await ask(ALL, id)).toEqual(before)
    expect(await packDayReadings(t.ctx.pool, id, MORNING)).toBe(samples.length)
    expect(await ask(ROWS, id)).toEqual([])
    expect(await ask(ALL, id)).toEqual(before)
  }
})

test('three readings a minute take a tenth of the bytes', async () => {
  const id = await vehicleWith(day(1_440))
  await packDayReadings(t.ctx.pool, id, MORNING)
  const [pack] = await ask(
    'select pg_column_size(data)::float8 / count as bytes from reading_packs where vehicle_id = $1',
    id,
  )
  expect(Number(pack?.bytes)).toBeLessThan(9)
})

const histories = (id: number) =>
  Promise.all(
    (['all', 'changes', 'steady'] as const).flatMap(rowsOf =>
      [
        [MORNING - DAY, MORNING + 4 * DAY],
        [MORNING + HOUR, MORNING + HOUR],
        [MORNING + DAY - HOUR, MORNING + DAY + 2 * HOUR],
        [MORNING + 9 * DAY, MORNING + 10 * DAY],
      ].map(([from = 0, to = 0]) =>
        readReadings(t.ctx.pool, id, 'temperature', { from, to }, rowsOf),
      ),
    ),
  )
const beside = (id: number) =>
  Promise.all(
    [
      '-infinity',
      '2026-11-10 00:00+00',
      '2026-11-11 07:30+00',
      '2026-11-12 12:00+00',
      'infinity',
    ].flatMap(moment =>
      [null, 'T2', 'T9'].flatMap(field =>
        ['reading_before', 'reading_after'].map(name =>
          ask(
            `select message_datetime, seq, data::text from ${name}($1, 'temperature', $2, $3)`,
            id,
            moment,
            field,
          ),
        ),
      ),
    ),
  )
test('every reader gets packed days and rows in one order, whatever it reads [telemetry.71, telemetry.74]', async () => {
  const id = await vehicleWith(day(3 * 480, 3 * MINUTE))
  const answers = async () => ({ histories: await histories(id), beside: await beside(id) })
  const before = await answers()
  for (const packedDay of [MORNING, MORNING + 2 * DAY, MORNING + DAY]) {
    await packDayReadings(t.ctx.pool, id, packedDay)
    expect(await answers()).toEqual(before)
  }
  expect(await ask(ROWS, id)).toEqual([])
})

test('readings beside a pack are read together with it, and are packed at the next turn [telemetry.71]', async () => {
  const samples = day(400)
  const late = samples.filter((_, i) => i % 7 === 3)
  const complete = await vehicleWith(samples)
  const id = await vehicleWith(samples.filter((_, i) => i % 7 !== 3))
  await packDayReadings(t.ctx.pool, id, MORNING)
  await store(id, late)
  expect(await histories(id)).toEqual(await histories(complete))
  expect(await beside(id)).toEqual(await beside(complete))
  expect(await packDayReadings(t.ctx.pool, id, MORNING)).toBe(late.length)
  expect(await ask(ALL, id)).toEqual(await ask(ROWS, complete))
})

test('a late record derives a packed day again as if it had never been packed, and it is packed once more [telemetry.62]', async () => {
  const at = (minute: number) => MORNING + minute * MINUTE
  const recordAt = (minute: number, power = 20_000 + minute * 50) =>
    message(at(minute), fixAt(45 + minute / 1_000, 9, 50), { ignition: 1, power })
  const [v, never] = [await t.vehicle(), await t.vehicle()]
  for (const vehicle of [v, never])
    await ingestPackets(
      [
        packet(
          vehicle,
          Array.from({ length: 60 }, (_, i) => recordAt(i * 2)),
        ),
        packet(vehicle, [recordAt(3 * 1_440)]),
      ],
      t.ctx,
    )
  const countOfDay = async () =>
    (
      await ask(
        'select from readings where vehicle_id = $1 and message_datetime < $2',
        v.vehicle_id,
        new Date(MORNING + DAY),
      )
    ).length
  const derived = (vehicle_id: number) =>
    ask(
      `select k.kind, r.message_datetime, r.data::text from (select distinct kind from readings union select distinct kind from reading_packs) k
       cross join lateral readings_of($1, k.kind, '-infinity', 'infinity') r order by 1, 2`,
      vehicle_id,
    )
  const stored = await countOfDay()
  expect(stored).toBeGreaterThan(20)
  expect(await packDayReadings(t.ctx.pool, v.vehicle_id, MORNING)).toBe(stored)
  expect(await derived(v.vehicle_id)).toEqual(await derived(never.vehicle_id))
  for (const { vehicle_id, device_id } of [v, never]) {
    await ingestPackets([packet({ vehicle_id, device_id }, [recordAt(31, 28_000)])], t.ctx)
    await replayVehicle(vehicle_id, t.ctx)
  }
  const after = await derived(v.vehicle_id)
  expect(after).toContainEqual(
    expect.objectContaining({ kind: 'power', message_datetime: new Date(at(31)) }),
  )
  expect(after).toEqual(await derived(never.vehicle_id))
  expect(await packDayReadings(t.ctx.pool, v.vehicle_id, MORNING)).toBeGreaterThan(0)
  expect(await countOfDay()).toBe(0)
  expect(await derived(v.vehicle_id)).toEqual(after)
})

test('a day that changes while it is packed stays as it is, and is packed at the next turn [telemetry.72]', async () => {
  const id = await vehicleWith(day(300))
  const pool = poolWith(t.ctx.pool, async () => {
    await store(id, [{ at: MORNING + 30_500, text: '{"T1":9}' }])
    return t.ctx.pool.connect()
  })
  expect(await packDayReadings(pool, id, MORNING)).toBe(0)
  expect(await ask(ROWS, id)).toHaveLength(301)
  expect(await packDayReadings(t.ctx.pool, id, MORNING)).toBe(301)
  expect(await ask(ALL, id)).toHaveLength(301)
})

test('a packing that ends at any statement leaves every reading where it was, and begins again [telemetry.72]', async () => {
  const id = await vehicleWith(day(200))
  const before = await ask(ALL, id)
  for (let allowed = 0; ; allowed++) {
    const pool = endingPool(t.ctx.pool, allowed)
    const outcome = await packDayReadings(pool, id, MORNING).catch(() => 'ended')
    expect(await ask(ALL, id)).toEqual(before)
    if (outcome !== 'ended') break
    expect(await ask(ROWS, id)).toEqual(before)
    expect(allowed).toBeLessThan(20)
  }
  expect(await ask(ROWS, id)).toEqual([])
})

test('a reader of a pack with a changed text fails with the day of the pack, in PostgreSQL too [telemetry.70]', async () => {
  const id = await vehicleWith(day(300))
  await packDayReadings(t.ctx.pool, id, MORNING)
  await ask(
    `update reading_packs set data = replace(data::text, '"T1"', '"T3"')::json where vehicle_id = $1`,
    id,
  )
  const named = `the packed readings of vehicle ${id} (temperature) on 2026-11-10 cannot be read`
  await expect(histories(id)).rejects.toThrow(named)
  await expect(ask(ALL, id)).rejects.toThrow(named)
})
