// Rows of agreements.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    vehicle_agreements: {
      id: Generated<number>
      vehicle_id: number
      customer_id: number
      agreement_id: number
      active_from: Date
      active_to: Date | null
      /** Whether its customer does not own the vehicle; the database sets it. */
      guest: Generated<boolean>
      created_at: Generated<Date>
    }
    /** A trigger of the database writes these rows. */
    agreement_changes: { vehicle_id: number; customer_id: number; at: Date; begun: boolean }
  }
}
