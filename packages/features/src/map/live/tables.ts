// The tables of changes, which answer polls.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    vehicle_changes: {
      vehicle_id: number
      kind: string
      /** null: for all customers that see the vehicle. */
      customer_id: number | null
      at: Generated<Date>
    }
  }
}
