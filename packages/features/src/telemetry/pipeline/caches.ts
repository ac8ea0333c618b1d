// The caches of ingest: facts and states of vehicles, and the months that have partitions.
import type { Context } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import type { PoolClient } from 'pg'
import { Cache } from './cache.ts'
import { type FactsByTime, vehicleFacts } from './facts-by-time.ts'
import { Months } from './partitions.ts'
import { loadStates, stateOfNewVehicle, type VersionedState } from './store.ts'

const MAX_CACHED_VEHICLES = 50_000

/** What a process remembers of the database. It is a cache only: the database is the truth. */
export interface Caches {
  readonly facts: Cache<FactsByTime>
  readonly states: Cache<VersionedState>
  readonly months: Months
}
/** The caches of a process. An entry is dropped when the database reports a change of it. */
export const cachesOf = once((ctx): Caches => {
  const caches: Caches = {
    facts: new Cache(MAX_CACHED_VEHICLES),
    states: new Cache(MAX_CACHED_VEHICLES),
    months: new Months(ctx.pool),
  }
  ctx.changes.on(change => {
    vehicleFacts.forget(caches.facts, change)
    if (change.table === '*') caches.states.forget()
  })
  return caches
})

/**
 * Takes the states of vehicles out of the cache while a batch changes them. Another batch of the same vehicle then reads its state from the database, and one
 * of the two has to begin again.
 */
export async function takeVehicles(
  ids: readonly number[],
  caches: Caches,
  ctx: Context,
): Promise<ReadonlyMap<number, VersionedState>> {
  const vehicles = new Map<number, VersionedState>()
  const missing: number[] = []
  for (const id of ids) {
    const state = caches.states.take(id)
    if (state) vehicles.set(id, state)
    else missing.push(id)
  }
  if (missing.length > 0) {
    const loadedStates = await loadStates(ctx.pool, missing)
    for (const id of missing) vehicles.set(id, loadedStates.get(id) ?? stateOfNewVehicle(id))
  }
  return vehicles
}
/** For a second attempt: reads the states under a lock that lasts until the batch is committed. */
export async function lockVehicles(
  ids: readonly number[],
  client: PoolClient,
): Promise<ReadonlyMap<number, VersionedState>> {
  const lockedStates = await loadStates(client, ids, true)
  return new Map(ids.map(id => [id, lockedStates.get(id) ?? stateOfNewVehicle(id)]))
}
