// What a feature gives to the tests that try every endpoint: how one of its things is made for somebody, and bodies that fit. Stands in its `testing.ts`.
import type { Context } from '@flotta/platform/feature.ts'

export interface Owner {
  readonly customer_id: number
  readonly user_id: number
  /** Stands somewhere in what is made, so that it is known where it must not appear. */
  readonly word: string
}
export interface Sample {
  /** @returns the id that its paths carry */
  readonly make: (ctx: Context, owner: Owner) => Promise<number | string>
  /** `PUT /fleets/:id` → a body that is stored. */
  readonly bodies?: Readonly<Record<string, object>>
  /** The list of its path is of something else: its word does not stand there. */
  readonly unlisted?: true
}
/** By the first part of their paths: `fleets`. */
export type Samples = Readonly<Record<string, Sample>>
