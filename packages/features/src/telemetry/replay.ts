// Late records change a vehicle's past: once it is quiet, its life is derived again from the last checkpoint before them, and the rows that followed from it are made equal.
// So what is derived does not depend on the order in which records arrived.
import { valueAt } from '@flotta/core/by-time.ts'
import type { Emitted } from '@flotta/core/derivation.ts'
import { dayOf, MINUTE, SECOND, startOfDay } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { counter, histogram } from '@flotta/platform/metrics.ts'
import { updates } from '@flotta/platform/topics.ts'
import { inTransaction, send } from '@flotta/platform/transaction.ts'
import type { PoolClient } from 'pg'
import type { DeviceMount } from '../devices/directory.ts'
import { mountAt } from '../devices/rules.ts'
import { type FactsByTime, vehicleFacts } from './facts-by-time.ts'
import { cachesOf, saidBy } from './pipeline.ts'
import { loadAfter } from './positions.ts'
import { rawSince } from './raw.ts'
import { settlements } from './settlements.ts'
import { advance, isAfter, isSameState, type StateJson, stateOf, unheard, type VehicleState } from './state.ts'
import { type Checkpoint, checkpointAfter, checkpointAt, checkpointBefore, checkpointOf, loadStates, writeCheckpoints, writeStates } from './store.ts'
import { mountsOf, noWords, type Words, wordsOf } from './words.ts'

/** Even where late records keep coming, nobody waits longer. */
const LONGEST_WAIT = 5 * MINUTE
/** Vehicles a run. */
const AT_ONCE = 200
/** Records read at a time. */
const CHUNK = 20_000

/** Job: every vehicle whose past has changed and that is quiet now. */
export async function replayQuiet(ctx: Context): Promise<void> {
  let failed = false
  for (let found = AT_ONCE; found === AT_ONCE && !failed; ) {
    const now = ctx.now()
    const { rows } = await ctx.pool.query<{ vehicle_id: number }>(
      'select vehicle_id from replays where last_marked_at <= $1 or first_marked_at <= $2 order by first_marked_at limit $3',
      [new Date(now - ctx.config.FLOTTA_REPLAY_QUIET * SECOND), new Date(now - LONGEST_WAIT), AT_ONCE],
    )
    for (const { vehicle_id } of rows)
      await replayVehicle(vehicle_id, ctx).catch(error => {
        failed = true
        failures.inc()
        ctx.log.error({ err: error, vehicle_id }, 'a replay failed; trying again later')
      })
    found = rows.length
  }
}

interface Mark {
  readonly from_at: number
  readonly to_at: number
  readonly marks: number
}
const MARK = `select (extract(epoch from from_at) * 1000)::float8 as from_at, (extract(epoch from to_at) * 1000)::float8 as to_at, marks from replays where vehicle_id = $1`

/** What a replay has derived so far, from `from` on. `ended` at the day whose checkpoint it reached again, null: not (yet). */
interface Run {
  readonly vehicle_id: number
  readonly from: number
  /** The last day that late records touched: only after it can the past be as it was. */
  readonly lastDay: number
  readonly state: VehicleState
  readonly emitted: Emitted[]
  readonly checkpoints: Checkpoint[]
  readonly mounts: readonly DeviceMount[]
  readonly wordsOf: (mount: DeviceMount) => Words
  readonly facts: FactsByTime
  ended: number | null
}

const of = 'worker'
const seconds = histogram({ of, name: 'flotta_replay_seconds', help: 'Deriving one vehicle again', buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60] })
const failures = counter({ of, name: 'flotta_replay_failures_total', help: 'Replays that failed and are tried again' })

/** Derives a vehicle's life again from before its oldest late record. Returns false when there was nothing to do. */
export async function replayVehicle(vehicle_id: number, ctx: Context): Promise<boolean> {
  const marked = await ctx.pool.query<Mark>(MARK, [vehicle_id])
  const mark = marked.rows[0]
  if (!mark) return false
  const began = performance.now()
  const run = await beginRun(vehicle_id, mark, ctx)
  // The long way without a lock: the vehicle goes on sending meanwhile.
  await goOn(run, ctx.pool)
  const kinds = await inTransaction(ctx.pool, client => finish(run, mark, client, ctx))
  seconds.observe((performance.now() - began) / 1_000)
  cachesOf(ctx).states.forget(vehicle_id)
  if (kinds.length > 0) ctx.bus.tell(updates, [{ vehicle_id, kinds }])
  return true
}

async function beginRun(vehicle_id: number, mark: Mark, ctx: Context): Promise<Run> {
  const checkpoint = await startOf(vehicle_id, mark.from_at, ctx)
  const facts = await vehicleFacts.load(ctx.pool, [vehicle_id])
  return {
    vehicle_id,
    from: checkpoint?.from ?? 0,
    lastDay: dayOf(mark.to_at),
    state: checkpoint ? stateOf(checkpoint.state) : unheard(),
    emitted: [],
    checkpoints: [],
    mounts: await mountsOf(ctx, vehicle_id),
    wordsOf: mount => wordsOf(ctx, mount),
    facts: facts.get(vehicle_id) ?? vehicleFacts.unknown(vehicle_id),
    ended: null,
  }
}

/** The last checkpoint before the late records. Where it lies before the raw parameters that are kept, nothing between the two may be derived again: the state in between is that of the next one. */
export async function startOf(vehicle_id: number, at: number, ctx: Context): Promise<{ readonly from: number; readonly state: StateJson } | null> {
  const before = await checkpointBefore(ctx.pool, vehicle_id, at)
  const since = rawSince(ctx.now())
  if ((before?.from ?? 0) >= since) return before
  const after = await checkpointAfter(ctx.pool, vehicle_id, at)
  return after && (after.at ?? 0) < since ? { from: since, state: after } : before
}

export const BEFORE_ANY_SEQ = -32_769

/** Takes in every record after the run's newest, to the last one that is committed, or to a checkpoint that it reaches again. */
async function goOn(run: Run, client: Pick<PoolClient, 'query'>): Promise<void> {
  const { state } = run
  while (run.ended === null) {
    const [at, seq] = Number.isFinite(state.at) ? [state.at, state.seq] : [run.from, BEFORE_ANY_SEQ]
    const records = await loadAfter(client, run.vehicle_id, Math.max(at, 0), seq, CHUNK)
    for (const record of records) {
      if (await crossesDay(run, record.at, client)) return
      const mount = mountAt(run.mounts, record.at)
      const words = mount ? run.wordsOf(mount) : noWords
      advance(state, valueAt(run.facts, record.at), record.at, record.seq, record.fix, saidBy({ ...record, words }), run.emitted)
    }
    if (records.length < CHUNK) return
  }
}

/** At the first record of a day: keeps the state before it; true where that is what was kept, so that everything after is right already. */
async function crossesDay(run: Run, at: number, client: Pick<PoolClient, 'query'>): Promise<boolean> {
  const { state, vehicle_id } = run
  const day = dayOf(at)
  if (!(state.at > 0) || day === dayOf(state.at)) return false
  if (day > run.lastDay) {
    const kept = await checkpointAt(client, vehicle_id, day)
    if (kept !== null && isSameState(kept, state)) {
      run.ended = startOfDay(day)
      return true
    }
  }
  run.checkpoints.push(checkpointOf(vehicle_id, day, state))
  return false
}

/** Under the lock of the vehicle's state: takes in what came meanwhile, then makes the derived rows equal. */
async function finish(run: Run, mark: Mark, client: PoolClient, ctx: Context): Promise<string[]> {
  const now = ctx.now()
  const { vehicle_id } = run
  const current = (await loadStates(client, [vehicle_id], true)).get(vehicle_id)
  await goOn(run, client)
  const newest = current?.state.at ?? run.state.at
  const stretch = { vehicle_id, from: run.from, to: run.ended, newest }
  const kinds = new Set<string>()
  for (const settlement of settlements) {
    const emitted = run.emitted.filter(e => settlement.effects.includes(e.effect.effect))
    for (const kind of await settlement.rewrite(client, { ...stretch, emitted }, now)) kinds.add(kind)
  }
  const reached = run.ended === null && current && !isAfter(current.state.at, current.state.seq, run.state)
  await send(client, [...writeCheckpoints(run.checkpoints), ...(reached ? writeStates([{ vehicle_id, version: current.version, state: run.state }], now) : [])])
  // More late records came meanwhile: their mark stays for the next replay.
  await client.query('delete from replays where vehicle_id = $1 and marks = $2', [vehicle_id, mark.marks])
  return [...kinds, 'status', 'position']
}
