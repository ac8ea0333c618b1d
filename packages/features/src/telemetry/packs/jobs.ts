// Which days are packed, and when: days that ended long enough ago, of vehicles without recent late records. Days that are over but not packed yet get their
// lines. A run may be stopped anywhere; the next one continues.
import { DAY, dayOf, dayText, HOUR, startOfDay } from '@flotta/core/time.ts'
import { SHARDS } from '@flotta/platform/bus.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { counter } from '@flotta/platform/metrics.ts'
import { once } from '@flotta/platform/once.ts'
import { incoming } from '@flotta/platform/topics.ts'
import { makeDayLines } from './day-lines.ts'
import { packVehicleDay } from './packing.ts'
import { namesOfKinds, packDayReadings } from './reading-packing.ts'
import { giveSpaceBack } from './space.ts'

const QUIET_FOR = HOUR
const PASS_EVERY = HOUR
/** A run of the job ends after this time, so that ingest keeps most of the machine and a stopping process need not wait. */
const RUN_MS = 2_000
const VEHICLES_AT_ONCE = 50
/** The group that stores the records of a shard. */
const INGEST_GROUP = 'ingest'

const packedPositions = counter({
  role: 'worker',
  name: 'flotta_positions_packed_total',
  help: 'Positions that became part of a packed day',
})
const packedReadings = counter({
  role: 'worker',
  name: 'flotta_readings_packed_total',
  help: 'Readings that became part of a packed day',
})
const failures = counter({
  role: 'worker',
  name: 'flotta_positions_pack_failures_total',
  help: 'Days that could not be packed and are tried again',
})

export interface PackOptions {
  /** A day is packed so many hours after its end. */
  readonly olderThan: number
  /** False: also the days of vehicles for which records came late within the hour. */
  readonly onlyQuiet: boolean
}
export interface PackCounts {
  days: number
  positions: number
  readings: number
  failed: number
}
const noCounts = (): PackCounts => ({ days: 0, positions: 0, readings: 0, failed: 0 })

/** Removed vehicles are not packed; they stay as they are until they are purged. */
const NEXT_VEHICLES = `select v.id as vehicle_id,
    exists (select from late_days l where l.vehicle_id = v.id and l.marked_at > $3) or exists (select from replays r where r.vehicle_id = v.id) as is_late
  from vehicles v where v.id > $1 and v.deleted_at is null and v.id % ${SHARDS} = any($4::int4[]) order by v.id limit $2`

async function nextVehicles(
  ctx: Context,
  after: number,
  shards: readonly number[],
  onlyQuiet: boolean,
): Promise<{ readonly last: number | null; readonly vehicle_ids: readonly number[] }> {
  const { rows } = await ctx.pool.query<{ vehicle_id: number; is_late: boolean }>(NEXT_VEHICLES, [
    after,
    VEHICLES_AT_ONCE,
    new Date(ctx.now() - QUIET_FOR),
    shards,
  ])
  return {
    last: rows.at(-1)?.vehicle_id ?? null,
    vehicle_ids: rows
      .filter(({ is_late }) => !(onlyQuiet && is_late))
      .map(({ vehicle_id }) => vehicle_id),
  }
}

const OF_TIME = 'vehicle_id = $1 and message_datetime >= $2 and message_datetime < $3'
/** The first moment of the vehicle that is not packed. */
const NEXT_DAY = `select least((select min(message_datetime) from positions where ${OF_TIME}),
  (select min(of_kind.at) from unnest($4::text[]) k (name) cross join lateral (select min(message_datetime) as at from readings where kind = k.name and ${OF_TIME}) of_kind)) as at`

/** A pass over the vehicles of some shards in the order of their ids. */
interface Pass {
  readonly beganAt: number
  readonly shards: readonly number[]
  /** The last vehicle that is done. */
  after: number
  /** Progress in the next vehicle: days before this (epoch ms) are done. */
  since: number
}
const newPass = (beganAt: number, shards: readonly number[]): Pass => ({
  beganAt,
  shards,
  after: 0,
  since: 0,
})
/** The earliest time that PostgreSQL's column is given. */
const FIRST_MOMENT = new Date('0001-01-01T00:00:00Z')

/** Packs the days of a vehicle before `until`. False: the run's time was over before the last day. */
async function packVehicle(
  ctx: Context,
  vehicle_id: number,
  until: number,
  pass: Pass,
  counts: PackCounts,
  isOver: () => boolean,
): Promise<boolean> {
  for (let since = pass.since === 0 ? FIRST_MOMENT : new Date(pass.since); ; ) {
    if (isOver()) return false
    const { rows } = await ctx.pool.query<{ at: Date | null }>(NEXT_DAY, [
      vehicle_id,
      since,
      new Date(until),
      namesOfKinds,
    ])
    const at = rows[0]?.at ?? null
    if (at === null) return true
    const day = startOfDay(dayOf(at.getTime()))
    try {
      const positions = await packVehicleDay(ctx.pool, vehicle_id, day)
      const readings = await packDayReadings(ctx.pool, vehicle_id, day)
      counts.days += Number(positions + readings > 0)
      counts.positions += positions
      counts.readings += readings
      packedPositions.inc(positions)
      packedReadings.inc(readings)
    } catch (error) {
      counts.failed++
      failures.inc()
      ctx.log.error(
        { err: error, vehicle_id, day: new Date(day) },
        'a day could not be packed; its rows stay as they are',
      )
    }
    pass.since = day + DAY
    since = new Date(pass.since)
  }
}

/** Days, counted back from today, for which lines are made while they have no pack. */
const LINES_OF_DAYS = 7
/** Makes the lines of the days that are over and not packed yet. */
async function drawVehicle(ctx: Context, vehicle_id: number, until: number): Promise<void> {
  const today = dayOf(ctx.now())
  const first = Math.max(dayOf(until), today - LINES_OF_DAYS)
  try {
    await makeDayLines(ctx.pool, vehicle_id, dayText(first), dayText(today - 1))
  } catch (error) {
    ctx.log.error({ err: error, vehicle_id }, 'lines of days could not be made')
  }
}

/** Continues a pass. True: it is complete. */
async function continuePass(
  ctx: Context,
  pass: Pass,
  options: PackOptions,
  counts: PackCounts,
  isOver: () => boolean,
  shards: readonly number[] = pass.shards,
): Promise<boolean> {
  while (!isOver()) {
    const { last, vehicle_ids } = await nextVehicles(ctx, pass.after, shards, options.onlyQuiet)
    if (last === null) return true
    const until = startOfDay(dayOf(ctx.now() - options.olderThan * HOUR))
    for (const vehicle_id of vehicle_ids) {
      if (!(await packVehicle(ctx, vehicle_id, until, pass, counts, isOver))) return false
      await drawVehicle(ctx, vehicle_id, until)
      pass.after = vehicle_id
      pass.since = 0
    }
    pass.after = last
    pass.since = 0
  }
  return false
}

const allShards = Array.from({ length: SHARDS }, (_, shard) => shard)

/** Packs all due days at once. */
export async function packAll(ctx: Context, options: PackOptions): Promise<PackCounts> {
  const counts = noCounts()
  await continuePass(ctx, newPass(ctx.now(), allShards), options, counts, () => false)
  await giveSpaceBack(ctx, true)
  return counts
}

/**
 * The shards without a pass within the last hour. The first pass over a shard begins an hour after a worker first had it: by then a process of an older
 * version, which cannot read packs, has been replaced.
 */
async function dueShards(ctx: Context, shards: readonly number[]): Promise<number[]> {
  const { rows } = await ctx.pool.query<{ shard: number }>(
    `with fresh as (insert into pack_passes (shard, began_at) select unnest($1::int2[]), $2 on conflict do nothing)
     select shard from pack_passes where shard = any($1::int2[]) and began_at <= $3 order by shard`,
    [shards, new Date(ctx.now()), new Date(ctx.now() - PASS_EVERY)],
  )
  return rows.map(({ shard }) => shard)
}
const noteDone = (ctx: Context, beganAt: number, shards: readonly number[]) =>
  ctx.pool.query('update pack_passes set began_at = $2 where shard = any($1::int2[])', [
    shards,
    new Date(beganAt),
  ])

/** The current pass of this process. If the process ends within one, its shards stay due. */
const turnOf = once((): { pass: Pass | null } => ({ pass: null }))

/** Job of every worker: a pass each hour over the vehicles whose records it stores. */
export async function packQuietDays(ctx: Context): Promise<void> {
  const turn = turnOf(ctx)
  const ownShards = allShards.filter(shard => ctx.bus.owns(incoming, INGEST_GROUP, shard))
  if (turn.pass === null) {
    const due = await dueShards(ctx, ownShards)
    if (due.length === 0) return
    turn.pass = newPass(ctx.now(), due)
  }
  const { pass } = turn
  const until = performance.now() + RUN_MS
  const shards = pass.shards.filter(shard => ownShards.includes(shard))
  const isDone = await continuePass(
    ctx,
    pass,
    { olderThan: ctx.config.FLOTTA_PACK_AFTER_HOURS, onlyQuiet: true },
    noCounts(),
    () => performance.now() >= until,
    shards,
  )
  if (!isDone) return
  await noteDone(ctx, pass.beganAt, shards)
  turn.pass = null
}
