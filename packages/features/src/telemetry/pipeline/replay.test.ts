import type { Message } from '@flotta/core/telemetry.ts'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestPackets } from './ingest.ts'
import { dropRawParameters } from './raw.ts'
import { replayVehicle } from './replay.ts'
import { replayQuietVehicles } from './replays.ts'
import {
  derivedOf,
  fixAt,
  message,
  packet,
  random,
  someDays,
  type TelemetryTest,
  telemetryContext,
} from './testing.ts'

let t: TelemetryTest
beforeAll(async () => {
  t = await telemetryContext({ FLOTTA_REPLAY_QUIET: '30' })
})
afterAll(() => t.close())

function inPackets(messages: readonly Message[], size: () => number): Message[][] {
  const packets: Message[][] = []
  for (let i = 0; i < messages.length; i += packets.at(-1)?.length ?? 1)
    packets.push(messages.slice(i, i + size()))
  return packets
}

/** Replays all marked vehicles, as if no record had come for long. */
async function quiet(): Promise<void> {
  t.clock.now += 10 * MINUTE
  await replayQuietVehicles(t.ctx)
}

test('any order, any repetition and any batching of the packets of some days give the same rows [telemetry.20]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1e9 }),
      fc.integer({ min: 1, max: 1e9 }),
      async (seed, order) => {
        const messages = someDays(seed, t.clock.now - 6 * DAY, 220).filter(m => m.at < t.clock.now)
        const [inOrder, shuffled] = [await t.vehicle(), await t.vehicle()]
        const next = random(order)
        const most = next() < 0.5 ? 1 : 12
        const packets = inPackets(messages, () => 1 + Math.floor(next() * most))
        await ingestPackets(
          packets.map(p => packet(inOrder, p)),
          t.ctx,
        )
        // Mostly blocks out of order, as devices deliver them; sometimes single packets; some packets again with the newest record first.
        const arriving = [
          ...packets,
          ...packets.filter(() => next() < 0.3),
          ...packets
            .filter(p => p.at(-1)?.at !== p[0]?.at && next() < 0.2)
            .map(p => p.toReversed()),
        ]
        const block = next() < 0.5 ? 1 : 30
        const keys = arriving.map((_, i) => (block === 1 ? next() : Math.floor(i / block)))
        const shuffle = new Map([...new Set(keys)].map(k => [k, next()]))
        const rest = arriving
          .map((p, i) => ({ p, k: shuffle.get(keys[i] ?? 0) ?? 0 }))
          .sort((a, b) => a.k - b.k)
        while (rest.length > 0) {
          const batch = rest.splice(0, 1 + Math.floor(next() * 20)).map(r => packet(shuffled, r.p))
          await ingestPackets(batch, t.ctx)
          if (next() < 0.3) await quiet()
        }
        await quiet()
        expect(await derivedOf(t, shuffled.vehicle_id)).toEqual(
          await derivedOf(t, inOrder.vehicle_id),
        )
      },
    ),
    { numRuns: 12, seed: 20261121 },
  )
})

test('a vehicle that keeps sending while replays run ends with the same rows as one whose records came in order', async () => {
  const messages = someDays(77, t.clock.now - 3 * DAY, 400).filter(m => m.at < t.clock.now)
  const [inOrder, mixed] = [await t.vehicle(), await t.vehicle()]
  const live = inPackets(
    messages.filter((_, i) => i % 3 !== 0),
    () => 3,
  )
  const late = inPackets(
    messages.filter((_, i) => i % 3 === 0),
    () => 7,
  )
  await ingestPackets(
    [...live, ...late].map(p => packet(inOrder, p)),
    t.ctx,
  )
  t.clock.now += HOUR
  const send = async (packets: typeof live) => {
    for (const p of packets) await ingestPackets([packet(mixed, p)], t.ctx)
  }
  const replaying = async () => {
    for (let i = 0; i < 60; i++) await replayVehicle(mixed.vehicle_id, t.ctx)
  }
  await Promise.all([send(live), send(late.toReversed()), replaying(), replaying()])
  await quiet()
  expect(await derivedOf(t, mixed.vehicle_id)).toEqual(await derivedOf(t, inOrder.vehicle_id))
})

const tripsOf = async (v: { vehicle_id: number }) =>
  (
    await t.ctx.pool.query(
      'select id, period_from, period_to, replaced_by from trips where vehicle_id = $1 order by period_from',
      [v.vehicle_id],
    )
  ).rows
/** One record a minute, driving east. */
const drive = (from: number, minutes: number, start: number, speed = 60) =>
  Array.from({ length: minutes }, (_, i) =>
    message(from + i * MINUTE, fixAt(45, 9 + (start + i) * 0.0127, speed), {
      ignition: 1,
      movement: 1,
    }),
  )

test('trips that late records join keep the id of the older, and the other leads to it [trips.7]', async () => {
  const v = await t.vehicle()
  const from = t.clock.now - 5 * HOUR
  const way = drive(from, 60, 0)
  const off = message(from + HOUR, fixAt(45, 9.8, 0), { ignition: 0, movement: 0 })
  // An hour of silence within an hour's drive would make two trips, because the missing middle is longer than that.
  const long = drive(from + 2 * HOUR, 90, 0)
  await ingestPackets([packet(v, [...way, off])], t.ctx)
  await ingestPackets([packet(v, [...long.slice(0, 10), ...long.slice(80)])], t.ctx)
  const before = await tripsOf(v)
  expect(before).toHaveLength(3)
  await ingestPackets([packet(v, long.slice(10, 80))], t.ctx)
  await quiet()
  const after = await tripsOf(v)
  expect(after.filter(r => r.replaced_by === null).map(r => r.id)).toEqual([
    before[0]?.id,
    before[1]?.id,
  ])
  expect(after.find(r => r.replaced_by !== null)).toMatchObject({
    id: before[2]?.id,
    replaced_by: before[1]?.id,
  })
})

test('a trip that late records split keeps its id for the earlier part [trips.9]', async () => {
  const v = await t.vehicle()
  const from = t.clock.now - 5 * HOUR
  const way = drive(from, 40, 0)
  await ingestPackets(
    [
      packet(v, [
        ...way.slice(0, 15),
        ...way.slice(25),
        message(from + HOUR, fixAt(45, 9.5, 0), { ignition: 0, movement: 0 }),
      ]),
    ],
    t.ctx,
  )
  const [before] = await tripsOf(v)
  const place = fixAt(45, 9 + 14 * 0.0127, 0)
  await ingestPackets(
    [
      packet(v, [
        message(from + 15 * MINUTE, place, { ignition: 0, movement: 0 }),
        message(from + 23 * MINUTE, place, { ignition: 0, movement: 0 }),
      ]),
    ],
    t.ctx,
  )
  await quiet()
  const after = await tripsOf(v)
  expect(after).toMatchObject([
    { id: before?.id, period_from: new Date(from), period_to: new Date(from + 15 * MINUTE) },
    { period_from: new Date(from + 25 * MINUTE), replaced_by: null },
  ])
  expect(after[1]?.id).not.toBe(before?.id)
})

test('an open incident that late records disprove closes as corrected, and one that they reveal is recorded as late [alerts.81, alerts.84]', async () => {
  const v = await t.vehicle()
  const from = t.clock.now - 5 * HOUR
  const at = (minutes: number, speed: number) =>
    message(from + minutes * MINUTE, fixAt(45, 9 + minutes * 0.015, speed), { movement: 1 })
  // fast by the last fix that was received …
  await ingestPackets([packet(v, [at(0, 60), at(40, 100)])], t.ctx)
  const open = await t.ctx.pool.query('select id, closed_at from incidents where vehicle_id = $1', [
    v.vehicle_id,
  ])
  expect(open.rows).toMatchObject([{ closed_at: null }])
  // … but it had been fast, slow and fast again before
  await ingestPackets([packet(v, [at(10, 100), at(20, 60), at(30, 60)])], t.ctx)
  await quiet()
  const rows = (
    await t.ctx.pool.query(
      'select id, opened_at, closed_at, closed_as, late from incidents where vehicle_id = $1 order by opened_at',
      [v.vehicle_id],
    )
  ).rows
  expect(rows).toMatchObject([
    {
      opened_at: new Date(from + 10 * MINUTE),
      closed_at: new Date(from + 20 * MINUTE),
      closed_as: 'cleared',
      late: true,
    },
    { id: open.rows[0]?.id, opened_at: new Date(from + 40 * MINUTE), closed_at: null, late: false },
  ])
  // The fast fix was not plausible.
  const w = await t.vehicle()
  await ingestPackets(
    [packet(w, [at(0, 60), message(from + 40 * MINUTE, fixAt(46, 9, 100), { movement: 1 })])],
    t.ctx,
  )
  await ingestPackets(
    [packet(w, [message(from + 39 * MINUTE, fixAt(45, 9.01, 50), { movement: 1 })])],
    t.ctx,
  )
  await quiet()
  expect(
    (
      await t.ctx.pool.query('select closed_as, closed_at from incidents where vehicle_id = $1', [
        w.vehicle_id,
      ])
    ).rows,
  ).toEqual([{ closed_as: 'corrected', closed_at: new Date(from + 40 * MINUTE) }])
})

test('an incident begins where the vehicle was last located, and a fix that arrives late moves its place', async () => {
  const v = await t.vehicle()
  const from = t.clock.now - 5 * HOUR
  const placesOf = async () =>
    (
      await t.ctx.pool.query(
        'select id, gps_datetime, latitude_e7, longitude_e7 from incidents where vehicle_id = $1 order by opened_at',
        [v.vehicle_id],
      )
    ).rows
  const place = (minutes: number, longitude_e7: number) => ({
    gps_datetime: new Date(from + minutes * MINUTE),
    latitude_e7: 450_000_000,
    longitude_e7,
  })
  await ingestPackets(
    [
      packet(v, [
        message(from, fixAt(45, 9), { power: 12_600 }),
        message(from + 40 * MINUTE, null, { power: 11_000 }),
      ]),
    ],
    t.ctx,
  )
  const [told] = await placesOf()
  expect(told).toMatchObject(place(0, 90_000_000))
  await ingestPackets(
    [packet(v, [message(from + 20 * MINUTE, fixAt(45, 9.2, 50), { movement: 1, power: 12_600 })])],
    t.ctx,
  )
  await quiet()
  expect(await placesOf()).toEqual([{ ...place(20, 92_000_000), id: told?.id }])
  // A record that has a fix keeps its own.
  await ingestPackets(
    [packet(v, [message(from + 50 * MINUTE, fixAt(45, 9.3, 120), { movement: 1, power: 11_000 })])],
    t.ctx,
  )
  expect((await placesOf())[1]).toMatchObject(place(50, 93_000_000))
})

test('a vehicle is replayed once its late records have ceased, or after five minutes while they keep coming', async () => {
  const v = await t.vehicle()
  const marked = async () =>
    (await t.ctx.pool.query('select 1 from replays where vehicle_id = $1', [v.vehicle_id])).rowCount
  await ingestPackets([packet(v, [message(t.clock.now - MINUTE, fixAt(45, 9))])], t.ctx)
  for (let i = 0; i < 15; i++) {
    t.clock.now += 20_000
    await ingestPackets([packet(v, [message(t.clock.now - HOUR, fixAt(45, 9))])], t.ctx)
    await replayQuietVehicles(t.ctx)
    expect(await marked()).toBe(1)
  }
  t.clock.now += 20_000
  await replayQuietVehicles(t.ctx)
  expect(await marked()).toBe(0)
})

test('records older than the raw parameters are stored, and nothing is derived again without them', async () => {
  const v = await t.vehicle()
  const recent = t.clock.now - 20 * DAY
  const old = t.clock.now - 200 * DAY
  await ingestPackets([packet(v, drive(old, 30, 0)), packet(v, drive(recent, 30, 0))], t.ctx)
  await ingestPackets(
    [packet(v, [message(t.clock.now - 2 * DAY, fixAt(45, 9.4), { power: 12_000 })])],
    t.ctx,
  )
  await dropRawParameters(t.ctx)
  const io = await t.ctx.pool.query(
    `select message_datetime < $2 as old, sum(length(io))::int as bytes from positions where vehicle_id = $1 group by 1 order by 1`,
    [v.vehicle_id, new Date(t.clock.now - 100 * DAY)],
  )
  expect(io.rows).toEqual([
    { old: false, bytes: expect.any(Number) },
    { old: true, bytes: 0 },
  ])
  const before = await derivedOf(t, v.vehicle_id)
  await ingestPackets(
    [packet(v, [message(old + 90_000, fixAt(45, 9.01, 60), { power: 9_000 })])],
    t.ctx,
  )
  expect(
    (await t.ctx.pool.query('select 1 from replays where vehicle_id = $1', [v.vehicle_id]))
      .rowCount,
  ).toBe(0)
  // between the last early record and the first record that has raw parameters
  await ingestPackets(
    [packet(v, [message(recent - DAY, fixAt(45, 9.38), { power: 12_000 })])],
    t.ctx,
  )
  await quiet()
  const after = await derivedOf(t, v.vehicle_id)
  // The new record only shows earlier that the old trip had ended.
  const withoutTeller = (rows: unknown[] | undefined) =>
    rows?.map(row => ({ ...(row as object), ended_by: null }))
  expect(withoutTeller(after.trips)).toEqual(withoutTeller(before.trips))
  expect(after.readings).toHaveLength((before.readings?.length ?? 0) + 1)
})

test('a replay writes the readings of every owner again, whatever their kind', async () => {
  const v = await t.vehicle()
  const from = t.clock.now - 5 * HOUR
  await ingestPackets([packet(v, drive(from, 30, 0))], t.ctx)
  await t.ctx.pool.query(
    `insert into readings (message_datetime, vehicle_id, seq, kind, data) values ($2, $1, 1, 'fuel', '{"level":50}')`,
    [v.vehicle_id, new Date(from + 10 * MINUTE)],
  )
  await ingestPackets(
    [packet(v, [message(from + 90_000, fixAt(45, 9.019, 60), { ignition: 1, power: 12_600 })])],
    t.ctx,
  )
  await quiet()
  expect(
    (
      await t.ctx.pool.query('select kind from readings where vehicle_id = $1 order by kind', [
        v.vehicle_id,
      ])
    ).rows,
  ).toEqual([{ kind: 'ignition' }, { kind: 'motion' }, { kind: 'power' }])
})
