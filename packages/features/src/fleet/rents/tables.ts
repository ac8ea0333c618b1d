// Rows of rental contracts.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'

interface RentRow {
  id: Generated<number>
  vehicle_id: number
  rent_start: string
  rent_end: string
  initial_km_contract: number | null
  initial_km_period: number | null
  contracted_km: number | null
  contracted_km_term: Generated<number>
  renter_name: string
  created_at: Generated<Date>
  updated_at: Generated<Date>
}
declare module '@flotta/platform/db.ts' {
  interface Tables {
    vehicle_rents: RentRow
    tire_rents: RentRow
  }
}
