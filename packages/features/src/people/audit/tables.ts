// Rows of the audit trail and the ends of its chains.
import '@flotta/platform/db.ts'
import type { JSONColumnType } from 'kysely'

type Values = JSONColumnType<Record<string, unknown> | null, string | null, never>
declare module '@flotta/platform/db.ts' {
  interface Tables {
    audit: {
      customer_id: number
      number: number
      at: Date
      actor_id: number
      via: 'session' | 'token' | null
      address: string
      action: string
      subject: string
      call: string
      before: Values
      after: Values
      previous_hash: string
      hash: string
    }
    audit_heads: {
      customer_id: number
      number: number
      hash: string
      first_number: number
      first_previous_hash: string
    }
  }
}
