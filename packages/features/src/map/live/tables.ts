// Rows of what changed, from which polls are answered.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    vehicle_changes: {
      vehicle_id: number
      kind: string
      /** null: of interest to everybody who sees the vehicle. */
      customer_id: number | null
      at: Generated<Date>
    }
  }
}
