// The settlement of effects: the settle.ts of a feature writes the effects of derivations as rows. It is found by its folder.
import type { Effects, EmittedEffect } from '@flotta/core/derivation.ts'
import type { PoolClient } from 'pg'
import type { Statement } from './transaction.ts'

/** The stretch of a vehicle's life that a replay has derived again, by the times of records. Epoch ms; `to` is exclusive, null: up to the newest record. */
export interface Rewritten<K extends keyof Effects = keyof Effects> {
  readonly vehicle_id: number
  readonly from: number
  readonly to: number | null
  /** Time of the vehicle's newest record. */
  readonly newest: number
  readonly emitted: readonly EmittedEffect<K>[]
}

/** `K`: the effects that it owns, which its file adds to `Effects`. It writes in the transaction of the records, and only what records brought. */
export interface Settlement<K extends keyof Effects = keyof Effects> {
  readonly effects: readonly K[]
  /** Kind of data that readers hear of. */
  kind(effect: EmittedEffect<K>['effect']): string
  /**
   * What new records brought; `emitted` holds only the effects named above, each vehicle's in order.
   * @param doubted some of it may be written already; a statement that fails on such a row, as one may where it is not doubted, is tried again so
   */
  write(emitted: readonly EmittedEffect<K>[], now: number, doubted: boolean): readonly Statement[]
  /** Makes the rows that records of the stretch brought equal to `emitted`; returns the kinds of data that changed. */
  rewrite(client: PoolClient, stretch: Rewritten<K>, now: number): Promise<readonly string[]>
}
