// The settlement of effects: the settle.ts of a feature writes the effects of derivations as rows. It is found by its folder.
import type { Effects, EmittedEffect } from '@flotta/core/derivation.ts'
import type { PoolClient } from 'pg'
import type { Statement } from './transaction.ts'

/** The stretch of a vehicle's records that a replay has derived again. Epoch ms; `to` is exclusive, null: up to the newest record. */
export interface Rewritten<K extends keyof Effects = keyof Effects> {
  readonly vehicle_id: number
  readonly from: number
  readonly to: number | null
  /** Time of the vehicle's newest record. */
  readonly newest: number
  readonly emitted: readonly EmittedEffect<K>[]
}

/** Writes effects as rows, in the transaction of the records and only for effects of records. `K`: the effects that it owns, which its file adds to `Effects`. */
export interface Settlement<K extends keyof Effects = keyof Effects> {
  readonly effects: readonly K[]
  /** The kind of data whose readers are notified. */
  kind(effect: EmittedEffect<K>['effect']): string
  /**
   * Makes the statements for the effects of new records; `emitted` holds only the effects named above, in order for each vehicle.
   * @param doubted some rows may exist already. Otherwise a statement may fail on an existing row; it is then repeated with `doubted`
   */
  write(emitted: readonly EmittedEffect<K>[], now: number, doubted: boolean): readonly Statement[]
  /** Makes the rows of the stretch equal to `emitted`; returns the kinds of data that changed. */
  rewrite(client: PoolClient, stretch: Rewritten<K>, now: number): Promise<readonly string[]>
}
