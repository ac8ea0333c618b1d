// The tables of cost types and activities.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    types: {
      id: Generated<number>
      customer_id: number
      name: string
      repeat_after_km: number | null
      repeat_after_hour: number | null
      repeat_after_period: number | null
      notice_after_km: number | null
      notice_after_hour: number | null
      notice_after_period: number | null
      note: string | null
      active: Generated<0 | 1>
      created_at: Generated<Date>
      updated_at: Generated<Date>
      deleted_at: Generated<Date | null>
    }
    type_activities: {
      id: Generated<number>
      customer_id: number
      type_id: number
      vehicle_id: number
      /** YYYY-MM-DD */
      date: string
      /** Euro; numeric in the database, so that sums are exact, and text as PostgreSQL returns it. */
      amount: string
      supplier: string | null
      km: number | null
      hour: number | null
      created_at: Generated<Date>
      updated_at: Generated<Date>
    }
  }
}
