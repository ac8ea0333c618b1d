// Rows of fleets and of their vehicles, by customer.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    fleets: {
      id: Generated<number>
      customer_id: number
      code: string
      description: string
      color: string
      created_at: Generated<Date>
      updated_at: Generated<Date>
    }
    fleet_vehicles: { customer_id: number; vehicle_id: number; fleet_id: number }
  }
}
