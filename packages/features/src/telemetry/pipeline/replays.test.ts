// Which process replays which vehicle, and from where: shares of several processes, runs that overtake one another, checkpoints within a day.
import { PAST_CHANGED } from '@flotta/core/kinds.ts'
import { DAY, HOUR, MINUTE, SECOND } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { updates, type VehicleUpdate } from '@flotta/platform/topics.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deleteOldRecentCheckpoints } from './checkpoints.ts'
import { ingestPackets } from './ingest.ts'
import { beginRuns, CLAIM_COLUMNS, type ReplayClaim, replay, replayVehicle } from './replay.ts'
import { forgetForeignShards, replayQuietVehicles } from './replays.ts'
import {
  derivedOf,
  fixAt,
  message,
  packet,
  type TelemetryTest,
  telemetryContext,
} from './testing.ts'

let t: TelemetryTest
beforeAll(async () => {
  t = await telemetryContext({ FLOTTA_REPLAY_QUIET: '30' })
})
afterAll(() => t.close())

type TestVehicle = Awaited<ReturnType<TelemetryTest['vehicle']>>
const rows = async <R extends object>(sql: string, values: unknown[]) =>
  (await t.ctx.pool.query<R>(sql, values)).rows
const isMarked = async ({ vehicle_id }: TestVehicle) =>
  (await rows('select from replays where vehicle_id = $1', [vehicle_id])).length === 1
const recentOf = ({ vehicle_id }: TestVehicle) =>
  rows<{ at: Date; state: object }>(
    'select at, state from recent_checkpoints where vehicle_id = $1 order by at',
    [vehicle_id],
  )

/** A record every two minutes of the last hours: some trips with stops between. */
const lastHours = (hours: number) =>
  Array.from({ length: hours * 30 }, (_, i) => {
    const moving = i % 20 < 15
    return message(
      t.clock.now - hours * HOUR + i * 2 * MINUTE,
      fixAt(45, 9 + i * 0.02, moving ? 70 : 0),
      {
        ignition: moving ? 1 : 0,
        movement: moving ? 1 : 0,
        power: 24_000 + (i % 7) * 100,
      },
    )
  })
/** A vehicle that is marked because all its records but the last came late. */
async function late(): Promise<TestVehicle> {
  const v = await t.vehicle()
  const messages = lastHours(1)
  await ingestPackets([packet(v, messages.slice(-1))], t.ctx)
  await ingestPackets([packet(v, messages.slice(0, -1))], t.ctx)
  t.clock.now += 40 * SECOND
  return v
}
/** The same product in a process that owns these shards. */
const processOf = (owns: () => boolean): Context => ({
  ...t.ctx,
  bus: { ...t.ctx.bus, owns, broadcast: () => {} } as Context['bus'],
})

test('a process that starts takes over at once the replays that a killed process had claimed', async () => {
  const v = await late()
  await rows('update replays set run = gen_random_uuid(), claimed_at = $2 where vehicle_id = $1', [
    v.vehicle_id,
    new Date(t.clock.now - SECOND),
  ])
  await replayQuietVehicles(t.ctx)
  expect(await isMarked(v)).toBe(false)
})

test('a reader who looks at the vehicle is notified that its past has changed [telemetry.21]', async () => {
  const notices: VehicleUpdate[] = []
  t.ctx.bus.subscribe(updates, list => notices.push(...list))
  const v = await late()
  expect(notices.flatMap(({ kinds }) => kinds)).not.toContain(PAST_CHANGED)
  await replayQuietVehicles(t.ctx)
  await vi.waitFor(() =>
    expect(notices.filter(({ vehicle_id }) => vehicle_id === v.vehicle_id).at(-1)?.kinds).toContain(
      PAST_CHANGED,
    ),
  )
})

test('a vehicle is replayed by the process that owns its shard, and by any other when that one does not come', async () => {
  const v = await late()
  const [owner, other] = [processOf(() => true), processOf(() => false)]
  await replayQuietVehicles(other)
  expect(await isMarked(v)).toBe(true)
  await replayQuietVehicles(owner)
  expect(await isMarked(v)).toBe(false)
  const marks = await late()
  t.clock.now += 30 * SECOND
  await replayQuietVehicles(other)
  expect(await isMarked(marks)).toBe(false)
})

test('a replay that a process has claimed is left to it for a minute, and is taken over afterwards', async () => {
  const v = await late()
  await t.ctx.pool.query(
    'update replays set run = gen_random_uuid(), claimed_at = $2 where vehicle_id = $1',
    [v.vehicle_id, new Date(t.clock.now)],
  )
  await replayQuietVehicles(t.ctx)
  expect(await isMarked(v)).toBe(true)
  t.clock.now += MINUTE
  await replayQuietVehicles(t.ctx)
  expect(await isMarked(v)).toBe(false)
})

test('two processes that claim at the same moment replay each vehicle, and leave none', async () => {
  const vehicles = []
  for (let i = 0; i < 40; i++) vehicles.push(await t.vehicle())
  const messages = lastHours(1)
  for (const part of [messages.slice(-1), messages.slice(0, -1)])
    await ingestPackets(
      vehicles.map(v => packet(v, part)),
      t.ctx,
    )
  expect(await rows('select vehicle_id from replays', [])).toHaveLength(vehicles.length)
  t.clock.now += 40 * SECOND
  await Promise.all([replayQuietVehicles(t.ctx), replayQuietVehicles(processOf(() => true))])
  expect(await rows('select vehicle_id from replays', [])).toEqual([])
})

test('a run that a later one has overtaken writes nothing', async () => {
  const [inOrder, v] = [await t.vehicle(), await t.vehicle()]
  const messages = lastHours(3)
  await ingestPackets([packet(inOrder, messages)], t.ctx)
  await ingestPackets([packet(v, [...messages.slice(0, 10), ...messages.slice(60)])], t.ctx)
  await ingestPackets([packet(v, messages.slice(40, 60))], t.ctx)
  const claimed = await rows<ReplayClaim>(
    `update replays r set run = gen_random_uuid() where vehicle_id = $1 returning ${CLAIM_COLUMNS}`,
    [v.vehicle_id],
  )
  const [overtaken] = await beginRuns(claimed, t.ctx)
  if (overtaken === undefined) throw new Error('nothing to replay')
  await ingestPackets([packet(v, messages.slice(10, 40))], t.ctx)
  await replayVehicle(v.vehicle_id, t.ctx)
  await replay({ ...overtaken, state: structuredClone(overtaken.state) }, t.ctx)
  expect(await isMarked(v)).toBe(false)
  expect(await derivedOf(t, v.vehicle_id)).toEqual(await derivedOf(t, inOrder.vehicle_id))
})

test('a slightly late record makes the vehicle be derived again from an hour earlier at most, with the same checkpoints', async () => {
  t.clock.now = Math.ceil(t.clock.now / DAY) * DAY + 23 * HOUR
  const [inOrder, v] = [await t.vehicle(), await t.vehicle()]
  const messages = lastHours(11)
  await ingestPackets([packet(inOrder, messages)], t.ctx)
  const [from, to] = [messages.length - 50, messages.length - 20]
  await ingestPackets([packet(v, [...messages.slice(0, from), ...messages.slice(to)])], t.ctx)
  await ingestPackets([packet(v, messages.slice(from, to))], t.ctx)
  const claimed = await rows<ReplayClaim>(
    `update replays r set run = gen_random_uuid() where vehicle_id = $1 returning ${CLAIM_COLUMNS}`,
    [v.vehicle_id],
  )
  const [run] = await beginRuns(claimed, t.ctx)
  if (run === undefined) throw new Error('nothing to replay')
  expect(run.claim.from_at - run.from).toBeLessThan(HOUR)
  await replay(run, t.ctx)
  expect(await derivedOf(t, v.vehicle_id)).toEqual(await derivedOf(t, inOrder.vehicle_id))
  expect(await recentOf(v)).toHaveLength(10)
  expect(await recentOf(v)).toEqual(await recentOf(inOrder))
  // Without these checkpoints the one of the day is enough.
  await t.ctx.pool.query('truncate recent_checkpoints')
  await ingestPackets(
    [packet(v, [message((messages.at(-1)?.at ?? 0) - MINUTE, null, { power: 23_000 })])],
    t.ctx,
  )
  await ingestPackets(
    [packet(inOrder, [message((messages.at(-1)?.at ?? 0) - MINUTE, null, { power: 23_000 })])],
    t.ctx,
  )
  for (const { vehicle_id } of [v, inOrder]) await replayVehicle(vehicle_id, t.ctx)
  expect(await derivedOf(t, v.vehicle_id)).toEqual(await derivedOf(t, inOrder.vehicle_id))
  expect(await recentOf(v)).toHaveLength(10)
  t.clock.now += 6 * HOUR
  await deleteOldRecentCheckpoints(t.ctx)
  expect((await recentOf(v)).map(c => c.at.getTime())).toEqual(
    [17, 18, 19, 20, 21, 22].map(
      hour => Math.floor((messages[0]?.at ?? 0) / DAY) * DAY + hour * HOUR,
    ),
  )
})

test('states of shards that have moved away are read again when they come back', async () => {
  const v = await t.vehicle()
  const messages = lastHours(1)
  await ingestPackets([packet(v, messages.slice(0, 10))], t.ctx)
  await forgetForeignShards(processOf(() => false))
  // Meanwhile another process has ingested records.
  const states = async () =>
    rows<{ version: number }>('select version from vehicle_state where vehicle_id = $1', [
      v.vehicle_id,
    ])
  await t.ctx.pool.query('update vehicle_state set version = version + 5 where vehicle_id = $1', [
    v.vehicle_id,
  ])
  const [moved] = await states()
  await ingestPackets([packet(v, messages.slice(10, 12))], t.ctx)
  expect(await states()).toEqual([{ version: (moved?.version ?? 0) + 1 }])
})
