// Replays: late records change a vehicle's past, so its records are derived again from the last checkpoint before them, and the derived rows are corrected.
// The result does not depend on the order in which records arrived. `replays.ts` decides which vehicles, and when.

import { randomUUID } from 'node:crypto'
import { valueAt } from '@flotta/core/by-time.ts'
import type { EmittedEffect } from '@flotta/core/derivation.ts'
import { PAST_CHANGED } from '@flotta/core/kinds.ts'
import { together } from '@flotta/platform/db.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { histogram } from '@flotta/platform/metrics.ts'
import { inTransaction, send } from '@flotta/platform/transaction.ts'
import type { PoolClient } from 'pg'
import { publishVehicleUpdates } from '../../fleet/access/audience.ts'
import { UnpackedDay } from '../packs/queries.ts'
import type { DeviceMount } from '../registry/known-device.ts'
import { mountAt } from '../registry/rules.ts'
import { cachesOf } from './caches.ts'
import {
  type Checkpoint,
  checkpointAfter,
  checkpointAt,
  checkpointDue,
  checkpointOf,
  checkpointsBefore,
  type ReplayStart,
  recentSince,
  writeCheckpoints,
} from './checkpoints.ts'
import { normaliseRecord } from './derive-batch.ts'
import { type FactsByTime, vehicleFacts } from './facts-by-time.ts'
import { loadAfter, type VehicleRecord } from './positions.ts'
import { rawSince } from './raw.ts'
import { settlements } from './settlements.ts'
import { applyRecord, isAfter, newState, type VehicleState } from './state.ts'
import { loadStates, writeStates } from './store.ts'
import { isSameState, stateOf } from './stored-state.ts'
import { type DeviceWords, mountsOf, noWords, wordsOf } from './words.ts'

/** Records that a replay reads at a time, which bounds its memory and how long others wait. */
const CHUNK = 2_000

/**
 * A marked vehicle that a run has claimed. Where two runs claimed it, the later one writes. Times
 * epoch ms.
 */
export interface ReplayClaim {
  readonly vehicle_id: number
  readonly run: string
  readonly from_at: number
  readonly to_at: number
  /** Changes when more late records come. */
  readonly marks: number
}
/** Columns of a row of `replays` that was updated. */
export const CLAIM_COLUMNS = `r.vehicle_id, r.run, ${epochMs('r.from_at')} as from_at, ${epochMs('r.to_at')} as to_at, r.marks`

/**
 * What a replay has derived since `from`. `ended` is the checkpoint that it reached again; null:
 * none yet.
 */
interface ReplayRun {
  readonly claim: ReplayClaim
  readonly from: number
  readonly state: VehicleState
  readonly effects: EmittedEffect[]
  readonly checkpoints: Checkpoint[]
  /** Checkpoints within a day are kept since this time, epoch ms. */
  readonly recent: number
  readonly mounts: readonly DeviceMount[]
  readonly wordsOf: (mount: DeviceMount) => DeviceWords
  readonly facts: FactsByTime
  /** The packed day that the replay reads. */
  readonly unpackedDay: UnpackedDay
  ended: number | null
}

const replaySeconds = histogram({
  role: 'worker',
  name: 'flotta_replay_seconds',
  help: 'Deriving one vehicle again',
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
})

/**
 * Replays a vehicle from before its oldest late record, even if another run has begun. Returns
 * false when there was nothing to do.
 */
export async function replayVehicle(vehicle_id: number, ctx: Context): Promise<boolean> {
  const { rows } = await ctx.pool.query<ReplayClaim>(
    `update replays r set run = $2, claimed_at = $3 where vehicle_id = $1 returning ${CLAIM_COLUMNS}`,
    [vehicle_id, randomUUID(), new Date(ctx.now())],
  )
  for (const run of await beginRuns(rows, ctx)) await replay(run, ctx)
  return rows.length > 0
}

/** Loads what the replays of claimed vehicles begin with, for all of them at once. */
export async function beginRuns(
  claims: readonly ReplayClaim[],
  ctx: Context,
): Promise<ReplayRun[]> {
  if (claims.length === 0) return []
  const ids = claims.map(c => c.vehicle_id)
  const [beginnings, facts, mounts] = await Promise.all([
    replayStartsOf(
      claims.map(c => ({ vehicle_id: c.vehicle_id, at: c.from_at })),
      ctx,
    ),
    vehicleFacts.load(ctx.pool, ids),
    mountsOf(ctx, ids),
  ])
  return claims.map(claim => {
    const beginning = beginnings.get(claim.vehicle_id)
    return {
      claim,
      from: beginning?.from ?? 0,
      state: beginning ? stateOf(beginning.state) : newState(),
      effects: [],
      checkpoints: [],
      recent: recentSince(ctx.now()),
      mounts: mounts.get(claim.vehicle_id) ?? [],
      wordsOf: mount => wordsOf(ctx, mount),
      facts: facts.get(claim.vehicle_id) ?? vehicleFacts.unknown(claim.vehicle_id),
      unpackedDay: new UnpackedDay(),
      ended: null,
    }
  })
}

/**
 * The last checkpoint of each vehicle before a moment. Records without raw parameters may not be
 * derived again: a checkpoint before them is replaced by the next one.
 */
async function replayStartsOf(
  moments: readonly { readonly vehicle_id: number; readonly at: number }[],
  ctx: Context,
): Promise<Map<number, ReplayStart>> {
  const beginnings = await checkpointsBefore(ctx.pool, moments)
  const since = rawSince(ctx.now())
  for (const { vehicle_id, at } of moments) {
    if ((beginnings.get(vehicle_id)?.from ?? 0) >= since) continue
    const after = await checkpointAfter(ctx.pool, vehicle_id, at)
    if (after && (after.at ?? 0) < since) beginnings.set(vehicle_id, { from: since, state: after })
  }
  return beginnings
}
/** null: the vehicle has no checkpoint before this moment. */
export const replayStartOf = async (
  vehicle_id: number,
  at: number,
  ctx: Context,
): Promise<ReplayStart | null> =>
  (await replayStartsOf([{ vehicle_id, at }], ctx)).get(vehicle_id) ?? null

/** Rejects where the database fails. */
export async function replay(run: ReplayRun, ctx: Context): Promise<void> {
  const began = performance.now()
  // The long part runs without a lock, so that new records of the vehicle are stored meanwhile.
  await continueReplay(run, ctx.pool)
  const kinds = await inTransaction(ctx.pool, client => finishReplay(run, client, ctx))
  replaySeconds.observe((performance.now() - began) / 1_000)
  const { vehicle_id } = run.claim
  cachesOf(ctx).states.forget(vehicle_id)
  if (kinds !== null) await publishVehicleUpdates(ctx, [{ vehicle_id, kinds }])
}

export const BEFORE_ANY_SEQ = -32_769

/** The next records after the run's newest. */
function nextRecords(
  { claim, from, state, unpackedDay }: ReplayRun,
  client: Pick<PoolClient, 'query'>,
): Promise<VehicleRecord[]> {
  const [at, seq] = Number.isFinite(state.at) ? [state.at, state.seq] : [from, BEFORE_ANY_SEQ]
  return loadAfter(client, claim.vehicle_id, Math.max(at, 0), seq, CHUNK, unpackedDay)
}
/**
 * Derives all records after the run's newest one, up to the last committed record or to a
 * checkpoint with an equal state.
 */
async function continueReplay(
  run: ReplayRun,
  client: Pick<PoolClient, 'query'>,
  first = nextRecords(run, client),
): Promise<void> {
  const { state } = run
  for (let records = await first; run.ended === null; records = await nextRecords(run, client)) {
    for (const record of records) {
      const due = checkpointDue(state.at, record.at, run.recent)
      if (due !== null && (await reachesCheckpoint(run, due, client))) return
      const mount = mountAt(run.mounts, record.at)
      const words = mount ? run.wordsOf(mount) : noWords
      const { at, seq, fix, io } = record
      applyRecord(
        state,
        valueAt(run.facts, at),
        at,
        seq,
        fix,
        normaliseRecord({ fix, io, words }, state),
        run.effects,
      )
    }
    if (records.length < CHUNK) return
  }
}

/**
 * Compares the state with the checkpoint of `due`. True: they are equal, so everything after it is
 * right already. Else it becomes a new checkpoint.
 */
async function reachesCheckpoint(
  run: ReplayRun,
  due: number,
  client: Pick<PoolClient, 'query'>,
): Promise<boolean> {
  const { state, claim } = run
  // Only after the last late record can the state be equal again.
  if (due > claim.to_at) {
    const checkpoint = await checkpointAt(client, claim.vehicle_id, due)
    if (checkpoint !== null && isSameState(checkpoint, state)) {
      run.ended = due
      return true
    }
  }
  run.checkpoints.push(checkpointOf(claim.vehicle_id, due, state))
  return false
}

/**
 * Under the lock of the vehicle's state: derives the records that came meanwhile, then rewrites the derived rows. null: a later run has claimed the vehicle
 * and will write.
 */
async function finishReplay(
  run: ReplayRun,
  client: PoolClient,
  ctx: Context,
): Promise<readonly string[] | null> {
  const now = ctx.now()
  const { vehicle_id, run: id, marks } = run.claim
  const hasEnded = run.ended !== null
  const [states, { rowCount }] = await together([
    loadStates(client, [vehicle_id], true),
    client.query({
      name: 'replay held',
      text: 'select from replays where vehicle_id = $1 and run = $2',
      values: [vehicle_id, id],
    }),
    hasEnded ? null : continueReplay(run, client),
  ])
  if (rowCount === 0) return null
  const current = states.get(vehicle_id)
  const newest = current?.state.at ?? run.state.at
  const stretch = { vehicle_id, from: run.from, to: run.ended, newest }
  const rewritten = await together(
    settlements.map(settlement =>
      settlement.rewrite(
        client,
        {
          ...stretch,
          emitted: run.effects.filter(e => settlement.effects.includes(e.effect.effect)),
        },
        now,
      ),
    ),
  )
  const isNewest =
    run.ended === null && current && !isAfter(current.state.at, current.state.seq, run.state)
  await send(client, [
    // The mark stays where more late records came meanwhile, and the next replay need not wait.
    {
      name: 'replays delete',
      text: 'delete from replays where vehicle_id = $1 and marks = $2',
      values: [vehicle_id, marks],
    },
    {
      name: 'replays leave',
      text: 'update replays set claimed_at = null where vehicle_id = $1 and run = $2',
      values: [vehicle_id, id],
    },
    ...writeCheckpoints(run.checkpoints),
    ...(isNewest
      ? writeStates([{ vehicle_id, version: current.version, state: run.state }], now)
      : []),
  ])
  return [...new Set(rewritten.flat()), 'status', 'position', PAST_CHANGED]
}
