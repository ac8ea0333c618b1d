// Kinds of data of a vehicle, which are published, stored and shown. Each is declared in the `kinds.ts` of its feature.

import type { PrivateTimes } from './private-times.ts'

export interface Kind {
  /** Its name in updates, in the database and in `Sample`; it never changes after its release. */
  readonly kind: string
  readonly open: Visibility
  /** The class that decides how long it is stored; default: events. */
  readonly dataClass?: DataClass
  /** The data reveals where the vehicle was, so it is hidden for private times. */
  readonly reveals_place?: true
}
/** Late records have changed the past of a vehicle, so open views read it again. */
export const PAST_CHANGED = 'past'
/** Classes of data for which customers choose a retention. */
export const dataClasses = ['positions', 'temperatures', 'events'] as const
export type DataClass = (typeof dataClasses)[number]

/** Who may see a kind, among those who see the vehicle. */
export type Visibility =
  | 'everybody'
  /** Holders of any one of these agreements: the owner sees all data, a guest the data within its periods. `owner`: the owner sees it without an agreement as well. */
  | { readonly agreements: readonly number[]; readonly owner?: true }

/** A period for which a customer was given an agreement; epoch ms, `to` exclusive, null: no end. */
export interface Grant {
  readonly agreement_id: number
  readonly from: number
  readonly to: number | null
}

/** The rights of a customer on a vehicle that it sees. */
export interface Access {
  readonly owner: boolean
  /** Agreements that it holds now. */
  readonly agreements: readonly number[]
  /** A guest's periods, also those that have ended; an owner needs none. */
  readonly grants: readonly Grant[]
  /** The private times of the driver. */
  readonly private_times: PrivateTimes
}
