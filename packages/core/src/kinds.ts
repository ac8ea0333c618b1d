// Kinds of data that a vehicle has: what is told of, kept and shown. Each is a value that its owner declares in a `kinds.ts`.

import type { PrivateTimes } from './private-times.ts'

export interface Kind {
  /** Its word in updates, in the database and in `Sample`; never changed once released. */
  readonly kind: string
  readonly open: Visibility
  /** How long it is kept; absent: as events are. */
  readonly dataClass?: DataClass
  /** It gives away where the vehicle was: nobody sees it of private times. */
  readonly reveals_place?: true
}
/** Word that late records have changed what was known of a vehicle's past: who looks at it reads again what he may see. */
export const PAST_CHANGED = 'past'
/** What customers may keep for different times. */
export const dataClasses = ['positions', 'temperatures', 'events'] as const
export type DataClass = (typeof dataClasses)[number]

/** Who may see a kind, of those who see the vehicle. */
export type Visibility =
  | 'everybody'
  /** Who holds any one of these agreements now: the owner all of it, a guest what lies within its periods. `owner`: the owner's customer also without one. */
  | { readonly agreements: readonly number[]; readonly owner?: true }

/** A period for which a customer was given an agreement; epoch ms, `to` exclusive, null: no end. */
export interface Grant {
  readonly agreement_id: number
  readonly from: number
  readonly to: number | null
}

/** What a customer that sees a vehicle has on it. */
export interface Access {
  readonly owner: boolean
  /** Agreements that it holds now. */
  readonly agreements: readonly number[]
  /** A guest's periods, also those that have ended; an owner needs none. */
  readonly grants: readonly Grant[]
  /** When the vehicle is its driver's own affair. */
  readonly private_times: PrivateTimes
}
