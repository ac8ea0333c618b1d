// Rows of trips.
import '@flotta/platform/db.ts'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    trips: {
      vehicle_id: number
      id: string
      period_from: Date
      period_to: Date | null
      start_latitude: number
      start_longitude: number
      end_latitude: number
      end_longitude: number
      end_at: Date
      distance: number
      max_speed: number
      began_by: Date
      ended_by: Date | null
      replaced_by: string | null
      updated_at: Date
    }
  }
}
