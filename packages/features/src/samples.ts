// The samples that a feature provides for the tests of all endpoints: how to create one of its records, and valid bodies. Exported by the feature's
// `testing.ts`.
import type { Context } from '@flotta/platform/feature.ts'

export interface Owner {
  readonly customer_id: number
  readonly user_id: number
  /** A word in the record's text, so that a test can find where the record must not appear. */
  readonly word: string
}
export interface Sample {
  /**
   * Creates a record.
   * @returns the id for its paths
   */
  readonly make: (ctx: Context, owner: Owner) => Promise<number | string>
  /** `PUT /fleets/:id` → a valid body. */
  readonly bodies?: Readonly<Record<string, object>>
  /** The list at this path does not contain the record, so its word is not there. */
  readonly unlisted?: true
}
/** By the first part of the paths: `fleets`. */
export type Samples = Readonly<Record<string, Sample>>
