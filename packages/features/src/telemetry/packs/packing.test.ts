// Packing on a real database: what PostgreSQL and the reader answer before and after, and records that lie beside a pack.
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestPackets } from '../pipeline/ingest.ts'
import {
  fixAt,
  message,
  packet,
  type TelemetryTest,
  telemetryContext,
} from '../pipeline/testing.ts'
import { packVehicleDay } from './packing.ts'
import { readPositions, readPositionsAfter, UnpackedDay } from './queries.ts'
import {
  INSERT_POSITIONS,
  insertValues,
  type PackRow,
  packColumns,
  positionFields,
} from './rows.ts'
import {
  chance,
  dayOfSamples,
  endingPool,
  madeDay,
  type PositionSample,
  poolWith,
} from './testing.ts'

let t: TelemetryTest
beforeAll(async () => {
  t = await telemetryContext()
})
afterAll(() => t.close())

const MORNING = Date.UTC(2026, 10, 10)
const ask = async (text: string, ...values: unknown[]) =>
  (await t.ctx.pool.query(text, values)).rows as Record<string, unknown>[]
let vehicles = 100
async function vehicleWith(samples: readonly PositionSample[]): Promise<number> {
  const vehicle_id = ++vehicles
  await t.ctx.pool.query(`select create_month('positions', '2026-11-01')`)
  await t.ctx.pool.query(INSERT_POSITIONS, [vehicle_id, ...insertValues(dayOfSamples(samples))])
  return vehicle_id
}
const ROWS = 'select * from positions where vehicle_id = $1 order by message_datetime, seq'
const ALL = `select * from positions_of($1, '-infinity', 'infinity')`

const strange: PositionSample[] = [
  { at: MORNING + 0.001, latitude_e7: null, longitude_e7: null, io: null },
  {
    at: MORNING + 1,
    latitude_e7: -900_000_000,
    longitude_e7: 1_799_999_999,
    altitude: -432,
    io: new Uint8Array(0),
  },
  {
    at: MORNING + 1,
    seq: 1,
    latitude_e7: 1,
    longitude_e7: 2,
    speed: null,
    satellites: 7,
    io: Uint8Array.of(255),
  },
  {
    at: MORNING + 1,
    seq: 256,
    latitude_e7: 1,
    longitude_e7: 2,
    direction: 359,
    io: Uint8Array.of(12, 0, 2, 65, 66, 13, 97, 0, 1, 98),
  },
  {
    at: MORNING + DAY - 0.001,
    latitude_e7: 3,
    longitude_e7: 4,
    io: Uint8Array.of(8, 200, 9, 255, 254, 10, 128, 0, 0, 0, 11, 1, 2, 3, 4, 255, 6, 7, 8),
  },
]
test('PostgreSQL reads the same from a pack as from the table, every null and byte [telemetry.65, telemetry.69]', async () => {
  for (const samples of [strange, madeDay(MORNING, 2_000, 30_000, chance(3))]) {
    const id = await vehicleWith(samples)
    const before = await ask(ROWS, id)
    expect(await ask(ALL, id)).toEqual(before)
    expect(await packVehicleDay(t.ctx.pool, id, MORNING)).toBe(samples.length)
    expect(await ask(ROWS, id)).toEqual([])
    expect(await ask(ALL, id)).toEqual(before)
  }
})

const everything = (vehicle_id: number) =>
  readPositions(t.ctx.pool, vehicle_id, [{ from: MORNING - DAY, to: MORNING + 3 * DAY }], {
    fields: positionFields,
  })
const bytesOf = (day: Awaited<ReturnType<typeof everything>>) => ({
  ...day,
  io: day.io.map(io => (io === null ? null : Buffer.from(io).toString('hex'))),
})
test('every reader gets packed days and rows in one order, whatever it reads [telemetry.71]', async () => {
  const samples = madeDay(MORNING, 3 * 1_440, MINUTE, chance(4))
  const id = await vehicleWith(samples)
  const ranges = [
    [{ from: MORNING, to: MORNING + 3 * DAY }],
    [{ from: MORNING + HOUR, to: MORNING + HOUR }],
    [
      { from: MORNING + DAY - HOUR, to: MORNING + DAY + HOUR },
      { from: MORNING + 5 * HOUR, to: MORNING + 6 * HOUR },
      { from: MORNING + 5.5 * HOUR, to: MORNING + 7 * HOUR },
    ],
    [{ from: MORNING + 4 * DAY, to: MORNING + 5 * DAY }],
    [],
  ]
  const answers = async () => ({
    all: bytesOf(await everything(id)),
    ranges: await Promise.all(
      ranges.map(asked =>
        readPositions(t.ctx.pool, id, asked, {
          fields: ['latitude_e7', 'speed'],
          onlyFixes: true,
        }).then(({ micros, latitude_e7, speed }) => ({ micros, latitude_e7, speed })),
      ),
    ),
    after: await Promise.all(
      [1, 100, 1_440, 4_000, 9_000].flatMap(limit =>
        [MORNING - 1, MORNING + 90_000, MORNING + DAY - MINUTE, MORNING + 2.5 * DAY].map(at =>
          readPositionsAfter(t.ctx.pool, id, at, 0, limit).then(day => day.micros),
        ),
      ),
    ),
  })
  const before = await answers()
  await packVehicleDay(t.ctx.pool, id, MORNING)
  await packVehicleDay(t.ctx.pool, id, MORNING + 2 * DAY)
  expect(await answers()).toEqual(before)
  await packVehicleDay(t.ctx.pool, id, MORNING + DAY)
  expect(await answers()).toEqual(before)
})

test('a record sent again for a packed day stores nothing, a late one is kept beside the pack and then packed, and one of the same instant keeps the order [telemetry.17, telemetry.62]', async () => {
  const v = await t.vehicle()
  const at = (minute: number) => MORNING + minute * MINUTE
  const messages = Array.from({ length: 60 }, (_, i) =>
    message(at(i * 2), fixAt(45 + i / 1_000, 9, 50), { ignition: 1, power: 24_000 + i }),
  )
  const newest = message(t.clock.now - MINUTE, fixAt(46, 9, 0), { ignition: 0 })
  await ingestPackets([packet(v, messages), packet(v, [newest])], t.ctx)
  expect(await packVehicleDay(t.ctx.pool, v.vehicle_id, MORNING)).toBe(60)
  const stored = await ask(ALL, v.vehicle_id)

  await ingestPackets([packet(v, messages.slice(10, 20))], t.ctx)
  expect(await ask(ALL, v.vehicle_id)).toEqual(stored)
  expect(await ask(ROWS, v.vehicle_id)).toHaveLength(1)

  await ingestPackets([packet(v, [message(at(31), fixAt(45.5, 9, 40), { ignition: 1 })])], t.ctx)
  expect(await ask(ROWS, v.vehicle_id)).toHaveLength(2)
  expect(await ask(ALL, v.vehicle_id)).toHaveLength(62)
  expect(await ask('select day::text from late_days where vehicle_id = $1', v.vehicle_id)).toEqual([
    { day: '2026-11-10' },
  ])
  expect(await packVehicleDay(t.ctx.pool, v.vehicle_id, MORNING)).toBe(1)
  expect(await ask(ALL, v.vehicle_id)).toHaveLength(62)
  expect(await ask('select from late_days where vehicle_id = $1', v.vehicle_id)).toEqual([])

  // another record of a packed instant: both are stored, in the order of their content
  const twin = message(at(4), fixAt(44, 9, 50), { ignition: 1 })
  await ingestPackets([packet(v, [twin])], t.ctx)
  await ingestPackets([packet(v, [twin]), packet(v, messages)], t.ctx)
  const all = await ask(ALL, v.vehicle_id)
  expect(all).toHaveLength(63)
  expect(
    all.filter(row => (row.message_datetime as Date).getTime() === at(4)).map(row => row.seq),
  ).toEqual([0, 1])
  await packVehicleDay(t.ctx.pool, v.vehicle_id, MORNING)
  expect(await ask(ALL, v.vehicle_id)).toEqual(all)
})

test('a day that changes while it is packed stays as it is, and is packed at the next turn [telemetry.72]', async () => {
  const samples = madeDay(MORNING, 500, MINUTE, chance(5))
  const id = await vehicleWith(samples)
  const late = dayOfSamples([{ at: MORNING + 30_500, latitude_e7: 1, longitude_e7: 1 }])
  const pool = poolWith(t.ctx.pool, async () => {
    await t.ctx.pool.query(INSERT_POSITIONS, [id, ...insertValues(late)])
    return t.ctx.pool.connect()
  })
  expect(await packVehicleDay(pool, id, MORNING)).toBe(0)
  expect(await ask(ROWS, id)).toHaveLength(501)
  expect(await packVehicleDay(t.ctx.pool, id, MORNING)).toBe(501)
  expect(await ask(ALL, id)).toHaveLength(501)
})

test('a packing that ends at any statement leaves every position where it was, and begins again [telemetry.72]', async () => {
  const id = await vehicleWith(madeDay(MORNING, 300, MINUTE, chance(6)))
  const before = await ask(ALL, id)
  for (let allowed = 0; ; allowed++) {
    const pool = endingPool(t.ctx.pool, allowed)
    const outcome = await packVehicleDay(pool, id, MORNING).catch(() => 'ended')
    expect(await ask(ALL, id)).toEqual(before)
    if (outcome !== 'ended') break
    expect(await ask(ROWS, id)).toEqual(before)
    expect(allowed).toBeLessThan(20)
  }
  expect(await ask(ROWS, id)).toEqual([])
})

test('a reader of a pack with a changed bit fails with the day of the pack, in PostgreSQL too [telemetry.70]', async () => {
  const id = await vehicleWith(madeDay(MORNING, 300, MINUTE, chance(7)))
  await packVehicleDay(t.ctx.pool, id, MORNING)
  await ask(
    'update position_packs set data = set_bit(data, 77, 1 - get_bit(data, 77)) where vehicle_id = $1',
    id,
  )
  await expect(everything(id)).rejects.toThrow(
    `the packed positions of vehicle ${id} on 2026-11-10`,
  )
  await expect(ask(ALL, id)).rejects.toThrow(`the packed positions of vehicle ${id} on 2026-11-10`)
})

test('a reader that goes over a packed day in steps unpacks it once, and again after it has changed [telemetry.80]', async () => {
  const id = await vehicleWith(madeDay(MORNING, 100, MINUTE, chance(6)))
  await packVehicleDay(t.ctx.pool, id, MORNING)
  const packOf = async () => {
    const { rows } = await t.ctx.pool.query<PackRow>(
      `select ${packColumns()} from position_packs k where vehicle_id = $1`,
      [id],
    )
    return rows[0] as PackRow
  }
  const unpackedDay = new UnpackedDay()
  const day = unpackedDay.unpack(await packOf())
  expect(unpackedDay.unpack(await packOf())).toBe(day)
  const late = { at: MORNING + 1, latitude_e7: 450_000_000, longitude_e7: 90_000_000 }
  await t.ctx.pool.query(INSERT_POSITIONS, [id, ...insertValues(dayOfSamples([late]))])
  await packVehicleDay(t.ctx.pool, id, MORNING)
  expect(unpackedDay.unpack(await packOf()).micros).toHaveLength(101)
})
