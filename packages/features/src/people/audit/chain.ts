// The text that is hashed for a row of the audit trail.

/** The hash that the first row of a chain follows. */
export const FIRST_HASH = '0'.repeat(64)

/** The hashed part of a row; `before` and `after` are JSON as stored. */
export interface HashedRow {
  readonly customer_id: number
  readonly number: number
  /** ISO 8601, UTC, with milliseconds. */
  readonly at: string
  readonly actor_id: number
  readonly via: string | null
  readonly address: string
  readonly action: string
  readonly subject: string
  readonly call: string
  readonly before: string | null
  readonly after: string | null
  readonly previous_hash: string
}
/** The text whose SHA-256 is the hash of the row: its fields as a JSON list, in this order. */
export const hashedText = (row: HashedRow): string =>
  JSON.stringify([
    row.previous_hash,
    row.customer_id,
    row.number,
    row.at,
    row.actor_id,
    row.via,
    row.address,
    row.action,
    row.subject,
    row.call,
    row.before,
    row.after,
  ])

/** Where a chain is broken: a row was changed, or rows before it are missing; `missing_end`: the newest rows are missing. */
export type Break = 'changed' | 'missing' | 'missing_end'
