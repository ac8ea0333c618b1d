// Rows of incidents.
import '@flotta/platform/db.ts'
import type { JSONColumnType } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    incidents: {
      vehicle_id: number
      id: string
      alert_id: number
      customer_id: number | null
      subject_id: number | null
      origin: 'records' | 'jobs'
      opened_at: Date
      closed_at: Date | null
      closed_as: 'cleared' | 'corrected' | null
      late: boolean
      until: Date | null
      data: JSONColumnType<object> | null
      gps_datetime: Date | null
      latitude_e7: number | null
      longitude_e7: number | null
      raised_by: Date | null
      cleared_by: Date | null
      updated_at: Date
    }
  }
}
