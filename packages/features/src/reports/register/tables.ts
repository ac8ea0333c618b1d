// Tables of the register that Kysely reads: the signing keys and the receipts.
import '@flotta/platform/db.ts'
import type { JSONColumnType } from 'kysely'
import type { Findings } from './code.ts'
import type { Statistic } from './contract.ts'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    register_keys: {
      id: string
      public_key: Buffer
      since: Date
      retired_at: Date | null
      successor: string | null
      endorsement: Buffer | null
    }
    receipts: {
      id: string
      customer_id: number
      vehicle_id: number
      /** null: a schedule requested it */
      user_id: number | null
      company: string
      plate: string
      timezone: string
      period_from: Date
      period_to: Date
      statistics: JSONColumnType<readonly Statistic[]>
      findings: JSONColumnType<Findings | null>
      seen: JSONColumnType<readonly (readonly [from: number, to: number])[]>
      head_day: string
      head_n: number
      marks: Buffer
      contents: Buffer
      issued_at: Date
      key_id: string
      /** null: a receipt without a number that people type */
      signature: Buffer | null
    }
  }
}
