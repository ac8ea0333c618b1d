// What a feature gives to the demo company: its own rows, so that its screens are not empty on the first evening. Stands in its `demo.ts`, which is found by its folder.
import type { Tx } from '@flotta/platform/db.ts'
import type { DemoVehicle } from './fleet.ts'

export interface DemoFacts {
  readonly now: number
  /** When the company got its trackers. */
  readonly since: number
  /** The company that owns the vehicles. */
  readonly owner: number
  /** The company that some trailers are shared with. */
  readonly guest: number
  /** A person of the owner who may change everything. */
  readonly user_id: number
  readonly vehicles: readonly (DemoVehicle & { readonly id: number })[]
}
export type Seed = (tx: Tx, demo: DemoFacts) => Promise<void>
