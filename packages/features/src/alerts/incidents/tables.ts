// The tables of incidents and of the customers' marks.
import '@flotta/platform/db.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { TrailAction } from './contract.ts'

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
    incident_marks: {
      customer_id: number
      incident_id: string
      vehicle_id: number
      acknowledged_by: number | null
      acknowledged_at: Date | null
      comment: string | null
      assigned_to: number | null
      /** A moment that has passed has no effect any more. */
      snoozed_until: Generated<Date | null>
      snoozed_by: Generated<number | null>
      updated_at: Date
    }
    incident_trail: {
      id: Generated<string>
      customer_id: number
      incident_id: string
      vehicle_id: number
      at: Date
      /** null: the system; the alert was passed on. */
      said_by: number | null
      user_name: string
      action: TrailAction
      comment: string | null
      assigned_to: number | null
      assigned_name: string | null
      until: Generated<Date | null>
    }
  }
}
