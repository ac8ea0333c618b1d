// The way of a position on the server. The gateway has decoded the device's bytes into records
// (protocols/*/decode.ts) and published them; `ingest` takes them from there:
//
//   1. admit                  which vehicle is it, or is it refused?     admit.ts
//   2. orderWithinInstants    is it new, and where does it belong?       order.ts
//   3. normaliseAndDerive     normaliseRecord: what do its values mean?  normalise.ts
//                             applyRecord: what follows from it?         state.ts, every derive.ts
//   4. settlementStatements   which rows are written?                    settle-batch.ts, every
// settle.ts
//   5. publishVehicleUpdates  who is told of the change?                 fleet/access/audience.ts
//
// A batch is one transaction: nothing is written before its commit, and its packets are
// acknowledged after the commit.
import { monthOf } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { counter } from '@flotta/platform/metrics.ts'
import type { VehicleUpdate } from '@flotta/platform/topics.ts'
import type { Span } from '@flotta/platform/trace.ts'
import { inTransaction, send } from '@flotta/platform/transaction.ts'
import { publishVehicleUpdates } from '../../fleet/access/audience.ts'
import { type AdmittedRecords, admit, type ReceivedRecord } from './admit.ts'
import { type Caches, cachesOf, lockVehicles, takeVehicles } from './caches.ts'
import { recentSince } from './checkpoints.ts'
import { type DerivedBatch, normaliseAndDerive } from './derive-batch.ts'
import { type FactsByTime, vehicleFacts } from './facts-by-time.ts'
import { orderWithinInstants, VehicleChanged } from './order.ts'
import { settlementStatements } from './settle-batch.ts'
import type { QuarantineEntry, VersionedState } from './store.ts'

const MAX_ATTEMPTS = 5

const races = counter({
  role: 'worker',
  name: 'flotta_ingest_races_total',
  help: 'Batches that were taken again, as somebody else had written one of their vehicles',
})

/** The trace of each vehicle. */
export type Traces = ReadonlyMap<number, Pick<Span, 'traceparent'>>
export const noTraces: Traces = new Map()

/**
 * Stores records and everything that follows from them. Resolves after the commit, with the records
 * that went to the quarantine. After a rejection the same records may be tried again.
 */
export async function ingest(
  receivedRecords: readonly ReceivedRecord[],
  ctx: Context,
  traces: Traces = noTraces,
): Promise<readonly QuarantineEntry[]> {
  const caches = cachesOf(ctx)
  for (let attempt = 1; ; attempt++) {
    const admittedRecords = await admit(receivedRecords, ctx)
    await caches.months.ensure(new Set(admittedRecords.records.map(record => monthOf(record.at))))
    const ids = [...new Set(admittedRecords.records.map(record => record.vehicle_id))]
    const facts = await caches.facts.get(ids, missing => vehicleFacts.load(ctx.pool, missing))
    const cachedVehicles = attempt === 1 ? await takeVehicles(ids, caches, ctx) : null
    try {
      const { batch, vehicles, quarantine } = await store(
        admittedRecords,
        ids,
        cachedVehicles,
        facts,
        ctx,
      )
      keepStates(caches, vehicles, batch)
      await publishVehicleUpdates(ctx, withTraces(batch.updates, traces))
      return quarantine
    } catch (error) {
      if (!isRace(error) || attempt === MAX_ATTEMPTS) throw error
      races.inc()
    }
  }
}

interface StoredBatch {
  readonly batch: DerivedBatch
  readonly vehicles: ReadonlyMap<number, VersionedState>
  readonly quarantine: readonly QuarantineEntry[]
}
/**
 * Derives and writes admitted records in one transaction.
 * @param cachedVehicles the states of the vehicles; null: they are read under a lock, as an attempt has
 * failed
 */
const store = (
  { records, refused }: AdmittedRecords,
  ids: readonly number[],
  cachedVehicles: ReadonlyMap<number, VersionedState> | null,
  facts: ReadonlyMap<number, FactsByTime>,
  ctx: Context,
): Promise<StoredBatch> =>
  inTransaction(ctx.pool, async client => {
    const isRepeated = cachedVehicles === null
    const vehicles = cachedVehicles ?? (await lockVehicles(ids, client))
    const orderedRecords = await orderWithinInstants(
      records,
      vehicles,
      isRepeated,
      client,
      ctx.now(),
    )
    const batch = normaliseAndDerive(
      orderedRecords.records,
      vehicles,
      facts,
      recentSince(ctx.now()),
    )
    const quarantine = [...refused, ...orderedRecords.refused]
    await send(
      client,
      settlementStatements(batch, orderedRecords.renumbered, quarantine, ctx.now(), isRepeated),
    )
    return { batch, vehicles, quarantine }
  })

/** Puts the states back into the cache, under the version that was committed. */
function keepStates(
  { states }: Caches,
  vehicles: ReadonlyMap<number, VersionedState>,
  { changedVehicles }: DerivedBatch,
): void {
  for (const vehicle of vehicles.values())
    states.put(
      vehicle.vehicle_id,
      changedVehicles.has(vehicle.vehicle_id)
        ? { vehicle_id: vehicle.vehicle_id, version: vehicle.version + 1, state: vehicle.state }
        : vehicle,
    )
}

function withTraces(updates: readonly VehicleUpdate[], traces: Traces): readonly VehicleUpdate[] {
  if (traces.size === 0) return updates
  return updates.map(update => {
    const trace = traces.get(update.vehicle_id)?.traceparent
    return trace === undefined ? update : { ...update, trace }
  })
}

/**
 * Whether another process wrote one of the vehicles meanwhile. Its version shows it, or a record
 * that is stored already, or a deadlock.
 */
const isRace = (error: unknown): boolean =>
  error instanceof VehicleChanged ||
  (error instanceof Error &&
    'code' in error &&
    (error.code === '40001' ||
      error.code === '40P01' ||
      (error.code === '23505' &&
        'table' in error &&
        /^(positions|readings)_/.test(String(error.table)))))
