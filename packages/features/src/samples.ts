// What a feature gives to the tests that try every endpoint: how to make one of its records, and valid bodies. It is exported by the feature's `testing.ts`.
import type { Context } from '@flotta/platform/feature.ts'

export interface Owner {
  readonly customer_id: number
  readonly user_id: number
  /** Is part of the record's text, so that a test can find where the record must not appear. */
  readonly word: string
}
export interface Sample {
  /** @returns the id that its paths carry */
  readonly make: (ctx: Context, owner: Owner) => Promise<number | string>
  /** `PUT /fleets/:id` → a body that is stored. */
  readonly bodies?: Readonly<Record<string, object>>
  /** The list at this path has other records, so the word is not in it. */
  readonly unlisted?: true
}
/** By the first part of the paths: `fleets`. */
export type Samples = Readonly<Record<string, Sample>>
