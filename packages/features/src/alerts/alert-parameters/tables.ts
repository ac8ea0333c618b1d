// The table of alert parameters.
import type { Hours } from '@flotta/core/schedule.ts'
import '@flotta/platform/db.ts'
import type { Generated, JSONColumnType } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    alert_parameters: {
      id: Generated<number>
      customer_id: number
      vehicle_id: number
      alert_id: number
      active: boolean
      threshold: number | null
      clear: number | null
      dwell_s: number | null
      schedule: JSONColumnType<readonly Hours[], string | null, string | null> | null
      parked: boolean
      valid_from: Date
      valid_to: Date | null
    }
  }
}
