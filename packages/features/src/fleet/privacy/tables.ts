// Rows of looks and visits.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    looks: {
      id: Generated<number>
      /** The customer that the data belong to. */
      customer_id: number
      user_id: number
      vehicle_id: number | null
      driver_id: number | null
      what: string
      day: string
      period_from: Date | null
      period_to: Date | null
      first_at: Date
      last_at: Date
      times: Generated<number>
    }
    visits: {
      id: Generated<number>
      /** The customer that the data belong to. */
      customer_id: number
      user_id: number
      reason: string
      opened_at: Date
      ends_at: Date
      closed_at: Date | null
      looks: Generated<number>
      looked_at: Date | null
    }
  }
}
