// Rows of links.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    links: {
      id: Generated<number>
      customer_id: number
      user_id: number
      vehicle_id: number | null
      trip_id: number | null
      fleet_id: number | null
      all_vehicles: boolean
      period_from: Date
      period_to: Date
      token: string | null
      openings: Generated<number>
      opened_at: Date | null
      ended_at: Date | null
      created_at: Date
      updated_at: Date
    }
  }
}
