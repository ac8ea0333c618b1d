// Rows of private hours, private periods and switches of private mode.
import type { Hours } from '@flotta/core/schedule.ts'
import '@flotta/platform/db.ts'
import type { Generated, JSONColumnType } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    private_hours: {
      id: Generated<number>
      customer_id: number
      /** null: for all of the company's vehicles without hours of their own. */
      vehicle_id: number | null
      hours: JSONColumnType<readonly Hours[], string | null, string | null> | null
      timezone: string
      user_id: number | null
      valid_from: Date
      valid_to: Date | null
    }
    private_trips: {
      id: Generated<number>
      customer_id: number
      vehicle_id: number
      driver_id: number
      user_id: number | null
      period_from: Date
      period_to: Date | null
      updated_at: Date
    }
    private_switches: {
      vehicle_id: number
      at: Date
      is_private: boolean
    }
  }
}
