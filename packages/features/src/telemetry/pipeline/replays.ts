// Which vehicles are replayed, and when. A vehicle that late records have marked is replayed once
// it is quiet, by the process that stores its records.
import { randomUUID } from 'node:crypto'
import { MINUTE, SECOND } from '@flotta/core/time.ts'
import { SHARDS } from '@flotta/platform/bus.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { counter } from '@flotta/platform/metrics.ts'
import { once } from '@flotta/platform/once.ts'
import { incoming } from '@flotta/platform/topics.ts'
import { cachesOf } from './caches.ts'
import { beginRuns, CLAIM_COLUMNS, type ReplayClaim, replay } from './replay.ts'

/** No vehicle waits longer for its replay, even while late records keep coming. */
const LONGEST_WAIT = 5 * MINUTE
/** After this time any process may replay a vehicle of another process's shards. */
const ABANDONED_AFTER = 30 * SECOND
/** A claim that is older has failed, or its process has ended. */
const LEASE = MINUTE
/**
 * Vehicles that are claimed at once, and vehicles that are replayed at once: each replay uses a
 * database connection.
 */
const CLAIMED_AT_ONCE = 32
const LANES = 3
/**
 * A run of the job ends after this time, so that a stopping process need not wait. The next run
 * continues.
 */
const RUN_MS = 5_000

const failures = counter({
  role: 'worker',
  name: 'flotta_replay_failures_total',
  help: 'Replays that failed and are tried again',
})

/** The group of `incoming` that stores its packets. */
export const INGEST_GROUP = 'ingest'
const shards = Array.from({ length: SHARDS }, (_, i) => i)

const CLAIM_VEHICLES = `with due as (
    select vehicle_id from replays
    where (last_marked_at <= $1 or first_marked_at <= $2)
      and (claimed_at is null or claimed_at <= $3 or (claimed_at < $9 and vehicle_id % ${SHARDS} = any($4::int4[])))
      and (vehicle_id % ${SHARDS} = any($4::int4[]) or last_marked_at <= $5 or first_marked_at <= $6)
    order by first_marked_at limit ${CLAIMED_AT_ONCE} for update skip locked)
  update replays r set run = $7, claimed_at = $8 from due where r.vehicle_id = due.vehicle_id returning ${CLAIM_COLUMNS}`

/**
 * When this process began. An older claim in its shards belongs to a process that was killed or
 * that lost the shards.
 */
const startedAt = once(ctx => ctx.now())

async function claimVehicles(ctx: Context): Promise<readonly ReplayClaim[]> {
  const now = ctx.now()
  const quiet = now - ctx.config.FLOTTA_REPLAY_QUIET * SECOND
  const longest = now - LONGEST_WAIT
  const date = (at: number) => new Date(at)
  const shardIds = ownShards(ctx)
  const { rows } = await ctx.pool.query<ReplayClaim>({
    name: 'replays claim',
    text: CLAIM_VEHICLES,
    values: [
      date(quiet),
      date(longest),
      date(now - LEASE),
      shardIds,
      date(quiet - ABANDONED_AFTER),
      date(longest - ABANDONED_AFTER),
      randomUUID(),
      date(now),
      date(startedAt(ctx)),
    ],
  })
  return rows
}

const ownShards = ({ bus }: Context): number[] =>
  shards.filter(shard => bus.owns(incoming, INGEST_GROUP, shard))

const shardCountBefore = once(() => ({ own: SHARDS }))
/**
 * Job of every worker: drops the states of shards that belong to another process, because they
 * would be old when the shards return.
 */
export async function forgetForeignShards(ctx: Context): Promise<void> {
  const shardIds = new Set(ownShards(ctx))
  const last = shardCountBefore(ctx)
  if (shardIds.size < SHARDS || last.own < SHARDS)
    cachesOf(ctx).states.keep(id => shardIds.has(id % SHARDS))
  last.own = shardIds.size
}

/** Job of every worker: replays the marked vehicles of its shards that are quiet. */
export async function replayQuietVehicles(ctx: Context): Promise<void> {
  const until = performance.now() + RUN_MS
  const runs: Awaited<ReturnType<typeof beginRuns>> = []
  let filling: Promise<void> | null = null
  let nothingLeft = false
  const fill = async (): Promise<void> => {
    const claims = performance.now() < until ? await claimVehicles(ctx) : []
    nothingLeft = claims.length === 0
    runs.push(...(await beginRuns(claims, ctx)))
  }
  const lane = async (): Promise<void> => {
    while (!nothingLeft) {
      const run = runs.shift()
      if (run === undefined) {
        filling ??= fill().finally(() => {
          filling = null
        })
        await filling
        continue
      }
      const { vehicle_id } = run.claim
      await replay(run, ctx).catch(error => {
        failures.inc()
        ctx.log.error({ err: error, vehicle_id }, 'a replay failed; trying again later')
      })
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}
