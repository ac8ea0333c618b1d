import { decodePolyline } from '@flotta/core/geo.ts'
import type { Grant } from '@flotta/core/kinds.ts'
import { neverPrivate, PrivateTimes } from '@flotta/core/private-times.ts'
import { DAY, HOUR, MINUTE } from '@flotta/core/time.ts'
import type { VisibleVehicle } from '@flotta/platform/feature.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ingestPackets } from '../pipeline/ingest.ts'
import { lastPosition } from '../pipeline/queries.ts'
import { replayVehicle } from '../pipeline/replay.ts'
import {
  fixAt,
  message,
  packet,
  type TelemetryTest,
  telemetryContext,
} from '../pipeline/testing.ts'
import { trackOf } from '../pipeline/tracks.ts'
import { tripOf, tripParts, tripsWithin } from './queries.ts'
import { sinceWhen, stopsOf } from './stops.ts'
import { pathsOf, tripTrack } from './tracks.ts'

let t: TelemetryTest
beforeAll(async () => {
  t = await telemetryContext()
})
afterAll(() => t.close())

/** Replaces `fleet/access/vehicles.ts`: the test says which vehicles the caller sees. */
const visibleVehicle = (
  vehicle_id: number,
  grants: readonly Grant[] | null = null,
  private_times = neverPrivate,
) =>
  ({
    vehicle_id,
    customer_id: 1,
    owner: grants === null,
    agreements: [2],
    grants: grants ?? [],
    private_times,
  }) as unknown as VisibleVehicle
const on = { ignition: 1, movement: 1 }
const off = { ignition: 0, movement: 0 }
/** Two trips of half an hour, the last one still under way, and the hour of rest between them. */
async function twoTrips() {
  const v = await t.vehicle()
  const from = t.clock.now - 2 * HOUR
  const drive = (start: number, place: number) =>
    Array.from({ length: 31 }, (_, i) =>
      message(start + i * MINUTE, fixAt(45, 9 + (place + i) * 0.01, 47), on),
    )
  const rest = Array.from({ length: 60 }, (_, i) =>
    message(from + (31 + i) * MINUTE, fixAt(45 + (i % 3) * 1e-4, 9.3, 0), off),
  )
  await ingestPackets(
    [packet(v, [...drive(from, 0), ...rest, ...drive(from + 91 * MINUTE, 30).slice(0, 29)])],
    t.ctx,
  )
  return { ...v, from }
}

test('trips of a period come newest first with their paths, and a trip under way reaches as far as its last record [trips.10]', async () => {
  const v = await twoTrips()
  const trips = await tripsWithin(t.ctx, visibleVehicle(v.vehicle_id), {
    from: v.from,
    to: t.clock.now,
  })
  expect(trips).toMatchObject([
    {
      period_from: v.from + 91 * MINUTE,
      period_to: null,
      end_at: v.from + 119 * MINUTE,
      distance: expect.closeTo(28 * 786, -3),
      max_speed: 47,
    },
    {
      period_from: v.from,
      period_to: v.from + 31 * MINUTE,
      distance: expect.closeTo(30 * 786, -3),
    },
  ])
  const rest = { period_from: v.from + 31 * MINUTE, period_to: v.from + 91 * MINUTE }
  expect(
    await stopsOf(t.ctx, visibleVehicle(v.vehicle_id), { from: v.from, to: t.clock.now }),
  ).toEqual([{ ...rest, place: { latitude: expect.closeTo(45, 3), longitude: 9.3 }, whole: rest }])
  const paths = await pathsOf(t.ctx, visibleVehicle(v.vehicle_id), trips)
  const first = decodePolyline(paths[1] ?? '')
  expect(first[0]).toEqual([45, 9])
  expect(first.at(-1)?.[1]).toBeCloseTo(9.3, 2)
  expect(
    await tripsWithin(t.ctx, visibleVehicle(v.vehicle_id), {
      from: v.from + 40 * MINUTE,
      to: v.from + 50 * MINUTE,
    }),
  ).toEqual([])
  expect(await pathsOf(t.ctx, visibleVehicle(v.vehicle_id), [])).toEqual([])
})

test('a vehicle that rests has been stopped until now [trips.12]', async () => {
  const v = await t.vehicle()
  const at = t.clock.now - HOUR
  await ingestPackets(
    [
      packet(v, [
        message(at, fixAt(45, 9, 50), on),
        message(at + MINUTE, fixAt(45, 9.01, 50), on),
        message(at + 2 * MINUTE, fixAt(45, 9.01, 0), off),
      ]),
    ],
    t.ctx,
  )
  const stood = {
    place: { latitude: 45, longitude: 9.01 },
    whole: { period_from: at + 2 * MINUTE, period_to: null },
  }
  const stops = (from: number, to: number) =>
    stopsOf(t.ctx, visibleVehicle(v.vehicle_id), { from, to })
  expect(await stops(at, t.clock.now)).toEqual([
    { ...stood, period_from: at + 2 * MINUTE, period_to: null },
  ])
  expect(await stops(at + 10 * MINUTE, at + 20 * MINUTE)).toEqual([
    { ...stood, period_from: at + 10 * MINUTE, period_to: at + 20 * MINUTE },
  ])
  expect(await sinceWhen(t.ctx, visibleVehicle(v.vehicle_id), false)).toBe(at + 2 * MINUTE)
})

test('a trip that reaches beyond the period counts with the part inside, by its positions and not by its time [trips.11]', async () => {
  const v = await t.vehicle()
  const from = t.clock.now - 3 * HOUR
  // half an hour slowly, then half an hour six times as fast
  const way = Array.from({ length: 61 }, (_, i) =>
    message(
      from + i * MINUTE,
      fixAt(45, 9 + (i <= 30 ? i * 0.002 : 0.06 + (i - 30) * 0.012), i <= 30 ? 9 : 57),
      on,
    ),
  )
  await ingestPackets(
    [packet(v, [...way, message(from + 61 * MINUTE, fixAt(45, 9.42, 0), off)])],
    t.ctx,
  )
  const [whole] = await tripsWithin(t.ctx, visibleVehicle(v.vehicle_id), {
    from: from,
    to: t.clock.now,
  })
  const half = from + 30 * MINUTE
  const [before] = await tripsWithin(t.ctx, visibleVehicle(v.vehicle_id), {
    from: from - HOUR,
    to: half,
  })
  const [after] = await tripsWithin(t.ctx, visibleVehicle(v.vehicle_id), {
    from: half,
    to: t.clock.now,
  })
  if (!whole || !before || !after) throw new Error('no trip')
  expect(before).toMatchObject({
    id: whole.id,
    period_from: from,
    period_to: half,
    end: { longitude: 9.06 },
    whole: { period_to: whole.period_to },
  })
  expect(before.distance / whole.distance).toBeCloseTo(1 / 7, 2)
  expect(before.max_speed).toBe(9)
  expect(after).toMatchObject({
    period_from: half,
    period_to: whole.period_to,
    start: { longitude: 9.06 },
    max_speed: 57,
  })
  expect(before.distance + after.distance).toBe(whole.distance)
  const paths = await pathsOf(t.ctx, visibleVehicle(v.vehicle_id), [before])
  expect(decodePolyline(paths[0] ?? '').at(-1)).toEqual([45, 9.06])
  expect(
    await tripsWithin(t.ctx, visibleVehicle(v.vehicle_id), {
      from: (whole.period_to ?? 0) + 1,
      to: t.clock.now,
    }),
  ).toEqual([])
})

test('a guest sees whole trips, positions and the last place only within its own time [trips.14]', async () => {
  const v = await twoTrips()
  const guest = visibleVehicle(v.vehicle_id, [
    { agreement_id: 2, from: v.from + 10 * MINUTE, to: null },
  ])
  expect(await tripsWithin(t.ctx, guest, { from: v.from, to: t.clock.now })).toMatchObject([
    { period_from: v.from + 91 * MINUTE },
  ])
  const [, first] = await tripsWithin(t.ctx, visibleVehicle(v.vehicle_id), {
    from: v.from,
    to: t.clock.now,
  })
  expect(await tripOf(t.ctx, guest, first?.id ?? '')).toBeNull()
  expect(await tripOf(t.ctx, visibleVehicle(v.vehicle_id), first?.id ?? '')).toMatchObject({
    id: first?.id,
  })
  expect((await trackOf(t.ctx, guest, v.from, t.clock.now)).at[0]).toBe(v.from + 10 * MINUTE)
  expect(await lastPosition(t.ctx, guest)).toMatchObject({
    at: v.from + 119 * MINUTE,
    speed: 47,
    moving: true,
  })
  expect(
    await lastPosition(
      t.ctx,
      visibleVehicle(v.vehicle_id, [{ agreement_id: 2, from: t.clock.now, to: null }]),
    ),
  ).toBeNull()
})

test('a trip is found by the id of one that was merged into it [trips.8]', async () => {
  const v = await t.vehicle()
  const from = t.clock.now - 4 * HOUR
  const way = Array.from({ length: 100 }, (_, i) =>
    message(from + i * MINUTE, fixAt(45, 9 + i * 0.01, 47), on),
  )
  await ingestPackets([packet(v, [...way.slice(0, 10), ...way.slice(80)])], t.ctx)
  const [second, first] = await tripsWithin(t.ctx, visibleVehicle(v.vehicle_id), {
    from: from,
    to: t.clock.now,
  })
  await ingestPackets([packet(v, way.slice(10, 80))], t.ctx)
  await replayVehicle(v.vehicle_id, t.ctx)
  expect(await tripOf(t.ctx, visibleVehicle(v.vehicle_id), second?.id ?? '')).toMatchObject({
    id: first?.id,
    period_from: from,
  })
  expect(await tripOf(t.ctx, visibleVehicle(v.vehicle_id), crypto.randomUUID())).toBeNull()
})

test('the track of a month is thinned for drawing, without fixes that cannot be true [trips.16]', async () => {
  const v = await t.vehicle()
  const from = t.clock.now - 20 * DAY
  const count = 30_000
  await t.ctx.pool.query(
    `select create_month('positions', '2026-10-01'), create_month('positions', '2026-11-01')`,
  )
  await t.ctx.pool.query(
    `insert into positions (message_datetime, vehicle_id, latitude_e7, longitude_e7, seq, altitude, direction, speed, satellites)
     select to_timestamp($2 / 1000.0) + i * interval '50 s', $1, 450000000 + (sin(i / 500.0) * 1e6)::int, 90000000 + i * 3000 + case when i = 777 then 50000000 else 0 end, 1, 0, 90,
       case when i % 100 < 20 then 0 else 60 end, 9 from generate_series(1, $3) i`,
    [v.vehicle_id, from, count],
  )
  const track = await trackOf(t.ctx, visibleVehicle(v.vehicle_id), from, t.clock.now, 2_000)
  expect(track.total).toBe(count - 1)
  expect(track.at.length).toBeLessThanOrEqual(2_000)
  expect(track.at.length).toBeGreaterThan(1_500)
  expect(track.at).toEqual(track.at.toSorted((a, b) => a - b))
  expect(Math.max(...track.longitude)).toBeLessThan(9 + count * 3e-4 + 1e-6)
  // both ends of the stops
  const stops = track.at.filter((_, i) => track.moving[i] === 0)
  expect(stops.length).toBeGreaterThanOrEqual(2 * (count / 100) - 1)
  const wholeTrack = await trackOf(t.ctx, visibleVehicle(v.vehicle_id), from, from + HOUR)
  expect(wholeTrack.total).toBe(72)
  expect(wholeTrack.at).toHaveLength(72)
  expect(wholeTrack).toMatchObject({
    speed: expect.arrayContaining([0, 60]),
    direction: expect.arrayContaining([90]),
  })
  expect(await trackOf(t.ctx, visibleVehicle(v.vehicle_id), from - 2 * DAY, from - DAY)).toEqual({
    total: 0,
    at: [],
    latitude: [],
    longitude: [],
    speed: [],
    direction: [],
    moving: [],
  })
})

test('one trip is read with its track', async () => {
  const v = await twoTrips()
  const [now] = await tripsWithin(t.ctx, visibleVehicle(v.vehicle_id), {
    from: v.from,
    to: t.clock.now,
  })
  if (!now) throw new Error('no trip')
  const { track, polyline } = await tripTrack(t.ctx, visibleVehicle(v.vehicle_id), now)
  expect(track.at).toHaveLength(29)
  expect(decodePolyline(polyline)).toHaveLength(29)
})

describe('a trip that is partly private', () => {
  const privately = (...stretches: readonly (readonly [number, number])[]) =>
    new PrivateTimes(stretches.map(([from, to]) => ({ from, to, hours: null })))

  test('is cut there into a part with its way and a private part without, which together make the trip [trips.15]', async () => {
    const v = await twoTrips()
    const cut = v.from + 20 * MINUTE + 30_000
    const owner = visibleVehicle(v.vehicle_id, null, privately([cut, Number.POSITIVE_INFINITY]))
    const period = { from: v.from - MINUTE, to: v.from + 40 * MINUTE }
    const [whole] = await tripsWithin(t.ctx, visibleVehicle(v.vehicle_id), period)
    const [hidden, company] = await tripsWithin(t.ctx, owner, period)
    if (!whole || !hidden || !company) throw new Error('it is not cut')
    expect(company).toMatchObject({
      id: whole.id,
      period_from: v.from,
      period_to: cut,
      private: false,
      start: { latitude: 45, longitude: 9 },
      end: { longitude: 9.2 },
    })
    expect(company.whole).toEqual({ period_from: v.from, period_to: cut })
    expect(hidden).toMatchObject({
      period_from: cut,
      period_to: whole.period_to,
      private: true,
      start: null,
      end: null,
    })
    expect(company.distance + hidden.distance).toBe(whole.distance)
    expect(company.distance / whole.distance).toBeCloseTo(20.5 / 30, 1)
    const [private_path, path] = await pathsOf(t.ctx, owner, [hidden, company])
    expect([private_path, decodePolyline(path ?? '').at(-1)]).toEqual(['', [45, 9.2]])
    // Each trip is read by its own id.
    expect(await tripOf(t.ctx, owner, company.id)).toEqual(company)
    expect(await tripOf(t.ctx, owner, hidden.id)).toEqual(hidden)
    expect((await tripTrack(t.ctx, owner, hidden)).track.at).toEqual([])
    expect((await tripTrack(t.ctx, owner, company)).track.at).toHaveLength(21)
    expect(await tripOf(t.ctx, visibleVehicle(v.vehicle_id), hidden.id)).toBeNull()
    // The days of a report too, and for a guest as for the owner.
    const half = v.from + 10 * MINUTE
    const days = await tripParts(t.ctx, owner, [
      { from: period.from, to: half },
      { from: half, to: period.to },
    ])
    expect(days.map(day => day.map(trip => trip.private))).toEqual([[false], [false, true]])
    expect(days.flat().reduce((sum, trip) => sum + trip.distance, 0)).toBe(whole.distance)
    const guest = visibleVehicle(
      v.vehicle_id,
      [{ agreement_id: 2, from: v.from, to: null }],
      privately([cut, Number.POSITIVE_INFINITY]),
    )
    expect(await tripsWithin(t.ctx, guest, period)).toEqual([hidden, company])
  })

  test('is cut in the same way while it is under way, and where it becomes the company’s again', async () => {
    const v = await twoTrips()
    const began = v.from + 91 * MINUTE
    const owner = visibleVehicle(
      v.vehicle_id,
      null,
      privately(
        [began + 5 * MINUTE, began + 10 * MINUTE],
        [began + 20 * MINUTE, Number.POSITIVE_INFINITY],
      ),
    )
    const pieces = (await tripsWithin(t.ctx, owner, { from: began, to: t.clock.now })).toReversed()
    expect(
      pieces.map(p => [
        (p.period_from - began) / MINUTE,
        p.period_to && (p.period_to - began) / MINUTE,
        p.private,
        p.start?.longitude,
        p.end?.longitude,
      ]),
    ).toEqual([
      [0, 5, false, expect.any(Number), expect.any(Number)],
      [5, 10, true, undefined, undefined],
      [10, 20, false, expect.any(Number), expect.any(Number)],
      [20, null, true, undefined, undefined],
    ])
    expect(new Set(pieces.map(p => p.id)).size).toBe(4)
    for (const piece of pieces) expect(await tripOf(t.ctx, owner, piece.id)).toEqual(piece)
  })
})
