// Facts about vehicles for derivations, besides records. The facts.ts of a feature provides them and is found by its folder.
import type { ByTime } from '@flotta/core/by-time.ts'
import type { VehicleFacts } from '@flotta/core/derivation.ts'
import type { PoolClient } from 'pg'
import type { Change } from './changes.ts'

export type Fact = Exclude<keyof VehicleFacts, 'vehicle_id'>

/** A provider of facts. `K`: the facts that it owns, which its file adds to `VehicleFacts`; without `K`, any provider. */
export interface FactsProvider<K extends Fact = never> {
  /** The facts of a vehicle that the provider has no data for. It names each fact of the provider. */
  readonly unknown: Pick<VehicleFacts, K>
  /**
   * The tables that the provider reads. Each function returns the vehicle whose facts are outdated after a row has changed; undefined: all vehicles.
   * The database reports changes by the trigger `notify_changed`.
   */
  readonly voidedBy: Readonly<Record<string, (row: Change) => number | undefined>>
  /** Returns facts by time for many vehicles; vehicles that are missing have the `unknown` facts. Past facts are kept as long as raw parameters, because a replay needs them. */
  load(
    client: Pick<PoolClient, 'query'>,
    vehicle_ids: readonly number[],
  ): Promise<ReadonlyMap<number, ByTime<Pick<VehicleFacts, K>>>>
}
