// The table of planned trips.
import type { ColumnType, Generated } from 'kysely'
import type { PlannedRoute, RouteOptions, Stop } from './contract.ts'

type Json<T> = ColumnType<T, string, string>

declare module '@flotta/platform/db.ts' {
  interface Tables {
    planned_trips: {
      id: Generated<number>
      customer_id: number
      vehicle_id: number | null
      name: string
      startdate: Date
      arrival: Date
      waypoints: Json<Stop[]>
      options: Json<RouteOptions>
      route: Json<PlannedRoute>
      approximate: boolean
      created_at: Generated<Date>
      updated_at: Generated<Date>
    }
  }
}
