// The stored lines of days that are over and not packed yet: whatever records come or go, tracks drawn from them equal those drawn from the positions.
import { DAY, dayOf, dayText, HOUR, MINUTE, startOfDay } from '@flotta/core/time.ts'
import type { Pool } from '@flotta/platform/db.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestPackets } from '../pipeline/ingest.ts'
import {
  fixAt,
  message,
  packet,
  type TelemetryTest,
  telemetryContext,
} from '../pipeline/testing.ts'
import { makeDayLines } from './day-lines.ts'
import { deletePacksOf } from './expiry.ts'
import { readFleetTracks } from './fleet-lines.ts'
import { packAll } from './jobs.ts'
import { readTrack } from './level-rows.ts'
import type { Level } from './levels.ts'
import type { PositionRange } from './queries.ts'
import { type TrackBox, trackLines } from './track-lines.ts'

let t: TelemetryTest
let today: number
let yesterday: number
beforeAll(async () => {
  t = await telemetryContext()
  today = startOfDay(dayOf(t.clock.now))
  yesterday = today - DAY
})
afterAll(() => t.close())

type Vehicle = Awaited<ReturnType<TelemetryTest['vehicle']>>
const ask = async (text: string, ...values: unknown[]) =>
  (await t.ctx.pool.query(text, values)).rows as Record<string, unknown>[]
const textOf = (day: number): string => dayText(dayOf(day))
const makeLines = (vehicle_id: number, pool: Pick<Pool, 'query'> = t.ctx.pool) =>
  makeDayLines(pool, vehicle_id, textOf(today - 3 * DAY), textOf(yesterday))

/** A drive of two hours along a winding road, a record each minute. */
const drive = (from: number) =>
  Array.from({ length: 120 }, (_, i) =>
    message(from + i * MINUTE, fixAt(45 + i / 500, 9 + Math.sin(i / 7) / 100, 50)),
  )
const send = (vehicle: Vehicle, messages: ReturnType<typeof drive>) =>
  ingestPackets([packet(vehicle, messages)], t.ctx)
async function drivenVehicle(...begins: readonly number[]): Promise<Vehicle> {
  const vehicle = await t.vehicle()
  for (const begin of begins) await send(vehicle, drive(begin))
  return vehicle
}
const wholeTime = (): PositionRange[] => [{ from: today - 4 * DAY, to: t.clock.now }]
/** The drawn tracks of a vehicle that is read as one of a fleet. */
async function drawingInFleet(
  vehicle_id: number,
  ranges: readonly PositionRange[],
  level: Level,
  box: TrackBox | null = null,
) {
  const period = { from: ranges[0]?.from ?? 0, to: ranges.at(-1)?.to ?? 0 }
  const answer = await readFleetTracks(t.ctx.pool, [{ vehicle_id, ranges }], period, level, box)
  return [...answer.tracks].map(({ parts }) => trackLines(parts, ranges, box))
}
/** The drawn tracks of a vehicle, read alone and as one of a fleet, at each level. */
async function drawings(vehicle_id: number, ranges = wholeTime()) {
  const tracks: unknown[] = []
  for (const level of ['coarse', 'middle', 'fine'] as const) {
    for (const range of ranges) tracks.push(await readTrack(t.ctx.pool, vehicle_id, range, level))
    tracks.push(await drawingInFleet(vehicle_id, ranges, level))
  }
  return tracks
}
/** The tracks as drawn from positions: the stored lines are deleted before. */
async function drawingsOfPositions(vehicle_id: number, ranges = wholeTime()) {
  await ask('delete from day_lines where vehicle_id = $1', vehicle_id)
  return drawings(vehicle_id, ranges)
}

test('a day that is over is drawn from its lines, without its positions [telemetry.81]', async () => {
  const { vehicle_id } = await drivenVehicle(yesterday - DAY + HOUR, yesterday + HOUR, today + HOUR)
  const drawing = await drawings(vehicle_id)
  expect(await makeLines(vehicle_id)).toBe(2)
  expect(await makeLines(vehicle_id)).toBe(0)
  expect(await drawings(vehicle_id)).toEqual(drawing)
  await ask(
    'delete from positions where vehicle_id = $1 and message_datetime < $2',
    vehicle_id,
    new Date(today),
  )
  expect(await drawings(vehicle_id)).toEqual(drawing)
})

test.each<[string, readonly number[], (vehicle: Vehicle) => Promise<unknown>]>([
  [
    'a late record',
    [1, 25],
    vehicle => send(vehicle, [message(yesterday + 2 * HOUR + 30_000, fixAt(45.12, 9.02, 50))]),
  ],
  [
    'another late record after the lines were made anew',
    [1, 25],
    async vehicle => {
      await send(vehicle, [message(yesterday + 2 * HOUR + 30_000, fixAt(45.12, 9.02, 50))])
      expect(await makeLines(vehicle.vehicle_id)).toBe(1)
      await send(vehicle, [message(yesterday + 2 * HOUR + 90_000, fixAt(45.12, 8.99, 50))])
    },
  ],
  [
    'records of yesterday that a vehicle buffered and sends in order',
    [1],
    vehicle => send(vehicle, drive(yesterday + 5 * HOUR)),
  ],
  [
    'another record of the last instant',
    [1],
    vehicle =>
      send(vehicle, [
        message(yesterday + 2 * HOUR + 59 * MINUTE, fixAt(45.239, 8.99, 50), { power: 1 }),
      ]),
  ],
  [
    'records of an instant that change their order, so that one is removed and written again',
    [1, 25],
    async vehicle => {
      for (const power of [3, 1, 2])
        await send(vehicle, [
          message(yesterday + 2 * HOUR, fixAt(45.12, 9.0076 + power * 7e-4, 50), { power }),
        ])
    },
  ],
])(
  '%s: old lines are not drawn, and lines made anew are drawn [telemetry.81]',
  async (_, hours, happen) => {
    const vehicle = await drivenVehicle(...hours.map(hour => yesterday + hour * HOUR))
    const { vehicle_id } = vehicle
    await makeLines(vehicle_id)
    const before = await drawings(vehicle_id)
    await happen(vehicle)
    const after = await drawings(vehicle_id)
    expect(after).not.toEqual(before)
    expect(await makeLines(vehicle_id)).toBe(1)
    expect(await drawings(vehicle_id)).toEqual(after)
    expect(await drawingsOfPositions(vehicle_id)).toEqual(after)
  },
)

test('a private time or a grant within the day is cut out of its positions [telemetry.81]', async () => {
  const { vehicle_id } = await drivenVehicle(yesterday + HOUR, today + HOUR)
  const ranges = [
    { from: today - 4 * DAY, to: yesterday + 90 * MINUTE },
    { from: yesterday + 2 * HOUR, to: t.clock.now },
  ]
  await makeLines(vehicle_id)
  const drawing = await drawings(vehicle_id, ranges)
  expect(drawing).not.toEqual(await drawings(vehicle_id))
  expect(drawing).toEqual(await drawingsOfPositions(vehicle_id, ranges))
})

test('a pack replaces the lines, even when a record comes late for its day [telemetry.81]', async () => {
  const vehicle = await drivenVehicle(yesterday + HOUR, today + HOUR)
  const { vehicle_id } = vehicle
  await makeLines(vehicle_id)
  const drawing = await drawings(vehicle_id)
  const box = { west_e5: 899_500, south_e5: 4_505_000, east_e5: 901_000, north_e5: 4_512_000 }
  const ofBox = () => drawingInFleet(vehicle_id, [{ from: yesterday, to: today - 1 }], 'fine', box)
  const drawingOfBox = await ofBox()
  await packAll(t.ctx, { olderThan: 0, onlyQuiet: false })
  expect(await ofBox()).toEqual(drawingOfBox)
  expect(await ask('select from day_lines where vehicle_id = $1', vehicle_id)).toEqual([])
  expect(await drawings(vehicle_id)).toEqual(drawing)
  await send(vehicle, [message(yesterday + 2 * HOUR + 30_000, fixAt(45.12, 9.02, 50))])
  expect(await makeLines(vehicle_id)).toBe(0)
  const after = await drawings(vehicle_id)
  expect(after).not.toEqual(drawing)
  await packAll(t.ctx, { olderThan: 0, onlyQuiet: false })
  expect(await drawings(vehicle_id)).toEqual(after)
})

test('lines are made by the job that packs, an hour after a late record at the earliest, and go with their positions [telemetry.81]', async () => {
  const vehicle = await drivenVehicle(yesterday + HOUR, today + HOUR)
  const { vehicle_id } = vehicle
  const days = () => ask('select day::text from day_lines where vehicle_id = $1', vehicle_id)
  const pack = () => packAll(t.ctx, { olderThan: 48, onlyQuiet: true })
  await pack()
  expect(await days()).toEqual([{ day: textOf(yesterday) }])
  const [lines] = await ask('select fine from day_lines where vehicle_id = $1', vehicle_id)
  await send(vehicle, [message(yesterday + 2 * HOUR + 30_000, fixAt(45.12, 9.02, 50))])
  await pack()
  expect(await ask('select fine from day_lines where vehicle_id = $1', vehicle_id)).toEqual([lines])
  await ask('delete from replays')
  t.clock.now += 2 * HOUR
  await pack()
  expect(await ask('select fine from day_lines where vehicle_id = $1', vehicle_id)).not.toEqual([
    lines,
  ])
  await deletePacksOf(t.ctx.pool, vehicle_id, today)
  expect(await days()).toEqual([])
})

test('a process that is killed while it makes lines leaves the tracks unchanged, even if a record comes meanwhile [telemetry.81]', async () => {
  const vehicle = await drivenVehicle(yesterday - DAY + HOUR, yesterday + HOUR, today + HOUR)
  const { vehicle_id } = vehicle
  const end = new Error('killed')
  for (let allowed = 0, isDone = false; !isDone; allowed++) {
    let statements = 0
    const query = async (...args: Parameters<Pool['query']>) => {
      if (statements++ === allowed) throw end
      const answer = await t.ctx.pool.query(...args)
      // A late record arrives between the read and the write.
      await send(vehicle, [
        message(yesterday + HOUR + allowed * 1_000 + statements, fixAt(45.01, 9.01, 50)),
      ])
      return answer
    }
    isDone = await makeLines(vehicle_id, { query } as Pick<Pool, 'query'>).then(
      () => true,
      error => {
        expect(error).toBe(end)
        return false
      },
    )
    const drawing = await drawings(vehicle_id)
    expect(await drawingsOfPositions(vehicle_id)).toEqual(drawing)
  }
})
