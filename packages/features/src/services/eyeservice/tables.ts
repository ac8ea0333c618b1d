// The table of maintenance and expenses.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    maintenance_entries: {
      id: Generated<number>
      vehicle_id: number
      type: number
      message_datetime: Date
      subtype: string | null
      hours: number | null
      km: number | null
      /** Euro of an expense, exact, as text of PostgreSQL. */
      data: string | null
      description: string | null
      user_id: number | null
      created_at: Generated<Date>
    }
  }
}
