// Facts about vehicles for derivations, besides records. The facts.ts of a feature provides them and is found by its folder.
import type { ByTime } from '@flotta/core/by-time.ts'
import type { VehicleFacts } from '@flotta/core/derivation.ts'
import type { PoolClient } from 'pg'
import type { Change } from './changes.ts'

export type Fact = Exclude<keyof VehicleFacts, 'vehicle_id'>

/** `K`: the facts that it owns, which its file adds to `VehicleFacts`; without it, any provider. */
export interface FactsProvider<K extends Fact = never> {
  /** Of a vehicle that it knows nothing of; names each of its facts. */
  readonly unknown: Pick<VehicleFacts, K>
  /** Tables that it reads, each with the vehicle whose facts a changed row voids; undefined: those of all. The database tells of a table by the trigger `notify_changed`. */
  readonly voidedBy: Readonly<Record<string, (row: Change) => number | undefined>>
  /** By time, for many vehicles at once; those that are missing are unknown. What was is kept for as long as raw parameters are: a replay asks for it. */
  load(
    client: Pick<PoolClient, 'query'>,
    vehicle_ids: readonly number[],
  ): Promise<ReadonlyMap<number, ByTime<Pick<VehicleFacts, K>>>>
}
